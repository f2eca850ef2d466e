/** What can be done with balances: read them, read the journals behind them, and fund them in tests. */
import * as Effect from "effect/Effect"
import { balances, entriesOf, Ids, readPage, type CallerShape } from "../../../src/plugin.ts"
import { cardsPlugin } from "../declaration.ts"
import type { PageOf } from "../lists.ts"
import { planned } from "../plans.ts"
import { fund as decideFunding, merchantBalance, type Funding } from "./Funding.ts"

type Reader = Pick<CallerShape, "store" | "scope">

/** The merchant's money: available, pending and disputed, by currency. */
export const retrieve = (caller: Reader) =>
  Effect.map(balances(caller.store, { plugin: cardsPlugin.id, scope: caller.scope }), merchantBalance)

/** A page of the journals that one object caused, newest first. An object of another account has none here. */
export const listEntries = (caller: Reader, filter: { readonly source: string }, page: PageOf) =>
  readPage(caller, { ...page, endpoint: "cards.ledger.entries", filters: { ...filter } }, (after, rows) =>
    Effect.map(entriesOf(caller.store, cardsPlugin.id, filter.source), (entries) =>
      // A source has a handful of journals, so a page is cut out of all of them.
      entries
        .filter(({ scope }) => scope === caller.scope)
        .filter(({ sequence }) => after === undefined || sequence < after.sequence)
        .toReversed()
        .slice(0, rows)
    )
  )

/** Puts test money into the available balance. Whether the caller may is the test helpers' to say. */
export const fund = Effect.fnUntraced(function* (caller: CallerShape, command: Omit<Funding, "id">) {
  const ids = yield* Ids
  const { entries, state } = decideFunding({ ...command, id: ids.next("fund") })
  return yield* planned(caller, state, { writes: [], entries })
})
