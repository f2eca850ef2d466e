/** The plugins of the bundled server, one line each, and how the configuration reaches them. */
import * as Redacted from "effect/Redacted"
import { cards, type CardsAccount } from "../../plugins/cards/index.ts"
import type { Plugin } from "../engine/Plugin.ts"
import { fromMasterKey } from "../services/signer/MasterKey.ts"
import type { CardsAccess, ServerConfig } from "./config.ts"

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

/** The plugins, configured. */
export const bundledPlugins = (config: ServerConfig, masterKey: Redacted.Redacted): ReadonlyArray<Plugin> => [
  cards({ mode: config.mode, accounts: accountsOf(config.cards, masterKey) })
]
