/** What each mode of the server refuses, one row per rule. */
import type { ClientConfig } from "../../plugins/bank/index.ts"
import { inMemory } from "../store/dialects/Sqlite.ts"
import { isGuessableKey, isGuessableText, minSecretCharacters } from "./guessable.ts"
import { isExposed, isLoopback, settings, type ServerMode, type Setting } from "./settings.ts"

/** Key of a setting in `settings`. */
export type SettingName = keyof typeof settings

/** The value of each setting that is set and allowed. */
export type Values = {
  readonly [Name in SettingName]: (typeof settings)[Name] extends Setting<infer A> ? A | undefined : never
}

/** What the rules look at. */
export interface Draft {
  readonly values: Values
  readonly host: string
  /** Keys of the cards service; `undefined` when none are configured. */
  readonly cardsKeys: ReadonlyArray<string> | undefined
  readonly bankClients: ReadonlyArray<ClientConfig>
}

interface Rule {
  /** The settings it judges. */
  readonly about: ReadonlyArray<SettingName>
  readonly isBroken: (draft: Draft) => boolean
  readonly problem: (draft: Draft) => string
}

const keySettings = `${settings.cardsKeys.name} or ${settings.cardsAccounts.name}`

const livePrefix = "sk_live_"

const isLive = (key: string) => key.startsWith(livePrefix)

const isGuessableLive = (key: string) => isLive(key) && isGuessableText(key.slice(livePrefix.length))

const secretAdvice =
  `has to hold at least ${minSecretCharacters} random characters in production; ` +
  "make one with: openssl rand -hex 24"

/** A secret of its own setting that opens something of a production server. */
const guarded = (name: "adminReadToken" | "adminToken" | "docsApiKey" | "docsWebhookSecret"): Rule => ({
  about: [name],
  // A webhook may have two secrets, of which one is on its way out.
  isBroken: ({ values }) => values[name] !== undefined && values[name].split(",").some(isGuessableText),
  problem: () => `${settings[name].name} can be guessed: it ${secretAdvice}`
})

const guessableClientsOf = ({ bankClients }: Draft): ReadonlyArray<string> =>
  bankClients.flatMap((client, index) =>
    (["clientSecret", "apiKey"] as const)
      .filter((field) => isGuessableText(client[field]))
      .map((field) => `[${index}].${field}`)
  )

