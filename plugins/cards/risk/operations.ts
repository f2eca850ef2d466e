/** What can be done about risk: read an assessment, clear a flagged payment, set thresholds and rules. */
import * as Effect from "effect/Effect"
import { Clock, Ids, readPage, RiskAssessment, type CallerShape, type VersionConflict } from "../../../src/plugin.ts"
import { AccountSettings } from "../accounts.ts"
import { wholeSeconds } from "../events.ts"
import type { PageOf } from "../lists.ts"
import { planDecision } from "../payments/plan.ts"
import * as payments from "../payments/operations.ts"
import { PaymentNotFound, type Payment } from "../payments/Payment.ts"
import { planned } from "../plans.ts"
import * as Clearing from "./Clearing.ts"
import * as repository from "./repository.ts"
import type { Assessment } from "./RiskAssessmentBody.ts"
import * as RiskRule from "./RiskRule.ts"
import { ThresholdsRefused } from "./Thresholds.ts"

type Reader = Pick<CallerShape, "store" | "scope">

const assessmentOf = (payment: Payment): Assessment => {
  const { authenticationRequested, clearedAt, level, outcome } = payment.risk
  return {
    payment,
    recommendedAction:
      clearedAt === undefined ? RiskAssessment.recommendedActionOf(outcome, level, authenticationRequested) : "approve"
  }
}

const nowOf = Effect.map(Clock, (clock) => wholeSeconds(clock.now()))

/** The assessment of a payment, as it was made at its creation. Fails with `PaymentNotFound`. */
export const assessment = (caller: Reader, payment: string) =>
  Effect.map(payments.retrieve(caller, payment), assessmentOf)

/** Clears a payment that is flagged or in review. Fails with `PaymentNotFound` or `ClearingRefused`. */
export const clear = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const found = yield* payments.findStored(caller.store, caller.scope, id)
  if (found === undefined) return yield* new PaymentNotFound()
  const { payment, version } = found
  const flagged = RiskAssessment.isFlagged(payment.risk.score)
  const decision = yield* Effect.fromResult(Clearing.clear(payment, { now: yield* nowOf, flagged }))
  const plan = yield* planDecision(caller, decision, { version })
  return { ...plan, outcome: assessmentOf(plan.outcome.payment) }
})

/** The scores from which an account reviews and blocks, as they hold now. */
export interface RiskSettings extends repository.Thresholds {
  readonly livemode: boolean
}

/** What holds for an account: what it has set, else what the operator configured, else 61 and 86. */
export const settings = Effect.fnUntraced(function* (caller: CallerShape) {
  const configured = (yield* AccountSettings).get(caller.principal.account)?.risk
  const set = yield* repository.thresholdsOf(caller.store, caller.scope)
  const { blockAt, reviewAt } = set ?? configured ?? RiskAssessment.defaultRiskThresholds
  return { reviewAt, blockAt, livemode: caller.principal.mode === "live" } satisfies RiskSettings
})

/** Changes what is given. It holds for payments from then on, in this region. Fails with `ThresholdsRefused`. */
export const changeSettings = Effect.fnUntraced(function* (
  caller: CallerShape,
  change: Partial<repository.Thresholds>
) {
  const before = yield* settings(caller)
  const value: RiskSettings = { ...before, ...change }
  if (!RiskAssessment.areInOrder(value)) {
    return yield* new ThresholdsRefused({
      param: change.reviewAt === undefined ? "block_at" : "review_at",
      reviewAt: value.reviewAt,
      blockAt: value.blockAt
    })
  }
  return yield* planned<RiskSettings, VersionConflict>(caller, value, {
    writes: [repository.setThresholds(caller.scope, value, before)]
  })
})

const findRule = Effect.fnUntraced(function* (caller: Reader, id: string) {
  return (yield* repository.byId(caller.store, caller.scope, id)) ?? (yield* new RiskRule.RuleNotFound())
})

const checkPoints = (action: RiskRule.RuleAction, given: number | undefined) => {
  const points = RiskRule.pointsOf(action, given)
  return points === undefined
    ? Effect.fail(
        new RiskRule.RuleRefused({
          param: "score_contribution",
          message:
            action === "score"
              ? "score_contribution must be from 1 to 100 for the action score"
              : `score_contribution must be left out for the action ${action}: only score adds points`
        })
      )
    : Effect.succeed(points)
}

const tooManyRules = () =>
  new RiskRule.RuleRefused({
    param: "name",
    message: `An account has at most ${RiskRule.maxRules} rules. Delete one first`
  })

/** Makes a rule; it holds for payments from then on, in this region. Fails with `RuleRefused`. */
export const createRule = Effect.fnUntraced(function* (caller: CallerShape, command: RiskRule.CreateRule) {
  const scoreContribution = yield* checkPoints(command.action, command.scoreContribution)
  const value: RiskRule.RiskRule = {
    id: (yield* Ids).next("rule"),
    name: command.name,
    when: command.when,
    action: command.action,
    scoreContribution,
    enabled: command.enabled ?? true,
    priority: command.priority ?? RiskRule.defaultPriority,
    createdAt: yield* nowOf,
    livemode: caller.principal.mode === "live"
  }
  const within = { maxRules: RiskRule.maxRules, orElse: tooManyRules }
  return yield* planned<RiskRule.RiskRule, RiskRule.RuleRefused>(caller, value, {
    writes: [repository.insert(caller.scope, value, within)]
  })
})

/** A rule by its id. Fails with `RuleNotFound`. */
export const retrieveRule = (caller: Reader, id: string) => Effect.map(findRule(caller, id), ({ rule }) => rule)

/** A page of rules, newest first. Fails with `InvalidCursor`. */
export const listRules = (caller: Reader, page: PageOf) =>
  readPage(caller, { ...page, endpoint: "cards.risk_rules", filters: {} }, (after, rows) =>
    repository.list(caller.store, caller.scope, after, rows)
  )

/**
 * Changes a rule; payments that were judged by it stay as they are. A rule that adds no points any more loses them.
 * Fails with `RuleNotFound` or `RuleRefused`.
 */
export const changeRule = Effect.fnUntraced(function* (caller: CallerShape, id: string, change: RiskRule.ChangeRule) {
  const { rule, version } = yield* findRule(caller, id)
  const action = change.action ?? rule.action
  const kept = action === rule.action ? rule.scoreContribution : undefined
  const scoreContribution = yield* checkPoints(action, change.scoreContribution ?? kept)
  const value: RiskRule.RiskRule = { ...rule, ...change, scoreContribution }
  return yield* planned<RiskRule.RiskRule, VersionConflict>(caller, value, {
    writes: [repository.update(caller.scope, { rule: value, version })]
  })
})

/** Deletes a rule. Fails with `RuleNotFound`. */
export const removeRule = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const stored = yield* findRule(caller, id)
  return yield* planned<RiskRule.RiskRule, VersionConflict>(caller, stored.rule, {
    writes: [repository.remove(stored)]
  })
})
