/**
 * Panels: what a plugin shows to the people who operate an engine, as data. A plugin says what there is to read and to do; a
 * console draws it. Nothing here knows a browser, and a panel runs without one.
 */
import type * as Effect from "effect/Effect"
import type { Principal } from "../domain/Principal.ts"
import type { CallerShape } from "../http/Caller.ts"
import type { RegionStore } from "../services/Store.ts"

/** How something stands: well, waiting for something, refused or failed, held by a person or a rule, or none of these. */
export type Tone = "good" | "wait" | "bad" | "held" | "none"

/** What a cell holds: `money`, `status` and `time` cells as the types below say, every other one a text or a number. */
export type PanelCell =
  | string
  | number
  | boolean
  | null
  | undefined
  | { readonly amountMinor: number; readonly currency: string }
  | { readonly value: string; readonly tone: Tone }

/** A row: its id, whose it is, and a cell for each column by the column's key. */
export interface PanelRow {
  readonly id: string
  /** The account or client that owns it. */
  readonly account?: string
  /** A page of the console, such as `/cards.payments/pay_…`; default: the row's own. */
  readonly href?: string
  readonly [cell: string]: PanelCell
}

/** A column of a list. A `time` is in milliseconds since the epoch of engine time. */
export interface PanelColumn {
  readonly key: string
  readonly title: string
  readonly kind: "text" | "id" | "money" | "status" | "time" | "number" | "code"
}

/** What a list may be narrowed by. Without `of` it is any text; of the kind `money` it is a number of hundredths, such as cents. */
export interface PanelFilter {
  readonly key: string
  readonly title: string
  readonly of?: ReadonlyArray<string>
  readonly kind?: "money"
}

/** What a list is narrowed by now, by the keys of its filters. */
export type PanelFilters = Readonly<Record<string, string | undefined>>

/** Where the windows of a list begin: the second after `anchors[0]`, the third after `anchors[1]`. */
export interface PanelAnchors {
  readonly total: number
  /** Whether there are more rows than are counted. */
  readonly capped: boolean
  readonly anchors: ReadonlyArray<string>
}

/**
 * A field of what an action asks for. `money` is a whole number of minor units, `choices` a list of some of what is offered, `json`
 * any value, `file` bytes in base64.
 */
export interface PanelField {
  readonly key: string
  readonly title: string
  readonly kind: "text" | "money" | "choice" | "choices" | "note" | "number" | "json" | "switch" | "file"
  readonly required: boolean
  /** The values of a choice or of choices, or the media types of a file. */
  readonly of?: ReadonlyArray<string>
  readonly hint?: string
  /** Texts that are offered; any other one is taken too. */
  readonly suggest?: ReadonlyArray<string>
  /** What stands in it at first. */
  readonly value?: string
}

/** A labelled value of an item. */
export interface PanelItemField {
  readonly label: string
  readonly kind: PanelColumn["kind"] | "json"
  readonly value: PanelCell | ReadonlyArray<string>
}

/** One thing of a list, in full. */
export interface PanelItem {
  readonly title: string
  readonly status?: { readonly value: string; readonly tone: Tone }
  readonly sections: ReadonlyArray<{ readonly title: string; readonly fields: ReadonlyArray<PanelItemField> }>
  /** The thing as the API shows it. */
  readonly json?: unknown
  readonly samples?: ReadonlyArray<{ readonly language: "curl" | "node"; readonly text: string }>
  readonly links?: ReadonlyArray<{ readonly text: string; readonly href: string }>
  /** The row of the thing, which decides what may be done with it. */
  readonly row?: PanelRow
}

/** What an action came to. A secret is shown once. */
export interface PanelResult {
  readonly message: string
  readonly id?: string
  readonly secret?: string
  /** What a dry run found. */
  readonly details?: unknown
}

