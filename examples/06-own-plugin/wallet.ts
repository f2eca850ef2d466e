/** A plugin of your own: wallets that are topped up by card. `wallet.test.ts` tries it, docs/plugins.md explains it. */
import { eventData } from "bursar/cards/api"
import { Currency, Ledger } from "bursar/domain"
import * as Bursar from "bursar/plugin"
import { Data, Effect, Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"

const declaration = Bursar.declarePlugin({
  id: "wallet",
  accounts: Ledger.chartOfAccounts({
    "wallet.paid_in": { normal: "debit", description: "What customers paid in by card" },
    "wallet.balance": { normal: "credit", description: "What is in one wallet", named: true },
    "wallet.spent": { normal: "credit", description: "What customers spent in the shop" }
  }),
  events: {
    "wallet.opened": "A wallet was opened",
    "wallet.topped_up": "A payment by card went into a wallet",
    "wallet.spent": "A customer spent money of a wallet",
    "wallet.closed": "Nobody paid into a wallet for 30 days, so it was closed"
  }
})
const webhooks = Bursar.plainWebhooks(declaration, "ww")

export class WalletNotFound extends Data.TaggedError("WalletNotFound") {}
export class BalanceTooLow extends Data.TaggedError("BalanceTooLow") {}

const { answer, face, refused, respond } = Bursar.plainFace<WalletNotFound | BalanceTooLow>("wallet", {
  WalletNotFound: [404, "wallet_not_found", "There is no such wallet"],
  BalanceTooLow: [402, "balance_too_low", "There is not so much in the wallet"]
})

const Opening = Schema.Struct({ owner: Schema.NonEmptyString, currency: Currency })
const Wallet = Schema.Struct({ ...Opening.fields, id: Schema.String, createdAt: Schema.Int })
const Balance = Schema.Struct({ ...Wallet.fields, balanceMinor: Schema.Int })
const Amount = Schema.Struct({ amountMinor: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1e9 })) })
const Spending = Schema.Struct({ ...Amount.fields, id: Schema.String, wallet: Schema.String })
const Listening = Schema.Struct({ url: Schema.String })
const Listener = Schema.Struct({ ...Listening.fields, secret: Schema.String })
const made = HttpApiSchema.status(201)
const wrongUrl = refused("InvalidUrl", "UnknownEventType", "NoEventTypes", "TooManyEndpoints")
const one = { params: { id: Schema.String }, error: refused("WalletNotFound", "BalanceTooLow") }

const group = HttpApiGroup.make("wallets").add(
  HttpApiEndpoint.post("open", "/wallets", { payload: Opening, success: Wallet.pipe(made), error: refused() }),
  HttpApiEndpoint.get("show", "/wallets/:id", { ...one, success: Balance }),
  HttpApiEndpoint.post("spend", "/wallets/:id/spendings", { ...one, payload: Amount, success: Spending.pipe(made) }),
  HttpApiEndpoint.post("listen", "/listeners", { payload: Listening, success: Listener.pipe(made), error: wrongUrl })
)
const WalletApi = HttpApi.make("wallet").add(group).middleware(Bursar.Gate)

const form = { id: "text", owner: "text", currency: "text", createdAt: "number" } as const
const stored = Bursar.storedAs<typeof Wallet.Type>({ table: "wallet_wallets", form })
const wallets = Bursar.ownedDocumentTable("wallet", { stored })
const migrations = [{ id: 1, name: "wallets", up: Bursar.createOwnedDocuments("wallet_wallets") }]
const accountOf = (id: string) => `wallet.balance:${id}`

const find = Effect.fnUntraced(function* ({ scope, store }: Bursar.CallerShape, id: string) {
  const found = yield* wallets.byId(store, scope, id)
  return found?.wallet ?? (yield* new WalletNotFound())
})

export const show = Effect.fn("wallet.show")(function* (caller: Bursar.CallerShape, id: string) {
  const wallet = yield* find(caller, id)
  const books = { plugin: "wallet", scope: caller.scope, account: accountOf(id), currency: wallet.currency }
  return { ...wallet, balanceMinor: -Number(yield* Bursar.balanceOf(caller.store, books)) }
})

const open = Effect.fn("wallet.open")(function* (caller: Bursar.CallerShape, asked: typeof Opening.Type) {
  const wallet = { ...asked, id: (yield* Bursar.Ids).next("wlt"), createdAt: (yield* Bursar.Clock).now() }
  const payload = { scope: caller.scope, id: wallet.id }
  return yield* Bursar.planOf(declaration, caller, wallet, {
    writes: [wallets.insert(caller.scope, wallet)],
    events: [{ type: "wallet.opened", resource: wallet.id, data: wallet }],
    jobs: [{ name: "wallet.close", key: wallet.id, payload, dueAt: wallet.createdAt + 30 * 86_400_000 }]
  })
})

