/**
 * Hands files over, exactly once, and takes their payments along: sent, settled, refused (decisions D.6). The job that
 * hands over is claimed, on disk, before the operator is called: a second run means that the first may have handed over,
 * so an inquiry comes before the operator gets the same bytes under the same name again.
 */
import * as Effect from "effect/Effect"
import {
  carryOutJob,
  carryOutUnkeyed,
  Clock,
  type ClaimedJob,
  type Ids,
  type JobOutcome,
  type Plan,
  type RegionStore,
  type StoreUnavailable,
  type VersionConflict
} from "../../../src/plugin.ts"
import type { AlertDraft } from "../administration/Alert.ts"
import { raise } from "../administration/operations.ts"
import type { AchFileFinding, OutgoingAchFile } from "../AchOperator.ts"
import { easternDateOf } from "../calendar/eastern-time.ts"
import { crashAt } from "../crash.ts"
import { RailUnreachable } from "../Rail.ts"
import type { AchPayment } from "../payments/Payment.ts"
import type { AlertingDecision } from "../payments/Outcome.ts"
import { nothing, planned, type Change } from "../plans.ts"
import { BankSettings } from "../settings.ts"
import {
  advanceJob,
  inquiriesOf,
  inquiryJob,
  settleJobName,
  type AchAcknowledgement,
  type AchFile,
  type AdvanceJob,
  type FileJob
} from "./AchFile.ts"
import * as Outcome from "./AchOutcome.ts"
import { nextStandardWindow } from "./AchPlan.ts"
import { change, pageRows, together } from "./changes.ts"
import * as repository from "./repository.ts"
import { connected, scope } from "./windows.ts"

/** Tries after which an administrator is notified that the operator does not answer. */
const triesBeforeAlert = 3

/** The plan of a file's new standing with what follows from it. */
const planFile = (
  file: AchFile,
  of: { readonly version: number } & Pick<Change<VersionConflict>, "now" | "jobs" | "cancelledJobs" | "alerts">
) => {
  const { version, ...change } = of
  return planned<AchFile, VersionConflict>(file, {
    ...change,
    scope,
    writes: [repository.files.update(file, version)]
  })
}

const fileOf = (store: RegionStore, job: ClaimedJob<FileJob>) => repository.files.byId(store, job.payload.fileId)

const outgoingOf = Effect.fnUntraced(function* (store: RegionStore, file: AchFile) {
  const text = yield* repository.textOf(store, file.id)
  if (text === undefined) return yield* Effect.die(new Error(`The text of ${file.name} is not there`))
  return { name: file.name, text, sha256: file.sha256, createdAt: file.createdAt } satisfies OutgoingAchFile
})

/** What follows for a file, if anything does. */
type FilePlan = Plan<AchFile | undefined, VersionConflict>

/** When a file settles that the operator gets now: one that comes too late for its time does on the next possible date. */
const settlingAt = ({ settlesAt }: AchFile, now: number) =>
  Effect.map(BankSettings, ({ ach }) => (now < settlesAt ? settlesAt : nextStandardWindow(now, ach.schedule).settlesAt))

const settleJob = (fileId: string, dueAt: number) => ({
  name: settleJobName,
  key: fileId,
  payload: { fileId } satisfies FileJob,
  dueAt
})

/** Before the operator gets a file again that it does not have: where its time is over, it settles later. */
const planAgain = Effect.fnUntraced(function* (
  store: RegionStore,
  job: ClaimedJob<FileJob>
): Effect.fn.Return<FilePlan, StoreUnavailable, Clock | Ids> {
  const found = yield* fileOf(store, job)
  if (found === undefined || found.document.acknowledgement !== null) return nothing
  const now = (yield* Clock).now()
  const settlesAt = yield* settlingAt(found.document, now)
  if (settlesAt === found.document.settlesAt) return nothing
  return yield* planFile(
    { ...found.document, settlesAt, isDue: false },
    {
      version: found.version,
      now,
      cancelledJobs: [{ name: settleJobName, key: found.document.id }],
      jobs: [settleJob(found.document.id, settlesAt)]
    }
  )
})

/** The operator has the file: from now on, or, where it was found there, since an earlier run. */
const planDelivered = Effect.fnUntraced(function* (
  store: RegionStore,
  job: ClaimedJob<FileJob>,
  since: "now" | "before"
): Effect.fn.Return<FilePlan, StoreUnavailable, Clock | Ids> {
  const found = yield* fileOf(store, job)
  if (found === undefined || found.document.state === "delivered") return nothing
  const now = (yield* Clock).now()
  const settlesAt = since === "now" ? yield* settlingAt(found.document, now) : found.document.settlesAt
  const file: AchFile = { ...found.document, state: "delivered", deliveredAt: now, settlesAt }
  const inquiry = file.acknowledgement === null ? inquiryJob(file.id, 0, now) : undefined
  return yield* planFile(file, {
    version: found.version,
    now,
    jobs: [
      advanceJob({ fileId: file.id, step: "submit", after: 0 }, now),
      settleJob(file.id, Math.max(settlesAt, now)),
      ...(inquiry === undefined ? [] : [inquiry])
    ]
  })
})

