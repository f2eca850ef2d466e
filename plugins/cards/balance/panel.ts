/** What belongs to each merchant, for operators. */
import * as Effect from "effect/Effect"
import { modeOfScope, type Currency } from "../../../src/domain.ts"
import {
  accountOfScope,
  balancePlaces,
  balancesOfAll,
  call,
  listPanel,
  numberIn,
  textIn,
  type CoreServices,
  type Panel,
  type PanelAction,
  type ScopeBalances
} from "../../../src/plugin.ts"
import { mayPayOut } from "../administration/operations.ts"
import { payoutsActions } from "../administration/panel.ts"
import { ownerOf } from "../panelParts.ts"
import { sandboxActions } from "../test-helpers/panel.ts"
import { fund } from "./operations.ts"

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

/** Balances by account and currency, and the payouts switch. In a sandbox test money can be made. */
export const balancesPanel = (sandbox: boolean): Panel<CoreServices> =>
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
    actions: [
      ...(!sandbox
        ? []
        : ([
            {
              id: "fund",
              title: "Add test money",
              confirm: "Test money is added to what is available.",
              tone: "good",
              on: "list",
              input: [
                { key: "account", title: "Account", kind: "text", required: true },
                { key: "amount", title: "Amount", kind: "money", required: true },
                { key: "currency", title: "Currency", kind: "text", required: true, hint: "Such as usd" }
              ],
              run: Effect.fnUntraced(function* (asking, _, input) {
                const caller = asking.callerOf(yield* ownerOf(`${textIn(input, "account")}/test`, asking.actor))
                const command = {
                  amountMinor: numberIn(input, "amount") ?? 0,
                  currency: (textIn(input, "currency") ?? "").toLowerCase() as Currency
                }
                yield* call(caller, "cards.balance.fund", command, (made) => fund(made, command))
                return { message: "The test money is available" }
              })
            },
            ...sandboxActions
          ] satisfies ReadonlyArray<PanelAction<CoreServices>>)),
      ...payoutsActions(sandbox ? "test" : "live")
    ]
  })
