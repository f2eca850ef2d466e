/** The client of a sandbox that configures none: it may do everything, and everybody knows its key. */
import { scopes, secCodes, type ClientConfig } from "./clients/Client.ts"
import { railIds } from "./rails/rail-ids.ts"

/** For tests and first steps; the bundled server makes credentials of its own instead. */
export const testClient = {
  clientId: "cli_sandbox",
  clientSecret: "bank_secret_sandbox",
  apiKey: "bank_key_sandbox",
  name: "Sandbox client",
  scopes,
  rails: railIds,
  secCodes
} as const satisfies ClientConfig
