/** camt.055, customer payment cancellation request: takes an unanswered request for payment back, on FedNow. */
import type { Money } from "../../../src/domain.ts"
import { defineMessage } from "./iso/defineMessage.ts"
import { amount, identifier, uetr } from "./iso/leaves.ts"
import {
  caseProblems,
  caseRows,
  dateOrTime,
  originalMessage,
  reasonIn,
  type Assignment,
  type DateOrTime,
  type OriginalMessage,
  type Reason
} from "./iso/parts.ts"
import { rowsOf, type Rows } from "./iso/rows.ts"

/** A request for payment that is taken back. */
export interface RequestCancellation extends Assignment {
  readonly originalPaymentInformationId: string
  readonly original: OriginalMessage
  readonly originalInstructionId?: string | undefined
  readonly originalEndToEndId: string
  readonly originalUetr?: string | undefined
  readonly originalAmount: Money.Money
  /** When the request asked for the payment. */
  readonly originalRequestedExecution: DateOrTime
  /** Such as `UPAY` (undue), `PAID` (paid by other means), `CUST`. */
  readonly reason: Reason
}

const { one, optional } = rowsOf<RequestCancellation>()

const transaction = "Undrlyg/OrgnlPmtInfAndCxl/TxInf"

const rows: Rows<RequestCancellation> = [
  ...caseRows,
  one("Undrlyg/OrgnlPmtInfAndCxl/OrgnlPmtInfId", "originalPaymentInformationId", identifier(35)),
  one("Undrlyg/OrgnlPmtInfAndCxl/OrgnlGrpInf", "original", originalMessage),
  optional(`${transaction}/OrgnlInstrId`, "originalInstructionId", identifier(35)),
  one(`${transaction}/OrgnlEndToEndId`, "originalEndToEndId", identifier(35)),
  optional(`${transaction}/OrgnlUETR`, "originalUetr", uetr),
  one(`${transaction}/OrgnlInstdAmt`, "originalAmount", amount),
  one(`${transaction}/OrgnlReqdExctnDt`, "originalRequestedExecution", dateOrTime),
  one(`${transaction}/CxlRsnInf`, "reason", reasonIn("camt.055"))
]

/** Writes and reads cancellations of requests for payment. */
export const { build, parse, parseElement, definition } = defineMessage<RequestCancellation>({
  name: "camt.055",
  versions: ["08", "09", "10", "11"],
  root: "CstmrPmtCxlReq",
  rows,
  check: (message) => caseProblems("Case/Cretr", message)
})
