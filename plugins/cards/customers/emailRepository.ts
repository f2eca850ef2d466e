/**
 * Whose an e-mail address is, across the regions of an account: one row per address in the home region, by keyed hash.
 * No address and nothing else personal is in it.
 */
import * as Effect from "effect/Effect"
import {
  given,
  integer,
  key,
  table,
  text,
  type Read,
  type RegionName,
  type RegionStore,
  type Write
} from "../../../src/plugin.ts"
import { EmailTaken } from "./Customer.ts"

/** An address of a scope, by its hash. */
export interface EmailKey {
  readonly scope: string
  readonly emailHash: string
}

/** Who holds an address. */
export interface EmailClaim {
  readonly customer: string
  readonly region: RegionName
  /** System time, epoch milliseconds. */
  readonly claimedAt: number
}

/** The claim on an address, or `undefined`. */
export const findClaim = (home: RegionStore, { emailHash, scope }: EmailKey): Read<EmailClaim | undefined> =>
  Effect.map(
    home.read<EmailClaim>(
      `SELECT customer, region, claimed_at AS "claimedAt" FROM cards_customer_emails WHERE scope = ? AND email_hash = ?`,
      [scope, emailHash]
    ),
    ([claim]) => claim
  )

const emails = table("cards_customer_emails", {
  scope: key(text),
  email_hash: key(text),
  customer: text,
  region: text,
  claimed_at: integer
})

const rowOf = ({ claimedAt, customer, region }: EmailClaim) => ({ customer, region, claimed_at: claimedAt })

const add = emails.inserting({
  onExisting: { set: { region: given, claimed_at: given }, where: { customer: given } }
})

/** The write that claims a free address, or one's own anew. Fails with `EmailTaken` when somebody else was faster. */
export const claim = ({ emailHash, scope }: EmailKey, by: EmailClaim): Write<EmailTaken> =>
  add({ scope, email_hash: emailHash, ...rowOf(by) }, { customer: by.customer }, () => new EmailTaken())

const replace = emails.updating({
  set: { customer: given, region: given, claimed_at: given },
  where: { scope: given, email_hash: given, customer: given, claimed_at: given }
})

/** The write that takes an address over from a claim that no customer stands behind. */
export const takeOver = ({ emailHash, scope }: EmailKey, from: EmailClaim, by: EmailClaim): Write<EmailTaken> =>
  replace(rowOf(by), { scope, email_hash: emailHash, ...rowOf(from) }, () => new EmailTaken())

const remove = emails.deleting({ scope: given, email_hash: given, customer: given })

/** The write that frees an address which a customer holds. */
export const release = ({ emailHash, scope }: EmailKey, customer: string): Write =>
  remove({ scope, email_hash: emailHash, customer })

const removeAsRead = emails.deleting({ scope: given, email_hash: given, customer: given, claimed_at: given })

/** As `release`, of a claim as it was read: one that the customer has made anew since stays. */
export const releaseAsRead = (
  { emailHash, scope }: EmailKey,
  { claimedAt, customer }: Pick<EmailClaim, "claimedAt" | "customer">
): Write => removeAsRead({ scope, email_hash: emailHash, customer, claimed_at: claimedAt })
