/** Holds, exceptions and what screenings found, as rows. */
import { documentTable, namedDocuments } from "../../../src/plugin.ts"
import { personalFields } from "../sealedColumns.ts"
import type { Hold, ScreeningException } from "./Hold.ts"
import type { ScreeningEvidence } from "./ScreeningEvidence.ts"

/** The holds. */
export const holds = documentTable<Hold, "payment_id" | "status">(
  "bank_holds",
  ["payment_id", "status"],
  (hold) => ({
    payment_id: hold.paymentId,
    status: hold.status
  }),
  personalFields.bank_holds
)

/** What screenings found. Rows are only ever added. */
export const screenings = documentTable<ScreeningEvidence, "payment_id">(
  "bank_screenings",
  ["payment_id"],
  (evidence) => ({ payment_id: evidence.paymentId }),
  personalFields.bank_screenings
)

/** Exceptions for false positives. */
export const exceptions = documentTable<ScreeningException, "entry_id">(
  "bank_exceptions",
  ["entry_id"],
  (exception) => ({
    entry_id: exception.listEntryId
  }),
  personalFields.bank_exceptions
)

/** Whether a sandbox was told to be without screening. */
export const switches = namedDocuments<"simulator">("bank_settings")
