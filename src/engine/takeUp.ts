/** How an engine begins on its data: with their master key, behind their time, and as a run with a number of its own. */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { Clock } from "../services/Clock.ts"
import { Ids } from "../services/Ids.ts"
import { Signer } from "../services/Signer.ts"
import { masterKeyCheck } from "../services/signer/MasterKey.ts"
import { StoreOpenFailed, type RegionStore, type Store } from "../services/Store.ts"
import { readSetting, writeSetting } from "../store/settingsRepository.ts"
import { restoreClock } from "./EngineClock.ts"

/** The data were sealed with another master key: secrets in them could not be opened. */
export class WrongMasterKey extends Data.TaggedError("WrongMasterKey") {
  override get message(): string {
    return "The master key is not the one these data were written with. Give the old key, or start on an empty store"
  }
}

const checkMasterKey = Effect.fnUntraced(function* (store: RegionStore, signer: Signer["Service"]) {
  const check = masterKeyCheck(signer)
  const kept = yield* readSetting(store, "master_key_check")
  if (kept === undefined) return yield* writeSetting(store, "master_key_check", check)
  if (kept !== check) return yield* new WrongMasterKey()
})

/** Data that came to another region would be seen and changed in both, or leave the place where they must stay. */
const checkRegion = Effect.fnUntraced(function* (store: RegionStore) {
  const { name: region } = store
  const kept = yield* readSetting(store, "region")
  if (kept === undefined) return yield* writeSetting(store, "region", region)
  if (kept === region) return
  const detail = `its data are those of ${String(kept)}: give each region the database or the file that it had`
  return yield* new StoreOpenFailed({ region, reason: "unreachable", detail })
})

const countRun = Effect.fnUntraced(function* (home: RegionStore, ids: Ids["Service"]) {
  const runs = yield* readSetting(home, "runs")
  const earlier = typeof runs === "number" ? runs : 0
  ids.continueFrom(earlier)
  yield* writeSetting(home, "runs", earlier + 1)
  return earlier + 1
})

/** Brings the data of an earlier run and this one together, before anything is dated or named. */
export const takeUp = Effect.fnUntraced(function* (
  store: Store["Service"],
  core: Context.Context<Clock | Ids | Signer>
) {
  const clock = Context.get(core, Clock)
  const home = yield* store.region(store.home)
  // The data of each region may have been put back from elsewhere.
  for (const name of yield* store.existing) {
    const region = yield* store.region(name)
    yield* checkMasterKey(region, Context.get(core, Signer))
    yield* checkRegion(region)
  }
  yield* restoreClock(clock, store)
  return { home, run: yield* countRun(home, Context.get(core, Ids)) }
})
