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
import type { BuildFailure } from "../messages/iso/defineMessage.ts"
import { profiles, type CharacterSetName, type ProfileName } from "../messages/iso/profiles.ts"
import * as Pacs008 from "../messages/Pacs008.ts"
import * as Pacs009 from "../messages/Pacs009.ts"
import * as Pacs028 from "../messages/Pacs028.ts"
import * as Pain013 from "../messages/Pain013.ts"
import { easternDateOf } from "../calendar/eastern-time.ts"
import type { Account, Agent } from "../messages/iso/parts.ts"
import { bankNumberOf, isForeign, type Beneficiary } from "../payments/Payment.ts"
import type { RailUnreachable } from "../Rail.ts"
import {
  type CreditInstruction,
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

/** What a network does not take becomes a full stop: a name must not stop a payment. */
const writable = (text: string, characters: CharacterSetName = "latin"): string =>
  Array.from(plainText(text), (character) => (isWithin(characters, character) ? character : ".")).join("")

const usd = (amountMinor: number) => ({ amountMinor, currency: "usd" as const })

/** A party as messages name it. */
export const partyOf = ({ address, name }: Beneficiary, characters?: CharacterSetName) => ({
  name: writable(name, characters),
  ...(address === undefined
    ? {}
    : {
        address: Object.fromEntries(
          Object.entries(address).flatMap(([part, value]) =>
            value === undefined ? [] : [[part, writable(value, characters)]]
          )
        )
      })
})

/** A bank by its routing number or its BIC. */
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
    instructionId: of.messageId,
    endToEndId: of.endToEndId,
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

const creditTransfer = (rail: ProfileName, of: CreditInstruction) => {
  const { characters } = profiles[rail]
  return Pacs008.build(
    {
      ...transferOf(rail, of),
      categoryPurpose: "business",
      chargeBearer: of.wire?.chargeBearer ?? profiles[rail].chargeBearers[0]!,
      debtor: partyOf(of.originator, characters),
      debtorAgent: agentOf(of.originator.routingNumber),
      creditorAgent: agentOf(bankNumberOf(of.beneficiary)),
      creditor: partyOf(of.beneficiary, characters)
    },
    { profile: rail }
  )
}

/** Money of the banks themselves: the parties are the banks, with the names that the parties were given. */
const bankTransfer = (rail: ProfileName, of: CreditInstruction) => {
  const { characters } = profiles[rail]
  return Pacs009.build(
    {
      ...transferOf(rail, of),
      debtor: { ...agentOf(of.originator.routingNumber), ...partyOf(of.originator, characters) },
      creditor: { ...agentOf(bankNumberOf(of.beneficiary)), ...partyOf(of.beneficiary, characters) }
    },
    { profile: rail }
  )
}

const codecs = { "pacs.008": Pacs008, "pacs.009": Pacs009, "pain.013": Pain013 } as const

/** The name and version of the message that moves or asks for money on a rail. */
const definitionOn = (rail: ProfileName, message: keyof typeof codecs): string =>
  codecs[message].definition(profiles[rail].versions[message] ?? "08")

const originalOf = (rail: ProfileName, ref: Pick<MessageRef, "messageId" | "createdAt" | "message">) => ({
  messageId: ref.messageId,
  name: definitionOn(rail, ref.message ?? "pacs.008"),
  createdAt: ref.createdAt
})

const statusRequest = (rail: ProfileName, ref: MessageRef, inquiryId: string) =>
  Pacs028.build(
    {
      messageId: `${ref.messageId.slice(0, 35 - inquiryId.length)}${inquiryId}`,
      createdAt: ref.createdAt,
      original: originalOf(rail, ref),
      originalInstructionId: ref.messageId,
      originalEndToEndId: ref.endToEndId,
      originalUetr: ref.uetr,
      instructingAgent: agentOf(ref.from),
      instructedAgent: agentOf(ref.to)
    },
    { profile: rail }
  )

const paymentRequest = (rail: ProfileName, of: RfpInstruction) =>
  Pain013.build(
    {
      messageId: of.messageId,
      createdAt: of.createdAt,
      initiatingPartyName: writable(of.payee.name),
      initiatingPartyNumber: of.payee.routingNumber,
      paymentInformationId: of.rfpId,
      requestedExecution: { date: easternDateOf(of.createdAt) },
      expiry: { time: of.expiresAt },
      debtor: partyOf(of.payer),
      debtorAccount: { number: of.payer.accountNumber },
      debtorAgent: agentOf(of.payer.routingNumber),
      instructionId: of.rfpId,
      endToEndId: of.rfpId,
      uetr: of.uetr,
      amount: usd(of.amountCents),
      creditorAgent: agentOf(of.payee.routingNumber),
      creditor: partyOf(of.payee),
      creditorAccount: { number: of.payee.accountNumber },
      remittance: of.description === null ? undefined : writable(of.description)
    },
    { profile: rail }
  )

/** RTP has no camt.055: a request for payment is taken back by the message that asks for payments back. */
const requestCancellation = (rail: ProfileName, messageId: string, createdAt: number, of: RfpInstruction) => {
  const common = {
    assignmentId: messageId,
    assigner: agentOf(of.payee.routingNumber),
    assignee: agentOf(of.payer.routingNumber),
    createdAt,
    caseId: of.rfpId,
    caseCreator: agentOf(of.payee.routingNumber),
    original: { messageId: of.messageId, name: definitionOn(rail, "pain.013"), createdAt: of.createdAt },
    originalInstructionId: of.rfpId,
    originalEndToEndId: of.rfpId,
    originalAmount: usd(of.amountCents),
    reason: { code: "CUST" }
  }
  return rail === "rtp"
    ? Camt056.build({ ...common, originalSettlementDate: easternDateOf(of.createdAt) }, { profile: rail })
    : Camt055.build({ ...common, originalPaymentInformationId: of.rfpId }, { profile: rail })
}

/** What is said beside the reason of a request for money back: the part that is asked for, and the sender's words. */
const informationOf = (rail: ProfileName, { additionalInfo, partCents }: ReturnInstruction) => {
  const text = partCents === undefined ? additionalInfo : askedPartText(partCents, additionalInfo)
  return text === null ? {} : { additional: [writable(text, profiles[rail].characters)] }
}

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
    inquire: (ref, inquiryId) => Effect.map(hand(statusRequest(id, ref, inquiryId)), (reply) => findingOf(id, reply)),
    ...(capabilities.requestForPayment
      ? {
          sendRequestForPayment: (request) => Effect.asVoid(hand(paymentRequest(id, request))),
          cancelRequestForPayment: ({ createdAt, messageId, request }) =>
            Effect.asVoid(hand(requestCancellation(id, messageId, createdAt, request)))
        }
      : {}),
    ...(capabilities.returnRequest
      ? {
          requestReturn: (request) =>
            Effect.asVoid(
              hand(
                Camt056.build(
                  {
                    assignmentId: request.messageId,
                    assigner: agentOf(request.original.from),
                    assignee: agentOf(request.original.to),
                    createdAt: request.createdAt,
                    caseId: request.requestId,
                    caseCreator: agentOf(request.original.from),
                    original: originalOf(id, request.original),
                    originalInstructionId: request.original.messageId,
                    originalEndToEndId: request.original.endToEndId,
                    originalUetr: request.original.uetr,
                    originalAmount: {
                      amountMinor: request.originalAmountCents,
                      currency: request.currency ?? "usd"
                    },
                    originalSettlementDate: request.settledOn,
                    reason: {
                      code: request.reason,
                      ...informationOf(id, request)
                    }
                  },
                  { profile: id }
                )
              )
            )
        }
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
