/** Batches: taken in one commit, made into payments by a job, completed when the last payment has come to its end. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import {
  carryOutJob,
  carryOutUnkeyed,
  Clock,
  Ids,
  mapInTurns,
  readPage,
  type CallerShape,
  type ClaimedJob,
  type JobOutcome,
  type PageRequest,
  type Plan,
  type RegionStore,
  type StoreUnavailable,
  type VersionConflict
} from "../../../src/plugin.ts"
import { admit, type AchAdmissionFacts, type AchAsked } from "../ach/AchAdmission.ts"
import { admissionFacts, banksOf, entryOf } from "../ach/operations.ts"
import { standInOf } from "../administration/Actor.ts"
import { actingOf } from "../administration/operations.ts"
import { RailAccessDenied, type AmountLimitExceeded } from "../clients/Client.ts"
import { detailsOf } from "../errors.ts"
import * as payments from "../payments/operations.ts"
import { nothing, planned } from "../plans.ts"
import {
  BatchNotFound,
  completedEvent,
  countsOf,
  createJobName,
  recordErrors,
  type Batch,
  type BatchCounts,
  type BatchJob,
  type BatchRecord,
  type RecordError
} from "./Batch.ts"
import * as repository from "./repository.ts"

/** A record that was sent: what it asks for, or what is wrong with its fields. */
export interface AskedRecord {
  readonly entryReferenceId: string | null
  readonly asked: Result.Result<AchAsked, ReadonlyArray<RecordError>>
}

/** A requested batch. */
export interface SubmitBatch {
  readonly referenceId: string | null
  readonly records: ReadonlyArray<AskedRecord>
}

/** Errors that the answer tells; all of them are with the records. */
const toldErrors = 500

type Facts = Omit<AchAdmissionFacts, "banks">

/** The banks of all records, each looked up once. */
const directoryOf = Effect.fnUntraced(function* (store: RegionStore, records: ReadonlyArray<AskedRecord>) {
  const known = new Map<string, Effect.Success<ReturnType<typeof banksOf>>>()
  for (const { asked } of records) {
    if (Result.isFailure(asked)) continue
    const key = `${asked.success.originator.routingNumber}/${asked.success.receiver.routingNumber}`
    if (!known.has(key)) known.set(key, yield* banksOf(store, asked.success))
  }
  return ({ originator, receiver }: AchAsked) => known.get(`${originator.routingNumber}/${receiver.routingNumber}`)!
})

/** Judges the records in their order: each that passes counts against the limit of those after it. */
const judge = Effect.fnUntraced(function* (
  records: ReadonlyArray<AskedRecord>,
  facts: Facts,
  of: {
    readonly batchId: string
    readonly banks: (asked: AchAsked) => AchAdmissionFacts["banks"]
  }
) {
  let usedTodayCents = facts.usedTodayCents
  const sanctioned: Array<RecordError> = []
  const judged = yield* mapInTurns(records, ({ asked, entryReferenceId }, index): BatchRecord => {
    if (Result.isFailure(asked)) return { kind: "invalid", entryReferenceId, errors: asked.failure }
    const admitted = admit(asked.success, { ...facts, usedTodayCents, banks: of.banks(asked.success) })
    if (Result.isFailure(admitted)) {
      const errors = recordErrors(index, detailsOf(admitted.failure))
      if (admitted.failure._tag === "SanctionedCountry") sanctioned.push(...errors)
      return { kind: "invalid", entryReferenceId, errors }
    }
    const command = admitted.success
    usedTodayCents += command.amountCents
    const batch = { id: of.batchId, index, entryReferenceId }
    return { kind: "valid", entryReferenceId, command: { ...command, ach: { ...command.ach, batch } } }
  })
  return { judged, sanctioned, newlyUsedCents: usedTodayCents - facts.usedTodayCents }
})

