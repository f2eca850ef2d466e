/** What belongs to each merchant, for operators. */
import * as Effect from "effect/Effect"
import { modeOfScope, type Mode } from "../../../src/domain.ts"
import {
  accountOfScope,
  balancePlaces,
  balancesOfAll,
  listPanel,
  type CoreServices,
  type Panel,
  type PanelAction,
  type ScopeBalances
} from "../../../src/plugin.ts"
import { mayPayOut } from "../administration/operations.ts"
import { payoutsActions } from "../administration/panel.ts"
import { ownerOf } from "../panelParts.ts"

/** The merchant's accounts are credit-normal: what we owe is positive. */
const owed =
  (account: string) =>
  ({ balances, currency }: ScopeBalances) => ({ amountMinor: -(balances.get(account) ?? 0), currency })

/** With whether the account may pay out. */
const withPayouts = (of: ScopeBalances) =>
  Effect.gen(function* () {
    const principal = yield* ownerOf(of.scope, "")
    return { ...of, payouts: yield* mayPayOut({ principal, scope: of.scope }) }
  })

const on = { value: "on", tone: "good" } as const
const off = { value: "off", tone: "none" } as const

/** Balances by account and currency, and the payouts switch. */
export const balancesPanel = (
  mode: Mode,
  sandboxActions: ReadonlyArray<PanelAction<CoreServices>>
): Panel<CoreServices> =>
  listPanel<ScopeBalances & { readonly payouts: boolean }, CoreServices>({
    id: "balances",
    title: "Accounts and balances",
    noun: ["balance", "balances"],
    empty: "An account has a balance in each currency from its first payment on.",
    group: "Cards",
    icon: "wallet",
    columns: {
      account: ["Account", "id", ({ scope }) => accountOfScope(scope)],
      mode: ["Mode", "code", ({ scope }) => modeOfScope(scope)],
      available: ["Available", "money", owed("merchant.available")],
      pending: ["Not settled yet", "money", owed("merchant.pending")],
      disputed: ["Disputed", "money", owed("merchant.disputed")],
      payouts: ["Payouts", "status", ({ payouts }) => (payouts ? on : off)]
    },
    filters: [{ key: "account", title: "Account" }],
    list: {
      anchors: (store, { account }) => balancePlaces(store, "cards", account),
      rows: (store, { account }, after) =>
        Effect.flatMap(balancesOfAll(store, "cards", { account, after }), Effect.forEach(withPayouts))
    },
    rowOf: ({ currency, scope }) => {
      const account = accountOfScope(scope)
      return { id: `${scope} ${currency}`, account, href: `/cards.payments?account=${account}` }
    },
    actions: [...sandboxActions, ...payoutsActions(mode)]
  })
