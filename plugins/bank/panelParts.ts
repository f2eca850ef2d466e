/** What the panels of this plugin have in common: in whose name they act, and how they show things. */
import * as Effect from "effect/Effect"
import { modeOfScope, type Mode, type Principal } from "../../src/domain.ts"
import {
  accountOfScope,
  textIn,
  type CoreServices,
  type PanelField,
  type PanelInput,
  type PanelItem
} from "../../src/plugin.ts"
import type { AchConnection } from "./AchOperator.ts"
import { adminAccount, administrator } from "./administration/Actor.ts"
import { scopes } from "./clients/Client.ts"
import type { SimulatedCrash } from "./crash.ts"
import type { Participants } from "./Participants.ts"
import type { Rails } from "./Rail.ts"
import type { SimulatedAch, SimulatedNetwork } from "./simulator/services.ts"
import type { PaymentWaiters } from "./waiters.ts"

/** What the operations that panels run may need. */
export type PanelNeeds =
  | CoreServices
  | AchConnection
  | Participants
  | PaymentWaiters
  | Rails
  | SimulatedAch
  | SimulatedCrash
  | SimulatedNetwork

const principal = (account: string, mode: Mode, credential: string): Principal => ({
  plugin: "bank",
  account,
  mode,
  credential,
  scopes,
  plan: "client"
})

/** The client whose row it is, in whose name an administrator acts. */
export const clientOf = (scope: string, _actor?: string, person?: string): Effect.Effect<Principal> =>
  Effect.succeed(principal(accountOfScope(scope), modeOfScope(scope), administrator(person)))

/** The administrator, who is no client and so a second pair of eyes; a named one is somebody of their own. */
export const adminIn =
  (mode: Mode) =>
  (_scope?: string, _actor?: string, person?: string): Effect.Effect<Principal> =>
    Effect.succeed(principal(adminAccount, mode, administrator(person)))

/** Dollars in cents. */
export const usd = (amountMinor: number) => ({ amountMinor, currency: "usd" })

/** How one thing is read over HTTP and with the client. */
export const samplesOf = (path: string, node: string): NonNullable<PanelItem["samples"]> => [
  { language: "curl", text: `curl "$BURSAR_URL/bank${path}" -H "x-api-key: $BURSAR_BANK_KEY"` },
  { language: "node", text: `const { data } = await bursar.bank.${node}` }
]

/** A link to a thing of another panel. */
export const linkTo = (panel: string, id: string, text: string) => ({ text, href: `/bank.${panel}/${id}` })

/** Somebody at a bank, as a form asks for it. `test`: what stands there at first in a sandbox. */
export const partyFields = (
  key: string,
  title: string,
  test?: { readonly name: string; readonly account: string; readonly routing: string }
): ReadonlyArray<PanelField> => {
  const field = (part: "name" | "account" | "routing", words: string): PanelField => ({
    key: `${key}_${part}`,
    title: `${title}: ${words}`,
    kind: "text",
    required: true,
    ...(test === undefined ? {} : { value: test[part] })
  })
  return [field("name", "name"), field("account", "account number"), field("routing", "routing number")]
}

/** The same as it was filled in. */
export const partyIn = (input: PanelInput, key: string) => ({
  name: textIn(input, `${key}_name`) ?? "",
  accountNumber: textIn(input, `${key}_account`) ?? "",
  accountType: "checking" as const,
  routingNumber: textIn(input, `${key}_routing`) ?? ""
})

/** Accounts of a sandbox that can pay each other. */
export const testParties = {
  payer: { name: "Acme Corp", account: "1234567890", routing: "099900014" },
  payee: { name: "Jane Roe", account: "9000000000", routing: "099900027" }
}
