/** Makes the folder of data files, and looks into a file in which no store is open. All throw what the system or the database says. */
import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { pathToFileURL } from "node:url"
import type { OwnedMigrations } from "../../services/Store.ts"
import { migrationsTable, newerThan, type Applied } from "../migrate.ts"
import { settingText, type SettingName } from "../settingsRepository.ts"
import { lockIn, primaryCodeOf, resultCodes } from "./SqlitePrepared.ts"

/**
 * Opens a file to read. Beside a copy, which nobody writes, nothing is made that readers of data make for each other: it may lie where
 * nobody may write. One that was taken with its log is read with it.
 */
export const openToRead = (path: string, kept: "data" | "copy"): DatabaseSync =>
  new DatabaseSync(kept === "data" || existsSync(`${path}-wal`) ? path : `${pathToFileURL(path).href}?immutable=1`, {
    readOnly: true
  })

const firstIn = (database: DatabaseSync, query: string, ...params: ReadonlyArray<string>): string | undefined => {
  try {
    const [value] = Object.values(database.prepare(query).get(...params) ?? {})
    return value === undefined ? undefined : String(value)
  } finally {
    database.close()
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * Makes a folder, for its owner only, with those above it. Each by itself: where the system lets nobody make one, as in `/proc`,
 * Node tries for ever to make all at once.
 */
export const makeFolder = (folder: string): void => {
  if (isFolder(folder)) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(folder)) throw error
  }
}

/**
 * Takes the lock of a folder, until it is closed; `undefined` where another process holds it. It is SQLite's own on an empty file,
 * so the system drops it however the process ends.
 */
export const takeLock = (folder: string): DatabaseSync | undefined => {
  const path = lockIn(folder)
  // A file that may only be read is opened for that, and keeps nobody out.
  if (existsSync(path)) accessSync(path, constants.W_OK)
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    lock.exec("PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE")
    return lock
  } catch (error) {
    lock.close()
    if (primaryCodeOf(error) === resultCodes.busy) return undefined
    throw error
  }
}

/** What is damaged in a file, or `undefined`. */
export const damageIn = (path: string, kept: "data" | "copy"): string | undefined => {
  const said = firstIn(openToRead(path, kept), "PRAGMA quick_check(1)")
  return said === "ok" ? undefined : String(said)
}

/** Whether a store was ever open on what a copy was made of. */
export const holdsData = (path: string): boolean =>
  firstIn(openToRead(path, "copy"), "SELECT name FROM sqlite_schema WHERE name = ?", migrationsTable) !== undefined

/** A setting of the engine, as JSON, or `undefined` when it was never set. */
export const settingIn = (path: string, name: SettingName): unknown => {
  const value = firstIn(openToRead(path, "data"), settingText, name)
  return value === undefined ? undefined : JSON.parse(value)
}

/** Says that a file was written by a newer version than one with these tables, where it was. */
export const newerIn = (path: string, owners: ReadonlyArray<OwnedMigrations>): string | undefined => {
  const database = openToRead(path, "data")
  try {
    const applied = database.prepare(`SELECT owner, id FROM ${migrationsTable}`).all()
    return newerThan(owners, applied as unknown as ReadonlyArray<Applied>)
  } finally {
    database.close()
  }
}
