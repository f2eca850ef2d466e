/** The identifiers under which networks know a payment or a request, made from random hex and the object's own id. */
import { fedNowMessageId, rtpMessageId } from "../messages/iso/identifiers.ts"
import type { RailId } from "../rails/rail-ids.ts"

/** A UUID of version 4 from 32 hex digits: the six fixed bits are set, the rest stays (RFC 9562 §5.4). */
export const uuidOf = (hex: string): string => {
  const variant = "89ab"[Number.parseInt(hex[16]!, 16) & 3]
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32)
  ].join("-")
}

/** The random part of an id, as a reference of our own in a message id. */
const referenceLength = 14

/** A message id of a rail. It is made once per message, and the same however often the message is sent. */
export const messageIdOf = (of: {
  readonly rail: RailId
  readonly id: string
  /** The calendar date in New York. */
  readonly date: string
  /** The routing number of the sending bank. */
  readonly connection: string
}): string => {
  const reference = of.id.slice(-referenceLength).toUpperCase()
  const parts = { date: of.date, connection: of.connection, reference }
  return of.rail === "rtp" ? rtpMessageId(parts) : fedNowMessageId(parts)
}

/** The calendar date in a message id, `YYYY-MM-DD`: a message may be sent again under its id on that day only. */
export const dateOfMessageId = (messageId: string): string => {
  const digits = messageId.startsWith("M") ? messageId.slice(1, 9) : messageId.slice(0, 8)
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
}
