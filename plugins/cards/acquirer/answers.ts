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

/** Answer to `authorize`. */
export type AuthorizeAnswer = Authorized | Submitted | Declined

/** Answer to `capture`. */
export type CaptureAnswer = { readonly outcome: "captured" } | Declined

/** Answer to `void`. */
export type VoidAnswer = { readonly outcome: "voided" } | Declined

/** Answer to `refund`. `pending`: accepted, and not with the cardholder yet. */
export type RefundAnswer = { readonly outcome: "succeeded" | "pending" } | Declined

/** Answer to `settlement`. */
export type SettlementAnswer =
  { readonly outcome: "settled" } | { readonly outcome: "pending"; readonly settlesAt: number } | Declined

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null

const isReference = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= 255

const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** Longer messages are no messages for people. */
const maxMessageLength = 500

const readDeclined = ({ code, message, outcome, source }: Fields): Declined | undefined => {
  if (outcome !== "declined" || !(declineCodes as ReadonlyArray<unknown>).includes(code)) return undefined
  if (typeof message !== "string" || message === "" || message.length > maxMessageLength) return undefined
  if (source !== undefined && source !== "issuer" && source !== "processor") return undefined
  return { outcome, code: code as DeclineCode, message, source: source ?? "issuer" }
}

const reading =
  <A>(read: (answer: Fields) => A | undefined) =>
  (answer: unknown): A | Declined | undefined =>
    isFields(answer) ? (read(answer) ?? readDeclined(answer)) : undefined

/** A checked answer to `authorize`, or `undefined`. */
export const readAuthorize = reading<Authorized | Submitted>(({ acquirerReference, outcome, settlesAt }) => {
  if (!isReference(acquirerReference)) return undefined
  if (outcome === "authorized") return { outcome, acquirerReference }
  return outcome === "submitted" && isTime(settlesAt) ? { outcome, acquirerReference, settlesAt } : undefined
})

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
