/**
 * The simulated ACH operator (decisions C.1, C.4): it takes Nacha files, remembers their entries in tables of its own,
 * and sends acknowledgements and files of returns and changes. It knows nothing of payments.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type { DecidedJob } from "../../../src/domain.ts"
import { Clock, commit, Ids, Store, type RegionStore, type StoreUnavailable, type Write } from "../../../src/plugin.ts"
import {
  AchConnection,
  type AchFileFinding,
  type AchOperator,
  type AchSink,
  type OutgoingAchFile
} from "../AchOperator.ts"
import { fedAch } from "../calendar/ach-windows.ts"
import { easternDateOf, easternInstant } from "../calendar/eastern-time.ts"
import { reversalDescription } from "../messages/nacha/answers.ts"
import type { BatchHeader } from "../messages/nacha/NachaFile.ts"
import { readFile, type NachaReading } from "../messages/nacha/read.ts"
import { writeFile } from "../messages/nacha/write.ts"
import { RailUnreachable } from "../Rail.ts"
import { achReturnCode } from "../return-codes.ts"
import { answerFile, plannedReturn, type DueAnswer, type PlannedAnswer, type RememberedEntry } from "./AchAnswers.ts"
import { achScript, changeAt, returnAt } from "./ach-scripts.ts"
import * as rows from "./achRepository.ts"
import * as memory from "./repository.ts"

/** Jobs of the operator. */
export const acknowledgeJobName = "bank.simulator.ach.acknowledge"
export const answerJobName = "bank.simulator.ach.answer"
export const sendJobName = "bank.simulator.ach.send"

/** What the first and the last are given; the other one finds what is due. */
export interface NamedFile {
  readonly name: string
}

/** Who both sides are in file headers. The numbers are invented, with right check digits. */
const operatorNumber = "099900153"
const profile = {
  destination: operatorNumber,
  destinationName: "SIM ACH OPERATOR",
  origin: "BURSAR0001",
  originName: "BURSAR SANDBOX"
}

/** How long the operator ordinarily takes to acknowledge (our choice). While engine time stands, it does at once. */
const acknowledgementMs = 60_000

/** Answers of one file. */
const answersPerFile = 500

const scope = "network/simulated"

/** When a batch settles: its same-day window says when, every other one does in the morning of its date. */
const settlesAtOf = ({ descriptiveDate, effectiveDate }: BatchHeader, now: number): number => {
  const sameDay = fedAch.sameDay.find(({ marker }) => marker === descriptiveDate)
  return easternInstant(effectiveDate ?? easternDateOf(now), sameDay?.settles ?? fedAch.standardSettles)
}

const entriesOf = ({ file }: NachaReading, now: number): ReadonlyArray<RememberedEntry> =>
  file.batches.flatMap(({ entries, header }) =>
    entries.map((entry) => ({ header, entry, settlesAt: settlesAtOf(header, now) }))
  )

const scriptOf = ({ entry }: RememberedEntry) => achScript(entry.accountNumber.trim())

/** What comes back for an entry, and when. */
const answersTo = (
  remembered: RememberedEntry
): ReadonlyArray<{ readonly answer: PlannedAnswer; readonly dueAt: number }> => {
  const { back, change, reversalBack } = scriptOf(remembered)
  const { header, settlesAt } = remembered
  const settlementDate = easternDateOf(settlesAt)
  const isReversal = header.entryDescription === reversalDescription
  const returned = isReversal ? reversalBack : back
  if (returned !== undefined) {
    const answer = plannedReturn(returned.code, remembered)
    const timeFrame = achReturnCode(answer.code)?.timeFrame ?? "two_banking_days"
    return [{ answer, dueAt: returnAt(returned.moment, { settlementDate, settlesAt, timeFrame }) }]
  }
  if (change === undefined || isReversal) return []
  const answer = { kind: "change", code: change.code, information: change.correctedData, note: "" } as const
  return [{ answer, dueAt: changeAt(settlementDate) }]
}

const answerJob = (dueAt: number): DecidedJob => ({ name: answerJobName, key: String(dueAt), payload: {}, dueAt })

