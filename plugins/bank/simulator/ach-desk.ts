/** What the simulated ACH operator works with: its clock, its rows, its log, and whom it tells. */
import * as Effect from "effect/Effect"
import type { DecidedJob } from "../../../src/domain.ts"
import { Clock, commit, Ids, Store, type RegionStore, type StoreUnavailable, type Write } from "../../../src/plugin.ts"
import { bankPlugin } from "../declaration.ts"
import type { AchNews, AchSink } from "../AchOperator.ts"
import { answerJobName, networkScope } from "./names.ts"
import * as memory from "./repository.ts"

/** What the first and the last are given; the other one finds what is due. */
export interface NamedFile {
  readonly name: string
}

/** The invented routing number of the operator, with a right check digit. */
export const operatorNumber = "099900153"

/** A line of the network's log about a file, or about one of its entries. */
export interface AchLine {
  /** As the engine sees it. */
  readonly direction: "out" | "in"
  readonly type: "nacha.file" | "nacha.entry" | "nacha.acknowledgement" | "nacha.return" | "nacha.change"
  readonly name: string
  readonly trace?: string
  readonly isCredited?: boolean
  readonly isLost?: boolean
  /** The text of a file, or a note. */
  readonly body?: string
}

/** The tools of those who work for the operator. */
export interface AchDesk {
  readonly now: () => number
  /** Whether engine time stands: then what takes a moment happens at once. */
  readonly isFrozen: () => boolean
  readonly nextId: (prefix: string) => string
  readonly home: Effect.Effect<RegionStore>
  readonly line: (line: AchLine) => Write
  /** Keeps rows and plans jobs, in one unit. */
  readonly keep: (
    store: RegionStore,
    writes: ReadonlyArray<Write>,
    jobs?: ReadonlyArray<DecidedJob>
  ) => Effect.Effect<void, StoreUnavailable>
  readonly tell: (news: AchNews) => Effect.Effect<void, StoreUnavailable>
  readonly listen: (sink: AchSink) => void
}

/** The job that puts answers that are due by then into a file. */
export const answerJob = (dueAt: number, key = String(dueAt)): DecidedJob => ({
  name: answerJobName,
  key,
  payload: {},
  dueAt
})

/** Makes the desk on the engine's own store and clock. */
export const makeAchDesk = Effect.gen(function* () {
  const clock = yield* Clock
  const ids = yield* Ids
  const stores = yield* Store
  let receive: AchSink = () => Effect.void
  const desk: AchDesk = {
    now: clock.now,
    isFrozen: () => clock.state().mode === "frozen",
    nextId: ids.next,
    home: Effect.orDie(stores.region(stores.home)),
    line: ({ body = "", direction, isCredited = false, isLost = false, name, trace, type }) =>
      memory.logMessage({
        rail: "ach",
        direction,
        messageType: type,
        messageId: name,
        endToEndId: trace ?? null,
        uetr: null,
        isCredited,
        isLost,
        body,
        at: clock.now()
      }),
    keep: (store, writes, jobs = []) =>
      commit(store, { plugin: bankPlugin, scope: networkScope, now: clock.now(), nextId: ids.next, writes, jobs }).pipe(
        Effect.catchTags({ LeaseLost: Effect.die, UniqueViolation: Effect.die })
      ),
    tell: (news) => receive(news),
    listen: (sink) => void (receive = sink)
  }
  return desk
})
