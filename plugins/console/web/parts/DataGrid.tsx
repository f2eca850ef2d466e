/**
 * Rows of a list of any length under a true scroll bar. Only what is in sight is on the page. Arrow keys, Page Up, Page
 * Down, Home and End go from row to row; Enter opens. On a phone a row is two lines.
 */
import { Link } from "@tanstack/react-router"
import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual"
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from "react"
import type { Column, Kind, Row } from "../api/wire.ts"
import { Cell } from "./Cell.tsx"
import { useMedia } from "./useMedia.ts"

/** Heights in pixels, as `styles/grid.css` has them. */
const rowPx = 44
const phoneRowPx = 64

const widths: Readonly<Record<Kind, string>> = {
  text: "minmax(140px, 1.5fr)",
  id: "minmax(150px, 1.2fr)",
  code: "minmax(120px, 1fr)",
  money: "minmax(130px, 0.8fr)",
  status: "minmax(156px, 0.8fr)",
  time: "minmax(140px, 0.8fr)",
  number: "minmax(70px, 0.5fr)",
  note: "minmax(140px, 1.5fr)",
  list: "minmax(120px, 1fr)",
  json: "minmax(120px, 1fr)",
  bar: "minmax(120px, 1fr)",
  match: "minmax(120px, 1fr)"
}

/** As narrow as the columns go, in pixels; beyond it the list scrolls sideways. */
const narrowest = (template: string): number =>
  Array.from(template.matchAll(/(\d+)px/g)).reduce((sum, [, px]) => sum + Number(px), 16)

/** The cell that names a row: its text, or its id. */
const nameOf = (columns: ReadonlyArray<Column>): Column | undefined =>
  columns.find(({ kind }) => kind === "text") ?? columns.find(({ kind }) => kind === "id") ?? columns[0]

/** What a phone shows beside the name: an amount, and below a state and a time. */
const onPhone = (columns: ReadonlyArray<Column>, name: Column | undefined): ReadonlyMap<string, string> => {
  const places = new Map<string, string>()
  if (name !== undefined) places.set(name.key, "name")
  const rest = columns.filter(({ key }) => key !== name?.key)
  const take = (place: string, ...kinds: ReadonlyArray<Kind>): void => {
    const found = kinds
      .map((kind) => rest.find((column) => column.kind === kind && !places.has(column.key)))
      .find((column) => column !== undefined)
    if (found !== undefined) places.set(found.key, place)
  }
  take("amount", "money", "number", "code")
  take("state", "status", "code", "text", "id")
  take("time", "time", "id", "text")
  return places
}

interface GridProps {
  readonly label: string
  readonly columns: ReadonlyArray<Column>
  readonly total: number
  readonly rowAt: (index: number) => Row | undefined
  readonly onVisible: (first: number, last: number) => void
  readonly hrefOf: (row: Row) => string | undefined
  readonly menuOf?: ((row: Row) => ReactNode) | undefined
  readonly scroller: RefObject<HTMLDivElement | null>
}

const Head = ({
  columns,
  template,
  withMenu
}: {
  readonly columns: ReadonlyArray<Column>
  readonly template: string
  readonly withMenu: boolean
}) => (
  <div role="rowgroup" className="grid-head" style={{ minWidth: narrowest(template) }}>
    <div role="row" aria-rowindex={1} className="grid-row" style={{ gridTemplateColumns: template }}>
      {columns.map(({ key, title, kind }) => (
        <span role="columnheader" key={key} className={`cell kind-${kind}`}>
          {title}
        </span>
      ))}
      {withMenu ? (
        <span role="columnheader" className="cell cell-menu">
          <span className="unseen">Actions</span>
        </span>
      ) : null}
    </div>
  </div>
)

/** The keys that go from row to row, and where to. */
const wayOf = (key: string, page: number): ((index: number, last: number) => number) | undefined =>
  ({
    ArrowDown: (index: number) => index + 1,
    ArrowUp: (index: number) => index - 1,
    PageDown: (index: number) => index + page,
    PageUp: (index: number) => index - page,
    Home: () => 0,
    End: (_: number, last: number) => last
  })[key]

