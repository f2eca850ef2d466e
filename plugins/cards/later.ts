/**
 * The plugin and its operations as hosts import them: what they do is loaded when an engine starts or an operation is first
 * called (decision 0056).
 */
import { callsLater, pluginLater } from "../../src/plugin.ts"
import { accountsById } from "./accounts.ts"
import { cardsPlugin } from "./declaration.ts"
import type { CardsOptions } from "./face.ts"

/** One module for all: what it loads would else be in as many files as there are ways to share it. */
const loaded = () => import("./loaded.ts")

/** The card payments service as a plugin. Throws a `RangeError` for accounts that `accountsById` refuses. */
export const cards = (options: CardsOptions = { mode: "sandbox" }) => {
  accountsById(options.accounts ?? [])
  return pluginLater(cardsPlugin.id, () => loaded().then((all) => all.cards(options)))
}

/** The balance and the journals behind it, in process. */
export const balance = callsLater(() => loaded().then((all) => all.balance), ["retrieve", "listEntries"])

/** Bank accounts of customers, in process. */
export const bankAccounts = callsLater(
  () => loaded().then((all) => all.bankAccounts),
  ["create", "retrieve", "list", "verify", "remove", "settle"]
)

/** Screening of names, in process. */
export const compliance = callsLater(() => loaded().then((all) => all.compliance), ["screen", "retrieve", "resolve"])

/** Customers, in process. */
export const customers = callsLater(
  () => loaded().then((all) => all.customers),
  ["create", "retrieve", "list", "update", "remove"]
)

/** Disputes, in process. */
export const disputes = callsLater(
  () => loaded().then((all) => all.disputes),
  ["open", "retrieve", "list", "respondWith", "close"]
)

/** Stored events, in process. */
export const events = callsLater(() => loaded().then((all) => all.events), ["list", "retrieve"])

/** Verifications of customers, in process. */
export const kyc = callsLater(() => loaded().then((all) => all.kyc), ["start", "latest", "retrieve", "report"])

/** Payment methods, in process. */
export const paymentMethods = callsLater(
  () => loaded().then((all) => all.paymentMethods),
  ["create", "retrieve", "list", "attach", "detach"]
)

/** Payments, in process. */
export const payments = callsLater(
  () => loaded().then((all) => all.payments),
  ["create", "confirm", "retrieve", "list", "capture", "cancel"]
)

/** Payouts, in process. */
export const payouts = callsLater(
  () => loaded().then((all) => all.payouts),
  ["create", "retrieve", "list", "cancel", "report"]
)

/** Refunds, in process. */
export const refunds = callsLater(() => loaded().then((all) => all.refunds), ["create", "retrieve", "list", "settle"])

/** Risk: settings, rules and assessments, in process. */
export const risk = callsLater(
  () => loaded().then((all) => all.risk),
  [
    "assessment",
    "clear",
    "preview",
    "settings",
    "changeSettings",
    "createRule",
    "retrieveRule",
    "listRules",
    "changeRule",
    "removeRule"
  ]
)

/** Webhook endpoints and their deliveries, in process. */
export const webhookEndpoints = callsLater(
  () => loaded().then((all) => all.webhookEndpoints),
  ["create", "retrieve", "list", "update", "remove", "rotateSecret", "replay", "deliveries", "retryDelivery"]
)

/** Checks every invariant of the money in an account, on the rows themselves. */
export const checkInvariants = callsLater(loaded, ["checkInvariants"]).checkInvariants
