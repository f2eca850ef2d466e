/** What operators of a sandbox do to an account: test money, faults of its requests, a fresh start, a check of its books. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Currency } from "../../../src/domain.ts"
import {
  call,
  numberIn,
  textIn,
  type CallerShape,
  type CoreServices,
  type PanelAction,
  type PanelInput
} from "../../../src/plugin.ts"
import { fund } from "../balance/operations.ts"
import { faultKinds } from "../faults.ts"
import { checkInvariants } from "../ledger/invariants.ts"
import { ownerOf } from "../panelParts.ts"
import { PlanFaultBody } from "./engine-api.ts"
import * as operations from "./operations.ts"

const readFault = Schema.decodeUnknownEffect(PlanFaultBody)

const ofAccount = (
  action: Omit<PanelAction<CoreServices>, "on" | "run">,
  run: (caller: CallerShape, input: PanelInput) => ReturnType<PanelAction<CoreServices>["run"]>
): PanelAction<CoreServices> => ({
  ...action,
  input: [{ key: "account", title: "Account", kind: "text", required: true }, ...action.input],
  on: "list",
  run: (asking, _, { account, ...input }) =>
    Effect.flatMap(ownerOf(`${String(account)}/test`, asking.actor), (principal) =>
      run(asking.callerOf(principal, asking.key), input)
    )
})

export const sandboxActions: ReadonlyArray<PanelAction<CoreServices>> = [
  ofAccount(
    {
      id: "fund",
      title: "Add test money",
      confirm: "Test money is added to what is available.",
      tone: "good",
      input: [
        { key: "amount", title: "Amount", kind: "money", required: true },
        { key: "currency", title: "Currency", kind: "text", required: true, hint: "Such as usd" }
      ]
    },
    Effect.fnUntraced(function* (caller, input) {
      const command = {
        amountMinor: numberIn(input, "amount") ?? 0,
        currency: (textIn(input, "currency") ?? "").toLowerCase() as Currency
      }
      yield* call(caller, "cards.balance.fund", command, (asking) => fund(asking, command))
      return { message: "The test money is available" }
    })
  ),
  ofAccount(
    {
      id: "fault",
      sandbox: true,
      title: "Plan a fault of the API",
      confirm: "The next requests of the account to one operation fail, so that a program can be tried against it.",
      input: [
        {
          key: "operation",
          title: "Operation",
          kind: "text",
          required: true,
          value: "POST /v2/payments",
          hint: "Method and path, such as POST /v2/payments/{id}/capture"
        },
        {
          key: "kind",
          title: "What happens",
          kind: "choice",
          of: faultKinds,
          required: true,
          hint: "A lost answer: the work is done, and the program does not learn it"
        },
        { key: "times", title: "How many requests", kind: "number", required: true, value: "1" }
      ]
    },
    Effect.fnUntraced(function* (caller, input) {
      const { kind, operation, times = 1 } = yield* readFault(input)
      const plan = { kind, operation, times }
      yield* call(caller, "cards.testHelpers.planFault", plan, (asking) => operations.planFault(asking, plan))
      return { message: "The fault is planned" }
    })
  ),
  ofAccount(
    {
      id: "check",
      sandbox: true,
      title: "Check the books",
      confirm: "Whether the ledger, the objects and the events of the account agree. Nothing changes.",
      tone: "good",
      input: []
    },
    (caller) =>
      Effect.map(checkInvariants(caller.store, caller.scope), (report) => ({
        message: report.ok ? "The books are right" : "The books are wrong",
        ...(report.ok ? {} : { details: report })
      }))
  ),
  ofAccount(
    {
      id: "reset",
      sandbox: true,
      title: "Reset an account",
      confirm:
        "Everything of the account in this region is gone for good: payments, customers, books, events, answers kept for keys. The clock stays.",
      tone: "bad",
      input: []
    },
    (caller) => Effect.as(operations.reset(caller), { message: `${caller.principal.account} begins anew` })
  )
]
