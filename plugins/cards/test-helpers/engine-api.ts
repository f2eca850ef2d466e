/**
 * Test helpers about the engine and the account as a whole (decisions B13): what only a test may do. The engine has one
 * clock, so moving it moves it for every account.
 */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, regionNames, Wire, type RegionStore } from "../../../src/plugin.ts"
import { faultKinds, isOperation, type FaultPlan } from "../faults.ts"
import type { BrokenInvariant, InvariantReport } from "../ledger/invariants.ts"
import { refused } from "../refused.ts"
import { IdempotencyKeyField, EmptyBody, SentTime, Timestamp } from "../wire.ts"
import type { ClockReading } from "./operations.ts"

const whole = (minimum: number, maximum: number) =>
  Schema.Finite.annotate({ expected: "an integer" }).check(
    Schema.isInt({ expected: "an integer" }),
    Schema.isBetween({ minimum, maximum }, { expected: `an integer from ${minimum} to ${maximum}` })
  )

/** A hundred years in seconds: no test waits longer. */
const longestAdvance = 3_155_760_000

/** How far to move: by `seconds`, or to a time; one of them. */
export const AdvanceClockBody = Wire.body("AdvanceClock", "How far to move: `seconds` or `to`, one of them.", {
  seconds: [Schema.optionalKey(whole(0, longestAdvance)), "By how many seconds, up to a hundred years."],
  to: [Schema.optionalKey(Timestamp), "To which time; it may not be past."],
  // Deliveries that fall due are made before the answer in any case; a test that wants them may say so.
  wait_for_webhooks: [
    Schema.optionalKey(
      Schema.Boolean.annotate({ expected: "true" }).check(
        Schema.makeFilter((value: boolean) => value, {
          expected: "true: deliveries that fall due are always made before the answer",
          toJsonSchema: () => ({ const: true })
        })
      )
    ),
    "Only `true`: deliveries that fall due are always made before the answer."
  ],
  idempotency_key: IdempotencyKeyField
})

export const ClockBody = Wire.object<ClockReading>()("TestClock", "The engine's clock.", {
  object: Wire.is("test_clock", "Always `test_clock`."),
  now: [SentTime, "Where it stands."],
  mode: [
    Schema.Literals(["system", "offset", "frozen"]),
    "`system`: real time; `offset`: runs, but from another time; `frozen`: stands still."
  ]
})

const FaultKindWord = Schema.Literals(faultKinds).annotate({
  identifier: "FaultKind",
  description:
    "`unavailable` answers 503 and `internal_error` 500 before anything happens; `lost_answer` does the work and answers 503.",
  expected: `one of ${faultKinds.join(", ")}`
})

const OperationName = Schema.String.annotate({ expected: "a string" }).check(
  Schema.makeFilter((value: string) => isOperation(value), {
    expected: "a method and a path, such as POST /v2/payments/{id}/capture",
    toJsonSchema: () => ({ pattern: "^(GET|POST|PATCH|DELETE) /v2(/([A-Za-z0-9_.-]+|\\{[A-Za-z0-9_]+\\}))+$" })
  })
)

export const PlanFaultBody = Wire.body("PlanFault", "What is to go wrong, where, and how often.", {
  operation: [OperationName, "Method and path, such as `POST /v2/payments/{id}/capture`."],
  kind: [FaultKindWord, "What happens to the request."],
  times: [Schema.optionalKey(whole(1, 1000)), "How many requests, 1 to 1000. Default: 1."],
  idempotency_key: IdempotencyKeyField
})

export const faultOf = ({ kind, operation, times = 1 }: typeof PlanFaultBody.Type): FaultPlan => ({
  operation,
  kind,
  times
})

export const FaultBody = Wire.object<FaultPlan>()("Fault", "A fault that is planned.", {
  object: Wire.is("fault", "Always `fault`."),
  operation: [Schema.String, "Method and path."],
  kind: [FaultKindWord, "What happens to the request."],
  times: [Schema.Int, "How many requests."]
})

export const ResetBody = Wire.object<Pick<RegionStore, "name">>()("Reset", "A region that was emptied.", {
  object: Wire.is("reset", "Always `reset`."),
  region: [Schema.Literals(regionNames), ({ name }) => name, "The region of the request."],
  done: Wire.is(true, "Always `true`.")
})

const BrokenInvariantBody = Wire.object<BrokenInvariant>()("BrokenInvariant", "A rule that does not hold.", {
  invariant: [Schema.String, "The name of the rule."],
  detail: [Schema.String, "Where it does not hold."]
})

export const ReportBody = Wire.object<InvariantReport>()("InvariantReport", "Whether the books are right.", {
  ok: [Schema.Boolean, "`true`: every rule holds."],
  failures: [Schema.Array(BrokenInvariantBody), "The rules that do not."],
  written_meanwhile: [
    Schema.optionalKey(Schema.Literal(true)),
    (report) => report.written_meanwhile,
    "Something was written during the check, so that failures may be of that moment only: check again."
  ]
})

const at = <const Path extends string>(path: Path) => `/v2/test_helpers/${path}` as const

const error = refused("LiveKeyNotAllowed")

const clockHelper = { payload: EmptyBody, success: ClockBody, error }

/** Helpers about the engine and the account as a whole. */
export const EngineHelpersApi = HttpApiGroup.make("engineHelpers")
  .add(
    HttpApiEndpoint.get("clock", at("clock"), { success: ClockBody, error }).annotateMerge(
      Publication.words("Read the clock", "Where the engine's clock stands, and how it runs.")
    ),
    HttpApiEndpoint.post("advance", at("clock/advance"), {
      payload: AdvanceClockBody,
      success: ClockBody,
      error: refused("LiveKeyNotAllowed", "TestRefused", "ClockMoveMissing")
    }).annotateMerge(
      Publication.words(
        "Advance the clock",
        "Moves the clock of the whole engine, for every account. What falls due on the way has happened when it answers: settlements, expiries, payouts, webhook deliveries."
      )
    ),
    HttpApiEndpoint.post("freeze", at("clock/freeze"), clockHelper).annotateMerge(
      Publication.words("Stop the clock", "Time stands still until the clock is advanced or runs again.")
    ),
    HttpApiEndpoint.post("run", at("clock/run"), clockHelper).annotateMerge(
      Publication.words("Let the clock run", "The clock goes on from where it stands.")
    ),
    HttpApiEndpoint.post("planFault", at("faults"), {
      payload: PlanFaultBody,
      success: FaultBody,
      error
    }).annotateMerge(
      Publication.words(
        "Plan a fault",
        "Lets the next requests of your account to one operation fail, so that a program can be tried against it."
      )
    ),
    HttpApiEndpoint.post("reset", at("reset"), { payload: EmptyBody, success: ResetBody, error }).annotateMerge(
      Publication.words(
        "Begin anew",
        "Forgets everything of your account's test mode in the region of the request. The clock stays where it is."
      )
    ),
    HttpApiEndpoint.get("invariants", at("invariants"), { success: ReportBody, error }).annotateMerge(
      Publication.words("Check the books", "Whether the ledger, the objects and the events of your account agree.")
    )
  )
  .annotateMerge(
    Publication.tag("Test helpers: engine", "The clock, planned faults, a fresh start. Test keys of a sandbox only.")
  )