const spend = Effect.fn("wallet.spend")(function* (caller: Bursar.CallerShape, id: string, amountMinor: number) {
  const { currency } = yield* find(caller, id)
  const spending = { id: (yield* Bursar.Ids).next("wsp"), wallet: id, amountMinor }
  const postings = [Ledger.debit(accountOf(id), amountMinor), Ledger.credit("wallet.spent", amountMinor)]
  return yield* Bursar.planOf(declaration, caller, spending, {
    entries: [Ledger.entry({ source: spending.id, step: "spend", currency, postings })],
    limits: [{ account: accountOf(id), ceilingMinor: 0, orElse: () => new BalanceTooLow() }],
    events: [{ type: "wallet.spent", resource: id, data: spending }]
  })
})

const PaymentEvent = Schema.fromJsonString(Schema.Struct({ data: eventData["payment.succeeded"] }))
const topUp = Effect.fn("wallet.topUp")(function* (event: Bursar.StoredEvent, store: Bursar.RegionStore) {
  const { amount, currency, id, metadata } = (yield* Schema.decodeEffect(PaymentEvent)(event.body)).data
  const found = yield* wallets.byId(store, event.scope, metadata["wallet"] ?? "")
  if (found?.wallet.currency !== currency) return
  const wallet = found.wallet.id
  const postings = [Ledger.debit("wallet.paid_in", amount), Ledger.credit(accountOf(wallet), amount)]
  const plan = Bursar.planOf(declaration, event, undefined, {
    entries: [Ledger.entry({ source: id, step: "top_up", currency, postings })],
    events: [{ type: "wallet.topped_up", resource: wallet, data: { wallet, payment: id, amountMinor: amount } }],
    cancelledJobs: [{ name: "wallet.close", key: wallet }]
  })
  // An event may come twice. The books refuse a second entry of the same source and step.
  yield* Effect.catchTag(Bursar.carryOutUnkeyed(store, plan), "UniqueViolation", () => Effect.void)
})

type Closing = { readonly id: string; readonly scope: string }
const closing = Bursar.storedAs<Closing>({ table: "jobs/wallet.close", form: { id: "text", scope: "text" } })
const close = Effect.fn("wallet.close")(function* (job: Bursar.ClaimedJob<Closing>, store: Bursar.RegionStore) {
  const found = yield* wallets.byId(store, job.payload.scope, job.payload.id)
  if (found === undefined) return "done"
  const plan = Bursar.planOf(declaration, job.payload, undefined, {
    writes: [wallets.remove(found.wallet, found.version)],
    events: [{ type: "wallet.closed", resource: found.wallet.id, data: found.wallet }]
  })
  return yield* Bursar.carryOutJob(store, plan, job)
})

const endpoints = Bursar.webhooksOf(declaration, webhooks)
const created = (outcome: unknown) => Bursar.json(201, outcome)
const shownOnce = ({ endpoint, secret }: Bursar.ChangedEndpoint) => ({
  ...created({ url: endpoint.url, secret }),
  confidential: true as const
})
const handlers = Bursar.handlersOf(WalletApi, "wallets", (handlers) =>
  handlers.handleAll({
    open: ({ payload }) => answer((caller) => open(caller, payload), created),
    show: ({ params }) => respond((caller) => Effect.map(show(caller, params.id), (found) => Bursar.json(200, found))),
    spend: ({ params, payload }) => answer((caller) => spend(caller, params.id, payload.amountMinor), created),
    listen: ({ payload: { url } }) =>
      answer((caller) => endpoints.register(caller, { url, enabledEvents: ["*"], apiVersion: "1" }), shownOnce)
  })
)

/** The same in process: `engine.call(calls.open(caller, { owner, currency }))`. */
export const calls = {
  open: (caller: Bursar.CallerShape, asked: typeof Opening.Type) =>
    Bursar.call(caller, "wallet.open", asked, (asking) => open(asking, asked)),
  spend: (caller: Bursar.CallerShape, id: string, amountMinor: number) =>
    Bursar.call(caller, "wallet.spend", { id, amountMinor }, (asking) => spend(asking, id, amountMinor))
}

/** The plugin. `keys` are the bearer keys of each account. */
export const wallet = (options: Bursar.PlainFaceOptions) =>
  Bursar.definePlugin({
    ...declaration,
    http: { api: WalletApi, handlers, face: face(options) },
    migrations,
    webhooks,
    jobs: [Bursar.defineJob({ name: "wallet.close", payload: closing, run: close })],
    subscribe: [{ name: "top_up", plugin: "cards", eventType: "payment.succeeded", run: topUp }]
  })
