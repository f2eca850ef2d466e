/**
 * The customer: contact details that are kept for recurring charges, what screening and identity verification say of
 * the person, and the rules that change them. Read it beside spec cards §2 and decisions B8 and B11.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { decide, type Decision } from "../../../src/domain.ts"
import type { VersionConflict } from "../../../src/plugin.ts"
import type { CardsEventType } from "../events.ts"
import type { Address } from "../payment-methods/PaymentMethod.ts"

/** How far identity verification has come (decisions B8). */
export type KycStatus = "not_started" | "pending" | "verified" | "failed"

/** Why a customer needs more care (decisions B8). */
export type CustomerFlag = "pep" | "high_risk"

/** Every flag, in the order in which flags are shown. */
export const customerFlags = ["pep", "high_risk"] as const satisfies ReadonlyArray<CustomerFlag>

/** What the newest screening of a customer came to. */
export interface CustomerScreening {
  readonly screeningId: string
  /** `pending`: no list could be consulted yet. It is tried again, and until then the customer is not clear. */
  readonly result: "clear" | "match" | "pending"
  /** A match that a person looked at and approved (decisions B11). A new screening starts without it. */
  readonly approved: boolean
}

/** A customer. Times are epoch milliseconds of engine time, whole seconds. */
export interface Customer {
  readonly id: string
  /** As it was written, without spaces around it. Compare by `normalizeEmail`. */
  readonly email: string
  readonly name: string | null
  /** E.164. */
  readonly phone: string | null
  readonly address: Address | null
  readonly metadata: Readonly<Record<string, string>>
  readonly kycStatus: KycStatus
  /** `null` while there is no name to look for. */
  readonly screening: CustomerScreening | null
  /** Ids of earlier screenings whose matches nobody has approved; each blocks by itself. Absent: none. */
  readonly openScreenings?: ReadonlyArray<string>
  readonly flags: ReadonlyArray<CustomerFlag>
  /** Id of a payment method of the customer; `null` for none. */
  readonly defaultPaymentMethod: string | null
  readonly createdAt: number
  readonly livemode: boolean
}

/** The fields of a new customer (spec cards §4). */
export interface CreateCustomer {
  readonly email: string
  readonly name?: string
  readonly phone?: string
  readonly address?: Address | undefined
  readonly metadata?: Readonly<Record<string, string>>
}

/** A change: what is left out stays, `null` clears (decisions B8). In metadata `null` removes a key. */
export interface UpdateCustomer {
  readonly email?: string
  readonly name?: string | null
  readonly phone?: string | null
  readonly address?: Address | null | undefined
  readonly metadata?: Readonly<Record<string, string | null>>
  readonly defaultPaymentMethod?: string | null
}

/** No customer of this account, mode and region has this id. */
export class CustomerNotFound extends Data.TaggedError("CustomerNotFound") {}

/** Another customer of the account has this e-mail address, in whichever region. */
export class EmailTaken extends Data.TaggedError("EmailTaken") {}

/** Subscriptions of the customer are active, so it cannot be deleted (spec cards §4). */
export class ActiveSubscriptions extends Data.TaggedError("ActiveSubscriptions")<{ readonly count: number }> {}

/** The metadata after the change would have too many pairs (spec cards §2). */
export class TooManyPairs extends Data.TaggedError("TooManyPairs") {}

/** The payment method named as the default is not one of this customer. */
export class DefaultPaymentMethodRefused extends Data.TaggedError("DefaultPaymentMethodRefused") {}

/** Why no money may move for a customer now. */
export type CustomerBlock = "screening_match" | "screening_pending" | "kyc_required"

/** Why no money may move for a deleted customer: nobody changes its address any more. */
export type BlockLeft = CustomerBlock | "sanctioned_country"

/** Nothing may be processed for the customer now. `param` names what led to the customer, such as `destination`. */
export class CustomerBlocked extends Data.TaggedError("CustomerBlocked")<{
  readonly block: CustomerBlock
  readonly param: string
}> {}

/** An open request to the acquirer is not repeated, because nothing may be processed for its customer: a person has to decide. */
export class RequestStopped extends Data.TaggedError("RequestStopped")<{ readonly block: BlockLeft }> {
  override get message(): string {
    return `Nothing may be processed for the customer: ${this.block}`
  }
}

/** What goes wrong with customers. */
export type CustomerFailure =
  | CustomerNotFound
  | EmailTaken
  | ActiveSubscriptions
  | TooManyPairs
  | DefaultPaymentMethodRefused
  | CustomerBlocked
  | VersionConflict

