/** ACH payments on the wire: endpoints, bodies, and how a request is read (decisions B.5, ACH). */
import * as Effect from "effect/Effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { CountryCode } from "../../../src/domain.ts"
import { parameterIssues, Publication, Refusal, Wire } from "../../../src/plugin.ts"
import { namesOf } from "../fieldNames.ts"
import { plainText } from "../messages/iso/characters.ts"
import { isSecCode } from "../messages/nacha/sec-rules.ts"
import { secCodes } from "../messages/nacha/NachaFile.ts"
import { accountTypes, paymentStatuses } from "../payments/Payment.ts"
import { operation } from "../operation.ts"
import { refused } from "../refused.ts"
import {
  acceptedOf,
  AccountNumber,
  accountUpTo,
  AddressBody,
  amountUpTo,
  createdOf,
  paymentPath,
  Currency,
  dataOf,
  listOf,
  matching,
  matchingUpTo,
  oneOf,
  pageQuery,
  ReferenceId,
  refusal,
  RoutingNumber,
  text,
  Timestamp,
  networkText,
  UnknownFields,
  type BodyIssue
} from "../wire.ts"
import type { AchAsked } from "./AchAdmission.ts"
import { AchEntryBody, AchPaymentBody, AchResultBody, AchReturnBody, ReversalBody } from "./AchBody.ts"
import { achDirections, reversalReasons } from "./AchDetails.ts"
import { achIssues, type AchRuleFacts } from "./AchRules.ts"

/** Ten digits of cents: what an entry can say (Nacha). */
const largestAmount = 9_999_999_999

const amountRefusal = refusal("INVALID_AMOUNT", `a whole number of cents from 1 to ${largestAmount}`)

const AchAmount = amountUpTo(largestAmount, amountRefusal)

const secRefusal = refusal("INVALID_SEC_CODE", `one of ${secCodes.join(", ")}`)

const SecCodeBody = Schema.String.annotate(secRefusal).check(
  Schema.makeFilter(isSecCode, { ...secRefusal, toJsonSchema: () => ({ enum: secCodes }) })
)

const DateBody = matching(/^\d{4}-\d{2}-\d{2}$/u, "a date such as 2026-06-16").annotate({ format: "date" })

const currencyCode = matching(/^[A-Z]{3}$/u, "three capital letters of ISO 4217, such as MXN", "INVALID_CURRENCY")

const object = { expected: "an object" } as const

const party = {
  name: [networkText(140), "The holder of the account."],
  accountType: [oneOf(accountTypes), "What kind of account it is."],
  routingNumber: [RoutingNumber, "The bank: nine digits with a check digit."],
  address: [Schema.optionalKey(AddressBody), "Where the holder lives or does business. IAT needs it."]
} as const

/** The sender of an entry. */
export const OriginatorBody = Wire.body("AchOriginator", "Who sends an entry.", {
  ...party,
  accountNumber: [accountUpTo(17), "The account: one of yours."],
  companyId: [
    Schema.optionalKey(matchingUpTo(10, /^[A-Za-z0-9]+$/u, "letters or digits")),
    "How files identify you. Default: `9` and the routing number."
  ],
  companyName: [Schema.optionalKey(text(16)), "How files name you. Default: the beginning of `name`."]
}).annotate(object)

const ReceiverBody = Wire.body("AchReceiver", "The other end of an entry.", {
  ...party,
  accountNumber: [AccountNumber, "The account: 17 characters, 34 for IAT."],
  identificationNumber: [Schema.optionalKey(text(15)), "Your own number of the receiver."]
}).annotate(object)

const BankBody = Wire.body("IatBank", "A bank of an international entry.", {
  name: [text(35), "Its name."],
  id: [text(34), "Its number."],
  idQualifier: [oneOf(["01", "02", "03"]), "What the number is: national (`01`), BIC (`02`) or IBAN (`03`)."],
  country: [CountryCode, "Two letters of ISO 3166."]
}).annotate(object)

const IatBody = Wire.body("Iat", "What an international entry has beside every other.", {
  transactionTypeCode: [matching(/^[A-Z]{3}$/u, "three capital letters, such as BUS"), "Why it is sent."],
  originCurrency: [Schema.optionalKey(Currency), "Always `USD`, the default."],
  destinationCurrency: [currencyCode, "The currency that the receiver gets."],
  destinationCountry: [CountryCode, "The receiver's country, two letters of ISO 3166."],
  receivingBank: [BankBody, "The receiver's bank."],
  foreignCorrespondents: [
    Schema.optionalKey(
      Schema.Array(BankBody)
        .annotate({ expected: "a list" })
        .check(Schema.isMaxLength(5, { expected: "at most 5 banks" }))
    ),
    "Banks on the way, at most five."
  ]
}).annotate(object)

