/** One value by its kind, in a row or in a section of an item. */
import { Link } from "@tanstack/react-router"
import type { ItemField, MoneyValue } from "../api/wire.ts"
import { CopyButton } from "./Copy.tsx"
import { besideCode, isMoney, number, words } from "./format.ts"
import { isStatus, Status } from "./Status.tsx"
import { Time } from "./Time.tsx"

export const Money = ({ value }: { readonly value: MoneyValue }) => {
  const [amount, code] = besideCode(value)
  return (
    <span className="money">
      {amount} <small>{code}</small>
    </span>
  )
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? number(value) : JSON.stringify(value)

const Identity = ({ value }: { readonly value: unknown }) => {
  const { id, href } =
    typeof value === "object" && value !== null && "id" in value
      ? (value as { readonly id: string; readonly href?: string })
      : { id: textOf(value), href: undefined }
  return (
    <span className="identity">
      {href === undefined ? <code>{id}</code> : <Link to={href}>{id}</Link>}
      <CopyButton text={id} name={id} />
    </span>
  )
}

const isNothing = (value: unknown): value is undefined | null | "" =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)

interface Shown {
  readonly kind: ItemField["kind"] | "list"
  readonly value: unknown
}

/** A value without parts of its own, as it stands in a row. */
export const Cell = ({ kind, value }: Shown) => {
  if (isNothing(value)) return <span className="nothing">–</span>
  if (isMoney(value)) return <Money value={value} />
  if (isStatus(value)) return <Status value={String(value.value)} tone={value.tone} />
  if (kind === "time" && typeof value === "number") return <Time ms={value} />
  if (kind === "code") return <code>{textOf(value)}</code>
  if (kind === "id")
    return <code className="id">{typeof value === "object" && "id" in value ? String(value.id) : textOf(value)}</code>
  if (kind === "list" && Array.isArray(value)) return <>{value.map(textOf).join(", ")}</>
  if (kind === "status") return <>{words(textOf(value))}</>
  if (typeof value === "boolean") return <>{value ? "Yes" : "No"}</>
  return <>{textOf(value)}</>
}

/** A value in a section of an item: ids can be copied and followed. */
export const Value = ({ kind, value }: Shown) => {
  if (isNothing(value)) return <span className="nothing">–</span>
  if (kind === "id") return <Identity value={value} />
  return <Cell kind={kind} value={value} />
}
