/** Whether data are those of a production server, so that a sandbox leaves them alone. */
import * as Effect from "effect/Effect"
import { Store, StoreOpenFailed } from "../services/Store.ts"
import { readSetting, writeSetting } from "../store/settingsRepository.ts"

/**
 * Data on which a production server ran are opened by no sandbox, as when its mode was forgotten: there any test key moves time
 * and resets accounts, and networks are simulated. `helps` says what to do instead.
 */
export const staysInMode = Effect.fnUntraced(
  function* (mode: "sandbox" | "production", helps: string) {
    const store = yield* Store
    const region = store.home
    const home = yield* store.region(region)
    const kept = yield* readSetting(home, "mode")
    if (kept === mode) return
    if (mode === "production") return yield* writeSetting(home, "mode", mode)
    if (kept !== "production") return
    const detail = `they are the data of a production server, and this is a sandbox: ${helps}`
    return yield* new StoreOpenFailed({ region, reason: "of_production", detail })
  },
  Effect.catchTag("StoreUnavailable", ({ detail, region }) =>
    Effect.fail(new StoreOpenFailed({ region, reason: "unreachable", detail }))
  )
)
