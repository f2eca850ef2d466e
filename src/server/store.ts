/** The store of the server: files of the data folder, or Postgres, which is loaded only when it is used. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { staysInMode } from "../engine/keptMode.ts"
import type { Store, StoreOpenFailed } from "../services/Store.ts"
import * as Sqlite from "../store/dialects/Sqlite.ts"
import type { PostgresOptions } from "../store/dialects/Postgres.ts"
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

/** What to do where a sandbox finds the data of a production server. */
export const modeHelps = `set ${settings.mode.name} to production, or give the sandbox data of its own`

/** The store that is served: that of its mode. */
export const servedStoreOf = (config: ServerConfig): Layer.Layer<Store, StoreOpenFailed> =>
  Layer.effectDiscard(staysInMode(config.mode, modeHelps)).pipe(Layer.provideMerge(storeOf(config)))

/** Where the data are, in words that hold no secret. */
export const placeOf = (databases: DatabaseUrls): string =>
  [...new Set(Object.values(databases).map((url) => new URL(Redacted.value(url))))]
    .map(({ host, pathname }) => `${host}${pathname}`)
    .filter((place, at, all) => all.indexOf(place) === at)
    .join(", ")
