/** The parts that messages share: banks, parties, addresses, accounts, reasons and references to other messages. */
import { plainText } from "./characters.ts"
import {
  bic,
  country,
  date,
  externalCode,
  iban,
  identifier,
  messageDefinition,
  routingNumber,
  text,
  time
} from "./leaves.ts"
import type { CategoryPurpose, MessageName, Profile } from "./profiles.ts"
import { readRows } from "./readRows.ts"
import { rowsOf, type ElementType, type MessageIssue, type Rows } from "./rows.ts"
import { writeRows } from "./writeRows.ts"

/** A postal address in its structured form. `state` is the code of the subdivision. */
export interface PostalAddress {
  readonly street?: string | undefined
  readonly buildingNumber?: string | undefined
  readonly postalCode?: string | undefined
  readonly city?: string | undefined
  readonly state?: string | undefined
  readonly country?: string | undefined
  /** Lines without structure, as some banks still send them; at most seven. */
  readonly lines?: ReadonlyArray<string> | undefined
}

/** A person or a company. */
export interface Party {
  readonly name: string
  readonly address?: PostalAddress | undefined
}

/** A bank, by routing number in the United States, by BIC elsewhere. At least one of them is needed. */
export interface Agent {
  readonly bic?: string | undefined
  readonly routingNumber?: string | undefined
  readonly name?: string | undefined
  readonly address?: PostalAddress | undefined
}

/** An account: exactly one of the two. */
export interface Account {
  readonly iban?: string | undefined
  readonly number?: string | undefined
}

/** Why something was refused, returned or requested back: a code of the external lists, or the network's own. */
export interface Reason {
  /** Who decided it, by name. */
  readonly originator?: string | undefined
  /** A code such as `AC04`. */
  readonly code?: string | undefined
  /** A code of the network's own list, such as `9910`. */
  readonly proprietary?: string | undefined
  /** Free text, at most 105 characters a line. With `NARR` it is the reason. */
  readonly additional?: ReadonlyArray<string> | undefined
}

/** The message that another one speaks of. */
export interface OriginalMessage {
  readonly messageId: string
  /** Name and version, such as `pacs.008.001.08`. */
  readonly name: string
  readonly createdAt?: number | undefined
}

/** How a message names the transaction that it speaks of. */
export interface OfTransaction {
  readonly original: OriginalMessage
  readonly originalInstructionId?: string | undefined
  readonly originalEndToEndId?: string | undefined
  readonly originalTransactionId?: string | undefined
  readonly originalUetr?: string | undefined
}

/** A date, or an instant: exactly one of the two. */
export interface DateOrTime {
  readonly date?: string | undefined
  readonly time?: number | undefined
}

/** An element that holds the rows of a table. `problemOf` checks what single rows cannot. */
export const group = <T>(
  rows: Rows<T>,
  problemOf: (value: T) => string | undefined = () => undefined
): ElementType<T> => ({
  write: (value, writing) => {
    const problem = problemOf(value)
    if (problem !== undefined) writing.issue(problem)
    return { children: writeRows(rows, value, writing) }
  },
  read: (element, reading) => {
    const value = readRows(rows, element, reading)
    const problem = value === undefined ? undefined : problemOf(value)
    if (problem !== undefined) reading.issue(element, problem)
    return problem === undefined ? value : undefined
  }
})

const oneOf = (what: string, ...values: ReadonlyArray<unknown>): string | undefined =>
  values.filter((value) => value !== undefined).length === 1 ? undefined : `needs ${what}, exactly one of them`

const addressRows = rowsOf<PostalAddress>()

const anyAddress: ElementType<PostalAddress> = group([
  addressRows.optional("StrtNm", "street", text(70)),
  addressRows.optional("BldgNb", "buildingNumber", text(16)),
  addressRows.optional("PstCd", "postalCode", text(16)),
  addressRows.optional("TwnNm", "city", text(35)),
  addressRows.optional("CtrySubDvsn", "state", text(35)),
  addressRows.optional("Ctry", "country", country),
  addressRows.many("AdrLine", "lines", text(70))
])

