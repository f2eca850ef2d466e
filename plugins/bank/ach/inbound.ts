/**
 * News of the operator. A file is kept as it came, and only then read: errors are reported with line and field,
 * and everything else in it counts, each answer once.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { carryOutJob, Clock, Store, type ClaimedJob, type JobOutcome, type RegionStore } from "../../../src/plugin.ts"
import { StateMachine } from "../../../src/domain.ts"
import type { AlertDraft } from "../administration/Alert.ts"
import type { AchNews } from "../AchOperator.ts"
import { conclude } from "../BankDecision.ts"
import { easternDateOf } from "../calendar/eastern-time.ts"
import { addDays, daysBetween, plainDate, type PlainDate } from "../calendar/PlainDate.ts"
import { answersIn, entriesWithoutAnswer, type NachaAnswer } from "../messages/nacha/answers.ts"
import { readFile, type NachaReading } from "../messages/nacha/read.ts"
import { keepAnswer } from "../network-messages/operations.ts"
import { planCancelled } from "../payments/cancellation.ts"
import * as payments from "../payments/operations.ts"
import { paymentMachine } from "../payments/Payment.ts"
import { nothing, planned, takeNews } from "../plans.ts"
import * as Outcome from "./AchOutcome.ts"
import { applyNews } from "./changes.ts"
import { acknowledge } from "./delivery.ts"
import { digestOf } from "./digest.ts"
import * as repository from "./repository.ts"
import { scope } from "./windows.ts"

/** Job that reads a file that came in. */
export const readJobName = "bank.ach.read"

/** What it is given. */
export interface ReadJob {
  readonly sha256: string
  /** Answers in it that earlier runs applied. */
  readonly applied?: number
}

const readJob = ({ applied = 0, sha256 }: ReadJob, now: number) => ({
  name: readJobName,
  key: applied === 0 ? sha256 : `${sha256}/${applied}`,
  payload: { sha256, applied } satisfies ReadJob,
  dueAt: now
})

/** Answers that one run applies: it has its time, however long the file is. Our choice. */
const answersPerRun = 500

/** Keeps a file, and plans that it is read. The same text again is the same file. */
const keep = Effect.fnUntraced(function* (store: RegionStore, name: string, text: string) {
  const now = (yield* Clock).now()
  const sha256 = digestOf(text)
  const plan = planned(sha256, {
    scope,
    now,
    writes: [repository.keepInbound({ sha256, name, text }, now)],
    jobs: [readJob({ sha256 }, now)]
  })
  return yield* takeNews(store, plan)
})

/** Takes one piece of news. What cannot be written now is a failure, and the operator tells it again. */
export const receiveAch = Effect.fnUntraced(function* (news: AchNews) {
  const stores = yield* Store
  const store = yield* Effect.orDie(stores.region(stores.home))
  if (news.type === "file") return yield* keep(store, news.name, news.text)
  const { accepted, errors = [], fileName, rejectedBatches = [] } = news
  yield* acknowledge(store, fileName, { accepted, errors, rejectedBatches })
})

/** The date of a day of a year, as files name it: the one nearest to today. */
const dateOfDay = (day: number, today: PlainDate): PlainDate => {
  const year = Number(today.slice(0, 4))
  const candidates = [year - 1, year, year + 1].map((one) => addDays(plainDate(one, 1, 1), day - 1))
  const distance = (date: PlainDate) => Math.abs(daysBetween(date, today))
  return candidates.reduce((nearest, date) => (distance(date) < distance(nearest) ? date : nearest))
}

const settlementDateOf = ({ header, settlementDay }: NachaAnswer, today: PlainDate): PlainDate =>
  settlementDay === undefined ? (header.effectiveDate ?? today) : dateOfDay(settlementDay, today)

/** Names an answer, in whichever file it comes. */
const eventIdOf = ({ code, kind, originalTraceNumber, traceNumber }: NachaAnswer): string =>
  `ach:${kind}:${originalTraceNumber}:${traceNumber}:${code}`

/**
 * Takes back the reversal of a credit that came back by itself: its money is here already. One that has left collects it
 * again, and an administrator is notified.
 */
const takeBackReversal = (store: RegionStore, originalId: string, returnId: string) =>
  takeNews(
    store,
    Effect.gen(function* () {
      const now = (yield* Clock).now()
      const original = yield* payments.find(store, originalId)
      const takingId = original?.document.status === "returned" ? original.document.ach?.reversal?.paymentId : undefined
      const found = takingId === undefined ? undefined : yield* payments.find(store, takingId)
      if (found === undefined) return nothing
      const taking = repository.achPayment(found.document)
      const decided = Outcome.cancelled(taking, now)
      if (Result.isSuccess(decided)) {
        const by = { actor: "system", requestId: null }
        return yield* planCancelled(store, found, { decision: decided.success, now, by })
      }
      if (StateMachine.isFinal(paymentMachine, taking.status)) return nothing
      const message = `${originalId} was returned, and its reversal had left already: its money may come twice`
      return yield* payments.planDecision(conclude({ state: taking }), {
        now,
        before: found,
        writes: [payments.noteRailEvent({ railEventId: `${returnId}:reversal`, resource: taking.id, now })],
        alerts: [{ type: "payment.needs_attention", resource: taking.id, message }]
      })
    })
  )

