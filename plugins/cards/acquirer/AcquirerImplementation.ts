/** What a host writes to connect its processor, and the requests that it gets. */
import type * as Duration from "effect/Duration"
import type * as Redacted from "effect/Redacted"
import type { Currency } from "../../../src/domain.ts"
import type { HostAnswer, HostCall } from "../../../src/plugin.ts"
import type { Evidence } from "../disputes/Evidence.ts"
import type { BillingDetails, PaymentMethod } from "../payment-methods/PaymentMethod.ts"
import type {
  AuthenticationAnswer,
  AuthorizeAnswer,
  CaptureAnswer,
  EvidenceAnswer,
  PayoutAnswer,
  RefundAnswer,
  SettlementAnswer,
  VoidAnswer
} from "./answers.ts"
import type { AcquirerNotice } from "./notices.ts"
import type { TokenizeAnswer } from "./tokens.ts"

/** What every request says. */
export interface AcquirerRequest {
  /**
   * Names this request, and is the idempotency key to send on: asked again under the same reference, the acquirer gives
   * the same answer and moves no money again. It is asked again after a crash or a time-out, days later as well: keys that the
   * processor forgets sooner are not enough.
   */
  readonly reference: string
  /** Our id of the payment. */
  readonly payment: string
  /** Minor units of `currency`. */
  readonly amountMinor: number
  readonly currency: Currency
  /** Whether this is real money. An acquirer never takes any for a test payment. */
  readonly livemode: boolean
}

/** Set money aside on a card, or take it at once; start a debit of a bank account. */
export interface AuthorizeRequest extends AcquirerRequest {
  readonly paymentMethod: PaymentMethod
  /** Whether the money is captured with the authorization. */
  readonly capture: boolean
  /** The cardholder was authenticated (3D Secure). */
  readonly authenticated: boolean
  /** Why the cardholder was not authenticated although it would be required, as the sca slice names it. */
  readonly exemption: string | null
  /** The customer is not there. */
  readonly offSession: boolean
  /** Engine time, epoch milliseconds. */
  readonly requestedAt: number
  /**
   * The cardholder must be authenticated before any money is set aside: answer `challenge`. Otherwise the issuer may still
   * ask for it. Only for an acquirer with `authentication`.
   */
  readonly mustAuthenticate: boolean
  /** Where the processor's page sends the browser after an authentication; `null` where no page can be reached. */
  readonly returnUrl: string | null
  /** The acquirer's name for the authentication that came before, which this request continues. */
  readonly authenticationReference: string | null
}

/** What a payment method, or the bank account that a payout goes to, is made of. */
export type TokenSource =
  /** A token that the processor's own form in the browser made: card data never reach this server. */
  | { readonly kind: "token"; readonly token: string }
  | {
      readonly kind: "card"
      readonly number: Redacted.Redacted
      readonly expMonth: number
      readonly expYear: number
      readonly cvc: Redacted.Redacted
    }
  | { readonly kind: "us_bank_account"; readonly routingNumber: string; readonly accountNumber: Redacted.Redacted }
  | { readonly kind: "iban"; readonly iban: Redacted.Redacted }

/** Keep a card or bank account, and return what may be shown. */
export interface TokenizeRequest {
  /** Names this request, and is the idempotency key to send on. */
  readonly reference: string
  /** `pays`: payments will be taken from it; `is_paid`: payouts will go to it. */
  readonly use: "pays" | "is_paid"
  readonly type: "card" | "us_bank_account" | "bank_account"
  readonly source: TokenSource
  readonly billingDetails: BillingDetails
  readonly livemode: boolean
}

/** Send the merchant's money to a bank account. */
export interface PayoutRequest {
  /** Our id of the payout, and the idempotency key to send on. */
  readonly reference: string
  /** Minor units of `currency`. */
  readonly amountMinor: number
  readonly currency: Currency
  readonly method: "standard" | "instant"
  /** What the acquirer called the bank account when it was tokenized. */
  readonly destination: string
  readonly livemode: boolean
}

