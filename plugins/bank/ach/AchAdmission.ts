/**
 * Whether an ACH entry may be created (decisions B.2, steps 7 to 12), as pure checks in the order in which errors are reported:
 * for one payment and for every record of a batch alike.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import {
  AccountAccessDenied,
  exceeded,
  RailAccessDenied,
  type AmountLimitExceeded,
  type Client
} from "../clients/Client.ts"
import { findSanctioned, placesOf, type SanctionedCountry, type SanctionedPlace } from "../compliance/Countries.ts"
import type { AccountHolder } from "../accounts.ts"
import type { NachaIssue } from "../messages/nacha/write.ts"
import { isReached, type Participant } from "../participants/Participant.ts"
import {
  domestic,
  InactiveRoutingNumbers,
  missingForTravelRule,
  TravelRuleFieldsMissing
} from "../payments/Admission.ts"
import type { CreateAch } from "../payments/Lifecycle.ts"
import type { Party } from "../payments/Payment.ts"
import { newDetails, type AchTermsAsked, type IatDetails } from "./AchDetails.ts"
import { unwritable } from "./AchFile.ts"
import type { AchSettings } from "./AchPlan.ts"
import { windowFor, type EffectiveDateRefused, type SameDayNotEligible } from "./AchTerms.ts"

/** No ACH operator is connected. */
export class AchNotConnected extends Data.TaggedError("AchNotConnected") {}

/** Files cannot carry what the entry says. */
export class EntryUnwritable extends Data.TaggedError("EntryUnwritable")<{
  readonly problems: ReadonlyArray<{ readonly field: string; readonly problem: string }>
}> {}

/** What admission refuses. */
export type AchAdmissionFailure =
  | AchNotConnected
  | EntryUnwritable
  | InactiveRoutingNumbers
  | AccountAccessDenied
  | RailAccessDenied
  | AmountLimitExceeded
  | EffectiveDateRefused
  | SameDayNotEligible
  | TravelRuleFieldsMissing
  | SanctionedCountry

/** An entry as a client asks for it; its fields are right by themselves. */
export interface AchAsked {
  readonly amountCents: number
  readonly originator: Party
  readonly receiver: Party
  readonly terms: Omit<AchTermsAsked, "iat"> & { readonly iat: Omit<IatDetails, "originatingBankName"> | null }
  readonly effectiveDate: string | undefined
  readonly sameDay: boolean | undefined
  readonly referenceId: string | undefined
}

/** The facts when an entry is requested. */
export interface AchAdmissionFacts {
  readonly now: number
  readonly client: Pick<Client, "limits" | "rails">
  /** Whether the client may use an account. */
  readonly mayUse: (holder: AccountHolder) => boolean
  readonly usedTodayCents: number
  readonly banks: { readonly originator: Participant | undefined; readonly beneficiary: Participant | undefined }
  readonly isConnected: boolean
  readonly settings: AchSettings
  readonly places: ReadonlyArray<SanctionedPlace>
}

/** Where a field of a record comes from in the request. */
const headerFields: Readonly<Record<string, string>> = {
  companyName: "originator.companyName",
  companyId: "originator.companyId",
  companyDiscretionaryData: "companyDiscretionaryData",
  entryDescription: "companyEntryDescription",
  destinationCountry: "iat.destinationCountry",
  originatingCurrency: "iat.originCurrency",
  destinationCurrency: "iat.destinationCurrency"
}

const entryFields: Readonly<Record<string, string>> = {
  accountNumber: "receiver.accountNumber",
  amountMinor: "amount",
  identificationNumber: "receiver.identificationNumber",
  name: "receiver.name",
  transactionCode: "receiver.accountType",
  discretionaryData: "webTelPaymentType"
}

/** Addenda of IAT that are made of other fields, in their order. */
const iatAddendaFields = [
  "receiver.name",
  "originator.address",
  "originator.address",
  "originator.name",
  "iat.receivingBank",
  "receiver.address",
  "receiver.address"
]

