import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Camt029 from "../../../plugins/bank/messages/Camt029.ts"
import * as Camt055 from "../../../plugins/bank/messages/Camt055.ts"
import * as Camt056 from "../../../plugins/bank/messages/Camt056.ts"
import * as Head001 from "../../../plugins/bank/messages/Head001.ts"
import * as Pacs002 from "../../../plugins/bank/messages/Pacs002.ts"
import * as Pacs004 from "../../../plugins/bank/messages/Pacs004.ts"
import * as Pacs008 from "../../../plugins/bank/messages/Pacs008.ts"
import * as Pacs009 from "../../../plugins/bank/messages/Pacs009.ts"
import * as Pacs028 from "../../../plugins/bank/messages/Pacs028.ts"
import * as Pain013 from "../../../plugins/bank/messages/Pain013.ts"
import * as Pain014 from "../../../plugins/bank/messages/Pain014.ts"
import type { MessageCodec, Parsed, ParseFailure } from "../../../plugins/bank/messages/iso/defineMessage.ts"
import { profiles, type MessageName, type ProfileName } from "../../../plugins/bank/messages/iso/profiles.ts"
import { readMessage } from "../../../plugins/bank/messages/xml/read.ts"
import { outcomeOf } from "../../../plugins/bank/messages/iso/statuses.ts"
import * as Samples from "./samples.ts"

type Codec = Pick<MessageCodec<never>, "build"> & {
  readonly parse: (xml: string) => Result.Result<Parsed<unknown>, ParseFailure>
}

const codecs: Readonly<Record<MessageName, readonly [codec: Codec, sample: object]>> = {
  "pacs.008": [Pacs008, Samples.creditTransfer],
  "pacs.009": [Pacs009, Samples.bankTransfer],
  "pacs.002": [Pacs002, Samples.statusReport],
  "pacs.028": [Pacs028, Samples.statusRequest],
  "pacs.004": [Pacs004, Samples.paymentReturn],
  "pain.013": [Pain013, Samples.paymentRequest],
  "pain.014": [Pain014, Samples.requestStatusReport],
  "camt.056": [Camt056, Samples.cancellationRequest],
  "camt.029": [Camt029, Samples.resolution],
  "camt.055": [Camt055, Samples.requestCancellation]
}

const names = Object.keys(codecs) as ReadonlyArray<MessageName>
const networks = Object.keys(profiles) as ReadonlyArray<ProfileName>
const pairs = networks.flatMap((network) => names.map((name) => [network, name] as const))

/** What RTP alone repeats of the original in a question. */
const questionElsewhere = { acceptedAt: undefined, originalAmount: undefined, originalSettlementDate: undefined }

/** What a network does not carry of the samples, and what it adds. */
const differences: Readonly<Record<ProfileName, Readonly<Partial<Record<MessageName, object>>>>> = {
  rtp: {
    "pacs.008": { purpose: undefined, transactionId: Samples.creditTransfer.instructionId },
    "pacs.009": { transactionId: Samples.bankTransfer.instructionId },
    "pacs.002": { originalEndToEndId: undefined },
    "pacs.028": {
      originalUetr: undefined,
      originalEndToEndId: undefined,
      originalTransactionId: Samples.statusRequest.originalInstructionId
    },
    "pain.013": { initiatingPartyName: undefined },
    "pain.014": { initiatingPartyName: undefined, debtorAgent: undefined, originalInstructionId: undefined },
    "camt.056": { originalTransactionId: Samples.cancellationRequest.originalInstructionId },
    "camt.029": { originalInstructionId: undefined, originalEndToEndId: undefined }
  },
  fednow: {
    "pacs.028": questionElsewhere,
    "pain.013": { initiatingPartyNumber: undefined },
    "pain.014": {
      initiatingPartyNumber: undefined,
      originalRequestedExecution: undefined,
      originalCreditor: undefined
    }
  },
  fedwire: {
    "pacs.008": { categoryPurpose: undefined, instructedAmount: Samples.creditTransfer.amount },
    "pacs.028": questionElsewhere
  },
  swift: {
    "pacs.008": { categoryPurpose: undefined, instructedAmount: Samples.creditTransfer.amount },
    "pacs.028": questionElsewhere
  }
}

