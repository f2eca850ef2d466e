/** Messages of a network as news for the engine. Pure; a message that is not understood is `undefined`. */
import * as Result from "effect/Result"
import { digestOf } from "../ach/digest.ts"
import * as Camt029 from "../messages/Camt029.ts"
import { definitionOf } from "../messages/iso/defineMessage.ts"
import { idOfReference } from "../messages/iso/identifiers.ts"
import { namedCode, type Account, type Agent, type Party as IsoParty, type Reason } from "../messages/iso/parts.ts"
import { profiles, type ProfileName } from "../messages/iso/profiles.ts"
import { outcomeOf, resolutionOutcomes, type Outcome } from "../messages/iso/statuses.ts"
import * as Pacs002 from "../messages/Pacs002.ts"
import * as Pacs004 from "../messages/Pacs004.ts"
import * as Pacs008 from "../messages/Pacs008.ts"
import * as Pain014 from "../messages/Pain014.ts"
import { referencesOf } from "../network-messages/NetworkMessage.ts"
import type { Address, Mention, Party } from "../payments/Payment.ts"
import type { InboundCredit, RailEvent, RailFinding } from "../Rail.ts"
import { isInstantRail } from "./rail-ids.ts"
import type { XmlElement } from "../../../src/plugin.ts"
import { readMessage } from "../messages/xml/read.ts"
import { countryOfBic } from "../wire/WireTerms.ts"

/** `TxSts` words by what they mean for the money. */
const words = {
  settled: "ACSC",
  settled_unposted: "ACWP",
  posted: "ACCC",
  pending: "PDNG",
  blocked: "BLCK",
  rejected: "RJCT"
} as const satisfies Readonly<Record<Outcome, string>>

/** The code and the text of the first reason. A code that a network lacks stands in front of the text. */
const reasonOf = ([first]: ReadonlyArray<Reason> = []): {
  readonly reason: string | undefined
  readonly narrative: string | undefined
} => {
  const code = first?.code ?? first?.proprietary
  const said = first?.additional?.join(" ")
  const named = code === "NARR" ? namedCode(said) : undefined
  return named === undefined ? { reason: code, narrative: said } : { reason: named[0], narrative: named[1] }
}

/** The answer of a network that never had the message in question. */
export const notFoundCode = "NOOR"

/** What the reply to a status request says of a message. No reply, or one about another message, such as the request: nobody knows. */
export const findingOf = (rail: ProfileName, messageId: string, reply: string | undefined): RailFinding => {
  const parsed = reply === undefined ? undefined : Result.getOrUndefined(Pacs002.parse(reply))
  if (parsed?.message.original.messageId !== messageId) return { status: "unknown" }
  const { clearingSystemReference: clearingReference, reasons, status } = parsed.message
  const outcome = outcomeOf(status, rail)
  switch (outcome) {
    case "settled":
    case "posted":
      return { status: "settled", isPosted: true, clearingReference }
    case "settled_unposted":
    case "blocked":
      return { status: "settled", isPosted: false, clearingReference }
    case "pending":
      return { status: "pending" }
    case "rejected": {
      const why = reasonOf(reasons)
      return why.reason === notFoundCode ? { status: "not_found" } : { status: "rejected", ...why }
    }
  }
}

const addressParts: ReadonlyMap<string, keyof Address> = new Map([
  ["TwnNm", "city"],
  ["CtrySubDvsn", "state"],
  ["PstCd", "postalCode"],
  ["Ctry", "country"]
])

/** An address, with all that has no part of its own in `street`: numbers of houses, departments, lines without structure. */
const addressOf = ({ children }: XmlElement): Address => {
  const address: Partial<Record<keyof Address, string>> = {}
  for (const { name, text } of children) {
    const part = addressParts.get(name) ?? "street"
    if (text.trim() !== "") address[part] = address[part] === undefined ? text : `${address[part]} ${text}`
  }
  return address
}

/** Elements that hold words for people. */
const freeTexts: ReadonlySet<string> = new Set(["AddtlRmtInf", "InstrInf"])

/** Elements that say by themselves in which country somebody is. */
const countries: ReadonlyMap<string, (text: string) => string> = new Map([
  ["CtryOfRes", (country) => country],
  ["BICFI", countryOfBic]
])

