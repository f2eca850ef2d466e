/** Bank accounts on the wire: endpoints, bodies and the answers to them. Snake case begins and ends here. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Country } from "../../../src/domain.ts"
import { listQuery } from "../lists.ts"
import { CurrencyCode, ErrorBody, listOf, ReferenceId, text } from "../wire.ts"
import { BankAccountBody } from "./BankAccountBody.ts"

const idempotencyKey = Schema.optionalKey(Schema.String.annotate({ expected: "a string" }))

/** Numbers are strings: as JSON numbers they would lose zeros. Redacted once read. */
const secretText = Schema.RedactedFromValue(Schema.String.annotate({ expected: "a string" }))

const HolderName = text(200).check(
  Schema.makeFilter((value: string) => value.trim() !== "", { expected: "a name with at least one visible character" })
)

/** Body of create bank account: either routing and account number, or an IBAN. */
export const CreateBankAccountBody = Schema.Struct({
  customer: ReferenceId,
  country: Country.CountryCode,
  currency: CurrencyCode,
  account_holder_name: HolderName,
  routing_number: Schema.optionalKey(Schema.String.annotate({ expected: "a string" })),
  account_number: Schema.optionalKey(secretText),
  iban: Schema.optionalKey(secretText),
  idempotency_key: idempotencyKey
})

const amount = Schema.Finite.annotate({ expected: "an integer in the smallest currency unit" }).check(
  Schema.isInt({ expected: "an integer in the smallest currency unit" }),
  Schema.isGreaterThan(0, { expected: "more than 0" })
)

/** Body of verify bank account: the amounts of the two deposits. */
export const VerifyBankAccountBody = Schema.Struct({
  amounts: Schema.Array(amount)
    .annotate({ expected: "a list of two amounts" })
    .check(Schema.isBetweenLength(2, 2, { expected: "a list of two amounts" })),
  idempotency_key: idempotencyKey
})

const DeletedBody = Schema.Struct({
  id: Schema.String,
  object: Schema.Literal("bank_account"),
  deleted: Schema.Literal(true)
})

const id = { id: Schema.String }

/** The endpoints of this slice. */
export const BankAccountsApi = HttpApiGroup.make("bankAccounts").add(
  HttpApiEndpoint.post("create", "/v2/bank_accounts", {
    payload: CreateBankAccountBody,
    success: BankAccountBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.get("list", "/v2/bank_accounts", {
    query: { ...listQuery, customer: Schema.optionalKey(ReferenceId) },
    success: listOf("BankAccountList", BankAccountBody),
    error: ErrorBody
  }),
  HttpApiEndpoint.get("retrieve", "/v2/bank_accounts/:id", { params: id, success: BankAccountBody, error: ErrorBody }),
  HttpApiEndpoint.post("verify", "/v2/bank_accounts/:id/verify", {
    params: id,
    payload: VerifyBankAccountBody,
    success: BankAccountBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.delete("remove", "/v2/bank_accounts/:id", { params: id, success: DeletedBody, error: ErrorBody })
)

/** What is left to say of a bank account that was deleted. */
export const encodeDeleted = ({ id }: { readonly id: string }): typeof DeletedBody.Type => ({
  id,
  object: "bank_account",
  deleted: true
})