/** SWIFT takes no underscore in references. */
const plain = <A>(sample: A): A => JSON.parse(JSON.stringify(sample).replaceAll(/(?<="(?:pmt|rrq|rfp)\w*)_/g, "-")) as A

const sampleFor = (network: ProfileName, name: MessageName): object => {
  const sample = network === "swift" ? plain(codecs[name][1]) : codecs[name][1]
  return network === "swift" && "chargeBearer" in sample ? { ...sample, chargeBearer: "SHAR" } : sample
}

const build = (name: MessageName, message: object, network: ProfileName, version?: string) =>
  codecs[name][0].build(message as never, version === undefined ? { profile: network } : { profile: network, version })

const built = (name: MessageName, message: object, network: ProfileName): string =>
  Result.getOrThrow(build(name, message, network))

const issuesOf = (result: Result.Result<unknown, { readonly _tag: string }>) =>
  Result.isFailure(result) && "issues" in result.failure
    ? (result.failure.issues as ReadonlyArray<{ path: string; problem: string; line?: number; column?: number }>)
    : []

const transfer = (change: Partial<Pacs008.CreditTransfer>) =>
  Pacs008.build({ ...Samples.creditTransfer, ...change }, { profile: "fednow" })

describe("messages", () => {
  it.each(pairs)("on %s: %s reads back as it was written, or is not carried", (network, name) => {
    const sample = sampleFor(network, name)
    const result = build(name, sample, network)
    if (profiles[network].versions[name] === undefined) {
      expect(result).toMatchObject({ failure: { _tag: "MessageNotCarried", message: name, profile: network } })
      return
    }
    const xml = Result.getOrThrow(result)
    expect(Result.getOrThrow(readMessage(xml))).toEqual(Samples.elementsOf(xml))
    const parsed = Result.getOrThrow(codecs[name][0].parse(xml))
    expect(parsed.message).toEqual({ ...sample, ...differences[network][name] })
    expect(parsed.version).toBe(profiles[network].versions[name])
    expect(parsed.unread).toEqual([])
  })

  it.each(networks)("on %s: the header reads back as it was written", (network) => {
    const xml = Result.getOrThrow(Head001.build(Samples.header, { profile: network }))
    expect(Result.getOrThrow(Head001.parse(xml))).toEqual({
      message: Samples.header,
      version: profiles[network].headerVersion,
      unread: []
    })
  })

  it.each(names)("%s: the same message gives the same bytes", (name) => {
    const network = profiles.fednow.versions[name] === undefined ? "fedwire" : "fednow"
    expect(built(name, codecs[name][1], network)).toBe(built(name, structuredClone(codecs[name][1]), network))
  })

  it("a resolution of a cancelled request for payment has its own place", () => {
    const xml = Result.getOrThrow(Camt029.build(Samples.requestResolution, { profile: "fednow" }))
    expect(xml).toContain("<CxlDtls><OrgnlPmtInfAndSts><OrgnlPmtInfId>")
    expect(Result.getOrThrow(Camt029.parse(xml)).message).toEqual(Samples.requestResolution)
  })
})

describe("what networks ask for", () => {
  it("FedNow: clearing code, local instrument and member scheme", () => {
    const xml = built("pacs.008", Samples.creditTransfer, "fednow")
    expect(xml).toContain("<SttlmInf><SttlmMtd>CLRG</SttlmMtd><ClrSys><Cd>FDN</Cd></ClrSys></SttlmInf>")
    expect(xml).toContain("<LclInstrm><Prtry>FDNA</Prtry></LclInstrm><CtgyPurp><Prtry>BIZZ</Prtry></CtgyPurp>")
    expect(xml).toContain("<ClrSysMmbId><ClrSysId><Cd>USABA</Cd></ClrSysId><MmbId>099900014</MmbId></ClrSysMmbId>")
    expect(xml).toContain("<CreDtTm>2026-06-15T10:00:00-04:00</CreDtTm>")
  })

  it("RTP: group total, service level, numbers without a scheme and times without an offset", () => {
    const xml = built("pacs.008", Samples.creditTransfer, "rtp")
    expect(xml).toContain(
      '<TtlIntrBkSttlmAmt Ccy="USD">1250.00</TtlIntrBkSttlmAmt><IntrBkSttlmDt>2026-06-15</IntrBkSttlmDt>'
    )
    expect(xml).toContain("<SvcLvl><Cd>SDVA</Cd></SvcLvl><LclInstrm><Prtry>STANDARD</Prtry></LclInstrm>")
    expect(xml).toContain("<ClrSysMmbId><MmbId>099900014</MmbId></ClrSysMmbId>")
    expect(xml).toContain("<CreDtTm>2026-06-15T10:00:00</CreDtTm>")
    expect(xml).toContain(`<UETR>${Samples.uetr}</UETR>`)
  })

  it("Fedwire: customer and bank transfers differ in the local instrument, and what was ordered is told", () => {
    expect(built("pacs.008", Samples.creditTransfer, "fedwire")).toContain("<Prtry>CTRC</Prtry>")
    expect(built("pacs.009", Samples.bankTransfer, "fedwire")).toContain("<Prtry>BTRC</Prtry>")
    expect(built("pacs.008", Samples.creditTransfer, "fedwire")).toContain('<InstdAmt Ccy="USD">1250.00</InstdAmt>')
  })

  it("SWIFT: banks by BIC, accounts by IBAN, and no clearing system", () => {
    const message = {
      ...plain(Samples.creditTransfer),
      chargeBearer: "DEBT" as const,
      amount: { amountMinor: 150_000, currency: "jpy" as const },
      creditorAgent: { bic: "SIMBDEFFXXX" },
      creditorAccount: { iban: "DE89370400440532013000" }
    }
    const xml = built("pacs.008", message, "swift")
    expect(xml).toContain("<SttlmInf><SttlmMtd>INDA</SttlmMtd></SttlmInf>")
    expect(xml).toContain('<IntrBkSttlmAmt Ccy="JPY">150000</IntrBkSttlmAmt>')
    expect(Result.getOrThrow(Pacs008.parse(xml)).message).toMatchObject({
      creditorAgent: message.creditorAgent,
      creditorAccount: message.creditorAccount
    })
  })

  it("a version is a parameter, and one that is not known is refused", () => {
    const xml = Result.getOrThrow(build("pacs.008", Samples.creditTransfer, "fednow", "10"))
    expect(xml).toContain('xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.10"')
    expect(Result.getOrThrow(Pacs008.parse(xml)).version).toBe("10")
    expect(build("pacs.008", Samples.creditTransfer, "fednow", "07")).toMatchObject({
      failure: { _tag: "MessageNotCarried", version: "07" }
    })
    expect(Pacs008.parse(xml.replace("pacs.008.001.10", "pacs.008.001.02"))).toMatchObject({
      failure: { _tag: "MessageNotCarried", version: "02" }
    })
  })

  it("a host's own row of a network is taken", () => {
    const profile = { ...profiles.fednow, localInstrument: "FDNB", versions: { "pacs.008": "12" } }
    const xml = Result.getOrThrow(Pacs008.build(Samples.creditTransfer, { profile }))
    expect(xml).toContain("pacs.008.001.12")
    expect(xml).toContain("<Prtry>FDNB</Prtry>")
  })

  it("RTP settles by accepting, the others say so", () => {
    expect(outcomeOf("ACTC", "rtp")).toBe("settled")
    expect(outcomeOf("ACTC", "fednow")).toBe("pending")
    expect(outcomeOf("ACWP", "fednow")).toBe("settled_unposted")
  })
})

describe("what is written", () => {
  it("tells every issue at once, with its path", () => {
    const result = transfer({
      messageId: "x".repeat(36),
      uetr: "8A562C67-CA16-48BA-B074-65581BE6F011",
      settlementDate: "2026-02-30",
      amount: { amountMinor: 0, currency: "usd" },
      debtorAgent: {},
      creditorAccount: { iban: "DE89370400440532013000", number: "1" },
      chargeBearer: "DEBT"
    })
    expect(issuesOf(result).map(({ path }) => path)).toEqual([
      "GrpHdr/MsgId",
      "CdtTrfTxInf/PmtId/UETR",
      "CdtTrfTxInf/IntrBkSttlmAmt",
      "CdtTrfTxInf/IntrBkSttlmDt",
      "CdtTrfTxInf/DbtrAgt",
      "CdtTrfTxInf/CdtrAcct",
      "CdtTrfTxInf/ChrgBr"
    ])
  })

  it.each([
    ["a missing name", { creditor: { name: undefined as unknown as string } }, "CdtTrfTxInf/Cdtr/Nm", /missing/],
    ["an empty name", { creditor: { name: "" } }, "CdtTrfTxInf/Cdtr/Nm", /empty/],
    ["a long name", { creditor: { name: "x".repeat(141) } }, "CdtTrfTxInf/Cdtr/Nm", /141 characters, at most 140/],
    ["a long remittance", { remittance: "x".repeat(141) }, "CdtTrfTxInf/RmtInf/Ustrd", /at most 140/],
    ["a character that has no plain writing", { creditor: { name: "A\u{E000}" } }, "CdtTrfTxInf/Cdtr/Nm", /U\+E000/],
    ["an accent in an identifier", { endToEndId: "é" }, "CdtTrfTxInf/PmtId/EndToEndId", /identifier/],
    ["a space at the end of an identifier", { endToEndId: "a " }, "CdtTrfTxInf/PmtId/EndToEndId", /identifier/],
    ["another currency", { amount: { amountMinor: 1, currency: "eur" } }, "CdtTrfTxInf/IntrBkSttlmAmt", /EUR/],
    ["part of a cent", { amount: { amountMinor: 0.5, currency: "usd" } }, "CdtTrfTxInf/IntrBkSttlmAmt", /positive/],
    [
      "a short routing number",
      { debtorAgent: { routingNumber: "1" } },
      "CdtTrfTxInf/DbtrAgt/FinInstnId/ClrSysMmbId/MmbId",
      /nine digits/
    ],
    ["half a millisecond", { createdAt: 0.5 }, "GrpHdr/CreDtTm", /whole milliseconds/]
  ] as ReadonlyArray<readonly [string, Partial<Pacs008.CreditTransfer>, string, RegExp]>)(
    "refuses %s",
    (_, change, path, problem) => {
      const [issue, ...others] = issuesOf(transfer(change))
      expect(issue?.path).toBe(path)
      expect(issue?.problem).toMatch(problem)
      expect(others).toEqual([])
    }
  )

  it("loses accents and typographic signs, and keeps lengths in code points", () => {
    const xml = Result.getOrThrow(transfer({ creditor: { name: "José Łuczak – Straße “Ørsted”" } }))
    expect(xml).toContain('<Nm>Jose Luczak - Strasse "Orsted"</Nm>')
    expect(Result.isSuccess(transfer({ remittance: "é".repeat(140) }))).toBe(true)
    expect(Result.isSuccess(transfer({ remittance: "ß".repeat(71) }))).toBe(false)
  })

  it.each([
    ["Владимир Сорокин", "Vladimir Sorokin"],
    ["王芳", "WangFang"],
    ["Nguyễn Thị Ánh", "Nguyen Thi Anh"],
    ["김민수", "GimMinSu"],
    ["5 € — “ﬁne”\u200B", '5 EUR - "fine"'],
    ["I ❤\uFE0F NY", "I :heart: NY"]
  ])("transliterates %s", (name, sent) => {
    expect(Result.getOrThrow(transfer({ creditor: { name } }))).toContain(`<Nm>${sent}</Nm>`)
  })

  it("asks for what a rejection or a part must have", () => {
    const { reasons: _, ...silent } = Samples.statusReport
    expect(issuesOf(Pacs002.build(silent, { profile: "fednow" }))).toMatchObject([
      { path: "TxInfAndSts/StsRsnInf", problem: expect.stringContaining("reason") }
    ])
    const { amount: __, ...part } = Samples.resolution
    expect(issuesOf(Camt029.build(part, { profile: "fednow" }))).toHaveLength(1)
    const more = { ...Samples.paymentReturn, amount: { amountMinor: 125_001, currency: "usd" as const } }
    expect(issuesOf(Pacs004.build(more, { profile: "fednow" }))).toMatchObject([{ path: "TxInf/RtrdIntrBkSttlmAmt" }])
  })
})

describe("what is read", () => {
  const xml = built("pacs.008", Samples.creditTransfer, "fednow")
  const changed = (from: string | RegExp, to: string) => Pacs008.parse(xml.replace(from, to))

  it("any prefix, any indentation, any order of declarations", () => {
    const prefixed = xml
      .replace(/<(\/?)(?!\?)/g, "<$1ct:")
      .replace(" xmlns=", " xmlns:ct=")
      .replaceAll("><", ">\n  <")
    expect(prefixed).toContain("<ct:Document xmlns:ct=")
    expect(Result.getOrThrow(Pacs008.parse(prefixed)).message).toEqual(Samples.creditTransfer)
  })

  it("elements that the engine has no use for, and names them", () => {
    const parsed = Result.getOrThrow(
      Pacs008.parse(
        xml
          .replace("<ChrgBr>", "<AccptncDtTm>2026-06-15T10:00:00Z</AccptncDtTm><ChrgBr>")
          .replace("<Nm>Jane Roe</Nm>", "<Nm>Jane Roe</Nm><CtryOfRes>US</CtryOfRes>")
          .replace("</CdtTrfTxInf>", '<SplmtryData><x xmlns="urn:y"/></SplmtryData></CdtTrfTxInf>')
      )
    )
    expect(parsed.message).toEqual(Samples.creditTransfer)
    expect(Array.from(parsed.unread).sort()).toEqual([
      "CdtTrfTxInf/AccptncDtTm",
      "CdtTrfTxInf/Cdtr/CtryOfRes",
      "CdtTrfTxInf/SplmtryData"
    ])
  })

  it.each([
    ["50000", 5_000_000],
    ["51.7", 5170],
    ["0.01", 1],
    ["00051.74", 5174],
    ["51.74000", 5174]
  ])("an amount of %s exactly", (shown, amountMinor) => {
    const parsed = Result.getOrThrow(changed(/(<IntrBkSttlmAmt Ccy="USD">)[^<]*/, `$1${shown}`))
    expect(parsed.message.amount).toEqual({ amountMinor, currency: "usd" })
  })

  it.each(["51.745", "-1.00", "+1.00", "1e3", "1,000.00", "0", "0.00", "", ".5", "1.", "NaN", "99999999999999999999"])(
    "no amount of %j",
    (shown) => {
      expect(issuesOf(changed(/(<IntrBkSttlmAmt Ccy="USD">)[^<]*/, `$1${shown}`))).toMatchObject([
        { path: "CdtTrfTxInf/IntrBkSttlmAmt" }
      ])
    }
  )

  it.each([
    ["a lower-case currency", 'Ccy="USD"', 'Ccy="usd"', "CdtTrfTxInf/IntrBkSttlmAmt"],
    ["no currency", ' Ccy="USD"', "", "CdtTrfTxInf/IntrBkSttlmAmt"],
    ["two transactions", "<NbOfTxs>1<", "<NbOfTxs>2<", "GrpHdr/NbOfTxs"],
    ["no identifier", /<MsgId>.*<\/MsgId>/, "", "GrpHdr/MsgId"],
    ["an element twice", /<ChrgBr>SLEV<\/ChrgBr>/, "$&$&", "CdtTrfTxInf/ChrgBr"],
    ["an unknown charge bearer", "SLEV", "XXXX", "CdtTrfTxInf/ChrgBr"],
    ["a time that is none", /<CreDtTm>.*<\/CreDtTm>/, "<CreDtTm>2026-06-15 10:00</CreDtTm>", "GrpHdr/CreDtTm"],
    ["a date that is none", "<IntrBkSttlmDt>2026-06-15", "<IntrBkSttlmDt>2026-06-31", "CdtTrfTxInf/IntrBkSttlmDt"],
    ["an attribute on a text", "<ChrgBr>", '<ChrgBr x="1">', "CdtTrfTxInf/ChrgBr"],
    ["elements in a text", "<Nm>Jane Roe</Nm>", "<Nm><x/></Nm>", "CdtTrfTxInf/Cdtr/Nm"],
    ["two containers", "<PmtId>", "<PmtId><InstrId>a</InstrId></PmtId><PmtId>", "CdtTrfTxInf/PmtId"]
  ])("not %s, and says where", (_, from, to, path) => {
    const [issue] = issuesOf(changed(from, to))
    expect(issue?.path).toBe(path)
    expect(issue?.line).toBe(1)
    expect(issue?.column).toBeGreaterThan(1)
  })

  it("times with any offset, and Eastern time without one", () => {
    for (const shown of [
      "2026-06-15T14:00:00Z",
      "2026-06-15T16:00:00+02:00",
      "2026-06-15T10:00:00",
      "2026-06-15T10:00:00.0001"
    ]) {
      const parsed = Result.getOrThrow(changed(/(<CreDtTm>)[^<]*/, `$1${shown}`))
      expect(parsed.message.createdAt).toBe(Samples.createdAt)
    }
  })

  it("no other message, no other root, and no text that is not XML", () => {
    expect(Pacs002.parse(xml)).toMatchObject({ failure: { _tag: "MessageMistaken", expected: "pacs.002" } })
    expect(changed(/FIToFICstmrCdtTrf/g, "Other")).toMatchObject({ failure: { _tag: "MessageInvalid" } })
    expect(Pacs008.parse("<Document/>")).toMatchObject({ failure: { _tag: "MessageMistaken" } })
    expect(changed("</Document>", "")).toMatchObject({ failure: { _tag: "XmlRefused", path: "/Document" } })
  })

  it("an investigation that a person opened, by name", () => {
    for (const [codec, sample] of [
      [Camt055, Samples.requestCancellation],
      [Camt056, Samples.cancellationRequest],
      [Camt029, Samples.resolution]
    ] as ReadonlyArray<readonly [Codec, { readonly caseCreator?: unknown }]>) {
      const { caseCreator: _, ...rest } = sample
      const named = { ...rest, caseCreatorName: "Bank A Employee" }
      const text = Result.getOrThrow(codec.build(named as never, { profile: "fednow" }))
      expect(text).toContain("<Cretr><Pty><Nm>Bank A Employee</Nm></Pty></Cretr>")
      expect(Result.getOrThrow(codec.parse(text)).message).toEqual(named)
      expect(issuesOf(codec.build(rest as never, { profile: "fednow" }))).toMatchObject([
        { path: expect.stringMatching(/Cretr$/) }
      ])
    }
  })

  it("a header whose content stands in a namespace of its own", () => {
    const enveloped =
      '<AppHdr xmlns="urn:tch" xmlns:head="urn:iso:std:iso:20022:tech:xsd:head.001.001.01">' +
      "<head:Fr><head:FIId><head:FinInstnId><head:ClrSysMmbId><head:MmbId>990000001T1</head:MmbId></head:ClrSysMmbId></head:FinInstnId></head:FIId></head:Fr>" +
      "<head:To><head:FIId><head:FinInstnId><head:ClrSysMmbId><head:MmbId>200000057A1</head:MmbId></head:ClrSysMmbId></head:FinInstnId></head:FIId></head:To>" +
      "<head:BizMsgIdr>B1</head:BizMsgIdr><head:MsgDefIdr>pacs.002.001.10</head:MsgDefIdr><head:CreDt>2022-12-21T15:31:19</head:CreDt></AppHdr>"
    expect(Result.getOrThrow(Head001.parse(enveloped)).message).toMatchObject({ from: { memberId: "990000001T1" } })
  })
})