/** Notes that the operator has the file. */
const noteDelivered = (store: RegionStore, job: ClaimedJob<FileJob>, since: "now" | "before") =>
  carryOutJob(store, planDelivered(store, job, since), job)

/** Applies the operator's answer to an inquiry about a file. */
const applyFinding = (store: RegionStore, file: AchFile, finding: AchFileFinding) =>
  finding.status === "accepted" || finding.status === "rejected"
    ? acknowledge(store, file.name, {
        accepted: finding.status === "accepted",
        rejectedBatches: finding.rejectedBatches ?? [],
        errors: finding.errors ?? [],
        isFinding: true
      })
    : Effect.void

const tellIfDown = (store: RegionStore, job: ClaimedJob, detail: string) =>
  job.attempts === triesBeforeAlert
    ? Effect.ignore(
        raise(store, [{ type: "rail.down", resource: "ach", message: `The ACH operator does not answer: ${detail}` }])
      )
    : Effect.void

/** Hands a file over. */
export const deliver = Effect.fnUntraced(function* (store: RegionStore, job: ClaimedJob<FileJob>) {
  const operator = yield* connected
  const found = yield* fileOf(store, job)
  if (found === undefined || found.document.state === "delivered") return "done" as JobOutcome
  const file = found.document
  const handedOver = Effect.gen(function* () {
    if (job.attempts > 1 && !operator.takesOnce) {
      const finding = yield* operator.find(file.name)
      if (finding.status === "unknown") {
        return yield* new RailUnreachable({ rail: "ach", detail: `it does not say whether it has ${file.name}` })
      }
      if (finding.status !== "not_found") {
        const outcome = yield* noteDelivered(store, job, "before")
        yield* applyFinding(store, file, finding)
        return outcome
      }
    }
    yield* crashAt("before_send")
    yield* operator.deliver(yield* outgoingOf(store, file))
    yield* crashAt("after_send_before_commit")
    const outcome = yield* noteDelivered(store, job, "now")
    yield* crashAt("after_commit")
    return outcome
  })
  return yield* Effect.tapError(handedOver, (failure) =>
    failure._tag === "RailUnreachable" ? tellIfDown(store, job, failure.detail) : Effect.void
  )
})

/** Asks about a file that nobody acknowledged; the operator gets it again if it never had it. */
export const inquire = Effect.fnUntraced(function* (store: RegionStore, job: ClaimedJob<FileJob>) {
  const operator = yield* connected
  const found = yield* fileOf(store, job)
  if (found === undefined || found.document.acknowledgement !== null) return "done" as JobOutcome
  const file = found.document
  const { inquiries = 0 } = job.payload
  const finding = yield* operator
    .find(file.name)
    .pipe(Effect.catchTag("RailUnreachable", () => Effect.succeed<AchFileFinding>({ status: "unknown" })))
  yield* applyFinding(store, file, finding)
  if (finding.status === "not_found") {
    yield* carryOutUnkeyed(store, planAgain(store, job))
    // What may come of a failed delivery is found out by the next inquiry.
    yield* Effect.ignore(operator.deliver(yield* outgoingOf(store, file)))
  }
  const next = inquiryJob(file.id, inquiries + 1, file.deliveredAt ?? (yield* Clock).now())
  if (next === undefined || finding.status === "accepted" || finding.status === "rejected") return "done" as JobOutcome
  return yield* carryOutJob(store, planned(undefined, { scope, jobs: [next] }), job)
})

const refusalAlert = (file: AchFile, { accepted, errors, rejectedBatches }: AchAcknowledgement): AlertDraft => ({
  type: "ach.file",
  resource: file.id,
  message: [
    accepted
      ? `The operator refused batches ${rejectedBatches.join(", ")} of ${file.name}`
      : `The operator refused ${file.name}`,
    ...errors
  ].join(": ")
})

/** What an acknowledgement says, in whichever order it names batches. */
const wordOf = ({ accepted, rejectedBatches }: Omit<AchAcknowledgement, "at">): string =>
  [accepted, ...rejectedBatches.toSorted((one, other) => one - other)].join()

/** An acknowledgement that came, or was found by an inquiry. */
type Acknowledged = Omit<AchAcknowledgement, "at"> & { readonly isFinding?: boolean }

