/** Batches as they are sent, by requests and by callers in process: a long list is read in turns, by rules that depend on the client. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { mapInTurns, parameterIssues, Refusal, type CallerShape } from "../../../src/plugin.ts"
import { detailsOf } from "../errors.ts"
import { namesOf } from "../fieldNames.ts"
import { bodyWithListOf, type Body as Fields } from "../reading.ts"
import { invalid, isRecord } from "../wire.ts"
import { EntryReference, readAch, SubmitBatchBody, withReceiver } from "./api.ts"
import { mostRecords, recordErrors } from "./Batch.ts"
import * as batches from "./operations.ts"

const readBatch = bodyWithListOf(SubmitBatchBody, { name: "entries", longest: mostRecords, unknown: "ignore" })
const decodeReference = Schema.decodeUnknownResult(EntryReference, { errors: "all" })
const wrongNames = namesOf(EntryReference, "ignore")

/** A record with what the batch says for all of them; parts of the originator are taken one by one. */
const completed = (defaults: Fields, entry: Fields): Fields => {
  const [usual, own] = [defaults["originator"], entry["originator"]]
  const originator = isRecord(usual) && isRecord(own) ? { originator: { ...usual, ...own } } : {}
  return { ...withReceiver(defaults), ...withReceiver(entry), ...originator }
}

/** Issues of a record in the words of a refused body, which calls the whole of what it refuses the body. */
const refused = (index: number, issues: ReadonlyArray<Refusal.ParameterIssue>) => {
  const details = detailsOf(new Refusal.InvalidParameters({ part: "body", issues }))
  const problems = details.map((detail) => ({ ...detail, field: detail.field === "body" ? "" : detail.field }))
  return Result.fail(recordErrors(index, problems))
}

/** What all records of a batch are read with. */
interface Reading {
  readonly defaults: Fields
  readonly facts: Parameters<typeof readAch>[1]
}

const recordOf = (entry: unknown, index: number, { defaults, facts }: Reading): batches.AskedRecord => {
  if (!isRecord(entry)) {
    return { entryReferenceId: null, asked: refused(index, [invalid([], "an object")]) }
  }
  const reference = decodeReference(entry)
  const asked = readAch(completed(defaults, entry), facts)
  const issues = [
    ...wrongNames(entry),
    ...(Result.isFailure(reference) ? parameterIssues(reference.failure.issue) : []),
    ...(Result.isFailure(asked) ? asked.failure : [])
  ]
  return {
    entryReferenceId: Result.isSuccess(reference) ? (reference.success.entryReferenceId ?? null) : null,
    asked: issues.length > 0 || Result.isFailure(asked) ? refused(index, issues) : Result.succeed(asked.success)
  }
}

/** Takes the batch of a body. Fails with `InvalidParameters`, or as `submit`. */
export const submitBy = Effect.fnUntraced(function* (caller: CallerShape, body: unknown) {
  const facts = yield* batches.ruleFacts(caller)
  const { items, rest } = yield* readBatch(body, (entry) => Result.succeed(entry))
  const { defaults = {}, referenceId = null } = rest
  const records = yield* mapInTurns(items, (entry, index) => recordOf(entry, index, { defaults, facts }))
  return yield* batches.submit(caller, { referenceId, records })
})
