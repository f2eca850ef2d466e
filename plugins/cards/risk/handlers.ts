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

const presentAssessment = (assessment: Assessment) => json(200, encodeAssessment(assessment))
const presentSettings = (settings: risk.RiskSettings) => json(200, encodeSettings(settings))
const presentRule = (rule: RiskRule) => json(200, encodeRule(rule))
const presentDeleted = (rule: RiskRule) => json(200, encodeDeleted(rule))

const answerWith =
  <Value>(present: risk.Present<Value>) =>
  ({ answer, value }: risk.Presented<Value>) =>
    answer ?? present(value)

/** The handlers of this slice. */
export const riskHandlers = handlersOf(CardsApi, "risk", (handlers) =>
  handlers.handleAll({
    assessment: ({ params }) =>
      respond((caller) => Effect.map(risk.assessment(caller, params.payment_id), presentAssessment)),
    clear: ({ params }) => answer((caller) => risk.clear(caller, params.payment_id), presentAssessment),
    settings: () => respond((caller) => Effect.map(risk.settings(caller), presentSettings)),
    changeSettings: ({ payload }) =>
      respond((caller) =>
        Effect.map(risk.changeSettings(caller, thresholdsOf(payload), presentSettings), answerWith(presentSettings))
      ),
    listRules: ({ query }) => respond((caller) => showList(query, (page) => risk.listRules(caller, page), encodeRule)),
    createRule: ({ payload }) =>
      respond((caller) => Effect.map(risk.createRule(caller, ruleOf(payload), presentRule), answerWith(presentRule))),
    retrieveRule: ({ params }) => respond((caller) => Effect.map(risk.retrieveRule(caller, params.id), presentRule)),
    changeRule: ({ params, payload }) =>
      respond((caller) =>
        Effect.map(risk.changeRule(caller, params.id, changeOf(payload), presentRule), answerWith(presentRule))
      ),
    removeRule: ({ params }) =>
      respond((caller) => Effect.map(risk.removeRule(caller, params.id, presentDeleted), answerWith(presentDeleted)))
  })
)
