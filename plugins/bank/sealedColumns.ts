/** Where the tables of the service hold personal data: names, account numbers, addresses and free texts of payments. */
import * as Effect from "effect/Effect"
import {
  namedDocument,
  renameAccounts,
  sealEarlier,
  Signer,
  storedAs,
  type RegionStore,
  type SealedColumn
} from "../../src/plugin.ts"
import { bankPlugin } from "./declaration.ts"
import { hidden } from "./accounts.ts"

/** The fields of documents that are sealed. */
export const personalFields = {
  bank_payments: [
    "originator",
    "beneficiary",
    "remittanceInfo",
    "mentions",
    "ach",
    "approval",
    "returned",
    "failure",
    "rejection"
  ],
  bank_holds: ["matchedName", "screenedValue", "note"],
  bank_screenings: ["subjects", "decisive"],
  bank_exceptions: ["screenedValue", "reason"],
  bank_rfps: ["payer", "payee", "description", "decline"],
  bank_return_requests: ["additionalInfo", "responseReason"],
  bank_recalls: ["additionalInfo", "responseReason"]
} as const

const sequence = [{ name: "sequence", type: "BIGINT", first: 0 }] as const

const named = (name: string) => [{ name, type: "TEXT", first: "" }] as const

const columns: ReadonlyArray<SealedColumn> = [
  ...Object.entries(personalFields).map(([table, personal]) => ({ table, column: "state", key: sequence, personal })),
  { table: "bank_audit", column: "before", key: sequence },
  { table: "bank_audit", column: "after", key: sequence },
  { table: "bank_ach_texts", column: "body", key: named("file_id") },
  { table: "bank_ach_inbound", column: "body", key: named("sha256") },
  {
    table: "bank_ach_batch_entries",
    column: "state",
    key: [...named("batch_id"), { name: "position", type: "BIGINT", first: -1 }]
  },
  { table: "bank_sim_transfers", column: "state", key: named("message_id") },
  { table: "bank_sim_messages", column: "body", key: sequence },
  { table: "bank_sim_requests", column: "state", key: named("id") },
  { table: "bank_sim_ach_entries", column: "state", key: named("trace") },
  { table: "bank_sim_ach_answers", column: "state", key: sequence },
  { table: "bank_sim_ach_outbox", column: "body", key: named("name") }
]

const areSealed = namedDocument(storedAs<boolean>({ table: "bank_settings/sealed_rows", form: "boolean" }))

/**
 * Seals what an earlier version wrote in clear, and names customers' accounts in the books by keyed hashes. Run at the start
 * before anything is posted; once, as the settings remember.
 */
export const sealEarlierRows = Effect.fnUntraced(function* (store: RegionStore) {
  if ((yield* areSealed.read(store)) === true) return
  const signer = yield* Signer
  yield* renameAccounts(store, bankPlugin.id, (account) => hidden(signer, account))
  for (const column of columns) yield* sealEarlier(store, column)
  yield* store.write([areSealed.keep(true)])
})