/** The screenings whose matches no person has approved, oldest first. While there is one, the customer is blocked. */
export const openScreeningsOf = ({ openScreenings = [], screening }: Customer): ReadonlyArray<string> =>
  screening?.result === "match" && !screening.approved ? [...openScreenings, screening.screeningId] : openScreenings

/**
 * Why nothing may be processed for a customer, or `undefined` when it may (C78, C79, C162). A match blocks until a
 * person approved it; a politically exposed or high-risk customer must be verified besides. Refunds and cancellations
 * are not asked: returning money is not processing a payment (decisions B11).
 */
export const blockOf = (customer: Customer): CustomerBlock | undefined => {
  const { flags, kycStatus, screening } = customer
  if (openScreeningsOf(customer).length > 0) return "screening_match"
  if (screening?.result === "pending") return "screening_pending"
  return flags.length > 0 && kycStatus !== "verified" ? "kyc_required" : undefined
}

/**
 * Why nothing may be processed for a customer who is deleted now, under an embargo or not. A screening that is still to come may end
 * that: what else there is goes first, since nobody verifies a deleted customer.
 */
export const blockLeftBy = (customer: Customer, facts: { readonly embargoed: boolean }): BlockLeft | undefined => {
  const block = blockOf(customer)
  if (block !== "screening_match" && facts.embargoed) return "sanctioned_country"
  return block === "screening_pending" ? (blockOf({ ...customer, screening: null }) ?? block) : block
}

/** The form in which addresses are compared: trimmed, in lower case (decisions B8). */
export const normalizeEmail = (email: string): string => email.trim().normalize("NFC").toLowerCase()

/** Spec cards §2. */
export const maxMetadataPairs = 20

/** The metadata after a change: keys merge, `null` removes one. Fails with `TooManyPairs`. */
export const mergeMetadata = (
  before: Readonly<Record<string, string>>,
  change: Readonly<Record<string, string | null>>
): Result.Result<Readonly<Record<string, string>>, TooManyPairs> => {
  const merged = new Map(Object.entries(before))
  for (const [key, value] of Object.entries(change)) {
    if (value === null) merged.delete(key)
    else merged.set(key, value)
  }
  return merged.size > maxMetadataPairs
    ? Result.fail(new TooManyPairs())
    : Result.succeed(Object.fromEntries(merged) as Readonly<Record<string, string>>)
}

/** What was found out before deciding. */
export interface CustomerFacts {
  readonly id: string
  readonly now: number
  readonly livemode: boolean
  /** `null` when there was no name to look for. */
  readonly screening: CustomerScreening | null
  /** Flags that the screening gives rise to. */
  readonly flags: ReadonlyArray<CustomerFlag>
}

export type CustomerDecision = Decision<Customer, CardsEventType>

const matchEvents = (screening: CustomerScreening | null) =>
  screening?.result === "match" ? [{ type: "screening.match" as const }] : []

/** A new customer. */
export const create = (command: CreateCustomer, facts: CustomerFacts): CustomerDecision =>
  decide({
    state: {
      id: facts.id,
      email: command.email.trim(),
      name: command.name ?? null,
      phone: command.phone ?? null,
      address: command.address ?? null,
      metadata: command.metadata ?? {},
      kycStatus: "not_started",
      screening: facts.screening,
      flags: facts.flags,
      defaultPaymentMethod: null,
      createdAt: facts.now,
      livemode: facts.livemode
    },
    events: [{ type: "customer.created" }, ...matchEvents(facts.screening)]
  })

/** The given value, or the one before where none is given. */
const given = <A>(value: A | undefined, before: A): A => (value === undefined ? before : value)

const isRenamed = ({ name }: Customer, command: UpdateCustomer): boolean =>
  typeof command.name === "string" && command.name !== name

/** The name that a change has screened: another one (decisions B8), or that of somebody in another country, which tells people apart. */
export const nameToScreen = (customer: Customer, command: UpdateCustomer): string | undefined => {
  const { address = customer.address, name = customer.name } = command
  const isMoved = address?.country !== customer.address?.country
  return isMoved || isRenamed(customer, command) ? (name ?? undefined) : undefined
}

/** How far verification has come after a change. It was of a person by name: whoever has another one is verified anew. */
const kycAfter = (customer: Customer, command: UpdateCustomer): KycStatus =>
  customer.kycStatus === "verified" && isRenamed(customer, command) ? "not_started" : customer.kycStatus

/** What a screening says about a customer. */
export interface ScreeningFacts extends Pick<CustomerFacts, "screening" | "flags"> {
  /** Open screenings of which this one found every entry again: whoever decides on this one decides on them. */
  readonly supersedes?: ReadonlyArray<string>
}

