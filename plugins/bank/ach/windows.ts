/**
 * Writes the files of a window: trace numbers, batches and bytes are fixed in one commit, before anybody outside hears of
 * them (decisions D.6). What hands them over is in `delivery`.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import {
  carryOutJob,
  carryOutUnkeyed,
  Clock,
  Ids,
  type ClaimedJob,
  type CommitFailure,
  type JobOutcome,
  type Plan,
  type RegionStore,
  type Screening,
  type VersionConflict
} from "../../../src/plugin.ts"
import { AchConnection, type AchProfile } from "../AchOperator.ts"
import { easternDateOf, startOfEasternDay } from "../calendar/eastern-time.ts"
import { addDays } from "../calendar/PlainDate.ts"
import { fileModifier, writeFile } from "../messages/nacha/write.ts"
import type { AchPayment } from "../payments/Payment.ts"
import type { Participants } from "../Participants.ts"
import * as payments from "../payments/operations.ts"
import { nothing, planned } from "../plans.ts"
import { BankSettings } from "../settings.ts"
import {
  buildFile,
  deliverJobName,
  entriesPerFile,
  fileNameOf,
  fitting,
  type AchFile,
  type BuiltFile,
  type FileJob
} from "./AchFile.ts"
import { postponed } from "./AchOutcome.ts"
import { currentWindow, windowGraceMs, windowJob, type WindowJob } from "./AchPlan.ts"
import { change, pageRows, together } from "./changes.ts"
import { digestOf } from "./digest.ts"
import * as repository from "./repository.ts"

/** Rows of files belong to nobody in particular. */
export const scope = "operator/ach"

/** The operator, without which nothing was ever queued. */
export const connected = Effect.flatMap(AchConnection, ({ operator }) =>
  operator === undefined ? Effect.die(new Error("No ACH operator is connected")) : Effect.succeed(operator)
)

const minuteMs = 60_000

/** Builds the file and its text. Entries were tried when they were made, so that what fails here is a bug. */
const compose = Effect.fnUntraced(function* (
  members: ReadonlyArray<AchPayment>,
  profile: AchProfile,
  of: {
    readonly now: number
    readonly fileId: string
    readonly modifier: string
    readonly traces: ReadonlyMap<string, number>
  }
) {
  const createdOn = easternDateOf(of.now)
  const fileName = fileNameOf(createdOn, of.modifier)
  const built = buildFile(members, {
    fileId: of.fileId,
    fileName,
    header: {
      ...profile,
      createdAt: Math.floor(of.now / minuteMs) * minuteMs,
      modifier: of.modifier,
      referenceCode: ""
    },
    nextTrace: (bank) => of.traces.get(bank) ?? 1
  })
  const text = yield* Effect.orDie(Effect.fromResult(writeFile(built.file)))
  const { window } = members[0]!.ach
  const file: AchFile = {
    id: of.fileId,
    name: fileName,
    createdOn,
    modifier: of.modifier,
    createdAt: of.now,
    closesAt: window.closesAt,
    settlesAt: window.settlesAt,
    entries: built.placed.length,
    bytes: text.length,
    sha256: digestOf(text),
    state: "ready",
    deliveredAt: null,
    isDue: false,
    acknowledgement: null
  }
  return { built, file, text }
})

const placing = (built: BuiltFile, versions: ReadonlyMap<string, number>) =>
  built.placed.map(({ payment, place }) =>
    payments.changeOf({ ...payment, ach: { ...payment.ach, place } }, versions.get(payment.id)!)
  )

/** Goes on with the window in a run of its own. */
const planAgain = (closesAt: number, dueAt: number) =>
  planned(undefined, { scope, jobs: [windowJob({ closesAt }, dueAt)] })