const AddendaBody = Wire.body("Addenda", "Payment information of an entry.", {
  paymentRelatedInformation: [text(80), "The text."]
}).annotate(object)

export const CreateAchBody = Wire.body("CreateAchPayment", "An ACH entry to be made.", {
  direction: [oneOf(achDirections), "`credit` pays the receiver, `debit` takes money from the receiver."],
  amount: [AchAmount, "In cents, whole ones."],
  currency: [Schema.optionalKey(Currency), "Always `USD`, the default."],
  secCode: [SecCodeBody, "The standard entry class. The client must be allowed to use it."],
  effectiveDate: [Schema.optionalKey(DateBody), "The day on which it is to settle. Default: the first possible one."],
  sameDay: [
    Schema.optionalKey(Schema.Boolean.annotate({ expected: "true or false" })),
    "Whether it goes out on the same day, up to 1,000,000 USD. Default: `false`."
  ],
  originator: [OriginatorBody, "Who sends the entry."],
  receiver: [ReceiverBody, "The other end: another account than the originator's."],
  companyEntryDescription: [Schema.optionalKey(text(10)), "What it is for. Default: `PAYMENT`."],
  companyDiscretionaryData: [Schema.optionalKey(text(20)), "Your own data."],
  addenda: [
    Schema.optionalKey(Schema.Array(AddendaBody).annotate({ expected: "a list" })),
    "Payment information. How many there may be depends on the class."
  ],
  webTelPaymentType: [Schema.optionalKey(oneOf(["S", "R"])), "WEB and TEL: single or recurring."],
  iat: [Schema.optionalKey(IatBody), "IAT needs it, other classes do not take it."],
  referenceId: [Schema.optionalKey(ReferenceId), "Your own reference."]
})

const decode = Schema.decodeUnknownResult(CreateAchBody, { errors: "all" })
const wrongNames = namesOf(CreateAchBody, "ignore")

const EitherReceiver = Wire.body("EitherReceiver", "The other end of an entry, by one of two names.", {
  receiver: [Schema.optionalKey(ReceiverBody), "The other end. Required without `beneficiary`."],
  beneficiary: [Schema.optionalKey(ReceiverBody), "Another name of `receiver`. Not together with it."]
})

/** The fields of an entry as they are published: with both names of its other end. */
export const publishedFields = { ...CreateAchBody.fields, ...EitherReceiver.fields }

const PublishedAch = Schema.Struct(publishedFields)
  .check(
    Schema.makeFilter(() => true, {
      toJsonSchema: () => ({ oneOf: Object.keys(EitherReceiver.fields).map((name) => ({ required: [name] })) })
    })
  )
  .annotate({ identifier: "CreateAchPayment", description: "An ACH entry to be made." })

/** `beneficiary` is taken for `receiver` (decisions B.5). With both, `achIssues` refuses it. */
export const withReceiver = (body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  if (body["receiver"] !== undefined || body["beneficiary"] === undefined) return body
  const { beneficiary, ...rest } = body
  return { ...rest, receiver: beneficiary }
}

/** What files call a company that gives itself no short name, or no identification (Nacha: 9 and nine digits). */
const companyOf = ({ companyId, companyName, name, routingNumber }: typeof OriginatorBody.Type) => ({
  companyName: companyName ?? plainText(name).trim().slice(0, 16),
  companyId: companyId ?? `9${routingNumber}`
})

/** What a batch says that an entry is for, where nobody does. */
const defaultDescription = "PAYMENT"

