/**
 * Whose an e-mail address is, across the regions of an account: one row per address in the home region, by keyed hash.
 * No address and nothing else personal is in it.
 */
import * as Effect from "effect/Effect"
import type { RegionName, RegionStore, StoreUnavailable, Write } from "../../../src/plugin.ts"
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
export const findClaim = (
  home: RegionStore,
  { emailHash, scope }: EmailKey
): Effect.Effect<EmailClaim | undefined, StoreUnavailable> =>
  Effect.map(
    home.read<{ readonly customer: string; readonly region: RegionName; readonly claimed_at: number }>(
      `SELECT customer, region, claimed_at FROM cards_customer_emails WHERE scope = ? AND email_hash = ?`,
      [scope, emailHash]
    ),
    ([row]) =>
      row === undefined ? undefined : { customer: row.customer, region: row.region, claimedAt: Number(row.claimed_at) }
  )

/** The write that claims a free address. Fails with `EmailTaken` when somebody else was faster. */
export const claim = ({ emailHash, scope }: EmailKey, by: EmailClaim): Write<EmailTaken> => ({
  text: `INSERT INTO cards_customer_emails (scope, email_hash, customer, region, claimed_at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (scope, email_hash) DO NOTHING`,
  params: [scope, emailHash, by.customer, by.region, by.claimedAt],
  orElse: () => new EmailTaken()
})

/** The write that takes an address over from a claim that no customer stands behind. */
export const takeOver = ({ emailHash, scope }: EmailKey, from: EmailClaim, by: EmailClaim): Write<EmailTaken> => ({
  text: `UPDATE cards_customer_emails SET customer = ?, region = ?, claimed_at = ?
    WHERE scope = ? AND email_hash = ? AND customer = ? AND claimed_at = ?`,
  params: [by.customer, by.region, by.claimedAt, scope, emailHash, from.customer, from.claimedAt],
  orElse: () => new EmailTaken()
})

/** The write that frees an address which a customer holds. */
export const release = ({ emailHash, scope }: EmailKey, customer: string): Write => ({
  text: `DELETE FROM cards_customer_emails WHERE scope = ? AND email_hash = ? AND customer = ?`,
  params: [scope, emailHash, customer]
})