const rules: Readonly<Record<ServerMode, ReadonlyArray<Rule>>> = {
  production: [
    {
      about: ["seed"],
      isBroken: ({ values }) => values.seed !== undefined,
      problem: () => `${settings.seed.name} must not be set in production: what is made from a seed can be guessed`
    },
    {
      about: ["clock"],
      isBroken: ({ values }) => typeof values.clock === "number",
      problem: () => `${settings.clock.name} must be system in production, where nobody controls the time`
    },
    {
      about: ["folder", "database", "databaseUsEast"],
      isBroken: ({ values }) =>
        values.folder === inMemory && values.database === undefined && values.databaseUsEast === undefined,
      problem: () => `${settings.folder.name} is ${inMemory} but must be a folder in production`
    },
    {
      about: ["allowOpenSandbox"],
      isBroken: ({ values }) => values.allowOpenSandbox === true,
      problem: () => `${settings.allowOpenSandbox.name} must not be set in production, which has no sandbox`
    },
    {
      about: ["allowCrash"],
      isBroken: ({ values }) => values.allowCrash === true,
      problem: () => `${settings.allowCrash.name} must not be set in production, which has no simulator`
    },
    {
      about: ["masterKey"],
      isBroken: ({ values }) => values.masterKey === undefined,
      problem: () => `${settings.masterKey.name} is not set but must be ${settings.masterKey.allowed}`
    },
    {
      about: ["masterKey"],
      isBroken: ({ values }) =>
        values.masterKey !== undefined && isGuessableKey(Buffer.from(values.masterKey, "base64")),
      problem: () =>
        `${settings.masterKey.name} can be guessed, because its bytes are a pattern or a text: ` +
        "make a random one with: openssl rand -base64 32"
    },
    guarded("adminToken"),
    guarded("adminReadToken"),
    {
      about: ["administrators"],
      isBroken: ({ values }) => Object.values(values.administrators ?? {}).some(isGuessableText),
      problem: () => `${settings.administrators.name} has a token that can be guessed: it ${secretAdvice}`
    },
    guarded("docsApiKey"),
    guarded("docsWebhookSecret"),
    {
      about: ["host", "tlsCertificate", "tlsKey", "trustProxy"],
      isBroken: ({ host, values }) =>
        !isLoopback(host) && values.tlsCertificate === undefined && values.trustProxy === undefined,
      problem: ({ host }) =>
        `${settings.host.name} is ${settings.host.found(host)}, where other machines would reach a production server ` +
        `without TLS: set ${settings.tlsCertificate.name} and ${settings.tlsKey.name}, or ${settings.trustProxy.name} to ` +
        "the addresses of the proxy in front that ends TLS"
    },
    {
      about: ["publicUrl"],
      isBroken: ({ values }) => values.publicUrl !== undefined && !values.publicUrl.startsWith("https://"),
      problem: () => `${settings.publicUrl.name} must be an https address in production`
    },
    {
      about: ["bankClients"],
      isBroken: (draft) => guessableClientsOf(draft).length > 0,
      problem: (draft) =>
        `${settings.bankClients.name}: ${guessableClientsOf(draft).join(", ")} can be guessed: each ${secretAdvice}`
    },
    {
      about: ["cardsKeys", "cardsAccounts"],
      isBroken: ({ cardsKeys }) => cardsKeys === undefined,
      problem: () => `${keySettings} must be set in production, which has no default keys`
    },
    {
      about: ["cardsKeys", "cardsAccounts"],
      isBroken: ({ cardsKeys }) => cardsKeys !== undefined && !cardsKeys.some(isLive),
      problem: () => `${keySettings} must hold an sk_live_ key in production, where test keys open nothing`
    },
    {
      about: ["cardsKeys", "cardsAccounts"],
      isBroken: ({ cardsKeys = [] }) => cardsKeys.some(isGuessableLive),
      problem: ({ cardsKeys = [] }) =>
        `${keySettings}: ${cardsKeys.filter(isGuessableLive).length} of ${cardsKeys.length} keys can be guessed: ` +
        `after ${livePrefix} each ${secretAdvice}`
    }
  ],
  sandbox: [
    {
      about: ["masterKey", "seed", "folder", "database", "databaseUsEast"],
      isBroken: ({ values: { database, databaseUsEast, folder, masterKey, seed } }) =>
        folder === inMemory && (database ?? databaseUsEast) !== undefined && (masterKey ?? seed) === undefined,
      problem: () =>
        `${settings.masterKey.name} is not set, and with ${settings.folder.name}=${inMemory} no other start could open what ` +
        `this one writes into ${settings.database.name}: make one with openssl rand -base64 32, or name a folder`
    },
    {
      about: ["cardsKeys", "cardsAccounts"],
      isBroken: ({ cardsKeys }) => cardsKeys !== undefined && cardsKeys.some(isLive),
      problem: () =>
        `${keySettings} must hold sk_test_ keys only in a sandbox; for live keys set ${settings.mode.name}=production`
    },
    {
      about: ["host", "publicUrl", "trustProxy", "cardsKeys", "cardsAccounts", "allowOpenSandbox"],
      isBroken: ({ cardsKeys, host, values: { allowOpenSandbox, publicUrl, trustProxy = [] } }) =>
        cardsKeys === undefined && allowOpenSandbox !== true && isExposed({ host, publicUrl, trustProxy }),
      problem: ({ host }) =>
        isLoopback(host)
          ? `Other machines could use the sandbox with any test key by way of a proxy: set ${keySettings}, or allow it ` +
            `with ${settings.allowOpenSandbox.name}=1`
          : `${settings.host.name} is ${settings.host.found(host)}, where other machines could use the sandbox with any ` +
            `test key: set ${keySettings}, or allow it with ${settings.allowOpenSandbox.name}=1`
    }
  ]
}

/** The sentences of the rules that a draft breaks; those about a setting that could not be read have nothing to judge. */
export const modeProblems = (
  mode: ServerMode,
  draft: Draft,
  unreadable: ReadonlySet<SettingName>
): ReadonlyArray<string> =>
  rules[mode]
    .filter((rule) => !rule.about.some((name) => unreadable.has(name)) && rule.isBroken(draft))
    .map((rule) => rule.problem(draft))
