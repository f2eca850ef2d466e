/** A button with a list of things to do. */
import { Menu as Base } from "@base-ui/react/menu"
import type { ReactNode } from "react"
import { Icon } from "./Icon.tsx"

export interface Choice {
  readonly title: string
  readonly icon?: string
  readonly danger?: boolean
  readonly checked?: boolean
  readonly choose: () => void
}

export const Menu = ({
  name,
  className,
  children,
  choices
}: {
  readonly name?: string
  readonly className: string
  readonly children: ReactNode
  readonly choices: ReadonlyArray<Choice>
}) => (
  <Base.Root>
    <Base.Trigger className={className} aria-label={name} title={name}>
      {children}
    </Base.Trigger>
    <Base.Portal>
      <Base.Positioner sideOffset={6} align="end" className="positioner">
        <Base.Popup className="menu">
          {choices.map(({ title, icon, danger, checked, choose }) => (
            <Base.Item key={title} className={danger === true ? "menu-item danger" : "menu-item"} onClick={choose}>
              <Icon name={checked === true ? "check" : (icon ?? "chevron-right")} size={15} />
              {title}
              {checked === true ? <span className="unseen">, chosen</span> : null}
            </Base.Item>
          ))}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)
