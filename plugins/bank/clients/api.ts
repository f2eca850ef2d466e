/** Clients on the wire, for administrators (decisions B.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, Wire } from "../../../src/plugin.ts"
import { railIds } from "../rails/rail-ids.ts"
import { operation } from "../operation.ts"
import { refused } from "../refused.ts"
import {
  AccountNumber,
  Amount,
  Cents,
  createdOf,
  dataOf,
  Id,
  listOf,
  oneOf,
  pageQuery,
  pathId,
  RoutingNumber,
  SentTime,
  text
} from "../wire.ts"
import {
  limitsOf,
  mostAccounts,
  scopes,
  secCodes,
  type ClientAccount,
  type ClientDraft,
  type ClientLimits
} from "./Client.ts"
import type { ShownClient } from "./operations.ts"

const listOfWords = <const Words extends ReadonlyArray<string>>(words: Words) =>
  Schema.Array(oneOf(words)).annotate({ expected: "a list" })

const yesOrNo = Schema.Boolean.annotate({ expected: "true or false" })

const RailLimitsBody = Wire.object<ClientLimits["perRail"]>()(
  "RailLimits",
  "The most that one payment may move, in cents, by rail. A rail that is left out has no limit of its own.",
  {
    rtp: [Schema.optionalKey(Amount), "On RTP."],
    fednow: [Schema.optionalKey(Amount), "On FedNow."],
    ach: [Schema.optionalKey(Amount), "On ACH."],
    fedwire: [Schema.optionalKey(Amount), "On Fedwire."],
    swift: [Schema.optionalKey(Amount), "Over SWIFT, counted in cents of USD."]
  }
)

const LimitsBody = Wire.body("SetClientLimits", "How much the client may move. Whatever is left out is not limited.", {
  perTransaction: [Schema.optionalKey(Amount), "The most that one payment may move, in cents."],
  daily: [Schema.optionalKey(Amount), "The most that all payments of one calendar day in New York may move, in cents."],
  perRail: [Schema.optionalKey(RailLimitsBody), "The most that one payment may move, by rail."]
})

const AccountBody = Wire.body("SetClientAccount", "An account that the client may use.", {
  routingNumber: [RoutingNumber, "The routing number of its bank."],
  accountNumber: [AccountNumber, "Its number. Only its last four characters are shown again."]
})

const accountsExpected = `a list of at most ${mostAccounts} accounts`

const rows = {
  accounts: [
    Schema.optionalKey(
      Schema.Array(AccountBody)
        .annotate({ expected: accountsExpected })
        .check(Schema.isMaxLength(mostAccounts, { expected: accountsExpected }))
    ),
    `The accounts that it may use, at most ${mostAccounts}. Without a list it may use every account in a sandbox, and none in production.`
  ],
  scopes: [
    Schema.optionalKey(listOfWords(scopes)),
    "What it may do. Default: everything that clients do for themselves, and nothing of administration, approvals, compliance or the simulator."
  ],
  rails: [Schema.optionalKey(listOfWords(railIds)), "The rails that it may use. Default: all."],
  secCodes: [
    Schema.optionalKey(listOfWords(secCodes)),
    "The standard entry class codes that it may use on ACH. Default: `PPD`, `CCD`, `WEB`."
  ],
  limits: [Schema.optionalKey(LimitsBody), "How much it may move. Default: no limits."],
  fednowEligible: [
    Schema.optionalKey(yesOrNo),
    "`true`: the higher FedNow limit counts where its bank's entry in the directory names none. Default: `false`."
  ],
  active: [Schema.optionalKey(yesOrNo), "`false`: its key and its tokens are refused. Default: `true`."]
} as const

/** Body of a new client; what is left out has the defaults. */
export const CreateClientBody = Wire.body("CreateClient", "A new client, and what it may do.", {
  name: [text(200), "For people."],
  ...rows
})

/** Body of a change; limits and accounts are replaced as a whole. */
export const UpdateClientBody = Wire.body(
  "UpdateClient",
  "What to change. Fields that are left out stay as they are; lists and limits are replaced as a whole.",
  { name: [Schema.optionalKey(text(200)), "For people."], ...rows }
)

const AccountShown = Wire.object<ClientAccount>()("ClientAccount", "An account that the client may use.", {
  routingNumber: [Schema.String, "The routing number of its bank."],
  accountNumber: [Schema.String, (account) => `****${account.last4}`, "Its last four characters, after four asterisks."]
})

const LimitsShown = Wire.object<ClientLimits>()("ClientLimits", "How much the client may move.", {
  perTransaction: [Schema.NullOr(Cents), "The most that one payment may move; `null`: no limit."],
  daily: [
    Schema.NullOr(Cents),
    "The most that all payments of one calendar day in New York may move; `null`: no limit."
  ],
  perRail: [RailLimitsBody, "The most that one payment may move, by rail."]
})

