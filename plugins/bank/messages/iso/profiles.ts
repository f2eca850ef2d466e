/**
 * The networks that speak ISO 20022 as a table of their differences: which version of which message they take, the
 * codes they fix, and how they write times. Sources: the published schemas and samples of the networks as collected by
 * the moov-io libraries rtp20022, fednow20022 and fedwire20022, and decisions C.6.
 */
import { currencies } from "../../../../src/domain.ts"
import type { TransactionStatus } from "./statuses.ts"

/** A message by its ISO 20022 name without variant and version. */
export type MessageName =
  | "pacs.008"
  | "pacs.009"
  | "pacs.002"
  | "pacs.028"
  | "pacs.004"
  | "pain.013"
  | "pain.014"
  | "camt.056"
  | "camt.029"
  | "camt.055"

/** A network, named like its rail. */
export type ProfileName = "rtp" | "fednow" | "fedwire" | "swift"

/** What one network asks of messages. `undefined` means that the element is left out. */
export interface Profile {
  readonly name: ProfileName
  /** The version that the network takes of each message; a message without one is not carried by it. */
  readonly versions: Readonly<Partial<Record<MessageName, string>>>
  readonly headerVersion: HeaderVersion
  /** `SttlmMtd`: through a clearing system, or over accounts that the banks hold with each other. */
  readonly settlementMethod: "CLRG" | "INDA"
  /** `ClrSys/Cd`: where the money settles. */
  readonly clearingSystem: string | undefined
  /** `ClrSysId/Cd` beside a bank's number. RTP gives numbers without a scheme. */
  readonly memberScheme: string | undefined
  readonly serviceLevel: string | undefined
  readonly localInstrument: string | undefined
  /** The network's words for who pays, in `CtgyPurp/Prtry`. */
  readonly categoryPurposes: Readonly<Record<Exclude<CategoryPurpose, "other">, string>> | undefined
  readonly chargeBearers: ReadonlyArray<ChargeBearer>
  readonly currencies: ReadonlyArray<string>
  /** RTP writes local times of New York in whole seconds without an offset; others write the offset. */
  readonly times: "offset" | "local"
  /** Whether the group header carries the total and the settlement date (RTP), or the transaction the date. */
  readonly groupTotal: boolean
  /** Whether answers name the original message beside the transaction (RTP) or in it. */
  readonly originalInGroup: boolean
  /** Whether the transaction has an identifier of its own (RTP). */
  readonly transactionId: boolean
  /** Whether a credit transfer says what it is for, in `Purp`. */
  readonly purpose: boolean
  /** What a cancellation request gives as the clearing system's reference of the original; RTP's is always the same. */
  readonly clearingSystemReference: string | undefined
  /** The word that the network has for a status where it lacks the common one. */
  readonly statusWords: Readonly<Partial<Record<TransactionStatus, TransactionStatus>>>
  /** The reason codes that the network takes in a message; a message without a list takes every code. */
  readonly reasons: Readonly<Partial<Record<MessageName, ReasonCodes>>>
  /** `InstdAmt`, which Fedwire and SWIFT ask for. */
  readonly instructedAmount: boolean
  /** RTP identifies who starts a request by number, FedNow by name. */
  readonly initiatingParty: "name" | "number"
  /** What an address must have to be carried at all. */
  readonly addressParts: ReadonlyArray<"street" | "postalCode" | "city" | "state" | "country">
  /** The header's `MktPrctc`, as registry and identifier. */
  readonly marketPractice: { readonly registry: string; readonly id: string } | undefined
  readonly characters: CharacterSetName
  /** Whether references are of the letters, digits and few signs of the older text messages only. */
  readonly plainReferences: boolean
}

/** The closed lists of reason codes of a message. */
export interface ReasonCodes {
  /** Codes in `Cd`. */
  readonly codes: ReadonlyArray<string>
  /** Codes of the network's own, in `Prtry`. */
  readonly own: ReadonlyArray<string>
  /** The code that stands for every other, which is then written in front of the text. */
  readonly otherwise: string
}

/** Whether a person or a company pays; `other` is what a network's message may say beside these, and is never written. */
export type CategoryPurpose = "consumer" | "business" | "other"

/** Who bears the charges, as ISO 20022 says it. */
export type ChargeBearer = "SLEV" | "SHAR" | "DEBT" | "CRED"

/** Versions of the business application header, head.001.001. */
export type HeaderVersion = "01" | "02" | "03"

/** Character sets that networks take in texts; see `characterSets`. */
export type CharacterSetName = "latin" | "swift"

const instant = {
  settlementMethod: "CLRG",
  chargeBearers: ["SLEV"],
  currencies: ["USD"],
  instructedAmount: false,
  characters: "latin"
} as const

/** What networks other than RTP have alike. */
const elsewhere = {
  times: "offset",
  groupTotal: false,
  originalInGroup: false,
  transactionId: false,
  purpose: true,
  clearingSystemReference: undefined,
  statusWords: {},
  reasons: {},
  plainReferences: false,
  initiatingParty: "name",
  addressParts: []
} as const

const codesOf = (codes: string): ReadonlyArray<string> => codes.split(" ")