const sumOf = (records: ReadonlyArray<BatchRecord>, direction: "credit" | "debit"): number =>
  records.reduce(
    (sum, record) =>
      record.kind === "valid" && record.command.ach.direction === direction ? sum + record.command.amountCents : sum,
    0
  )

const newBatch = (
  of: Pick<Batch, "id" | "scope" | "clientId" | "referenceId" | "idempotencyKey" | "createdAt" | "madeBy" | "limitDay">,
  records: ReadonlyArray<BatchRecord>
): Batch => {
  const invalid = records.filter((record) => record.kind === "invalid")
  return {
    ...of,
    totalRecords: records.length,
    validRecords: records.length - invalid.length,
    invalidRecords: invalid.length,
    totalDebitCents: sumOf(records, "debit"),
    totalCreditCents: sumOf(records, "credit"),
    errors: invalid.flatMap(({ errors }) => errors).slice(0, toldErrors),
    completedAt: invalid.length === records.length ? of.createdAt : null
  }
}

/** A batch with how far its records came. */
export interface CountedBatch {
  readonly batch: Batch
  readonly counts: BatchCounts
}

const noCounts: BatchCounts = { submittedRecords: 0, returnedRecords: 0 }

/**
 * Takes a batch (decisions B.5). The limit of the day is used for all records that are right, in this one commit; their
 * payments are made afterwards. Fails with `RailAccessDenied` when the client may not use ACH.
 */
export const submit = Effect.fnUntraced(function* (caller: CallerShape, asked: SubmitBatch) {
  const ids = yield* Ids
  const facts = yield* admissionFacts(caller)
  const { client, now, today } = facts
  // Nothing in the batch could be right.
  if (!client.rails.includes("ach")) return yield* new RailAccessDenied({ rails: ["ach"] })
  const batchId = ids.next("bat")
  const banks = yield* directoryOf(caller.store, asked.records)
  const { judged, newlyUsedCents, sanctioned } = yield* judge(asked.records, facts, { batchId, banks })
  const batch = newBatch(
    {
      id: batchId,
      scope: caller.scope,
      clientId: client.id,
      referenceId: asked.referenceId,
      idempotencyKey: caller.claim?.key ?? null,
      createdAt: now,
      madeBy: standInOf(caller.principal),
      limitDay: today
    },
    judged
  )
  const used = { clientId: client.id, day: today, amountCents: newlyUsedCents, dailyCents: client.limits.daily }
  const isDone = batch.completedAt !== null
  const audited = {
    by: actingOf(caller),
    action: "payment.sanctioned_country",
    resource: client.id,
    after: { batchId, fields: sanctioned }
  }
  const kept = yield* repository.writeRecordsAhead(caller.store, batch, judged)
  return yield* planned<CountedBatch, AmountLimitExceeded | StoreUnavailable>(
    { batch, counts: noCounts },
    {
      scope: caller.scope,
      now,
      writes: [repository.batches.insert(batch), kept, ...(newlyUsedCents === 0 ? [] : [payments.limitWrite(used)])],
      told: { about: batchId, events: isDone ? [completedEvent(batch, noCounts, now)] : [] },
      jobs: isDone ? [] : [createJob(batchId, -1, now)],
      audited: sanctioned.length === 0 ? undefined : audited
    }
  )
})

/** What the job is given that makes the payments of a batch. */
export interface CreateJob extends BatchJob {
  /** Place of the last record that was looked at. */
  readonly after: number
}

const createJob = (batchId: string, after: number, now: number) => ({
  name: createJobName,
  key: `${batchId}/${after}`,
  payload: { batchId, after } satisfies CreateJob,
  dueAt: now
})

/** Records that one run makes payments of, and how many at once. */
const recordsPerRun = 100
const together = { concurrency: 8, discard: true } as const

