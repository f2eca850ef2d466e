/** Addenda, record 7 in all its types, as values and as tables. */
import type { PlainDate } from "../../calendar/PlainDate.ts"
import { code, date, digits, name, number, oneOf, optional, optionalNumber, required, text } from "./fields.ts"
import { fieldsOf, type RecordTable } from "./RecordTable.ts"

/** 02: where a card was used. No class of this service writes it; files that are read may have it. */
export interface TerminalAddenda {
  readonly type: "02"
  readonly referenceOne: string
  readonly referenceTwo: string
  readonly terminalId: string
  readonly serialNumber: string
  readonly transactionDate: string
  readonly authorizationCode: string
  readonly location: string
  readonly city: string
  readonly state: string
}

/** 05 (PPD, CCD, CTX, WEB) and 17 (IAT): what the payment is for, 80 characters. */
export interface TextAddenda {
  readonly type: "05" | "17"
  readonly text: string
}

/** 10: the transaction and the receiver of an IAT entry. */
export interface TransactionAddenda {
  readonly type: "10"
  /** Such as `BUS`, `SAL`, `WEB`. */
  readonly transactionTypeCode: string
  readonly foreignAmountMinor: number
  readonly foreignTraceNumber: string
  readonly receiverName: string
}

/** 11: the originator of an IAT entry. */
export interface OriginatorAddenda {
  readonly type: "11"
  readonly name: string
  readonly street: string
}

/** 12 and 16: city and state as `Austin*TX\`, country and postal code as `US*78701\`; see `placeAddenda`. */
export interface PlaceAddenda {
  readonly type: "12" | "16"
  readonly cityAndState: string
  readonly countryAndPostalCode: string
}

/** 13 (sending bank), 14 (receiving bank) and 18 (correspondent bank). */
export interface BankAddenda {
  readonly type: "13" | "14" | "18"
  readonly bankName: string
  /** 01 national clearing number, 02 BIC, 03 IBAN. */
  readonly idQualifier: "01" | "02" | "03"
  readonly id: string
  readonly country: string
}

/** 15: the receiver's number and street. */
export interface ReceiverAddenda {
  readonly type: "15"
  readonly identificationNumber: string
  readonly street: string
}

/** 98: a notification of change, or (`refusedCode` set) its refusal. */
export interface ChangeAddenda {
  readonly type: "98"
  /** Such as `C01`; in a refusal `C61` to `C69`. */
  readonly code: string
  readonly originalTraceNumber: string
  /** Eight digits of the bank that got the original entry. */
  readonly originalBank: string
  readonly correctedData: string
  /** The code of the notification that is refused. */
  readonly refusedCode: string | undefined
}

/** 99: a return. */
export interface ReturnAddenda {
  readonly type: "99"
  readonly kind: "return"
  readonly code: string
  readonly originalTraceNumber: string
  /** With R14 and R15. */
  readonly dateOfDeath: PlainDate | undefined
  readonly originalBank: string
  readonly information: string
}

/** 99 of an IAT return: it repeats the amount. */
export interface IatReturnAddenda extends Omit<ReturnAddenda, "kind"> {
  readonly kind: "iat_return"
  readonly originalAmountMinor: number
}

/** 99 of a return that the originating bank does not accept: R61, R67 to R70. */
export interface DishonoredAddenda {
  readonly type: "99"
  readonly kind: "dishonored"
  readonly code: string
  readonly originalTraceNumber: string
  readonly originalBank: string
  readonly returnTraceNumber: string
  /** Day of the year on which the return settled. */
  readonly returnSettlementDay: number | undefined
  /** Two digits: `01` for R01. */
  readonly returnCode: string
  readonly information: string
}

/** 99 by which the receiving bank insists on its return: R71 to R77. */
export interface ContestedAddenda extends Omit<DishonoredAddenda, "kind" | "information"> {
  readonly kind: "contested"
  readonly returnedOn: PlainDate | undefined
  readonly originalSettlementDay: number | undefined
  readonly dishonoredTraceNumber: string
  readonly dishonoredSettlementDay: number | undefined
  readonly dishonoredCode: string
}

