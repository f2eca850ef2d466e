/** One full example of each message, for the tests, and what a text of one holds. */
import * as Result from "effect/Result"
import type { CancellationRequest } from "../../../plugins/bank/messages/Camt056.ts"
import type { RequestCancellation } from "../../../plugins/bank/messages/Camt055.ts"
import type { Resolution } from "../../../plugins/bank/messages/Camt029.ts"
import type { Header } from "../../../plugins/bank/messages/Head001.ts"
import type { PaymentReturn } from "../../../plugins/bank/messages/Pacs004.ts"
import type { CreditTransfer } from "../../../plugins/bank/messages/Pacs008.ts"
import type { BankTransfer } from "../../../plugins/bank/messages/Pacs009.ts"
import type { StatusReport } from "../../../plugins/bank/messages/Pacs002.ts"
import type { StatusRequest } from "../../../plugins/bank/messages/Pacs028.ts"
import type { PaymentRequest } from "../../../plugins/bank/messages/Pain013.ts"
import type { RequestStatusReport } from "../../../plugins/bank/messages/Pain014.ts"
import { defaultLimits } from "../../../plugins/bank/messages/xml/elements.ts"
import { readXml } from "../../../src/domain/xml/readXml.ts"
import type { XmlElement } from "../../../src/domain/xml/XmlElement.ts"

/** 2026-06-15 10:00:00 Eastern daylight time. */
export const createdAt = Date.parse("2026-06-15T14:00:00.000Z")
export const uetr = "8a562c67-ca16-48ba-b074-65581be6f011"

const sender = { routingNumber: "099900014", name: "SIM First Both Rails Bank" }
const receiver = { routingNumber: "099900027" }
const acme = {
  name: "Acme Corp",
  address: { street: "1 Main St", postalCode: "78701", city: "Austin", state: "TX", country: "US" }
}
const jane = {
  name: "Jane Roe",
  address: { street: "Oak Ave", buildingNumber: "2", postalCode: "89501", city: "Reno", state: "NV", country: "US" }
}

export const creditTransfer: CreditTransfer = {
  messageId: "20260615099900014ABC0001",
  createdAt,
  instructionId: "20260615099900014ABC0001",
  endToEndId: "pmt_inst_01j0000000000000000000000",
  uetr,
  categoryPurpose: "business",
  amount: { amountMinor: 125_000, currency: "usd" },
  settlementDate: "2026-06-15",
  chargeBearer: "SLEV",
  instructingAgent: { routingNumber: "099900014" },
  instructedAgent: receiver,
  debtor: acme,
  debtorAccount: { number: "1234567890" },
  debtorAgent: sender,
  creditorAgent: receiver,
  creditor: jane,
  creditorAccount: { number: "9000000000" },
  purpose: "SUPP",
  remittance: "Invoice 42 <paid & done>"
}

const original = { messageId: creditTransfer.messageId, name: "pacs.008.001.08", createdAt }
const reference = {
  original,
  originalInstructionId: "20260615099900014ABC0001",
  originalEndToEndId: creditTransfer.endToEndId,
  originalUetr: uetr
}

export const statusReport: StatusReport = {
  messageId: "20260615099900027XYZ0001",
  createdAt: createdAt + 1000,
  ...reference,
  status: "RJCT",
  reasons: [{ code: "NARR", additional: ["Account under review by bank"] }],
  acceptedAt: createdAt,
  instructingAgent: receiver,
  instructedAgent: { routingNumber: "099900014" }
}

export const statusRequest: StatusRequest = {
  messageId: "20260615099900014ABC0002",
  createdAt: createdAt + 25_000,
  ...reference,
  acceptedAt: createdAt,
  originalAmount: creditTransfer.amount,
  originalSettlementDate: "2026-06-15",
  instructingAgent: { routingNumber: "099900014" },
  instructedAgent: receiver
}

export const paymentReturn: PaymentReturn = {
  messageId: "20260616099900027XYZ0002",
  createdAt: createdAt + 86_400_000,
  ...reference,
  originalAmount: creditTransfer.amount,
  originalSettlementDate: "2026-06-15",
  amount: { amountMinor: 62_500, currency: "usd" },
  settlementDate: "2026-06-16",
  chargeBearer: "SLEV",
  instructingAgent: receiver,
  instructedAgent: { routingNumber: "099900014" },
  debtor: jane,
  debtorAccount: { number: "9000000000" },
  debtorAgent: receiver,
  creditorAgent: sender,
  creditor: acme,
  creditorAccount: { number: "1234567890" },
  reason: { code: "DUPL", originator: "Jane Roe", additional: ["Paid twice"] }
}

