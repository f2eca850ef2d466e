/** A question over the page, or a sheet from its side. It takes the keyboard until it is answered. */
import { Dialog as Base } from "@base-ui/react/dialog"
import type { ReactNode } from "react"
import { Icon } from "./Icon.tsx"

interface DialogProps {
  readonly title: string
  readonly text?: ReactNode
  readonly open: boolean
  readonly onClose: () => void
  readonly wide?: boolean
  readonly children: ReactNode
}

export const Dialog = ({ title, text, open, onClose, wide = false, children }: DialogProps) => (
  <Base.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
    <Base.Portal>
      <Base.Backdrop className="backdrop" />
      <Base.Popup className={wide ? "dialog wide" : "dialog"}>
        <div className="dialog-head">
          <Base.Title className="dialog-title">{title}</Base.Title>
          <Base.Close className="icon-button" aria-label="Close" title="Close">
            <Icon name="x" size={18} />
          </Base.Close>
        </div>
        {text === undefined ? null : <Base.Description className="dialog-text">{text}</Base.Description>}
        {children}
      </Base.Popup>
    </Base.Portal>
  </Base.Root>
)
