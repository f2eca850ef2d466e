/** What a provider of verifications may answer, and the checks by which anything else is found out. */

/** Why a provider finds that somebody is not who is claimed. */
export const providerReasons = [
  "document_unverified",
  "document_unreadable",
  "document_expired",
  "selfie_mismatch",
  "underage",
  "listed"
] as const

/** Why a provider says no. `listed`: the provider found the person on a list of its own. */
export type ProviderReason = (typeof providerReasons)[number]

/** What was read from the document. All fields are optional; those that are there are checked. */
export interface DocumentReading {
  /** The lines of the machine-readable zone. */
  readonly mrz?: ReadonlyArray<string>
  readonly name?: string
  /** YYYY-MM-DD, both. */
  readonly dateOfBirth?: string
  readonly expiresOn?: string
}

/** There is no result yet. */
export interface KycPending {
  readonly outcome: "pending"
  /** What the provider needs to be asked again; given back with every later request. At most 2,000 characters. */
  readonly providerReference?: string
  /** When to ask for the result: epoch milliseconds of engine time. Default: our own schedule. */
  readonly askAgainAt?: number
}

/** The document is real, and its bearer the person. */
export interface KycVerified {
  readonly outcome: "verified"
  readonly document?: DocumentReading
}

/** The document or the person is not what is claimed. */
export interface KycFailed {
  readonly outcome: "failed"
  readonly reason: ProviderReason
  readonly document?: DocumentReading
}

/** The provider never got the submission. */
export interface KycUnknown {
  readonly outcome: "unknown"
}

/** A result. */
export type KycResult = KycVerified | KycFailed

/** Answer to `start`. */
export type KycStartAnswer = KycPending | KycResult

/** Answer to `check`. */
export type KycCheckAnswer = KycStartAnswer | KycUnknown

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isOptional = (value: unknown, holds: (value: unknown) => boolean): boolean => value === undefined || holds(value)

const isText =
  (maximum: number) =>
  (value: unknown): value is string =>
    typeof value === "string" && value.length > 0 && value.length <= maximum

/** A zone has at most three lines of at most 44 characters; anything longer is no line. */
const isLines = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.length <= 3 && value.every(isText(100))

const isDate = (value: unknown): boolean => isText(10)(value) && /^\d{4}-\d{2}-\d{2}$/.test(value)

const isTime = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0

const isDocument = (value: unknown): value is DocumentReading =>
  isFields(value) &&
  isOptional(value["mrz"], isLines) &&
  isOptional(value["name"], isText(500)) &&
  isOptional(value["dateOfBirth"], isDate) &&
  isOptional(value["expiresOn"], isDate)

const documentOf = (value: unknown) => (isDocument(value) ? { document: value } : {})

const isReason = (value: unknown): value is ProviderReason =>
  (providerReasons as ReadonlyArray<unknown>).includes(value)

const readPending = ({ askAgainAt, providerReference }: Fields): KycPending | undefined =>
  isOptional(askAgainAt, isTime) && isOptional(providerReference, isText(2_000))
    ? {
        outcome: "pending",
        providerReference: providerReference as string,
        askAgainAt: askAgainAt as number
      }
    : undefined

/** A checked answer to `start`, or `undefined`. */
export const readStart = (answer: unknown): KycStartAnswer | undefined => {
  if (!isFields(answer) || !isOptional(answer["document"], isDocument)) return undefined
  const { document, outcome, reason } = answer
  if (outcome === "pending") return readPending(answer)
  if (outcome === "verified") return { outcome, ...documentOf(document) }
  return outcome === "failed" && isReason(reason) ? { outcome, reason, ...documentOf(document) } : undefined
}

export const readCheck = (answer: unknown): KycCheckAnswer | undefined =>
  isFields(answer) && answer["outcome"] === "unknown" ? { outcome: "unknown" } : readStart(answer)
