/** Messages of networks as rows, with what they are about: the id of a payment or a request, else their own. */
import * as Effect from "effect/Effect"
import { given, integer, key, table, text, type Read, type RegionStore, type Write } from "../../../src/plugin.ts"
import type { NetworkMessage } from "./NetworkMessage.ts"

const messages = table("bank_network_messages", {
  id: key(text),
  subject: text,
  rail: text,
  direction: text,
  message_type: text,
  message_id: text,
  sealed: text,
  created_at: integer
})

const add = messages.inserting({ onExisting: "stays" })

/** The write that keeps a message. The same id again changes nothing. */
export const keep = (message: NetworkMessage & { readonly subject: string; readonly sealed: string }): Write =>
  add({
    id: message.id,
    subject: message.subject,
    rail: message.rail,
    direction: message.direction,
    message_type: message.messageType,
    message_id: message.networkMessageId,
    sealed: message.sealed,
    created_at: message.at
  })

const remove = messages.deleting({ id: given })

/** The write that takes a message out again that was not sent after all. */
export const forget = (id: string): Write => remove({ id })

/** What the first message with this identifier is about. */
export const subjectOf = (store: RegionStore, messageId: string): Read<string | undefined> =>
  Effect.map(
    store.read<{ readonly subject: string }>(
      `SELECT subject FROM bank_network_messages WHERE message_id = ? ORDER BY sequence LIMIT 1`,
      [messageId]
    ),
    ([row]) => row?.subject
  )

/** Most messages of one payment that are listed. Ordinary ones have fewer than ten. */
const mostListed = 1_000

/** Messages about a subject, or under an identifier of a network, in the order in which they passed. */
export const about = (
  store: RegionStore,
  of: { readonly subject: string; readonly messageId: string | null }
): Read<ReadonlyArray<NetworkMessage>> =>
  store.read<NetworkMessage>(
    `SELECT id, rail, direction, message_type AS "messageType", message_id AS "networkMessageId", created_at AS at
     FROM bank_network_messages WHERE subject = ? OR message_id = ? ORDER BY sequence LIMIT CAST(? AS INTEGER)`,
    [of.subject, of.messageId ?? of.subject, mostListed]
  )

export const sealedText = (store: RegionStore, id: string): Read<string | undefined> =>
  Effect.map(
    store.read<{ readonly sealed: string }>(`SELECT sealed FROM bank_network_messages WHERE id = ?`, [id]),
    ([row]) => row?.sealed
  )
