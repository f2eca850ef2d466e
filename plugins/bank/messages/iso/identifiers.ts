/** Identifiers of messages as the networks shape them, made from facts, so that they are fixed before the first send. */
import type { PlainDate } from "../../calendar/PlainDate.ts"
import type { Profile } from "./profiles.ts"

/** The longest identifier of ISO 20022. */
export const longestIdentifier = 35

const compact = (date: PlainDate): string => date.replaceAll("-", "")

/** What a message identifier is made of. */
export interface MessageIdParts {
  /** The calendar date in Eastern time on which the message is made; a message is sent again under its first date. */
  readonly date: PlainDate
  /** The nine characters of the sender's connection, usually its routing number. */
  readonly connection: string
  /** The sender's own reference, letters and digits, unique for connection and date. */
  readonly reference: string
}

/**
 * FedNow: date, connection and reference (FedNow operating procedures); unique even after a rejection. The reference
 * has at most 18 characters. Throws a RangeError, a bug of the caller, when the parts do not fit.
 */
export const fedNowMessageId = ({ date, connection, reference }: MessageIdParts): string =>
  fitted(`${compact(date)}${connection}${reference}`, connection, reference, 18)

/**
 * RTP: `M`, date, connection with its `T1` suffix, `B` for a bank, then eleven or more characters of reference, padded
 * with zeros. The shape is that of the published samples. Throws a RangeError when the parts do not fit.
 */
export const rtpMessageId = ({ date, connection, reference }: MessageIdParts): string =>
  fitted(`M${compact(date)}${connection}T1B${reference.padStart(14, "0")}`, connection, reference, 14)

/**
 * The instruction identifier of a message. On RTP it begins with the date: it is the message identifier without its `M`.
 */
export const instructionIdOf = (messageId: string): string => messageId.replace(/^M(?=\d{8})/, "")

/** Characters at the end of a message identifier that tell the messages of one sender and day apart. */
const ownCharacters = 14

/**
 * The identifier of a question about a message: the message's own of the day on which it is asked, with a mark, such as `2` for the
 * second question. Where the longest identifier has no room for it, it takes the place of the first characters of the sender's reference.
 */
export const inquiryIdOf = (original: string, mark: string, date: PlainDate): string => {
  const messageId = original.replace(/(?<=^M?)\d{8}/, compact(date))
  if (messageId.length + mark.length <= longestIdentifier) return `${messageId}${mark}`
  const own = messageId.length - ownCharacters
  return `${messageId.slice(0, own)}${mark}${messageId.slice(own + mark.length)}`
}

/** Whether a reference has the characters of SWIFT's references only (CBPR+: those of the older text messages). */
export const isPlainReference = (reference: string): boolean => /^[0-9A-Za-z/\-?:().,'+ ]*$/.test(reference)

/** An id of ours as a network's messages refer to it: where they take no underscore, a hyphen stands for it. */
export const referenceOf = ({ plainReferences }: Profile, id: string): string =>
  plainReferences ? id.replaceAll("_", "-") : id

/** The id of ours that a network's message refers to. */
export const idOfReference = ({ plainReferences }: Profile, reference: string): string =>
  plainReferences ? reference.replaceAll("-", "_") : reference

const fitted = (id: string, connection: string, reference: string, longestReference: number): string => {
  if (!/^[A-Z0-9]{9}$/.test(connection)) throw new RangeError(`${connection} is not the identifier of a connection`)
  if (!/^[A-Za-z0-9]+$/.test(reference) || reference.length > longestReference) {
    throw new RangeError(`${reference} is not a reference of at most ${longestReference} letters and digits`)
  }
  return id
}

/** The end-to-end reference of a payment: the first 35 characters of its identifier (decisions D.6). */
export const endToEndIdOf = (paymentId: string): string => paymentId.slice(0, longestIdentifier)
