/**
 * Panels over tables of documents that belong to somebody: the list over all accounts, one document in full, and actions that
 * run in the name of its owner. A slice says what of a document is shown; the rest is alike for all.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { Mode, Principal } from "../domain/Principal.ts"
import type { CallerShape } from "../http/Caller.ts"
import type { StoredAs } from "../rows/storedAs.ts"
import type { Read, RegionStore } from "../services/Store.ts"
import { listing, type ListingFilter } from "../store/listing.ts"
import { readDocument } from "../store/sealing.ts"
import { listPanel, type ListColumn } from "./listPanel.ts"
import type {
  Panel,
  PanelAction,
  PanelAsking,
  PanelFilter,
  PanelInput,
  PanelItem,
  PanelResult,
  PanelRow
} from "./Panel.ts"

/** There is nothing by the id that an action was to be done with. */
export class PanelItemMissing extends Data.TaggedError("PanelItemMissing")<{ readonly id: string }> {
  override get message(): string {
    return `There is nothing by the id ${this.id}`
  }
}

/** A document of a panel, with its owner. */
export interface OwnedDocument<A> {
  readonly document: A
  readonly scope: string
  /** The account of the scope. */
  readonly account: string
  readonly store: RegionStore
}

/** An action on a document. */
export interface DocumentAction<A, R> extends Omit<PanelAction<R>, "run" | "on" | "applies" | "input"> {
  /** The fields of its form. Default: none. */
  readonly input?: PanelAction<R>["input"]
  readonly applies?: (row: PanelRow) => boolean
  /** It moves money: a form that is sent twice has one effect. Its operation must know its refusals by their tags. */
  readonly once?: true
  /** In whose name it runs, where that is not the owner. */
  readonly principalOf?: DocumentPanelOptions<A, R>["principalOf"]
  readonly run: (
    caller: CallerShape,
    document: A,
    input: PanelInput,
    asking: PanelAsking
  ) => Effect.Effect<PanelResult, unknown, R>
}

/** An action that makes something for an account. It asks for the account by itself. */
export interface AccountAction<R> extends Omit<PanelAction<R>, "run" | "on" | "applies"> {
  /** As in `DocumentAction`. */
  readonly once?: true
  /** It belongs to no account, so the form has no field for one. */
  readonly ofNobody?: true
  readonly run: (caller: CallerShape, input: PanelInput, asking: PanelAsking) => Effect.Effect<PanelResult, unknown, R>
}

/** A column of a panel of documents. */
export type DocumentColumn<A> = ListColumn<A>

type Section = PanelItem["sections"][number]

/** How a slice describes its panel. */
export interface DocumentPanelOptions<A, R> extends Pick<
  Panel<R>,
  "id" | "title" | "noun" | "empty" | "group" | "icon" | "idPrefix"
> {
  readonly stored: StoredAs<A>
  /** The columns by their keys: what stands above each, of which kind it is, and the cell of a document. */
  readonly columns: Readonly<Record<string, DocumentColumn<A>>>
  /** The columns of the table by which the list may be narrowed, with what they may hold. */
  readonly filters?: ReadonlyArray<PanelFilter & { readonly by?: ListingFilter }>
  /** What waits for a person: the values of filters. */
  readonly waits?: Readonly<Record<string, string>>
  /** The document as the API shows it. */
  readonly json?: (document: A) => unknown
  /** What else is shown of one document. */
  readonly sections?: (owned: OwnedDocument<A>) => Effect.Effect<ReadonlyArray<Section>, unknown, R>
  readonly links?: (document: A) => NonNullable<PanelItem["links"]>
  readonly samples?: (document: A) => NonNullable<PanelItem["samples"]>
  /**
   * In whose name actions run, by the scope of the document. The actor names the session, as a credential would; the person is the
   * administrator, where the host names them.
   */
  readonly principalOf: (scope: string, actor: string, person?: string) => Effect.Effect<Principal, unknown, R>
  readonly actions?: ReadonlyArray<DocumentAction<A, R>>
  readonly accountActions?: ReadonlyArray<AccountAction<R>>
  /** The mode of everything that is listed; without it actions for an account ask for it. */
  readonly mode?: Mode
  /** Whose a document is, where the table has no column `scope`. */
  readonly scopeOf?: (document: A) => string
  /** Holds for every row of the list. */
  readonly where?: string
}

interface Row {
  readonly id: string
  readonly scope?: string
  readonly state: string
}

/** The account of a scope. */
export const accountOfScope = (scope: string): string => scope.slice(0, scope.lastIndexOf("/"))

const always: ReadonlyArray<PanelFilter & { readonly by: ListingFilter }> = [
  { key: "account", title: "Account", by: { accountOf: "scope" } },
  { key: "from", title: "From", by: { from: "created_at" } },
  { key: "to", title: "Before", by: { before: "created_at" } }
]

const accountField = { key: "account", title: "Account", kind: "text", required: true } as const
const modeField = { key: "mode", title: "Mode", kind: "choice", of: ["test", "live"], required: true } as const

