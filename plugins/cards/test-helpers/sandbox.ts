/** The handlers of all test helpers, and their calls in process. A sandbox loads them, and production does not. */
import * as Layer from "effect/Layer"
import { customerHelperHandlers } from "./customer-handlers.ts"
import { engineHelperHandlers } from "./engine-handlers.ts"
import { kycHelperHandlers } from "./kyc-handlers.ts"
import { moneyHelperHandlers } from "./money-handlers.ts"
import { paymentHelperHandlers } from "./payment-handlers.ts"

export * as testHelpers from "./calls.ts"

export const testHelperHandlers = Layer.mergeAll(
  engineHelperHandlers,
  customerHelperHandlers,
  paymentHelperHandlers,
  moneyHelperHandlers,
  kycHelperHandlers
)
