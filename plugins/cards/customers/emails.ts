/**
 * One customer per e-mail address and account, in whichever region (C46). The home region keeps the claims; where the
 * customer lives elsewhere, claiming and storing are two transactions, so a claim may outlive a crash between them.
 * Hence a claim counts while its customer has the address, or for a minute after it was made.
 */
import * as Effect from "effect/Effect"
import { Clock, Signer, Store, type CallerShape } from "../../../src/plugin.ts"
import { EmailTaken, normalizeEmail } from "./Customer.ts"
import * as claims from "./emailRepository.ts"
import { hasEmail } from "./repository.ts"

type Reader = Pick<CallerShape, "store" | "scope">

/** How long a claim counts by itself, in system time: far longer than storing a customer takes (our choice). */
const claimStandsMs = 60_000

/** The keyed hash of an address: the same for all spellings that are compared as equal. */
export const emailHashOf = (email: string) =>
  Effect.map(Signer, (signer) => signer.fingerprint("customer email", normalizeEmail(email)))

const claimWrite = Effect.fnUntraced(function* (caller: Reader, key: claims.EmailKey, customer: string) {
  const stores = yield* Store
  const clock = yield* Clock
  const home = yield* stores.region(stores.home)
  const mine: claims.EmailClaim = { customer, region: caller.store.name, claimedAt: clock.wallNow() }
  const found = yield* claims.findClaim(home, key)
  if (found === undefined || found.customer === customer) return claims.claim(key, mine)
  const isFresh = mine.claimedAt - found.claimedAt < claimStandsMs
  const held = isFresh || (yield* hasEmail(yield* stores.region(found.region), key, found.customer))
  return held ? yield* new EmailTaken() : claims.takeOver(key, found, mine)
})

/**
 * Claims an address for a customer. The writes returned belong into the transaction that stores the customer; where
 * that is another region, the claim itself is on disk already. Fails with `EmailTaken`.
 */
export const claimEmail = Effect.fnUntraced(function* (caller: Reader, emailHash: string, customer: string) {
  const stores = yield* Store
  const write = yield* claimWrite(caller, { scope: caller.scope, emailHash }, customer)
  if (caller.store.name === stores.home) return [write]
  const home = yield* stores.region(stores.home)
  yield* home.write([write]).pipe(Effect.catchTag("UniqueViolation", Effect.die))
  return []
})

/**
 * Frees an address that a customer gave up: in the customer's transaction where that is the home region, else by
 * running `afterwards` when it is done. A claim that a crash leaves behind expires by itself.
 */
export const releaseEmail = Effect.fnUntraced(function* (caller: Reader, emailHash: string, customer: string) {
  const stores = yield* Store
  const key = { scope: caller.scope, emailHash }
  if (caller.store.name === stores.home) return { writes: [claims.release(key, customer)], afterwards: Effect.void }
  const home = yield* stores.region(stores.home)
  const found = yield* claims.findClaim(home, key)
  if (found?.customer !== customer) return { writes: [], afterwards: Effect.void }
  return { writes: [], afterwards: Effect.ignore(home.write([claims.releaseAsRead(key, found)])) }
})