/** The lists of RTP's schemas. */
const rtpReasons: Profile["reasons"] = {
  "pacs.002": {
    codes: codesOf(
      "AC02 AC03 AC04 AC06 AC11 AC13 AC14 AG01 AG03 AGNT AM02 AM04 AM09 AM12 AM13 AM14 BE04 BE06 BE07 BE10 BE11 BE16 " +
        "BE17 DS0H DS24 DT04 DUPL FF02 FF08 MD07 NARR RC01 RC02 RC03 RC04 SL03 TK01 TK02 TK03 TK04 TK05 TK06 TK07 TK08 " +
        "TK09 TM01"
    ),
    own: codesOf("1100 9909 9910 9912 9914 9934 9946 9947 9948 9952 9953 9954 9956 9957 9964 NOAT"),
    otherwise: "NARR"
  },
  "pain.014": {
    codes: codesOf("AC06 AG01 AG03 AM09 AM14 BE04 BE07 CH11 CUST DS04 MD07 NARR SL12"),
    own: ["1100"],
    otherwise: "NARR"
  },
  "camt.056": {
    codes: codesOf("AC03 AM09 CUST DS24 DUPL FRAD FRTR TECH UPAY"),
    own: codesOf("WIAM WICT WIDP WIFD WIFT WITH"),
    otherwise: "CUST"
  },
  "camt.029": { codes: codesOf("AC04 AM04 ARDT CUST LEGL NOAS NOOR"), own: [], otherwise: "CUST" }
}

/** The table. A host that connects to a later release of a network passes a changed copy of its row. */
export const profiles: Readonly<Record<ProfileName, Profile>> = {
  rtp: {
    ...instant,
    name: "rtp",
    // RTP's set has no pacs.004: money goes back as a new pacs.008. It has no camt.055 either.
    versions: {
      "pacs.008": "08",
      "pacs.009": "08",
      "pacs.002": "10",
      "pacs.028": "03",
      "pain.013": "07",
      "pain.014": "07",
      "camt.056": "08",
      "camt.029": "09"
    },
    headerVersion: "01",
    clearingSystem: "TCH",
    memberScheme: undefined,
    serviceLevel: "SDVA",
    localInstrument: "STANDARD",
    categoryPurposes: { consumer: "CONSUMER", business: "BUSINESS" },
    times: "local",
    groupTotal: true,
    originalInGroup: true,
    transactionId: true,
    addressParts: ["street", "postalCode", "city", "state", "country"],
    plainReferences: false,
    purpose: false,
    clearingSystemReference: "001",
    // RTP settles by accepting, and has no word for what was booked later.
    statusWords: { ACSC: "ACTC", ACSP: "ACTC", ACCP: "ACTC", ACCC: "ACTC", PDNG: "RCVD" },
    reasons: rtpReasons,
    initiatingParty: "number",
    marketPractice: undefined
  },
  fednow: {
    ...instant,
    ...elsewhere,
    name: "fednow",
    versions: {
      "pacs.008": "08",
      "pacs.009": "08",
      "pacs.002": "10",
      "pacs.028": "03",
      "pacs.004": "10",
      "pain.013": "07",
      "pain.014": "07",
      "camt.056": "08",
      "camt.029": "09",
      "camt.055": "09"
    },
    headerVersion: "02",
    addressParts: ["postalCode", "city", "state", "country"],
    clearingSystem: "FDN",
    memberScheme: "USABA",
    serviceLevel: undefined,
    localInstrument: "FDNA",
    categoryPurposes: { consumer: "CONS", business: "BIZZ" },
    marketPractice: {
      registry: "www2.swift.com/mystandards/#/group/Federal_Reserve_Financial_Services/FedNow_Service",
      id: "frb.fednow.01"
    }
  },
  fedwire: {
    ...elsewhere,
    name: "fedwire",
    versions: {
      "pacs.008": "08",
      "pacs.009": "08",
      "pacs.002": "10",
      "pacs.028": "03",
      "pacs.004": "10",
      "camt.056": "08",
      "camt.029": "09"
    },
    headerVersion: "03",
    settlementMethod: "CLRG",
    clearingSystem: "FDW",
    memberScheme: "USABA",
    serviceLevel: undefined,
    localInstrument: "CTRC",
    categoryPurposes: undefined,
    chargeBearers: ["SHAR", "DEBT", "CRED", "SLEV"],
    currencies: ["USD"],
    instructedAmount: true,
    marketPractice: {
      registry: "www2.swift.com/mystandards/#/group/Federal_Reserve_Financial_Services/Fedwire_Funds_Service",
      id: "frb.fedwire.01"
    },
    characters: "latin"
  },
  swift: {
    ...elsewhere,
    name: "swift",
    versions: {
      "pacs.008": "08",
      "pacs.009": "08",
      "pacs.002": "10",
      // SWIFT's tracker of payments is asked by other means; a connection to it translates.
      "pacs.028": "03",
      "pacs.004": "09",
      "camt.056": "08",
      "camt.029": "09"
    },
    headerVersion: "02",
    settlementMethod: "INDA",
    clearingSystem: undefined,
    memberScheme: "USABA",
    serviceLevel: undefined,
    localInstrument: undefined,
    categoryPurposes: undefined,
    chargeBearers: ["SHAR", "DEBT", "CRED"],
    // SWIFT carries every currency; which of them are taken is the operator's to say.
    currencies: Object.keys(currencies).map((currency) => currency.toUpperCase()),
    instructedAmount: true,
    marketPractice: undefined,
    characters: "swift",
    plainReferences: true
  }
}

/** Where an answer names the original message: beside the transaction, or in it. */
export const beside = ({ originalInGroup }: Profile): boolean => originalInGroup
export const inside = (profile: Profile): boolean => !beside(profile)

/** Where a transfer has the total and the date of settlement: the group header, or the transaction. */
export const inGroup = ({ groupTotal }: Profile): boolean => groupTotal
export const inTransaction = (profile: Profile): boolean => !inGroup(profile)

/** How a request for payment tells who asks: by name, or by the number of the bank. */
export const byName = ({ initiatingParty }: Profile): boolean => initiatingParty === "name"
export const byNumber = (profile: Profile): boolean => !byName(profile)