/** Everybody, and every free text and country, that a message names, by the path of the element. */
const mentionsIn = ({ children, name, text }: XmlElement, above = ""): ReadonlyArray<Mention> => {
  const field = above === "" ? name : `${above}.${name}`
  if (freeTexts.has(name)) return [{ field, text }]
  const country = countries.get(name)?.(text.trim())
  if (country !== undefined) return [{ field, address: { country } }]
  const address = children.find((child) => child.name === "PstlAdr")
  const named = children.find((child) => child.name === "Nm")?.text
  const within = children.flatMap((child) => mentionsIn(child, field))
  return named === undefined && address === undefined
    ? within
    : [{ field, name: named, address: address && addressOf(address) }, ...within]
}

const partyOf = (party: IsoParty, account: Account | undefined, agent: Agent, mention: Mention | undefined): Party => ({
  name: party.name,
  accountNumber: account?.number ?? account?.iban ?? "",
  accountType: "checking",
  routingNumber: agent.routingNumber ?? "",
  ...(mention?.address === undefined ? {} : { address: mention.address })
})

/** On RTP money comes back in a new pacs.008; its remittance names the reason. */
export const returnRemittance = /^RETURN ([A-Z0-9]{4})(?: (.*))?$/

const creditOf = (message: Pacs008.CreditTransfer, document: XmlElement): InboundCredit => {
  const mentions = document.children[0]!.children.flatMap((part) => mentionsIn(part))
  const mentioned = (field: string) => mentions.find((one) => one.field === field)
  const [debtor, creditor] = [mentioned("CdtTrfTxInf.Dbtr"), mentioned("CdtTrfTxInf.Cdtr")]
  const others = mentions.filter((one) => one !== debtor && one !== creditor)
  return {
    messageId: message.messageId,
    endToEndId: message.endToEndId,
    uetr: message.uetr,
    amountCents: message.amount.amountMinor,
    originator: partyOf(message.debtor, message.debtorAccount, message.debtorAgent, debtor),
    beneficiary: partyOf(message.creditor, message.creditorAccount, message.creditorAgent, creditor),
    remittanceInfo: message.remittance ?? null,
    ...(others.length === 0 ? {} : { mentions: others })
  }
}

/**
 * What makes news of a message count once. On RTP and FedNow the id of a message begins with its day and its sender; on wires each
 * bank numbers its own, each kind for itself, and two of them may have the same id. Money that comes back is named by it alone.
 */
const eventIdOf = (rail: ProfileName, messageId: string, { bic, routingNumber }: Agent = {}, kind?: string): string => {
  const sender = bic ?? routingNumber
  if (isInstantRail(rail) || sender === undefined) return messageId
  return kind === undefined ? `${sender} ${messageId}` : `${kind} ${sender} ${messageId}`
}

type Reader = (rail: ProfileName, document: XmlElement) => RailEvent | undefined

/** What a network says about a request for payment before its payer does: it arrived, it was taken, it was refused. */
const requestTaken = (rail: ProfileName, message: Pacs002.StatusReport): RailEvent | undefined => {
  const taken = { RCVD: "RCVD", ACTC: "PRES", RJCT: "RJCT" } as const
  const status = taken[message.status as keyof typeof taken] as "RCVD" | "PRES" | "RJCT" | undefined
  return status === undefined
    ? undefined
    : {
        type: "rfp",
        rail,
        railEventId: message.messageId,
        rfpId: message.originalEndToEndId,
        messageId: message.original.messageId,
        status,
        ...reasonOf(message.reasons)
      }
}

const status: Reader = (rail, document) => {
  const parsed = Result.getOrUndefined(Pacs002.parseElement(document))
  if (parsed === undefined) return undefined
  const { clearingSystemReference, instructingAgent, messageId, original, reasons, status: word } = parsed.message
  if (original.name.startsWith("pain.013")) return requestTaken(rail, parsed.message)
  const railEventId = eventIdOf(rail, messageId, instructingAgent, "pacs.002")
  const outcome = outcomeOf(word, rail)
  if (original.name.startsWith("camt.056")) {
    const { reason } = reasonOf(reasons)
    return outcome === "rejected"
      ? { type: "returnRequestAnswer", rail, railEventId, requestId: original.messageId, status: "RJCR", reason }
      : undefined
  }
  return {
    type: "status",
    rail,
    railEventId,
    messageId: original.messageId,
    status: words[outcome],
    ...reasonOf(reasons),
    clearingReference: clearingSystemReference
  }
}

