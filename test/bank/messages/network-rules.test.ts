/**
 * Rules of the networks' own schemas that the base schemas of ISO 20022 do not have: which element a rail wants or refuses,
 * and why. The schemas themselves are not part of this repository; where a machine has them, `network-schemas.test.ts`
 * reads every message against them.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { Camt029 } from "../../../plugins/bank/messages/index.ts"
import { profiles, type ProfileName } from "../../../plugins/bank/messages/iso/profiles.ts"
import type { CreditInstruction, Rail, RfpInstruction } from "../../../plugins/bank/Rail.ts"
import { makeIsoRail } from "../../../plugins/bank/rails/iso.ts"
import { messageIdOf } from "../../../plugins/bank/payments/Identifiers.ts"
import { write, type LetterContent } from "../../../plugins/bank/simulator/Letter.ts"
import { letterOf } from "../../../plugins/bank/simulator/plan.ts"
import { createdAt, creditTransfer, paymentRequest, resolution as answer, uetr } from "./samples.ts"
import { readXml } from "../../../src/domain/xml/readXml.ts"
import type { XmlElement } from "../../../src/domain/xml/XmlElement.ts"
import { defaultLimits } from "../../../plugins/bank/messages/xml/elements.ts"

const paymentId = "pmt_inst_1kt1ma240e2gareqandjqb3"
const rfpId = "rfp_1kt1ma240e2gareqandjqb3"
const address = { street: "1 Main St", city: "Austin", state: "TX", postalCode: "78701", country: "US" }

const party = (name: string, accountNumber: string, routingNumber: string) => ({
  name,
  accountNumber,
  accountType: "checking" as const,
  routingNumber,
  address
})

const idOn = (rail: ProfileName, id: string) => messageIdOf({ rail, id, date: "2026-06-15", connection: "099900014" })

const instruction = (rail: ProfileName): CreditInstruction => ({
  messageId: idOn(rail, paymentId),
  endToEndId: paymentId,
  uetr,
  createdAt,
  amountCents: 125_000,
  originator: party("Acme Corp", "1234567890", "099900014"),
  beneficiary: party("Jane Roe", "9000000000", "099900027"),
  remittanceInfo: "Invoice 42",
  purposeCode: "SUPP"
})

const request = (rail: ProfileName): RfpInstruction => ({
  messageId: idOn(rail, rfpId),
  rfpId,
  uetr,
  createdAt,
  expiresAt: createdAt + 86_400_000,
  amountCents: 5_000,
  payee: party("Acme Corp", "1234567890", "099900014"),
  payer: party("Jane Roe", "9000000000", "099900027"),
  description: "Rent"
})

const ref = (rail: ProfileName) => ({
  ...instruction(rail),
  settlementDate: "2026-06-15",
  from: "099900014",
  to: "099900027"
})

/** What a rail writes. */
const sentBy = async (rail: ProfileName, send: (rail: Rail) => Effect.Effect<unknown, unknown> | undefined) => {
  const sent: Array<string> = []
  const connected = makeIsoRail({
    id: rail,
    capabilities: {
      idempotentSend: false,
      inquiry: true,
      requestForPayment: true,
      returnRequest: true,
      batch: false,
      responseMs: 1
    },
    transport: { exchange: (_, xml) => Effect.sync(() => void sent.push(xml)), listen: () => Effect.void }
  })
  await Effect.runPromise(send(connected) ?? Effect.void)
  return sent[0]!
}

let made = 0

/** What the simulated network writes. */
const answered = (rail: ProfileName, content: LetterContent): string => {
  made += 1
  const nextId = (prefix: string) => `${prefix}_1kt1ma240${String(made).padStart(14, "0")}`
  return Result.getOrThrow(write(letterOf({ nextId, now: () => createdAt }, rail, content), createdAt))
}

const original = (rail: ProfileName) => ({
  ...creditTransfer,
  messageId: idOn(rail, paymentId),
  instructionId: idOn(rail, paymentId).replace("M", "")
})

const asked = (rail: ProfileName) => ({
  ...paymentRequest,
  messageId: idOn(rail, rfpId)
})

type Make = (rail: ProfileName) => Promise<string> | string

