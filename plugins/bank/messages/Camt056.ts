/**
 * camt.056, payment cancellation request: asks the receiving bank to give a settled payment back (a return request on
 * RTP and FedNow, a recall on wires). RTP uses it for requests for payment as well: the original is then a pain.013.
 */
import type { Money } from "../../../src/domain.ts"
import { defineMessage, withOriginalTransactionId } from "./iso/defineMessage.ts"
import { amount, date, identifier, uetr } from "./iso/leaves.ts"
import {
  caseProblems,
  caseRows,
  originalMessage,
  reasonIn,
  type Assignment,
  type OfTransaction,
  type Reason
} from "./iso/parts.ts"
import { beside, inside } from "./iso/profiles.ts"
import { rowsOf, type Rows } from "./iso/rows.ts"

/** A request to give a payment back. */
export interface CancellationRequest extends Assignment, OfTransaction {
  readonly originalAmount: Money.Money
  readonly originalSettlementDate: string
  /** `DUPL`, `FRAD`, `TECH`, `CUST`, `AC03`, `AM09`, `NARR` and others of the external list. */
  readonly reason: Reason
}

const { one, optional, derived } = rowsOf<CancellationRequest>()

const rows: Rows<CancellationRequest> = [
  ...caseRows,
  one("Undrlyg/OrgnlGrpInfAndCxl", "original", originalMessage, beside),
  one("Undrlyg/TxInf/OrgnlGrpInf", "original", originalMessage, inside),
  optional("Undrlyg/TxInf/OrgnlInstrId", "originalInstructionId", identifier(35)),
  optional("Undrlyg/TxInf/OrgnlEndToEndId", "originalEndToEndId", identifier(35)),
  optional("Undrlyg/TxInf/OrgnlTxId", "originalTransactionId", identifier(35)),
  optional("Undrlyg/TxInf/OrgnlUETR", "originalUetr", uetr),
  derived("Undrlyg/TxInf/OrgnlClrSysRef", ({ clearingSystemReference }) => clearingSystemReference),
  one("Undrlyg/TxInf/OrgnlIntrBkSttlmAmt", "originalAmount", amount),
  one("Undrlyg/TxInf/OrgnlIntrBkSttlmDt", "originalSettlementDate", date),
  one("Undrlyg/TxInf/CxlRsnInf", "reason", reasonIn("camt.056"))
]

const codec = defineMessage<CancellationRequest>({
  name: "camt.056",
  versions: ["08", "09", "10", "11"],
  root: "FIToFIPmtCxlReq",
  rows,
  check: (message) => caseProblems("Case/Cretr", message)
})

/** Writes a cancellation request. Where the original's own identifier is not given, its instruction's stands for it. */
export const build: typeof codec.build = (message, options) =>
  codec.build(withOriginalTransactionId(message, options), options)

/** Reads a cancellation request. */
export const { parse, parseElement, definition } = codec