const credit: Reader = (rail, document) => {
  const message = Result.getOrUndefined(Pacs008.parseElement(document))?.message
  // The instant networks carry USD only: what says otherwise is for a person.
  if (message === undefined || (isInstantRail(rail) && message.amount.currency !== "usd")) return undefined
  const back = rail === "rtp" ? returnRemittance.exec(message.remittance ?? "") : null
  if (back === null) {
    const railEventId = eventIdOf(rail, message.messageId, message.instructingAgent, "pacs.008")
    return { type: "inbound", rail, railEventId, credit: creditOf(message, document) }
  }
  return {
    type: "return",
    rail,
    railEventId: message.messageId,
    endToEndId: message.endToEndId,
    code: back[1]!,
    narrative: back[2],
    amountCents: message.amount.amountMinor,
    credit: creditOf(message, document)
  }
}

const moneyBack: Reader = (rail, document) => {
  const message = Result.getOrUndefined(Pacs004.parseElement(document))?.message
  if (message === undefined) return undefined
  const { narrative, reason: code = "NARR" } = reasonOf([message.reason])
  const reference = message.originalEndToEndId
  return {
    type: "return",
    rail,
    railEventId: eventIdOf(rail, message.messageId, message.instructingAgent),
    endToEndId: reference === undefined ? undefined : idOfReference(profiles[rail], reference),
    messageId: message.original.messageId,
    code,
    narrative,
    amountCents: message.amount.amountMinor,
    currency: message.amount.currency
  }
}

const request: Reader = (rail, document) => {
  const message = Result.getOrUndefined(Pain014.parseElement(document))?.message
  const word = message?.status
  if (message === undefined || (word !== "RCVD" && word !== "PRES" && word !== "ACTC" && word !== "RJCT")) {
    return undefined
  }
  return {
    type: "rfp",
    rail,
    railEventId: message.messageId,
    rfpId: message.originalEndToEndId,
    messageId: message.original.messageId,
    status: word,
    ...reasonOf(message.reasons)
  }
}

const resolution: Reader = (rail, document) => {
  const message = Result.getOrUndefined(Camt029.parseElement(document))?.message
  if (message === undefined) return undefined
  const { reasons, status: word } = message
  const caseId = idOfReference(profiles[rail], message.caseId)
  // A case bears the id of what was asked.
  if (caseId.startsWith("rfp_")) {
    return {
      type: "rfpCancelled",
      rail,
      railEventId: message.assignmentId,
      rfpId: caseId,
      isCancelled: resolutionOutcomes[word] === "accepted"
    }
  }
  return {
    type: "returnRequestAnswer",
    rail,
    railEventId: eventIdOf(rail, message.assignmentId, message.assigner, "camt.029"),
    requestId: caseId,
    status: word,
    reason: reasonOf(reasons).reason,
    amountCents: message.amount?.amountMinor
  }
}

/** Which message is read how. */
const readers: Readonly<Record<string, Reader>> = {
  "pacs.002": status,
  "pacs.008": credit,
  "pacs.004": moneyBack,
  "pain.014": request,
  "camt.029": resolution
}

/** Messages that somebody has to see where they are not read: of money that moved, requests for it, refusals of our messages. */
const forPeople: ReadonlySet<string> = new Set(["pacs.004", "pacs.008", "pacs.009", "camt.056", "admi.002"])

const unhandled = (rail: ProfileName, document: XmlElement): RailEvent => {
  const { messageId, messageType, sender } = referencesOf(rail, document)
  const railEventId = `${messageType} ${eventIdOf(rail, messageId, { bic: sender })}`
  return { type: "unhandled", rail, railEventId, messageType }
}

export const newsOf = (rail: ProfileName, xml: string): RailEvent | undefined => {
  const document = Result.getOrUndefined(readMessage(xml))
  // Networks' own messages about themselves are of ISO's registry, too.
  if (document?.namespace.startsWith("urn:iso:std:") !== true) {
    const messageType = document === undefined ? "message that is no readable XML" : "message of no known kind"
    return { type: "unhandled", rail, railEventId: `unreadable ${digestOf(xml)}`, messageType }
  }
  const name = definitionOf(document.namespace)?.slice(0, 8)
  if (name === undefined) return undefined
  return readers[name]?.(rail, document) ?? (forPeople.has(name) ? unhandled(rail, document) : undefined)
}
