/** Routing rules in process: the same as over HTTP, for callers with the same scopes. Amounts are in cents. */
import * as Effect from "effect/Effect"
import { noChange, type CallerShape } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import { draftOf, questionOf, type EvaluateBody, type RoutingRuleBody } from "./api.ts"
import * as operations from "./operations.ts"

const { change, read } = callsOf(BankApi, "routing")
const reading = read("list")
const creating = change("create")
const replacing = change("replace")
const removing = change("remove")
const evaluating = change("evaluate", { renames: { amountCents: "amount" } })

/** A payment that nobody makes. */
export type EvaluateRouting = Omit<typeof EvaluateBody.Encoded, "amount"> & { readonly amountCents: number }

/** Which rail carries which payments: by default all, from now on. */
export type SetRoutingRule = Omit<typeof RoutingRuleBody.Encoded, "then"> & Pick<operations.RuleDraft, "rail">

/** Over HTTP the rail stands in `then`: what is wrong with it is reported there. */
const bodyOf = (rule: SetRoutingRule) =>
  rule && {
    ...rule,
    rail: undefined,
    // oxlint-disable-next-line unicorn/no-thenable -- the word is the interface's
    then: { rail: rule.rail }
  }

/** Makes a rule, which counts for payments made from now on. */
export const create = (caller: CallerShape, command: SetRoutingRule) =>
  creating(caller, { command: bodyOf(command) }, (asking, body) => operations.add(asking, draftOf(body)))

/** Every rule, in the order in which they are tried. */
export const list = (caller: CallerShape) => reading(caller, ({ store }) => operations.list(store))

/** Replaces a whole rule: a condition that is left out is no longer there. Fails with `ObjectNotFound`. */
export const replace = (caller: CallerShape, id: string, command: SetRoutingRule) =>
  replacing(caller, { id, command: bodyOf(command) }, (asking, body) => operations.replace(asking, id, draftOf(body)))

/** Deletes a rule; gives it as it was. Fails with `ObjectNotFound`. */
export const remove = (caller: CallerShape, id: string) =>
  removing(caller, { id }, (asking) => operations.remove(asking, id))

/** Which rail would carry a payment, and every step of the choice. Fails with `ClientNotFound` or `InactiveRoutingNumbers`. */
export const evaluate = (caller: CallerShape, command: EvaluateRouting) =>
  evaluating(caller, { command }, (asking, body) => Effect.map(operations.evaluate(asking, questionOf(body)), noChange))