const partyOf = ({ accountNumber, accountType, address, name, routingNumber }: typeof ReceiverBody.Type) => ({
  name,
  accountNumber,
  accountType,
  routingNumber,
  address
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

/** Reads a request, or fails with all of its errors. Null and empty text are gone already. */
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

/** Reads a body from which absent fields were removed. Fails with all of its errors. */
export const achIn = (body: Readonly<Record<string, unknown>>, facts: AchRuleFacts) =>
  Effect.mapError(
    Effect.fromResult(readAch(body, facts)),
    (issues) => new Refusal.InvalidParameters({ part: "body", issues })
  )

export const ReverseBody = Wire.body("ReverseAchPayment", "A settled credit to be taken back.", {
  reason: [oneOf(reversalReasons), "Why."],
  referenceId: [Schema.optionalKey(ReferenceId), "Your own reference."]
})

/** Body of a second presentment. */
export const RepresentBody = Wire.body("RepresentAchPayment", "A returned debit to be presented again.", {
  referenceId: [Schema.optionalKey(ReferenceId), "Your own reference."]
})

const filters = Wire.parameters({
  status: [Schema.optionalKey(oneOf(paymentStatuses)), "Only payments that stand here."],
  referenceId: [Schema.optionalKey(Schema.String), "Only payments with this reference of yours."],
  idempotencyKey: [Schema.optionalKey(Schema.String), "Only the payment that was made with this idempotency key."],
  createdFrom: [Schema.optionalKey(Timestamp), "Only payments made then or later, RFC 3339."],
  createdTo: [Schema.optionalKey(Timestamp), "Only payments made then or earlier, RFC 3339."]
})

const read = { scope: "payments:read" } as const
const moving = { scope: "payments:write", key: true } as const

/** What an entry that follows from another one may be refused with besides. */
const ofFollowing = [
  "AccountAccessDenied",
  "ClassNotEnabled",
  "RailAccessDenied",
  "SanctionedCountry",
  { AmountLimitExceeded: [] }
] as const

export const AchApi = HttpApiGroup.make("ach")
  .add(
    HttpApiEndpoint.post("create", "/v2/payments/ach", {
      // Without a name: the name is that of the published one.
      payload: Schema.Struct(CreateAchBody.fields),
      success: [createdOf(AchResultBody), acceptedOf(AchResultBody), dataOf(AchResultBody)],
      error: refused(
        "AccountAccessDenied",
        "AchNotConnected",
        "AmountLimitExceeded",
        "EffectiveDateRefused",
        "EntryUnwritable",
        "InactiveRoutingNumbers",
        "RailAccessDenied",
        "SameDayNotEligible",
        "SanctionedCountry",
        "TravelRuleFieldsMissing",
        "HeldInOutage"
      )
    })
      .annotate(Publication.Media, { request: { "application/json": PublishedAch } })
      .annotateMerge(
        operation(
          "Create an ACH payment",
          "Queues an entry for its window. 201: it is queued. 202: it waits for an approval, or is held for a review (`error.code` is `OFAC_MATCH`). 200 answers a repetition whose payment has come to an end since.",
          moving
        )
      ),
    HttpApiEndpoint.get("list", "/v2/payments/ach", {
      query: { ...pageQuery, ...filters },
      success: listOf(AchEntryBody),
      error: refused("InvalidCursor")
    }).annotateMerge(operation("List ACH payments", "The newest first. Account numbers are masked.", read)),
    HttpApiEndpoint.get("retrieve", "/v2/payments/ach/:paymentId", {
      params: paymentPath,
      success: dataOf(AchPaymentBody),
      error: refused("PaymentNotFound")
    }).annotateMerge(operation("Retrieve an ACH payment", "The payment as it is now, with its events.", read)),
    HttpApiEndpoint.post("cancel", "/v2/payments/ach/:paymentId/cancel", {
      params: paymentPath,
      success: dataOf(AchResultBody),
      error: refused("PaymentNotFound", "PaymentNotCancellable", { AmountLimitExceeded: [] })
    }).annotateMerge(operation("Cancel an ACH payment", "Only until its window closes.", { scope: "payments:write" })),
    HttpApiEndpoint.post("reverse", "/v2/payments/ach/:paymentId/reversal", {
      params: paymentPath,
      payload: ReverseBody,
      success: createdOf(ReversalBody),
      error: refused("PaymentNotFound", "NotReversible", "ReversalWindowExpired", ...ofFollowing)
    }).annotateMerge(
      operation("Reverse an ACH credit", "Takes a settled credit back, within five banking days.", moving)
    ),
    HttpApiEndpoint.post("represent", "/v2/payments/ach/:paymentId/represent", {
      params: paymentPath,
      payload: RepresentBody,
      success: createdOf(AchResultBody),
      error: refused("PaymentNotFound", "NotRepresentable", ...ofFollowing)
    }).annotateMerge(
      operation(
        "Present an ACH debit again",
        "A debit that was returned for want of money, at most twice within 180 days.",
        moving
      )
    ),
    HttpApiEndpoint.get("retrieveReturn", "/v2/payments/ach/:paymentId/return", {
      params: paymentPath,
      success: dataOf(AchReturnBody),
      error: refused("PaymentNotFound", "PaymentNotReturned")
    }).annotateMerge(operation("Retrieve the return of an ACH payment", "What came back, and why.", read))
  )
  .annotate(UnknownFields, "ignore")
  .annotateMerge(Publication.tag("ACH", "Credits and debits that go out in files, in windows of banking days."))
