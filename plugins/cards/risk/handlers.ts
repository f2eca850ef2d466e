/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { showList } from "../lists.ts"
import { answer, respond } from "../respond.ts"
import { changeOf, ruleOf, thresholdsOf } from "./api.ts"
import * as risk from "./operations.ts"
import { encodeAssessment, encodeSettings, type Assessment } from "./RiskAssessmentBody.ts"
import type { RiskRule } from "./RiskRule.ts"
import { encodeDeleted, encodeRule } from "./RiskRuleBody.ts"

const shownAssessment = (assessment: Assessment) => json(200, encodeAssessment(assessment))
const shownSettings = (settings: risk.RiskSettings) => json(200, encodeSettings(settings))
const shownRule = (rule: RiskRule) => json(200, encodeRule(rule))

export const riskHandlers = handlersOf(CardsApi, "risk", (handlers) =>
  handlers.handleAll({
    assessment: ({ params }) =>
      respond((caller) => Effect.map(risk.assessment(caller, params.payment_id), shownAssessment)),
    clear: ({ params }) => answer((caller) => risk.clear(caller, params.payment_id), shownAssessment),
    settings: () => respond((caller) => Effect.map(risk.settings(caller), shownSettings)),
    changeSettings: ({ payload }) =>
      answer((caller) => risk.changeSettings(caller, thresholdsOf(payload)), shownSettings),
    listRules: ({ query }) => respond((caller) => showList(query, (page) => risk.listRules(caller, page), encodeRule)),
    createRule: ({ payload }) => answer((caller) => risk.createRule(caller, ruleOf(payload)), shownRule),
    retrieveRule: ({ params }) => respond((caller) => Effect.map(risk.retrieveRule(caller, params.id), shownRule)),
    changeRule: ({ params, payload }) =>
      answer((caller) => risk.changeRule(caller, params.id, changeOf(payload)), shownRule),
    removeRule: ({ params }) =>
      answer(
        (caller) => risk.removeRule(caller, params.id),
        (rule) => json(200, encodeDeleted(rule))
      )
  })
)
