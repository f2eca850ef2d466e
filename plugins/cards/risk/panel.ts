/** The rules of accounts about their payments, for operators, with a try-out on past payments. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Mode } from "../../../src/domain.ts"
import {
  documentPanel,
  numberIn,
  statusBy,
  textIn,
  type CallerShape,
  type CoreServices,
  type PanelInput
} from "../../../src/plugin.ts"
import { ownerOf, samplesOf } from "../panelParts.ts"
import * as calls from "./calls.ts"
import { ruleActions, type CreateRule, type RiskRule, type RuleAction, type RuleCondition } from "./RiskRule.ts"
import { RiskRuleBody, RuleConditionBody } from "./RiskRuleBody.ts"
import { storedRule } from "./stored.ts"
import { tryRule } from "./tryOut.ts"

const status = statusBy({ enabled: "good", disabled: "none" })

const condition = {
  key: "when",
  title: "When",
  kind: "json",
  required: true,
  hint: '{ "amount": { "gte": 50000 }, "card_country": { "ne": "US" } }'
} as const

const rule = [
  { key: "name", title: "Name", kind: "text", required: true },
  condition,
  { key: "action", title: "Action", kind: "choice", of: ruleActions, required: true },
  { key: "points", title: "Points", kind: "number", required: false, hint: "1 to 100, where the action is score" },
  { key: "enabled", title: "Goes live at once", kind: "switch", required: false }
] as const

const ruleIn = (input: PanelInput): CreateRule => {
  const scoreContribution = numberIn(input, "points")
  return {
    name: textIn(input, "name") ?? "",
    when: input["when"] as RuleCondition,
    action: textIn(input, "action") as RuleAction,
    enabled: input["enabled"] === true,
    ...(scoreContribution === undefined ? {} : { scoreContribution })
  }
}

const readCondition = Schema.decodeUnknownEffect(RuleConditionBody)

const tried = (caller: CallerShape, given: unknown) =>
  readCondition(given).pipe(
    Effect.flatMap((when) => tryRule(caller, when as RuleCondition)),
    Effect.map((found) => ({
      message: `The rule meets ${found.matched} of the last ${found.payments} payments`,
      details: found
    }))
  )

/** Rules about risk. */
export const riskRulesPanel = (mode: Mode) =>
  documentPanel<RiskRule, CoreServices>({
    mode,
    id: "risk_rules",
    title: "Risk rules",
    noun: ["risk rule", "risk rules"],
    empty:
      "A rule of your own adds to the risk of a payment, has it reviewed, or blocks it. “Try a condition” shows which past payments it would have met.",
    group: "Cards",
    icon: "gauge",
    idPrefix: "rule_",
    stored: storedRule,
    columns: {
      name: ["Name", "text", (found) => found.name],
      status: ["Status", "status", (found) => status(found.enabled ? "enabled" : "disabled")],
      action: ["Action", "code", (found) => found.action],
      when: ["When", "code", (found) => JSON.stringify(found.when)],
      points: ["Points", "number", (found) => found.scoreContribution],
      priority: ["Priority", "number", (found) => found.priority],
      at: ["Made", "time", (found) => found.createdAt]
    },
    json: RiskRuleBody.write,
    principalOf: ownerOf,
    samples: ({ id }) => samplesOf(`/v2/risk/rules/${id}`, `risk.retrieveRule("${id}")`),
    actions: [
      {
        id: "try",
        title: "Try on past payments",
        confirm: "The last payments of the account are looked at. Nothing changes.",
        run: (caller, { when }) => tried(caller, when)
      },
      {
        id: "switch",
        title: "Switch on or off",
        confirm: "The rule decides about new payments from now on, or no longer.",
        run: (caller, { enabled, id }) =>
          Effect.as(calls.changeRule(caller, id, { enabled: !enabled }), {
            message: enabled ? "The rule is off" : "The rule is on",
            id
          })
      },
      {
        id: "delete",
        title: "Delete",
        confirm: "The rule is deleted for good.",
        tone: "bad",
        run: (caller, { id }) => Effect.as(calls.removeRule(caller, id), { message: "The rule was deleted", id })
      }
    ],
    accountActions: [
      {
        id: "create",
        title: "Make a rule",
        confirm: "The rule is made for the account, switched off unless it goes live at once.",
        tone: "good",
        input: rule,
        run: (caller, input) =>
          Effect.map(calls.createRule(caller, ruleIn(input)), ({ id }) => ({ message: "The rule was made", id }))
      },
      {
        id: "try_new",
        title: "Try a condition",
        confirm: "The last payments of the account are looked at. Nothing changes.",
        input: [condition],
        run: (caller, input) => tried(caller, input["when"])
      },
      {
        id: "thresholds",
        title: "Change the thresholds",
        confirm: "Scores from which payments are reviewed and blocked, for payments from now on.",
        input: [
          {
            key: "review_at",
            title: "Review from",
            kind: "number",
            required: false,
            hint: "0 to 101; 101 switches it off"
          },
          {
            key: "block_at",
            title: "Block from",
            kind: "number",
            required: false,
            hint: "0 to 101; 101 switches it off"
          }
        ],
        run: (caller, input) => {
          const reviewAt = numberIn(input, "review_at")
          const blockAt = numberIn(input, "block_at")
          const changed = calls.changeSettings(caller, {
            ...(reviewAt === undefined ? {} : { reviewAt }),
            ...(blockAt === undefined ? {} : { blockAt })
          })
          return Effect.map(changed, (found) => ({
            message: `Reviewed from ${found.reviewAt}, blocked from ${found.blockAt}`
          }))
        }
      }
    ]
  })
