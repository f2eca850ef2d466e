/** To whom a payment method belongs, and the rules by which that changes. Read it beside decisions B3 and spec cards §4. */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import type { PaymentMethod } from "./PaymentMethod.ts"

/** What was requested does not fit to whom the payment method belongs. `param` is absent where the path names it. */
export class AttachmentRefused extends Data.TaggedError("AttachmentRefused")<{
  readonly code: "payment_method_detached" | "payment_method_customer_mismatch"
  readonly message: string
  readonly param?: string
}> {}

/**
 * The payment method as one of a customer; unchanged where it was already. One that was detached stays so, as its owner
 * may have taken it back.
 */
export const attach = (method: PaymentMethod, customer: string): Result.Result<PaymentMethod, AttachmentRefused> => {
  if (method.detached === true) {
    return Result.fail(
      new AttachmentRefused({
        code: "payment_method_detached",
        message: "The payment method was detached from its customer and cannot be attached again"
      })
    )
  }
  if (method.customer !== null && method.customer !== customer) {
    return Result.fail(
      new AttachmentRefused({
        code: "payment_method_customer_mismatch",
        message: "The payment method belongs to another customer",
        param: "customer"
      })
    )
  }
  return Result.succeed(method.customer === customer ? method : { ...method, customer })
}

/** The payment method without a customer. Fails when it has none. */
export const detach = (method: PaymentMethod): Result.Result<PaymentMethod, AttachmentRefused> =>
  method.customer === null
    ? Result.fail(
        new AttachmentRefused({
          code: "payment_method_detached",
          message: "The payment method belongs to no customer"
        })
      )
    : Result.succeed({ ...method, customer: null, detached: true })
