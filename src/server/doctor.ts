/** Looks for what keeps a server from starting or makes it weak: machine, settings, folder, database, port. Changes nothing. */
import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from "node:fs"
import { createServer } from "node:net"
import { basename, dirname, join } from "node:path"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { copyIn, ownCopy, twoCopies } from "../engine/NodeEffectCopies.ts"
import { fromMasterKey, masterKeyCheck } from "../services/signer/MasterKey.ts"
import { inMemory } from "../store/dialects/Sqlite.ts"
import type { OwnedMigrations } from "../services/Store.ts"
import { damageIn, newerIn, settingIn } from "../store/dialects/SqliteFile.ts"
import { dataFilesIn, folderIsLocked, homeFile } from "./backup.ts"
import { configFromEnv, type ConfigRefused, type ServerConfig } from "./config.ts"
import { fileNames } from "./credentials.ts"
import { misspelled } from "./misspelled.ts"
import { notedPort } from "./place.ts"
import { schemasOf } from "./prune.ts"
import { listenRefused } from "./refusal.ts"
import { isMasterKey, settings } from "./settings.ts"
import { modeHelps, placeOf } from "./store.ts"

/** One thing that was looked at. */
export interface Finding {
  readonly about: "machine" | "settings" | "folder" | "disk" | "data" | "database" | "port"
  readonly state: "good" | "weak" | "bad"
  /** A sentence; where something is wrong it says what helps. */
  readonly says: string
}

type Env = Readonly<Record<string, string | undefined>>

const good = (about: Finding["about"], says: string): Finding => ({ about, state: "good", says })
const weak = (about: Finding["about"], says: string): Finding => ({ about, state: "weak", says })
const bad = (about: Finding["about"], says: string): Finding => ({ about, state: "bad", says })

/** Free space below which commits may soon fail, and below which it is time to act; in bytes, our choice. */
const disk = { least: 100_000_000, enough: 1_000_000_000 } as const

const gigabytes = (bytes: number): string => `${(bytes / 1_000_000_000).toFixed(1)} GB`

/** The first part of a path that exists. */
const existingPart = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : existingPart(dirname(path))

const ofMachine = (): Finding => good("machine", `Node ${process.versions.node} on ${process.platform} ${process.arch}`)

/** Layers of a host and the engine must come from one copy of Effect. */
const ofEffect = (cwd: string): Finding => {
  const ours = ownCopy()
  const theirs = copyIn(cwd)
  if (ours === undefined) return bad("machine", "Effect is not installed: npm i effect")
  if (theirs === undefined || theirs.path === ours.path) return good("machine", `Effect ${ours.version}`)
  return weak("machine", twoCopies(theirs, ours))
}

const isAllowed = (path: string, mode: number): boolean => {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

/** The master key of the settings, or that of the folder; `undefined` where there is none. */
const masterKeyOf = ({ folder, masterKey }: ServerConfig): string | undefined => {
  if (masterKey !== undefined) return Redacted.value(masterKey)
  const path = join(folder, fileNames.masterKey)
  return isAllowed(path, constants.R_OK) ? readFileSync(path, "utf8") : undefined
}

/** A file that the owner alone should read, and this program must. */
const ofSecret = (path: string): ReadonlyArray<Finding> => {
  const { mode, uid } = statSync(path)
  const user = process.getuid?.()
  // The administrator of the machine may use it all the same.
  if (user !== undefined && uid !== user)
    return [
      (user === 0 ? weak : bad)(
        "folder",
        `${path} belongs to another user of this machine: chown it to the one that runs the server`
      )
    ]
  return (mode & 0o077) === 0 ? [] : [weak("folder", `Others on this machine may read ${path}: chmod 600 it`)]
}

const ofFolder = (config: ServerConfig): ReadonlyArray<Finding> => {
  const { folder } = config
  const there = existingPart(folder)
  if (!isAllowed(there, constants.W_OK | constants.X_OK)) {
    return [
      bad(
        "folder",
        `This program may not write in ${there}: allow it, or set ${settings.folder.name} to another folder`
      )
    ]
  }
  const secrets = Object.values(fileNames)
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path))
  const key = masterKeyOf(config)
  const isKey = key === undefined || isMasterKey(key)
  return [
    good("folder", existsSync(folder) ? `${folder} can be written` : `${folder} can be made`),
    ...(isKey ? [] : [bad("folder", `${join(folder, fileNames.masterKey)} must be ${settings.masterKey.allowed}`)]),
    ...secrets.flatMap(ofSecret)
  ]
}

