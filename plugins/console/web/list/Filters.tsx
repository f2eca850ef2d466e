/** What a list is narrowed by: a choice as chips, the rest behind a button, and what is chosen in sight. */
import { useEffect, useId, useState } from "react"
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

const TextFilter = ({ filter, value, change }: FilterProps) => {
  const id = useId()
  const [typed, setTyped] = useState(value)
  useEffect(() => {
    setTyped(value)
  }, [value])
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => change({ [filter.key]: typed.trim() === "" ? undefined : typed.trim() }), restMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <div className="field">
      <label htmlFor={id}>{filter.title}</label>
      <input
        id={id}
        type={isDate(filter) ? "date" : "search"}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
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

/** What is chosen and not in sight: each can be taken away. */
const Chosen = ({ filters, values, change }: FiltersProps) =>
  filters
    .filter(({ key }) => values[key] !== undefined)
    .map(({ key, title }) => (
      <button type="button" key={key} className="chip chosen" onClick={() => change({ [key]: undefined })}>
        {title}: <b>{values[key]}</b>
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
