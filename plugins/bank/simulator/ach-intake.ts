/** How the simulated operator takes files: it reads them, remembers their entries, and plans what comes back. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { DecidedJob } from "../../../src/domain.ts"
import type { RegionStore } from "../../../src/plugin.ts"
import type { AchFileFinding, OutgoingAchFile } from "../AchOperator.ts"
import { nextStandardWindow } from "../ach/AchPlan.ts"
import { fedAch } from "../calendar/ach-windows.ts"
import { easternDateOf, easternInstant } from "../calendar/eastern-time.ts"
import { reversalDescription } from "../messages/nacha/answers.ts"
import type { BatchHeader } from "../messages/nacha/NachaFile.ts"
import { readFile, type NachaReading } from "../messages/nacha/read.ts"
import { RailUnreachable } from "../Rail.ts"
import { achReturnCode } from "../return-codes.ts"
import { answerJob, type AchDesk, type NamedFile } from "./ach-desk.ts"
import { acknowledgeJobName } from "./names.ts"
import { achScript, changeAt, returnAt } from "./ach-scripts.ts"
import { plannedReturn, type PlannedAnswer, type RememberedEntry } from "./AchAnswers.ts"
import * as rows from "./achRepository.ts"
import * as memory from "./repository.ts"

/** How long the operator ordinarily takes to acknowledge (our choice). While engine time stands, it does at once. */
const acknowledgementMs = 60_000

/**
 * When a batch settles: its same-day window says when, every other one does in the morning of its date. One that comes too late for
 * that settles on the next possible date.
 */
const settlesAtOf = ({ descriptiveDate, effectiveDate }: BatchHeader, now: number): number => {
  const sameDay = fedAch.sameDay.find(({ marker }) => marker === descriptiveDate)
  const settlesAt = easternInstant(effectiveDate ?? easternDateOf(now), sameDay?.settles ?? fedAch.standardSettles)
  return now < settlesAt ? settlesAt : nextStandardWindow(now, fedAch).settlesAt
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

/** The whole file is refused, or met with silence, for one entry in it. */
const statusOf = (entries: ReadonlyArray<RememberedEntry>): rows.SimulatedFileStatus => {
  const wanted = new Set(entries.map((entry) => scriptOf(entry).file))
  return wanted.has("rejected") ? "rejected" : wanted.has("silent") ? "silent" : "accepted"
}

const acknowledgements = (desk: AchDesk, name: string, fault: memory.Fault | undefined): ReadonlyArray<DecidedJob> => {
  const ordinary = desk.now() + (desk.isFrozen() ? 0 : acknowledgementMs)
  const dueAt = ordinary + (fault?.fault === "slow" ? fault.delayMs : 0)
  const times = fault?.fault === "drop_responses" ? 0 : fault?.fault === "duplicate" ? 2 : 1
  return Array.from({ length: times }, (_, index) => ({
    name: acknowledgeJobName,
    key: `${name}/${index}`,
    payload: { name } satisfies NamedFile,
    dueAt
  }))
}

const plannedFor = (entries: ReadonlyArray<RememberedEntry>) =>
  entries.flatMap((entry) => answersTo(entry).map((answer) => ({ ...answer, trace: entry.entry.traceNumber })))

const takeNew = (desk: AchDesk, store: RegionStore, file: OutgoingAchFile, fault: memory.Fault | undefined) => {
  const now = desk.now()
  const reading = readFile(file.text)
  const isReadable = Result.isSuccess(reading) && reading.success.setAside.length === 0
  const entries = Result.isSuccess(reading) ? entriesOf(reading.success, now) : []
  const status = isReadable ? statusOf(entries) : "rejected"
  const isTaken = status !== "rejected"
  const planned = isTaken ? plannedFor(entries) : []
  const { name } = file
  const writes = [
    rows.keepFile({ name, sha256: file.sha256, status }, now),
    desk.line({ direction: "out", type: "nacha.file", name, body: file.text }),
    ...entries.flatMap((entry) => [
      rows.keepEntry(name, entry),
      desk.line({ direction: "out", type: "nacha.entry", name, trace: entry.entry.traceNumber, isCredited: isTaken })
    ]),
    ...planned.map(({ answer, dueAt, trace }) => rows.planAnswer(trace, answer, dueAt)),
    ...(fault === undefined ? [] : [memory.countFault(fault.id)])
  ]
  return desk.keep(store, writes, [
    ...(status === "silent" ? [] : acknowledgements(desk, name, fault)),
    ...planned.map(({ dueAt }) => answerJob(dueAt))
  ])
}

/** Makes what takes files: a file of a name that it knows is noted, and nothing more. */
export const makeDeliver = (desk: AchDesk) =>
  Effect.fnUntraced(function* (file: OutgoingAchFile) {
    const store = yield* desk.home
    const fault = yield* memory.nextFault(store, "ach")
    const counted = fault === undefined ? [] : [memory.countFault(fault.id)]
    if (fault?.fault === "down") {
      yield* desk.keep(store, counted)
      return yield* new RailUnreachable({ rail: "ach", detail: "the simulated operator is down" })
    }
    const sent = { direction: "out", type: "nacha.file", name: file.name, body: file.text } as const
    // It is lost on the way, and nobody but the log knows.
    if (fault?.fault === "drop_requests")
      return yield* desk.keep(store, [desk.line({ ...sent, isLost: true }), ...counted])
    const known = yield* rows.findFile(store, file.name)
    if (known === undefined) return yield* takeNew(desk, store, file, fault)
    const line = desk.line(sent)
    yield* desk.keep(store, [line, ...counted])
  })

/** Makes what answers questions about files. */
export const makeFind = (desk: AchDesk) =>
  Effect.fnUntraced(function* (fileName: string) {
    const known = yield* rows.findFile(yield* desk.home, fileName)
    const statuses = { accepted: "accepted", rejected: "rejected", silent: "received" } as const
    return { status: known === undefined ? "not_found" : statuses[known.status] } satisfies AchFileFinding
  })