/** The whole file is refused, or met with silence, for one entry in it. */
const statusOf = (entries: ReadonlyArray<RememberedEntry>): rows.SimulatedFileStatus => {
  const wanted = new Set(entries.map((entry) => scriptOf(entry).file))
  return wanted.has("rejected") ? "rejected" : wanted.has("silent") ? "silent" : "accepted"
}

const makeOperator = Effect.gen(function* () {
  const clock = yield* Clock
  const ids = yield* Ids
  const stores = yield* Store
  const home = Effect.orDie(stores.region(stores.home))
  let receive: AchSink = () => Effect.void

  const keep = (store: RegionStore, writes: ReadonlyArray<Write>, jobs: ReadonlyArray<DecidedJob> = []) =>
    commit(store, { plugin: "bank", scope, now: clock.now(), nextId: ids.next, writes, jobs }).pipe(
      Effect.catchTags({ IdempotencyRaced: Effect.die, LeaseLost: Effect.die, UniqueViolation: Effect.die })
    )

  const line = (of: {
    readonly direction: "out" | "in"
    readonly type: string
    readonly name: string
    readonly trace?: string
    readonly isCredited?: boolean
    readonly body?: string
  }): Write =>
    memory.logMessage({
      rail: "ach",
      direction: of.direction,
      messageType: of.type,
      messageId: of.name,
      endToEndId: of.trace ?? null,
      uetr: null,
      isCredited: of.isCredited ?? false,
      body: of.body ?? "",
      at: clock.now()
    })

  const acknowledgements = (name: string, fault: memory.Fault | undefined): ReadonlyArray<DecidedJob> => {
    const ordinary = clock.now() + (clock.state().mode === "frozen" ? 0 : acknowledgementMs)
    const dueAt = ordinary + (fault?.fault === "slow" ? fault.delayMs : 0)
    const times = fault?.fault === "drop_responses" ? 0 : fault?.fault === "duplicate" ? 2 : 1
    return Array.from({ length: times }, (_, index) => ({
      name: acknowledgeJobName,
      key: `${name}/${index}`,
      payload: { name } satisfies NamedFile,
      dueAt
    }))
  }

  const takeNew = (store: RegionStore, file: OutgoingAchFile, fault: memory.Fault | undefined) => {
    const now = clock.now()
    const reading = readFile(file.text)
    const isReadable = Result.isSuccess(reading) && reading.success.setAside.length === 0
    const entries = Result.isSuccess(reading) ? entriesOf(reading.success, now) : []
    const status = isReadable ? statusOf(entries) : "rejected"
    const isTaken = status !== "rejected"
    const planned = isTaken
      ? entries.flatMap((entry) => answersTo(entry).map((answer) => ({ ...answer, trace: entry.entry.traceNumber })))
      : []
    const { name } = file
    const writes = [
      rows.keepFile({ name, sha256: file.sha256, status }, now),
      line({ direction: "out", type: "nacha.file", name, body: file.text }),
      ...entries.flatMap((entry) => [
        rows.keepEntry(name, entry),
        line({ direction: "out", type: "nacha.entry", name, trace: entry.entry.traceNumber, isCredited: isTaken })
      ]),
      ...planned.map(({ answer, dueAt, trace }) => rows.planAnswer(trace, answer, dueAt)),
      ...(fault === undefined ? [] : [memory.countFault(fault.id)])
    ]
    const jobs = [
      ...(status === "silent" ? [] : acknowledgements(name, fault)),
      ...planned.map(({ dueAt }) => answerJob(dueAt))
    ]
    return keep(store, writes, jobs)
  }

  const deliver = Effect.fnUntraced(function* (file: OutgoingAchFile) {
    const store = yield* home
    const fault = yield* memory.nextFault(store, "ach")
    const counted = fault === undefined ? [] : [memory.countFault(fault.id)]
    if (fault?.fault === "down") {
      yield* keep(store, counted)
      return yield* new RailUnreachable({ rail: "ach", detail: "the simulated operator is down" })
    }
    // It is lost on the way, and nobody knows.
    if (fault?.fault === "drop_requests") return yield* keep(store, counted)
    const known = yield* rows.findFile(store, file.name)
    if (known === undefined) return yield* takeNew(store, file, fault)
    yield* keep(store, [line({ direction: "out", type: "nacha.file", name: file.name, body: file.text }), ...counted])
  })

  const find = Effect.fnUntraced(function* (fileName: string) {
    const known = yield* rows.findFile(yield* home, fileName)
    const statuses = { accepted: "accepted", rejected: "rejected", silent: "received" } as const
    return { status: known === undefined ? "not_found" : statuses[known.status] } satisfies AchFileFinding
  })

  const away = <A>(call: Effect.Effect<A, RailUnreachable | StoreUnavailable>): Effect.Effect<A, RailUnreachable> =>
    Effect.mapError(call, (failure) =>
      failure._tag === "RailUnreachable"
        ? failure
        : new RailUnreachable({ rail: "ach", detail: "the operator is away" })
    )

  const operator: AchOperator = {
    profile,
    takesOnce: false,
    deliver: (file) => away(deliver(file)),
    find: (fileName) => away(find(fileName)),
    subscribe: (sink) => Effect.sync(() => void (receive = sink)),
    health: Effect.succeed({ isUp: true })
  }

  /** Tells what the operator thinks of a file. */
  const acknowledge = Effect.fnUntraced(function* (store: RegionStore, { name }: NamedFile) {
    const file = yield* rows.findFile(store, name)
    if (file === undefined || file.status === "silent") return
    const accepted = file.status === "accepted"
    yield* keep(store, [line({ direction: "in", type: "nacha.acknowledgement", name, body: file.status })])
    yield* receive({
      type: "acknowledgement",
      fileName: name,
      accepted,
      errors: accepted ? [] : ["The operator refused the file"]
    })
  })

  /** Fixes a file of the answers that are due, and plans that it is sent. */
  const writeAnswers = Effect.fnUntraced(function* (store: RegionStore) {
    const now = clock.now()
    const due = yield* rows.dueAnswers(store, now, answersPerFile)
    if (due.length === 0) return
    const text = yield* Effect.orDie(
      Effect.fromResult(writeFile(answerFile(due, { now, operator: operatorNumber, modifier: "A" })))
    )
    const name = `${ids.next("ret")}.ach`
    const type = ({ kind }: DueAnswer) => (kind === "return" ? "nacha.return" : "nacha.change")
    yield* keep(
      store,
      [
        rows.keepOutgoing(name, text),
        ...due.flatMap((answer) => [
          rows.placeAnswer(answer.sequence, name),
          line({
            direction: "in",
            type: type(answer),
            name,
            trace: answer.original.entry.traceNumber,
            isCredited: answer.kind === "return",
            body: answer.note
          })
        ])
      ],
      [
        { name: sendJobName, key: name, payload: { name } satisfies NamedFile, dueAt: now },
        ...(due.length === answersPerFile ? [{ ...answerJob(now), key: name }] : [])
      ]
    )
  })

  const send = Effect.fnUntraced(function* (store: RegionStore, { name }: NamedFile) {
    const text = yield* rows.outgoing(store, name)
    if (text !== undefined) yield* receive({ type: "file", name, text })
  })

  /** Makes the bank of an entry answer now. */
  const answerNow = (store: RegionStore, trace: string, answer: PlannedAnswer) =>
    keep(store, [rows.planAnswer(trace, answer, clock.now())], [{ ...answerJob(clock.now()), key: ids.next("sim") }])

  /** Makes the operator decide about a file, and say so. */
  const decide = (store: RegionStore, name: string, status: rows.SimulatedFileStatus) =>
    keep(
      store,
      [rows.decideFile(name, status)],
      [{ name: acknowledgeJobName, key: ids.next("sim"), payload: { name } satisfies NamedFile, dueAt: clock.now() }]
    )

  return { operator, acknowledge, writeAnswers, send, answerNow, decide }
})

/** The operator of a sandbox. */
export class SimulatedAch extends Context.Service<SimulatedAch, Effect.Success<typeof makeOperator>>()(
  "bursar/bank/SimulatedAch"
) {
  /** On the engine's own store and clock. */
  static readonly layer: Layer.Layer<SimulatedAch, never, Clock | Ids | Store> = Layer.effect(
    SimulatedAch,
    makeOperator
  )
}

/** The operator as the connection of a sandbox. */
export const simulatedAch: Layer.Layer<AchConnection, never, SimulatedAch> = Layer.effect(
  AchConnection,
  Effect.map(SimulatedAch, ({ operator }) => ({ operator }))
)
