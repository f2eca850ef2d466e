/**
 * A rail that speaks ISO 20022 (decisions C.6): instructions become messages, messages become news. How messages travel is
 * the transport's: the simulated network in a sandbox, a host's own connection elsewhere.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { StoreUnavailable } from "../../../src/plugin.ts"
import type { RailId } from "./rail-ids.ts"
import * as Camt055 from "../messages/Camt055.ts"
import * as Camt056 from "../messages/Camt056.ts"
import { isWithin, plainText } from "../messages/iso/characters.ts"
import { inquiryIdOf, instructionIdOf, referenceOf } from "../messages/iso/identifiers.ts"
import type { BuildFailure } from "../messages/iso/defineMessage.ts"
import { profiles, type CharacterSetName, type ProfileName } from "../messages/iso/profiles.ts"
import * as Pacs008 from "../messages/Pacs008.ts"
import * as Pacs009 from "../messages/Pacs009.ts"
import * as Pacs028 from "../messages/Pacs028.ts"
import * as Pain013 from "../messages/Pain013.ts"
import { easternDateOf } from "../calendar/eastern-time.ts"
import { isCarried, type Account, type Agent } from "../messages/iso/parts.ts"
import { bankNumberOf, isForeign, type Beneficiary } from "../payments/Payment.ts"
import type { RailUnreachable } from "../Rail.ts"
import {
  type CreditInstruction,
  type Inquiry,
  type MessageRef,
  type Rail,
  type RailCapabilities,
  type ReturnInstruction,
  type RfpInstruction
} from "../Rail.ts"
import { askedPartText } from "./asked-part.ts"
import { findingOf, newsOf } from "./iso-news.ts"

/** How messages travel. */
export interface IsoTransport {
  /** Hands a message over. The reply is the network's immediate one, which only status requests have. */
  readonly exchange: (rail: RailId, xml: string) => Effect.Effect<string | undefined, RailUnreachable>
  /** Called once with where messages from the network go. */
  readonly listen: (
    rail: RailId,
    receive: (xml: string) => Effect.Effect<void, StoreUnavailable>
  ) => Effect.Effect<void>
}

/** A rail that is connected by messages. */
export interface IsoRailOptions {
  readonly id: ProfileName
  readonly capabilities: RailCapabilities
  readonly transport: IsoTransport
}

/** A text in plain writing. Requests with other characters are refused; of a payment from before, a full stop stands for one. */
const writable = (text: string, characters: CharacterSetName = "latin"): string => {
  const plain = plainText(text)
  if (isWithin(characters, plain)) return plain
  return Array.from(plain, (character) => (isWithin(characters, character) ? character : ".")).join("")
}

const usd = (amountMinor: number) => ({ amountMinor, currency: "usd" as const })

/** A party as the messages of a rail name it: with its address where that has what the network asks of one. */
export const partyOf = (rail: ProfileName, { address = {}, name }: Beneficiary) => {
  const profile = profiles[rail]
  const parts = Object.entries(address).flatMap(([part, value]) =>
    value === undefined ? [] : [[part, writable(value, profile.characters)] as const]
  )
  return {
    name: writable(name, profile.characters),
    ...(parts.length > 0 && isCarried(address, profile) ? { address: Object.fromEntries(parts) } : {})
  }
}

const agentOf = (bankNumber: string): Agent =>
  /^\d{9}$/.test(bankNumber) ? { routingNumber: bankNumber } : { bic: bankNumber }

const accountOf = (party: Beneficiary): Account =>
  isForeign(party) && party.isIban ? { iban: party.accountNumber } : { number: party.accountNumber }

/** A message that cannot be built is a bug of ours: everything in it was checked before. */
const built = (message: Result.Result<string, BuildFailure>): Effect.Effect<string> =>
  Result.isSuccess(message) ? Effect.succeed(message.success) : Effect.die(message.failure)

