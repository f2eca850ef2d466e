/**
 * Whether a wire may be created (decisions B.2, steps 6 to 11), as pure checks in the order in which errors are reported. None of
 * them leaves a trace.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { Country, type Currency } from "../../../src/domain.ts"
import { exceeded, RailAccessDenied, type AmountLimitExceeded, type Client } from "../clients/Client.ts"
import type { BicEntry } from "../participants/Bic.ts"
import { isReached, type Participant } from "../participants/Participant.ts"
import { missingForTravelRule, TravelRuleFieldsMissing } from "../payments/Admission.ts"
import { isForeign, type Address, type Beneficiary, type Party, type WireDetails } from "../payments/Payment.ts"
import type { PlainDate } from "../calendar/PlainDate.ts"

export const wireNetworks = ["fedwire", "swift"] as const

export type WireNetwork = (typeof wireNetworks)[number]

/** A requested wire, its fields checked. */
export interface CreateWire {
  readonly network: WireNetwork
  readonly transferType: WireDetails["transferType"]
  readonly amountMinor: number
  readonly currency: Currency
  readonly valueDate: PlainDate | undefined
  readonly chargeBearer: WireDetails["chargeBearer"]
  readonly originator: Party
  readonly beneficiary: Beneficiary
  readonly intermediary: string | null
  /** Whether the caller named the country of the beneficiary's bank, besides its BIC. */
  readonly isBankCountryGiven: boolean
  readonly remittanceInfo: string | undefined
  readonly purposeCode: string | undefined
  readonly referenceId: string | undefined
}

/** Banks that no wire of this network goes from, to or by; all of them at once. */
export class UnknownWireBanks extends Data.TaggedError("UnknownWireBanks")<{
  readonly network: WireNetwork
  /** Fields that name a bank by routing number, and by BIC. */
  readonly routingNumbers: ReadonlyArray<string>
  readonly bics: ReadonlyArray<string>
}> {}

/** The service has no connection to this network. */
export class NetworkNotConnected extends Data.TaggedError("NetworkNotConnected")<{ readonly network: WireNetwork }> {}

/** The IBAN is of another country than the BIC, and the caller did not name the country of the bank. */
export class IbanOfAnotherCountry extends Data.TaggedError("IbanOfAnotherCountry")<{
  readonly ibanCountry: string
  readonly bankCountry: string
}> {}

/** What admission refuses. */
export type WireAdmissionFailure = UnknownWireBanks | NetworkNotConnected | IbanOfAnotherCountry

/** Banks of a wire, as the directories know them. */
export interface WireBanks {
  readonly originator: Participant | undefined
  readonly beneficiary: Participant | BicEntry | undefined
  /** `null` where there is none on the way. */
  readonly intermediary: Participant | BicEntry | undefined | null
}

const isUsable = (network: WireNetwork, bank: Participant | BicEntry | undefined): boolean =>
  bank?.status === "active" && (network === "swift" || "bic" in bank || isReached(bank.fedwire))

/** Step 7: every bank is active, and takes part in Fedwire where the wire goes over it. */
export const checkWireBanks = (
  { beneficiary, network }: Pick<CreateWire, "network" | "beneficiary">,
  banks: WireBanks
): Result.Result<void, UnknownWireBanks> => {
  const beneficiaryField = isForeign(beneficiary) ? "beneficiary.bic" : "beneficiary.routingNumber"
  const intermediaryField = network === "swift" ? "intermediary.bic" : "intermediary.routingNumber"
  const fields = [
    ...(isUsable(network, banks.originator) ? [] : ["originator.routingNumber"]),
    ...(isUsable(network, banks.beneficiary) ? [] : [beneficiaryField]),
    ...(banks.intermediary === null || isUsable(network, banks.intermediary) ? [] : [intermediaryField])
  ]
  if (fields.length === 0) return Result.succeed(undefined)
  const isBic = (field: string) => field.endsWith(".bic")
  return Result.fail(
    new UnknownWireBanks({
      network,
      routingNumbers: fields.filter((field) => !isBic(field)),
      bics: fields.filter(isBic)
    })
  )
}

/** A country is never assumed on a wire (decisions X4). */
const asGiven = (address: Address | undefined): Address | undefined => address

/** Steps 8 to 11: rail access, the client's limits, the connection, the travel rule. */
export const checkWire = (
  wire: CreateWire,
  facts: {
    readonly client: Pick<Client, "rails" | "limits">
    readonly countedCents: number
    readonly usedTodayCents: number
    readonly isConnected: boolean
  }
): Result.Result<void, RailAccessDenied | AmountLimitExceeded | NetworkNotConnected | TravelRuleFieldsMissing> => {
  const { network } = wire
  if (!facts.client.rails.includes(network)) return Result.fail(new RailAccessDenied({ rails: [network] }))
  const over = exceeded(facts.client, {
    amountCents: facts.countedCents,
    rail: network,
    usedTodayCents: facts.usedTodayCents
  })
  if (over !== undefined) return Result.fail(over)
  if (!facts.isConnected) return Result.fail(new NetworkNotConnected({ network }))
  const addresses = { originator: wire.originator.address, beneficiary: wire.beneficiary.address }
  const missing = missingForTravelRule(facts.countedCents, addresses, asGiven)
  return missing.length > 0 ? Result.fail(new TravelRuleFieldsMissing({ missing })) : Result.succeed(undefined)
}

/**
 * Whether IBAN and BIC of a beneficiary are of one country (decision 0032). A bank may keep accounts of another country: a
 * caller who knows that names the bank's country. It comes last, so that a country under sanctions is on record first.
 */
export const checkIban = ({
  beneficiary,
  isBankCountryGiven
}: Pick<CreateWire, "beneficiary" | "isBankCountryGiven">): Result.Result<void, IbanOfAnotherCountry> => {
  if (isBankCountryGiven || !isForeign(beneficiary) || !beneficiary.isIban) return Result.succeed(undefined)
  const { accountNumber, bankCountry } = beneficiary
  return Country.isIbanOf(accountNumber, bankCountry)
    ? Result.succeed(undefined)
    : Result.fail(new IbanOfAnotherCountry({ ibanCountry: accountNumber.slice(0, 2), bankCountry }))
}
