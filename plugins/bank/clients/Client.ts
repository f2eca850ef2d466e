/** An API client: what it may do, on which rails, and up to which amounts (decisions B152, B.5). */
import * as Data from "effect/Data"
import type { AccountHolder } from "../accounts.ts"
import type { RailId } from "../rails/rail-ids.ts"

/** Every scope (decisions B.1). */
export const scopes = [
  "payments:read",
  "payments:write",
  "rfp:read",
  "rfp:write",
  "webhooks:manage",
  "participants:read",
  "approvals:write",
  "compliance:read",
  "compliance:write",
  "admin:read",
  "admin:write",
  "simulator:control"
] as const

/** A right of a client. */
export type BankScope = (typeof scopes)[number]

/** Standard entry classes of ACH (spec bank §7). */
export const secCodes = ["PPD", "CCD", "CTX", "WEB", "TEL", "IAT"] as const

export type SecCode = (typeof secCodes)[number]

/** Amounts in cents; `null`: no limit. */
export interface ClientLimits {
  readonly perTransaction: number | null
  /** For one calendar day in New York. */
  readonly daily: number | null
  /** Per transaction, by rail. */
  readonly perRail: { readonly [R in RailId]?: number | undefined }
}

/** The most accounts that one client may have (our choice): its row is read with every payment. */
export const mostAccounts = 1_000

/** An account that belongs to a client. Its number is kept as a keyed hash and its last characters only. */
export interface ClientAccount {
  readonly routingNumber: string
  readonly lookup: string
  readonly last4: string
}

/** The input from which a client is made. */
export interface ClientDraft {
  readonly name: string
  /** Accounts that it may use; left out: none in production, every account in a sandbox. */
  readonly accounts?: ReadonlyArray<AccountHolder> | undefined
  readonly scopes: ReadonlyArray<BankScope>
  readonly rails: ReadonlyArray<RailId>
  readonly secCodes: ReadonlyArray<SecCode>
  readonly limits: ClientLimits
  /** Eligible for the higher FedNow limit where its bank's entry names none. */
  readonly fednowEligible: boolean
  readonly active: boolean
}

/** A client. Its secret, its key and the numbers of its accounts are kept as keyed hashes only. */
export interface Client extends Omit<ClientDraft, "accounts"> {
  readonly id: string
  readonly accounts?: ReadonlyArray<ClientAccount> | undefined
  readonly secretLookup: string
  readonly keyLookup: string
  /** Of the configuration that made it, or changed it last: a keyed hash. Absent where administrators made it. */
  readonly configured?: string
  /** When it was taken out of use for good; absent while it may come back. */
  readonly deletedAt?: number
  readonly createdAt: number
}

/** A client as an operator configures it; what is left out has the defaults of `clientDefaults`. */
export interface ClientConfig extends Partial<Omit<ClientDraft, "limits">> {
  readonly limits?: Partial<ClientLimits> | undefined
  readonly clientId: string
  readonly clientSecret: string
  readonly apiKey: string
}

/** Nothing is limited and everything ordinary is allowed; SEC codes as decisions B.5. */
export const clientDefaults: Omit<ClientDraft, "name" | "accounts"> = {
  scopes: ["payments:read", "payments:write", "rfp:read", "rfp:write", "webhooks:manage", "participants:read"],
  rails: ["rtp", "fednow", "ach", "fedwire", "swift"],
  secCodes: ["PPD", "CCD", "WEB"],
  limits: { perTransaction: null, daily: null, perRail: {} },
  fednowEligible: false,
  active: true
}

/** Limits as they are kept, of those that were given: the others are none. */
export const limitsOf = ({ daily = null, perRail = {}, perTransaction = null }: Partial<ClientDraft["limits"]>) => ({
  perTransaction,
  daily,
  perRail
})

/** No client has this id. */
export class ClientNotFound extends Data.TaggedError("ClientNotFound") {}

/** The account is none of the client's. */
export class AccountAccessDenied extends Data.TaggedError("AccountAccessDenied")<{ readonly field: string }> {}

/** The client may not use this rail. */
export class RailAccessDenied extends Data.TaggedError("RailAccessDenied")<{ readonly rails: ReadonlyArray<RailId> }> {}

/** The amount is above what the client may move at once, or on this day. */
export class AmountLimitExceeded extends Data.TaggedError("AmountLimitExceeded")<{
  readonly limit: "per_transaction" | "daily"
  readonly limitCents: number
}> {}

/** The limit that an amount exceeds by itself, if any. Exactly at a limit passes. */
export const exceeded = (
  { limits }: Pick<ClientDraft, "limits">,
  of: { readonly amountCents: number; readonly rail: RailId | undefined; readonly usedTodayCents: number }
): AmountLimitExceeded | undefined => {
  const perRail = of.rail === undefined ? undefined : limits.perRail[of.rail]
  const perTransaction = Math.min(limits.perTransaction ?? Infinity, perRail ?? Infinity)
  if (of.amountCents > perTransaction) {
    return new AmountLimitExceeded({ limit: "per_transaction", limitCents: perTransaction })
  }
  const daily = limits.daily ?? Infinity
  return of.usedTodayCents + of.amountCents > daily
    ? new AmountLimitExceeded({ limit: "daily", limitCents: daily })
    : undefined
}
