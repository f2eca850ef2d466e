/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json, type Answer } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import type { Present, Presented } from "../keep.ts"
import { respond } from "../respond.ts"
import { listAnswer, pageOf } from "../wire.ts"
import { builtinAnswer, encodeRule, encodeRuleSet } from "./api.ts"
import * as rules from "./operations.ts"
import type { Rule } from "./Rule.ts"
import type { RuleSet } from "./RuleSet.ts"

const ruleAnswer =
  (status: number): Present<Rule> =>
  (rule) =>
    json(status, encodeRule(rule))

const setAnswer =
  (status: number): Present<RuleSet> =>
  (set) =>
    json(status, encodeRuleSet(set))

const nothing: Present<unknown> = () => ({ status: 204, body: "" })

const given = <A, E, R>(operation: Effect.Effect<Presented<A>, E, R>): Effect.Effect<Answer, E, R> =>
  Effect.map(operation, ({ answer }) => answer!)

/** The handlers of this slice. */
export const ruleHandlers = handlersOf(DocsApi, "rules", (handlers) =>
  handlers.handleAll({
    builtin: () => respond(() => Effect.succeed(json(200, builtinAnswer))),
    create: ({ payload }) => respond((caller) => given(rules.create(caller, payload, ruleAnswer(201)))),
    list: ({ query }) =>
      respond((caller) =>
        Effect.map(rules.list(caller, pageOf(query)), (page) => json(200, listAnswer(page, encodeRule)))
      ),
    retrieve: ({ params }) => respond((caller) => Effect.map(rules.retrieve(caller, params.id), ruleAnswer(200))),
    update: ({ params, payload }) =>
      respond((caller) => given(rules.update(caller, { id: params.id, change: payload }, ruleAnswer(200)))),
    remove: ({ params }) => respond((caller) => given(rules.remove(caller, params.id, nothing))),
    createSet: ({ payload }) => respond((caller) => given(rules.createSet(caller, payload, setAnswer(201)))),
    listSets: ({ query }) =>
      respond((caller) =>
        Effect.map(rules.listSets(caller, pageOf(query)), (page) => json(200, listAnswer(page, encodeRuleSet)))
      ),
    retrieveSet: ({ params }) => respond((caller) => Effect.map(rules.retrieveSet(caller, params.id), setAnswer(200))),
    updateSet: ({ params, payload }) =>
      respond((caller) => given(rules.updateSet(caller, { id: params.id, change: payload }, setAnswer(200)))),
    removeSet: ({ params }) => respond((caller) => given(rules.removeSet(caller, params.id, nothing)))
  })
)
