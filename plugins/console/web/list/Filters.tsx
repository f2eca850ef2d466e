/** What a list is narrowed by: the first choice as chips, further ones as selects, free text as it is typed. */
import { useEffect, useState } from "react"
import type { Query } from "../api/call.ts"
import type { Filter } from "../api/wire.ts"
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

const TextFilter = ({ filter, value, change }: FilterProps) => {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => change({ [filter.key]: typed.trim() === "" ? undefined : typed.trim() }), restMs)
    return () => clearTimeout(timer)
  }, [typed])
  const isDate = filter.key === "from" || filter.key === "to"
  return (
    <label className={isDate ? "filter-text filter-date" : "filter-text"}>
      {isDate ? <span>{filter.title}</span> : <Icon name="search" size={15} />}
      <input
        type={isDate ? "date" : "search"}
        aria-label={filter.title}
        placeholder={filter.title}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
    </label>
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

const SelectFilter = ({ filter, value, change }: FilterProps) => (
  <select
    className="filter-select"
    aria-label={filter.title}
    value={value}
    onChange={(event) => change({ [filter.key]: event.target.value || undefined })}
  >
    <option value="">{filter.title}: all</option>
    {(filter.of ?? []).map((one) => (
      <option key={one} value={one}>
        {words(one)}
      </option>
    ))}
  </select>
)

export const Filters = ({
  filters,
  values,
  change
}: {
  readonly filters: ReadonlyArray<Filter>
  readonly values: Query
  readonly change: (next: Query) => void
}) => {
  if (filters.length === 0) return null
  const chips = filters.find(({ of }) => of !== undefined && of.length <= mostChips)
  return (
    <div className="filters" role="search">
      <div className="filter-line">
        {filters
          .filter((filter) => filter !== chips)
          .map((filter) => {
            const given = { filter, value: values[filter.key] ?? "", change }
            return filter.of === undefined ? (
              <TextFilter key={filter.key} {...given} />
            ) : (
              <SelectFilter key={filter.key} {...given} />
            )
          })}
      </div>
      {chips === undefined ? null : <Chips filter={chips} value={values[chips.key] ?? ""} change={change} />}
    </div>
  )
}
