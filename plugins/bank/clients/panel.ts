/** Clients for operators: what each may do; secrets are shown once. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Mode } from "../../../src/domain.ts"
import {
  call,
  documentPanel,
  isIn,
  statusBy,
  textIn,
  type CallerShape,
  type DocumentAction,
  type PanelInput
} from "../../../src/plugin.ts"
import { adminIn, samplesOf, type PanelNeeds } from "../panelParts.ts"
import { CreateClientBody, draftOf, ClientBody } from "./api.ts"
import { clientDefaults, scopes, type BankScope, type Client } from "./Client.ts"
import { railIds, type RailId } from "../rails/rail-ids.ts"
import * as operations from "./operations.ts"
import { storedClient } from "./repository.ts"

const status = statusBy({ active: "good", "out of use": "none", deleted: "none" })

const statusOf = ({ active, deletedAt }: Client) =>
  status(deletedAt !== undefined ? "deleted" : active ? "active" : "out of use")

const json = (key: string, title: string, hint: string) =>
  ({ key, title, kind: "json", required: false, hint }) as const

const some = (key: string, title: string, of: ReadonlyArray<string>, hint: string) =>
  ({ key, title, kind: "choices", required: false, of, hint }) as const

const readClient = Schema.decodeUnknownEffect(CreateClientBody)

/** The secrets of a client, as they are shown once. */
const shownOnce = ({ client, secrets }: operations.ShownClient, message: string) => ({
  message,
  id: client.id,
  ...(secrets === undefined ? {} : { secret: `clientSecret: ${secrets.clientSecret}\napiKey: ${secrets.apiKey}` })
})

const create = (caller: CallerShape, input: PanelInput) =>
  Effect.flatMap(readClient(input), (body) =>
    Effect.map(
      call(caller, "bank.clients.create", { name: textIn(input, "name") }, (asking) =>
        operations.create(asking, { ...clientDefaults, ...draftOf(body), name: body.name })
      ),
      (made) => shownOnce(made, "The client was made. Its secrets are shown now and never again")
    )
  )

/** What was chosen; nothing when nothing was. */
const chosen = <One>(given: unknown): ReadonlyArray<One> | undefined =>
  Array.isArray(given) && given.length > 0 ? (given as ReadonlyArray<One>) : undefined

/** One that was deleted stays as it is. */
const isChangeable = isIn("active", "out of use")

/** What can be done with a client. */
const clientActions: ReadonlyArray<DocumentAction<Client, PanelNeeds>> = [
  {
    id: "change",
    title: "Change what it may do",
    confirm: "It holds from its next request on.",
    applies: isChangeable,
    input: [
      some("scopes", "May", scopes, "None chosen: as it is"),
      some("rails", "Rails", railIds, "None chosen: as it is")
    ],
    run: (caller, { id }, input) => {
      const scopesNow = chosen<BankScope>(input["scopes"])
      const railsNow = chosen<RailId>(input["rails"])
      const draft = {
        ...(scopesNow === undefined ? {} : { scopes: scopesNow }),
        ...(railsNow === undefined ? {} : { rails: railsNow })
      }
      return Effect.as(
        call(caller, "bank.clients.update", { id, ...draft }, (asking) => operations.update(asking, id, draft)),
        { message: "The client was changed", id }
      )
    }
  },
  {
    id: "rotate",
    title: "New key and secret",
    confirm: "The old ones and its tokens are refused at once. The new ones are shown once.",
    tone: "bad",
    applies: isChangeable,
    run: (caller, { id }) =>
      Effect.map(
        call(caller, "bank.clients.rotateKey", { id }, (asking) => operations.rotateKey(asking, id)),
        (made) => shownOnce(made, "There are a new key and a new secret")
      )
  },
  {
    id: "revoke",
    title: "Revoke its tokens",
    confirm: "Every token of the client is refused at once; it can get new ones.",
    tone: "bad",
    run: (caller, { id }) =>
      Effect.as(
        call(caller, "bank.clients.revoke", { id }, (asking) => operations.revoke(asking, id)),
        { message: "Its tokens were revoked", id }
      )
  },
  {
    id: "switch",
    title: "Take out of use, or back",
    confirm: "Out of use, its key and its tokens are refused at once.",
    tone: "bad",
    applies: isChangeable,
    run: (caller, { active, id }) =>
      Effect.as(
        call(caller, "bank.clients.update", { id, active: !active }, (asking) =>
          operations.update(asking, id, { active: !active })
        ),
        { message: active ? "The client is out of use" : "The client is in use again", id }
      )
  }
]

export const clientsPanel = (mode: Mode) =>
  documentPanel<Client, PanelNeeds>({
    id: "clients",
    title: "Clients",
    noun: ["client", "clients"],
    empty: "A client is a program that may use the bank’s API, with the scopes and rails that you give it.",
    group: "Bank",
    icon: "key-round",
    idPrefix: "cli_",
    stored: storedClient,
    scopeOf: ({ id }) => `${id}/${mode}`,
    columns: {
      name: ["Name", "text", (client) => client.name],
      status: ["Status", "status", statusOf],
      scopes: ["May", "text", (client) => client.scopes.join(", ")],
      rails: ["Rails", "text", (client) => client.rails.join(", ")],
      at: ["Made", "time", (client) => client.createdAt]
    },
    json: (client) => ClientBody.write({ client }),
    principalOf: adminIn(mode),
    samples: ({ id }) => samplesOf(`/v2/admin/clients/${id}`, `clients.retrieve("${id}")`),
    actions: clientActions,
    accountActions: [
      {
        id: "create",
        title: "Make a client",
        confirm: "The client can call the bank at once. Its secrets are shown once.",
        tone: "good",
        ofNobody: true,
        input: [
          { key: "name", title: "Name", kind: "text", required: true },
          some("scopes", "May", scopes, "None chosen: what clients do for themselves"),
          some("rails", "Rails", railIds, "None chosen: all of them"),
          json("limits", "Limits", '{ "perTransaction": 100000 } in cents; left out: none'),
          json("accounts", "Accounts", '[{ "routingNumber": "…", "accountNumber": "…" }]')
        ],
        run: create
      }
    ]
  })