/** The fields in which an action asks for whom it makes something: with a mode of their own, for the account alone. */
export const ownerFields = (mode: Mode | undefined) => [accountField, ...(mode === undefined ? [modeField] : [])]

type Find<A> = (store: RegionStore, id: string) => Read<OwnedDocument<A> | undefined>

/** The actions on documents, which run as their owners, and those that make something for an account. */
const actionsOf = <A extends { readonly id: string }, R>(
  options: DocumentPanelOptions<A, R>,
  find: Find<A>
): ReadonlyArray<PanelAction<R>> => {
  const onDocument = ({
    input: fields = [],
    once,
    principalOf = options.principalOf,
    run,
    ...action
  }: DocumentAction<A, R>): PanelAction<R> => ({
    ...action,
    on: "row",
    input: fields,
    run: Effect.fnUntraced(function* (asking, wanted, input) {
      const owned = yield* find(asking.store, wanted)
      if (owned === undefined) return yield* new PanelItemMissing({ id: wanted })
      const caller = asking.callerOf(yield* principalOf(owned.scope, asking.actor, asking.person), once && asking.key)
      return yield* run(caller, owned.document, input, asking)
    })
  })
  const onAccount = ({ input: fields, ofNobody, once, run, ...action }: AccountAction<R>): PanelAction<R> => ({
    ...action,
    on: "list",
    input: [...(ofNobody === true ? [] : ownerFields(options.mode)), ...fields],
    run: Effect.fnUntraced(function* (asking, _, { account = "", mode = options.mode, ...input }) {
      const scope = `${String(account)}/${String(mode)}`
      const caller = asking.callerOf(yield* options.principalOf(scope, asking.actor, asking.person), once && asking.key)
      return yield* run(caller, input, asking)
    })
  })
  return [...(options.actions ?? []).map(onDocument), ...(options.accountActions ?? []).map(onAccount)]
}

/** One document in full: the cells of its row first, then what the slice adds. */
const itemOf = Effect.fnUntraced(function* <A extends { readonly id: string }, R>(
  options: DocumentPanelOptions<A, R>,
  owned: OwnedDocument<A>
): Effect.fn.Return<PanelItem, unknown, R> {
  const { columns, json, links, samples, sections } = options
  const { document, store } = owned
  const fields = Object.values(columns).map(([label, kind, cell]) => ({ label, kind, value: cell(document, store) }))
  const value = fields.find(({ kind }) => kind === "status")?.value
  return {
    title: document.id,
    ...(typeof value === "object" && value !== null && "tone" in value ? { status: value } : {}),
    sections: [{ title: "Details", fields }, ...(sections === undefined ? [] : yield* sections(owned))],
    json: json === undefined ? document : json(document),
    ...(links === undefined ? {} : { links: links(document) }),
    ...(samples === undefined ? {} : { samples: samples(document) })
  }
})

/** Makes a panel of documents. */
export const documentPanel = <A extends { readonly id: string }, R = never>(
  options: DocumentPanelOptions<A, R>
): Panel<R> => {
  const { columns, empty, group, icon, id, idPrefix, noun, scopeOf, stored, title, waits, where } = options
  const filters = [...(options.filters ?? []), ...(scopeOf === undefined ? always : always.slice(1))]
  const list = listing<Row>({
    table: stored.table,
    columns: scopeOf === undefined ? ["id", "scope", "state"] : ["id", "state"],
    filters: Object.fromEntries(filters.map((filter) => [filter.key, filter.by ?? { column: filter.key }])),
    ...(where === undefined ? {} : { where })
  })
  const ownedOf = (store: RegionStore, row: Row): OwnedDocument<A> => {
    const document = readDocument(store, stored, row.state, row.id)
    const scope = row.scope ?? scopeOf?.(document) ?? ""
    return { document, scope, account: accountOfScope(scope), store }
  }
  const find: Find<A> = (store, wanted) =>
    Effect.map(list.find(store, "id", wanted), (row) => (row === undefined ? undefined : ownedOf(store, row)))

  return listPanel<OwnedDocument<A>, R>({
    id,
    title,
    group,
    icon,
    ...(noun === undefined ? {} : { noun }),
    ...(empty === undefined ? {} : { empty }),
    ...(idPrefix === undefined ? {} : { idPrefix }),
    filters: filters.map(({ key, kind, of, title: label }) => ({
      key,
      title: label,
      ...(kind === undefined ? {} : { kind }),
      ...(of === undefined ? {} : { of })
    })),
    columns: Object.fromEntries(
      Object.entries(columns).map(([key, [label, kind, cell]]): [string, ListColumn<OwnedDocument<A>>] => [
        key,
        [label, kind, ({ document, store }) => cell(document, store)]
      ])
    ),
    list: {
      ...list,
      rows: (store, narrowed, anchor) =>
        Effect.map(list.rows(store, narrowed, anchor), (rows) => rows.map((row) => ownedOf(store, row)))
    },
    ...(waits === undefined ? {} : { waits }),
    rowOf: ({ account, document }) => ({ id: document.id, account }),
    item: { find, show: (owned) => itemOf(options, owned) },
    actions: actionsOf(options, find)
  })
}