const ofDisk = (folder: string): Finding => {
  const { bavail, bsize } = statfsSync(existingPart(folder))
  const free = bavail * bsize
  if (free < disk.least)
    return bad("disk", `Only ${gigabytes(free)} are free where ${folder} is: make room before data are written`)
  if (free < disk.enough) return weak("disk", `Only ${gigabytes(free)} are free where ${folder} is`)
  return good("disk", `${gigabytes(free)} are free`)
}

const damageOf = (path: string): string | undefined => {
  try {
    return damageIn(path, "data")
  } catch (error) {
    return (error as Error).message
  }
}

const checkOf = (key: string): string =>
  masterKeyCheck(fromMasterKey(Buffer.from(key, "base64"), (length) => new Uint8Array(length)))

/** A sandbox does not open the data of a production server. */
const ofMode = (place: string, kept: unknown, { mode }: ServerConfig): ReadonlyArray<Finding> =>
  kept === "production" && mode === "sandbox"
    ? [bad("data", `${place} is of a production server, and this is a sandbox: ${modeHelps}`)]
    : []

/** The tables of this version. */
type Known = ReadonlyArray<OwnedMigrations>

/** Data of one region are opened as no other one. */
const ofRegion = (place: string, kept: unknown, region: string): ReadonlyArray<Finding> =>
  kept === undefined || kept === region
    ? []
    : [bad("data", `${place} holds the data of ${String(kept)}: give each region the database or the file that it had`)]

/** Data of a newer version are not opened. */
const ofVersion = (place: string, newer: string | undefined): ReadonlyArray<Finding> =>
  newer === undefined ? [] : [bad("data", `${place} ${newer}`)]

/** Whether data were written with the master key, by what they keep of it. */
const ofMasterKey = (place: string, kept: unknown, config: ServerConfig): ReadonlyArray<Finding> => {
  if (kept === undefined) return []
  const key = masterKeyOf(config)
  const helps = `set ${settings.masterKey.name} to the key that it was written with`
  if (key === undefined) return [bad("data", `There is no master key for ${place}: ${helps}`)]
  return isMasterKey(key) && kept === checkOf(key)
    ? [good("data", `${place} was written with this master key`)]
    : [bad("data", `${place} was written with another master key: ${helps}`)]
}

/** The same for a file, as far as it can be read: one that is damaged is named by itself. */
const ofNotesInFile = (name: string, config: ServerConfig, known: Known): ReadonlyArray<Finding> => {
  const path = join(config.folder, name)
  const noted = (setting: "master_key_check" | "mode" | "region") =>
    Result.getOrUndefined(Result.try(() => settingIn(path, setting)))
  return [
    ...ofVersion(name, Result.getOrUndefined(Result.try(() => newerIn(path, known)))),
    ...ofMode(name, noted("mode"), config),
    ...ofRegion(name, noted("region"), basename(name, ".db")),
    ...ofMasterKey(name, noted("master_key_check"), config)
  ]
}

/** A file, or one that the database keeps beside it, that belongs to somebody else, as after a start as another user. */
const foreignFile = (path: string): string | undefined =>
  [path, `${path}-wal`, `${path}-shm`].find(
    (file) => existsSync(file) && !isAllowed(file, constants.R_OK | constants.W_OK)
  )

const ofData = (config: ServerConfig, known: Known): ReadonlyArray<Finding> => {
  const { folder } = config
  const files = dataFilesIn(folder)
  if (files.length === 0) return [good("data", "There are none yet")]
  const foreign = [".lock", ...files].flatMap((name) => foreignFile(join(folder, name)) ?? [])
  if (foreign.length > 0)
    return foreign.map((file) => bad("data", `This program may not read and write ${file}: allow it`))
  if (folderIsLocked(folder)) return [good("data", `A server runs on ${folder}`)]
  const whole = files.map((name) => {
    const damage = damageOf(join(folder, name))
    return damage === undefined
      ? good("data", `${name} is whole`)
      : bad("data", `${name} is damaged (${damage}): restore a backup into an empty folder`)
  })
  const home = files.includes(homeFile)
    ? []
    : [bad("data", `There is no ${homeFile}, which the others need: put it back, or restore a backup`)]
  return [...whole, ...home, ...files.flatMap((name) => ofNotesInFile(name, config, known))]
}