/** Moves entries whose window was missed to the next one. */
const postpone = Effect.fnUntraced(function* (store: RegionStore, job: ClaimedJob, closesAt: number) {
  const settings = yield* BankSettings
  const late = yield* repository.waitingFor(store, closesAt, pageRows)
  yield* Effect.forEach(
    late,
    ({ document }) =>
      change(store, document.id, (payment, now) =>
        payment.status === "queued" && payment.ach.place === null && payment.ach.window.closesAt === closesAt
          ? postponed(payment, currentWindow(payment.ach, now, settings.ach.schedule), now)
          : undefined
      ),
    together
  )
  if (late.length === 0) return "done" as JobOutcome
  return yield* carryOutJob(store, planAgain(closesAt, closesAt), job)
})

/** Moves an entry on of which nobody can tell whether it may leave, such as while its client cannot be read: the others leave. */
const putOff = Effect.fnUntraced(function* (store: RegionStore, id: string) {
  const { schedule } = (yield* BankSettings).ach
  const message = "Whether this entry may leave could not be told: see the log. It waits for the next window"
  yield* change(store, id, (payment, now) => ({
    ...postponed(payment, currentWindow(payment.ach, now, schedule), now),
    alerts: [{ type: "payment.needs_attention", resource: id, message }]
  }))
})

/** Ends, holds or puts off entries that do not leave; if there are none, the writes that keep what was found of those that do. */
const stop = Effect.fnUntraced(function* (
  store: RegionStore,
  waiting: ReadonlyArray<{ readonly document: AchPayment }>
) {
  const { evidence, whyNot } = yield* payments.stops(store)
  const stopped = yield* Effect.forEach(waiting, ({ document: { id }, document }) =>
    whyNot(document).pipe(
      Effect.map((why) =>
        why === undefined ? [] : [Effect.asVoid(carryOutUnkeyed(store, payments.planStopped(store, id, why)))]
      ),
      Effect.catchDefect((defect) =>
        Effect.as(Effect.logError("An ACH entry is put off", Cause.die(defect)), [putOff(store, id)])
      )
    )
  )
  const found = stopped.flat()
  yield* Effect.forEach(found, (one) => one, together)
  return found.length > 0 ? undefined : evidence
})

/** The plan of the next file of a window. */
const planFile = Effect.fnUntraced(function* (
  store: RegionStore,
  closesAt: number
): Effect.fn.Return<
  Plan<AchFile | undefined, VersionConflict>,
  CommitFailure<VersionConflict>,
  payments.PlanningNeeds | AchConnection | Participants | Screening
> {
  const now = (yield* Clock).now()
  const { profile } = yield* connected
  const waiting = yield* repository.waitingFor(store, closesAt, entriesPerFile)
  if (waiting.length === 0) return nothing
  const evidence = yield* stop(store, waiting)
  if (evidence === undefined) return yield* planAgain(closesAt, closesAt)
  const today = easternDateOf(now)
  const modifier = fileModifier(yield* repository.filesOn(store, today))
  // A day has thirty-six names of files.
  if (modifier === undefined) return yield* planAgain(closesAt, startOfEasternDay(addDays(today, 1)))
  const traces = yield* repository.nextTraces(store)
  const members = fitting(waiting.map(({ document }) => document))
  const fileId = (yield* Ids).next("achf")
  const { built, file, text } = yield* compose(members, profile, { now, fileId, modifier, traces })
  const versions = new Map(waiting.map(({ document, version }) => [document.id, version]))
  return yield* planned<AchFile, VersionConflict>(file, {
    scope,
    now,
    writes: [
      repository.files.insert(file),
      repository.keepText(fileId, text),
      ...[...built.nextTraces].map(([bank, next]) => repository.takeTraces({ bank, from: traces.get(bank), next })),
      ...placing(built, versions),
      ...evidence
    ],
    jobs: [
      { name: deliverJobName, key: fileId, payload: { fileId } satisfies FileJob, dueAt: now },
      // Until nothing waits that can be read.
      windowJob({ closesAt })
    ]
  })
})

/** Writes the next file of a window. */
export const writeWindow = Effect.fnUntraced(function* (store: RegionStore, job: ClaimedJob<WindowJob>) {
  const { closesAt } = job.payload
  if ((yield* Clock).now() - closesAt > windowGraceMs) return yield* postpone(store, job, closesAt)
  return yield* carryOutJob(store, planFile(store, closesAt), job)
})
