/**
 * The networks that speak ISO 20022 as a table of their differences: which version of which message they take, the
 * codes they fix, and how they write times. Sources: the published schemas and samples of the networks as collected by
 * the moov-io libraries rtp20022, fednow20022 and fedwire20022, and decisions C.6.
 */

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
  readonly categoryPurposes: Readonly<Record<CategoryPurpose, string>> | undefined
  readonly chargeBearers: ReadonlyArray<ChargeBearer>
  readonly currencies: ReadonlyArray<string>
  /** RTP writes local times of New York in whole seconds without an offset; others write the offset. */
  readonly times: "offset" | "local"
  /** Whether the group header carries the total and the settlement date (RTP), or the transaction the date. */
  readonly groupTotal: boolean
  /** Whether answers name the original message beside the transaction (RTP) or in it. */
  readonly originalInGroup: boolean
  /** Whether the transaction has an identifier of its own (RTP), and whether the UETR is carried. */
  readonly transactionId: boolean
  readonly uetr: boolean
  /** `InstdAmt`, which Fedwire and SWIFT ask for. */
  readonly instructedAmount: boolean
  /** RTP identifies who starts a request by number, FedNow by name. */
  readonly initiatingParty: "name" | "number"
  /** The header's `MktPrctc`, as registry and identifier. */
  readonly marketPractice: { readonly registry: string; readonly id: string } | undefined
  readonly characters: CharacterSetName
}

/** Whether a person or a company pays. */
export type CategoryPurpose = "consumer" | "business"

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
    uetr: false,
    initiatingParty: "number",
    marketPractice: undefined
  },
  fednow: {
    ...instant,
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
    clearingSystem: "FDN",
    memberScheme: "USABA",
    serviceLevel: undefined,
    localInstrument: "FDNA",
    categoryPurposes: { consumer: "CONS", business: "BIZZ" },
    times: "offset",
    groupTotal: false,
    originalInGroup: false,
    transactionId: false,
    uetr: true,
    initiatingParty: "name",
    marketPractice: {
      registry: "www2.swift.com/mystandards/#/group/Federal_Reserve_Financial_Services/FedNow_Service",
      id: "frb.fednow.01"
    }
  },
  fedwire: {
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
    times: "offset",
    groupTotal: false,
    originalInGroup: false,
    transactionId: false,
    uetr: true,
    instructedAmount: true,
    initiatingParty: "name",
    marketPractice: {
      registry: "www2.swift.com/mystandards/#/group/Federal_Reserve_Financial_Services/Fedwire_Funds_Service",
      id: "frb.fedwire.01"
    },
    characters: "latin"
  },
  swift: {
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
    currencies: ["USD", "EUR", "GBP", "CAD", "MXN", "JPY"],
    times: "offset",
    groupTotal: false,
    originalInGroup: false,
    transactionId: false,
    uetr: true,
    instructedAmount: true,
    initiatingParty: "name",
    marketPractice: undefined,
    characters: "swift"
  }
}
