/** Changes of bank: states, money, limits, windows, holds. */
import { mutation, type Mutation } from "./Mutation.ts"

export const bank: Readonly<Record<string, Mutation>> = {
  "transfer-state-row": mutation(
    "A payment that was sent can be cancelled",
    {
      file: "plugins/bank/payments/Payment.ts",
      from: "submitted: { ...nothing, ...answered }",
      to: `submitted: { ...nothing, ...answered, cancel: "cancelled" }`
    },
    "test/bank/payments.test.ts",
    "test/bank/Outcome.test.ts"
  ),
  "transfer-never-returned": mutation(
    "A settled payment that comes back stays settled",
    {
      file: "plugins/bank/payments/Payment.ts",
      from: `settled: { ...nothing, giveBack: "returned" }`,
      to: "settled: nothing"
    },
    "test/bank/payments.test.ts",
    "test/bank/Outcome.test.ts"
  ),
  "release-sign": mutation(
    "What was set aside for a payment that is not sent is set aside once more",
    {
      file: "plugins/bank/payments/Lifecycle.ts",
      from: `step === "reserve" ? [into, hold] : [hold, into]`,
      to: `step === "reserve" ? [into, hold] : [into, hold]`
    },
    "test/bank/workflow.test.ts"
  ),
  "limit-not-asked": mutation(
    "Two payments at once go over the limit of a day",
    {
      file: "plugins/bank/payments/repository.ts",
      from: "WHERE bank_limit_use.used + excluded.used <= CAST",
      to: "WHERE bank_limit_use.used <= CAST"
    },
    "test/bank/admission.test.ts",
    "test/bank/idempotency.test.ts"
  ),
  "approver-counts-twice": mutation(
    "One person gives both approvals",
    {
      file: "plugins/bank/payments/Lifecycle.ts",
      from: "if (approvals.some(({ by }) => by === approval.by))",
      to: "if (approvals.every(({ by }) => by === approval.by) && approvals.length > 1)"
    },
    "test/bank/workflow.test.ts",
    "test/bank/four-eyes.test.ts"
  ),
  "self-approval": mutation(
    "A client approves its own payment",
    {
      file: "plugins/bank/payments/fourEyes.ts",
      from: "if (isClient || isMaker)",
      to: "if (isMaker)"
    },
    "test/bank/workflow.test.ts",
    "test/bank/four-eyes.test.ts"
  ),
  "travel-rule": mutation(
    "Payments of exactly 3,000 dollars need no addresses",
    {
      file: "plugins/bank/payments/Admission.ts",
      from: "amountCents < travelRuleCents\n",
      to: "amountCents <= travelRuleCents\n"
    },
    "test/bank/admission.test.ts"
  ),
  "exception-expired": mutation(
    "An exception from screening goes on after it has expired",
    {
      file: "plugins/bank/compliance/PaymentScreening.ts",
      from: "exception.expiresAt === null || exception.expiresAt > now",
      to: "exception.expiresAt === null || exception.expiresAt > 0 * now"
    },
    "test/bank/workflow.test.ts"
  ),
  "screening-unavailable": mutation(
    "A payment that could not be screened is clear",
    {
      file: "plugins/bank/compliance/operations.ts",
      from: "if (!isAnswered) return",
      to: "if (!isAnswered && matches.length > 0) return"
    },
    "test/bank/workflow.test.ts",
    "test/bank/scenarios.test.ts"
  ),
  "return-window-short": mutation(
    "A return is in time for three banking days",
    {
      file: "plugins/bank/calendar/deadlines.ts",
      from: "addBankingDays(settlementDate, 2)",
      to: "addBankingDays(settlementDate, 3)"
    },
    "test/bank/calendar/banking-days.test.ts"
  ),
  "return-window-long": mutation(
    "An unauthorized debit is returned in time on the sixty-first day",
    {
      file: "plugins/bank/calendar/deadlines.ts",
      from: "nextBankingDay(addDays(settlementDate, 60))",
      to: "nextBankingDay(addDays(settlementDate, 61))"
    },
    "test/bank/calendar/banking-days.test.ts"
  ),
  "return-frame": mutation(
    "R10 has the two banking days of other returns",
    {
      file: "plugins/bank/return-codes.ts",
      from: `achReturn("R10", "Customer advises originator not known or not authorized", unauthorized)`,
      to: `achReturn("R10", "Customer advises originator not known or not authorized", { directions: debits })`
    },
    "test/bank/return-codes.test.ts",
    "test/bank/ach/AchReturn.test.ts"
  ),
  "reversal-window": mutation(
    "A reversal can be asked for during six banking days",
    {
      file: "plugins/bank/calendar/deadlines.ts",
      from: "export const reversalBankingDays = 5",
      to: "export const reversalBankingDays = 6"
    },
    "test/bank/ach/AchReturn.test.ts",
    "test/bank/calendar/banking-days.test.ts"
  ),
  "reversal-twice": mutation(
    "An entry is reversed twice",
    {
      file: "plugins/bank/ach/AchReturn.ts",
      from: `return original.reversalId === undefined ? undefined : "already_reversed"`,
      to: "return undefined"
    },
    "test/bank/ach/AchReturn.test.ts",
    "test/bank/ach/reversals.test.ts"
  ),
  "representment-thrice": mutation(
    "A debit is presented again a third time",
    {
      file: "plugins/bank/ach/AchReturn.ts",
      from: "if (representments >= mostRepresentments)",
      to: "if (representments > mostRepresentments)"
    },
    "test/bank/ach/AchReturn.test.ts"
  ),
  "window-closed": mutation(
    "An entry at the very minute of the cut-off makes its window",
    {
      file: "plugins/bank/calendar/ach-windows.ts",
      from: "now < easternInstant(today, closes)",
      to: "now <= easternInstant(today, closes)"
    },
    "test/bank/ach/windows.test.ts",
    "test/bank/calendar/eastern-time.test.ts"
  ),
  "wire-hours": mutation(
    "Fedwire is open at the minute of its close",
    {
      file: "plugins/bank/calendar/fedwire-hours.ts",
      from: "minuteOfDay < hours.closes && isBankingDay(date)",
      to: "minuteOfDay <= hours.closes && isBankingDay(date)"
    },
    "test/bank/wire/hours.test.ts",
    "test/bank/calendar/eastern-time.test.ts"
  ),
  "ach-debit-posting": mutation(
    "A returned debit gives the customer money that was never collected",
    {
      file: "plugins/bank/ach/AchPostings.ts",
      from: `give_back: ["uncollected", "settlement"]`,
      to: `give_back: ["settlement", "uncollected"]`
    },
    "test/bank/ach/AchOutcome.test.ts",
    "test/bank/ach/lifecycle.test.ts"
  ),
  "asked-back-too-much": mutation(
    "More than was paid can be asked back",
    {
      file: "plugins/bank/returns/ReturnRequest.ts",
      from: "if (requestedAmountCents > payment.amountCents)",
      to: "if (requestedAmountCents > 2 * payment.amountCents)"
    },
    "test/bank/scenarios.test.ts"
  ),
  "payments-pruned": mutation(
    "Payments are deleted after a year and a month",
    {
      file: "plugins/bank/retention.ts",
      from: `    { name: "audit", table: "bank_audit",`,
      to: `    { name: "payments", table: "bank_payments", days: 400, source: "nowhere" },\n    { name: "audit", table: "bank_audit",`
    },
    "test/engine/retention.test.ts",
    "test/server/prune.test.ts"
  ),
  "rail-maximum": mutation(
    "The maximum of a rail is a cent higher",
    {
      file: "plugins/bank/routing/RailChoice.ts",
      from: "question.amountCents > maximumCents",
      to: "question.amountCents > maximumCents + 1"
    },
    "test/bank/RailChoice.test.ts"
  ),
  "rail-not-permitted": mutation(
    "A client uses a rail that it may not",
    {
      file: "plugins/bank/routing/RailChoice.ts",
      from: "if (!facts.allowedRails.includes(rail)) return `",
      to: "if (facts.allowedRails.length === 0) return `"
    },
    "test/bank/RailChoice.test.ts"
  ),
  "wire-above": mutation(
    "Auto takes the wire at exactly its amount",
    {
      file: "plugins/bank/routing/RailChoice.ts",
      from: "question.amountCents > limits.wireAboveUnits * centsPerUnit",
      to: "question.amountCents >= limits.wireAboveUnits * centsPerUnit"
    },
    "test/bank/RailChoice.test.ts"
  ),
  "entry-hash": mutation(
    "The hash of a file counts nine digits of a bank",
    {
      file: "plugins/bank/messages/nacha/totals.ts",
      from: "routingNumber.slice(0, 8)",
      to: "routingNumber.slice(0, 9)"
    },
    "test/bank/messages/nacha-write.test.ts",
    "test/bank/messages/nacha-read.test.ts"
  ),
  "token-scopes": mutation(
    "A client is granted a scope that it does not have",
    {
      file: "plugins/bank/tokens/operations.ts",
      from: "scopes.find((scope) => !allowed.includes(scope))",
      to: 'scopes.find((scope) => scope === "" && !allowed.includes(scope))'
    },
    "test/bank/callers.test.ts",
    "test/bank/frame.test.ts"
  ),
  "recall-twice": mutation(
    "A wire has two open recalls",
    {
      file: "plugins/bank/wire/Recall.ts",
      from: 'return payment.hasOpenRecall ? refuse("open_recall") : Result.void',
      to: "return Result.void"
    },
    "test/bank/wire/recalls.test.ts",
    "test/bank/wire/wire-rules.test.ts"
  ),
  "asked-back-late": mutation(
    "A payment can be asked back on the sixty-first day",
    {
      file: "plugins/bank/calendar/deadlines.ts",
      from: "addDays(settlementDate, 60)\n",
      to: "addDays(settlementDate, 61)\n"
    },
    "test/bank/scenarios.test.ts",
    "test/bank/calendar/banking-days.test.ts"
  ),
  "same-day-first-window": mutation(
    "Entries of the morning wait for the last same-day window",
    {
      file: "plugins/bank/calendar/ach-windows.ts",
      from: "schedule.sameDay.find(",
      to: "schedule.sameDay.findLast("
    },
    "test/bank/calendar/eastern-time.test.ts"
  ),
  "approval-limit-day": mutation(
    "What a failed payment used of its day is not given back",
    {
      file: "plugins/bank/payments/plan.ts",
      from: "return byCents === 0 ? [] :",
      to: "return byCents <= 0 ? [] :"
    },
    "test/bank/admission.test.ts"
  ),
  "duplicate-end": mutation(
    "A word of the network after the end changes a payment",
    {
      file: "plugins/bank/payments/Payment.ts",
      from: "    returned: nothing,",
      to: '    returned: { ...nothing, settle: "settled" },'
    },
    "test/bank/Outcome.test.ts",
    "test/bank/payments.test.ts"
  )
}