export const bankTransfer: BankTransfer = {
  messageId: "20260615099900014ABC0003",
  createdAt,
  instructionId: "20260615099900014ABC0003",
  endToEndId: "cover-1",
  uetr,
  amount: { amountMinor: 1, currency: "usd" },
  settlementDate: "2026-06-15",
  instructingAgent: { routingNumber: "099900014" },
  instructedAgent: receiver,
  debtor: { routingNumber: "099900014" },
  creditor: receiver,
  creditorAccount: { number: "5550001" },
  remittance: "Cover"
}

export const paymentRequest: PaymentRequest = {
  messageId: "20260615099900014RFP0001",
  createdAt,
  initiatingPartyName: "Acme Corp",
  initiatingPartyNumber: "099900014",
  paymentInformationId: "rfp_01j0000000000000000000000",
  requestedExecution: { date: "2026-06-30" },
  expiry: { date: "2026-06-30" },
  debtor: jane,
  debtorAccount: { number: "9005000001" },
  debtorAgent: receiver,
  instructionId: "rfp-instruction-1",
  endToEndId: "rfp_01j0000000000000000000000",
  uetr,
  categoryPurpose: "business",
  amount: { amountMinor: 5000, currency: "usd" },
  creditorAgent: { routingNumber: "099900014" },
  creditor: acme,
  creditorAccount: { number: "1234567890" },
  remittance: "Rent for June"
}

const originalRequest = { messageId: paymentRequest.messageId, name: "pain.013.001.07", createdAt }

export const requestStatusReport: RequestStatusReport = {
  messageId: "20260615099900027XYZ0003",
  createdAt,
  initiatingPartyName: "Acme Corp",
  initiatingPartyNumber: "099900014",
  debtorAgent: receiver,
  creditorAgent: { routingNumber: "099900014" },
  original: originalRequest,
  originalPaymentInformationId: paymentRequest.paymentInformationId,
  originalInstructionId: "rfp-instruction-1",
  originalEndToEndId: paymentRequest.endToEndId,
  originalUetr: uetr,
  originalRequestedExecution: { date: "2026-06-30" },
  originalCreditor: { name: "Acme Corp" },
  status: "RJCT",
  reasons: [{ code: "NARR", additional: ["declined by payer"] }]
}

const assignment = {
  assigner: { routingNumber: "099900014" },
  assignee: receiver,
  createdAt,
  caseId: "rrq_01j0000000000000000000000",
  caseCreator: { routingNumber: "099900014" }
}

export const cancellationRequest: CancellationRequest = {
  assignmentId: "20260616099900014ABC0004",
  ...assignment,
  ...reference,
  originalAmount: creditTransfer.amount,
  originalSettlementDate: "2026-06-15",
  reason: { code: "DUPL", originator: "Acme Corp", additional: ["Sent twice"] }
}

export const resolution: Resolution = {
  assignmentId: "20260616099900027XYZ0005",
  ...assignment,
  status: "PECR",
  ...reference,
  reasons: [{ code: "AM04" }],
  amount: { amountMinor: 62_500, currency: "usd" },
  settlementDate: "2026-06-16"
}

export const requestResolution: Resolution = {
  assignmentId: "20260616099900027XYZ0006",
  ...assignment,
  status: "RJCR",
  original: originalRequest,
  originalPaymentInformationId: paymentRequest.paymentInformationId,
  originalEndToEndId: paymentRequest.endToEndId,
  reasons: [{ code: "ARDT" }]
}

export const requestCancellation: RequestCancellation = {
  assignmentId: "20260616099900014ABC0007",
  ...assignment,
  originalPaymentInformationId: paymentRequest.paymentInformationId,
  original: originalRequest,
  originalEndToEndId: paymentRequest.endToEndId,
  originalAmount: paymentRequest.amount,
  originalRequestedExecution: { date: "2026-06-30" },
  reason: { code: "UPAY" }
}

export const header: Header = {
  from: { memberId: "099900014" },
  to: { memberId: "021150706" },
  businessMessageId: creditTransfer.messageId,
  definition: "pacs.008.001.08",
  businessService: "TEST",
  createdAt,
  copyDuplicate: "DUPL"
}

const withoutPlaces = (element: XmlElement): XmlElement => {
  const { at: _, children, ...rest } = element
  return { ...rest, children: children.map(withoutPlaces) }
}

/** The elements of a text, without where they stand in it. */
export const elementsOf = (xml: string): XmlElement => withoutPlaces(Result.getOrThrow(readXml(xml, defaultLimits)))