/** Whether a network carries an address. */
export const isCarried = (address: PostalAddress, { addressParts }: Profile): boolean =>
  addressParts.every((part) => address[part] !== undefined)

/** `PstlAdr`. */
export const postalAddress: ElementType<PostalAddress> = {
  write: (value, writing) => {
    if (!isCarried(value, writing.profile)) writing.issue(`needs ${writing.profile.addressParts.join(", ")}`)
    return anyAddress.write(value, writing)
  },
  read: anyAddress.read
}

/** Each network's word for a consumer or a business. Reading knows the words of all of them. */
export const categoryPurpose: ElementType<CategoryPurpose> = {
  write: (value, writing) => {
    const { profile } = writing
    const word = value === "other" ? undefined : profile.categoryPurposes?.[value]
    if (word !== undefined) return { text: word }
    writing.issue(`${value} has no word on ${profile.name}`)
    return undefined
  },
  read: (element) => purposeWords[element.text.trim()] ?? "other"
}

const purposeWords: Readonly<Record<string, CategoryPurpose>> = {
  CONS: "consumer",
  CONSUMER: "consumer",
  BIZZ: "business",
  BUSINESS: "business"
}

const partyRows = rowsOf<Party>()

/** `Dbtr`, `Cdtr` and the like: a name and an address. */
export const party: ElementType<Party> = group([
  partyRows.one("Nm", "name", text(140)),
  partyRows.optional("PstlAdr", "address", postalAddress)
])

const agentRows = rowsOf<Agent>()

/** `FinInstnId` inside an agent. */
export const agent: ElementType<Agent> = group(
  [
    agentRows.optional("FinInstnId/BICFI", "bic", bic),
    agentRows.derived("FinInstnId/ClrSysMmbId/ClrSysId/Cd", ({ memberScheme }, { routingNumber }) =>
      routingNumber === undefined ? undefined : memberScheme
    ),
    agentRows.optional("FinInstnId/ClrSysMmbId/MmbId", "routingNumber", routingNumber),
    agentRows.optional("FinInstnId/Nm", "name", text(140)),
    agentRows.optional("FinInstnId/PstlAdr", "address", postalAddress)
  ],
  (value) =>
    value.bic === undefined && value.routingNumber === undefined ? "needs a routing number or a BIC" : undefined
)

/** What messages of an investigation begin with: who writes to whom, and which investigation it is. */
export interface Assignment {
  /** The identifier of this message. */
  readonly assignmentId: string
  readonly assigner: Agent
  readonly assignee: Agent
  readonly createdAt: number
  /** The identifier of the investigation, which every message of it repeats. */
  readonly caseId: string
  /** Who opened the investigation: a bank, or a person by name, as some banks have it. Exactly one of the two. */
  readonly caseCreator?: Agent | undefined
  readonly caseCreatorName?: string | undefined
}

const assignment = rowsOf<Omit<Assignment, "caseId">>()

/** `Assgnmt`. */
export const assignmentRows = [
  assignment.one("Assgnmt/Id", "assignmentId", identifier(35)),
  assignment.one("Assgnmt/Assgnr/Agt", "assigner", agent),
  assignment.one("Assgnmt/Assgne/Agt", "assignee", agent),
  assignment.one("Assgnmt/CreDtTm", "createdAt", time)
] as const

const ofCase = rowsOf<Assignment>()

/** `Assgnmt` and `Case`. */
export const caseRows = [
  ...assignmentRows,
  ofCase.one("Case/Id", "caseId", identifier(35)),
  ofCase.optional("Case/Cretr/Pty/Nm", "caseCreatorName", text(140)),
  ofCase.optional("Case/Cretr/Agt", "caseCreator", agent)
] as const

