import { expect, it } from "vitest"
import * as later from "../../plugins/cards/later.ts"

const slices = {
  balance: import("../../plugins/cards/balance/calls.ts"),
  bankAccounts: import("../../plugins/cards/bank-accounts/calls.ts"),
  compliance: import("../../plugins/cards/compliance/calls.ts"),
  customers: import("../../plugins/cards/customers/calls.ts"),
  disputes: import("../../plugins/cards/disputes/calls.ts"),
  events: import("../../plugins/cards/events/calls.ts"),
  kyc: import("../../plugins/cards/kyc/calls.ts"),
  paymentMethods: import("../../plugins/cards/payment-methods/calls.ts"),
  payments: import("../../plugins/cards/payments/calls.ts"),
  payouts: import("../../plugins/cards/payouts/calls.ts"),
  refunds: import("../../plugins/cards/refunds/calls.ts"),
  risk: import("../../plugins/cards/risk/calls.ts"),
  webhookEndpoints: import("../../plugins/cards/webhook-endpoints/calls.ts")
}

it.each(Object.entries(slices))("every operation of %s can be called", async (slice, calls) => {
  const { [slice as keyof typeof slices]: offered } = later
  expect(Object.keys(offered).toSorted()).toEqual(Object.keys(await calls).toSorted())
})