/** Applies one answer. Answers what an administrator has to be told beside it. */
const apply = Effect.fnUntraced(function* (store: RegionStore, answer: NachaAnswer, file: repository.InboundFile) {
  const clock = yield* Clock
  const found = yield* repository.byTrace(store, answer.originalTraceNumber)
  const said = `${answer.code} for the entry ${answer.originalTraceNumber} in ${file.name}`
  if (found === undefined) return [alertOf(file.name, `Nothing was sent that is answered by ${said}`)]
  const settlementDate = settlementDateOf(answer, easternDateOf(clock.now()))
  const news = { paymentId: found.document.id, eventId: eventIdOf(answer) }
  const { kind, originalTraceNumber, traceNumber } = answer
  if (kind === "return" || kind === "correction") {
    yield* store.write<never>([yield* keepAnswer({ ...news, kind, originalTraceNumber, traceNumber, file: file.text })])
  }
  switch (answer.kind) {
    case "return": {
      const back = {
        code: answer.code,
        settlementDate,
        amountCents: answer.amountMinor,
        information: "information" in answer.addenda ? answer.addenda.information : ""
      }
      yield* applyNews(store, news, (payment, facts) =>
        Outcome.returned(payment, back, { ...facts, eventId: news.eventId })
      )
      yield* takeBackReversal(store, news.paymentId, news.eventId)
      return []
    }
    case "correction": {
      const correctedData = answer.addenda.type === "98" ? answer.addenda.correctedData : ""
      const change = { code: answer.code, correctedData, settlementDate }
      yield* applyNews(store, news, (payment, { now }) => Outcome.corrected(payment, change, now))
      return []
    }
    default: {
      const message = `A dispute came: ${said}`
      const alert = { type: "payment.needs_attention" as const, resource: found.document.id, message }
      yield* applyNews(store, news, () => ({ decision: undefined, alerts: [alert] }))
      return []
    }
  }
})

const alertOf = (fileName: string, message: string): AlertDraft => ({ type: "ach.file", resource: fileName, message })

/** What of the controls says how much there is: numbers of batches differ among banks. */
const counts = ["batch control", "file control"].flatMap((record) =>
  ["", "batches", "entriesAndAddenda", "debitMinor", "creditMinor"].map((field) => `${record} ${field}`)
)

/** Oddities of a file that an alert names. */
const namedProblems = 3

const problemAlerts = (fileName: string, { problems, setAside }: NachaReading): ReadonlyArray<AlertDraft> => {
  const isSetAside = setAside.length > 0
  // Where nothing is set aside, a control that is missing or counts otherwise says that a part of the file is.
  const serious = problems.filter((one) => (isSetAside ? one.setAside : counts.includes(`${one.record} ${one.field}`)))
  if (serious.length === 0) return []
  const named = serious
    .slice(0, namedProblems)
    .map(
      ({ column, field, line, problem, record }) =>
        `line ${line}, column ${column} (${`${record} ${field}`.trim()}): ${problem}`
    )
  const what = isSetAside ? `${setAside.length} lines of ${fileName} were set aside` : `${fileName} may not be whole`
  return [alertOf(fileName, `${what}: ${named.join("; ")}`)]
}

/** Alerts about a file as a whole: lines that could not be read, and entries that answer none of ours. */
const fileAlerts = (fileName: string, reading: NachaReading): ReadonlyArray<AlertDraft> => {
  // Only what answers our own entries is taken in.
  const others = entriesWithoutAnswer(reading.file)
  const message = `${fileName} has entries that answer none of ours (${others}): nothing is booked for them`
  return [...problemAlerts(fileName, reading), ...(others > 0 ? [alertOf(fileName, message)] : [])]
}

/** Reads a file that came in, some of its answers in each run. After a crash they are read again: each answer counts once. */
export const read = Effect.fnUntraced(function* (store: RegionStore, job: ClaimedJob<ReadJob>) {
  const { applied = 0, sha256 } = job.payload
  const file = yield* repository.inbound(store, sha256)
  if (file === undefined) return "done" as JobOutcome
  const reading = readFile(file.text)
  if (Result.isFailure(reading)) {
    const { line, problem } = reading.failure
    const alerts = [alertOf(file.name, `${file.name} is no Nacha file: line ${line} ${problem}`)]
    return yield* carryOutJob(store, planned(undefined, { scope, alerts }), job)
  }
  const answers = answersIn(reading.success.file)
  const end = applied + answersPerRun
  const alerts: Array<AlertDraft> = []
  for (const answer of answers.slice(applied, end)) alerts.push(...(yield* apply(store, answer, file)))
  const now = (yield* Clock).now()
  const rest =
    end < answers.length
      ? { alerts, jobs: [readJob({ sha256, applied: end }, now)] }
      : { alerts: [...alerts, ...fileAlerts(file.name, reading.success)] }
  return yield* carryOutJob(store, planned(undefined, { scope, now, ...rest }), job)
})
