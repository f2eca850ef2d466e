/** What of a payment is screened, and what a screening means for it. Pure. */
import * as Data from "effect/Data"
import type { ScreeningSubject } from "../../../src/plugin.ts"
import type { AchDetails, ForeignBank } from "../ach/AchDetails.ts"
import { plainText } from "../messages/iso/characters.ts"
import type { Address, Beneficiary, Mention, Party, PaymentHold } from "../payments/Payment.ts"
import type { ScreeningException } from "./Hold.ts"
import type { PaymentMatch, SubjectEvidence } from "./ScreeningEvidence.ts"

/** A bank, as far as screening looks at it. */
interface Named {
  readonly name: string
}

/** The names that are screened. */
export interface Screened {
  readonly originator: Party
  readonly beneficiary: Beneficiary
  readonly remittanceInfo?: string | null | undefined
  readonly mentions?: ReadonlyArray<Mention> | undefined
  /** Of ACH payments, whose other end is called receiver. */
  readonly ach?:
    | Pick<
        AchDetails,
        "companyId" | "companyName" | "discretionaryData" | "entryDescription" | "iat" | "identificationNumber"
      >
    | undefined
  readonly banks: {
    readonly originator?: Named | undefined
    readonly beneficiary?: Named | undefined
    /** Of wires: the bank on the way. */
    readonly intermediary?: Named | undefined
  }
}

const textOf = (address: Address | undefined): string | undefined => {
  const lines = [address?.street, address?.city, address?.state].filter((line) => line !== undefined)
  return lines.length === 0 ? undefined : lines.join(" ")
}

/** A request to another bank has a possible match, and was not sent. `field` is where. */
export class RequestListed extends Data.TaggedError("RequestListed")<{ readonly field: string }> {}

/** Nobody could say whether a request to another bank names somebody listed, and it was not sent. */
export class RequestScreeningUnavailable extends Data.TaggedError("RequestScreeningUnavailable") {}

export const subject = (
  field: string,
  name: string | undefined,
  more: Partial<ScreeningSubject> = {}
): ReadonlyArray<ScreeningSubject> =>
  name === undefined || name.trim() === "" ? [] : [{ name, entityType: "any", field, ...more }]

/** A number or a code, where there are letters enough in it for a name. */
const wordsIn = (field: string, number: string | undefined): ReadonlyArray<ScreeningSubject> =>
  number !== undefined && /\p{L}{4}/u.test(number) ? subject(field, number, { form: "text" }) : []

const ofParty = (field: string, { address, name }: Omit<Mention, "field">): ReadonlyArray<ScreeningSubject> => [
  ...subject(`${field}.name`, name, { country: address?.country }),
  ...subject(`${field}.address`, textOf(address), { form: "text" }),
  ...wordsIn(`${field}.address.postalCode`, address?.postalCode)
]

/** The longest text that is screened at once, and how much two parts of a longer one share: more than a name has. Our choice. */
const longestPart = 1_000
const sharedPart = 200

/** The parts in which a text is screened: of a longer one only the beginning would be looked at. Entries of CTX have thousands of lines. */
const partsOf = (text: string): ReadonlyArray<string> => {
  const step = longestPart - sharedPart
  const parts = Math.max(1, Math.ceil((text.length - sharedPart) / step))
  return Array.from({ length: parts }, (_, at) => text.slice(at * step, at * step + longestPart))
}

/** Names and addresses of both parties, names of all banks, and the free texts (decisions B.5). */
export const subjectsOf = (of: Screened): ReadonlyArray<ScreeningSubject> => {
  const receiving = of.ach === undefined ? "beneficiary" : "receiver"
  return [
    ...ofParty(receiving, of.beneficiary),
    ...ofParty("originator", of.originator),
    ...subject(`${receiving}.bank`, of.banks.beneficiary?.name),
    ...subject("originator.bank", of.banks.originator?.name),
    ...subject("intermediary.bank", of.banks.intermediary?.name),
    ...partsOf(of.remittanceInfo ?? "").flatMap((part) =>
      subject(of.ach === undefined ? "remittanceInfo" : "addenda", part, { form: "text" })
    ),
    ...(of.mentions ?? []).flatMap((one) => [
      ...ofParty(one.field, one),
      ...subject(one.field, one.text, { form: "text" })
    ]),
    ...wordsOfEntry(of),
    ...foreignBanks(of.ach?.iat ?? undefined)
  ]
}

/** What a file says of an entry beside its parties: how it names the originator, where that is no part of the name, and texts. */
const wordsOfEntry = ({ ach, originator }: Screened): ReadonlyArray<ScreeningSubject> =>
  ach === undefined
    ? []
    : [
        ...(plainText(originator.name).trimStart().startsWith(ach.companyName)
          ? []
          : subject("originator.companyName", ach.companyName)),
        ...wordsIn("originator.companyId", ach.companyId),
        ...subject("receiver.identificationNumber", ach.identificationNumber, { form: "text" }),
        ...subject("companyEntryDescription", ach.entryDescription, { form: "text" }),
        ...subject("companyDiscretionaryData", ach.discretionaryData, { form: "text" })
      ]

const foreignBanks = (iat: AchDetails["iat"] | undefined): ReadonlyArray<ScreeningSubject> => {
  const bankAt = (path: string, { country, id, name }: ForeignBank) => [
    ...subject(`${path}.name`, name, { country }),
    ...wordsIn(`${path}.id`, id)
  ]
  return iat === undefined || iat === null
    ? []
    : [
        ...bankAt("iat.receivingBank", iat.receivingBank),
        ...iat.foreignCorrespondents.flatMap((bank, index) => bankAt(`iat.foreignCorrespondents[${index}]`, bank))
      ]
}

/** The outcome of screening a payment, with what it rests on. */
export type PaymentScreened = { readonly subjects: ReadonlyArray<SubjectEvidence> } & (
  | { readonly _tag: "Clear" }
  | { readonly _tag: "Match"; readonly match: PaymentMatch }
  | { readonly _tag: "Unavailable" }
)

const wordsOf = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, " ")

/** Whether an officer has said that this value and this entry are not the same. */
export const isExcepted = (
  exceptions: ReadonlyArray<ScreeningException>,
  match: Pick<PaymentMatch, "listName" | "listEntryId" | "screenedValue">,
  now: number
): boolean =>
  exceptions.some(
    (exception) =>
      exception.listEntryId === match.listEntryId &&
      (exception.listName === undefined || exception.listName === match.listName) &&
      wordsOf(exception.screenedValue) === wordsOf(match.screenedValue) &&
      (exception.expiresAt === null || exception.expiresAt > now)
  )

/** The hold of a payment, as far as its client may know it; `undefined` when it is clear. */
export const holdOf = (
  screened: PaymentScreened,
  facts: { readonly holdId: string; readonly now: number }
): PaymentHold | undefined => {
  const base = { holdId: facts.holdId, heldAt: facts.now }
  switch (screened._tag) {
    case "Clear":
      return undefined
    case "Match":
      return {
        ...base,
        reason: "OFAC_POSSIBLE_MATCH",
        matchedField: screened.match.field,
        matchScore: screened.match.score
      }
    case "Unavailable":
      return { ...base, reason: "OFAC_SCREENING_UNAVAILABLE", matchedField: null, matchScore: null }
  }
}
