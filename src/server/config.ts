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
import { parseClients, type ClientConfig } from "../../plugins/bank/index.ts"
import type { CardsAccount } from "../../plugins/cards/index.ts"
import { parseAccounts } from "./accounts.ts"
import { docsModelOf, docsModelProblems, type DocsModel } from "./docs-model.ts"
import { modeProblems, type SettingName, type Values } from "./mode-rules.ts"
import type { RegionName } from "../services/Store.ts"
import { retentionKinds } from "./retention.ts"
import { isExposed, settings, type ServerMode, type Setting } from "./settings.ts"

/** Who may use the cards service. */
export type CardsAccess =
  /** Any well-formed test key, each its own account. Sandbox only. */
  | { readonly kind: "open" }
  /** These keys, each its own account. */
  | { readonly kind: "keys"; readonly keys: ReadonlyArray<Redacted.Redacted> }
  | { readonly kind: "accounts"; readonly accounts: ReadonlyArray<CardsAccount> }

/** Databases of Postgres: the home region's and any that further regions have to themselves. */
export type DatabaseUrls = { readonly "us-east-1": Redacted.Redacted } & Partial<Record<RegionName, Redacted.Redacted>>

/** Who may use the documentation service, what it may reach, and who writes. */
export interface DocsAccess {
  readonly apiKey: Redacted.Redacted | undefined
  /** `closed`: set to nothing, so that the CI webhook is not open to anybody. */
  readonly webhookSecret: Redacted.Redacted | "closed" | undefined
  readonly allowOrigins: ReadonlyArray<string>
  /** Absent: rules and templates write. */
  readonly model?: DocsModel | undefined
}

/** Where spans and figures go. */
export interface Telemetry {
  /** Without a slash at the end: `/v1/traces` and `/v1/metrics` are appended. */
  readonly endpoint: string
  readonly serviceName: string
  readonly headers: Redacted.Redacted<Readonly<Record<string, string>>>
}

