/** What an acquirer may answer, and the checks by which anything else is found out. */

/** Codes of a decline: those of spec cards §7, and `no_account` for bank accounts (decisions B4). */
export const declineCodes = [
  "card_declined",
  "insufficient_funds",
  "expired_card",
  "incorrect_cvc",
  "fraudulent",
  "account_closed",
  "no_account"
] as const

/** Why money was refused. */
export type DeclineCode = (typeof declineCodes)[number]

/** The answer is no. */
export interface Declined {
  readonly outcome: "declined"
  readonly code: DeclineCode
  /** Shown to the client: no personal data. */
  readonly message: string
  /** Who said no: the issuer or bank, or the processor itself. Default: `issuer`. */
  readonly source?: "issuer" | "processor"
}

/** The money is set aside, or taken if that was asked. */
export interface Authorized {
  readonly outcome: "authorized"
  /** What the acquirer calls it; given back with every later request. */
  readonly acquirerReference: string
}

/** A debit of a bank account is on its way. */
export interface Submitted {
  readonly outcome: "submitted"
  readonly acquirerReference: string
  /** When to ask what has become of it: epoch milliseconds. */
  readonly settlesAt: number
}

/** The cardholder must be authenticated first, on the processor's own page. */
export interface Challenge {
  readonly outcome: "challenge"
  /** Where the cardholder's browser goes: an https address of the processor. */
  readonly redirectUrl: string
  /** What the acquirer calls the authentication; given back with `authentication` and the authorization that continues it. */
  readonly acquirerReference: string
}

/** Answer to `authorize`. */
export type AuthorizeAnswer = Authorized | Submitted | Challenge | Declined

/** Answer to `authentication`. */
export interface AuthenticationAnswer {
  readonly outcome: "succeeded" | "failed" | "canceled" | "pending"
}

/** Answer to `capture`. */
export type CaptureAnswer = { readonly outcome: "captured" } | Declined

/** Answer to `void`. */
export type VoidAnswer = { readonly outcome: "voided" } | Declined

/** Answer to `refund`. `pending`: accepted, and not with the cardholder yet. */
export type RefundAnswer = { readonly outcome: "succeeded" | "pending" } | Declined

/** Why money did not arrive, for people. */
export interface Fault {
  /** A word, up to 100 characters. */
  readonly code: string
  readonly message: string
}

/** Answer to `payout`. `sent`: a notice, or the same question asked again, tells the end. */
export type PayoutAnswer =
  { readonly outcome: "paid" } | { readonly outcome: "sent" } | { readonly outcome: "failed"; readonly fault: Fault }

/** Answer to `submitEvidence`. */
export interface EvidenceAnswer {
  readonly outcome: "taken"
}

/** Answer to `settlement`. */
export type SettlementAnswer =
  { readonly outcome: "settled" } | { readonly outcome: "pending"; readonly settlesAt: number } | Declined

/** The fields of an answer that nobody has checked. */
export type Fields = Readonly<Record<string, unknown>>

/** Whether an answer has fields at all. */
export const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null

/** Whether a value can be what an acquirer calls something. */
export const isReference = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= 255

/** The end of the year 9999: later times, such as microseconds, have no form in which they are shown. */
const lastTime = 253_402_300_799_999

/** Whether a value is a time: epoch milliseconds. */
export const isTime = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= lastTime

/** Longer messages are no messages for people. */
const maxMessageLength = 500

const isMessage = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= maxMessageLength

/** What a fault is made of, in words. */
export const faultWords = "a code of up to 100 characters, and a message of up to 500"

/** A checked fault, or `undefined`. */
export const readFault = (value: unknown): Fault | undefined => {
  if (!isFields(value)) return undefined
  const { code, message } = value
  return isReference(code) && code.length <= 100 && isMessage(message) ? { code, message } : undefined
}

