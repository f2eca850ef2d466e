/** What the engine itself remembers between runs: in the home region, and in each the master key and the region itself. */
import * as Effect from "effect/Effect"
import type { Read, RegionStore, StoreUnavailable, Write } from "../services/Store.ts"
import { given, key, table, text } from "../rows/Table.ts"

/**
 * Names of the settings the core keeps. `pruned.KIND` is the time before which rows of a kind may have been deleted; `mode` is
 * there once a production server ran on the data.
 */
export type SettingName = "clock" | "master_key_check" | "mode" | "probe" | "region" | "runs" | `pruned.${string}`

/** Finds the text of a setting by its name, also where no store is open. */
export const settingText = `SELECT value FROM engine_settings WHERE name = ?`

/** A setting as JSON, or `undefined` when it was never set. */
export const readSetting = (store: RegionStore, name: SettingName): Read<unknown> =>
  Effect.map(store.read<{ readonly value: string }>(settingText, [name]), ([row]) =>
    row === undefined ? undefined : (JSON.parse(row.value) as unknown)
  )

const keep = table("engine_settings", { name: key(text), value: text }).inserting({
  onExisting: { set: { value: given } }
})

/** The write that keeps a setting; `value` is anything JSON holds. */
export const keepSetting = (name: SettingName, value: unknown): Write => keep({ name, value: JSON.stringify(value) })

/** Keeps a setting; `value` is anything JSON holds. */
export const writeSetting = (
  store: RegionStore,
  name: SettingName,
  value: unknown
): Effect.Effect<void, StoreUnavailable> =>
  store.write<never>([keepSetting(name, value)]).pipe(Effect.catchTag("UniqueViolation", Effect.die))

/** As much as a small commit writes, in characters (our choice): what has no room for it has none for a payment. */
const probeCharacters = 16_384

/** Writes something that means nothing, and of one number to the next something else: only then is it written at all. */
export const writeProbe = (store: RegionStore, number: number): Effect.Effect<void, StoreUnavailable> =>
  writeSetting(store, "probe", String(number % 10).repeat(probeCharacters))

/**
 * The latest time that anything in a region was dated with, or `undefined` for an empty one. Some plugins date in whole
 * seconds, so the newest event need not be the latest: the last 1,000 are looked at.
 */
export const latestTime = (store: RegionStore): Read<number | undefined> =>
  Effect.map(
    store.read<{ readonly latest: number | null }>(
      `SELECT max(created_at) AS latest FROM
        (SELECT created_at FROM events ORDER BY sequence DESC LIMIT 1000) AS newest`,
      []
    ),
    ([row]) => row?.latest ?? undefined
  )
