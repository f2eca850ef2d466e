/** Schemas and annotations that several endpoints share. Camel case is the wire's case in this plugin. */
import * as Context from "effect/Context"
import * as Schema from "effect/Schema"
import { CountryCode, RoutingNumber as RoutingNumbers } from "../../src/domain.ts"
import { Parameters, type Publication, refusalAnnotation, Wire, type Refusal } from "../../src/plugin.ts"
import type { BankScope } from "./clients/Client.ts"
import { banksListed, type ErrorCode } from "./error-catalogue.ts"
import type { UnknownNames } from "./fieldNames.ts"
import { isWithin, plainText } from "./messages/iso/characters.ts"
import { accountTypes } from "./payments/Payment.ts"
import type { BankSettingsShape } from "./settings.ts"

export {
  acceptedOf,
  Cents,
  createdOf,
  dataOf,
  ErrorBody,
  EventBody,
  Id,
  listOf,
  PlainDay,
  SentTime
} from "./envelopes.ts"

/** Annotation of an endpoint: the scope that its callers need. */
export const RequiredScope = Context.Service<BankScope>("bursar/bank/RequiredScope")

/** Annotation of an endpoint that nobody needs to be known for: it issues credentials itself. */
export const OpenToAll = Context.Service<boolean>("bursar/bank/OpenToAll")

/** Annotation of an endpoint that moves money: it needs an idempotency key (decisions B.1). */
export const KeyRequired = Context.Service<boolean>("bursar/bank/KeyRequired")

/** Annotation of an endpoint that exists in a sandbox only. */
export const SandboxOnly = Context.Service<boolean>("bursar/bank/SandboxOnly")

/** One thing that is wrong with a body. */
export type BodyIssue = Refusal.ParameterIssue

/** What rules across fields look at besides the body. */
export interface RuleFacts {
  /** Engine time, epoch milliseconds. */
  readonly now: number
  readonly settings: BankSettingsShape
}

/** Rules that go across fields, over the body as it came. */
export type BodyRules = (body: Readonly<Record<string, unknown>>, facts: RuleFacts) => ReadonlyArray<BodyIssue>

/** Annotation of an endpoint whose body keeps rules that go across its fields. */
export const RulesAcross = Context.Service<BodyRules>("bursar/bank/RulesAcross")

/** Annotation of a group or endpoint that says what becomes of fields that its bodies do not have. Default: `refuse`. */
export const UnknownFields = Context.Service<UnknownNames>("bursar/bank/UnknownFields")

/** By how a schema names the code of its refusal and says what it wants. */
export const refusal = (code: ErrorCode, expected: string) => ({ [refusalAnnotation]: code, expected })

// Length in Unicode code points (decisions B125).
const { fits, withoutCardNumbers } = Parameters

const atMost = (longest: number, form: Publication.JsonObject = {}) =>
  Schema.makeFilter((value: string) => fits(value, longest), {
    ...refusal("FIELD_TOO_LONG", `at most ${longest} characters long`),
    toJsonSchema: () => ({ maxLength: longest, ...form })
  })

/** A text as it was sent, of at most so many characters. It may hold a card number: what takes it must refuse one. */
export const verbatim = (longest: number, form: Publication.JsonObject = {}) =>
  Schema.String.annotate({ expected: "a text" }).check(
    // As a member an empty text counts as absent; in a list it stands for nothing.
    Schema.isMinLength(1, { expected: "a text that is not empty" }),
    atMost(longest, form)
  )

/** A text of at most so many code points. Card numbers in it are masked: it is kept, sent to networks and shown. */
export const text = (longest: number, form?: Publication.JsonObject) =>
  verbatim(longest, form).pipe(Schema.decodeTo(Schema.String, withoutCardNumbers))

/** A text that goes to networks: it is sent in plain writing, which may be longer, and has at most so many characters. */
export const networkText = (longest: number) =>
  text(longest).check(
    Schema.makeFilter(
      (value: string) => isWithin("latin", plainText(value)) && plainText(value).trim() !== "",
      refusal("INVALID_FIELD_FORMAT", "a text that networks can carry: letters, digits and usual signs")
    ),
    Schema.makeFilter(
      // A text that is too long as it stands has been told so.
      (value: string) => !fits(value, longest) || fits(plainText(value), longest),
      refusal(
        "FIELD_TOO_LONG",
        `at most ${longest} characters long as networks write it, without accents and other scripts`
      )
    )
  )

/** A text of a form. */
export const matching = (pattern: RegExp, expected: string, code: ErrorCode = "INVALID_FIELD_FORMAT") =>
  Schema.String.annotate(refusal(code, expected)).check(Schema.isPattern(pattern, refusal(code, expected)))

/** A text of a form, of at most so many characters. */
export const matchingUpTo = (longest: number, pattern: RegExp, expected: string) =>
  matching(pattern, expected).check(atMost(longest))

/** One of some words. */
export const oneOf = <const Words extends ReadonlyArray<string>>(words: Words) =>
  Schema.Literals(words).annotate({ expected: `one of ${words.join(", ")}` })

/** Fedwire's twelve digits (decisions B122). */
const largestAmount = 999_999_999_999

const amountRefusal = refusal("INVALID_AMOUNT", `a whole number of cents from 1 to ${largestAmount}`)

/** A whole number of cents from 1 to `largest`. Whatever is wrong with it is one refusal. */
export const amountUpTo = (largest: number, refused: ReturnType<typeof refusal>) =>
  Schema.Number.annotate(refused).check(
    Schema.isFinite(refused),
    Schema.makeFilter(
      (value: number) => !Number.isFinite(value) || (Number.isInteger(value) && value >= 1 && value <= largest),
      { ...refused, toJsonSchema: () => ({ multipleOf: 1, minimum: 1, maximum: largest }) }
    )
  )

