/** How long rows are kept, as data: what a plugin states about its tables, and what the core adds for events. */
import * as Data from "effect/Data"
import * as Result from "effect/Result"

/** How long rows of a kind are kept. */
export interface Period {
  /** Days of engine time, counted from the row's `created_at`. */
  readonly days: number
  /** Where the number is from. */
  readonly source: string
  /** The least a host may set; default 1. */
  readonly leastDays?: number
}

/** How long the rows of one table are kept, and which are needed for longer. */
export interface TablePeriod extends Period {
  /** Names the kind after the plugin's id: `audit` of `bank` is `bank.audit`. */
  readonly name: string
  /** A table of the plugin with the columns `sequence` and `created_at` (epoch milliseconds). */
  readonly table: string
  /** SQL that is true for a row that is still needed, however old. The row is called `aged`. */
  readonly neededWhile?: string
}

/** What a plugin states about how long it keeps things. Tables that are not named are kept for good. */
export interface PluginRetention {
  /** Its events. They stay while a delivery of theirs does. */
  readonly events?: Period
  /** Deliveries of its events with the log of their attempts. Those that are under way stay. */
  readonly deliveries?: Period
  readonly tables?: ReadonlyArray<TablePeriod>
}

/** A kind of rows with the period in force. */
export interface RetainedKind extends TablePeriod {
  /** `name` is whole here, such as `bank.audit`. */
  readonly params: ReadonlyArray<string>
  /** Of a table that plugins share: SQL that is true for the rows of this kind. */
  readonly own?: { readonly where: string; readonly params: ReadonlyArray<string> }
  /** Rows of another table that go with a row: those whose `column` is its `id`. */
  readonly dependents?: { readonly table: string; readonly column: string }
}

/** Events of a plugin that says nothing else: a year and a month, so that whoever looks back once a year finds them. */
export const defaultEvents: Period = { days: 400, source: "our choice: a year and a month" }

/** Deliveries of a plugin that says nothing else. */
export const defaultDeliveries: Period = {
  days: 90,
  source: "our choice: a quarter; the longest schedule of attempts is 48 hours",
  leastDays: 3
}

/** Periods that a host sets instead of the defaults: days by kind, such as `{ "cards.events": 30 }`. */
export type RetentionDays = Readonly<Record<string, number>>

/** The host sets a period for a kind that no plugin states, or days out of range. */
export class RetentionRefused extends Data.TaggedError("RetentionRefused")<{ readonly message: string }> {}

/** The most days that can be set: more than engine time can date. */
export const mostDays = 400_000

const eventKinds = (
  plugin: string,
  { deliveries = defaultDeliveries, events = defaultEvents }: PluginRetention,
  subscriptionJobs: ReadonlyArray<string>
): ReadonlyArray<RetainedKind> => [
  {
    ...deliveries,
    name: `${plugin}.deliveries`,
    table: "webhook_deliveries",
    neededWhile: `aged.status = 'pending'
      OR EXISTS (SELECT 1 FROM jobs WHERE name = 'webhooks.attempt' AND job_key = aged.id || '/manual')
      OR NOT EXISTS (SELECT 1 FROM events WHERE events.id = aged.event_id AND events.plugin = ?)`,
    params: [plugin],
    own: {
      where: `EXISTS (SELECT 1 FROM events WHERE events.id = aged.event_id AND events.plugin = ?)`,
      params: [plugin]
    },
    dependents: { table: "webhook_attempts", column: "delivery_id" }
  },
  {
    ...events,
    name: `${plugin}.events`,
    table: "events",
    neededWhile: [
      "aged.plugin <> ?",
      "EXISTS (SELECT 1 FROM webhook_deliveries WHERE event_id = aged.id)",
      ...subscriptionJobs.map(() => "EXISTS (SELECT 1 FROM jobs WHERE name = ? AND job_key = aged.id)")
    ].join(" OR "),
    params: [plugin, ...subscriptionJobs],
    own: { where: `aged.plugin = ?`, params: [plugin] }
  }
]

/** A plugin as far as retention goes. */
export interface Retaining {
  readonly id: string
  /** Whether it has events, and so deliveries. */
  readonly publishes: boolean
  readonly retention: PluginRetention
  /** Jobs that will read its events. */
  readonly subscriptionJobs: ReadonlyArray<string>
}

const problemOf = (kinds: ReadonlyArray<RetainedKind>, name: string, days: number): string | undefined => {
  const kind = kinds.find((known) => known.name === name)
  if (kind === undefined) {
    return `The retention of ${name} cannot be set: there are ${kinds.map((known) => known.name).join(", ")}`
  }
  const { leastDays = 1 } = kind
  return Number.isInteger(days) && days >= leastDays && days <= mostDays
    ? undefined
    : `The retention of ${name} must be a whole number of days from ${leastDays} to ${mostDays}, not ${days}`
}

/**
 * Every kind of rows that goes after a time, in the order in which they may go. Fails with `RetentionRefused` for days that
 * cannot be.
 */
export const retainedKinds = (
  plugins: ReadonlyArray<Retaining>,
  days: RetentionDays = {}
): Result.Result<ReadonlyArray<RetainedKind>, RetentionRefused> => {
  const kinds = plugins.flatMap(({ id, publishes, retention, subscriptionJobs }) => [
    ...(publishes ? eventKinds(id, retention, subscriptionJobs) : []),
    ...(retention.tables ?? []).map((table) => ({ ...table, name: `${id}.${table.name}`, params: [] }))
  ])
  for (const [name, set] of Object.entries(days)) {
    const message = problemOf(kinds, name, set)
    if (message !== undefined) return Result.fail(new RetentionRefused({ message }))
  }
  return Result.succeed(kinds.map((kind) => ({ ...kind, days: days[kind.name] ?? kind.days })))
}
