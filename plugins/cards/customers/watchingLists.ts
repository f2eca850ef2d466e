/** Notices, in every process, that the lists have changed, and asks for known customers to be compared with them. */
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import { Screening, Store } from "../../../src/plugin.ts"
import { currentListState } from "./listState.ts"
import { askForRescreening } from "./rescreening.ts"

/** How often the job looks at a provider that does not report changes, in real time (our choice; lists change once a day or so). */
const askEvery = "1 hour"

/** In each region that has data. A region that cannot be reached now is looked at when lists change again, or at the next start. */
const inAllRegions = Effect.fnUntraced(
  function* (onlyIfOutdated: boolean) {
    const store = yield* Store
    for (const name of yield* store.existing) {
      yield* askForRescreening(yield* store.region(name), onlyIfOutdated)
    }
  },
  Effect.catchCause((cause) => Effect.logError("Known customers could not be set to be screened again", cause))
)

/** Waits until the lists are others, by being told or by asking. */
const makeNextChange = Effect.gen(function* () {
  const { onChange } = yield* Screening
  if (onChange !== undefined) {
    const latch = Latch.makeUnsafe(false)
    yield* Effect.acquireRelease(
      Effect.sync(() => onChange(() => void latch.openUnsafe())),
      (stop) => Effect.sync(stop)
    )
    return Effect.andThen(
      latch.await,
      Effect.sync(() => void latch.closeUnsafe())
    )
  }
  let seen = (yield* currentListState)?.id
  return Effect.gen(function* () {
    for (;;) {
      yield* Effect.sleep(askEvery)
      const now = (yield* currentListState)?.id
      const isOther = now !== seen
      seen = now
      if (isOther) return
    }
  })
})

/** Looks at the start, and whenever the lists are replaced. */
export const watchLists = Layer.effectDiscard(
  Effect.gen(function* () {
    const nextChange = yield* makeNextChange
    yield* inAllRegions(true)
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(nextChange, inAllRegions(false))))
  })
)