const planAcknowledged = Effect.fnUntraced(function* (
  store: RegionStore,
  fileName: string,
  { isFinding = false, ...said }: Acknowledged
): Effect.fn.Return<FilePlan, StoreUnavailable, Clock | Ids> {
  const found = yield* repository.files.byColumn(store, "name", fileName)
  if (found === undefined) return nothing
  const file = found.document
  const isAnother = file.acknowledgement !== null
  // An answer to an inquiry may leave out what the operator has said by itself.
  if (isAnother && (isFinding || wordOf(file.acknowledgement) === wordOf(said))) return nothing
  const now = (yield* Clock).now()
  const acknowledgement: AchAcknowledgement = { ...said, at: now }
  const isRefused = !said.accepted || said.rejectedBatches.length > 0
  const message = `The operator acknowledged ${file.name} again, and refused something else of it`
  return yield* planFile(
    { ...file, acknowledgement },
    {
      version: found.version,
      now,
      jobs: [
        ...(isRefused ? [advanceJob({ fileId: file.id, step: "refuse", after: 0 }, now)] : []),
        ...(said.accepted && file.isDue ? [advanceJob({ fileId: file.id, step: "settle", after: 0 }, now)] : [])
      ],
      cancelledJobs: inquiriesOf(file.id),
      alerts: isAnother
        ? [{ type: "ach.file", resource: file.id, message }]
        : isRefused
          ? [refusalAlert(file, acknowledgement)]
          : []
    }
  )
})

/**
 * Applies an acknowledgement. Of one that says something else than the one before, an administrator is alerted too: the money of
 * entries that were over by the word before lies in suspense.
 */
export const acknowledge = (store: RegionStore, fileName: string, said: Acknowledged) =>
  carryOutUnkeyed(store, planAcknowledged(store, fileName, said))

const namedPayments = 5

const unacknowledgedAlert = Effect.fnUntraced(function* (store: RegionStore, file: AchFile) {
  const first = yield* repository.inFile(store, file.id, 0, namedPayments)
  const ids = first.map(({ document }) => document.id).join(", ")
  return {
    type: "payment.needs_attention",
    resource: first.length === 1 ? first[0]!.document.id : file.id,
    message: `${file.name} was not acknowledged before it settles: ${file.entries} payments, such as ${ids}`
  } satisfies AlertDraft
})

/** The settlement time of a file: its payments are settled if it was acknowledged (B87). */
export const settle = Effect.fnUntraced(function* (
  store: RegionStore,
  job: ClaimedJob<FileJob>
): Effect.fn.Return<FilePlan, StoreUnavailable, Clock | Ids> {
  const found = yield* fileOf(store, job)
  if (found === undefined || found.document.isDue) return nothing
  const file: AchFile = { ...found.document, isDue: true }
  const now = (yield* Clock).now()
  const { acknowledgement } = file
  const step = acknowledgement === null ? "attend" : acknowledgement.accepted ? "settle" : undefined
  return yield* planFile(file, {
    version: found.version,
    now,
    jobs: step === undefined ? [] : [advanceJob({ fileId: file.id, step, after: 0 }, now)],
    alerts: acknowledgement === null ? [yield* unacknowledgedAlert(store, file)] : []
  })
})

const isRefused = ({ ach }: AchPayment, { acknowledgement }: AchFile): boolean =>
  acknowledgement !== null &&
  (!acknowledgement.accepted || acknowledgement.rejectedBatches.includes(ach.place?.batchNumber ?? 0))

const refusalOf = (file: AchFile): string => file.acknowledgement?.errors[0] ?? "The ACH operator refused the file"

const refused = (payment: AchPayment, file: AchFile, now: number) =>
  Outcome.refused(payment, refusalOf(file), now) ?? Outcome.doubted(payment, now)

/** What a step means for one payment. */
const steps: Readonly<
  Record<AdvanceJob["step"], (payment: AchPayment, file: AchFile, now: number) => AlertingDecision | undefined>
> = {
  submit: (payment, _, now) => Outcome.submitted(payment, now),
  settle: (payment, file, now) =>
    isRefused(payment, file)
      ? refused(payment, file, now)
      : (Outcome.settled(payment, now, easternDateOf(file.settlesAt)) ?? Outcome.contradicted(payment, now)),
  refuse: (payment, file, now) => (isRefused(payment, file) ? refused(payment, file, now) : undefined),
  attend: (payment, _, now) => Outcome.unacknowledged(payment, now)
}

/** Takes the next payments of a file through a step. One that took it already is left alone. */
export const advance = Effect.fnUntraced(function* (store: RegionStore, job: ClaimedJob<AdvanceJob>) {
  const { after, fileId, step } = job.payload
  const found = yield* repository.files.byId(store, fileId)
  if (found === undefined) return "done" as JobOutcome
  const page = yield* repository.inFile(store, fileId, after, pageRows)
  yield* Effect.forEach(
    page,
    ({ document }) => change(store, document.id, (payment, now) => steps[step](payment, found.document, now)),
    together
  )
  const last = page.at(-1)
  if (last === undefined) return "done" as JobOutcome
  const now = (yield* Clock).now()
  const next = advanceJob({ fileId, step, after: last.sequence }, now)
  return yield* carryOutJob(store, planned(undefined, { scope, now, jobs: [next] }), job)
})