const transfer: Make = (rail) => sentBy(rail, (on) => on.send(instruction(rail)))
const question: Make = (rail) => sentBy(rail, (on) => on.inquire({ ...ref(rail), askedAt: createdAt }, "1"))
const returnRequest: Make = (rail) =>
  sentBy(rail, (on) =>
    on.requestReturn?.({
      messageId: idOn(rail, "rrq_1kt1ma240e2gareqandjqb4"),
      requestId: "rrq_1kt1ma240e2gareqandjqb4",
      createdAt,
      original: ref(rail),
      originalAmountCents: 125_000,
      settledOn: "2026-06-15",
      reason: "DUPL",
      additionalInfo: null
    })
  )
const requestForPayment: Make = (rail) => sentBy(rail, (on) => on.sendRequestForPayment?.(request(rail)))
const cancellation: Make = (rail) =>
  sentBy(rail, (on) =>
    on.cancelRequestForPayment?.({ messageId: idOn(rail, `L${rfpId.slice(-13)}`), createdAt, request: request(rail) })
  )
const status =
  (word: "ACSC" | "PDNG" | "ACCC", reason?: string): Make =>
  (rail) =>
    answered(rail, { kind: "status", original: original(rail), status: word, reason })
const refusal =
  (reason: string): Make =>
  (rail) =>
    answered(rail, { kind: "status", original: original(rail), status: "RJCT", reason })
const moneyBack: Make = (rail) =>
  answered(rail, { kind: "return", original: original(rail), amountCents: 100, code: "AC04" })
const payersAnswer: Make = (rail) => answered(rail, { kind: "rfpStatus", request: asked(rail), status: "ACTC" })
const requestShown: Make = (rail) => answered(rail, { kind: "rfpStatus", request: asked(rail), status: "PRES" })
const resolution: Make = (rail) =>
  answered(rail, {
    kind: "resolution",
    caseId: "rrq_1kt1ma240e2gareqandjqb4",
    asked: { messageId: idOn(rail, "rrq_1kt1ma240e2gareqandjqb4"), name: "camt.056.001.08", createdAt },
    original: original(rail),
    from: "099900027",
    to: "099900014",
    status: "RJCR"
  })

/** The texts at a path below the message. */
const textsAt = (xml: string, path: string): ReadonlyArray<string> => {
  const [root] = Result.getOrThrow(readXml(xml, defaultLimits)).children
  const found = path
    .split("/")
    .reduce<ReadonlyArray<XmlElement>>(
      (inside, name) => inside.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [root!]
    )
  return found.map(({ text }) => text)
}

const rtpId = /^M\d{8}[A-Z0-9]{11}.{0,15}$/
const rtpInstruction = /^\d{8}[A-Z0-9]{11}.{0,16}$/
const fedNowId = /^\d{8}[A-Za-z0-9]{9}[A-Za-z0-9]{1,18}$/

/** `undefined`: the element must not be there. */
type Rule = readonly [
  rail: ProfileName,
  message: string,
  make: Make,
  path: string,
  expected: RegExp | undefined,
  because: string
]

const transaction = "CdtTrfTxInf"

