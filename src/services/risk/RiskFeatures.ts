/**
 * What a risk model may look at: plain values about one payment, gathered by the engine before it asks. Metadata and the
 * description of a payment are never part of it (they belong to the merchant).
 */
import type { Currency } from "../../domain/Currency.ts"
import type { SignalCode } from "./assessment.ts"

/** The instrument that pays. Countries are ISO 3166-1 alpha-2 in upper case, here and below. */
export interface PaymentMethodFeatures {
  readonly type: "card" | "us_bank_account"
  /** Stands for the card or account number: equal numbers have equal fingerprints within one engine. */
  readonly fingerprint: string
  readonly brand?: string | undefined
  /** Country of the issuer, from the first digits (BIN) of the card. */
  readonly cardCountry?: string | undefined
  readonly funding?: "credit" | "debit" | "prepaid" | "unknown" | undefined
  readonly category?: "consumer" | "corporate" | undefined
}

/** The billing address given with the payment method. */
export interface BillingFeatures {
  readonly country?: string | undefined
  readonly postalCode?: string | undefined
}

/** The customer who pays, when the payment names one. */
export interface CustomerFeatures {
  readonly id: string
  readonly country?: string | undefined
  /** When the record was made, epoch milliseconds of engine time. */
  readonly createdAt: number
}

/** The device that pays, as the merchant told it. `userAgent` is `""` when it was told and is empty. */
export interface ClientFeatures {
  readonly ip?: string | undefined
  readonly ipCountry?: string | undefined
  readonly deviceId?: string | undefined
  readonly userAgent?: string | undefined
  readonly acceptLanguage?: string | undefined
}

/**
 * Counters over sliding windows that end now, in engine time. Attempts, declines and cards include the present attempt;
 * "earlier" leaves it out. A counter that is absent was not gathered, which is not the same as zero.
 */
export interface RiskHistory {
  /** Payment attempts with this card in the last 10 minutes. */
  readonly cardAttempts10m?: number | undefined
  /** Payment attempts of this customer in the last hour. */
  readonly customerAttempts1h?: number | undefined
  /** Payment attempts from this address in the last 10 minutes. */
  readonly ipAttempts10m?: number | undefined
  /** Distinct cards seen on this device in the last 24 hours. */
  readonly deviceCards24h?: number | undefined
  /** Distinct cards tried from this address in the last 10 minutes with less than 500 minor units. */
  readonly ipSmallAmountCards10m?: number | undefined
  /** The same for this device. */
  readonly deviceSmallAmountCards10m?: number | undefined
  /** Declined attempts from this address in the last 10 minutes. */
  readonly ipDeclines10m?: number | undefined
  /** Declined attempts on this device in the last 10 minutes. */
  readonly deviceDeclines10m?: number | undefined
  /** Earlier payments of this customer on this device; 0 is a device never seen with the customer. */
  readonly customerEarlierOnDevice?: number | undefined
  /** Length of the run of newest earlier payments of this customer that all came from one device. */
  readonly customerEarlierOnOneDevice?: number | undefined
  /** How many succeeded payments of this customer the median is taken over: the last 20 at most. */
  readonly customerSucceededPayments?: number | undefined
  /** Median of those payments, in minor units of the currency of the present payment. */
  readonly customerMedianAmountMinor?: number | undefined
}

/** Everything a risk model receives about one payment. */
export interface RiskFeatures {
  /** Scope of the merchant's account and mode, such as `acct_1/test`. */
  readonly account: string
  /** Data region, such as `eu-west-1`. */
  readonly region: string
  readonly amountMinor: number
  readonly currency: Currency
  /** The amount in euro cents at the engine's reference rate; absent when there is no rate. */
  readonly amountEurMinor?: number | undefined
  /** Engine time of the evaluation, epoch milliseconds. */
  readonly evaluatedAt: number
  readonly paymentMethod: PaymentMethodFeatures
  readonly billing: BillingFeatures
  readonly customer?: CustomerFeatures | undefined
  readonly client: ClientFeatures
  /** The customer is not there: a recurring or other merchant-initiated charge. */
  readonly offSession: boolean
  readonly history?: RiskHistory | undefined
  /**
   * Set by a sandbox test card that promises a score, 0 to 100. `RiskModel.make` answers such a payment itself, so that
   * test cards do what they promise whichever model is plugged in.
   */
  readonly forcedScore?: number | undefined
  /** Signals that the same test card promises in addition to those which fire. */
  readonly forcedSignals?: ReadonlyArray<SignalCode> | undefined
}
