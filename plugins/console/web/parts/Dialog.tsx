/** A question over the page, or a sheet from its side. It takes the keyboard until it is answered. */
import { Dialog as Base } from "@base-ui/react/dialog"
import { useRef, type ReactNode } from "react"
import { useSession } from "../shell/context.ts"
import { Icon } from "./Icon.tsx"

interface DialogProps {
  readonly title: string
  /** What it is about, such as the name and the id of a row. */
  readonly about?: ReactNode
  readonly text?: ReactNode
  readonly open: boolean
  readonly onClose: () => void
  readonly wide?: boolean
  readonly children: ReactNode
}

/** The keyboard begins at the first field; without one, where the dialog says. */
const useFirstField = () => {
  const popup = useRef<HTMLDivElement>(null)
  return {
    popup,
    initialFocus: (): HTMLElement | true =>
      popup.current?.querySelector<HTMLElement>("form :is(input, select, textarea)") ?? true
  }
}

export const Dialog = ({ title, about, text, open, onClose, wide = false, children }: DialogProps) => {
  const { initialFocus, popup } = useFirstField()
  // Whoever signs in again over it means no answer to it.
  const { hasEnded } = useSession()
  return (
    <Base.Root open={open} onOpenChange={(next) => (next || hasEnded ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup ref={popup} initialFocus={initialFocus} className={wide ? "dialog wide" : "dialog"}>
          <div className="dialog-head">
            <Base.Title className="dialog-title">{title}</Base.Title>
            <Base.Close className="icon-button" aria-label="Close" title="Close">
              <Icon name="x" size={18} />
            </Base.Close>
          </div>
          {about === undefined ? null : <p className="dialog-about">{about}</p>}
          {text === undefined ? null : <Base.Description className="dialog-text">{text}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
