/**
 * Test helpers on the wire (decisions B13): what only a test may do. The engine has one clock, so moving it moves it for
 * every account. Other slices add helpers of their own as groups beside this one.
 */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { BankAccountBody } from "../bank-accounts/BankAccountBody.ts"
import { customerFlags } from "../customers/Customer.ts"
import { CustomerBody } from "../customers/CustomerBody.ts"
import { faultKinds, isOperation } from "../faults.ts"
import { PaymentMethodBody } from "../payment-methods/PaymentMethodBody.ts"
import { entryLists } from "../screening/ScreeningRecord.ts"
import { ErrorBody, ReferenceId, text, Timestamp } from "../wire.ts"

const idempotencyKey = Schema.optionalKey(Schema.String.annotate({ expected: "a string" }))

/** The body of a helper that takes no parameters. */
export const NoParameters = Schema.Struct({ idempotency_key: idempotencyKey })

const whole = (minimum: number, maximum: number) =>
  Schema.Finite.annotate({ expected: "an integer" }).check(
    Schema.isInt({ expected: "an integer" }),
    Schema.isBetween({ minimum, maximum }, { expected: `an integer from ${minimum} to ${maximum}` })
  )

/** A hundred years in seconds: no test waits longer. */
const longestAdvance = 3_155_760_000

/** How far to move: by `seconds`, or to a time; one of them. */
export const AdvanceClockBody = Schema.Struct({
  seconds: Schema.optionalKey(whole(0, longestAdvance)),
  to: Schema.optionalKey(Timestamp),
  // Deliveries that fall due are made before the answer in any case; a test that wants them may say so.
  wait_for_webhooks: Schema.optionalKey(
    Schema.Boolean.annotate({ expected: "true" }).check(
      Schema.makeFilter((value: boolean) => value, {
        expected: "true: deliveries that fall due are always made before the answer"
      })
    )
  ),
  idempotency_key: idempotencyKey
})

/** The engine's clock as it is shown. */
export const ClockBody = Schema.Struct({
  object: Schema.Literal("test_clock"),
  now: Schema.String,
  mode: Schema.Literals(["system", "offset", "frozen"])
})

const Flag = Schema.Literals(customerFlags).annotate({ expected: "pep or high_risk" })

const SubscriptionBody = Schema.Struct({
  id: Schema.String,
  object: Schema.Literal("subscription"),
  customer: Schema.String,
  status: Schema.Literals(["active", "canceled"]),
  created_at: Schema.String
})

const FaultBody = Schema.Struct({
  operation: Schema.String.annotate({ expected: "a string" }).check(
    Schema.makeFilter((value: string) => isOperation(value), {
      expected: "a method and a path, such as POST /v2/payments/{id}/capture"
    })
  ),
  kind: Schema.Literals(faultKinds).annotate({ expected: `one of ${faultKinds.join(", ")}` }),
  times: Schema.optionalKey(whole(1, 1000)),
  idempotency_key: idempotencyKey
})

const ScreeningEntryBody = Schema.Struct({
  name: text(500).check(
    Schema.makeFilter((value: string) => value.trim() !== "", {
      expected: "a name with at least one visible character"
    })
  ),
  list: Schema.optionalKey(Schema.Literals(entryLists).annotate({ expected: `one of ${entryLists.join(", ")}` })),
  entity_type: Schema.optionalKey(
    Schema.Literals(["individual", "business"]).annotate({ expected: "individual or business" })
  ),
  idempotency_key: idempotencyKey
})

const id = { id: Schema.String }

const error = ErrorBody

const at = <const Path extends string>(path: Path) => `/v2/test_helpers/${path}` as const

/** Helpers about the engine and the account as a whole. */
export const EngineHelpersApi = HttpApiGroup.make("engineHelpers").add(
  HttpApiEndpoint.get("clock", at("clock"), { success: ClockBody, error }),
  HttpApiEndpoint.post("advance", at("clock/advance"), { payload: AdvanceClockBody, success: ClockBody, error }),
  HttpApiEndpoint.post("freeze", at("clock/freeze"), { payload: NoParameters, success: ClockBody, error }),
  HttpApiEndpoint.post("run", at("clock/run"), { payload: NoParameters, success: ClockBody, error }),
  HttpApiEndpoint.post("planFault", at("faults"), {
    payload: FaultBody,
    success: Schema.Struct({
      object: Schema.Literal("fault"),
      operation: Schema.String,
      kind: Schema.Literals(faultKinds),
      times: Schema.Int
    }),
    error
  }),
  HttpApiEndpoint.post("reset", at("reset"), {
    payload: NoParameters,
    success: Schema.Struct({ object: Schema.Literal("reset"), region: Schema.String, done: Schema.Literal(true) }),
    error
  }),
  HttpApiEndpoint.get("invariants", at("invariants"), {
    success: Schema.Struct({
      ok: Schema.Boolean,
      failures: Schema.Array(Schema.Struct({ invariant: Schema.String, detail: Schema.String })),
      written_meanwhile: Schema.optionalKey(Schema.Literal(true))
    }),
    error
  })
)

/** Helpers about customers and what belongs to them. */
export const CustomerHelpersApi = HttpApiGroup.make("customerHelpers").add(
  HttpApiEndpoint.post("flags", at("customers/:id/flags"), {
    params: id,
    payload: Schema.Struct({
      flags: Schema.Array(Flag).annotate({ expected: "a list of flags" }),
      idempotency_key: idempotencyKey
    }),
    success: CustomerBody,
    error
  }),
  HttpApiEndpoint.post("trust", at("payment_methods/:id/trust"), {
    params: id,
    payload: NoParameters,
    success: PaymentMethodBody,
    error
  }),
  HttpApiEndpoint.post("verifyBankAccount", at("bank_accounts/:id/verify"), {
    params: id,
    payload: Schema.Struct({
      status: Schema.optionalKey(
        Schema.Literals(["verified", "verification_failed", "errored"]).annotate({
          expected: "verified, verification_failed or errored"
        })
      ),
      idempotency_key: idempotencyKey
    }),
    success: BankAccountBody,
    error
  }),
  HttpApiEndpoint.post("createSubscription", at("subscriptions"), {
    payload: Schema.Struct({ customer: ReferenceId, idempotency_key: idempotencyKey }),
    success: SubscriptionBody,
    error
  }),
  HttpApiEndpoint.post("cancelSubscription", at("subscriptions/:id/cancel"), {
    params: id,
    payload: NoParameters,
    success: SubscriptionBody,
    error
  }),
  HttpApiEndpoint.post("createScreeningEntry", at("screening_entries"), {
    payload: ScreeningEntryBody,
    success: Schema.Struct({
      id: Schema.String,
      object: Schema.Literal("screening_entry"),
      list: Schema.Literals(entryLists),
      name: Schema.String,
      entity_type: Schema.Literals(["individual", "business"]),
      created_at: Schema.String
    }),
    error
  }),
  HttpApiEndpoint.post("resolveScreening", at("screenings/:id/resolve"), {
    params: id,
    payload: Schema.Struct({
      decision: Schema.Literals(["approved", "confirmed"]).annotate({ expected: "approved or confirmed" }),
      idempotency_key: idempotencyKey
    }),
    success: Schema.Record(Schema.String, Schema.Unknown),
    error
  })
)