const rules: ReadonlyArray<Rule> = [
  ["rtp", "pacs.008", transfer, `${transaction}/Purp`, undefined, "RTP has no purpose"],
  ["rtp", "pacs.008", transfer, `${transaction}/PmtId/UETR`, new RegExp(`^${uetr}$`), "the client is shown the UETR"],
  ["rtp", "pacs.008", transfer, `${transaction}/PmtId/InstrId`, rtpInstruction, "RTP's pattern begins with the date"],
  ["rtp", "pacs.008", transfer, "GrpHdr/MsgId", rtpId, "RTP's pattern of message identifiers"],
  ["fednow", "pacs.008", transfer, `${transaction}/Purp/Cd`, /^SUPP$/, "FedNow carries the purpose"],
  ["rtp", "camt.056", returnRequest, "Undrlyg/TxInf/OrgnlTxId", /^\d/, "RTP wants the transaction's identifier"],
  [
    "rtp",
    "camt.056",
    returnRequest,
    "Undrlyg/TxInf/OrgnlClrSysRef",
    /^001$/,
    "RTP wants the clearing system's reference"
  ],
  ["rtp", "camt.056", returnRequest, "Undrlyg/TxInf/OrgnlUETR", /^8a56/, "the client is shown the UETR"],
  ["rtp", "pacs.028", question, "OrgnlGrpInf/OrgnlNbOfTxs", /^1$/, "RTP counts the transactions"],
  ["rtp", "pacs.028", question, "TxInf/OrgnlEndToEndId", undefined, "RTP names the transaction by its own identifier"],
  ["rtp", "pacs.028", question, "TxInf/OrgnlTxId", /^\d/, "RTP names the transaction by its own identifier"],
  ["rtp", "pacs.028", question, "TxInf/AccptncDtTm", /^2026/, "RTP wants the time of the original"],
  [
    "rtp",
    "pacs.028",
    question,
    "TxInf/OrgnlTxRef/IntrBkSttlmAmt",
    /^1250\.00$/,
    "RTP wants the amount of the original"
  ],
  ["rtp", "pacs.028", question, "GrpHdr/MsgId", rtpId, "a question has an identifier of its own"],
  ["fednow", "pacs.028", question, "GrpHdr/MsgId", fedNowId, "FedNow's pattern of message identifiers"],
  ["rtp", "pain.013", requestForPayment, "PmtInf/CdtTrfTx/PmtTpInf/CtgyPurp/Prtry", /^BUSINESS$/, "RTP wants who asks"],
  ["rtp", "pain.013", requestForPayment, "PmtInf/PmtInfId", rtpInstruction, "RTP's pattern begins with the date"],
  ["rtp", "pain.013", requestForPayment, "PmtInf/CdtTrfTx/PmtId/UETR", /^8a56/, "the client is shown the UETR"],
  [
    "fednow",
    "camt.055",
    cancellation,
    "Undrlyg/OrgnlPmtInfAndCxl/TxInf/OrgnlReqdExctnDt/Dt",
    /^2026-06-15$/,
    "FedNow wants the date that was requested"
  ],
  ["fednow", "camt.055", cancellation, "Assgnmt/Id", fedNowId, "FedNow's pattern of message identifiers"],
  ["rtp", "camt.056 of a request", cancellation, "Undrlyg/TxInf/OrgnlClrSysRef", /^001$/, "RTP wants the reference"],
  ["fednow", "pacs.002", status("ACSC"), "GrpHdr/MsgId", fedNowId, "FedNow's pattern of message identifiers"],
  ["rtp", "pacs.002", status("ACSC"), "GrpHdr/MsgId", rtpId, "RTP's pattern of message identifiers"],
  ["rtp", "pacs.002", status("ACSC"), "TxInfAndSts/TxSts", /^ACTC$/, "RTP settles by accepting"],
  ["rtp", "pacs.002", status("ACCC"), "TxInfAndSts/TxSts", /^ACTC$/, "RTP has no word for a later booking"],
  ["rtp", "pacs.002", status("PDNG"), "TxInfAndSts/TxSts", /^RCVD$/, "RTP has no word for pending"],
  ["rtp", "pacs.002", status("ACSC"), "TxInfAndSts/OrgnlEndToEndId", undefined, "RTP names the instruction"],
  ["rtp", "pacs.002", status("ACSC"), "TxInfAndSts/AccptncDtTm", /^2026/, "RTP wants the time of the answer"],
  ["rtp", "pacs.002", refusal("9910"), "TxInfAndSts/StsRsnInf/Rsn/Prtry", /^9910$/, "a code of RTP's own list"],
  ["rtp", "pacs.002", refusal("DS24"), "TxInfAndSts/StsRsnInf/Rsn/Cd", /^DS24$/, "a code of the external list"],
  ["rtp", "pacs.002", refusal("AC01"), "TxInfAndSts/StsRsnInf/Rsn/Cd", /^NARR$/, "RTP's list lacks AC01"],
  ["rtp", "pacs.002", refusal("AC01"), "TxInfAndSts/StsRsnInf/AddtlInf", /^AC01$/, "the text names it"],
  ["rtp", "pacs.002 of a request", requestShown, "TxInfAndSts/TxSts", /^ACTC$/, "RTP's pain.014 tells decisions only"],
  ["rtp", "pain.014", payersAnswer, "OrgnlPmtInfAndSts/TxInfAndSts/OrgnlTxRef/Cdtr/Nm", /Acme/, "RTP wants who asked"],
  ["rtp", "camt.029", resolution, "CxlDtls/OrgnlGrpInfAndSts/CxlStsRsnInf/Rsn/Cd", /^CUST$/, "RTP's place of reasons"],
  ["rtp", "camt.029", resolution, "CxlDtls/TxInfAndSts/OrgnlInstrId", undefined, "RTP names the request"],
  ["fednow", "pacs.004", moneyBack, "TxInf/OrgnlIntrBkSttlmDt", /^2026-06-15$/, "FedNow wants the original's date"],
  ["fednow", "pacs.004", moneyBack, "TxInf/ChrgBr", /^SLEV$/, "FedNow wants who bears the charges"],
  ["fednow", "pacs.004", moneyBack, "TxInf/RtrChain/CdtrAcct/Id/Othr/Id", /^1234567890$/, "FedNow wants the parties"],
  ["fednow", "pacs.004", moneyBack, "GrpHdr/MsgId", fedNowId, "FedNow's pattern of message identifiers"],
  ["swift", "pacs.008", transfer, `${transaction}/PmtId/EndToEndId`, /^pmt-inst-\w+$/, "CBPR+ takes no underscore"],
  ["swift", "camt.056", returnRequest, "Case/Id", /^rrq-\w+$/, "CBPR+ takes no underscore"]
]