/** What customers' and banks' transfers have alike. */
const transferOf = (rail: ProfileName, { wire, ...of }: CreditInstruction) => {
  const from = agentOf(of.originator.routingNumber)
  const to = agentOf(bankNumberOf(of.beneficiary))
  const via = wire === undefined || wire.intermediary === null ? undefined : agentOf(wire.intermediary)
  return {
    messageId: of.messageId,
    createdAt: of.createdAt,
    instructionId: instructionIdOf(of.messageId),
    endToEndId: referenceOf(profiles[rail], of.endToEndId),
    uetr: of.uetr,
    amount: { amountMinor: of.amountCents, currency: wire?.currency ?? ("usd" as const) },
    settlementDate: wire?.valueDate ?? easternDateOf(of.createdAt),
    instructingAgent: from,
    instructedAgent: via ?? to,
    intermediaryAgent: via,
    creditorAccount: accountOf(of.beneficiary),
    debtorAccount: accountOf(of.originator),
    purpose: of.purposeCode ?? undefined,
    remittance: of.remittanceInfo === null ? undefined : writable(of.remittanceInfo, profiles[rail].characters)
  }
}

const creditTransfer = (rail: ProfileName, of: CreditInstruction) =>
  Pacs008.build(
    {
      ...transferOf(rail, of),
      categoryPurpose: "business",
      chargeBearer: of.wire?.chargeBearer ?? profiles[rail].chargeBearers[0]!,
      debtor: partyOf(rail, of.originator),
      debtorAgent: agentOf(of.originator.routingNumber),
      creditorAgent: agentOf(bankNumberOf(of.beneficiary)),
      creditor: partyOf(rail, of.beneficiary)
    },
    { profile: rail }
  )

/** Money of the banks themselves: the parties are the banks, with the names that the parties were given. */
const bankTransfer = (rail: ProfileName, of: CreditInstruction) =>
  Pacs009.build(
    {
      ...transferOf(rail, of),
      debtor: { ...agentOf(of.originator.routingNumber), ...partyOf(rail, of.originator) },
      creditor: { ...agentOf(bankNumberOf(of.beneficiary)), ...partyOf(rail, of.beneficiary) }
    },
    { profile: rail }
  )

const codecs = { "pacs.008": Pacs008, "pacs.009": Pacs009, "pain.013": Pain013 } as const

/** The name and version of the message that moves or asks for money on a rail. */
const definitionOn = (rail: ProfileName, message: keyof typeof codecs): string =>
  codecs[message].definition(profiles[rail].versions[message] ?? "08")

const originalOf = (rail: ProfileName, ref: Pick<MessageRef, "messageId" | "createdAt" | "message">) => ({
  messageId: ref.messageId,
  name: definitionOn(rail, ref.message ?? "pacs.008"),
  createdAt: ref.createdAt
})

const statusRequest = (rail: ProfileName, ref: Inquiry, inquiryId: string) =>
  Pacs028.build(
    {
      messageId: inquiryIdOf(ref.messageId, inquiryId, easternDateOf(ref.askedAt)),
      createdAt: ref.askedAt,
      original: originalOf(rail, ref),
      originalInstructionId: instructionIdOf(ref.messageId),
      originalEndToEndId: referenceOf(profiles[rail], ref.endToEndId),
      originalUetr: ref.uetr,
      acceptedAt: ref.createdAt,
      originalAmount: { amountMinor: ref.amountCents, currency: ref.currency ?? "usd" },
      originalSettlementDate: ref.settlementDate,
      instructingAgent: agentOf(ref.from),
      instructedAgent: agentOf(ref.to)
    },
    { profile: rail }
  )

/** RTP's identifiers of requests begin with a date; the reference that the payment repeats is the request's own id. */
const requestIdsOf = (rail: ProfileName, { messageId, rfpId }: RfpInstruction) => {
  const instructionId = rail === "rtp" ? instructionIdOf(messageId) : rfpId
  return { paymentInformationId: instructionId, instructionId, endToEndId: rfpId }
}

const paymentRequest = (rail: ProfileName, of: RfpInstruction) =>
  Pain013.build(
    {
      messageId: of.messageId,
      createdAt: of.createdAt,
      initiatingPartyName: writable(of.payee.name),
      initiatingPartyNumber: of.payee.routingNumber,
      ...requestIdsOf(rail, of),
      categoryPurpose: "business",
      requestedExecution: { date: easternDateOf(of.createdAt) },
      expiry: { time: of.expiresAt },
      debtor: partyOf(rail, of.payer),
      debtorAccount: { number: of.payer.accountNumber },
      debtorAgent: agentOf(of.payer.routingNumber),
      uetr: of.uetr,
      amount: usd(of.amountCents),
      creditorAgent: agentOf(of.payee.routingNumber),
      creditor: partyOf(rail, of.payee),
      creditorAccount: { number: of.payee.accountNumber },
      remittance: of.description === null ? undefined : writable(of.description)
    },
    { profile: rail }
  )

