/** Callers in process. */
import type { Mode, Principal } from "../../src/domain.ts"
import { clientDefaults, type ClientConfig } from "./clients/Client.ts"

/** The principal of a client, with the scopes that it is configured with: `engine.caller({ principal: clientPrincipal(testClient) })`. */
export const clientPrincipal = (
  { clientId, scopes = clientDefaults.scopes }: Pick<ClientConfig, "clientId" | "scopes">,
  mode: Mode = "test"
): Principal => ({ plugin: "bank", account: clientId, mode, credential: clientId, scopes, plan: "client" })