/** Cents. */
export const Amount = amountUpTo(largestAmount, amountRefusal)

const routingRefusal = refusal(
  "INVALID_ROUTING_NUMBER",
  `a routing number of nine digits with a right check digit. ${banksListed}`
)

/** What a payment can meet of an administrator's rule: one that never holds would be kept, and nothing would say so. */
export const canHold = Schema.makeFilter(
  (when: {
    readonly minAmount?: number | undefined
    readonly maxAmount?: number | undefined
    readonly timeWindow?: { readonly from: string; readonly to: string } | undefined
  }) =>
    (when.minAmount ?? 0) <= (when.maxAmount ?? Infinity) &&
    (when.timeWindow === undefined || when.timeWindow.from !== when.timeWindow.to) &&
    !Object.values(when).some((value) => Array.isArray(value) && value.length === 0),
  { expected: "conditions that a payment can meet: no empty list, amounts or hours" }
)

/** A routing number, as far as its form goes; whether it is in the directory is looked up later. */
export const RoutingNumber = Schema.String.annotate(routingRefusal).check(
  Schema.makeFilter(RoutingNumbers.isRoutingNumber, {
    ...routingRefusal,
    toJsonSchema: () => ({ pattern: "^\\d{9}$", examples: ["099900014"] })
  })
)

/** Spec bank §7: USD. */
export const Currency = Schema.String.annotate(refusal("INVALID_CURRENCY", "USD")).check(
  Schema.makeFilter((value: string) => value === "USD", {
    ...refusal("INVALID_CURRENCY", "USD"),
    toJsonSchema: () => ({ enum: ["USD"] })
  })
)

const addressOf = (name: string) =>
  Wire.body(name, "A postal address. From 3,000 USD both parties need one in full.", {
    street: [Schema.optionalKey(networkText(70)), "House number and street."],
    city: [Schema.optionalKey(networkText(35)), "The city."],
    state: [Schema.optionalKey(networkText(35)), "The state or region."],
    postalCode: [Schema.optionalKey(networkText(16)), "The postal code."],
    country: [Schema.optionalKey(CountryCode), "Two letters of ISO 3166."]
  }).annotate({ expected: "an object" })

/** An address; which parts must be there depends on the amount (decisions X5). Lengths are those of ISO 20022. */
export const AddressBody = addressOf("Address")

/** Whether a value of a body is an object. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A field that is not there. */
export const missing = (...path: ReadonlyArray<string>): BodyIssue => ({
  path,
  problem: "missing",
  code: undefined,
  expected: "a value"
})

/** A field that is not what it must be. */
export const invalid = (path: ReadonlyArray<string>, expected: string, code?: ErrorCode): BodyIssue => ({
  path,
  problem: "invalid",
  code,
  expected
})

/**
 * A rule across fields: nobody pays, or asks, their own account. Our choice, since the specification is silent: no network carries
 * money from an account to itself.
 */
export const otherAccount = (
  body: Readonly<Record<string, unknown>>,
  { of, than }: { readonly of: string; readonly than: string }
): ReadonlyArray<BodyIssue> => {
  const [one, other] = [body[of], body[than]]
  const isSame =
    isRecord(one) &&
    isRecord(other) &&
    typeof one["accountNumber"] === "string" &&
    one["accountNumber"] === other["accountNumber"] &&
    one["routingNumber"] === other["routingNumber"]
  return isSame ? [invalid([of, "accountNumber"], `another account than that of ${than}`)] : []
}

/** The number of an account, of at most so many characters (decisions B.5). */
export const accountUpTo = (longest: number) => matchingUpTo(longest, /^[A-Za-z0-9-]+$/u, "letters, digits or hyphens")

export const AccountNumber = accountUpTo(34)

const partyOf = (name: string, address: typeof AddressBody) =>
  Wire.body(name, "One end of a payment: a person or company with its account.", {
    name: [networkText(140), "The holder of the account."],
    accountNumber: [AccountNumber, "The account."],
    accountType: [oneOf(accountTypes), "What kind of account it is."],
    routingNumber: [RoutingNumber, "The bank: nine digits with a check digit."],
    address: [Schema.optionalKey(address), "Where the holder lives or does business."]
  }).annotate({ expected: "an object" })

/** One end of a payment. */
export const PartyBody = partyOf("Party", AddressBody)

/** The same in bodies that refuse unknown fields: a published schema is open to them or is not. */
export const StrictPartyBody = partyOf("StrictParty", addressOf("StrictAddress"))

/** Spec bank §2. */
export const ReferenceId = text(35)

/** An ISO 20022 external purpose code (decisions B.5). */
export const PurposeCode = matching(/^[A-Z0-9]{4}$/u, "an ISO 20022 purpose code of four capital letters or digits")

/** A time with a zone, as epoch milliseconds. */
export const Timestamp = Parameters.time({ expected: "an RFC 3339 time with a zone, such as 2026-06-15T14:00:00Z" })

/** The parameters of every list (decisions B.1). */
export const pageQuery = Parameters.page("nextCursor", { expected: "1 to 100" })

/** The path parameter of an endpoint about one object. */
export const pathId = <const Name extends string>(name: Name, words: string) =>
  Wire.parameters({ [name]: [Schema.String, words] } as unknown as {
    readonly [N in Name]: readonly [Schema.String, string]
  })

/** The path parameter of endpoints about one payment. */
export const paymentPath = pathId("paymentId", "The payment.")
