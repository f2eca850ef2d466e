/** Approval rules for operators: which transfers wait for people, and for how many. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Mode } from "../../../src/domain.ts"
import { call, documentPanel } from "../../../src/plugin.ts"
import { adminIn, samplesOf, type PanelNeeds } from "../panelParts.ts"
import { ApprovalRuleBody, RuleBody } from "./api.ts"
import type { ApprovalRule } from "./ApprovalRule.ts"
import { add, remove, storedApprovalRule } from "./operations.ts"

const readRule = Schema.decodeUnknownEffect(ApprovalRuleBody)

export const approvalRulesPanel = (mode: Mode) =>
  documentPanel<ApprovalRule, PanelNeeds>({
    id: "approval_rules",
    title: "Approval rules",
    noun: ["approval rule", "approval rules"],
    empty: "Without a rule no transfer needs an approval. A rule says which ones do, and how many people must approve.",
    group: "Bank",
    icon: "list-checks",
    stored: storedApprovalRule,
    scopeOf: () => `/${mode}`,
    columns: {
      when: ["When", "code", ({ when }) => JSON.stringify(when)],
      verdict: [
        "Then",
        "status",
        ({ verdict }) =>
          verdict === "human" ? { value: "needs approval", tone: "wait" } : { value: "goes on", tone: "good" }
      ],
      approvers: ["People", "number", ({ approvers, verdict }) => (verdict === "human" ? approvers : null)],
      priority: ["Priority", "number", ({ priority }) => priority],
      at: ["Made", "time", ({ createdAt }) => createdAt]
    },
    json: RuleBody.write,
    principalOf: adminIn(mode),
    samples: () => samplesOf("/v2/admin/approval-rules", "approvalRules.list()"),
    actions: [
      {
        id: "delete",
        title: "Delete",
        confirm: "The rule is deleted for good. Transfers that already wait because of it go on waiting.",
        tone: "bad",
        run: (caller, { id }) =>
          Effect.as(
            call(caller, "bank.approvalRules.remove", { id }, (asking) => remove(asking, id)),
            { message: "The rule was deleted", id }
          )
      }
    ],
    accountActions: [
      {
        id: "create",
        title: "Make a rule",
        confirm: "The rule counts for transfers made from now on. The first rule that holds decides.",
        tone: "good",
        ofNobody: true,
        input: [
          {
            key: "priority",
            title: "Priority",
            kind: "number",
            required: true,
            hint: "Lower ones come first",
            value: "10"
          },
          {
            key: "when",
            title: "When",
            kind: "json",
            required: false,
            hint: 'Such as { "minAmount": 1000000, "rails": ["fednow"] }; left out: always'
          },
          { key: "verdict", title: "Then", kind: "choice", of: ["human", "auto"], required: true },
          { key: "approvers", title: "People who must approve", kind: "choice", of: ["1", "2"], required: true }
        ],
        run: Effect.fnUntraced(function* (caller, { approvers, verdict, ...input }) {
          // oxlint-disable-next-line unicorn/no-thenable -- the word is the interface's
          const { then, ...body } = yield* readRule({ ...input, then: verdict, approvers: Number(approvers) })
          const draft = {
            priority: body.priority,
            when: body.when ?? {},
            verdict: then,
            approvers: body.approvers ?? 1
          }
          const rule = yield* call(caller, "bank.approvalRules.create", draft, (asking) => add(asking, draft))
          return { message: "The rule was made", id: rule.id }
        })
      }
    ]
  })