/** The customer with these screenings open: the newest of them is the one that is shown, unless there is a newer one. */
const withOpen = (customer: Customer, open: ReadonlyArray<string>, newest: CustomerScreening | null): Customer => {
  const { openScreenings: _, ...rest } = customer
  const shown = newest?.result === "match" && !newest.approved ? newest.screeningId : undefined
  const others = open.filter((id) => id !== shown)
  const last = others.at(-1)
  if (shown !== undefined || newest?.result === "pending" || last === undefined) {
    return { ...rest, screening: newest, ...(others.length === 0 ? {} : { openScreenings: others }) }
  }
  const before = others.slice(0, -1)
  const screening = { screeningId: last, result: "match", approved: false } as const
  return { ...rest, screening, ...(before.length === 0 ? {} : { openScreenings: before }) }
}

/**
 * The customer after a new screening. Matches that nobody approved stay beside whatever it says: nobody becomes clear by
 * another name, and who approves one match approves no other (C78, S32). A screening that is still to come stays as well, until
 * it has come itself. Flags are only ever added, and a name that was taken away keeps its screening.
 */
export const screened = (customer: Customer, facts: ScreeningFacts): CustomerDecision => {
  const open = openScreeningsOf(customer).filter((id) => !facts.supersedes?.includes(id))
  const [before, found] = [customer.screening, facts.screening]
  const isAwaited = before?.result === "pending" && found !== null && found.screeningId !== before.screeningId
  const besides = isAwaited && found.result === "match" ? [found.screeningId] : []
  return decide({
    state: {
      ...withOpen(customer, [...open, ...besides], isAwaited ? before : found),
      flags: customerFlags.filter((flag) => customer.flags.includes(flag) || facts.flags.includes(flag))
    },
    events: [{ type: "customer.updated" }, ...matchEvents(facts.screening)]
  })
}

/** The customer after a change. `facts` is the screening of the new name, where the name changed. */
export const update = (
  customer: Customer,
  command: UpdateCustomer,
  facts: ScreeningFacts | undefined
): Result.Result<CustomerDecision, TooManyPairs> =>
  Result.map(mergeMetadata(customer.metadata, command.metadata ?? {}), (metadata) => {
    const state: Customer = {
      ...customer,
      email: command.email === undefined ? customer.email : command.email.trim(),
      name: given(command.name, customer.name),
      phone: given(command.phone, customer.phone),
      address: given(command.address, customer.address),
      metadata,
      kycStatus: kycAfter(customer, command),
      defaultPaymentMethod: given(command.defaultPaymentMethod, customer.defaultPaymentMethod)
    }
    if (facts === undefined) return decide({ state, events: [{ type: "customer.updated" }] })
    // Nobody waits for the screening of a name that is replaced.
    return screened(state.screening?.result === "pending" ? { ...state, screening: null } : state, facts)
  })

/** The end of a customer. Refused while subscriptions are active (C180). */
export const remove = (
  customer: Customer,
  facts: { readonly activeSubscriptions: number }
): Result.Result<CustomerDecision, ActiveSubscriptions> =>
  facts.activeSubscriptions > 0
    ? Result.fail(new ActiveSubscriptions({ count: facts.activeSubscriptions }))
    : Result.succeed(decide({ state: customer, events: [{ type: "customer.deleted" }] }))

/** The customer after a verification has begun or ended. */
export const withKyc = (customer: Customer, kycStatus: KycStatus): CustomerDecision =>
  decide({ state: { ...customer, kycStatus }, events: [{ type: "customer.updated" }] })

/** The customer with these flags and no others. */
export const withFlags = (customer: Customer, flags: ReadonlyArray<CustomerFlag>): CustomerDecision =>
  decide({
    state: { ...customer, flags: customerFlags.filter((flag) => flags.includes(flag)) },
    events: [{ type: "customer.updated" }]
  })

/** The customer after a person approved matches: the screenings that are left open go on blocking it. */
export const approved = (customer: Customer, screenings: ReadonlyArray<string>): CustomerDecision => {
  const { screening } = customer
  const open = openScreeningsOf(customer).filter((id) => !screenings.includes(id))
  const newest =
    screening?.result === "match" && screenings.includes(screening.screeningId)
      ? { ...screening, approved: true }
      : screening
  return decide({ state: withOpen(customer, open, newest), events: [{ type: "customer.updated" }] })
}

/** The customer after a person confirmed a match: it blocks, also where it was approved before. */
export const confirmed = (customer: Customer, id: string): CustomerDecision => {
  const { screening } = customer
  const isNewest = screening?.screeningId === id
  const open = [...openScreeningsOf(customer).filter((one) => one !== id), ...(isNewest ? [] : [id])]
  const newest = isNewest ? { ...screening, approved: false } : screening
  return decide({ state: withOpen(customer, open, newest), events: [{ type: "customer.updated" }] })
}
