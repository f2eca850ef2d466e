/**
 * The configuration of the server: read from the environment (or another `ConfigProvider`), checked as a whole, with
 * every problem told at once. Nothing is written here, and no file is read but those that are named.
 */
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { createSecureContext } from "node:tls"
import * as Config from "effect/Config"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { CardsAccount } from "../../plugins/cards/index.ts"
import { parseAccounts } from "./accounts.ts"
import { modeProblems, type SettingName, type Values } from "./mode-rules.ts"
import { postgresSettings, settings, type ServerMode, type Setting } from "./settings.ts"

/** Who may use the cards service. */
export type CardsAccess =
  /** Any well-formed test key, each its own account. Sandbox only. */
  | { readonly kind: "open" }
  /** These keys, each its own account. */
  | { readonly kind: "keys"; readonly keys: ReadonlyArray<Redacted.Redacted> }
  | { readonly kind: "accounts"; readonly accounts: ReadonlyArray<CardsAccount> }

/** What the server is told. */
export interface ServerConfig {
  /** 0 picks a free port. */
  readonly port: number
  readonly host: string
  /** Absolute path of the data folder, or `:memory:`. */
  readonly folder: string
  readonly mode: ServerMode
  /** `kept`: as the data left it. A number: epoch milliseconds at which engine time stands. */
  readonly clock: "kept" | "system" | number
  readonly seed: number | undefined
  /** 32 bytes in base64; always there in production. */
  readonly masterKey: Redacted.Redacted | undefined
  readonly cards: CardsAccess
  readonly adminToken: Redacted.Redacted | undefined
  /** Absolute path of the folder of screening lists. */
  readonly screeningLists: string | undefined
  /** PEM texts. */
  readonly tls: { readonly certificate: string; readonly key: Redacted.Redacted } | undefined
}

/** The settings do not fit. Each problem is one sentence that names the variable and what is allowed. */
export class ConfigRefused extends Data.TaggedError("ConfigRefused")<{ readonly problems: ReadonlyArray<string> }> {
  override get message(): string {
    return this.problems.join("\n")
  }
}

/** What holds where nothing is set. */
const defaults = { port: 4242, host: "127.0.0.1", folder: ".bursar", mode: "sandbox" } as const

type Texts = { readonly [Name in SettingName]: Option.Option<string> }

const settingNames = Object.keys(settings) as ReadonlyArray<SettingName>

type Read<A> = Result.Result<A, ReadonlyArray<string>>

const readSetting = <A>(setting: Setting<A>, given: Option.Option<string>): Read<A | undefined> => {
  const text = Option.getOrElse(given, () => "").trim()
  if (text === "") return Result.succeed(undefined)
  const value = setting.read(text)
  return value === undefined
    ? Result.fail([`${setting.name} is ${setting.found(text)} but must be ${setting.allowed}`])
    : Result.succeed(value)
}

const readText = (setting: Setting<string>, path: string): Read<string> =>
  Result.try({
    try: () => readFileSync(path, "utf8"),
    catch: (error) => [`${setting.name} names a file that cannot be read: ${(error as Error).message}`]
  })

const readTls = ({ tlsCertificate, tlsKey }: Values): Read<ServerConfig["tls"]> => {
  if (tlsCertificate === undefined && tlsKey === undefined) return Result.succeed(undefined)
  if (tlsCertificate === undefined || tlsKey === undefined) {
    const missing = tlsKey === undefined ? settings.tlsKey : settings.tlsCertificate
    return Result.fail([
      `${missing.name} is not set: a certificate and its key, ${settings.tlsCertificate.name} and ` +
        `${settings.tlsKey.name}, are set both or not at all`
    ])
  }
  return Result.gen(function* () {
    const certificate = yield* readText(settings.tlsCertificate, tlsCertificate)
    const key = yield* readText(settings.tlsKey, tlsKey)
    yield* Result.try({
      try: () => createSecureContext({ cert: certificate, key }),
      catch: (error) => [
        `${settings.tlsCertificate.name} and ${settings.tlsKey.name} must name a certificate chain and its private key, ` +
          `both PEM: ${(error as Error).message}`
      ]
    })
    return { certificate, key: Redacted.make(key) }
  })
}

const readCards = ({ cardsAccounts: path, cardsKeys }: Values): Read<CardsAccess> => {
  if (path === undefined) {
    return Result.succeed(
      cardsKeys === undefined ? { kind: "open" } : { kind: "keys", keys: cardsKeys.map((key) => Redacted.make(key)) }
    )
  }
  return Result.flatMap(readText(settings.cardsAccounts, path), (text) =>
    Result.mapBoth(parseAccounts(text), {
      onSuccess: (accounts) => ({ kind: "accounts", accounts }) as const,
      onFailure: (problems) => problems.map((problem) => `${settings.cardsAccounts.name}, ${path}: ${problem}`)
    })
  )
}

const keysOf = (cards: CardsAccess): ReadonlyArray<string> | undefined => {
  if (cards.kind === "open") return undefined
  return cards.kind === "keys"
    ? cards.keys.map((key) => Redacted.value(key))
    : cards.accounts.flatMap((account) => account.keys)
}

const redacted = (text: string | undefined) => (text === undefined ? undefined : Redacted.make(text))

const postgresProblem = (name: string) =>
  `${name} is set but this version has no Postgres store: unset it, and data are kept in ${settings.folder.name}`

const decide = (texts: Texts, postgres: ReadonlyArray<string>): Result.Result<ServerConfig, ConfigRefused> => {
  const problems = postgres.map(postgresProblem)
  const unreadable = new Set<SettingName>()
  const told = <A>(name: SettingName, read: Read<A>): A | undefined => {
    if (Result.isSuccess(read)) return read.success
    problems.push(...read.failure)
    unreadable.add(name)
    return undefined
  }
  const values = Object.fromEntries(
    settingNames.map((name) => [name, told(name, readSetting<unknown>(settings[name], texts[name]))])
  ) as Values
  const cards = told("cardsAccounts", readCards(values)) ?? { kind: "open" }
  const tls = told("tlsCertificate", readTls(values))
  const mode = values.mode ?? defaults.mode
  const host = values.host ?? defaults.host
  if (!unreadable.has("mode")) {
    problems.push(...modeProblems(mode, { values, host, cardsKeys: keysOf(cards) }, unreadable))
  }
  if (problems.length > 0) return Result.fail(new ConfigRefused({ problems }))
  return Result.succeed({
    port: values.port ?? defaults.port,
    host,
    folder: values.folder ?? resolve(defaults.folder),
    mode,
    clock: values.clock ?? "kept",
    seed: values.seed,
    masterKey: redacted(values.masterKey),
    cards,
    adminToken: redacted(values.adminToken),
    screeningLists: values.screeningLists,
    tls
  })
}

const optional = (name: string) => Config.option(Config.String(name))

const given = Config.all({
  texts: Config.all(
    Object.fromEntries(settingNames.map((name) => [name, optional(settings[name].name)])) as {
      readonly [Name in SettingName]: Config.Config<Option.Option<string>>
    }
  ),
  postgres: Config.all(postgresSettings.map((name) => Config.map(optional(name), Option.as(name))))
})

/** The configuration in the environment, or in the `ConfigProvider` of the program. A variable set to nothing is not set. */
export const configFromEnv: Effect.Effect<ServerConfig, ConfigRefused> = given.pipe(
  Effect.mapError((error) => new ConfigRefused({ problems: [error.message] })),
  Effect.flatMap(({ postgres, texts }) => Effect.fromResult(decide(texts, postgres.flatMap(Option.toArray))))
)
