/** Routing rules: kept by administrators, asked by payments. */
import * as Effect from "effect/Effect"
import { Clock, Ids, type Answer, type CallerShape, type RegionStore } from "../../../src/plugin.ts"
import { commitAudited } from "../administration/operations.ts"
import { ObjectNotFound } from "../failures.ts"
import type { Client } from "../clients/Client.ts"
import * as clients from "../clients/operations.ts"
import * as participants from "../participants/operations.ts"
import { checkBanks } from "../payments/Admission.ts"
import type { Party } from "../payments/Payment.ts"
import { Rails } from "../Rail.ts"
import { railIds } from "../rails/rail-ids.ts"
import { BankSettings } from "../settings.ts"
import { chooseRail, type RailFacts, type RailQuestion } from "./RailChoice.ts"
import { allRules, removeRule, rules } from "./repository.ts"
import type { RoutingRule } from "./RoutingRule.ts"

/** A rule before it has an id. */
export type RuleDraft = Omit<RoutingRule, "id">

/** Every rule, by priority. */
export const list = (store: RegionStore) => allRules(store)

/** The rules that are asked. */
export const inForce = (store: RegionStore) =>
  Effect.map(allRules(store), (all) => all.filter(({ enabled }) => enabled))

/** Adds a rule. `present` builds the answer that is kept. */
export const add = Effect.fnUntraced(function* (
  caller: CallerShape,
  draft: RuleDraft,
  present: (rule: RoutingRule) => Answer
) {
  const clock = yield* Clock
  const ids = yield* Ids
  const rule = { ...draft, id: ids.next("rule"), createdAt: clock.now() }
  const answer = present(rule)
  const audited = { action: "routing_rule.create", resource: rule.id, after: rule }
  yield* commitAudited(caller, audited, [rules.insert(rule)], answer)
  return answer
})

const found = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  return (yield* rules.byId(caller.store, id)) ?? (yield* new ObjectNotFound({ what: "routing rule" }))
})

/** Replaces a rule. Fails with `ObjectNotFound`. */
export const replace = Effect.fnUntraced(function* (caller: CallerShape, id: string, draft: RuleDraft) {
  const { document, version } = yield* found(caller, id)
  const rule = { ...draft, id, createdAt: document.createdAt }
  yield* commitAudited(caller, { action: "routing_rule.replace", resource: id, before: document, after: rule }, [
    rules.update(rule, version)
  ])
  return rule
})

/** Removes a rule. Fails with `ObjectNotFound`. */
export const remove = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const { document } = yield* found(caller, id)
  yield* commitAudited(caller, { action: "routing_rule.delete", resource: id, before: document }, [removeRule(id)])
})

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