const makePayment = Effect.fnUntraced(function* (store: RegionStore, batch: Batch, of: repository.PlacedRecord) {
  const { position, record } = of
  if (record.kind === "invalid") return
  const { beneficiary, originator } = record.command
  yield* carryOutUnkeyed(
    store,
    payments.open(store, {
      scope: batch.scope,
      clientId: batch.clientId,
      madeBy: batch.madeBy,
      ...entryOf(record.command),
      banks: yield* banksOf(store, { originator, receiver: beneficiary }),
      // Counted already, when the batch was taken; a payment that fails gives it back.
      today: batch.limitDay,
      idempotencyKey: batch.idempotencyKey ?? undefined,
      writes: (payment) => [repository.takeRecord(batch.id, position, payment.id)]
    })
    // An earlier run made it.
  ).pipe(Effect.catchTag("RecordTaken", () => Effect.void))
})

/** Makes the next payments of a batch. */
export const createPayments = Effect.fnUntraced(function* (store: RegionStore, job: ClaimedJob<CreateJob>) {
  const { after, batchId } = job.payload
  const found = yield* repository.batches.byId(store, batchId)
  if (found === undefined) return "done" as JobOutcome
  const waiting = yield* repository.withoutPayment(store, { batchId, after, rows: recordsPerRun })
  yield* Effect.forEach(waiting, (record) => makePayment(store, found.document, record), together)
  const last = waiting.at(-1)
  if (last === undefined || waiting.length < recordsPerRun) return "done" as JobOutcome
  const now = (yield* Clock).now()
  const next = planned(undefined, {
    scope: found.document.scope,
    now,
    jobs: [createJob(batchId, last.position, now)]
  })
  return yield* carryOutJob(store, next, job)
})

const countsIn = (store: RegionStore, batchId: string) => Effect.map(repository.statusesOf(store, batchId), countsOf)

/** Completes a batch when nothing of it is open, once (B89). */
export const complete = Effect.fnUntraced(function* (
  store: RegionStore,
  { batchId }: BatchJob
): Effect.fn.Return<Plan<Batch | undefined, VersionConflict>, StoreUnavailable, Clock | Ids> {
  const found = yield* repository.batches.byId(store, batchId)
  if (found === undefined || found.document.completedAt !== null) return nothing
  if (yield* repository.isOpen(store, batchId)) return nothing
  const now = (yield* Clock).now()
  const batch: Batch = { ...found.document, completedAt: now }
  const event = completedEvent(batch, yield* countsIn(store, batchId), now)
  return yield* planned<Batch, VersionConflict>(batch, {
    scope: batch.scope,
    now,
    writes: [repository.batches.update(batch, found.version)],
    told: { about: batchId, events: [event] }
  })
})

/** A batch with how far its records came. */
export const find = Effect.fnUntraced(function* (store: RegionStore, id: string) {
  const found = yield* repository.batches.byId(store, id)
  return found === undefined ? undefined : { batch: found.document, counts: yield* countsIn(store, id) }
})

/** A batch of the caller. Fails with `BatchNotFound`. */
export const retrieve = Effect.fnUntraced(function* (caller: Pick<CallerShape, "store" | "scope">, id: string) {
  const found = yield* find(caller.store, id)
  return found?.batch.scope === caller.scope ? found : yield* new BatchNotFound()
})

/** Records of a batch of the caller, in their order. Fails with `BatchNotFound` or `InvalidCursor`. */
export const records = Effect.fnUntraced(function* (
  caller: CallerShape,
  id: string,
  page: Pick<PageRequest, "limit" | "cursor">
) {
  const { batch } = yield* retrieve(caller, id)
  return yield* readPage(caller, { ...page, endpoint: "bank.batches.entries", filters: { id } }, (after, rows) =>
    Effect.map(repository.list(caller.store, { batchId: id, after: after?.sequence ?? -1, rows }), (found) =>
      found.map((record) => ({ ...record, createdAt: batch.createdAt, sequence: record.position }))
    )
  )
})

/** The trace numbers of a batch's entries, by the file that they left in. */
export const tracesByFile = repository.tracesByFile

export { ruleFacts } from "../ach/operations.ts"