/** Which row the keyboard is at. Only that one is a stop of the Tab key. */
const useRoving = (
  rows: Virtualizer<HTMLDivElement, Element>,
  total: number,
  scroller: RefObject<HTMLDivElement | null>
) => {
  const [active, setActive] = useState(0)
  const moved = useRef(false)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.target instanceof HTMLElement) || event.target.closest("a[data-row]") === null) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowPx) - 1)
    const way = wayOf(event.key, page)
    if (way === undefined) return
    event.preventDefault()
    const next = Math.min(Math.max(way(active, total - 1), 0), total - 1)
    moved.current = true
    setActive(next)
    rows.scrollToIndex(next)
  }
  useEffect(() => {
    if (!moved.current) return
    const link = scroller.current?.querySelector<HTMLElement>(`a[data-row="${active}"]`)
    if (link === null || link === undefined) return
    moved.current = false
    link.focus({ preventScroll: true })
  })
  return { active: Math.min(active, Math.max(0, total - 1)), setActive, onKeyDown }
}

interface RowProps {
  readonly row: Row | undefined
  readonly index: number
  readonly start: number
  readonly template: string
  readonly stop: boolean
  readonly places: ReadonlyMap<string, string>
  readonly name: string | undefined
  readonly onFocus: () => void
}

const GridRow = ({
  row,
  index,
  start,
  template,
  stop,
  places,
  name,
  onFocus,
  columns,
  hrefOf,
  menuOf
}: RowProps & Pick<GridProps, "columns" | "hrefOf" | "menuOf">) => {
  const href = row === undefined ? undefined : hrefOf(row)
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={`grid-row body${href === undefined ? "" : " opens"}`}
      style={{ gridTemplateColumns: template, transform: `translateY(${start}px)` }}
    >
      {columns.map(({ key, kind }) => {
        const place = places.get(key)
        const cell = row === undefined ? <span className="bone" /> : <Cell kind={kind} value={row[key]} />
        return (
          <span
            role="cell"
            key={key}
            className={`cell kind-${kind}${place === undefined ? " wide-only" : ` at-${place}`}`}
          >
            {key === name && href !== undefined ? (
              <Link to={href} data-row={index} tabIndex={stop ? 0 : -1} onFocus={onFocus} className="row-link">
                {cell}
              </Link>
            ) : (
              cell
            )}
          </span>
        )
      })}
      {menuOf === undefined ? null : (
        <span role="cell" className="cell cell-menu wide-only">
          {row === undefined ? null : menuOf(row)}
        </span>
      )}
    </div>
  )
}

export const DataGrid = ({ label, columns, total, rowAt, onVisible, hrefOf, menuOf, scroller }: GridProps) => {
  const phone = useMedia("(max-width: 719px)")
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => (phone ? phoneRowPx : rowPx),
    overscan: 8
  })
  useEffect(() => rows.measure(), [phone, rows])
  const items = rows.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => onVisible(first, last), [first, last, onVisible])
  const { active, setActive, onKeyDown } = useRoving(rows, total, scroller)
  const name = nameOf(columns)
  const places = onPhone(columns, name)
  const template = phone
    ? ""
    : columns.map(({ kind }) => widths[kind]).join(" ") + (menuOf === undefined ? "" : " 44px")
  // The row that Tab comes to is one that is on the page.
  const stop = active >= first && active <= last ? active : first
  return (
    <div role="table" aria-label={label} aria-rowcount={total + 1} className="grid">
      <div className="grid-scroll" role="presentation" ref={scroller} onKeyDown={onKeyDown}>
        <Head columns={columns} template={template} withMenu={menuOf !== undefined} />
        <div
          role="rowgroup"
          className="grid-body"
          style={{ height: rows.getTotalSize(), ...(phone ? {} : { minWidth: narrowest(template) }) }}
        >
          {items.map(({ index, start }) => (
            <GridRow
              key={index}
              {...{ index, start, template, places, columns, hrefOf, menuOf }}
              row={rowAt(index)}
              name={name?.key}
              stop={index === stop}
              onFocus={() => setActive(index)}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
