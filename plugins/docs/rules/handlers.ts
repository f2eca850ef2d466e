/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { answer, list, noContent, read, respond, shown } from "../respond.ts"
import { builtinAnswer, RuleAnswer, RuleSetAnswer } from "./api.ts"
import * as rules from "./operations.ts"

export const ruleHandlers = handlersOf(DocsApi, "rules", (handlers) =>
  handlers.handleAll({
    builtin: () => respond(() => Effect.succeed(json(200, builtinAnswer))),
    create: ({ payload }) => answer((caller) => rules.create(caller, payload), shown(RuleAnswer.write, 201)),
    list: ({ query }) => list(query, rules.list, RuleAnswer.write),
    retrieve: ({ params }) => read((caller) => rules.retrieve(caller, params.id), shown(RuleAnswer.write)),
    update: ({ params, payload }) =>
      answer((caller) => rules.update(caller, { id: params.id, change: payload }), shown(RuleAnswer.write)),
    remove: ({ params }) => answer((caller) => rules.remove(caller, params.id), noContent),
    createSet: ({ payload }) => answer((caller) => rules.createSet(caller, payload), shown(RuleSetAnswer.write, 201)),
    listSets: ({ query }) => list(query, rules.listSets, RuleSetAnswer.write),
    retrieveSet: ({ params }) => read((caller) => rules.retrieveSet(caller, params.id), shown(RuleSetAnswer.write)),
    updateSet: ({ params, payload }) =>
      answer((caller) => rules.updateSet(caller, { id: params.id, change: payload }), shown(RuleSetAnswer.write)),
    removeSet: ({ params }) => answer((caller) => rules.removeSet(caller, params.id), noContent)
  })
)
