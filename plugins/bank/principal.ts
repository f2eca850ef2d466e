/** Callers in process. */
import type { Mode, Principal } from "../../src/domain.ts"
import { adminAccount, administrator } from "./administration/Actor.ts"
import { clientDefaults, scopes as allScopes, type ClientConfig } from "./clients/Client.ts"

/** The principal of a client, with the scopes that it is configured with: `engine.caller({ principal: clientPrincipal(testClient) })`. */
export const clientPrincipal = (
  { clientId, scopes = clientDefaults.scopes }: Pick<ClientConfig, "clientId" | "scopes">,
  mode: Mode = "test"
): Principal => ({ plugin: "bank", account: clientId, mode, credential: clientId, scopes, plan: "client" })

/**
 * The principal of an administrator, who may do everything and owns no payments. `person` says who it is, for the audit trail, and for
 * approvals by two people.
 */
export const adminPrincipal = ({
  mode = "test",
  person
}: { readonly mode?: Mode; readonly person?: string } = {}): Principal => ({
  plugin: "bank",
  account: adminAccount,
  mode,
  credential: administrator(person),
  scopes: allScopes,
  plan: "client"
})
