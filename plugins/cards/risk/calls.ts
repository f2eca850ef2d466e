/** Risk in process: the same operations as over HTTP, and the decision about a payment that is never made. */
import * as Effect from "effect/Effect"
import { call, noChange, paged, type CallerShape, type HostPage } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import { commandOf, contextOf } from "../payments/api.ts"
import * as payments from "../payments/operations.ts"
import type { CreatePayment } from "../payments/Payment.ts"
import { changeOf, ruleOf, thresholdsOf } from "./api.ts"
import * as operations from "./operations.ts"
import type { ChangeRule, CreateRule } from "./RiskRule.ts"

const { change } = callsOf(CardsApi, "risk")
const changing = change("changeSettings")
const creatingRule = change("createRule")
const changingRule = change("changeRule")
const previewing = callsOf(CardsApi, "payments").change("create", { renames: { amountMinor: "amount" } })

/** The assessment of a payment: it with the action that is recommended now. Fails with `PaymentNotFound`. */
export const assessment = (caller: CallerShape, payment: string) => operations.assessment(caller, payment)

/** Clears a payment that is flagged or in review. Fails with `PaymentNotFound` or `ClearingRefused`. */
export const clear = (caller: CallerShape, payment: string) =>
  call(caller, "cards.risk.clear", { payment }, (asking) => operations.clear(asking, payment))

/**
 * What would be decided about a payment now: its risk, and its strong customer authentication (`null` when it would be
 * blocked). Nothing is kept, under a key neither, and it counts as no attempt. Fails as creating it does before the acquirer is asked.
 */
export const preview = (caller: CallerShape, command: CreatePayment, context: payments.PaymentContext = {}) =>
  previewing({ ...caller, key: undefined }, { command: { ...command, ...context } }, (asking, body) =>
    Effect.map(payments.preview(asking, commandOf(body), { ...context, ...contextOf(body) }), noChange)
  )

/** The scores from which the account reviews and blocks. */
export const settings = (caller: CallerShape) => operations.settings(caller)

/**
 * Changes them, from 0 to 101 each; 101 switches one off. Fails with `InvalidParameters`, or `ThresholdsRefused` where
 * reviews would begin above the score that is blocked.
 */
export const changeSettings = (
  caller: CallerShape,
  command: { readonly reviewAt?: number; readonly blockAt?: number }
) => changing(caller, { command }, (asking, body) => operations.changeSettings(asking, thresholdsOf(body)))

/** Makes a rule. Fails with `InvalidParameters` or `RuleRefused`. */
export const createRule = (caller: CallerShape, command: CreateRule) =>
  creatingRule(caller, { command }, (asking, body) => operations.createRule(asking, ruleOf(body)))

/** A rule by its id. Fails with `RuleNotFound`. */
export const retrieveRule = (caller: CallerShape, id: string): ReturnType<typeof operations.retrieveRule> =>
  operations.retrieveRule(caller, id)

/** A page of rules, newest first. */
export const listRules = (caller: CallerShape, page?: HostPage) => paged(page, (of) => operations.listRules(caller, of))

/** Changes a rule: what is left out stays. Fails with `RuleNotFound` or `RuleRefused`. */
export const changeRule = (caller: CallerShape, id: string, command: ChangeRule) =>
  changingRule(caller, { id, command }, (asking, body) => operations.changeRule(asking, id, changeOf(body)))

/** Deletes a rule. Fails with `RuleNotFound`. */
export const removeRule = (caller: CallerShape, id: string) =>
  call(caller, "cards.risk.removeRule", { id }, (asking) => operations.removeRule(asking, id))
