/** ACH payments on the wire: endpoints, bodies, and how a request is read (decisions B.5, ACH). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Country } from "../../../src/domain.ts"
import { parameterIssues } from "../../../src/plugin.ts"
import { timestamp } from "../events.ts"
import { namesOf } from "../fieldNames.ts"
import { isSecCode } from "../messages/nacha/sec-rules.ts"
import { secCodes } from "../messages/nacha/NachaFile.ts"
import { accountTypes, paymentStatuses, type Payment } from "../payments/Payment.ts"
import {
  AddressBody,
  Currency,
  dataOf,
  ErrorBody,
  KeyRequired,
  listOf,
  matching,
  oneOf,
  pageQuery,
  ReferenceId,
  refusal,
  RequiredScope,
  RoutingNumber,
  text,
  Timestamp,
  type BodyIssue,
  networkText
} from "../wire.ts"
import type { AchAsked } from "./AchAdmission.ts"
import { AchPaymentBody, AchResultBody, AchReturnBody, ReversalBody } from "./AchBody.ts"
import { achDirections, reversalReasons, type AchReversal } from "./AchDetails.ts"
import { achIssues, type AchRuleFacts } from "./AchRules.ts"

/** Ten digits of cents: what an entry can say (Nacha). */
const largestAmount = 9_999_999_999

const amountRefusal = refusal("INVALID_AMOUNT", `a whole number of cents from 1 to ${largestAmount}`)

const AchAmount = Schema.Number.annotate(amountRefusal).check(
  Schema.makeFilter((value: number) => Number.isInteger(value) && value >= 1 && value <= largestAmount, amountRefusal)
)

const secRefusal = refusal("INVALID_SEC_CODE", `one of ${secCodes.join(", ")}`)

const SecCodeBody = Schema.String.annotate(secRefusal).check(Schema.makeFilter(isSecCode, secRefusal))

const DateBody = matching(/^\d{4}-\d{2}-\d{2}$/, "a date such as 2026-06-16")

const account = (longest: number) =>
  matching(new RegExp(`^[A-Za-z0-9-]{1,${longest}}$`), `1 to ${longest} letters, digits or hyphens`)

const currencyCode = matching(/^[A-Z]{3}$/, "three capital letters of ISO 4217, such as MXN", "INVALID_CURRENCY")

const party = {
  name: networkText(140),
  accountType: oneOf(accountTypes),
  routingNumber: RoutingNumber,
  address: Schema.optionalKey(AddressBody)
} as const

const OriginatorBody = Schema.Struct({
  ...party,
  accountNumber: account(17),
  companyId: Schema.optionalKey(matching(/^[A-Za-z0-9]{1,10}$/, "1 to 10 letters or digits")),
  companyName: Schema.optionalKey(text(16))
}).annotate({ expected: "an object" })

const ReceiverBody = Schema.Struct({
  ...party,
  accountNumber: account(34),
  identificationNumber: Schema.optionalKey(text(15))
}).annotate({ expected: "an object" })

const BankBody = Schema.Struct({
  name: text(35),
  id: text(34),
  idQualifier: oneOf(["01", "02", "03"]),
  country: Country.CountryCode
}).annotate({ expected: "an object" })

const IatBody = Schema.Struct({
  transactionTypeCode: matching(/^[A-Z]{3}$/, "three capital letters, such as BUS"),
  originCurrency: Schema.optionalKey(Currency),
  destinationCurrency: currencyCode,
  destinationCountry: Country.CountryCode,
  receivingBank: BankBody,
  foreignCorrespondents: Schema.optionalKey(
    Schema.Array(BankBody)
      .annotate({ expected: "a list" })
      .check(Schema.isMaxLength(5, { expected: "at most 5 banks" }))
  )
}).annotate({ expected: "an object" })

const AddendaBody = Schema.Struct({ paymentRelatedInformation: text(80) }).annotate({ expected: "an object" })

/** Body of an entry. */
export const CreateAchBody = Schema.Struct({
  direction: oneOf(achDirections),
  amount: AchAmount,
  currency: Schema.optionalKey(Currency),
  secCode: SecCodeBody,
  effectiveDate: Schema.optionalKey(DateBody),
  sameDay: Schema.optionalKey(Schema.Boolean.annotate({ expected: "true or false" })),
  originator: OriginatorBody,
  receiver: ReceiverBody,
  companyEntryDescription: Schema.optionalKey(text(10)),
  companyDiscretionaryData: Schema.optionalKey(text(20)),
  addenda: Schema.optionalKey(Schema.Array(AddendaBody).annotate({ expected: "a list" })),
  webTelPaymentType: Schema.optionalKey(oneOf(["S", "R"])),
  iat: Schema.optionalKey(IatBody),
  referenceId: Schema.optionalKey(ReferenceId)
})

const decode = Schema.decodeUnknownResult(CreateAchBody, { errors: "all" })
const wrongNames = namesOf(CreateAchBody, "ignore")

/** `beneficiary` is taken for `receiver` (decisions B.5). */
const withReceiver = (body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  if (body["receiver"] !== undefined || body["beneficiary"] === undefined) return body
  const { beneficiary, ...rest } = body
  return { ...rest, receiver: beneficiary }
}

/** What files call a company that gives itself no short name, or no identification (Nacha: 9 and nine digits). */
const companyOf = ({ companyId, companyName, name, routingNumber }: typeof OriginatorBody.Type) => ({
  companyName: companyName ?? name.slice(0, 16).trim(),
  companyId: companyId ?? `9${routingNumber}`
})