/** The problem of an investigation's creator, which is a bank or a name, exactly one of them. */
export const caseProblems = (
  path: string,
  {
    caseCreator,
    caseCreatorName
  }: { readonly caseCreator?: Agent | undefined; readonly caseCreatorName?: string | undefined }
): ReadonlyArray<MessageIssue> => {
  const problem = oneOf("a bank or a name", caseCreator, caseCreatorName)
  return problem === undefined ? [] : [{ path, problem }]
}

const accountRows = rowsOf<Account>()

/** `DbtrAcct`, `CdtrAcct`. */
export const account: ElementType<Account> = group(
  [accountRows.optional("Id/IBAN", "iban", iban), accountRows.optional("Id/Othr/Id", "number", identifier(34))],
  (value) => oneOf("an IBAN or a number", value.iban, value.number)
)

const reasonRows = rowsOf<Reason>()

const anyReason: ElementType<Reason> = group([
  reasonRows.optional("Orgtr/Nm", "originator", text(140)),
  reasonRows.optional("Rsn/Cd", "code", externalCode),
  reasonRows.optional("Rsn/Prtry", "proprietary", identifier(35)),
  reasonRows.many("AddtlInf", "additional", text(105))
])

const longestInformation = 105

/** A reason in the codes that a network takes in a message: any other stands in front of the text of the code for others. */
export const carriedReason = (reason: Reason, message: MessageName, { reasons }: Profile): Reason => {
  const lists = reasons[message]
  const code = reason.code ?? reason.proprietary
  if (lists === undefined || code === undefined) return reason
  const { additional = [], originator } = reason
  const said = { originator, ...(additional.length > 0 ? { additional } : {}) }
  if (lists.codes.includes(code)) return { ...said, code }
  if (lists.own.includes(code)) return { ...said, proprietary: code }
  const [first, ...others] = additional
  const named = first === undefined ? code : `${code} ${plainText(first)}`.slice(0, longestInformation)
  return { ...said, code: lists.otherwise, additional: [named, ...others] }
}

/** The code in front of the text of a reason, as `carriedReason` writes one that a network lacks, and what follows it. */
export const namedCode = (text: string | undefined): readonly [code: string, text: string | undefined] | undefined => {
  const [, code, rest] = /^([A-Z]{2}\d{2}|[A-Z]\d{3}|NOOR)(?: (.*))?$/su.exec(text ?? "") ?? []
  return code === undefined ? undefined : [code, rest]
}

/** `StsRsnInf`, `RtrRsnInf`, `CxlRsnInf` and the like. A bank may send a text alone. */
export const reasonIn = (message: MessageName): ElementType<Reason> => ({
  write: (value, writing) => {
    const problem = oneOf("a code or a code of the network", value.code, value.proprietary)
    if (problem !== undefined) writing.issue(problem)
    return anyReason.write(carriedReason(value, message, writing.profile), writing)
  },
  read: anyReason.read
})

const originalRows = rowsOf<OriginalMessage>()

/** `OrgnlGrpInf`, `OrgnlGrpInfAndSts` and the like. Answers and questions of RTP count its transactions, always one. */
const originalMessageWith = (counts: (profile: Profile) => boolean): ElementType<OriginalMessage> =>
  group([
    originalRows.one("OrgnlMsgId", "messageId", identifier(35)),
    originalRows.one("OrgnlMsgNmId", "name", messageDefinition),
    originalRows.optional("OrgnlCreDtTm", "createdAt", time),
    originalRows.derived("OrgnlNbOfTxs", (profile) => (counts(profile) ? "1" : undefined))
  ])

/** The original message, by identifier, name and time. */
export const originalMessage = originalMessageWith(() => false)

/** The original message with the number of its transactions where the network counts them. */
export const countedOriginalMessage = originalMessageWith(({ originalInGroup }) => originalInGroup)

const dateOrTimeRows = rowsOf<DateOrTime>()

/** `ReqdExctnDt`, `XpryDt` and the like. */
export const dateOrTime: ElementType<DateOrTime> = group(
  [dateOrTimeRows.optional("Dt", "date", date), dateOrTimeRows.optional("DtTm", "time", time)],
  (value) => oneOf("a date or a time", value.date, value.time)
)
