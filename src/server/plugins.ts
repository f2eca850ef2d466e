/** The plugins of the bundled server, one line each, and how the configuration reaches them. */
import * as Redacted from "effect/Redacted"
import { bank, configureClients, testClient, type CrashPoint } from "../../plugins/bank/index.ts"
import { cards, type CardsAccount } from "../../plugins/cards/index.ts"
import { webConsole } from "../../plugins/console/index.ts"
import { docs, openAiCompatibleWriter } from "../../plugins/docs/service.ts"
import type { Plugin } from "../engine/Plugin.ts"
import { fromMasterKey } from "../services/signer/MasterKey.ts"
import type { CardsAccess, ServerConfig } from "./config.ts"
import type { ServerCredentials } from "./credentials.ts"
import { version } from "./version.ts"

/**
 * The account of a key that is configured without one: as in an open sandbox, so that data made there stay reachable
 * when the key is configured later. It tells nothing about the key to whoever has not the master key.
 */
const accountOf = (key: string, masterKey: Uint8Array): CardsAccount => {
  const { fingerprint } = fromMasterKey(masterKey, (length) => new Uint8Array(length))
  return { id: `acct_${fingerprint("api key", key).slice(0, 24)}`, keys: [key] }
}

const accountsOf = (access: CardsAccess, masterKey: Redacted.Redacted): ReadonlyArray<CardsAccount> => {
  switch (access.kind) {
    case "open":
      return []
    case "keys":
      return access.keys.map((key) => accountOf(Redacted.value(key), Buffer.from(Redacted.value(masterKey), "base64")))
    case "accounts":
      return access.accounts
  }
}

/** Ends the process at once, as a crash would: nothing is flushed, and nobody is answered. */
const crash = (at: CrashPoint): void => {
  process.stderr.write(`Bursar ends as it was told to: ${at}\n`)
  process.kill(process.pid, "SIGKILL")
}

/** Keys of the documentation service: its own, and the admin token (decisions docs 4.10). */
const docsKeysOf = ({ adminToken, docs: { apiKey } }: ServerCredentials) => [
  ...(apiKey === undefined ? [] : [apiKey]),
  adminToken
]

/**
 * The plugins, configured. The credentials are read when the first request comes: they are made once the engine has
 * locked the data folder.
 */
export const bundledPlugins = (
  config: ServerConfig,
  masterKey: Redacted.Redacted,
  credentials: () => ServerCredentials
): ReadonlyArray<Plugin> => [
  cards({ mode: config.mode, accounts: accountsOf(config.cards, masterKey) }),
  bank({
    mode: config.mode,
    clients: config.bank.clients ?? [],
    adminToken: () => Redacted.value(credentials().adminToken),
    ...(config.bank.allowCrash ? { crash } : {})
  }),
  docs({
    mode: config.mode,
    apiKeys: () => docsKeysOf(credentials()),
    webhookSecret: () => credentials().docs.webhookSecret,
    allowOrigins: config.docs.allowOrigins,
    ...(config.docs.model === undefined ? {} : { writer: openAiCompatibleWriter(config.docs.model) })
  }),
  ...consoleOf(config, credentials)
]

/** The web console, where it is served. */
const consoleOf = (
  { console: wish, mode }: ServerConfig,
  credentials: () => ServerCredentials
): ReadonlyArray<Plugin> =>
  wish === undefined
    ? []
    : [
        webConsole({
          mode,
          version,
          adminToken: () => Redacted.value(credentials().adminToken),
          administrators: () => Redacted.value(wish.administrators),
          readToken: () => wish.readToken && Redacted.value(wish.readToken),
          services: { docs: () => Redacted.value(credentials().adminToken) }
        })
      ]

/** Gives the services the credentials that were made for them. Run before anybody is let in. */
export const provision = ({ bank: made }: ServerCredentials) =>
  configureClients(
    made === undefined
      ? []
      : [
          {
            ...testClient,
            clientId: made.clientId,
            clientSecret: Redacted.value(made.clientSecret),
            apiKey: Redacted.value(made.apiKey)
          }
        ]
  )
