/**
 * Screening against the list files of a folder, for Node: loaded at the start, watched, and replaced between two
 * screenings when a file changes. A list that cannot be read stays as it was, and says so in its status.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Clock } from "./Clock.ts"
import { fromLists, Screening, type ScreeningShape, ScreeningUnavailable, withSandboxOutages } from "./Screening.ts"
import { type ListScreening, screeningOver } from "./screening/ListScreening.ts"
import { findFiles, signatureOf } from "./screening/NodeFolder.ts"
import { buildInThread } from "./screening/NodeListLoader.ts"
import type { BuildAnswer } from "./screening/NodeListBuilder.ts"
import { sandboxLists } from "./screening/sandbox-list.ts"
import type { IndexedList } from "./screening/ScreeningIndex.ts"
import type { ListName, ListStatus } from "./screening/ScreeningResult.ts"
import type { WatchList } from "./screening/WatchList.ts"

/** The lists of a folder cannot be used at the start. The message says which file, line and field. */
export class ListsUnusable extends Data.TaggedError("ListsUnusable")<{
  readonly folder: string
  readonly reasons: ReadonlyArray<string>
}> {
  override get message(): string {
    return `The screening lists in ${this.folder} cannot be used:\n  ${this.reasons.join("\n  ")}`
  }
}

/** What to screen against. */
export interface NodeScreeningOptions {
  /** Searched for list files, three folders deep. */
  readonly folder: string
  /** Whether the fictional entries of the sandbox are there as well. Default: no. */
  readonly sandbox?: boolean | undefined
  /** Lowest score of a match, 0 to 100. Default: 85. */
  readonly threshold?: number | undefined
  /** Whether screening is unavailable while a consulted list is older than it may be. Default: no, it is only reported. */
  readonly refuseStale?: boolean | undefined
  /** How often the folder is looked at, in milliseconds of real time. Default: 2 s. */
  readonly pollMs?: number | undefined
}

const defaultPollMs = 2_000

const hourMs = 3_600_000

type Built = Extract<BuildAnswer, { readonly kind: "built" }>

/** What changes with a load. */
interface Loaded {
  signature: string
  /** Epoch milliseconds of the load that brought the current version of each list. */
  readonly loadedAt: Map<ListName, number>
  readonly refusals: Map<ListName, { readonly at: number; readonly reason: string }>
}

const noteLoad = (loaded: Loaded, { index, refusals, signature }: Built, now: number): void => {
  loaded.signature = signature
  for (const { history, list } of index.lists) {
    if (history.at(-1)?.load === index.load || !loaded.loadedAt.has(list)) loaded.loadedAt.set(list, now)
  }
  loaded.refusals.clear()
  for (const { list, reason } of refusals) loaded.refusals.set(list, { at: now, reason })
}

const isStale = ({ maxAgeHours, stateDate }: IndexedList, now: number): boolean =>
  maxAgeHours !== undefined && now - Date.parse(stateDate) > maxAgeHours * hourMs

const statusOf = (list: IndexedList, loaded: Loaded, now: number): ListStatus => ({
  list: list.list,
  stateDate: list.stateDate,
  version: list.version,
  entries: list.entries,
  names: list.names,
  ...(list.entries > list.own ? { loadedAt: loaded.loadedAt.get(list.list), maxAgeHours: list.maxAgeHours } : {}),
  stale: isStale(list, now),
  ...(loaded.refusals.has(list.list) ? { lastRefusal: loaded.refusals.get(list.list) } : {})
})

/** Screening that fails while a list that is consulted is too old. */
const refusingStale = (
  screening: ScreeningShape,
  lists: ListScreening["lists"],
  now: () => number
): ScreeningShape => ({
  ...screening,
  screen: (subject, options) =>
    Effect.suspend(() => {
      const stale = lists().filter((list) => (options?.lists?.includes(list.list) ?? true) && isStale(list, now()))
      return stale.length === 0
        ? screening.screen(subject, options)
        : Effect.fail(new ScreeningUnavailable({ reason: "stale_list", lists: stale.map(({ list }) => list) }))
    })
})

