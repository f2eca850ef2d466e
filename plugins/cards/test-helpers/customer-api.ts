/** Test helpers about customers and what belongs to them (decisions B13). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, Wire } from "../../../src/plugin.ts"
import { BankAccountBody } from "../bank-accounts/BankAccountBody.ts"
import { customerFlags } from "../customers/Customer.ts"
import { CustomerBody } from "../customers/CustomerBody.ts"
import type { Subscription } from "../customers/subscriptions.ts"
import { PaymentMethodBody } from "../payment-methods/PaymentMethodBody.ts"
import { refused } from "../refused.ts"
import { ScreeningBody } from "../screening/ScreeningBody.ts"
import { entryLists, type ScreeningEntry } from "../screening/ScreeningRecord.ts"
import { Id, IdempotencyKeyField, idPath, EmptyBody, ReferenceId, SentTime, visibleText } from "../wire.ts"

const FlagCustomerBody = Wire.body("FlagCustomer", "The flags that a customer has from now on.", {
  flags: [
    Schema.Array(Schema.Literals(customerFlags).annotate({ expected: "pep or high_risk" })).annotate({
      expected: "a list of flags"
    }),
    "These and no others: `pep` (politically exposed), `high_risk`. An empty list takes all away."
  ],
  idempotency_key: IdempotencyKeyField
})

const VerifyBankAccountBody = Wire.body("SettleBankAccount", "What became of a verification.", {
  status: [
    Schema.optionalKey(
      Schema.Literals(["verified", "verification_failed", "errored"]).annotate({
        expected: "verified, verification_failed or errored"
      })
    ),
    "Default: `verified`."
  ],
  idempotency_key: IdempotencyKeyField
})

const CreateSubscriptionBody = Wire.body("CreateSubscription", "Whose subscription it is.", {
  customer: [ReferenceId, "The customer."],
  idempotency_key: IdempotencyKeyField
})

export const SubscriptionBody = Wire.object<Subscription>()(
  "Subscription",
  "A stub that stands for an active subscription: a customer who has one cannot be deleted.",
  {
    id: [Id, "Begins with `sub_`."],
    object: Wire.is("subscription", "Always `subscription`."),
    customer: [Id, "Whose it is."],
    status: [Schema.Literals(["active", "canceled"]), "Whether it counts."],
    created_at: [SentTime, "When it was made."]
  }
)

const EntryList = Schema.Literals(entryLists).annotate({ expected: `one of ${entryLists.join(", ")}` })
const EntityType = Schema.Literals(["individual", "business"]).annotate({ expected: "individual or business" })

const CreateScreeningEntryBody = Wire.body("CreateScreeningEntry", "A name that matches from now on.", {
  name: [
    visibleText(500, "a name"),
    "The name, 1 to 500 characters. Case, accents and the order of words do not matter."
  ],
  list: [Schema.optionalKey(EntryList), "The list to add it to. Default: `ofac_sdn`."],
  entity_type: [Schema.optionalKey(EntityType), "Default: `individual`."],
  idempotency_key: IdempotencyKeyField
})

/** The entry that it makes. */
export const entryOf = ({
  entity_type: entityType = "individual",
  list = "ofac_sdn",
  name
}: typeof CreateScreeningEntryBody.Type) => ({ name, list, entityType })

export const ScreeningEntryBody = Wire.object<ScreeningEntry>()(
  "ScreeningEntry",
  "A name on the lists of your account.",
  {
    id: [Id, "Begins with `scre_`."],
    object: Wire.is("screening_entry", "Always `screening_entry`."),
    list: [EntryList, "The list that it is on."],
    name: [Schema.String, "The name."],
    entity_type: [EntityType, "What is listed."],
    created_at: [SentTime, "When it was added."]
  }
)

const ResolveScreeningBody = Wire.body("ResolveScreening", "What a compliance officer decides.", {
  decision: [
    Schema.Literals(["approved", "confirmed"]).annotate({ expected: "approved or confirmed" }),
    "`approved`: a false positive, the customer is free; `confirmed`: the customer stays blocked."
  ],
  idempotency_key: IdempotencyKeyField
})

const at = <const Path extends string>(path: Path) => `/v2/test_helpers/${path}` as const

/** Helpers about customers and what belongs to them. */
export const CustomerHelpersApi = HttpApiGroup.make("customerHelpers")
  .add(
    HttpApiEndpoint.post("flags", at("customers/:id/flags"), {
      params: idPath("The customer."),
      payload: FlagCustomerBody,
      success: CustomerBody,
      error: refused("LiveKeyNotAllowed", "CustomerNotFound")
    }).annotateMerge(Publication.words("Flag a customer", "Gives a customer these flags, which monitoring looks at.")),
    HttpApiEndpoint.post("trust", at("payment_methods/:id/trust"), {
      params: idPath("The payment method."),
      payload: EmptyBody,
      success: PaymentMethodBody,
      error: refused("LiveKeyNotAllowed", "PaymentMethodNotFound")
    }).annotateMerge(
      Publication.words(
        "Trust a payment method",
        "The holder puts you on the list of trusted beneficiaries: later payments are exempt from 3D Secure."
      )
    ),
    HttpApiEndpoint.post("verifyBankAccount", at("bank_accounts/:id/verify"), {
      params: idPath("The bank account."),
      payload: VerifyBankAccountBody,
      success: BankAccountBody,
      error: refused("LiveKeyNotAllowed", "BankAccountNotFound", { BankAccountRefused: ["parameter_invalid"] })
    }).annotateMerge(Publication.words("Verify a bank account", "Ends a verification without amounts, well or badly.")),
    HttpApiEndpoint.post("createSubscription", at("subscriptions"), {
      payload: CreateSubscriptionBody,
      success: SubscriptionBody,
      error: refused("LiveKeyNotAllowed", "ReferenceMissing")
    }).annotateMerge(
      Publication.words("Create a subscription", "A stub: with an active one a customer cannot be deleted.")
    ),
    HttpApiEndpoint.post("cancelSubscription", at("subscriptions/:id/cancel"), {
      params: idPath("The subscription."),
      payload: EmptyBody,
      success: SubscriptionBody,
      error: refused("LiveKeyNotAllowed", "SubscriptionNotFound")
    }).annotateMerge(Publication.words("Cancel a subscription", "One that is canceled stays so.")),
    HttpApiEndpoint.post("createScreeningEntry", at("screening_entries"), {
      payload: CreateScreeningEntryBody,
      success: ScreeningEntryBody,
      error: refused("LiveKeyNotAllowed")
    }).annotateMerge(
      Publication.words(
        "Put a name on a list",
        "Whoever bears it matches from now on, and your customers of that name are blocked at once. Only your account sees it."
      )
    ),
    HttpApiEndpoint.post("resolveScreening", at("screenings/:id/resolve"), {
      params: idPath("The screening."),
      payload: ResolveScreeningBody,
      success: ScreeningBody,
      error: refused("LiveKeyNotAllowed", "CustomerNotFound", "ScreeningNotFound", "ScreeningNotResolvable")
    }).annotateMerge(Publication.words("Decide on a match", "What a compliance officer would decide on a screening."))
  )
  .annotateMerge(
    Publication.tag("Test helpers: customers", "Flags, verifications, listed names. Test keys of a sandbox only.")
  )
