/** The lists that are consulted, under one name: what a customer was last compared with. */
import * as Effect from "effect/Effect"
import { Screening, Signer, type ListVersion } from "../../../src/plugin.ts"
import type { ListState } from "./listStateRepository.ts"

const byList = (one: ListVersion, other: ListVersion): number => (one.list < other.list ? -1 : 1)

/** The state that these versions make; `undefined` for no list at all. */
export const listStateOf = (lists: ReadonlyArray<ListVersion>) =>
  Effect.map(Signer, (signer): ListState | undefined => {
    if (lists.length === 0) return undefined
    const versions = lists.map(({ list, version }) => ({ list, version })).toSorted(byList)
    return { id: signer.fingerprint("screened lists", JSON.stringify(versions)), versions }
  })

/** The state of the lists now; `undefined` when none is loaded, or the provider cannot tell. */
export const currentListState = Effect.gen(function* () {
  const screening = yield* Screening
  return yield* listStateOf(yield* screening.lists)
})
