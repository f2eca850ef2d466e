/** A credit transfer as the simulated network knows it: of customers, or of banks for themselves. Pure. */
import type { Agent } from "../messages/iso/parts.ts"
import type * as Pacs008 from "../messages/Pacs008.ts"
import type * as Pacs009 from "../messages/Pacs009.ts"

/** A transfer. That of banks has their names as parties. */
export interface NetworkTransfer extends Pacs008.CreditTransfer {
  readonly isOfBanks?: boolean | undefined
}

/** What an answer repeats of the transfer that it answers: nothing about people. */
export type AnsweredTransfer = Pick<
  NetworkTransfer,
  | "messageId"
  | "createdAt"
  | "instructionId"
  | "endToEndId"
  | "transactionId"
  | "uetr"
  | "settlementDate"
  | "instructingAgent"
  | "instructedAgent"
  | "isOfBanks"
>

/** The part of a transfer that its answers repeat, and nothing else of it. */
export const answeredPart = (transfer: AnsweredTransfer): AnsweredTransfer => ({
  messageId: transfer.messageId,
  createdAt: transfer.createdAt,
  instructionId: transfer.instructionId,
  endToEndId: transfer.endToEndId,
  transactionId: transfer.transactionId,
  uetr: transfer.uetr,
  settlementDate: transfer.settlementDate,
  instructingAgent: transfer.instructingAgent,
  instructedAgent: transfer.instructedAgent,
  isOfBanks: transfer.isOfBanks
})

const named = ({ address, name }: Agent) => ({ name: name ?? "", address })
const numbered = ({ bic, routingNumber }: Agent): Agent => ({ bic, routingNumber })

export const ofBanks = ({ creditor, debtor, ...message }: Pacs009.BankTransfer): NetworkTransfer => ({
  ...message,
  chargeBearer: "SHAR",
  debtor: named(debtor),
  debtorAgent: numbered(debtor),
  creditor: named(creditor),
  creditorAgent: numbered(creditor),
  isOfBanks: true
})

/** A bank by its number, as banks are named where no message is at hand. */
export const agentOf = (bankNumber: string): Agent =>
  /^\d{9}$/.test(bankNumber) ? { routingNumber: bankNumber } : { bic: bankNumber }

/** The number of a bank: its routing number, else its BIC. */
export const numberOf = ({ bic, routingNumber }: Agent): string => routingNumber ?? bic ?? ""

const accountDigits = 10

/**
 * The account by which the network chooses what to do. Of an IBAN these are the last ten characters: in Germany they are the
 * whole account number, so every scripted account has an IBAN there.
 */
export const scriptAccountOf = ({ creditorAccount }: Pacs008.CreditTransfer): string =>
  creditorAccount?.number ?? creditorAccount?.iban?.slice(-accountDigits) ?? ""

/** The longest reference number of a day. */
const references = 1_000_000

/** Fedwire's reference of a settled transfer: the business day, the receiving terminal, and a number of the day. */
export const imadOf = ({ messageId, settlementDate }: AnsweredTransfer): string => {
  let number = 0
  for (const character of messageId) number = (number * 31 + character.charCodeAt(0)) % references
  return `${settlementDate.replaceAll("-", "")}SIMFDW01${String(number).padStart(6, "0")}`
}
