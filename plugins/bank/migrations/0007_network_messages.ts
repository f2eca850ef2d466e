/** Messages of the networks as they were sent and received. Their text is sealed: it holds names, addresses and accounts. */
import type { Migration } from "../../../src/plugin.ts"

export const networkMessages0007: Migration = {
  id: 7,
  name: "network messages",
  up: ({ integer, sequenceKey, text }) => [
    `CREATE TABLE bank_network_messages (
      sequence ${sequenceKey},
      id ${text} NOT NULL,
      subject ${text} NOT NULL,
      rail ${text} NOT NULL,
      direction ${text} NOT NULL,
      message_type ${text} NOT NULL,
      message_id ${text} NOT NULL,
      sealed ${text} NOT NULL,
      created_at ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX bank_network_messages_id ON bank_network_messages (id)`,
    `CREATE INDEX bank_network_messages_subject ON bank_network_messages (subject, sequence)`,
    `CREATE INDEX bank_network_messages_message ON bank_network_messages (message_id, sequence)`
  ]
}