/** Any addenda. Sequence numbers follow from the place, and are not kept. */
export type Addenda =
  | TerminalAddenda
  | TextAddenda
  | TransactionAddenda
  | OriginatorAddenda
  | PlaceAddenda
  | BankAddenda
  | ReceiverAddenda
  | ChangeAddenda
  | ReturnAddenda
  | IatReturnAddenda
  | DishonoredAddenda
  | ContestedAddenda

/** What every record 7 carries besides: its number among its like, the end of its entry's trace, and all of it. */
export interface AddendaPlace {
  readonly sequence: number
  readonly entrySequence: number
  readonly traceNumber: string
}

type Placed<A> = A & AddendaPlace

const anyCode = code(3, /^[A-Z][0-9]{2}$/)
const bankEight = digits(8)
const trace = digits(15)
const qualifier = oneOf(["01", "02", "03"] as const)

const terminal = fieldsOf<Placed<TerminalAddenda>>()
const texts = fieldsOf<Placed<TextAddenda>>()
const transaction = fieldsOf<Placed<TransactionAddenda>>()
const originator = fieldsOf<Placed<OriginatorAddenda>>()
const place = fieldsOf<Placed<PlaceAddenda>>()
const bank = fieldsOf<Placed<BankAddenda>>()
const receiver = fieldsOf<Placed<ReceiverAddenda>>()
const change = fieldsOf<Placed<ChangeAddenda>>()
const returned = fieldsOf<Placed<ReturnAddenda>>()
const iatReturned = fieldsOf<Placed<IatReturnAddenda>>()
const dishonored = fieldsOf<Placed<DishonoredAddenda>>()
const contested = fieldsOf<Placed<ContestedAddenda>>()

const textTable = (type: "05" | "17"): RecordTable<Placed<TextAddenda>> => [
  texts.constant(`7${type}`),
  texts.value("text", text(80)),
  texts.value("sequence", number(4)),
  texts.value("entrySequence", number(7))
]

const placeTable = (type: "12" | "16"): RecordTable<Placed<PlaceAddenda>> => [
  place.constant(`7${type}`),
  place.value("cityAndState", required(35)),
  place.value("countryAndPostalCode", required(35)),
  place.reserved(14),
  place.value("entrySequence", number(7))
]

const bankTable = (type: "13" | "14"): RecordTable<Placed<BankAddenda>> => [
  bank.constant(`7${type}`),
  bank.value("bankName", name(35)),
  bank.value("idQualifier", qualifier),
  bank.value("id", required(34)),
  bank.value("country", required(3)),
  bank.reserved(10),
  bank.value("entrySequence", number(7))
]

