/** What the panels of this plugin have in common: in whose name they act, and how they show things. */
import * as Effect from "effect/Effect"
import { modeOfScope, type Principal } from "../../src/domain.ts"
import { accountOfScope, type PanelItem } from "../../src/plugin.ts"
import { AccountSettings, scopesOf } from "./accounts.ts"

/** The owner of what lies in a scope, with the rights that the account has. */
export const ownerOf = (scope: string, actor: string): Effect.Effect<Principal> =>
  Effect.map(AccountSettings, (accounts) => {
    const account = accountOfScope(scope)
    const mode = modeOfScope(scope)
    const settings = accounts.get(account)
    return {
      plugin: "cards",
      account,
      mode,
      credential: actor,
      scopes: scopesOf(settings, mode),
      plan: settings?.plan ?? "growth"
    }
  })

/** How one thing is read over HTTP and with the client. */
export const samplesOf = (path: string, node: string): NonNullable<PanelItem["samples"]> => [
  { language: "curl", text: `curl "$BURSAR_URL/cards${path}" -H "Authorization: Bearer $BURSAR_CARDS_KEY"` },
  { language: "node", text: `const found = await bursar.${node}` }
]

/** A link to a thing of another panel. */
export const linkTo = (panel: string, id: string, text: string) => ({ text, href: `/cards.${panel}/${id}` })