/** What a batch says that an entry is for, where nobody does. */
const defaultDescription = "PAYMENT"

const partyOf = ({ accountNumber, accountType, address, name, routingNumber }: typeof ReceiverBody.Type) => ({
  name,
  accountNumber,
  accountType,
  routingNumber,
  ...(address === undefined ? {} : { address })
})

const askedOf = (body: typeof CreateAchBody.Type): AchAsked => ({
  amountCents: body.amount,
  originator: partyOf(body.originator),
  receiver: partyOf(body.receiver),
  terms: {
    direction: body.direction,
    // The schema has checked it.
    secCode: body.secCode as AchAsked["terms"]["secCode"],
    ...companyOf(body.originator),
    entryDescription: body.companyEntryDescription ?? defaultDescription,
    discretionaryData: body.companyDiscretionaryData ?? "",
    identificationNumber: body.receiver.identificationNumber ?? "",
    webTelPaymentType: body.webTelPaymentType ?? null,
    addenda: (body.addenda ?? []).map(({ paymentRelatedInformation }) => paymentRelatedInformation),
    iat:
      body.iat === undefined
        ? null
        : {
            ...body.iat,
            originCurrency: body.iat.originCurrency ?? "USD",
            foreignCorrespondents: body.iat.foreignCorrespondents ?? []
          }
  },
  effectiveDate: body.effectiveDate,
  sameDay: body.sameDay,
  referenceId: body.referenceId
})

/** Reads what is asked for, or says everything that is wrong with it. Null and empty text are gone already. */
export const readAch = (
  body: Readonly<Record<string, unknown>>,
  facts: AchRuleFacts
): Result.Result<AchAsked, ReadonlyArray<BodyIssue>> => {
  const named = withReceiver(body)
  const decoded = decode(named)
  const issues = [
    ...wrongNames(named),
    ...(Result.isFailure(decoded) ? parameterIssues(decoded.failure.issue) : []),
    ...achIssues(named, facts)
  ]
  return Result.isSuccess(decoded) && issues.length === 0
    ? Result.succeed(askedOf(decoded.success))
    : Result.fail(issues)
}

/** Any object: its fields are read by `readAch`. */
export const AnyBody = Schema.Record(Schema.String, Schema.Unknown)

/** Body of a reversal. */
export const ReverseBody = Schema.Struct({
  reason: oneOf(reversalReasons),
  referenceId: Schema.optionalKey(ReferenceId)
})

/** Body of a second presentment. */
export const RepresentBody = Schema.Struct({ referenceId: Schema.optionalKey(ReferenceId) })

const listQuery = {
  ...pageQuery,
  status: Schema.optionalKey(oneOf(paymentStatuses)),
  referenceId: Schema.optionalKey(Schema.String),
  idempotencyKey: Schema.optionalKey(Schema.String),
  createdFrom: Schema.optionalKey(Timestamp),
  createdTo: Schema.optionalKey(Timestamp)
}

const paymentId = { paymentId: Schema.String }
const one = { params: paymentId, error: ErrorBody }

/** The endpoints of this slice. */
export const AchApi = HttpApiGroup.make("ach").add(
  HttpApiEndpoint.post("create", "/v2/payments/ach", {
    payload: CreateAchBody,
    success: dataOf(AchResultBody),
    error: ErrorBody
  })
    .annotate(RequiredScope, "payments:write")
    .annotate(KeyRequired, true),
  HttpApiEndpoint.get("list", "/v2/payments/ach", {
    query: listQuery,
    success: listOf(AchResultBody),
    error: ErrorBody
  }).annotate(RequiredScope, "payments:read"),
  HttpApiEndpoint.get("retrieve", "/v2/payments/ach/:paymentId", { ...one, success: dataOf(AchPaymentBody) }).annotate(
    RequiredScope,
    "payments:read"
  ),
  HttpApiEndpoint.post("cancel", "/v2/payments/ach/:paymentId/cancel", {
    ...one,
    success: dataOf(AchResultBody)
  }).annotate(RequiredScope, "payments:write"),
  HttpApiEndpoint.post("reverse", "/v2/payments/ach/:paymentId/reversal", {
    ...one,
    payload: ReverseBody,
    success: dataOf(ReversalBody)
  })
    .annotate(RequiredScope, "payments:write")
    .annotate(KeyRequired, true),
  HttpApiEndpoint.post("represent", "/v2/payments/ach/:paymentId/represent", {
    ...one,
    success: dataOf(AchResultBody)
  })
    .annotate(RequiredScope, "payments:write")
    .annotate(KeyRequired, true),
  HttpApiEndpoint.get("retrieveReturn", "/v2/payments/ach/:paymentId/return", {
    ...one,
    success: dataOf(AchReturnBody)
  }).annotate(RequiredScope, "payments:read")
)

/** A reversal as it is shown. */
export const encodeReversal = (
  original: Pick<Payment, "id" | "amountCents">,
  reversal: AchReversal,
  taking: Pick<Payment, "status">
): typeof ReversalBody.Type => ({
  reversalId: reversal.id,
  paymentId: original.id,
  reversalPaymentId: reversal.paymentId,
  amount: original.amountCents,
  status: taking.status,
  reason: reversal.reason,
  referenceId: reversal.referenceId,
  createdAt: timestamp(reversal.createdAt)
})