/** Who runs an action, and on what. */
export interface PanelAsking {
  readonly store: RegionStore
  /** The caller in whose name an operation runs: the owner of the row, so that it does what a request of theirs would. */
  readonly callerOf: (principal: Principal, idempotencyKey?: string) => CallerShape
  /** The same each time a browser sends the same form: an idempotency key for what may be done only once. */
  readonly key: string | undefined
  /** Engine time, epoch milliseconds. */
  readonly now: number
  /** The session that acts, such as `console:ses_…`. */
  readonly actor: string
  /** The administrator who acts, where the host names them: two of them are two people. */
  readonly person?: string
  /** Why, in the words of the person who acts. */
  readonly reason: string
}

/** The values of the form by the keys of its fields. They are checked before the action runs. */
export type PanelInput = Readonly<Record<string, unknown>>

/** Something to be done with a row, or with the list. */
export interface PanelAction<out R> {
  readonly id: string
  readonly title: string
  /** What happens, in a sentence that a person confirms. */
  readonly confirm: string
  readonly tone?: Tone
  readonly on: "row" | "list"
  /** What a person does to a sandbox, such as planning a fault: a console offers it on every page. */
  readonly sandbox?: true
  readonly input: ReadonlyArray<PanelField>
  /** Whether it can be done with a row as it stands. Default: with every row. */
  readonly applies?: (row: PanelRow) => boolean
  /** Does it by an operation of the plugin. What that refuses is shown with its own words. */
  readonly run: (asking: PanelAsking, id: string, input: PanelInput) => Effect.Effect<PanelResult, unknown, R>
}

/** A list for operators, over every account of a region, with what may be done. */
export interface Panel<out R> {
  /** Unique within the plugin; `plugin.id` names it in the console. */
  readonly id: string
  readonly title: string
  /** What one row of it is called, and several: `["transfer", "transfers"]`. Default: the title for both. */
  readonly noun?: readonly [one: string, many: string]
  /** What an empty list says below "No transfers yet": what appears in it and why, in a sentence or two. */
  readonly empty?: string
  /** The heading it stands under. */
  readonly group: string
  /** The name of a Lucide icon: one of those that the console has (some hundred); a circle stands for any other. */
  readonly icon: string
  /** How the ids of its things begin, such as `pay_`: links to them lead here. */
  readonly idPrefix?: string
  /** How many things wait for a person. */
  readonly badge?: (store: RegionStore) => Effect.Effect<number, unknown, R>
  readonly columns: ReadonlyArray<PanelColumn>
  readonly filters: ReadonlyArray<PanelFilter>
  readonly anchors: (store: RegionStore, filters: PanelFilters) => Effect.Effect<PanelAnchors, unknown, R>
  /** A window of at most 200 rows, after an anchor. */
  readonly rows: (
    store: RegionStore,
    filters: PanelFilters,
    anchor: string | undefined
  ) => Effect.Effect<ReadonlyArray<PanelRow>, unknown, R>
  readonly item?: (store: RegionStore, id: string) => Effect.Effect<PanelItem | undefined, unknown, R>
  readonly actions?: ReadonlyArray<PanelAction<R>>
}

/** A figure of the overview. */
export interface PanelFigure {
  readonly title: string
  readonly value: number
  readonly unit?: string
  readonly tone?: Tone
  readonly href?: string
}

/** What was paid on a day of engine time (UTC) in a currency. */
export interface PanelVolume {
  /** Such as `2026-01-15`. */
  readonly day: string
  readonly currency: string
  readonly amountMinor: number
  readonly count: number
  readonly declined: number
}

/** How a plugin stands in a region. */
export interface PanelOverview {
  readonly figures?: ReadonlyArray<PanelFigure>
  /** What needs a person, in a sentence each. */
  readonly needs?: ReadonlyArray<{ readonly text: string; readonly href: string }>
}

/** What a plugin shows to operators. It is loaded when the first of them looks. */
export interface PluginPanels<out R> {
  readonly panels: ReadonlyArray<Panel<R>>
  readonly overview?: (store: RegionStore, now: number) => Effect.Effect<PanelOverview, unknown, R>
  /** What was paid on the days from one to another, both inclusive, such as `2026-01-15`. */
  readonly volume?: (
    store: RegionStore,
    days: { readonly from: number; readonly to: number }
  ) => Effect.Effect<ReadonlyArray<PanelVolume>, unknown, R>
}
