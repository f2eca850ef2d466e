/** From requests to operations and back. */
import { handlersOf } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { answer, list, read, shown } from "../respond.ts"
import { changeOf, ruleOf, thresholdsOf } from "./api.ts"
import * as risk from "./operations.ts"
import { RiskAssessmentBody, RiskSettingsBody } from "./RiskAssessmentBody.ts"
import { DeletedRuleBody, RiskRuleBody } from "./RiskRuleBody.ts"

const shownAssessment = shown(RiskAssessmentBody.write)
const shownSettings = shown(RiskSettingsBody.write)
const shownRule = shown(RiskRuleBody.write)

export const riskHandlers = handlersOf(CardsApi, "risk", (handlers) =>
  handlers.handleAll({
    assessment: ({ params }) => read((caller) => risk.assessment(caller, params.payment_id), shownAssessment),
    clear: ({ params }) => answer((caller) => risk.clear(caller, params.payment_id), shownAssessment),
    settings: () => read((caller) => risk.settings(caller), shownSettings),
    changeSettings: ({ payload }) =>
      answer((caller) => risk.changeSettings(caller, thresholdsOf(payload)), shownSettings),
    listRules: ({ query }) => list(query, risk.listRules, RiskRuleBody.write),
    createRule: ({ payload }) => answer((caller) => risk.createRule(caller, ruleOf(payload)), shownRule),
    retrieveRule: ({ params }) => read((caller) => risk.retrieveRule(caller, params.id), shownRule),
    changeRule: ({ params, payload }) =>
      answer((caller) => risk.changeRule(caller, params.id, changeOf(payload)), shownRule),
    removeRule: ({ params }) => answer((caller) => risk.removeRule(caller, params.id), shown(DeletedRuleBody.write))
  })
)
