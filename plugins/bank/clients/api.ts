/** Clients on the wire, for administrators (decisions B.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { timestamp } from "../events.ts"
import { railIds } from "../rails/rail-ids.ts"
import {
  AccountNumber,
  Amount,
  createdOf,
  dataOf,
  ErrorBody,
  listOf,
  oneOf,
  pageQuery,
  RequiredScope,
  RoutingNumber,
  text
} from "../wire.ts"
import { mostAccounts, scopes, secCodes, type Client } from "./Client.ts"

const listOfWords = <const Words extends ReadonlyArray<string>>(words: Words) =>
  Schema.Array(oneOf(words)).annotate({ expected: "a list" })

const yesOrNo = Schema.Boolean.annotate({ expected: "true or false" })

const perRail = Schema.Struct({
  rtp: Schema.optionalKey(Amount),
  fednow: Schema.optionalKey(Amount),
  ach: Schema.optionalKey(Amount),
  fedwire: Schema.optionalKey(Amount),
  swift: Schema.optionalKey(Amount)
})

const LimitsBody = Schema.Struct({
  perTransaction: Schema.optionalKey(Amount),
  daily: Schema.optionalKey(Amount),
  perRail: Schema.optionalKey(perRail)
}).annotate({ expected: "an object" })

const AccountBody = Schema.Struct({ routingNumber: RoutingNumber, accountNumber: AccountNumber }).annotate({
  expected: "an object"
})

const accountsExpected = `a list of at most ${mostAccounts} accounts`

const fields = {
  accounts: Schema.optionalKey(
    Schema.Array(AccountBody)
      .annotate({ expected: accountsExpected })
      .check(Schema.isMaxLength(mostAccounts, { expected: accountsExpected }))
  ),
  scopes: Schema.optionalKey(listOfWords(scopes)),
  rails: Schema.optionalKey(listOfWords(railIds)),
  secCodes: Schema.optionalKey(listOfWords(secCodes)),
  limits: Schema.optionalKey(LimitsBody),
  fednowEligible: Schema.optionalKey(yesOrNo),
  active: Schema.optionalKey(yesOrNo)
} as const

/** Body of a new client; what is left out has the defaults. */
export const CreateClientBody = Schema.Struct({ name: text(200), ...fields })

/** Body of a change; limits and accounts are replaced as a whole. */
export const UpdateClientBody = Schema.Struct({ name: Schema.optionalKey(text(200)), ...fields })

/** A client as it is shown. */
export const ClientBody = Schema.Struct({
  clientId: Schema.String,
  name: Schema.String,
  accounts: Schema.optionalKey(
    Schema.Array(Schema.Struct({ routingNumber: Schema.String, accountNumber: Schema.String }))
  ),
  scopes: Schema.Array(Schema.String),
  rails: Schema.Array(Schema.String),
  secCodes: Schema.Array(Schema.String),
  limits: Schema.Struct({
    perTransaction: Schema.NullOr(Schema.Int),
    daily: Schema.NullOr(Schema.Int),
    perRail
  }),
  fednowEligible: Schema.Boolean,
  active: Schema.Boolean,
  createdAt: Schema.String,
  clientSecret: Schema.optionalKey(Schema.String),
  apiKey: Schema.optionalKey(Schema.String)
})

const clientId = { clientId: Schema.String }
const one = { params: clientId, success: dataOf(ClientBody), error: ErrorBody }

/** The endpoints of this slice. */
export const ClientsApi = HttpApiGroup.make("clients").add(
  HttpApiEndpoint.post("create", "/v2/admin/clients", {
    payload: CreateClientBody,
    success: createdOf(ClientBody),
    error: ErrorBody
  }).annotate(RequiredScope, "admin:write"),
  HttpApiEndpoint.get("list", "/v2/admin/clients", {
    query: pageQuery,
    success: listOf(ClientBody),
    error: ErrorBody
  }).annotate(RequiredScope, "admin:read"),
  HttpApiEndpoint.get("retrieve", "/v2/admin/clients/:clientId", one).annotate(RequiredScope, "admin:read"),
  HttpApiEndpoint.patch("update", "/v2/admin/clients/:clientId", { ...one, payload: UpdateClientBody }).annotate(
    RequiredScope,
    "admin:write"
  ),
  HttpApiEndpoint.delete("remove", "/v2/admin/clients/:clientId", { params: clientId, error: ErrorBody }).annotate(
    RequiredScope,
    "admin:write"
  ),
  HttpApiEndpoint.post("rotateKey", "/v2/admin/clients/:clientId/rotate-key", one).annotate(
    RequiredScope,
    "admin:write"
  ),
  HttpApiEndpoint.post("revokeTokens", "/v2/admin/clients/:clientId/revoke-tokens", one).annotate(
    RequiredScope,
    "admin:write"
  )
)

/** A client as it is shown, with its secrets if they were made just now. */
export const encodeClient = (
  client: Client,
  secrets?: { readonly clientSecret: string; readonly apiKey: string }
): typeof ClientBody.Type => ({
  clientId: client.id,
  name: client.name,
  ...(client.accounts === undefined
    ? {}
    : {
        accounts: client.accounts.map(({ last4, routingNumber }) => ({ routingNumber, accountNumber: `****${last4}` }))
      }),
  scopes: client.scopes,
  rails: client.rails,
  secCodes: client.secCodes,
  limits: {
    perTransaction: client.limits.perTransaction,
    daily: client.limits.daily,
    perRail: Object.fromEntries(Object.entries(client.limits.perRail).filter(([, cents]) => cents !== undefined))
  },
  fednowEligible: client.fednowEligible,
  active: client.active,
  createdAt: timestamp(client.createdAt),
  ...secrets
})
