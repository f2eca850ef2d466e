/** Keys and the payouts switch for operators. Keys of the configuration are shown by their ends, and changed there. */
import * as Effect from "effect/Effect"
import type { Mode } from "../../../src/domain.ts"
import { Ids, isIn, listPanel, textIn, type CoreServices, type Panel, type PanelAction } from "../../../src/plugin.ts"
import { AccountSettings, planNames, type CardsAccount, type PlanName } from "../accounts.ts"
import { changePlan, issuedKeys, issueKey, revokeKey, switchPayouts } from "./operations.ts"

/** How many characters at the end of a configured key are shown: enough to tell two apart. */
const shownCharacters = 4

interface ListedKey {
  readonly id: string
  readonly account: string
  readonly mode: Mode
  readonly plan: string
  readonly stands: "in use" | "revoked" | "in the configuration"
  readonly at: number | null
}

const configured = ({ id: account, keys, plan = "growth" }: CardsAccount): ReadonlyArray<ListedKey> =>
  keys.map((secret) => {
    const mode: Mode = secret.startsWith("sk_live_") ? "live" : "test"
    const id = `sk_${mode}_…${secret.slice(-shownCharacters)}`
    return { id, account, mode, plan, stands: "in the configuration", at: null }
  })

const listed = Effect.fnUntraced(function* (account: string | undefined) {
  const issued = yield* issuedKeys
  const settings = yield* AccountSettings
  const keys: ReadonlyArray<ListedKey> = [
    ...issued.map(({ createdAt, id, principal, revokedAt }) => ({
      id,
      account: principal.account,
      mode: principal.mode,
      plan: principal.plan,
      stands: revokedAt === undefined ? ("in use" as const) : ("revoked" as const),
      at: createdAt
    })),
    ...[...settings.values()].flatMap(configured)
  ]
  return account === undefined ? keys : keys.filter((key) => key.account === account)
})

const isIssued = isIn("in use")

const planField = {
  key: "plan",
  title: "Plan",
  kind: "choice",
  of: planNames,
  required: true,
  value: "growth"
} as const

const keyActions = (mode: Mode): ReadonlyArray<PanelAction<CoreServices>> => [
  {
    id: "create",
    title: "Make a key",
    confirm: "Requests with the key act for the account. It is shown once.",
    tone: "good",
    on: "list",
    input: [
      { key: "account", title: "Account", kind: "text", required: false, hint: "Left out: a new account" },
      planField
    ],
    run: Effect.fnUntraced(function* (_asking, _id, input) {
      const account = textIn(input, "account") ?? (yield* Ids).next("acct")
      const { id, secret } = yield* issueKey({ account, mode, plan: textIn(input, "plan") as PlanName })
      return { message: `A key of ${account}`, id, secret }
    })
  },
  {
    id: "plan",
    title: "Change the plan",
    confirm: "The rate limit of the key from its next request on.",
    on: "row",
    input: [planField],
    applies: isIssued,
    run: (_asking, id, input) =>
      Effect.as(changePlan(id, textIn(input, "plan") as PlanName), {
        message: `The plan is ${textIn(input, "plan")}`,
        id
      })
  },
  {
    id: "revoke",
    title: "Revoke",
    confirm: "The key is refused from the next request on, for good. Other keys of the account stay.",
    tone: "bad",
    on: "row",
    input: [],
    applies: isIssued,
    run: (_asking, id) => Effect.as(revokeKey(id), { message: "The key was revoked", id })
  }
]

/** Secret keys of all accounts. In a sandbox they are for test mode, in production for live mode. */
export const keysPanel = (mode: Mode): Panel<CoreServices> =>
  listPanel<ListedKey, CoreServices>({
    id: "keys",
    title: "API keys",
    noun: ["API key", "API keys"],
    empty: "Keys that you make here are listed, without their secret. Begin with “Make a key”.",
    group: "Cards",
    icon: "key-round",
    columns: {
      id: ["Key", "code", (key) => key.id],
      status: ["Status", "status", ({ stands }) => ({ value: stands, tone: stands === "revoked" ? "none" : "good" })],
      account: ["Account", "id", ({ account }) => account],
      mode: ["Mode", "code", (key) => key.mode],
      plan: ["Plan", "code", ({ plan }) => plan],
      at: ["Made", "time", ({ at }) => at]
    },
    filters: [{ key: "account", title: "Account" }],
    list: {
      anchors: (_store, { account }) =>
        Effect.map(listed(account), ({ length }) => ({ total: length, capped: false, anchors: [] })),
      rows: (_store, { account }) => listed(account)
    },
    rowOf: ({ account, id }) => ({ id, account, href: `/cards.payments?account=${account}` }),
    actions: keyActions(mode)
  })

const switched = (allowed: boolean) => {
  const words = allowed
    ? { title: "Allow payouts", confirm: "The account may pay out from its next request on." }
    : { title: "Stop payouts", confirm: "New payouts of the account are refused. Those that exist go on." }
  return { ...words, tone: allowed ? ("good" as const) : ("bad" as const), input: [], done: allowed ? "on" : "off" }
}

const payoutsAction = (allowed: boolean): PanelAction<CoreServices> => {
  const { done, ...words } = switched(allowed)
  return {
    ...words,
    id: allowed ? "payouts_on" : "payouts_off",
    on: "row",
    applies: ({ payouts }) => (payouts as { readonly value: string }).value !== done,
    // A row of balances is named by its scope and its currency.
    run: (_asking, id) =>
      Effect.as(switchPayouts(id.slice(0, id.indexOf(" ")), allowed), { message: `Payouts are ${done}`, id })
  }
}

/** Switches payouts of an account: by its row, or by its name where it has no money yet. */
export const payoutsActions = (mode: Mode): ReadonlyArray<PanelAction<CoreServices>> => [
  payoutsAction(true),
  payoutsAction(false),
  {
    id: "payouts",
    title: "Switch payouts",
    confirm: "Whether the account may pay out, from its next request on. Payouts that exist go on.",
    on: "list",
    input: [
      { key: "account", title: "Account", kind: "text", required: true },
      { key: "payouts", title: "Payouts", kind: "choice", of: ["on", "off"], required: true }
    ],
    run: (_asking, _id, { account, payouts }) =>
      Effect.as(switchPayouts(`${String(account)}/${mode}`, payouts === "on"), {
        message: `Payouts of ${String(account)} are ${String(payouts)}`
      })
  }
]
