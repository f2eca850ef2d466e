/** Bank accounts on the wire: endpoints, bodies and the answers to them. Snake case begins and ends here. */
import * as Effect from "effect/Effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, Refusal, Wire } from "../../../src/plugin.ts"
import { listQuery } from "../lists.ts"
import { refused } from "../refused.ts"
import {
  CountryCode,
  CurrencyCode,
  formed,
  IdempotencyKeyField,
  idPath,
  listOf,
  ReferenceId,
  visibleText
} from "../wire.ts"
import type { CreateBankAccount } from "./BankAccount.ts"
import { BankAccountBody, DeletedBankAccountBody } from "./BankAccountBody.ts"

/** Numbers are strings: as JSON numbers they would lose zeros. Those of accounts are redacted once read. */
const written = Schema.String.annotate({ expected: "a string" })

/** Body of create bank account: either routing and account number, or an IBAN. */
export const CreateBankAccountBody = Wire.body(
  "CreateBankAccount",
  "Whose account it is, and its number: `routing_number` and `account_number`, or `iban`, or `processor_token`.",
  {
    customer: [ReferenceId, "Whose it is."],
    country: [CountryCode, "Where the bank is."],
    currency: [CurrencyCode, "The currency in which it is paid."],
    account_holder_name: [
      visibleText(200, "a name"),
      "Who holds it, up to 200 characters. The name is screened before every payout."
    ],
    routing_number: [
      Schema.optionalKey(written.check(formed({ pattern: "^[A-Za-z0-9-]{2,15}$" }))),
      "The bank's number in its country, such as an ABA routing number of 9 digits."
    ],
    account_number: [
      Schema.optionalKey(Schema.RedactedFromValue(written.check(formed({ pattern: "^[A-Za-z0-9]{4,17}$" })))),
      "The account's number at the bank, 4 to 17 letters or digits."
    ],
    iban: [Schema.optionalKey(Schema.RedactedFromValue(written)), "An IBAN of the country; spaces are left out."],
    processor_token: [
      Schema.optionalKey(visibleText(255, "a token")),
      "In place of a number: a token that the form of the connected processor made of it. The sandbox has no such processor."
    ],
    idempotency_key: IdempotencyKeyField
  }
)

const amount = Schema.Finite.annotate({ expected: "an integer in the smallest currency unit" }).check(
  Schema.isInt({ expected: "an integer in the smallest currency unit" }),
  Schema.isGreaterThan(0, { expected: "more than 0" })
)

/** Body of verify bank account: the amounts of the two deposits. */
export const VerifyBankAccountBody = Wire.body("VerifyBankAccount", "What arrived at the account.", {
  amounts: [
    Schema.Array(amount)
      .annotate({ expected: "a list of two amounts" })
      .check(Schema.isBetweenLength(2, 2, { expected: "a list of two amounts" })),
    "The amounts of the two deposits in the smallest currency unit, in any order. In the sandbox they are 32 and 45."
  ],
  idempotency_key: IdempotencyKeyField
})

const id = idPath("The bank account.")

export const BankAccountsApi = HttpApiGroup.make("bankAccounts")
  .add(
    HttpApiEndpoint.post("create", "/v2/bank_accounts", {
      payload: CreateBankAccountBody,
      success: BankAccountBody,
      error: refused({ BankAccountRefused: ["parameter_invalid"] }, "AcquirerUnknown", "ReferenceMissing")
    }).annotateMerge(
      Publication.words(
        "Create a bank account",
        "Adds a bank account to a customer. In the sandbox two small deposits are sent at once, whose amounts verify it."
      )
    ),
    HttpApiEndpoint.get("list", "/v2/bank_accounts", {
      query: {
        ...listQuery,
        ...Wire.parameters({ customer: [Schema.optionalKey(ReferenceId), "Only bank accounts of this customer."] })
      },
      success: listOf("BankAccountList", BankAccountBody),
      error: refused("InvalidCursor")
    }).annotateMerge(Publication.words("List bank accounts", "The newest first.")),
    HttpApiEndpoint.get("retrieve", "/v2/bank_accounts/:id", {
      params: id,
      success: BankAccountBody,
      error: refused("BankAccountNotFound")
    }).annotateMerge(Publication.words("Retrieve a bank account", "The bank account as it is now.")),
    HttpApiEndpoint.post("verify", "/v2/bank_accounts/:id/verify", {
      params: id,
      payload: VerifyBankAccountBody,
      success: BankAccountBody,
      error: refused("BankAccountNotFound", "BankAccountRefused")
    }).annotateMerge(
      Publication.words(
        "Verify a bank account",
        "Compares the amounts of the two deposits with what was sent. After three wrong tries the account cannot be verified any more."
      )
    ),
    HttpApiEndpoint.delete("remove", "/v2/bank_accounts/:id", {
      params: id,
      success: DeletedBankAccountBody,
      error: refused("BankAccountNotFound", { BankAccountRefused: ["parameter_invalid"] })
    }).annotateMerge(Publication.words("Delete a bank account", "Payouts that are on their way to it go on."))
  )
  .annotateMerge(
    Publication.tag("Bank accounts", "Where payouts go: accounts of your customers, verified by deposits.")
  )

const misfit = (param: string, problem: "missing" | "invalid", expected: string) =>
  Effect.fail(
    new Refusal.InvalidParameters({ part: "body", issues: [{ path: [param], problem, code: undefined, expected }] })
  )

/** An account is named in one of three ways, and in one only. */
const numberOf = (
  body: typeof CreateBankAccountBody.Type
): Effect.Effect<CreateBankAccount["number"], Refusal.InvalidParameters> => {
  const { account_number, iban, processor_token: token, routing_number } = body
  const instead = token === undefined ? "iban" : "processor_token"
  if (iban !== undefined || token !== undefined) {
    if (routing_number !== undefined) return misfit("routing_number", "invalid", `left out when ${instead} is sent`)
    if (account_number !== undefined) return misfit("account_number", "invalid", `left out when ${instead} is sent`)
  }
  if (token !== undefined) {
    return iban === undefined
      ? Effect.succeed({ kind: "token", token })
      : misfit("iban", "invalid", "left out when processor_token is sent")
  }
  if (iban !== undefined) return Effect.succeed({ kind: "iban", iban })
  if (routing_number === undefined) return misfit("routing_number", "missing", "a value")
  if (account_number === undefined) return misfit("account_number", "missing", "a value")
  return Effect.succeed({ kind: "domestic", routingNumber: routing_number, accountNumber: account_number })
}

export const commandOf = (
  body: typeof CreateBankAccountBody.Type
): Effect.Effect<CreateBankAccount, Refusal.InvalidParameters> =>
  Effect.map(numberOf(body), (number) => ({
    customer: body.customer,
    country: body.country,
    currency: body.currency,
    accountHolderName: body.account_holder_name,
    number
  }))
