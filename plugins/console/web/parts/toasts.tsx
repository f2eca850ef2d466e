/** Short notes of what was done. They leave by themselves, and a reader of a screen hears them. */
import { Toast } from "@base-ui/react/toast"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { Icon } from "./Icon.tsx"

interface Note {
  readonly title: string
  readonly href?: string | undefined
  readonly tone?: "good" | "bad"
}

const manager = Toast.createToastManager<{
  readonly href?: string | undefined
  readonly tone?: "good" | "bad" | undefined
}>()

export const note = ({ title, href, tone = "good" }: Note): void => {
  manager.add({ title, data: { href, tone } })
}

const List = () => {
  const { toasts } = Toast.useToastManager<{ readonly href?: string; readonly tone?: "good" | "bad" }>()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={`toast tone-${toast.data?.tone ?? "good"}`}>
      <Icon name={toast.data?.tone === "bad" ? "circle-alert" : "circle-check"} size={18} />
      <Toast.Title render={<p />} className="toast-title" />
      {toast.data?.href === undefined ? null : <Link to={toast.data.href}>Show</Link>}
      <Toast.Close className="icon-button" aria-label="Close" title="Close">
        <Icon name="x" size={15} />
      </Toast.Close>
    </Toast.Root>
  ))
}

export const Toasts = ({ children }: { readonly children: ReactNode }) => (
  <Toast.Provider toastManager={manager} timeout={6_000} limit={3}>
    {children}
    <Toast.Portal>
      <Toast.Viewport className="toasts">
        <List />
      </Toast.Viewport>
    </Toast.Portal>
  </Toast.Provider>
)