/** A checked decline, or `undefined`. */
export const readDeclined = ({ code, message, outcome, source }: Fields): Declined | undefined => {
  if (outcome !== "declined" || !(declineCodes as ReadonlyArray<unknown>).includes(code)) return undefined
  if (!isMessage(message)) return undefined
  if (source !== undefined && source !== "issuer" && source !== "processor") return undefined
  return { outcome, code: code as DeclineCode, message, source: source ?? "issuer" }
}

const reading =
  <A>(read: (answer: Fields) => A | undefined) =>
  (answer: unknown): A | Declined | undefined =>
    isFields(answer) ? (read(answer) ?? readDeclined(answer)) : undefined

/** Addresses are at most this long (our choice). */
const maxAddressLength = 2_048

const isSecureAddress = (value: unknown): value is string =>
  typeof value === "string" && value.length <= maxAddressLength && URL.canParse(value) && /^https:\/\//i.test(value)

type Accepted = Exclude<AuthorizeAnswer, Declined>

const accepted: Readonly<Record<string, (answer: Fields, acquirerReference: string) => Accepted | undefined>> = {
  authorized: (_, acquirerReference) => ({ outcome: "authorized", acquirerReference }),
  submitted: ({ settlesAt }, acquirerReference) =>
    isTime(settlesAt) ? { outcome: "submitted", acquirerReference, settlesAt } : undefined,
  challenge: ({ redirectUrl }, acquirerReference) =>
    isSecureAddress(redirectUrl) ? { outcome: "challenge", acquirerReference, redirectUrl } : undefined
}

/** A checked answer to `authorize`, or `undefined`. */
export const readAuthorize = reading<Accepted>((answer) => {
  const { acquirerReference, outcome } = answer
  if (!isReference(acquirerReference) || typeof outcome !== "string" || !Object.hasOwn(accepted, outcome))
    return undefined
  return accepted[outcome]?.(answer, acquirerReference)
})

const authenticationOutcomes = ["succeeded", "failed", "canceled", "pending"] as const

/** A checked answer to `authentication`, or `undefined`. */
export const readAuthentication = (answer: unknown): AuthenticationAnswer | undefined => {
  const outcome = authenticationOutcomes.find((known) => isFields(answer) && answer["outcome"] === known)
  return outcome && { outcome }
}

/** A checked answer to `payout`, or `undefined`. */
export const readPayout = (answer: unknown): PayoutAnswer | undefined => {
  if (!isFields(answer)) return undefined
  const { outcome } = answer
  if (outcome === "paid" || outcome === "sent") return { outcome }
  const fault = readFault(answer["fault"])
  return outcome === "failed" && fault !== undefined ? { outcome, fault } : undefined
}

/** A checked answer to `submitEvidence`, or `undefined`. */
export const readEvidence = (answer: unknown): EvidenceAnswer | undefined =>
  isFields(answer) && answer["outcome"] === "taken" ? { outcome: "taken" } : undefined

/** A checked answer to `capture`, or `undefined`. */
export const readCapture = reading<Exclude<CaptureAnswer, Declined>>(({ outcome }) =>
  outcome === "captured" ? { outcome } : undefined
)

/** A checked answer to `void`, or `undefined`. */
export const readVoid = reading<Exclude<VoidAnswer, Declined>>(({ outcome }) =>
  outcome === "voided" ? { outcome } : undefined
)

/** A checked answer to `refund`, or `undefined`. */
export const readRefund = reading<Exclude<RefundAnswer, Declined>>(({ outcome }) =>
  outcome === "succeeded" || outcome === "pending" ? { outcome } : undefined
)

/** A checked answer to `settlement`, or `undefined`. */
export const readSettlement = reading<Exclude<SettlementAnswer, Declined>>(({ outcome, settlesAt }) => {
  if (outcome === "settled") return { outcome }
  return outcome === "pending" && isTime(settlesAt) ? { outcome, settlesAt } : undefined
})
