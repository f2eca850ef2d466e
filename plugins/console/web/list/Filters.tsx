/** What a list is narrowed by: a choice as chips, the rest behind a button, and what is chosen in sight. */
import { useEffect, useId, useRef, useState } from "react"
import { minorOf } from "../actions/input.ts"
import type { Query } from "../api/call.ts"
import type { Filter } from "../api/wire.ts"
import { Button } from "../parts/Button.tsx"
import { words } from "../parts/format.ts"
import { Icon } from "../parts/Icon.tsx"

/** Typing rests so long before the list follows, in milliseconds: our choice. */
const restMs = 300

/** More values than these stand in a select. */
const mostChips = 7

interface FilterProps {
  readonly filter: Filter
  readonly value: string
  readonly change: (next: Query) => void
}

const isDate = ({ key }: Filter): boolean => key === "from" || key === "to"

/** The day of the reader in which a time is, or the beginning of which it is: `2026-11-24`. */
const dayOf = (value: string): string => {
  const at = new Date(value)
  return Number.isNaN(at.getTime()) || !value.includes("T")
    ? value
    : `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, "0")}-${String(at.getDate()).padStart(2, "0")}`
}

/**
 * What the address holds of a filter, and what stands in its field. Days begin in the zone of the reader; the address has the
 * moment, which is the same for whoever gets it.
 */
const held = (filter: Filter, typed: string): string | undefined => {
  const text = typed.trim()
  if (text === "") return undefined
  if (isDate(filter)) {
    const at = new Date(`${text}T00:00`)
    return Number.isNaN(at.getTime()) ? text : at.toISOString()
  }
  return filter.kind === "money" ? String(minorOf(text, "usd") ?? text) : text
}

const typedOf = (filter: Filter, value: string): string =>
  isDate(filter)
    ? dayOf(value)
    : filter.kind === "money" && /^\d+$/.test(value)
      ? (Number(value) / 100).toFixed(2)
      : value

const TextFilter = ({ filter, value, change }: FilterProps) => {
  const id = useId()
  const [typed, setTyped] = useState(() => typedOf(filter, value))
  useEffect(() => {
    // What is being typed stays as it is while it means the same.
    if ((held(filter, typed) ?? "") !== value) setTyped(typedOf(filter, value))
  }, [value])
  const touched = useRef(false)
  useEffect(() => {
    const next = held(filter, typed)
    if (!touched.current || (next ?? "") === value) return
    const timer = setTimeout(() => change({ [filter.key]: next }), restMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <div className="field">
      <label htmlFor={id}>{filter.title}</label>
      <input
        id={id}
        type={isDate(filter) ? "date" : "search"}
        inputMode={filter.kind === "money" ? "decimal" : undefined}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          touched.current = true
          setTyped(event.target.value)
        }}
      />
    </div>
  )
}

const SelectFilter = ({ filter, value, change }: FilterProps) => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{filter.title}</label>
      <select id={id} value={value} onChange={(event) => change({ [filter.key]: event.target.value || undefined })}>
        <option value="">All</option>
        {(filter.of ?? []).map((one) => (
          <option key={one} value={one}>
            {words(one)}
          </option>
        ))}
      </select>
    </div>
  )
}

const Chips = ({ filter, value, change }: FilterProps) => (
  <div className="chips" role="group" aria-label={filter.title}>
    {["", ...(filter.of ?? [])].map((one) => (
      <button
        type="button"
        key={one}
        className="chip"
        aria-pressed={one === value}
        onClick={() => change({ [filter.key]: one === "" ? undefined : one })}
      >
        {one === "" ? "All" : words(one)}
      </button>
    ))}
  </div>
)

const chosenText = (filter: Filter, value: string): string =>
  filter.of === undefined ? typedOf(filter, value) : words(value)

/** What is chosen and not in sight: each can be taken away. */
const Chosen = ({ filters, values, change }: FiltersProps) =>
  filters
    .filter(({ key }) => values[key] !== undefined)
    .map((filter) => (
      <button
        type="button"
        key={filter.key}
        className="chip chosen"
        onClick={() => change({ [filter.key]: undefined })}
      >
        {filter.title}: <b>{chosenText(filter, values[filter.key] ?? "")}</b>
        <Icon name="x" size={13} />
        <span className="unseen">, take away</span>
      </button>
    ))

interface FiltersProps {
  readonly filters: ReadonlyArray<Filter>
  readonly values: Query
  readonly change: (next: Query) => void
}

export const Filters = ({ filters, values, change }: FiltersProps) => {
  const id = useId()
  const [open, setOpen] = useState(false)
  if (filters.length === 0) return null
  const chips = filters.find(({ of }) => of !== undefined && of.length <= mostChips)
  const rest = filters.filter((filter) => filter !== chips)
  return (
    <div className="filters" role="search">
      <div className="filter-line">
        {chips === undefined ? null : <Chips filter={chips} value={values[chips.key] ?? ""} change={change} />}
        {open ? null : <Chosen filters={rest} values={values} change={change} />}
        {rest.length === 0 ? null : (
          <Button look="quiet" icon="funnel" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            {open ? "Close" : "Filter"}
          </Button>
        )}
      </div>
      {open ? (
        <div id={id} className="filter-fields">
          {rest.map((filter) => {
            const given = { filter, value: values[filter.key] ?? "", change }
            return filter.of === undefined ? (
              <TextFilter key={filter.key} {...given} />
            ) : (
              <SelectFilter key={filter.key} {...given} />
            )
          })}
        </div>
      ) : null}
    </div>
  )
}
