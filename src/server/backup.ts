/**
 * Copies of a data folder: made while a server runs on it, and put back into an empty one. For data in Postgres its own
 * tools do this.
 */
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { backup } from "node:sqlite"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { regionNames } from "../services/Store.ts"
import { damageIn, holdsData, makeFolder, openToRead, takeLock } from "../store/dialects/SqliteFile.ts"
import { fileNames } from "./credentials.ts"
import { CommandRefused } from "./refusal.ts"
import { replaceSecretFile } from "./secretFile.ts"

/** What lies beside the data and is needed with them: the key that opens what is sealed, and the credentials. */
const secretFiles = [fileNames.masterKey, fileNames.credentials] as const

/** The file with keys, clock and settings, which those of the other regions need. */
export const homeFile = "us-east-1.db"

const ownerOnly = 0o600

/** Pages copied in one step: all of them, so that a busy server cannot make the copy begin anew for ever. */
const allPages = 2_147_483_647

const refused = (message: string) => new CommandRefused({ message: `Nothing was done: ${message}` })

/** Runs what throws `CommandRefused` or an error of the file system. */
export const attempt = <A>(folder: string, run: () => A | Promise<A>): Effect.Effect<A, CommandRefused> =>
  Effect.tryPromise({
    try: async () => run(),
    catch: (error) =>
      error instanceof CommandRefused
        ? error
        : refused(`${folder} cannot be used: ${error instanceof Error ? error.message : String(error)}`)
  })

export const dataFilesIn = (folder: string): ReadonlyArray<string> =>
  existsSync(folder) ? regionNames.map((region) => `${region}.db`).filter((name) => existsSync(join(folder, name))) : []

/** A damaged file is found before anybody relies on it, and one of which nothing was written: that is a database, too. */
const checkFile = (path: string): void => {
  const wrongIn = () => {
    const damage = damageIn(path, "copy")
    if (damage !== undefined) return `is damaged: ${damage}`
    return holdsData(path) ? undefined : "holds no data of Bursar"
  }
  const wrong = Result.getOrElse(Result.try(wrongIn), (error) => `is damaged: ${(error as Error).message}`)
  if (wrong !== undefined) throw refused(`${path} ${wrong}`)
}

const makeEmpty = (folder: string): void => {
  makeFolder(folder)
  if (dataFilesIn(folder).length > 0) throw refused(`${folder} holds data already: name an empty folder`)
}

/** A key that is in a folder without data may be that of data in a database, which nothing else opens. */
const checkKey = (from: string, to: string): void => {
  const [copied, there] = [from, to]
    .map((folder) => join(folder, fileNames.masterKey))
    .map((path) => (existsSync(path) ? readFileSync(path, "utf8").trim() : undefined))
  if (copied !== undefined && there !== undefined && copied !== there)
    throw refused(`${to} holds another ${fileNames.masterKey}: move it to a safe place first, or name an empty folder`)
}

/** Tells how far the work has come. */
type Tell = (text: string) => void

/** Which folder is copied where. */
export interface CopyOptions {
  readonly from: string
  readonly to: string
  readonly tell?: Tell
}

/** A size for people. */
export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

/** Copies one database as it stands at one moment; commits that come meanwhile are not in it. */
const copyDatabase = async (from: string, to: string, kept: "data" | "copy"): Promise<void> => {
  rmSync(to, { force: true })
  const source = openToRead(from, kept)
  try {
    await backup(source, to, { rate: allPages })
  } finally {
    source.close()
  }
  chmodSync(to, ownerOnly)
}

const copyAll = async (
  { from, tell = () => {}, to }: CopyOptions,
  kept: "data" | "copy"
): Promise<ReadonlyArray<string>> => {
  const files = dataFilesIn(from)
  if (files.length === 0) throw refused(`${from} holds no data`)
  if (!files.includes(homeFile)) throw refused(`${from} holds no ${homeFile}, which the other regions need`)
  makeEmpty(to)
  checkKey(from, to)
  const secrets = secretFiles.filter((name) => existsSync(join(from, name)))
  const names = [...secrets, ...files]
  const partOf = (name: string) => join(to, `${name}.part`)
  try {
    for (const [at, name] of files.entries()) {
      tell(`Copying ${name}, ${at + 1} of ${files.length} (${megabytes(statSync(join(from, name)).size)})`)
      await copyDatabase(join(from, name), partOf(name), kept)
      tell(`Checking ${name}`)
      checkFile(partOf(name))
    }
    for (const name of secrets) replaceSecretFile(partOf(name), readFileSync(join(from, name), "utf8"))
    // All at the end: a copy in which a region is missing looks like one of data that never had it.
    for (const name of names) renameSync(partOf(name), join(to, name))
    return [...files, ...secrets]
  } finally {
    for (const name of names) rmSync(partOf(name), { force: true })
  }
}

/**
 * Copies a data folder, also while a server runs on it, and answers the names of the files. Each region is copied as it stands
 * at one moment.
 */
export const backUp = (options: CopyOptions) => attempt(options.to, () => copyAll(options, "data"))

/** A server on the folder holds this lock; see the SQLite dialect. */
export const withFolderLocked = async <A>(folder: string, run: () => Promise<A>): Promise<A> => {
  makeFolder(folder)
  const lock = takeLock(folder)
  if (lock === undefined) throw refused(`a server runs on ${folder}: stop it first`)
  try {
    return await run()
  } finally {
    lock.close()
  }
}

/** Whether a server runs on a folder. */
export const folderIsLocked = (folder: string): boolean => {
  if (!existsSync(join(folder, ".lock"))) return false
  const lock = takeLock(folder)
  lock?.close()
  return lock === undefined
}

/** Names in a folder that a server has never used. */
const leftovers = (folder: string): ReadonlyArray<string> => readdirSync(folder).filter((name) => name.endsWith("-wal"))

/** Puts a copy back into a data folder that holds no data. Every file is checked before the first is written. */
export const restore = (options: CopyOptions) =>
  attempt(options.to, () =>
    withFolderLocked(options.to, async () => {
      for (const name of dataFilesIn(options.from)) {
        options.tell?.(`Checking ${name}`)
        checkFile(join(options.from, name))
      }
      const [stale] = leftovers(options.to)
      if (stale !== undefined) throw refused(`${options.to} holds ${stale} of other data: name an empty folder`)
      return copyAll(options, "copy")
    })
  )
