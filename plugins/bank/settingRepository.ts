/** Lists and switches that administrators keep, by name. */
import * as Effect from "effect/Effect"
import type { RegionStore, StoreUnavailable, Write } from "../../src/plugin.ts"

/** Names of the settings. */
export type SettingName = "sanctioned_places" | "participant_directory" | "simulator"

/** A setting, or `undefined` where the default stands. */
export const readSetting = <A>(store: RegionStore, name: SettingName): Effect.Effect<A | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<{ readonly state: string }>(`SELECT state FROM bank_settings WHERE name = ?`, [name]),
    ([row]) => (row === undefined ? undefined : (JSON.parse(row.state) as A))
  )

/** The write that keeps a setting. */
export const keepSetting = (name: SettingName, state: unknown): Write => ({
  text: `INSERT INTO bank_settings (name, state, version) VALUES (?, ?, 1)
    ON CONFLICT (name) DO UPDATE SET state = excluded.state, version = bank_settings.version + 1`,
  params: [name, JSON.stringify(state)]
})
