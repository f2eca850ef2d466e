/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { answer, noContent, respond } from "../respond.ts"
import { listAnswer, pageOf } from "../wire.ts"
import { builtinAnswer, encodeRule, encodeRuleSet } from "./api.ts"
import * as rules from "./operations.ts"
import type { Rule } from "./Rule.ts"
import type { RuleSet } from "./RuleSet.ts"

const ruleAnswer = (status: number) => (rule: Rule) => json(status, encodeRule(rule))

const setAnswer = (status: number) => (set: RuleSet) => json(status, encodeRuleSet(set))

/** The handlers of this slice. */
export const ruleHandlers = handlersOf(DocsApi, "rules", (handlers) =>
  handlers.handleAll({
    builtin: () => respond(() => Effect.succeed(json(200, builtinAnswer))),
    create: ({ payload }) => answer((caller) => rules.create(caller, payload), ruleAnswer(201)),
    list: ({ query }) =>
      respond((caller) =>
        Effect.map(rules.list(caller, pageOf(query)), (page) => json(200, listAnswer(page, encodeRule)))
      ),
    retrieve: ({ params }) => respond((caller) => Effect.map(rules.retrieve(caller, params.id), ruleAnswer(200))),
    update: ({ params, payload }) =>
      answer((caller) => rules.update(caller, { id: params.id, change: payload }), ruleAnswer(200)),
    remove: ({ params }) => answer((caller) => rules.remove(caller, params.id), noContent),
    createSet: ({ payload }) => answer((caller) => rules.createSet(caller, payload), setAnswer(201)),
    listSets: ({ query }) =>
      respond((caller) =>
        Effect.map(rules.listSets(caller, pageOf(query)), (page) => json(200, listAnswer(page, encodeRuleSet)))
      ),
    retrieveSet: ({ params }) => respond((caller) => Effect.map(rules.retrieveSet(caller, params.id), setAnswer(200))),
    updateSet: ({ params, payload }) =>
      answer((caller) => rules.updateSet(caller, { id: params.id, change: payload }), setAnswer(200)),
    removeSet: ({ params }) => answer((caller) => rules.removeSet(caller, params.id), noContent)
  })
)