const ownLists = ({ sandbox }: NodeScreeningOptions): ReadonlyArray<WatchList> => (sandbox === true ? sandboxLists : [])

const firstLoad = Effect.fnUntraced(function* (options: NodeScreeningOptions) {
  const { folder } = options
  const answer = yield* Effect.promise(() => buildInThread({ folder, own: ownLists(options) }))
  if (answer.kind === "failed") return yield* new ListsUnusable({ folder, reasons: [answer.reason] })
  if (answer.refusals.length > 0) {
    return yield* new ListsUnusable({ folder, reasons: answer.refusals.map(({ reason }) => reason) })
  }
  return answer
})

/** Loads what is in the folder now, and logs what came and what was refused: files, lines, numbers, never names of people. */
const reload = Effect.fnUntraced(function* (
  options: NodeScreeningOptions,
  screening: ListScreening,
  note: (built: Built) => void
) {
  const { entries, lists, load } = screening.index()
  const previous = { entries, lists, load }
  const startedMs = performance.now()
  const answer = yield* Effect.promise(() =>
    buildInThread({ folder: options.folder, own: ownLists(options), previous })
  )
  if (answer.kind === "failed") {
    yield* Effect.logError("Screening lists could not be read; the lists in use stay", { reason: answer.reason })
    return
  }
  screening.replace(answer.index)
  note(answer)
  const tookMs = Math.round(performance.now() - startedMs)
  for (const difference of answer.differences) {
    yield* Effect.logInfo("A screening list was loaded", {
      ...difference,
      files: answer.files[difference.list] ?? [],
      tookMs
    })
  }
  for (const { list, reason } of answer.refusals) {
    yield* Effect.logError("A screening list was refused; the one in use stays", { list, reason })
  }
})

const currentSignature = (folder: string): string | undefined => {
  try {
    return signatureOf(findFiles(folder))
  } catch {
    // A folder that is away for a moment, such as one that is mounted, changes nothing.
    return undefined
  }
}

/** Looks at the folder over and over. A change is loaded when two looks in a row see the same: it is written whole then. */
const watch = Effect.fnUntraced(function* (
  { folder, pollMs = defaultPollMs }: NodeScreeningOptions,
  loaded: Loaded,
  load: Effect.Effect<void>
) {
  const pause = Effect.callback<void>((resume) => {
    const timer = setTimeout(() => resume(Effect.void), pollMs)
    return Effect.sync(() => clearTimeout(timer))
  })
  let before: string | undefined
  for (;;) {
    yield* pause
    const seen = currentSignature(folder)
    if (seen !== undefined && seen === before && seen !== loaded.signature) {
      loaded.signature = seen
      yield* load
    }
    before = seen
  }
})

const make = Effect.fnUntraced(function* (options: NodeScreeningOptions) {
  const clock = yield* Clock
  const first = yield* firstLoad(options)
  const loaded: Loaded = { signature: first.signature, loadedAt: new Map(), refusals: new Map() }
  noteLoad(loaded, first, clock.now())
  const lists = screeningOver(first.index, options.threshold)
  const load = reload(options, lists, (built) => noteLoad(loaded, built, clock.now()))
  yield* Effect.forkScoped(watch(options, loaded, load))
  const statuses = Effect.sync(() => lists.lists().map((list) => statusOf(list, loaded, clock.now())))
  const screening = fromLists(lists, statuses)
  const checked = options.refuseStale === true ? refusingStale(screening, lists.lists, clock.now) : screening
  return options.sandbox === true ? withSandboxOutages(checked) : checked
})

/** Screening against the lists of a folder. Fails when a list in it cannot be read at the start. */
export const layer = (options: NodeScreeningOptions): Layer.Layer<Screening, ListsUnusable, Clock> =>
  Layer.effect(Screening, make(options))
