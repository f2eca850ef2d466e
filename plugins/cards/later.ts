/**
 * The plugin and its operations as hosts import them: what they do is loaded when an engine starts or an operation is first
 * called (decision 0056).
 */
import { callsLater, checkMode, checkNames, checkPublicUrl, pluginLater, type CallNames } from "../../src/plugin.ts"
import { accountsById } from "./accounts.ts"
import { cardsPlugin } from "./declaration.ts"
import type { CardsOptions } from "./face.ts"

/** One module for all: what it loads would else be in as many files as there are ways to share it. */
const loaded = () => import("./loaded.ts")

/** The card payments service as a plugin. Throws for a mode or an address that is none, and for accounts that `accountsById` refuses. */
export const cards = (options: CardsOptions = { mode: "sandbox" }) => {
  checkNames(["cards", "option"], options, { mode: true, accounts: true, publicUrl: true, kyc: true })
  checkNames(["cards: kyc", "option"], options.kyc, { whenSilent: true })
  const { whenSilent = "fail" } = options.kyc ?? {}
  if (whenSilent !== "fail" && whenSilent !== "alert") {
    throw new RangeError(`cards: kyc.whenSilent (${JSON.stringify(whenSilent)}) must be fail or alert`)
  }
  checkMode("cards", options.mode)
  checkPublicUrl(options.publicUrl)
  accountsById(options.accounts ?? [])
  return pluginLater(cardsPlugin.id, () => loaded().then((all) => all.cards(options)))
}

type Loaded = Awaited<ReturnType<typeof loaded>>

const callsOf = <Slice extends keyof Loaded, const Name extends CallNames<Loaded[Slice]> & string>(
  slice: Slice,
  names: ReadonlyArray<Name>
) => callsLater(() => loaded().then((all) => all[slice]), names, cardsPlugin.id)

/** The balance and the journals behind it, in process. */
export const balance = callsOf("balance", ["retrieve", "listEntries"])

/** Bank accounts of customers, in process. */
export const bankAccounts = callsOf("bankAccounts", ["create", "retrieve", "list", "verify", "remove", "settle"])

/** Screening of names, in process. */
export const compliance = callsOf("compliance", ["screen", "retrieve", "resolve"])

/** Customers, in process. */
export const customers = callsOf("customers", ["create", "retrieve", "list", "update", "remove"])

/** Disputes, in process. */
export const disputes = callsOf("disputes", ["open", "retrieve", "list", "respondWith", "close"])

/** Stored events, in process. */
export const events = callsOf("events", ["list", "retrieve"])

/** Verifications of customers, in process. */
export const kyc = callsOf("kyc", ["start", "latest", "retrieve", "report"])

/** Payment methods, in process. */
export const paymentMethods = callsOf("paymentMethods", ["create", "retrieve", "list", "attach", "detach"])

/** Payments, in process. */
export const payments = callsOf("payments", ["create", "confirm", "retrieve", "list", "capture", "cancel"])

/** Payouts, in process. */
export const payouts = callsOf("payouts", ["create", "retrieve", "list", "cancel", "report"])

/** Refunds, in process. */
export const refunds = callsOf("refunds", ["create", "retrieve", "list", "settle"])

/** Risk: settings, rules and assessments, in process. */
export const risk = callsOf("risk", [
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
])

/** Webhook endpoints and their deliveries, in process. */
export const webhookEndpoints = callsOf("webhookEndpoints", [
  "create",
  "retrieve",
  "list",
  "update",
  "remove",
  "rotateSecret",
  "replay",
  "deliveries",
  "retryDelivery"
])

/** Checks every invariant of the money in an account, on the rows themselves. */
export const checkInvariants = callsLater(loaded, ["checkInvariants"]).checkInvariants