/** The tables by type; a 99 is chosen by its kind. */
export const addendaTables = {
  "02": [
    terminal.constant("702"),
    terminal.value("referenceOne", text(7)),
    terminal.value("referenceTwo", text(3)),
    terminal.value("terminalId", text(6)),
    terminal.value("serialNumber", text(6)),
    terminal.value("transactionDate", text(4)),
    terminal.value("authorizationCode", text(6)),
    terminal.value("location", text(27)),
    terminal.value("city", text(15)),
    terminal.value("state", text(2)),
    terminal.value("traceNumber", trace)
  ],
  "05": textTable("05"),
  "10": [
    transaction.constant("710"),
    transaction.value("transactionTypeCode", code(3, /^[A-Z]{3}$/)),
    transaction.value("foreignAmountMinor", number(18)),
    transaction.value("foreignTraceNumber", text(22)),
    transaction.value("receiverName", name(35)),
    transaction.reserved(6),
    transaction.value("entrySequence", number(7))
  ],
  "11": [
    originator.constant("711"),
    originator.value("name", name(35)),
    originator.value("street", required(35)),
    originator.reserved(14),
    originator.value("entrySequence", number(7))
  ],
  "12": placeTable("12"),
  "13": bankTable("13"),
  "14": bankTable("14"),
  "15": [
    receiver.constant("715"),
    receiver.value("identificationNumber", text(15)),
    receiver.value("street", required(35)),
    receiver.reserved(34),
    receiver.value("entrySequence", number(7))
  ],
  "16": placeTable("16"),
  "17": textTable("17"),
  "18": [
    bank.constant("718"),
    bank.value("bankName", name(35)),
    bank.value("idQualifier", qualifier),
    bank.value("id", required(34)),
    bank.value("country", required(3)),
    bank.reserved(6),
    bank.value("sequence", number(4)),
    bank.value("entrySequence", number(7))
  ],
  "98": [
    change.constant("798"),
    change.value("code", anyCode),
    change.value("originalTraceNumber", trace),
    change.reserved(6),
    change.value("originalBank", bankEight),
    change.value("correctedData", text(29)),
    change.value("refusedCode", optional(anyCode)),
    change.reserved(12),
    change.value("traceNumber", trace)
  ],
  return: [
    returned.constant("799"),
    returned.value("code", anyCode),
    returned.value("originalTraceNumber", trace),
    returned.value("dateOfDeath", optional(date)),
    returned.value("originalBank", bankEight),
    returned.value("information", text(44)),
    returned.value("traceNumber", trace)
  ],
  iat_return: [
    iatReturned.constant("799"),
    iatReturned.value("code", anyCode),
    iatReturned.value("originalTraceNumber", trace),
    iatReturned.value("dateOfDeath", optional(date)),
    iatReturned.value("originalBank", bankEight),
    iatReturned.value("originalAmountMinor", number(10)),
    iatReturned.value("information", text(34)),
    iatReturned.value("traceNumber", trace)
  ],
  dishonored: [
    dishonored.constant("799"),
    dishonored.value("code", anyCode),
    dishonored.value("originalTraceNumber", trace),
    dishonored.reserved(6),
    dishonored.value("originalBank", bankEight),
    dishonored.reserved(3),
    dishonored.value("returnTraceNumber", trace),
    dishonored.value("returnSettlementDay", optionalNumber(3)),
    dishonored.value("returnCode", digits(2)),
    dishonored.value("information", text(21)),
    dishonored.value("traceNumber", trace)
  ],
  contested: [
    contested.constant("799"),
    contested.value("code", anyCode),
    contested.value("originalTraceNumber", trace),
    contested.value("returnedOn", optional(date)),
    contested.value("originalBank", bankEight),
    contested.value("originalSettlementDay", optionalNumber(3)),
    contested.value("returnTraceNumber", trace),
    contested.value("returnSettlementDay", optionalNumber(3)),
    contested.value("returnCode", digits(2)),
    contested.value("dishonoredTraceNumber", trace),
    contested.value("dishonoredSettlementDay", optionalNumber(3)),
    contested.value("dishonoredCode", digits(2)),
    contested.reserved(1),
    contested.value("traceNumber", trace)
  ]
} as const

export type AddendaTableName = keyof typeof addendaTables

/** Codes of dishonored and contested dishonored returns (Nacha, Appendix Four). */
export const dishonoredCodes: ReadonlyArray<string> = ["R61", "R62", "R67", "R68", "R69", "R70"]
export const contestedCodes: ReadonlyArray<string> = ["R71", "R72", "R73", "R74", "R75", "R76", "R77"]

/** Which kind of 99 a code is, in a batch of a class. */
export const returnKindOf = (code: string, secCode: string): "return" | "iat_return" | "dishonored" | "contested" => {
  if (dishonoredCodes.includes(code)) return "dishonored"
  if (contestedCodes.includes(code)) return "contested"
  return secCode === "IAT" ? "iat_return" : "return"
}

export const tableNameOf = (addenda: Addenda): AddendaTableName => (addenda.type === "99" ? addenda.kind : addenda.type)

/** City, state, country and postal code as addenda 12 and 16 write them: parts divided by `*`, ended by a backslash. */
export const placeAddenda = (
  type: "12" | "16",
  at: { readonly city: string; readonly state?: string; readonly country: string; readonly postalCode?: string }
): PlaceAddenda => ({
  type,
  cityAndState: `${at.city}${at.state === undefined ? "" : `*${at.state}`}\\`,
  countryAndPostalCode: `${at.country}${at.postalCode === undefined ? "" : `*${at.postalCode}`}\\`
})
