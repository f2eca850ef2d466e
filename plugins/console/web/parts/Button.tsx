/** What is pressed. A button that works stays where it is and says so. */
import type { ComponentProps } from "react"
import { Icon } from "./Icon.tsx"

interface Look {
  readonly look?: "plain" | "primary" | "danger" | "quiet"
  readonly icon?: string
  readonly busy?: boolean
  readonly small?: boolean
}

export const buttonClass = (look: NonNullable<Look["look"]> = "plain", small = false): string =>
  `button ${look}${small ? " small" : ""}`

export const Button = ({
  look = "plain",
  icon,
  busy = false,
  small = false,
  children,
  className,
  ...rest
}: Look & ComponentProps<"button">) => (
  <button
    type="button"
    {...rest}
    className={`${buttonClass(look, small)}${className === undefined ? "" : ` ${className}`}`}
    aria-busy={busy || undefined}
    disabled={rest.disabled === true || busy}
  >
    {busy ? <Icon name="loader-circle" /> : icon === undefined ? null : <Icon name={icon} />}
    {children}
  </button>
)

/** A button that is a drawing only: its name is for those who do not see it, and for the pointer. */
export const IconButton = ({
  name,
  icon,
  ...rest
}: { readonly name: string; readonly icon: string } & ComponentProps<"button">) => (
  <button type="button" title={name} aria-label={name} {...rest} className="icon-button">
    <Icon name={icon} size={18} />
  </button>
)
