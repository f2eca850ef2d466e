/** Looks into a data file in which no store is open. Both throw what the database says. */
import { DatabaseSync } from "node:sqlite"
import { settingText, type SettingName } from "../settingsRepository.ts"

const firstIn = (path: string, query: string, ...params: ReadonlyArray<string>): string | undefined => {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const [value] = Object.values(database.prepare(query).get(...params) ?? {})
    return value === undefined ? undefined : String(value)
  } finally {
    database.close()
  }
}

/** What is damaged in a file, or `undefined`. */
export const damageIn = (path: string): string | undefined => {
  const said = firstIn(path, "PRAGMA quick_check(1)")
  return said === "ok" ? undefined : String(said)
}

/** A setting of the engine, as JSON, or `undefined` when it was never set. */
export const settingIn = (path: string, name: SettingName): unknown => {
  const value = firstIn(path, settingText, name)
  return value === undefined ? undefined : JSON.parse(value)
}
