/** The store of the server: files of the data folder, or Postgres, which is loaded only when it is used. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Store, StoreOpenFailed } from "../services/Store.ts"
import * as Sqlite from "../store/dialects/Sqlite.ts"
import type { PostgresOptions } from "../store/dialects/Postgres.ts"
import { readSetting, writeSetting } from "../store/settingsRepository.ts"
import type { DatabaseUrls, ServerConfig } from "./config.ts"
import { settings } from "./settings.ts"

const regionsOf = (urls: DatabaseUrls) =>
  Object.fromEntries(
    Object.entries(urls).map(([region, url]) => [region, { url: Redacted.value(url) }])
  ) as unknown as PostgresOptions["regions"]

/** In a sandbox, regions without a database of their own share the home region's; in production they are not served. */
export const storeOf = ({ databases, folder, mode }: ServerConfig): Layer.Layer<Store, StoreOpenFailed> =>
  databases === undefined
    ? Sqlite.layer({ folder })
    : Layer.unwrap(
        Effect.promise(async () => {
          const Postgres = await import("../store/dialects/Postgres.ts")
          return Postgres.layer({ regions: regionsOf(databases), sharesDatabase: mode === "sandbox" })
        })
      )

/**
 * Data on which a production server ran are opened by no sandbox, as when its mode was forgotten: there any test key moves time
 * and resets accounts, and networks are simulated.
 */
const staysInMode = Effect.fnUntraced(function* (mode: ServerConfig["mode"]) {
  const store = yield* Store
  const region = store.home
  const home = yield* store.region(region)
  const kept = yield* readSetting(home, "mode")
  if (mode === "production") return kept === mode ? undefined : yield* writeSetting(home, "mode", mode)
  if (kept !== "production") return
  const detail = `they are the data of a production server, and this is a sandbox. Set ${settings.mode.name} to production, or give the sandbox data of its own`
  return yield* new StoreOpenFailed({ region, reason: "of_production", detail })
})

/** The store that is served: that of its mode. */
export const servedStoreOf = (config: ServerConfig): Layer.Layer<Store, StoreOpenFailed> =>
  Layer.effectDiscard(
    Effect.catchTag(staysInMode(config.mode), "StoreUnavailable", ({ detail, region }) =>
      Effect.fail(new StoreOpenFailed({ region, reason: "unreachable", detail }))
    )
  ).pipe(Layer.provideMerge(storeOf(config)))

/** Where the data are, in words that hold no secret. */
export const placeOf = (databases: DatabaseUrls): string =>
  [...new Set(Object.values(databases).map((url) => new URL(Redacted.value(url))))]
    .map(({ host, pathname }) => `${host}${pathname}`)
    .filter((place, at, all) => all.indexOf(place) === at)
    .join(", ")