/** RTP has no camt.055: a request for payment is taken back by the message that asks for payments back. */
const requestCancellation = (rail: ProfileName, messageId: string, createdAt: number, of: RfpInstruction) => {
  const { paymentInformationId, instructionId, endToEndId } = requestIdsOf(rail, of)
  const common = {
    assignmentId: messageId,
    assigner: agentOf(of.payee.routingNumber),
    assignee: agentOf(of.payer.routingNumber),
    createdAt,
    caseId: of.rfpId,
    caseCreator: agentOf(of.payee.routingNumber),
    original: { messageId: of.messageId, name: definitionOn(rail, "pain.013"), createdAt: of.createdAt },
    originalInstructionId: instructionId,
    originalEndToEndId: endToEndId,
    originalUetr: of.uetr,
    originalAmount: usd(of.amountCents),
    reason: { code: "CUST" }
  }
  const date = easternDateOf(of.createdAt)
  return rail === "rtp"
    ? Camt056.build({ ...common, originalSettlementDate: date }, { profile: rail })
    : Camt055.build(
        { ...common, originalPaymentInformationId: paymentInformationId, originalRequestedExecution: { date } },
        { profile: rail }
      )
}

/** The details of a request for money back beside its reason: the requested part, and the sender's words. */
const informationOf = (rail: ProfileName, { additionalInfo, partCents }: ReturnInstruction) => {
  const words = additionalInfo === null ? null : writable(additionalInfo, profiles[rail].characters)
  const text = partCents === undefined ? words : askedPartText(partCents, words)
  return text === null ? {} : { additional: [text] }
}

const returnRequest = (rail: ProfileName, of: ReturnInstruction) =>
  Camt056.build(
    {
      assignmentId: of.messageId,
      assigner: agentOf(of.original.from),
      assignee: agentOf(of.original.to),
      createdAt: of.createdAt,
      caseId: referenceOf(profiles[rail], of.requestId),
      caseCreator: agentOf(of.original.from),
      original: originalOf(rail, of.original),
      originalInstructionId: instructionIdOf(of.original.messageId),
      originalEndToEndId: referenceOf(profiles[rail], of.original.endToEndId),
      originalUetr: of.original.uetr,
      originalAmount: { amountMinor: of.originalAmountCents, currency: of.currency ?? "usd" },
      originalSettlementDate: of.settledOn,
      reason: { code: of.reason, ...informationOf(rail, of) }
    },
    { profile: rail }
  )

/** Connects a rail. */
export const makeIsoRail = ({ capabilities, id, transport }: IsoRailOptions): Rail => {
  const hand = (message: Result.Result<string, BuildFailure>) =>
    Effect.flatMap(built(message), (xml) => transport.exchange(id, xml))
  return {
    id,
    capabilities,
    send: (instruction) => {
      const build = instruction.wire?.transferType === "bank" ? bankTransfer : creditTransfer
      return Effect.asVoid(hand(build(id, instruction)))
    },
    inquire: (ref, inquiryId) =>
      Effect.map(hand(statusRequest(id, ref, inquiryId)), (reply) => findingOf(id, ref.messageId, reply)),
    ...(capabilities.requestForPayment
      ? {
          sendRequestForPayment: (request) => Effect.asVoid(hand(paymentRequest(id, request))),
          cancelRequestForPayment: ({ createdAt, messageId, request }) =>
            Effect.asVoid(hand(requestCancellation(id, messageId, createdAt, request)))
        }
      : {}),
    ...(capabilities.returnRequest
      ? { requestReturn: (request) => Effect.asVoid(hand(returnRequest(id, request))) }
      : {}),
    subscribe: (sink) =>
      transport.listen(id, (xml) => {
        const news = newsOf(id, xml)
        return news === undefined
          ? Effect.logWarning("A message of a network was not understood", { rail: id })
          : Effect.asVoid(sink(news))
      }),
    health: Effect.succeed({ isUp: true })
  }
}
