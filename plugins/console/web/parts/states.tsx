/** What a page shows while it has nothing to show: loading, empty, failed. */
import type { ReactNode } from "react"
import { Refused } from "../api/call.ts"
import { Button } from "./Button.tsx"
import { Icon } from "./Icon.tsx"

export const Empty = ({
  icon = "inbox",
  title,
  children
}: {
  readonly icon?: string
  readonly title: string
  readonly children?: ReactNode
}) => (
  <div className="empty">
    <span className="empty-icon">
      <Icon name={icon} size={22} />
    </span>
    <h2>{title}</h2>
    {children}
  </div>
)

export const Problem = ({
  what,
  error,
  again
}: {
  readonly what: string
  readonly error: unknown
  readonly again?: () => void
}) => (
  <div className="empty" role="alert">
    <span className="empty-icon tone-bad">
      <Icon name="circle-alert" size={22} />
    </span>
    <h2>{what}</h2>
    <p>{error instanceof Error ? error.message : "Something unexpected happened."}</p>
    {error instanceof Refused && error.status === 404 ? null : again === undefined ? null : (
      <Button icon="refresh-cw" onClick={again}>
        Try again
      </Button>
    )}
  </div>
)

/** Grey lines where text will be. */
export const Skeleton = ({ lines = 6, name = "Loading" }: { readonly lines?: number; readonly name?: string }) => (
  <div className="skeleton" role="status" aria-label={name}>
    {Array.from({ length: lines }, (_, index) => (
      <span key={index} className={`bone bone-${index % 4}`} />
    ))}
  </div>
)