/** Send evidence about a dispute to the issuer. */
export interface EvidenceRequest {
  /** Our id of the dispute, and the idempotency key to send on. */
  readonly reference: string
  readonly payment: string
  /** What the acquirer called the dispute in its notice. */
  readonly acquirerDispute: string
  readonly evidence: Evidence
  readonly livemode: boolean
}

/** A request by which the processor reports something, as it came. */
export interface NoticeRequest {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The body to the byte, for the signature. */
  readonly body: string
}

/** A request about an earlier authorization. */
export interface FollowingRequest extends AcquirerRequest {
  /** What the acquirer called the authorization; the `reference` of one that it has not answered. */
  readonly acquirerReference: string
  readonly paymentMethod: PaymentMethod
}

/** Give money back. */
export interface RefundRequest extends FollowingRequest {
  /** Our id of the refund. */
  readonly refund: string
}

/** What a host writes: functions that may return a plain value, a promise or an effect. */
export interface AcquirerImplementation {
  /** Shown in traces. */
  readonly name: string
  /**
   * Answers from memory, at once, always the same to the same request, and touches no money outside. Then a payment
   * needs no intent on disk before the call. Leave it out for anything that goes over a network.
   */
  readonly local?: boolean
  /**
   * Who answers for payments in test mode. `sandbox` (the default): the bundled test cards, and this implementation
   * never hears of them. `own`: this implementation, which then must use its processor's test system.
   */
  readonly testMode?: "sandbox" | "own"
  /** Longest wait for an answer in real time. Default: 10 s. */
  readonly timeout?: Duration.Input
  readonly authorize: (request: AuthorizeRequest, call: HostCall) => HostAnswer<AuthorizeAnswer>
  /** Takes all or part of what was authorized, once; the rest is released. */
  readonly capture: (request: FollowingRequest, call: HostCall) => HostAnswer<CaptureAnswer>
  /**
   * Releases an authorization that was canceled, or not captured for 7 days: by then it may have ended at the processor, too. It may
   * follow an authorization or a capture that was not answered: `voided` says that no money is held or taken, or that it was given back,
   * also of one that never arrived.
   */
  readonly void: (request: FollowingRequest, call: HostCall) => HostAnswer<VoidAnswer>
  readonly refund: (request: RefundRequest, call: HostCall) => HostAnswer<RefundAnswer>
  /** What has become of a debit that was `submitted`. Needed only by an acquirer that takes bank accounts. */
  readonly settlement?: (request: FollowingRequest, call: HostCall) => HostAnswer<SettlementAnswer>
  /**
   * Makes what can pay, or be paid, of a token or of entered numbers. Without it nothing can be tokenized in live mode, and
   * test mode takes the bundled test cards only.
   */
  readonly tokenize?: (request: TokenizeRequest, call: HostCall) => HostAnswer<TokenizeAnswer>
  /**
   * This server may be sent card and account numbers, which go to `tokenize` and are never stored. It brings your whole
   * server into the scope of PCI DSS. Default: false, and only the processor's tokens are taken.
   */
  readonly takesNumbers?: boolean
  /**
   * What came of an authentication (3D Secure) on the processor's own page. With it the acquirer may answer `challenge`;
   * without it, live payments that must be authenticated are declined.
   */
  readonly authentication?: (request: FollowingRequest, call: HostCall) => HostAnswer<AuthenticationAnswer>
  /** Sends a payout to the merchant's bank account. Without it the host sends payouts itself and reports them by `payouts.report`. */
  readonly payout?: (request: PayoutRequest, call: HostCall) => HostAnswer<PayoutAnswer>
  /** Sends evidence to the issuer. Without it the host does so by its own means. */
  readonly submitEvidence?: (request: EvidenceRequest, call: HostCall) => HostAnswer<EvidenceAnswer>
  /**
   * Reads what the processor posted to `/v2/acquirer_notices`, after checking its signature: a list of notices, or
   * `"forged"`, which is answered with 401. Notices may come twice, late and in any order.
   */
  readonly readNotices?: (
    request: NoticeRequest,
    call: HostCall
  ) => HostAnswer<ReadonlyArray<AcquirerNotice> | "forged">
}
