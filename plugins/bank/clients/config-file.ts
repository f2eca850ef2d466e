/** Clients that an operator writes into a file, or a program gives: their form, and what is wrong with one. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { operatorFile } from "../../../src/plugin.ts"
import { UpdateClientBody } from "./api.ts"
import { limitsOf, type ClientConfig } from "./Client.ts"

const matching = (pattern: RegExp, expected: string) =>
  Schema.String.annotate({ expected }).check(Schema.isPattern(pattern, { expected }))

/** Long enough not to be guessed (our choice). */
const secret = matching(/^[\x21-\x7e]{16,200}$/, "16 to 200 printable characters without spaces")

/** What two clients may not share. Keys are secrets, so they are named by their place. */
const sharedBy = (clients: ReadonlyArray<ClientConfig>): ReadonlyArray<string> =>
  (["clientId", "apiKey"] as const).flatMap((field) =>
    clients.flatMap((client, index) => {
      const first = clients.findIndex((other) => other[field] === client[field])
      return first === index ? [] : [`[${index}].${field} is the same as [${first}].${field}`]
    })
  )

const configOf = ({ limits, ...entry }: ClientConfig): ClientConfig =>
  limits === undefined ? entry : { ...entry, limits: limitsOf(limits) }

/** Reads lists of clients whose id and secrets have this form. Fails with one sentence per problem. */
const readerOf = (own: Readonly<Record<"clientId" | "clientSecret" | "apiKey", Schema.Codec<string>>>) => {
  const Entry = Schema.Struct({ ...own, ...UpdateClientBody.fields }).annotate({ expected: "an object" })
  const read = operatorFile(Schema.Array(Entry).annotate({ expected: "a list of clients" }), "a client")
  return (text: string): Result.Result<ReadonlyArray<ClientConfig>, ReadonlyArray<string>> =>
    Result.flatMap(read(text), (entries) => {
      const clients = entries.map(configOf)
      const shared = sharedBy(clients)
      return shared.length > 0 ? Result.fail(shared) : Result.succeed(clients)
    })
}

/** Reads the text of a clients file. */
export const parseClients = readerOf({
  clientId: matching(/^cli_[A-Za-z0-9_]{1,64}$/, "cli_ and 1 to 64 letters, digits or _"),
  clientSecret: secret,
  apiKey: secret
})

const given = matching(/./, "a text")

/** Those of a program, whose secrets may be short, as in tests. */
const parseGiven = readerOf({ clientId: given, clientSecret: given, apiKey: given })

/** Throws a `TypeError` for clients of a program that are none; `null` is as good as left out. */
export const checkClients = (clients: unknown): void => {
  if (!Array.isArray(clients)) throw new TypeError("bank: clients must be a list of clients")
  const read = parseGiven(JSON.stringify(clients, (_name, value: unknown) => value ?? undefined))
  if (Result.isFailure(read)) {
    throw new TypeError(`bank: ${read.failure.map((problem) => `clients${problem}`).join("; ")}`)
  }
}