describe("the networks' own rules", () => {
  it.each(rules)("%s %s", async (rail, _, make, path, expected, because) => {
    const texts = textsAt(await make(rail === "swift" ? "swift" : rail), path)
    if (expected === undefined) expect(texts, because).toEqual([])
    else expect(texts, because).toEqual([expect.stringMatching(expected)])
  })

  it("every code in front of a text is within what the network's list of codes allows", () => {
    for (const { name, reasons } of Object.values(profiles)) {
      for (const { codes, otherwise } of Object.values(reasons))
        expect([name, codes]).toEqual([name, expect.arrayContaining([otherwise])])
    }
  })

  it.each([
    ["one identifier for each question, of at most 35 characters", "1", "R10"],
    ["and none that another payment's question has", "1", "1"]
  ])("%s", async (_, first, second) => {
    const ids = await Promise.all(
      [
        [first, idOn("rtp", paymentId)],
        [second, idOn("rtp", `${paymentId.slice(0, -1)}4`)]
      ].map(async ([mark, messageId]) => {
        const xml = await sentBy("rtp", (on) =>
          on.inquire({ ...ref("rtp"), messageId: messageId!, askedAt: createdAt }, mark!)
        )
        return textsAt(xml, "GrpHdr/MsgId")[0]!
      })
    )
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(rtpId)
  })

  it.each(["rtp", "fednow", "fedwire"] as const)(
    "%s: a question bears the day and the time at which it is asked",
    async (rail) => {
      const askedAt = Date.parse("2026-06-17T03:30:00Z")
      const xml = await sentBy(rail, (on) => on.inquire({ ...ref(rail), askedAt }, "1"))
      expect(textsAt(xml, "GrpHdr/MsgId")[0]).toMatch(/^M?20260616/)
      expect(textsAt(xml, "GrpHdr/CreDtTm")[0]).toMatch(/^2026-06-16T23:30:00/)
    }
  )

  it("an answer to a recall that names its case beside the payment, as some banks have it", () => {
    const text = Result.getOrThrow(Camt029.build(answer, { profile: "fedwire" }))
    const [named = ""] = /<RslvdCase>.*<\/RslvdCase>/.exec(text) ?? []
    const moved = text.replace(named, "").replace("<TxInfAndSts>", `<TxInfAndSts>${named}`)
    expect(moved).not.toBe(text)
    expect(Result.getOrThrow(Camt029.parse(moved)).message).toEqual(Result.getOrThrow(Camt029.parse(text)).message)
  })
})
