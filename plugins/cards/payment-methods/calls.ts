/** Payment methods in process: the same operations as over HTTP. Of what is entered nothing more is kept than there. */
import type { CallerShape, HostPage } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import { commandOf } from "./api.ts"
import * as attachments from "./attachments.ts"
import * as operations from "./operations.ts"
import type { BillingDetails, Client } from "./PaymentMethod.ts"

const creating = callsOf(CardsApi, "paymentMethods").change("create")
const joining = callsOf(CardsApi, "paymentMethodAttachments")
const attaching = joining.change("attach")
const detaching = joining.change("detach")
const listing = joining.list("list")

/** A card as it was entered. */
export interface EnteredCard {
  /** 12 to 19 digits; spaces and dashes are left out. */
  readonly number: string
  /** 1 to 12. */
  readonly expMonth: number
  /** Four digits. */
  readonly expYear: number
  readonly cvc: string
}

/** A bank account in the US as it was entered. */
export interface EnteredBankAccount {
  readonly routingNumber: string
  readonly accountNumber: string
  readonly accountHolderName?: string
  readonly accountHolderType?: "individual" | "company"
}

/** The entered card or account, and its future owner. */
export type CreatePaymentMethod = (
  | { readonly type: "card"; readonly card: EnteredCard }
  | { readonly type: "us_bank_account"; readonly usBankAccount: EnteredBankAccount }
  /** A token that the form of the connected processor made. */
  | { readonly type: "card" | "us_bank_account"; readonly processorToken: string }
) & {
  readonly billingDetails?: BillingDetails
  readonly client?: Client
  /** The customer to attach it to. */
  readonly customer?: string
}

/** Tokenizes a card or bank account. Fails with `InvalidParameters`, `PaymentMethodRefused`, `AcquirerUnknown` or `ReferenceMissing`. */
export const create = (caller: CallerShape, command: CreatePaymentMethod) =>
  creating(caller, { command }, (asking, body) =>
    operations.tokenize(asking, { entered: commandOf(body), customer: body.customer })
  )

/** A payment method by its id, or a ready one of the sandbox such as `pm_card_visa`. Fails with `PaymentMethodNotFound`. */
export const retrieve = (caller: CallerShape, id: string) => operations.retrieve(caller, id)

/** A page of a customer's payment methods, newest first. Fails with `InvalidParameters`. */
export const list = (caller: CallerShape, filter: { readonly customer: string }, page?: HostPage) =>
  listing(caller, { filter, page }, (asking, { customer }, of) => attachments.list(asking, customer, of))

/** Attaches a payment method to a customer. Fails with `PaymentMethodNotFound`, `ReferenceMissing` or `AttachmentRefused`. */
export const attach = (caller: CallerShape, id: string, command: { readonly customer: string }) =>
  attaching(caller, { id, command }, (asking, { customer }) => attachments.attach(asking, { id, customer }))

/** Takes a payment method from its customer, for good. Fails with `PaymentMethodNotFound` or `AttachmentRefused`. */
export const detach = (caller: CallerShape, id: string) =>
  detaching(caller, { id }, (asking) => attachments.detach(asking, id))
