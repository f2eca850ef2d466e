/**
 * The secrets a server makes for itself: the master key and the credentials of its services, in the data folder or, for
 * a server that keeps nothing, in memory. Configured credentials are never written down.
 */
import { randomBytes } from "node:crypto"
import { accessSync, constants, existsSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { makeSeededRandom } from "../domain/Id.ts"
import { regionNames } from "../services/Store.ts"
import { inMemory } from "../store/dialects/Sqlite.ts"
import { makeFolder } from "../store/dialects/SqliteFile.ts"
import type { ServerConfig } from "./config.ts"
import { StartRefused } from "./refusal.ts"
import { createSecretFile, readSecretFile, replaceSecretFile } from "./secretFile.ts"
import { isMasterKey, settings } from "./settings.ts"

/** What this version knows of the credentials file. */
const Credentials = Schema.Struct({
  cards: Schema.optionalKey(Schema.Struct({ secretKey: Schema.NonEmptyString })),
  bank: Schema.optionalKey(
    Schema.Struct({
      clientId: Schema.NonEmptyString,
      clientSecret: Schema.NonEmptyString,
      apiKey: Schema.NonEmptyString
    })
  ),
  docs: Schema.optionalKey(
    Schema.Struct({
      webhookSecret: Schema.optionalKey(Schema.NonEmptyString),
      apiKey: Schema.optionalKey(Schema.NonEmptyString)
    })
  ),
  admin: Schema.optionalKey(Schema.Struct({ token: Schema.NonEmptyString })),
  /** Some of them were made from a seed, so that whoever knows it has them. */
  fromSeed: Schema.optionalKey(Schema.Boolean)
})

/** What a server made for itself, and keeps in its data folder. */
export type Credentials = typeof Credentials.Type

/** The client of the bank service that a sandbox makes when none are configured. */
export interface BankCredentials {
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  readonly apiKey: Redacted.Redacted
}

/** What opens the documentation service. */
export interface DocsCredentials {
  /** `undefined`: there is none, and only the admin token opens it. */
  readonly apiKey: Redacted.Redacted | undefined
  /** `undefined`: the CI webhook is not configured. */
  readonly webhookSecret: Redacted.Redacted | undefined
}

/** The credentials a server runs with. */
export interface ServerCredentials {
  /** The test key that was made for an open sandbox; `undefined` when keys are configured. */
  readonly cardsKey: Redacted.Redacted | undefined
  /** `undefined` when clients are configured, and in production. */
  readonly bank: BankCredentials | undefined
  readonly docs: DocsCredentials
  readonly adminToken: Redacted.Redacted
  /** Where those that were made are kept; `undefined` when none were made, or in memory only. */
  readonly file: string | undefined
}

/** Names in the data folder. Scripts of operators rely on them. */
export const fileNames = { credentials: "credentials.json", masterKey: "master.key" } as const

/** Sizes in bytes: the master key's is the signer's, the others are our choice (128 and 256 bits). */
const sizes = {
  masterKey: 32,
  cardsKey: 16,
  adminToken: 32,
  bankSecret: 32,
  bankKey: 32,
  docsApiKey: 16,
  docsWebhookSecret: 16
} as const

/** FNV-1a of 32 bits: gives each kind of secret a stream of its own, so that a new kind changes none of the others. */
const streamOf = (kind: string): number =>
  [...kind].reduce((hash, character) => Math.imul(hash ^ character.charCodeAt(0), 0x01000193), 0x811c9dc5)

const bytesOf = (config: ServerConfig, kind: keyof typeof sizes): Buffer => {
  if (config.seed === undefined) return randomBytes(sizes[kind])
  const random = makeSeededRandom((config.seed ^ streamOf(kind)) >>> 0)
  return Buffer.from(Array.from({ length: sizes[kind] }, () => random() & 0xff))
}

const refused = (message: string) => new StartRefused({ message })

/** Touches the data folder; an error of the system names the folder. */
const inFolder = <A>(config: ServerConfig, run: () => A): Effect.Effect<A, StartRefused> =>
  Effect.try({
    try: run,
    catch: (error) =>
      error instanceof StartRefused
        ? error
        : refused(
            `the data folder ${config.folder} cannot be used: ${error instanceof Error ? error.message : String(error)}`
          )
  })

/** Refuses a folder that cannot be written, or whose missing parts cannot be made, before anything is tried in it. */
const needWritable = (folder: string): void => {
  const there = existsSync(folder) || dirname(folder) === folder
  if (!there) return needWritable(dirname(folder))
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch {
    throw new Error(
      `this program may not write in ${folder}. Allow it, or set ${settings.folder.name} to another folder`
    )
  }
}

/** Makes the folder, for its owner only, and keeps it out of a repository it may lie in. */
const prepareFolder = (folder: string): void => {
  needWritable(folder)
  if (existsSync(folder)) return
  makeFolder(folder)
  writeFileSync(join(folder, ".gitignore"), "*\n")
}

const checkedMasterKey = (path: string, text: string): Redacted.Redacted => {
  const key = text.trim()
  if (!isMasterKey(key)) throw refused(`${path} must be ${settings.masterKey.allowed}`)
  return Redacted.make(key)
}

/**
 * The master key: the configured one, or in a sandbox the one of the data folder, made at the first start. A folder
 * that holds data but no key was written with a configured one, so a new key is refused.
 */
export const loadMasterKey = (config: ServerConfig): Effect.Effect<Redacted.Redacted, StartRefused> => {
  const { folder, masterKey } = config
  const made = () => bytesOf(config, "masterKey").toString("base64")
  if (folder === inMemory) return Effect.sync(() => masterKey ?? Redacted.make(made()))
  return inFolder(config, () => {
    prepareFolder(folder)
    if (masterKey !== undefined) return masterKey
    const path = join(folder, fileNames.masterKey)
    const kept = readSecretFile(path)
    if (kept !== undefined) return checkedMasterKey(path, kept)
    if (regionNames.some((region) => existsSync(join(folder, `${region}.db`)))) {
      throw refused(
        `the data folder ${folder} holds data but no ${fileNames.masterKey}. ` +
          `Set ${settings.masterKey.name} to the key they were written with`
      )
    }
    createSecretFile(path, `${made()}\n`)
    return checkedMasterKey(path, readSecretFile(path) ?? "")
  })
}

const isCredentials = Schema.is(Credentials)

/**
 * What the file holds, with whatever other versions keep there, so that writing it again loses nothing. Throws `StartRefused`
 * where it is damaged.
 */
export const readCredentials = (path: string): Credentials => {
  const text = readSecretFile(path)
  if (text === undefined) return {}
  const kept = Result.try((): unknown => JSON.parse(text))
  if (Result.isSuccess(kept) && isCredentials(kept.success)) return kept.success
  throw refused(`${path} is not a file of credentials. Repair it, or remove it to have new ones made`)
}

/** Whether the bank service of this server has a client that was made for it. */
const makesBankClient = ({ bank, mode }: ServerConfig): boolean => mode === "sandbox" && bank.clients === undefined

const madeBankClient = (config: ServerConfig): NonNullable<Credentials["bank"]> => ({
  clientId: "cli_sandbox",
  clientSecret: `bank_secret_${bytesOf(config, "bankSecret").toString("hex")}`,
  apiKey: `bank_key_${bytesOf(config, "bankKey").toString("hex")}`
})

/** What the documentation service of a sandbox needs and lacks; production makes no secrets. */
const completeDocs = (config: ServerConfig, kept: Credentials): Pick<Credentials, "docs"> => {
  if (config.mode === "production") return {}
  const { apiKey, webhookSecret } = config.docs
  const made = {
    ...(apiKey === undefined && kept.docs?.apiKey === undefined
      ? { apiKey: `docs_${bytesOf(config, "docsApiKey").toString("hex")}` }
      : {}),
    ...(webhookSecret === undefined && kept.docs?.webhookSecret === undefined
      ? { webhookSecret: `whsec_${bytesOf(config, "docsWebhookSecret").toString("hex")}` }
      : {})
  }
  return Object.keys(made).length === 0 ? {} : { docs: { ...kept.docs, ...made } }
}

/** The credentials with what this server needs and they lack. */
const complete = (config: ServerConfig, kept: Credentials): Credentials => {
  const made = missing(config, kept)
  const fromSeed = config.seed !== undefined && Object.keys(made).length > 0
  return { ...kept, ...made, ...(fromSeed ? { fromSeed } : {}) }
}

const missing = (config: ServerConfig, kept: Credentials): Credentials => ({
  ...(config.cards.kind === "open" && kept.cards === undefined
    ? { cards: { secretKey: `sk_test_${bytesOf(config, "cardsKey").toString("hex")}` } }
    : {}),
  ...(makesBankClient(config) && kept.bank === undefined ? { bank: madeBankClient(config) } : {}),
  ...completeDocs(config, kept),
  ...(config.adminToken === undefined && kept.admin === undefined
    ? { admin: { token: bytesOf(config, "adminToken").toString("hex") } }
    : {})
})

const textOf = (credentials: Credentials): string => `${JSON.stringify(credentials, null, 2)}\n`

const redacted = (text: string | undefined) => (text === undefined ? undefined : Redacted.make(text))

/** Configured credentials win; in production nothing else counts. */
const docsInUse = ({ docs, mode }: ServerConfig, kept: Credentials["docs"]): DocsCredentials => {
  const made = mode === "production" ? undefined : kept
  return {
    apiKey: docs.apiKey ?? redacted(made?.apiKey),
    webhookSecret: docs.webhookSecret === "closed" ? undefined : (docs.webhookSecret ?? redacted(made?.webhookSecret))
  }
}

const inUse = (config: ServerConfig, credentials: Credentials, file: string | undefined): ServerCredentials => {
  const { admin, bank, cards, docs } = credentials
  return {
    cardsKey: config.cards.kind === "open" && cards !== undefined ? Redacted.make(cards.secretKey) : undefined,
    bank:
      bank !== undefined && makesBankClient(config)
        ? {
            clientId: bank.clientId,
            clientSecret: Redacted.make(bank.clientSecret),
            apiKey: Redacted.make(bank.apiKey)
          }
        : undefined,
    docs: docsInUse(config, docs),
    // `complete` made one where none is configured.
    adminToken: config.adminToken ?? Redacted.make(admin!.token),
    file
  }
}

/** A folder may have been a sandbox's before it is a production server's. */
const checkAdminToken = ({ adminToken, mode }: ServerConfig, path: string, kept: Credentials): void => {
  if (mode !== "production" || adminToken !== undefined || kept.fromSeed !== true || kept.admin === undefined) return
  throw refused(
    `the admin token in ${path} was made by a sandbox from ${settings.seed.name}, so it can be guessed. ` +
      `Set ${settings.adminToken.name}, or remove the file to have a new one made`
  )
}

/**
 * The credentials: those in the data folder, with what is missing made and written. Call it while the folder is this
 * process's own.
 */
export const loadCredentials = (config: ServerConfig): Effect.Effect<ServerCredentials, StartRefused> => {
  if (config.folder === inMemory) return Effect.sync(() => inUse(config, complete(config, {}), undefined))
  return inFolder(config, () => {
    const path = join(config.folder, fileNames.credentials)
    // Of several processes on one database that start in a new folder, one makes the file.
    const made = complete(config, {})
    if (!existsSync(path) && Object.keys(made).length > 0) createSecretFile(path, textOf(made))
    const kept = readCredentials(path)
    checkAdminToken(config, path, kept)
    const all = complete(config, kept)
    if (JSON.stringify(all) !== JSON.stringify(kept)) replaceSecretFile(path, textOf(all))
    return inUse(config, all, Object.keys(all).length > 0 ? path : undefined)
  })
}
