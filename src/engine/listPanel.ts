/** Panels over any list: where its windows begin, its rows as cells, one thing in full. */
import * as Effect from "effect/Effect"
import type { RegionStore } from "../services/Store.ts"
import type { Panel, PanelAnchors, PanelFilters, PanelItem, PanelRow } from "./Panel.ts"

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

/** How a slice describes such a panel. */
export interface ListPanelOptions<Row, R> extends Omit<Panel<R>, "anchors" | "rows" | "badge" | "item"> {
  readonly list: PanelList<Row, R>
  readonly rowOf: (row: Row, store: RegionStore) => PanelRow | Effect.Effect<PanelRow, unknown, R>
  /** What waits for a person: the values of filters. */
  readonly waits?: PanelFilters
  /** One thing in full. */
  readonly item?: {
    readonly find: (store: RegionStore, id: string) => Effect.Effect<Row | undefined, unknown, R>
    readonly show: (row: Row, store: RegionStore) => PanelItem | Effect.Effect<PanelItem, unknown, R>
  }
}

const effectOf = <A extends object, R>(given: A | Effect.Effect<A, unknown, R>): Effect.Effect<A, unknown, R> =>
  Effect.isEffect(given) ? given : Effect.succeed(given)

/** Makes a panel of a list. */
export const listPanel = <Row, R = never>(options: ListPanelOptions<Row, R>): Panel<R> => {
  const { item, list, rowOf, waits, ...panel } = options
  const { count } = list
  return {
    ...panel,
    ...(waits === undefined || count === undefined ? {} : { badge: (store) => count(store, waits) }),
    anchors: list.anchors,
    rows: (store, filters, anchor) =>
      Effect.flatMap(list.rows(store, filters, anchor), (rows) =>
        Effect.forEach(rows, (row) => effectOf(rowOf(row, store)))
      ),
    ...(item === undefined
      ? {}
      : {
          item: (store, id) =>
            Effect.flatMap(item.find(store, id), (row) =>
              row === undefined ? Effect.undefined : effectOf(item.show(row, store))
            )
        })
  }
}