export const ClientBody = Wire.object<ShownClient>()(
  "Client",
  "Somebody who may use this service, and what it may do.",
  {
    clientId: [Id, ({ client }) => client.id, "Begins with `cli_`, unless the operator configured another id."],
    name: [Schema.String, ({ client }) => client.name, "For people."],
    accounts: [
      Schema.optionalKey(Schema.Array(AccountShown)),
      ({ client }) => client.accounts,
      "The accounts that it may use. Absent: every account in a sandbox, none in production."
    ],
    scopes: [Schema.Array(Schema.Literals(scopes)), ({ client }) => client.scopes, "What it may do."],
    rails: [Schema.Array(Schema.Literals(railIds)), ({ client }) => client.rails, "The rails that it may use."],
    secCodes: [
      Schema.Array(Schema.Literals(secCodes)),
      ({ client }) => client.secCodes,
      "The standard entry class codes that it may use on ACH."
    ],
    limits: [LimitsShown, ({ client }) => client.limits, "How much it may move."],
    fednowEligible: [
      Schema.Boolean,
      ({ client }) => client.fednowEligible,
      "`true`: the higher FedNow limit counts where its bank's entry in the directory names none."
    ],
    active: [Schema.Boolean, ({ client }) => client.active, "`false`: its key and its tokens are refused."],
    createdAt: [SentTime, ({ client }) => client.createdAt, "When it was made."],
    clientSecret: [
      Schema.optionalKey(Schema.String),
      ({ secrets }) => secrets?.clientSecret,
      "The secret with which it asks for access tokens. Only in the answer that made it."
    ],
    apiKey: [
      Schema.optionalKey(Schema.String),
      ({ secrets }) => secrets?.apiKey,
      "The key that it may send as `X-API-Key`. Only in the answer that made it."
    ]
  }
)

const params = pathId("clientId", "The client.")
const one = { params, success: dataOf(ClientBody), error: refused("ClientNotFound") }
const changeable = { ...one, error: refused("ClientNotFound", "StateConflict") }

export const ClientsApi = HttpApiGroup.make("clients")
  .add(
    HttpApiEndpoint.post("create", "/v2/admin/clients", {
      payload: CreateClientBody,
      success: createdOf(ClientBody),
      error: refused()
    }).annotateMerge(
      operation(
        "Create a client",
        "Makes a client with a secret and an API key. Both are shown in this answer and never again.",
        { scope: "admin:write" }
      )
    ),
    HttpApiEndpoint.get("list", "/v2/admin/clients", {
      query: pageQuery,
      success: listOf(ClientBody),
      error: refused("InvalidCursor")
    }).annotateMerge(
      operation("List clients", "All clients, the newest first, deactivated ones too.", { scope: "admin:read" })
    ),
    HttpApiEndpoint.get("retrieve", "/v2/admin/clients/:clientId", one).annotateMerge(
      operation("Retrieve a client", "The client as it is now, without its secrets.", { scope: "admin:read" })
    ),
    HttpApiEndpoint.patch("update", "/v2/admin/clients/:clientId", {
      ...changeable,
      payload: UpdateClientBody
    }).annotateMerge(
      operation(
        "Update a client",
        "It counts from the next request on. `active: false` refuses its key and revokes its tokens at once.",
        { scope: "admin:write" }
      )
    ),
    HttpApiEndpoint.delete("remove", "/v2/admin/clients/:clientId", {
      params,
      error: refused("ClientNotFound")
    }).annotateMerge(
      operation(
        "Delete a client",
        "Refuses its key and revokes its tokens at once, for good: it cannot be changed any more, and a clients file that names it does not bring it back. The client and everything that it made stay readable.",
        { scope: "admin:write" }
      )
    ),
    HttpApiEndpoint.post("rotateKey", "/v2/admin/clients/:clientId/rotate-key", changeable).annotateMerge(
      operation(
        "Replace a client's key and secret",
        "The new ones are shown in this answer and never again; the old ones are refused at once, and so are its access tokens.",
        { scope: "admin:write" }
      )
    ),
    HttpApiEndpoint.post("revokeTokens", "/v2/admin/clients/:clientId/revoke-tokens", one).annotateMerge(
      operation(
        "Revoke a client's tokens",
        "Every access token of the client is refused at once. Its key and its secret stay.",
        { scope: "admin:write" }
      )
    )
  )
  .annotateMerge(
    Publication.tag("Clients", "Who may use the service: credentials, rights and limits, for administrators.")
  )

/** What a body says, with limits in the form in which they are kept. */
export const draftOf = ({ limits, ...rest }: typeof UpdateClientBody.Type): Partial<ClientDraft> =>
  limits === undefined ? rest : { ...rest, limits: limitsOf(limits) }
