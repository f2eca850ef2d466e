/** Changes of cards: states, amounts, money, authentication, risk, screening. */
import { mutation, type Mutation } from "./Mutation.ts"

export const cards: Readonly<Record<string, Mutation>> = {
  "payment-state-row": mutation(
    "An authorization that runs out is voided instead of expired",
    { file: "plugins/cards/payments/PaymentState.ts", from: `expire: "expired"`, to: `expire: "voided"` },
    "test/cards/Payment.test.ts",
    "test/conformance/cards-a10-states.test.ts"
  ),
  "payment-void-after-capture": mutation(
    "A captured payment can be canceled",
    {
      file: "plugins/cards/payments/PaymentState.ts",
      from: "    captured: settled,",
      to: `    captured: { ...settled, void: "voided" },`
    },
    "test/cards/Payment.test.ts",
    "test/conformance/cards-a10-states.test.ts"
  ),
  "dispute-accept-late": mutation(
    "A dispute can be accepted while the issuer reviews the evidence",
    {
      file: "plugins/cards/disputes/Dispute.ts",
      from: `under_review: { ...decided, win: "won", lose: "lost" }`,
      to: `under_review: { ...decided, accept: "lost", win: "won", lose: "lost" }`
    },
    "test/cards/Dispute.test.ts",
    "test/cards/disputes.test.ts"
  ),
  "dispute-lost-posting": mutation(
    "A lost dispute does not take its money from our bank account",
    {
      file: "plugins/cards/ledger/journals.ts",
      from: `moved(amountMinor, "scheme.chargeback", "bank.cash")`,
      to: `moved(amountMinor, "bank.cash", "scheme.chargeback")`
    },
    "test/cards/money-ledger.test.ts",
    "test/cards/Dispute.test.ts",
    "test/cards/disputes.test.ts"
  ),
  "refund-returned-posting": mutation(
    "A refund that comes back after it was paid is taken from the wrong account",
    {
      file: "plugins/cards/ledger/journals.ts",
      from: `wasPaid ? "bank.cash" : "scheme.refunds"`,
      to: `wasPaid ? "scheme.refunds" : "bank.cash"`
    },
    "test/cards/money-ledger.test.ts",
    "test/cards/Refund.test.ts",
    "test/cards/refunds.test.ts"
  ),
  "refund-failed-forgotten": mutation(
    "What a failed refund took cannot be refunded again",
    {
      file: "plugins/cards/payments/Remaining.ts",
      from: "amountRefundedMinor: payment.amountRefundedMinor - amountMinor",
      to: "amountRefundedMinor: payment.amountRefundedMinor"
    },
    "test/cards/Refund.test.ts",
    "test/cards/refunds.test.ts"
  ),
  "capture-too-much": mutation(
    "A cent more than the authorization can be captured",
    {
      file: "plugins/cards/payments/Capture.ts",
      from: "return amountMinor > payment.amountMinor\n",
      to: "return amountMinor > payment.amountMinor + 1\n"
    },
    "test/cards/Payment.test.ts",
    "test/cards/payments.test.ts"
  ),
  "capture-at-expiry": mutation(
    "An authorization can be captured at the very moment of its expiry",
    {
      file: "plugins/cards/payments/Capture.ts",
      from: "now >= payment.captureBefore) return expiredRefusal()",
      to: "now > payment.captureBefore) return expiredRefusal()"
    },
    "test/cards/Payment.test.ts"
  ),
  "fee-above-capture": mutation(
    "The fee on a small capture is more than the capture",
    {
      file: "plugins/cards/ledger/fees.ts",
      from: "return Math.min(captured.amountMinor, share.amountMinor + processingMinor)",
      to: "return Math.max(0, share.amountMinor + processingMinor)"
    },
    "test/cards/money-ledger.test.ts",
    "test/cards/Payout.test.ts",
    "test/cards/Payment.test.ts"
  ),
  "fee-rounded-down": mutation(
    "The fee on a payout is rounded down",
    { file: "plugins/cards/ledger/fees.ts", from: `15, 1_000, "half_up"`, to: `15, 1_000, "down"` },
    "test/cards/Payout.test.ts",
    "test/cards/payouts.test.ts",
    "test/cards/money-ledger.test.ts"
  ),
  "payout-cancel-at-batch": mutation(
    "A payout can be canceled at the moment at which its batch leaves",
    {
      file: "plugins/cards/payouts/Payout.ts",
      from: "payout.batchAt !== null && now >= payout.batchAt",
      to: "payout.batchAt !== null && now > payout.batchAt"
    },
    "test/cards/Payout.test.ts"
  ),
  "payout-returned-late": mutation(
    "A bank can send a payout back after six business days",
    {
      file: "plugins/cards/payouts/Payout.ts",
      from: "const returnWindowDays = 5",
      to: "const returnWindowDays = 6"
    },
    "test/cards/Payout.test.ts",
    "test/cards/payouts.test.ts"
  ),
  "payout-of-the-matched": mutation(
    "A payout leaves although its customer was found on a list since",
    {
      file: "plugins/cards/payouts/Payout.ts",
      from: `return stop === undefined ? depart(payout) : unpaid(payout, "stop", stop)`,
      to: "return depart(payout)"
    },
    "test/cards/Payout.test.ts",
    "test/cards/payouts-gates.test.ts"
  ),
  "exemption-low-value": mutation(
    "A payment of exactly 30 euro is exempt as low value",
    {
      file: "plugins/cards/sca/Sca.ts",
      from: "amountEurMinor < lowValueBelowEurMinor",
      to: "amountEurMinor <= lowValueBelowEurMinor"
    },
    "test/cards/sca.test.ts"
  ),
  "exemption-count": mutation(
    "The sixth payment in a row is exempt as low value",
    {
      file: "plugins/cards/sca/Sca.ts",
      from: "exemptCount < lowValueLimits.exemptCount",
      to: "exemptCount <= lowValueLimits.exemptCount"
    },
    "test/cards/sca.test.ts"
  ),
  "exemption-fraud-rate": mutation(
    "Risk analysis exempts with a fraud rate of 7 basis points up to 250 euro",
    { file: "plugins/cards/sca/Sca.ts", from: "basisPoints: 6n", to: "basisPoints: 7n" },
    "test/cards/sca.test.ts"
  ),
  "customer-not-held": mutation(
    "A customer who is blocked while the payment is decided pays all the same",
    {
      file: "plugins/cards/payments/admission.ts",
      from: "customer: found.customer, holds: [customers.unchanged(found)] } satisfies Payer",
      to: "customer: found.customer, holds: [] } satisfies Payer"
    },
    "test/cards/payment-gates.test.ts",
    "test/cards/payment-races.test.ts"
  ),
  "customer-not-asked": mutation(
    "A customer who is blocked pays",
    {
      file: "plugins/cards/payments/admission.ts",
      from: "const block = customer && blockOf(customer)",
      to: "const block = customer && undefined"
    },
    "test/cards/payment-gates.test.ts",
    "test/cards/customers-screening.test.ts"
  ),
  "report-threshold": mutation(
    "A day of exactly 10,000 dollars raises no alert",
    {
      file: "plugins/cards/aml/rules.ts",
      from: "day.inMinor < thresholds.reportMinor) return",
      to: "day.inMinor <= thresholds.reportMinor) return"
    },
    "test/cards/aml/rules.test.ts"
  ),
  "capture-fee-basis": mutation(
    "The fee on a capture is a hundredth of what was agreed",
    {
      file: "plugins/cards/ledger/fees.ts",
      from: "processingBasisPoints, 10_000",
      to: "processingBasisPoints, 1_000_000"
    },
    "test/cards/Payout.test.ts"
  ),
  "risk-block-rule": mutation(
    "A rule that blocks only reviews",
    {
      file: "plugins/cards/risk/judging.ts",
      from: 'if (decided("block") || byScore === "blocked") return "blocked"',
      to: 'if (byScore === "blocked") return "blocked"'
    },
    "test/cards/risk-rules.test.ts"
  ),
  "risk-allow-order": mutation(
    "Block rules run although an allow rule holds",
    {
      file: "plugins/cards/risk/judging.ts",
      from: 'allow === undefined ? first("block") : undefined',
      to: 'allow === undefined ? first("block") : first("block")'
    },
    "test/cards/risk-rules.test.ts"
  ),
  "risk-rule-priority": mutation(
    "Rules run in the wrong order",
    {
      file: "plugins/cards/risk/RiskRule.ts",
      from: "left.priority - right.priority ||",
      to: "right.priority - left.priority ||"
    },
    "test/cards/risk-rules.test.ts"
  ),
  "risk-unknown-attribute": mutation(
    "A comparison with what a payment does not have holds",
    {
      file: "plugins/cards/risk/RiskRule.ts",
      from: "return actual !== undefined && comparisons.every(",
      to: "return comparisons.every("
    },
    "test/cards/risk-rules.test.ts",
    "test/cards/risk.test.ts"
  ),
  "kyc-name-likeness": mutation(
    "A name of 79 percent is the customer's",
    {
      file: "plugins/cards/kyc/Verdict.ts",
      from: "export const sameNameFrom = 80",
      to: "export const sameNameFrom = 79"
    },
    "test/cards/kyc-verdict.test.ts"
  ),
  "kyc-expires-today": mutation(
    "A document is refused on its last day",
    {
      file: "plugins/cards/kyc/Verdict.ts",
      from: "document.expiries.some((date) => date < today)",
      to: "document.expiries.some((date) => date <= today)"
    },
    "test/cards/kyc-verdict.test.ts"
  ),
  "mrz-check-digit": mutation(
    "A wrong check digit in a machine-readable zone is accepted",
    {
      file: "plugins/cards/kyc/Mrz.ts",
      from: "digit === checkDigit(text) ||",
      to: "digit !== undefined ||"
    },
    "test/cards/kyc-mrz.test.ts"
  ),
  "challenge-token": mutation(
    "The page of another payment's authentication opens",
    {
      file: "plugins/cards/three-d-secure/token.ts",
      from: "return agree(seal, sealOf(signer, challenged)) ? challenged : undefined",
      to: "return seal.length === sealLength ? challenged : undefined"
    },
    "test/cards/authentication.test.ts"
  ),
  "method-of-another": mutation(
    "A payment method of one customer pays for another",
    {
      file: "plugins/cards/payments/admission.ts",
      from: "command.customer !== undefined && command.customer !== method.customer",
      to: "command.customer !== undefined && command.customer === undefined"
    },
    "test/cards/payment-method-attachments.test.ts",
    "test/cards/payment-gates.test.ts"
  ),
  "payout-unverified": mutation(
    "A payout goes to an account that was not verified",
    {
      file: "plugins/cards/payouts/Payout.ts",
      from: "if (!destination.verified) return",
      to: "if (destination.verified === undefined) return"
    },
    "test/cards/Payout.test.ts"
  ),
  "evidence-late": mutation(
    "Evidence is taken at the very moment of the deadline",
    {
      file: "plugins/cards/disputes/Dispute.ts",
      from: "if (facts.now >= dispute.respondBy) return",
      to: "if (facts.now > dispute.respondBy) return"
    },
    "test/cards/disputes.test.ts",
    "test/cards/Dispute.test.ts"
  ),
  "velocity-alert": mutation(
    "Ten payments in a day raise no alert",
    {
      file: "plugins/cards/aml/rules.ts",
      from: "day.payments >= thresholds.velocityCount",
      to: "day.payments > thresholds.velocityCount"
    },
    "test/cards/aml/rules.test.ts"
  )
}
