/**
 * The authentication pages (decisions B2): where `next_action.redirect_url` leads. `GET` shows the question and changes
 * nothing; `POST` takes the answer, once, and sends the browser back.
 */
import * as Effect from "effect/Effect"
import { Money } from "../../../src/domain.ts"
import { carryOutUnkeyed, Clock, Signer, Store, type Answer, type WebRequest } from "../../../src/plugin.ts"
import * as paymentMethods from "../payment-methods/operations.ts"
import type { PaymentMethod } from "../payment-methods/PaymentMethod.ts"
import { awaitsAuthentication, type AuthenticationResult } from "../payments/Authentication.ts"
import * as payments from "../payments/operations.ts"
import type { Payment } from "../payments/Payment.ts"
import { jobActor } from "../plans.ts"
import * as html from "./html.ts"
import { openToken } from "./token.ts"

const path = "/v2/3ds/:token"

/** The payment of a token, with its owner; `undefined` when there is none. */
const find = Effect.fnUntraced(function* ({ params }: WebRequest) {
  const signer = yield* Signer
  const challenged = openToken(signer, params["token"] ?? "")
  if (challenged === undefined) return undefined
  const store = yield* (yield* Store).region(challenged.region)
  const found = yield* payments.findAnywhere(store, challenged.payment)
  return found === undefined ? undefined : { ...found, store }
})

type Found = NonNullable<Effect.Success<ReturnType<typeof find>>>

const nameOf = (method: PaymentMethod | undefined): string =>
  method?.type === "card" ? `${method.card.brand} ending in ${method.card.last4}` : "your card"

/** The shop's address, told which payment it is about. What came of it the shop reads from the payment. */
const returnAddress = (returnUrl: string, payment: string): string => {
  const url = new URL(returnUrl)
  url.searchParams.set("payment_id", payment)
  return url.href
}

/** Where the browser goes when the authentication is over. */
const leave = ({ authentication, id }: Payment): Answer => {
  const returnUrl = authentication?.returnUrl ?? null
  return returnUrl === null ? html.finishedPage() : html.returnTo(returnAddress(returnUrl, id))
}

/** The browser comes back from the acquirer's page: the acquirer is asked what came of it, not the browser. */
const comeBack = Effect.fnUntraced(function* ({ payment, scope, store }: Found) {
  const step = yield* payments.learnAuthentication(jobActor(store, scope), payment)
  // A notice, or the same page loaded twice, may have been first.
  if (step !== undefined) yield* Effect.catchTag(carryOutUnkeyed(store, step), "PaymentStateRefused", () => Effect.void)
  return leave(payment)
})

const show = Effect.fnUntraced(function* (request: WebRequest) {
  const found = yield* find(request)
  if (found === undefined) return html.unknownPage()
  const { payment, scope, store } = found
  if (payment.authentication?.acquirerReference !== undefined) return yield* comeBack(found)
  const clock = yield* Clock
  if (!awaitsAuthentication(payment, clock.now())) return html.usedPage()
  const method = yield* paymentMethods.find(store, scope, payment.paymentMethod)
  const { amountMinor, currency, description } = payment
  return html.challengePage({
    amount: Money.format({ amountMinor, currency }),
    card: nameOf(method),
    description,
    returnUrl: payment.authentication?.returnUrl ?? null
  })
})

const results: ReadonlyArray<string> = ["succeeded", "failed", "canceled"] satisfies ReadonlyArray<AuthenticationResult>

const isResult = (text: string | undefined): text is AuthenticationResult =>
  text !== undefined && results.includes(text)

const answer = Effect.fnUntraced(function* (request: WebRequest) {
  const found = yield* find(request)
  if (found === undefined) return html.unknownPage()
  const { result } = yield* request.form
  if (!isResult(result)) return html.invalidPage()
  const { payment, scope, store } = found
  // Only the acquirer says what came of an authentication of its own, and nobody's button authenticates a live payment.
  if (payment.livemode || payment.authentication?.acquirerReference !== undefined) return html.usedPage()
  return yield* carryOutUnkeyed(store, payments.authenticate(jobActor(store, scope), payment.id, result)).pipe(
    Effect.map(() => leave(payment)),
    Effect.catchTag("PaymentStateRefused", () => Effect.succeed(html.usedPage()))
  )
})

/** The pages of this folder. */
export const authenticationPages = [
  { method: "GET", path, handle: show },
  { method: "POST", path, handle: answer }
] as const
