/**
 * Rows of a list of any length under a true scroll bar. Only what is in sight is on the page. Arrow keys, Page Up, Page
 * Down, Home and End go from row to row; Enter opens. On a phone a row is two lines.
 */
import { Link, useElementScrollRestoration } from "@tanstack/react-router"
import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual"
import { memo, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from "react"
import type { Column, Row } from "../api/wire.ts"
import { Cell } from "./Cell.tsx"
import { fitting, nameOf, narrowest, phonePlaces } from "./columns.ts"
import { useMedia, useWidth } from "./useMedia.ts"

/** Heights in pixels, as `styles/grid.css` has them. */
const rowPx = 44
const phoneRowPx = 64

/** The name under which the router keeps how far a list was scrolled: a page has one. */
const kept = "list"

interface GridProps {
  readonly label: string
  readonly columns: ReadonlyArray<Column>
  readonly total: number
  readonly rowAt: (index: number) => Row | undefined
  readonly onVisible: (first: number, last: number) => void
  readonly hrefOf: (row: Row) => string | undefined
  readonly menuOf?: ((row: Row) => ReactNode) | undefined
  readonly scroller: RefObject<HTMLDivElement | null>
  /** Whether rows have pages. What has no room and no page either is reached by scrolling sideways. */
  readonly opens: boolean
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

const isNamed = (value: unknown): boolean => value !== undefined && value !== null && value !== ""

interface RowProps {
  readonly row: Row | undefined
  readonly index: number
  readonly start: number
  readonly template: string
  readonly stop: boolean
  readonly places: ReadonlyMap<string, string>
  readonly name: string | undefined
  readonly onFocus: (index: number) => void
}

/** While a list is scrolled only the rows that come in are drawn. */
const GridRow = memo(function GridRow({
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
  menuOf,
  opens
}: RowProps & Pick<GridProps, "columns" | "hrefOf" | "menuOf" | "opens">) {
  const href = row === undefined ? undefined : hrefOf(row)
  const hasAmount = columns.some(({ key }) => places.get(key) === "amount")
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={`grid-row body${href === undefined ? "" : " opens"}${hasAmount ? "" : " without-amount"}`}
      style={{ gridTemplateColumns: template, transform: `translateY(${start}px)` }}
    >
      {columns.map(({ key, kind }) => {
        const place = places.get(key)
        const cell =
          row === undefined ? (
            <span className="bone" />
          ) : isNamed(row[key]) || key !== name ? (
            <Cell kind={kind} value={row[key]} />
          ) : (
            <Cell kind="id" value={row.id} />
          )
        return (
          <span
            role="cell"
            key={key}
            // What has no room is cut off at the end of a text, wherever that is.
            dir={kind === "text" ? "auto" : undefined}
            className={`cell kind-${kind}${place === undefined ? " wide-only" : ` at-${place}`}`}
          >
            {key === name && href !== undefined ? (
              <Link
                to={href}
                data-row={index}
                tabIndex={stop ? 0 : -1}
                onFocus={() => onFocus(index)}
                className="row-link"
              >
                {cell}
              </Link>
            ) : (
              cell
            )}
          </span>
        )
      })}
      {menuOf === undefined ? null : (
        // On a phone the page of a row has its actions; a row without one keeps its menu.
        <span role="cell" className={`cell cell-menu${opens === true ? " wide-only" : " at-menu"}`}>
          {row === undefined ? null : menuOf(row)}
        </span>
      )}
    </div>
  )
})

export const DataGrid = ({ label, columns, total, rowAt, onVisible, hrefOf, menuOf, scroller, opens }: GridProps) => {
  const phone = useMedia("(max-width: 719px)")
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => (phone ? phoneRowPx : rowPx),
    initialOffset: useElementScrollRestoration({ id: kept })?.scrollY ?? 0,
    overscan: 8
  })
  useEffect(() => {
    rows.measure()
  }, [phone, rows])
  const items = rows.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    onVisible(first, last)
  }, [first, last, onVisible])
  const { active, setActive, onKeyDown } = useRoving(rows, total, scroller)
  const width = useWidth(scroller)
  const withMenu = menuOf !== undefined
  const { shown, template } = useMemo(
    () => (phone ? { shown: columns, template: "" } : fitting(columns, opens ? width : Infinity, withMenu)),
    [columns, opens, phone, width, withMenu]
  )
  const places = useMemo(() => phonePlaces(columns), [columns])
  // The row that Tab comes to is one that is on the page.
  const stop = active >= first && active <= last ? active : first
  return (
    <div
      className="grid-scroll"
      {...(opens ? {} : { role: "region", tabIndex: 0, "aria-label": label })}
      ref={scroller}
      data-scroll-restoration-id={kept}
      onKeyDown={onKeyDown}
    >
      <div role="table" aria-label={label} aria-rowcount={total + 1} className="grid">
        <Head columns={shown} template={template} withMenu={withMenu} />
        <div
          role="rowgroup"
          className="grid-body"
          style={{ height: rows.getTotalSize(), minWidth: narrowest(template) }}
        >
          {items.map(({ index, start }) => (
            <GridRow
              key={index}
              {...{ index, start, template, places, hrefOf, menuOf, opens }}
              columns={shown}
              row={rowAt(index)}
              name={nameOf(columns)?.key}
              stop={index === stop}
              onFocus={setActive}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