/** The settings of the server. */
export interface ServerConfig {
  /** 0 picks a free port. */
  readonly port: number
  readonly host: string
  /**
   * The address by which browsers and partners reach the server, such as `https://pay.example.com/bursar`, without a slash
   * at the end. `undefined`: links follow the address of each request.
   */
  readonly publicUrl: string | undefined
  /** Addresses and networks of the proxies whose forwarding headers count. */
  readonly trustProxy: ReadonlyArray<string>
  /** Absolute path of the data folder, or `:memory:`. */
  readonly folder: string
  /** Where data are kept instead of in files of the folder. */
  readonly databases: DatabaseUrls | undefined
  readonly mode: ServerMode
  /** `kept`: as the data left it. A number: epoch milliseconds at which engine time stands. */
  readonly clock: "kept" | "system" | number
  readonly seed: number | undefined
  /** 32 bytes in base64; always there in production. */
  readonly masterKey: Redacted.Redacted | undefined
  readonly cards: CardsAccess
  readonly bank: {
    /** `undefined`: none are configured, and a sandbox makes one. */
    readonly clients: ReadonlyArray<ClientConfig> | undefined
    /** Whether the simulator may end the process, to try what a crash leaves behind. */
    readonly allowCrash: boolean
  }
  readonly docs: DocsAccess
  readonly adminToken: Redacted.Redacted | undefined
  /** The web console; absent: it is left out. */
  readonly console?: {
    readonly readToken: Redacted.Redacted | undefined
    /** Tokens by the names of those whose they are. */
    readonly administrators: Redacted.Redacted<Readonly<Record<string, string>>>
  }
  /** Absolute path of the folder of screening lists. */
  readonly screeningLists: string | undefined
  /** Days for which kinds of rows are kept, where one is set. */
  readonly retention?: Readonly<Record<string, number>> | undefined
  /** The OpenTelemetry collector that gets spans and figures. Absent: nobody does, and no span is made. */
  readonly telemetry?: Telemetry | undefined
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

const readClients = ({ bankClients: path }: Values): Read<ReadonlyArray<ClientConfig> | undefined> =>
  path === undefined
    ? Result.succeed(undefined)
    : Result.flatMap(readText(settings.bankClients, path), (text) =>
        Result.mapError(parseClients(text), (problems) =>
          problems.map((problem) => `${settings.bankClients.name}, ${path}: ${problem}`)
        )
      )

const keysOf = (cards: CardsAccess): ReadonlyArray<string> | undefined => {
  if (cards.kind === "open") return undefined
  return cards.kind === "keys"
    ? cards.keys.map((key) => Redacted.value(key))
    : cards.accounts.flatMap((account) => account.keys)
}

const redacted = (text: string | undefined) => (text === undefined ? undefined : Redacted.make(text))

const readDatabases = (values: Values): Read<DatabaseUrls | undefined> => {
  const { databaseApSoutheast, databaseEuWest } = values
  const home = values.databaseUsEast ?? values.database
  if (home === undefined) {
    const alone =
      databaseEuWest === undefined ? databaseApSoutheast && settings.databaseApSoutheast : settings.databaseEuWest
    return alone === undefined || alone === ""
      ? Result.succeed(undefined)
      : Result.fail([
          `${alone.name} is set but ${settings.database.name} is not: what belongs to no region is kept there`
        ])
  }
  return Result.succeed({
    "us-east-1": Redacted.make(home),
    ...(databaseEuWest === undefined ? {} : { "eu-west-1": Redacted.make(databaseEuWest) }),
    ...(databaseApSoutheast === undefined ? {} : { "ap-southeast-1": Redacted.make(databaseApSoutheast) })
  })
}

/** A secret that is set to nothing is a decision: the webhook stays closed. */
const docsOf = (values: Values, texts: Texts): DocsAccess => {
  const model = docsModelOf(values)
  const isClosed = Option.isSome(texts.docsWebhookSecret) && texts.docsWebhookSecret.value.trim() === ""
  return {
    apiKey: redacted(values.docsApiKey),
    webhookSecret: isClosed ? "closed" : redacted(values.docsWebhookSecret),
    allowOrigins: values.docsAllowOrigins ?? [],
    model
  }
}

const retentionOf = (values: Values): Pick<ServerConfig, "retention"> => {
  const set = retentionKinds.flatMap((kind) => (values[kind] === undefined ? [] : [[kind, values[kind]] as const]))
  return set.length === 0 ? {} : { retention: Object.fromEntries(set) }
}

const telemetryOf = ({ otelServiceName, otlpEndpoint, otlpHeaders }: Values): Pick<ServerConfig, "telemetry"> =>
  otlpEndpoint === undefined
    ? {}
    : {
        telemetry: {
          endpoint: otlpEndpoint,
          serviceName: otelServiceName ?? "bursar",
          headers: Redacted.make(otlpHeaders ?? {})
        }
      }

/** Whoever reaches a console can try tokens, so by itself it is served where only this machine does. */
const consoleOf = (
  { administrators = {}, adminReadToken, console: wish, publicUrl, trustProxy = [] }: Values,
  { host, mode }: Pick<ServerConfig, "host" | "mode">
): Pick<ServerConfig, "console"> =>
  (wish ?? (mode === "sandbox" && !isExposed({ host, publicUrl, trustProxy })))
    ? { console: { readToken: redacted(adminReadToken), administrators: Redacted.make(administrators) } }
    : {}

const databaseSettings = ["database", "databaseUsEast", "databaseEuWest", "databaseApSoutheast"] as const

const decide = (texts: Texts): Result.Result<ServerConfig, ConfigRefused> => {
  const problems: Array<string> = []
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
  const clients = told("bankClients", readClients(values))
  const tls = told("tlsCertificate", readTls(values))
  // An address that could not be read is reported already.
  const databases = databaseSettings.some((name) => unreadable.has(name))
    ? undefined
    : told("database", readDatabases(values))
  const mode = values.mode ?? defaults.mode
  const host = values.host ?? defaults.host
  problems.push(...docsModelProblems(values, unreadable))
  if (!unreadable.has("mode")) {
    problems.push(
      ...modeProblems(mode, { values, host, cardsKeys: keysOf(cards), bankClients: clients ?? [] }, unreadable)
    )
  }
  if (problems.length > 0) return Result.fail(new ConfigRefused({ problems }))
  return Result.succeed({
    port: values.port ?? defaults.port,
    host,
    publicUrl: values.publicUrl,
    trustProxy: values.trustProxy ?? [],
    folder: values.folder ?? resolve(defaults.folder),
    databases,
    mode,
    clock: values.clock ?? "kept",
    seed: values.seed,
    masterKey: redacted(values.masterKey),
    cards,
    bank: { clients, allowCrash: values.allowCrash === true },
    docs: docsOf(values, texts),
    adminToken: redacted(values.adminToken),
    ...consoleOf(values, { mode, host }),
    screeningLists: values.screeningLists,
    ...retentionOf(values),
    ...telemetryOf(values),
    tls
  })
}

const optional = (name: string) => Config.option(Config.String(name))

const given = Config.all(
  Object.fromEntries(settingNames.map((name) => [name, optional(settings[name].name)])) as {
    readonly [Name in SettingName]: Config.Config<Option.Option<string>>
  }
)

/** The configuration in the environment, or in the `ConfigProvider` of the program. A variable set to nothing is not set. */
export const configFromEnv: Effect.Effect<ServerConfig, ConfigRefused> = given.pipe(
  Effect.mapError((error) => new ConfigRefused({ problems: [error.message] })),
  Effect.flatMap((texts) => Effect.fromResult(decide(texts)))
)