const ofDatabases = (config: ServerConfig, known: Known) =>
  Effect.forEach(Object.entries(config.databases ?? {}), ([region, url]) =>
    Effect.promise(() => import("../store/dialects/postgresFacts.ts")).pipe(
      Effect.flatMap(({ postgresFacts }) => postgresFacts(Redacted.value(url), known)),
      Effect.match({
        onSuccess: ({ masterKeyCheck, mode, newer, region: kept, version }) => [
          good("database", `Postgres ${version} answers for ${region}`),
          ...ofVersion(region, newer),
          ...ofMode(region, mode, config),
          ...ofRegion(region, kept, region),
          ...ofMasterKey(region, masterKeyCheck, config)
        ],
        onFailure: (detail) => [
          bad(
            "database",
            `${placeOf({ "us-east-1": url })} does not answer for ${region} (${detail}): check ${settings.database.name}`
          )
        ]
      })
    )
  )

const ofPort = (config: ServerConfig): Effect.Effect<Finding> => {
  const { folder, host, port } = config
  // It is taken, and by whom it should be.
  if (port !== 0 && notedPort(folder) === port) {
    return Effect.succeed(good("port", `The server that runs on ${folder} listens on port ${port}`))
  }
  return Effect.callback((resume) => {
    const server = createServer()
    server.once("error", (error) => resume(Effect.succeed(bad("port", listenRefused(config, error).message))))
    server.listen({ host, port }, () =>
      server.close(() =>
        resume(Effect.succeed(good("port", port === 0 ? "Any free one is taken" : `${host} port ${port} is free`)))
      )
    )
  })
}

/** Shortest token that opens a console, in characters: what `plugins/console` says. */
const shortestToken = 16

/** What a sandbox takes and others should not reach. */
const weaknesses = (config: ServerConfig, env: Env): ReadonlyArray<Finding> => [
  ...misspelled(env).map((line) => weak("settings", line)),
  ...(config.console !== undefined &&
  config.adminToken !== undefined &&
  Redacted.value(config.adminToken).length < shortestToken
    ? [
        weak(
          "settings",
          `${settings.adminToken.name} has fewer than ${shortestToken} characters: it does not open the console`
        )
      ]
    : []),
  ...(env[settings.allowOpenSandbox.name] === "1" && config.cards.kind === "open"
    ? [
        weak(
          "settings",
          `${settings.allowOpenSandbox.name} is 1: whoever reaches this server can use it with any test key`
        )
      ]
    : [])
]

const ofConfig = (config: ServerConfig, env: Env) =>
  Effect.gen(function* () {
    const known = yield* Effect.orDie(schemasOf(config))
    const isInFiles = config.databases === undefined && config.folder !== inMemory
    return [
      good("settings", `They fit together (${config.mode})`),
      ...weaknesses(config, env),
      ...(config.folder === inMemory ? [] : [...ofFolder(config), ofDisk(config.folder)]),
      ...(isInFiles ? ofData(config, known) : []),
      ...(yield* ofDatabases(config, known)).flat(),
      yield* ofPort(config)
    ]
  })

/** Everything that was looked at, with the variables as settings. */
export const examine = (env: Env, cwd: string = process.cwd()): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.gen(function* () {
    const provider = ConfigProvider.fromEnvRecord(env, { preserveEmptyStrings: true })
    const read = yield* Effect.result(
      Effect.provideService(configFromEnv, ConfigProvider.ConfigProvider, provider) as Effect.Effect<
        ServerConfig,
        ConfigRefused
      >
    )
    if (Result.isSuccess(read)) return [ofMachine(), ofEffect(cwd), ...(yield* ofConfig(read.success, env))]
    return [
      ofMachine(),
      ofEffect(cwd),
      ...read.failure.problems.map((problem) => bad("settings", problem)),
      ...misspelled(env).map((line) => weak("settings", line))
    ]
  })
