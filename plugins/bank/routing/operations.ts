/** Routing rules: kept by administrators, asked by payments. */
import * as Effect from "effect/Effect"
import { Clock, storedAs, type CallerShape, type RegionStore } from "../../../src/plugin.ts"
import { ruleBook } from "../administration/rule-book.ts"
import type { Client } from "../clients/Client.ts"
import * as clients from "../clients/operations.ts"
import * as participants from "../participants/operations.ts"
import { checkBanks } from "../payments/Admission.ts"
import type { Party } from "../payments/Payment.ts"
import { Rails } from "../Rail.ts"
import { railIds } from "../rails/rail-ids.ts"
import { BankSettings } from "../settings.ts"
import { chooseRail, type RailFacts, type RailQuestion } from "./RailChoice.ts"
import type { RoutingRule } from "./RoutingRule.ts"

/** A rule before it has an id. */
export type RuleDraft = Omit<RoutingRule, "id">

export const storedRoutingRule = storedAs<RoutingRule & { readonly createdAt: number }>({
  table: "bank_routing_rules",
  form: {
    id: "text",
    when: { timeWindow: ["if there", { tz: "text", from: "text", to: "text" }] },
    enabled: "boolean",
    priority: "number",
    rail: "text",
    createdAt: "number"
  }
})

export const { add, list, remove, replace } = ruleBook(storedRoutingRule, "routing rule")

/** The rules that take part. */
const inForce = (store: RegionStore) => Effect.map(list(store), (all) => all.filter(({ enabled }) => enabled))

/** A question that nobody pays for. */
export interface DryRun extends Pick<RailQuestion, "preference" | "amountCents" | "purposeCode"> {
  /** Whose rights and limits count; without one, all rails may be used. */
  readonly clientId: string | undefined
  readonly originator: { readonly routingNumber: string }
  readonly beneficiary: { readonly routingNumber: string }
}

/** Which rail would carry it, and why (decisions B.5). Fails with `ClientNotFound` or `InactiveRoutingNumbers`. */
export const evaluate = Effect.fnUntraced(function* (caller: CallerShape, asked: DryRun) {
  const clock = yield* Clock
  const client =
    asked.clientId === undefined
      ? { rails: railIds, fednowEligible: false }
      : yield* clients.retrieve(caller.store, asked.clientId)
  const facts = yield* railFacts(caller.store, { client, ...asked })
  const { amountCents, clientId = "", preference, purposeCode } = asked
  return chooseRail({ amountCents, clientId, preference, purposeCode, now: clock.now() }, facts)
})

/** Gathers what the choice of a rail needs. Fails with `InactiveRoutingNumbers`. */
export const railFacts = Effect.fnUntraced(function* (
  store: RegionStore,
  of: {
    readonly client: Pick<Client, "rails" | "fednowEligible">
    readonly originator: Pick<Party, "routingNumber">
    readonly beneficiary: Pick<Party, "routingNumber">
  }
) {
  const settings = yield* BankSettings
  const rails = yield* Rails
  const banks = yield* Effect.fromResult(
    checkBanks({
      originator: yield* participants.find(store, of.originator.routingNumber),
      beneficiary: yield* participants.find(store, of.beneficiary.routingNumber)
    })
  )
  return {
    originatorBank: banks.originator,
    beneficiaryBank: banks.beneficiary,
    connectedRails: rails.all.map(({ id }) => id),
    allowedRails: of.client.rails,
    fednowEligible: of.client.fednowEligible,
    limits: settings.limits,
    rules: yield* inForce(store)
  } satisfies RailFacts
})
