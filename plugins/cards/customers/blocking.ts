/** Blocks the customers who bear a name that was found on a list (decisions B11). */
import * as Effect from "effect/Effect"
import { Ids, type CallerShape, type VersionConflict } from "../../../src/plugin.ts"
import { onScreened } from "../aml/onboarding.ts"
import type { ResourceChange, ResourceEvent } from "../plans.ts"
import * as screenings from "../screening/operations.ts"
import { nameKeyOf, type ScreeningRecord } from "../screening/ScreeningRecord.ts"
import { openScreeningsOf, screened } from "./Customer.ts"
import { keysOf, nameHashOf } from "./names.ts"
import { eventsOf, factsAbout } from "./operations.ts"
import * as repository from "./repository.ts"

type Reader = Pick<CallerShape, "store" | "scope">

/** What blocking adds to the commit of a screening. */
export interface BlockParts {
  readonly writes: ResourceChange<VersionConflict>["writes"]
  readonly events: ReadonlyArray<ResourceEvent>
}

/** For this slice: a customer with a match that it did not have when it was read. */
export const matched = Effect.fnUntraced(function* (
  caller: Reader,
  stored: repository.StoredCustomer,
  record: ScreeningRecord
) {
  const decision = screened(stored.customer, yield* factsAbout(caller, stored.customer, record))
  const exposed = yield* onScreened(caller, record)
  return {
    writes: [
      screenings.keep(caller.scope, record),
      repository.update(yield* keysOf(caller.scope, decision.state), decision.state, stored.version),
      ...exposed.writes
    ],
    events: [...eventsOf(decision, record), ...exposed.events]
  } satisfies BlockParts
})

const blockOne = Effect.fnUntraced(function* (
  caller: Reader,
  stored: repository.StoredCustomer,
  match: ScreeningRecord
) {
  const of = { customer: stored.customer.id, ids: openScreeningsOf(stored.customer) }
  if (yield* screenings.isKnown(caller, of, match)) return { writes: [], events: [] } satisfies BlockParts
  const ids = yield* Ids
  // One of its own, so that a person decides for each customer whether it is the one who is listed.
  return yield* matched(caller, stored, { ...match, id: ids.next("scr"), customer: stored.customer.id })
})

/**
 * What a match means for the customers of the account, in the region, whose name is the same: each gets a screening of
 * its own and is blocked, unless it was found on the same entries before.
 */
export const blockNamed = Effect.fnUntraced(function* (caller: Reader, match: ScreeningRecord) {
  const nameHash = yield* nameHashOf(match.name)
  if (nameHash === "") return { writes: [], events: [] } satisfies BlockParts
  const nameKey = nameKeyOf(match.name)
  const listed = yield* repository.listNamed(caller.store, caller.scope, nameHash)
  // Rows from before names were hashed come with the others.
  const named = listed.filter(({ customer }) => nameKeyOf(customer.name ?? "") === nameKey)
  const parts = yield* Effect.forEach(named, (stored) => blockOne(caller, stored, match))
  return {
    writes: parts.flatMap(({ writes }) => writes),
    events: parts.flatMap(({ events }) => events)
  } satisfies BlockParts
})
