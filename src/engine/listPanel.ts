/** Panels over any list: where its windows begin, its rows as cells, one thing in full. */
import * as Effect from "effect/Effect"
import type { RegionStore } from "../services/Store.ts"
import type { Panel, PanelAnchors, PanelCell, PanelColumn, PanelFilters, PanelItem, PanelRow } from "./Panel.ts"

/** The rows of a list. `listing` makes one of a table; a list without a number for each row writes its own. */
export interface PanelList<Row, R> {
  readonly anchors: (store: RegionStore, filters: PanelFilters) => Effect.Effect<PanelAnchors, unknown, R>
  readonly rows: (
    store: RegionStore,
    filters: PanelFilters,
    anchor: string | undefined
  ) => Effect.Effect<ReadonlyArray<Row>, unknown, R>
  readonly count?: (store: RegionStore, filters: PanelFilters) => Effect.Effect<number, unknown, R>
}

/** A column of a list: what stands above it, of which kind it is, and the cell of a row. */
export type ListColumn<Row> = readonly [
  title: string,
  kind: PanelColumn["kind"],
  cell: (row: Row, store: RegionStore) => PanelCell
]

/** How a slice describes such a panel. */
export interface ListPanelOptions<Row, R> extends Omit<Panel<R>, "anchors" | "rows" | "badge" | "item" | "columns"> {
  readonly list: PanelList<Row, R>
  /** The columns by their keys. */
  readonly columns: Readonly<Record<string, ListColumn<Row>>>
  /** What a row is besides its cells: its id, whose it is, and the page that it leads to. */
  readonly rowOf: (row: Row) => Pick<PanelRow, "id" | "account" | "href">
  /** What waits for a person: the values of filters. */
  readonly waits?: PanelFilters
  /** One thing in full. */
  readonly item?: {
    readonly find: (store: RegionStore, id: string) => Effect.Effect<Row | undefined, unknown, R>
    readonly show: (row: Row, store: RegionStore) => PanelItem | Effect.Effect<PanelItem, unknown, R>
  }
}

/** Makes a panel of a list. */
export const listPanel = <Row, R = never>(options: ListPanelOptions<Row, R>): Panel<R> => {
  const { columns, item, list, rowOf, waits, ...panel } = options
  const { count } = list
  const shown = Object.entries(columns)
  const cellsOf = (row: Row, store: RegionStore): PanelRow => ({
    ...Object.fromEntries(shown.map(([key, [, , cell]]) => [key, cell(row, store)])),
    ...rowOf(row)
  })
  const itemOf = (row: Row, store: RegionStore) => {
    const found = item!.show(row, store)
    return Effect.map(Effect.isEffect(found) ? found : Effect.succeed(found), (one): PanelItem => ({
      row: cellsOf(row, store),
      ...one
    }))
  }
  return {
    ...panel,
    columns: shown.map(([key, [title, kind]]) => ({ key, title, kind })),
    ...(waits === undefined || count === undefined ? {} : { badge: (store) => count(store, waits) }),
    anchors: list.anchors,
    rows: (store, filters, anchor) =>
      Effect.map(list.rows(store, filters, anchor), (rows) => rows.map((row) => cellsOf(row, store))),
    ...(item === undefined
      ? {}
      : {
          item: (store, id) =>
            Effect.flatMap(item.find(store, id), (row) => (row === undefined ? Effect.undefined : itemOf(row, store)))
        })
  }
}
