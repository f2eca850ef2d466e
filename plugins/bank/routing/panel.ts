/** Routing rules for operators, with a dry run that explains which rail a transfer would take. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Mode } from "../../../src/domain.ts"
import { call, documentPanel, statusBy, type AccountAction, type PanelInput } from "../../../src/plugin.ts"
import { adminIn, samplesOf, type PanelNeeds } from "../panelParts.ts"
import { draftOf, ChoiceBody, RuleBody, EvaluateBody, questionOf, RoutingRuleBody } from "./api.ts"
import { add, evaluate, remove, replace, storedRoutingRule } from "./operations.ts"
import type { RoutingRule } from "./RoutingRule.ts"

type StoredRule = RoutingRule & { readonly createdAt: number }

const status = statusBy({ enabled: "good", disabled: "none" })

const readRule = Schema.decodeUnknownEffect(RoutingRuleBody)
const readQuestion = Schema.decodeUnknownEffect(EvaluateBody)

const text = (key: string, title: string, required = false) => ({ key, title, kind: "text", required }) as const

const given = ({ amount, ...input }: PanelInput) => ({ ...input, ...(amount === undefined ? {} : { amount }) })

const createAction: AccountAction<PanelNeeds> = {
  id: "create",
  title: "Make a rule",
  confirm: "The rule decides about new transfers at once, unless it is switched off.",
  tone: "good",
  ofNobody: true,
  input: [
    { key: "priority", title: "Priority", kind: "number", required: true, hint: "Lower ones come first" },
    { key: "when", title: "When", kind: "json", required: false, hint: '{ "minAmount": 100000 }' },
    {
      key: "rail",
      title: "Leads to",
      kind: "choice",
      of: ["rtp", "fednow", "fedwire", "default", "reject"],
      required: true
    },
    { key: "enabled", title: "Goes live at once", kind: "switch", required: false }
  ],
  run: Effect.fnUntraced(function* (caller, { enabled, rail, ...input }) {
    // oxlint-disable-next-line unicorn/no-thenable -- the word is the interface's
    const body = yield* readRule({ ...input, enabled: enabled === true, then: { rail } })
    const rule = yield* call(caller, "bank.routing.add", body, (made) => add(made, draftOf(body)))
    return { message: "The rule was made", id: rule.id }
  })
}

const dryRunAction: AccountAction<PanelNeeds> = {
  id: "dry_run",
  title: "Dry run",
  confirm: "Which rail would carry such a transfer, and why. Nobody pays.",
  ofNobody: true,
  input: [
    { key: "amount", title: "Amount", kind: "money", required: true },
    text("originatorRoutingNumber", "Bank that sends", true),
    text("beneficiaryRoutingNumber", "Bank that receives", true),
    text("clientId", "Client"),
    text("railPreference", "Preferred rail"),
    text("purposeCode", "Purpose code")
  ],
  run: Effect.fnUntraced(function* (caller, input) {
    const body = yield* readQuestion(given(input))
    const choice = yield* evaluate(caller, questionOf(body))
    return { message: "This is how the rail is chosen", details: ChoiceBody.write(choice) }
  })
}

export const routingPanel = (mode: Mode) =>
  documentPanel<StoredRule, PanelNeeds>({
    id: "routing",
    title: "Routing rules",
    noun: ["routing rule", "routing rules"],
    empty:
      "Without a rule the bank takes the fastest rail that reaches the other bank. “Dry run” shows which one that is.",
    group: "Bank",
    icon: "route",
    idPrefix: "rule_",
    stored: storedRoutingRule,
    scopeOf: () => `/${mode}`,
    columns: {
      priority: ["Priority", "number", (rule) => rule.priority],
      status: ["Status", "status", (rule) => status(rule.enabled ? "enabled" : "disabled")],
      when: ["When", "code", (rule) => JSON.stringify(rule.when)],
      rail: ["Leads to", "code", (rule) => rule.rail],
      at: ["Made", "time", (rule) => rule.createdAt]
    },
    json: RuleBody.write,
    principalOf: adminIn(mode),
    samples: () => samplesOf("/v2/admin/routing-rules", "routing.list()"),
    actions: [
      {
        id: "switch",
        title: "Switch on or off",
        confirm: "The rule decides about new transfers from now on, or no longer.",
        run: (caller, { id, ...rule }) => {
          const { priority, rail, when } = rule
          const draft = { priority, rail, when, enabled: !rule.enabled }
          const replaced = call(caller, "bank.routing.replace", { id, ...draft }, (asking) =>
            replace(asking, id, draft)
          )
          return Effect.as(replaced, { message: rule.enabled ? "The rule is off" : "The rule is on", id })
        }
      },
      {
        id: "delete",
        title: "Delete",
        confirm: "The rule is deleted for good.",
        tone: "bad",
        run: (caller, { id }) =>
          Effect.as(
            call(caller, "bank.routing.remove", { id }, (asking) => remove(asking, id)),
            { message: "The rule was deleted", id }
          )
      }
    ],
    accountActions: [createAction, dryRunAction]
  })
