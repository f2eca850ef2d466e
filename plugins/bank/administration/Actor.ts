/** Who acts in the administration: a client with the scopes for it, or the holder of the console's token. */

import type { Principal } from "../../../src/domain.ts"
import { scopes, type BankScope } from "../clients/Client.ts"

/** The account of the console's administrator. It is no client and owns no payments. */
export const adminAccount = "admin"

/** What only clients do: an administrator owns no payments, and nothing happens of which to hear. */
const ofClients: ReadonlyArray<BankScope> = ["payments:write", "rfp:write", "webhooks:manage"]

/** What an administrator may do who does not stand in for a client. */
export const adminScopes = scopes.filter((scope) => !ofClients.includes(scope))

const named = `${adminAccount}:`

/** The credential of an administrator: of one who is named it says the name. */
export const administrator = (person: string | undefined): string =>
  person === undefined ? adminAccount : `${named}${person}`

const isAdministrator = (credential: string): boolean => credential === adminAccount || credential.startsWith(named)

/** The administrator who acts in the name of a client; `undefined` where the client does. */
export const standInOf = ({ account, credential }: Principal): string | undefined =>
  account !== adminAccount && isAdministrator(credential) ? credential : undefined

/** Who acts: the administrator, also in the name of a client, else the client. Two named administrators are two people. */
export const actorOf = ({ account, credential }: Principal): string =>
  isAdministrator(credential) ? credential : account
