/**
 * Whether a payment may be created (decisions B.2, steps 7 to 12), as pure checks in the order in which errors are reported. None
 * of them leaves a trace.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { exceeded, RailAccessDenied, type AmountLimitExceeded, type Client } from "../clients/Client.ts"
import type { Participant } from "../participants/Participant.ts"
import type { RailId } from "../rails/rail-ids.ts"
import { type RailChoice, type RailStep } from "../routing/RailChoice.ts"
import type { CreatePayment } from "./Lifecycle.ts"
import type { Address } from "./Payment.ts"

/** Routing numbers that are not those of active participants; all of them at once. */
export class InactiveRoutingNumbers extends Data.TaggedError("InactiveRoutingNumbers")<{
  readonly fields: ReadonlyArray<string>
}> {}

/** No rail reaches the receiving bank. */
export class RailNotAvailable extends Data.TaggedError("RailNotAvailable")<{
  readonly steps: ReadonlyArray<RailStep>
}> {}

/** The amount is above what the rail carries. */
export class RailLimitExceeded extends Data.TaggedError("RailLimitExceeded")<{
  readonly rail: RailId
  readonly maximumCents: number
}> {}

/** Address fields are missing from an amount on from which banks must pass them on. */
export class TravelRuleFieldsMissing extends Data.TaggedError("TravelRuleFieldsMissing")<{
  readonly missing: ReadonlyArray<string>
}> {}

/** What admission refuses. */
export type AdmissionFailure = InactiveRoutingNumbers | RailNotAvailable | RailLimitExceeded | TravelRuleFieldsMissing

/** Spec bank §8: 3,000 USD, in cents. The amount itself counts. */
export const travelRuleCents = 300_000

/** Spec bank §7. */
const travelRuleParts = ["street", "city", "state", "postalCode", "country"] as const

/** What the addresses of originators have (spec bank §2). */
export const addressParts = ["street", "city", "state", "postalCode"] as const

/**
 * The address as the networks take it. An absent country means the United States: both instant networks are domestic
 * (decisions X4), and a wire that began at the instant endpoint goes to a routing number of the same country.
 */
export const domestic = (address: Address | undefined): Address | undefined =>
  address === undefined ? undefined : { ...address, country: address.country ?? "US" }

/** The banks of a payment by the field that names them; `undefined` when the directory has no such bank. */
export interface Banks {
  readonly originator: Participant | undefined
  readonly beneficiary: Participant | undefined
}

/** Step 7: both banks are active participants. */
export const checkBanks = (
  banks: Banks
): Result.Result<{ readonly originator: Participant; readonly beneficiary: Participant }, InactiveRoutingNumbers> => {
  const { beneficiary, originator } = banks
  if (originator?.status === "active" && beneficiary?.status === "active") {
    return Result.succeed({ originator, beneficiary })
  }
  const fields = (["originator", "beneficiary"] as const)
    .filter((side) => banks[side]?.status !== "active")
    .map((side) => `${side}.routingNumber`)
  return Result.fail(new InactiveRoutingNumbers({ fields }))
}

/** Steps 8 to 11: rail access, the client's limits, reach and maximum of the rail, the travel rule. */
export const checkChoice = (
  choice: RailChoice,
  of: {
    readonly client: Pick<Client, "limits">
    readonly amountCents: number
    readonly usedTodayCents: number
    readonly addresses: { readonly originator: Address | undefined; readonly beneficiary: Address | undefined }
  }
): Result.Result<
  RailId,
  RailAccessDenied | AmountLimitExceeded | RailNotAvailable | RailLimitExceeded | TravelRuleFieldsMissing
> => {
  const { rail, refusal, steps } = choice
  if (refusal?._tag === "NotPermitted") return Result.fail(new RailAccessDenied({ rails: refusal.rails }))
  const over = exceeded(of.client, { amountCents: of.amountCents, rail, usedTodayCents: of.usedTodayCents })
  if (over !== undefined) return Result.fail(over)
  if (refusal?._tag === "AboveMaximum") {
    return Result.fail(new RailLimitExceeded({ rail: refusal.rail, maximumCents: refusal.maximumCents }))
  }
  if (refusal !== undefined || rail === undefined) return Result.fail(new RailNotAvailable({ steps }))
  const missing = missingForTravelRule(of.amountCents, of.addresses)
  return missing.length > 0 ? Result.fail(new TravelRuleFieldsMissing({ missing })) : Result.succeed(rail)
}

/** Paths of the address fields that the travel rule wants and that are not there, once addresses are completed. */
export const missingForTravelRule = (
  amountCents: number,
  addresses: { readonly originator: Address | undefined; readonly beneficiary: Address | undefined },
  completed: (address: Address | undefined) => Address | undefined = domestic
): ReadonlyArray<string> =>
  amountCents < travelRuleCents
    ? []
    : (["originator", "beneficiary"] as const).flatMap((side) =>
        travelRuleParts
          .filter((part) => completed(addresses[side] ?? {})?.[part] === undefined)
          .map((part) => `${side}.address.${part}`)
      )

/** The command with the addresses as they are stored and sent. */
export const admitted = <C extends CreatePayment>(command: C): C => ({
  ...command,
  originator: { ...command.originator, address: domestic(command.originator.address) },
  beneficiary: { ...command.beneficiary, address: domestic(command.beneficiary.address) }
})