const requestField = ({ field, record }: NachaIssue, isIat: boolean): string => {
  const addenda = /addenda\[(\d+)\]$/.exec(record)?.[1]
  if (addenda !== undefined) {
    const place = Number(addenda) - (isIat ? iatAddendaFields.length : 0)
    if (place < 0) return iatAddendaFields[Number(addenda)]!
    return field === "text" ? `addenda[${place}].paymentRelatedInformation` : "iat.foreignCorrespondents"
  }
  return (record.endsWith("header") ? headerFields : entryFields)[field] ?? field
}

const problemsOf = (command: CreateAch): EntryUnwritable | undefined => {
  const { ach, amountCents, beneficiary, originator } = command
  const problems = unwritable({ ach, amountCents, beneficiary, originator }).map((issue) => ({
    field: requestField(issue, ach.iat !== null),
    problem: issue.problem
  }))
  return problems.length === 0 ? undefined : new EntryUnwritable({ problems })
}

const checkAchBanks = ({ beneficiary, originator }: AchAdmissionFacts["banks"]): InactiveRoutingNumbers | undefined => {
  const takesPart = (bank: Participant | undefined) => bank?.status === "active" && isReached(bank.ach)
  const fields = [
    ...(takesPart(originator) ? [] : ["originator.routingNumber"]),
    ...(takesPart(beneficiary) ? [] : ["receiver.routingNumber"])
  ]
  return fields.length === 0 ? undefined : new InactiveRoutingNumbers({ fields })
}

const checkTravelRule = ({ amountCents, originator, receiver }: AchAsked): TravelRuleFieldsMissing | undefined => {
  const missing = missingForTravelRule(amountCents, { originator: originator.address, beneficiary: receiver.address })
  return missing.length === 0
    ? undefined
    : new TravelRuleFieldsMissing({ missing: missing.map((path) => path.replace(/^beneficiary\b/, "receiver")) })
}

type Admitted = Result.Result<CreateAch, AchAdmissionFailure>

/** The entry as it is created, or the first thing that stands against it. */
export const admit = (asked: AchAsked, facts: AchAdmissionFacts): Admitted => {
  const { amountCents, originator, receiver, terms } = asked
  const { banks, client, now, settings } = facts
  const inactive = checkAchBanks(banks)
  if (inactive !== undefined) return Result.fail(inactive)
  if (!facts.mayUse(originator)) return Result.fail(new AccountAccessDenied({ field: "originator.accountNumber" }))
  if (!client.rails.includes("ach")) return Result.fail(new RailAccessDenied({ rails: ["ach"] }))
  if (!facts.isConnected) return Result.fail(new AchNotConnected())
  const over = exceeded(client, { amountCents, rail: "ach", usedTodayCents: facts.usedTodayCents })
  if (over !== undefined) return Result.fail(over)
  const { effectiveDate, sameDay } = asked
  const request = { ...terms, amountCents, addenda: terms.addenda.length, webTelPaymentType: undefined }
  return Result.flatMap(windowFor({ ...request, effectiveDate, sameDay }, now, settings), (window): Admitted => {
    const parties = {
      originator: { ...originator, address: domestic(originator.address) },
      beneficiary: { ...receiver, address: domestic(receiver.address) }
    }
    const refusal = checkTravelRule(asked) ?? findSanctioned(facts.places, placesOf({ ...parties, ach: terms }))
    if (refusal !== undefined) return Result.fail(refusal)
    const originatingBankName = banks.originator?.name ?? ""
    const iat = terms.iat === null ? null : { ...terms.iat, originatingBankName }
    const command: CreateAch = {
      amountCents,
      ...parties,
      remittanceInfo: terms.addenda.length === 0 ? undefined : terms.addenda.join(" "),
      referenceId: asked.referenceId,
      ach: newDetails({ ...terms, iat }, window)
    }
    const problem = problemsOf(command)
    return problem === undefined ? Result.succeed(command) : Result.fail(problem)
  })
}
