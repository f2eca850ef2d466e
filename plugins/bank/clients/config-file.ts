/** The file of clients that an operator writes: its form, and what is wrong with one. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { operatorFile } from "../../../src/plugin.ts"
import { UpdateClientBody } from "./api.ts"
import { limitsOf, type ClientConfig } from "./Client.ts"

const matching = (pattern: RegExp, expected: string) =>
  Schema.String.annotate({ expected }).check(Schema.isPattern(pattern, { expected }))

/** Long enough not to be guessed (our choice). */
const secret = matching(/^[\x21-\x7e]{16,200}$/, "16 to 200 printable characters without spaces")

const Entry = Schema.Struct({
  clientId: matching(/^cli_[A-Za-z0-9_]{1,64}$/, "cli_ and 1 to 64 letters, digits or _"),
  clientSecret: secret,
  apiKey: secret,
  ...UpdateClientBody.fields
}).annotate({ expected: "an object" })

const read = operatorFile(Schema.Array(Entry).annotate({ expected: "a list of clients" }), "a client")

const configOf = ({ limits, ...entry }: typeof Entry.Type): ClientConfig =>
  limits === undefined ? entry : { ...entry, limits: limitsOf(limits) }

/** What two clients may not share. Keys are secrets, so they are named by their place. */
const sharedBy = (clients: ReadonlyArray<ClientConfig>): ReadonlyArray<string> =>
  (["clientId", "apiKey"] as const).flatMap((field) =>
    clients.flatMap((client, index) => {
      const first = clients.findIndex((other) => other[field] === client[field])
      return first === index ? [] : [`[${index}].${field} is the same as [${first}].${field}`]
    })
  )

/** Reads the text of a clients file. Fails with one sentence per problem. */
export const parseClients = (text: string): Result.Result<ReadonlyArray<ClientConfig>, ReadonlyArray<string>> =>
  Result.flatMap(read(text), (entries) => {
    const clients = entries.map(configOf)
    const shared = sharedBy(clients)
    return shared.length > 0 ? Result.fail(shared) : Result.succeed(clients)
  })
