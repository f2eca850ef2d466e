/** The list of a panel: what it holds, narrowed by filters that stand in the address. */
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useCallback, useMemo, useRef, useState, type ReactNode } from "react"
import { ActionDialog, type Asked } from "../actions/ActionDialog.tsx"
import type { Query } from "../api/call.ts"
import type { PanelShape, Row } from "../api/wire.ts"
import { Button } from "../parts/Button.tsx"
import { nameOf } from "../parts/columns.ts"
import { DataGrid } from "../parts/DataGrid.tsx"
import { count, isMoney, words } from "../parts/format.ts"
import { Icon } from "../parts/Icon.tsx"
import { Menu } from "../parts/Menu.tsx"
import { Empty, Problem, Skeleton } from "../parts/states.tsx"
import { useMedia } from "../parts/useMedia.ts"
import { useMayChange } from "../shell/context.ts"
import { useTitle } from "../shell/useTitle.ts"
import { Filters } from "./Filters.tsx"
import { useWindows } from "./windows.ts"

/** The address has what the panel knows, and the region; nothing else is sent. */
const filterOf = (panel: PanelShape, search: Query): Query =>
  Object.fromEntries(
    ["region", ...panel.filters.map(({ key }) => key)].flatMap((key) => (search[key] ? [[key, search[key]]] : []))
  )

const amountOf = (panel: PanelShape, row: Row) => {
  const key = panel.columns.find(({ kind }) => kind === "money")?.key
  const value = key === undefined ? undefined : row[key]
  return isMoney(value) ? value : undefined
}

const nameIn = ({ columns }: PanelShape, row: Row): string | undefined => {
  const column = nameOf(columns)
  const value = column === undefined ? undefined : row[column.key]
  return column?.kind === "text" && typeof value === "string" && value !== "" ? value : undefined
}

const RowMenu = ({
  panel,
  row,
  ask
}: {
  readonly panel: PanelShape
  readonly row: Row
  readonly ask: (asked: Asked) => void
}) => {
  const actions = panel.actions.filter(({ on, id }) => on === "row" && row.actions?.includes(id))
  if (actions.length === 0) return null
  return (
    <Menu
      name={`Actions for ${row.id}`}
      className="icon-button"
      choices={actions.map((action) => ({
        title: action.title,
        danger: action.tone === "bad",
        choose: () =>
          ask({ panel: panel.id, action, id: row.id, name: nameIn(panel, row), amount: amountOf(panel, row) })
      }))}
    >
      <Icon name="ellipsis" size={18} />
    </Menu>
  )
}

const NothingFound = ({
  panel,
  filter,
  clear
}: {
  readonly panel: PanelShape
  readonly filter: Query
  readonly clear: () => void
}) => {
  const narrowed = Object.keys(filter).some((key) => key !== "region")
  if (narrowed)
    return (
      <Empty icon="search" title={`No ${panel.noun[1]} fit these filters`}>
        <p>Take a filter away, or look for an id as a whole.</p>
        <Button icon="x" onClick={clear}>
          Show all
        </Button>
      </Empty>
    )
  const create = panel.actions.find(({ on }) => on === "list")
  return (
    <Empty icon={panel.icon} title={`No ${panel.noun[1]} yet`}>
      <p>
        {panel.empty ??
          (create === undefined
            ? "They appear here by themselves as they happen."
            : `They appear here as your program makes them; or begin with “${create.title}”.`)}
      </p>
    </Empty>
  )
}

const ListHead = ({
  panel,
  total,
  ask,
  own
}: {
  readonly panel: PanelShape
  readonly total: string
  readonly ask: (asked: Asked) => void
  readonly own: ReactNode
}) => {
  // What is done to a sandbox as a whole stands in the panel beside every page.
  const actions = panel.actions.filter(
    ({ on, sandbox }) => on === "list" && (sandbox !== true || panel.group === "Sandbox")
  )
  const mayChange = useMayChange()
  return (
    <header className="page-head with-actions">
      <div>
        <h1>{panel.title}</h1>
        <p aria-live="polite">{total}</p>
      </div>
      {mayChange && (actions.length > 0 || own !== undefined) ? (
        <div className="actions">
          {own}
          {actions.map((action, index) => (
            <Button
              key={action.id}
              look={index === 0 && own === undefined ? "primary" : "plain"}
              onClick={() => ask({ panel: panel.id, action })}
            >
              {action.title}
            </Button>
          ))}
        </div>
      ) : null}
    </header>
  )
}

const countOf = ({ columns, noun }: PanelShape, total: number | undefined, capped: boolean): string => {
  if (total === undefined) return "Counting"
  if (capped) return `More than ${count(total, ...noun)}, newest first. Narrow by date to see older ones.`
  const isByTime = total > 1 && columns.some(({ key }) => key === "at")
  return `${total === 0 ? `No ${noun[1]}` : count(total, ...noun)}${isByTime ? ", newest first" : ""}`
}

/** `own`: a button of the page itself, before those of the panel. */
export const ListPage = ({ panel, own }: { readonly panel: PanelShape; readonly own?: ReactNode }) => {
  useTitle(panel.title)
  const search: Query = useSearch({ strict: false })
  const navigate = useNavigate()
  const filterText = JSON.stringify(filterOf(panel, search))
  const filter = useMemo(() => JSON.parse(filterText) as Query, [filterText])
  const scroller = useRef<HTMLDivElement>(null)
  const rowPx = useMedia("(max-width: 719px)") ? 64 : 44
  const { shown, rowAt, onVisible, error, again } = useWindows(panel.id, filter, scroller, rowPx)
  const [asked, setAsked] = useState<Asked>()
  const mayChange = useMayChange()
  const change = (next: Query): void =>
    void navigate({ to: ".", search: { ...filter, ...next } as object, replace: true })
  const clear = (): void =>
    void navigate({ to: ".", search: (filter["region"] ? { region: filter["region"] } : {}) as object })
  // The same functions at each drawing: rows that have not changed are not drawn again.
  const hrefOf = useCallback(
    (row: Row): string | undefined =>
      row.href ?? (panel.hasItem ? `/${panel.id}/${encodeURIComponent(row.id)}` : undefined),
    [panel]
  )
  const menuOf = useCallback((row: Row) => <RowMenu panel={panel} row={row} ask={setAsked} />, [panel])
  return (
    <>
      <ListHead
        panel={panel}
        total={error ? "" : countOf(panel, shown?.total, shown?.capped ?? false)}
        ask={setAsked}
        own={own}
      />
      <section className="card list-card" aria-label={words(panel.title)}>
        <Filters filters={panel.filters} values={filter} change={change} />
        {error ? (
          <Problem what={`${panel.title} could not be read`} error={error} again={() => void again()} />
        ) : shown === undefined ? (
          <Skeleton lines={9} name={`Reading ${panel.noun[1]}`} />
        ) : shown.total === 0 ? (
          <NothingFound panel={panel} filter={filter} clear={clear} />
        ) : (
          <DataGrid
            label={panel.title}
            opens={panel.hasItem}
            columns={panel.columns}
            total={shown.total}
            menuOf={mayChange && panel.actions.some(({ on }) => on === "row") ? menuOf : undefined}
            {...{ rowAt, onVisible, hrefOf, scroller }}
          />
        )}
      </section>
      <ActionDialog
        key={asked === undefined ? "" : `${asked.action.id} ${asked.id}`}
        asked={asked}
        onClose={() => setAsked(undefined)}
      />
    </>
  )
}
