/** The plugin's two kinds of accounts: merchants with their keys, and the chart of accounts of their ledger. */
import * as Context from "effect/Context"
import { Country, Ledger, type Mode } from "../../src/domain.ts"
import { checkNames, RiskAssessment } from "../../src/plugin.ts"
import { isTimeZone } from "./aml/calendar.ts"
import { defaultThresholds, thresholdRules, type AmlSettings } from "./aml/thresholds.ts"

/** What the id of an account looks like, and the same in words. */
export const accountId = { form: /^acct_[A-Za-z0-9_]{1,64}$/, words: "acct_ and 1 to 64 letters, digits or _" } as const

/** What a secret key looks like, and the same in words. */
export const secretKey = {
  form: /^sk_(test|live)_[A-Za-z0-9_]{8,200}$/,
  words: "sk_test_ or sk_live_ and 8 to 200 letters, digits or _"
} as const

/** Names of the rate limit plans. */
export const planNames = ["starter", "growth", "dedicated"] as const

/** Name of a rate limit plan. */
export type PlanName = (typeof planNames)[number]

/** A merchant account as the operator configures it. */
export interface CardsAccount {
  /** Begins with `acct_`. */
  readonly id: string
  /** Secret keys: `sk_test_…` for test data, `sk_live_…` for live data. */
  readonly keys: ReadonlyArray<string>
  /** Rate limit plan; default `growth`. */
  readonly plan?: PlanName
  /** ISO 3166-1 alpha-2. Default: the country of the region. */
  readonly merchantCountry?: string
  /** Whether the account may use payouts, which are in beta. Default: in test mode only. */
  readonly payouts?: boolean
  /** Scores from which payments are reviewed and blocked, in this order; default 61 and 86. */
  readonly risk?: { readonly reviewAt: number; readonly blockAt: number }
  /** What the platform keeps. Default: nothing. */
  readonly fees?: FeeSchedule
  /** Business days from a capture until the merchant may use the money. Default 0: at once. */
  readonly settlementDelayDays?: number
  /** Monitoring against money laundering: the zone of its days, and thresholds other than the defaults. */
  readonly aml?: AmlSettings
}

/** The scopes of an account's keys. An account that is not configured has the defaults. */
export const scopesOf = (account: Pick<CardsAccount, "payouts"> | undefined, mode: Mode): ReadonlyArray<string> =>
  (account?.payouts ?? mode === "test") ? ["payouts:beta"] : []

/** What the platform keeps of an account's money (decisions C3). A fee that is left out is zero. */
export interface FeeSchedule {
  /** Hundredths of a percent of a capture. */
  readonly processingBasisPoints?: number
  /** Minor units per capture, in whichever currency. */
  readonly processingMinor?: number
  /** Minor units per dispute, in whichever currency. */
  readonly disputeMinor?: number
}

const accountFields: Readonly<Record<keyof CardsAccount, true>> = {
  id: true,
  keys: true,
  plan: true,
  merchantCountry: true,
  payouts: true,
  risk: true,
  fees: true,
  settlementDelayDays: true,
  aml: true
}

/** The configured accounts by id. An account that is not here has the defaults. */
export const AccountSettings = Context.Reference<ReadonlyMap<string, CardsAccount>>("bursar/cards/AccountSettings", {
  defaultValue: () => new Map()
})

/** Most business days until money settles (our choice): each is looked for when money is captured. */
export const maxSettlementDelayDays = 30

/**
 * Fees and delays are used when money has been taken, and a wrong one would show only then; a plan that is none counted as `growth`,
 * and payouts of `"false"` were open.
 */
const checkTerms = ({ fees, id, payouts = false, plan = "growth", settlementDelayDays = 0 }: CardsAccount): void => {
  checkNames([`${id}: fees`, "field"], fees, { processingBasisPoints: true, processingMinor: true, disputeMinor: true })
  for (const [name, value = 0] of Object.entries({ ...fees, settlementDelayDays })) {
    if (Number.isSafeInteger(value) && value >= 0) continue
    throw new RangeError(`${id}: ${name} (${value}) is no whole number from 0 on`)
  }
  const wrong = (name: string, value: unknown, expected: string) =>
    new RangeError(`${id}: ${name} (${JSON.stringify(value)}) must be ${expected}`)
  if (settlementDelayDays > maxSettlementDelayDays) {
    throw wrong("settlementDelayDays", settlementDelayDays, `${maxSettlementDelayDays} at most`)
  }
  if (!planNames.includes(plan)) throw wrong("plan", plan, `one of ${planNames.join(", ")}`)
  if (typeof payouts !== "boolean") throw wrong("payouts", payouts, "true or false")
}

