/** Long texts in pieces, and what is written ahead of the unit that makes it visible (decision 0046). */
import type { Migration } from "../../services/Store.ts"

export const core0009: Migration = {
  id: 9,
  name: "written_ahead",
  up: ({ integer, text }) => [
    `CREATE TABLE long_text_pieces (
      text_id ${text} NOT NULL,
      position ${integer} NOT NULL,
      piece ${text} NOT NULL,
      PRIMARY KEY (text_id, position)
    )`,
    `CREATE TABLE written_ahead (
      id ${text} NOT NULL PRIMARY KEY,
      table_name ${text} NOT NULL,
      column_name ${text} NOT NULL,
      order_name ${text} NOT NULL,
      begun_at ${integer} NOT NULL,
      is_over ${integer} NOT NULL
    )`
  ]
}