/** Monitoring is asked in the commit of each payment: with a zone that is none the money would be taken and nothing written. */
const checkMonitoring = ({ aml = {}, id }: CardsAccount): void => {
  const { thresholds, timeZone = "UTC" } = aml
  checkNames([`${id}: aml`, "field"], aml, { timeZone: true, thresholds: true })
  checkNames([`${id}: aml.thresholds`, "field"], thresholds, defaultThresholds)
  if (!isTimeZone(timeZone)) throw new RangeError(`${id}: aml.timeZone (${JSON.stringify(timeZone)}) is no IANA zone`)
  const broken = thresholdRules.find(([, holds]) => !holds({ ...defaultThresholds, ...thresholds }))
  if (broken !== undefined) throw new RangeError(`${id}: aml.thresholds must be ${broken[0]}`)
}

/**
 * Keys that no request can carry, such as that of a variable that is not set, and those that are there twice: the last account would
 * have all of the other. They are secrets, so a message names their place.
 */
const checkKeys = ({ id, keys }: CardsAccount, owners: Map<string, string>): void => {
  if (!Array.isArray(keys)) throw new RangeError(`${id}: keys must be a list`)
  for (const [index, key] of (keys as ReadonlyArray<unknown>).entries()) {
    if (typeof key !== "string" || !secretKey.form.test(key)) {
      const found = typeof key === "string" ? `a text of ${key.length} characters` : String(key)
      throw new RangeError(`${id}: keys[${index}] is ${found} but must be ${secretKey.words}`)
    }
    const owner = owners.get(key)
    if (owner !== undefined) throw new RangeError(`${id}: keys[${index}] is a key of ${owner}`)
    owners.set(key, id)
  }
}

/**
 * Accounts by id. Throws a `RangeError` for what is no list of accounts, for a field that there is not, for an id or a key that is
 * there twice, for a key that no request can carry, for a country, a plan or a payouts switch that is none, for a fee that is no whole
 * number or a delay that is none up to 30, where an account would review only from above the score from which it blocks, and for a zone
 * or thresholds with which monitoring finds nothing.
 */
export const accountsById = (accounts: ReadonlyArray<CardsAccount>): ReadonlyMap<string, CardsAccount> => {
  const ids = new Set<string>()
  const owners = new Map<string, string>()
  const isList = Array.isArray(accounts) && accounts.every((account) => typeof account?.id === "string")
  if (!isList) throw new RangeError("cards: accounts must be a list of accounts, each with an id")
  for (const account of accounts) {
    const { id, merchantCountry, risk } = account
    if (ids.has(id)) throw new RangeError(`${id} is there twice`)
    ids.add(id)
    checkNames([id, "field"], account, accountFields)
    checkNames([`${id}: risk`, "field"], risk, { reviewAt: true, blockAt: true })
    checkKeys(account, owners)
    checkTerms(account)
    checkMonitoring(account)
    if (merchantCountry !== undefined && !Country.isCountry(merchantCountry)) {
      throw new RangeError(
        `${id}: merchantCountry (${JSON.stringify(merchantCountry)}) is no country code of ISO 3166-1`
      )
    }
    if (risk === undefined || RiskAssessment.areInOrder(risk)) continue
    throw new RangeError(`${id}: risk.reviewAt (${risk.reviewAt}) may not be above risk.blockAt (${risk.blockAt})`)
  }
  return new Map(accounts.map((account) => [account.id, account]))
}

/**
 * The chart of accounts (decisions C3). `hold.*` are memoranda of what issuers set aside; `scheme.*` and
 * `bank.in_transit` are on the way; `merchant.*` is owed to the merchant.
 */
export const chart = Ledger.chartOfAccounts({
  "hold.issuer": { normal: "debit", description: "Set aside by issuers for authorized payments" },
  "hold.outstanding": { normal: "credit", description: "Authorized and neither captured nor released" },
  "scheme.receivable": { normal: "debit", description: "Captured, to be paid by the schemes" },
  "scheme.refunds": { normal: "credit", description: "Refunds on their way to cardholders" },
  "scheme.chargeback": { normal: "credit", description: "Lost disputes on their way to the schemes" },
  "bank.cash": { normal: "debit", description: "Money in our bank accounts" },
  "bank.in_transit": { normal: "credit", description: "Payouts on their way to merchants' banks" },
  "merchant.pending": { normal: "credit", description: "Captured for the merchant, not settled yet" },
  "merchant.available": { normal: "credit", description: "The merchant's money, free for payouts" },
  "merchant.disputed": { normal: "credit", description: "Withheld from the merchant while disputes are open" },
  "platform.fees": { normal: "credit", description: "Fees earned by the platform" }
})
