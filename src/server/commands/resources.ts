/**
 * Calls of the three APIs as commands: `bursar payments create --amount 1000 …` for cards, `bursar bank …` and `bursar docs …`.
 * The commands follow from the client's tables, their parameters from the document that the server publishes.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import type { ServiceName } from "../../client/errors.ts"
import { operations as bank } from "../../client/generated/bank-operations.ts"
import { operations as cards } from "../../client/generated/cards-operations.ts"
import { operations as docs } from "../../client/generated/docs-operations.ts"
import { isOperation, type Operation, type Operations } from "../../client/Operation.ts"
import { CommandRefused } from "../refusal.ts"
import { Json, say } from "./Io.ts"
import { parametersSchema, typedParameters, type Given, type PublishedDocument } from "./parameters.ts"
import { adminHeaders, asked, clientOf, fetchFrom, remoteFlags, remoteOf, type RemoteFlags } from "./remote.ts"

const flags = {
  ...remoteFlags,
  idempotencyKey: Flag.String("idempotency-key").pipe(
    Flag.withDescription("The same key with the same parameters has one effect; default: drawn"),
    Flag.optional
  ),
  region: Flag.Literals("region", ["us-east-1", "eu-west-1", "ap-southeast-1"]).pipe(
    Flag.withDescription("Where the data live (cards)"),
    Flag.optional
  )
}

interface Values extends RemoteFlags {
  readonly idempotencyKey: Option.Option<string>
  readonly region: Option.Option<string>
  readonly ids: ReadonlyArray<string>
}

/** A method of the API, by its place in the client. */
interface Method {
  readonly service: ServiceName
  readonly path: ReadonlyArray<string>
  readonly operation: Operation
}

/** `paymentMethods` is `payment-methods`; `del`, a word that JavaScript wants, is `delete`. */
const commandName = (name: string): string =>
  name === "del" ? "delete" : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

type AnyMethod = (...args: ReadonlyArray<unknown>) => PromiseLike<unknown> & AsyncIterable<unknown>

const methodIn = (client: unknown, { path, service }: Method): AnyMethod => {
  const from = service === "cards" ? path : [service, ...path]
  return from.reduce((at, name) => Reflect.get(at as object, name) as unknown, client) as AnyMethod
}

const isForAdmins = ({ operation, service }: Method): boolean =>
  service === "bank" && operation.path.startsWith("/v2/admin/")

const documentOf = (url: string, service: ServiceName) =>
  asked(url, async (): Promise<PublishedDocument> => {
    const response = await fetchFrom(url, `/${service}/openapi.json`)
    // The call itself says what is wrong; without the document everything is sent as a text.
    return response.ok ? ((await response.json().catch(() => ({}))) as PublishedDocument) : {}
  })

const parametersOf = (url: string, { operation, service }: Method, given: ReadonlyArray<Given>) => {
  if (operation.params !== true && given.length > 0) {
    return new CommandRefused({ message: `--${given[0]!.flag}: this call takes no parameters`, isUsage: true })
  }
  // In a query everything is a text. Which of `created-from` and `created_from` is meant only the document says.
  const isPlain = operation.body !== true && !given.some(({ flag }) => flag.includes("-"))
  if (isPlain || given.length === 0) return Effect.succeed(typedParameters({}, undefined, given))
  return Effect.flatMap(documentOf(url, service), (document) =>
    Effect.try({
      try: () => typedParameters(document, parametersSchema(document, operation), given),
      catch: (error) => error as CommandRefused
    })
  )
}

const call = (method: Method, given: ReadonlyArray<Given>) => (values: Values) =>
  Effect.gen(function* () {
    const { operation, service } = method
    const { keyFor, url } = yield* remoteOf(values)
    const key = operation.open === true ? "none" : yield* keyFor(isForAdmins(method) ? "admin" : service)
    // Lists of the bank filter by the key of a payment.
    const asParameter =
      operation.key !== true && Option.isSome(values.idempotencyKey)
        ? [{ flag: "idempotency-key", text: values.idempotencyKey.value }]
        : []
    const parameters = yield* parametersOf(url, method, [...given, ...asParameter])
    const options = {
      idempotencyKey: Option.getOrUndefined(values.idempotencyKey),
      region: Option.getOrUndefined(values.region),
      ...(isForAdmins(method) ? { headers: adminHeaders(key) } : {})
    }
    const args = [...values.ids, ...(operation.params === true ? [parameters] : []), options]
    const isJson = yield* Json
    const shown = (value: unknown) =>
      typeof value === "string" && !isJson ? value : JSON.stringify(value, null, isJson ? undefined : 2)
    const answered = yield* asked(url, () => {
      const called = methodIn(clientOf(url, key), method)(...args)
      return operation.stream === true ? Promise.resolve({ events: called }) : called
    })
    if (operation.stream !== true) return yield* answered === undefined ? Effect.void : say(shown(answered))
    const run = Effect.runSyncWith(yield* Effect.context<never>())
    const { events } = answered as { readonly events: AsyncIterable<unknown> }
    yield* asked(url, async () => {
      for await (const event of events) run(say(JSON.stringify(event)))
    })
  })

const methodCommand = (name: string, method: Method, given: ReadonlyArray<Given>) => {
  const ids = Array.from(method.operation.path.matchAll(/\{(\w+)\}/g), ([, id]) => id!)
  const argument = Argument.String(ids.join(" ") || "id").pipe(Argument.variadic({ min: ids.length, max: ids.length }))
  const described = `${method.operation.method} ${method.operation.path}`
  return Command.make(commandName(name), { ...flags, ids: argument }, call(method, given)).pipe(
    Command.withDescription(
      method.operation.params === true
        ? `${described}. Parameters are flags: --amount 1000 --metadata.order 7`
        : described
    ),
    Command.withShortDescription(described)
  )
}

type AnyCommand = ReturnType<typeof methodCommand>

const resourceCommands = (
  service: ServiceName,
  operations: Operations,
  given: ReadonlyArray<Given>,
  path: ReadonlyArray<string> = []
): ReadonlyArray<AnyCommand> =>
  Object.entries(operations).map(([name, entry]) => {
    const at = [...path, name]
    if (isOperation(entry)) return methodCommand(name, { service, path: at, operation: entry }, given)
    return Command.make(commandName(name)).pipe(
      Command.withDescription(`Calls of ${at.map(commandName).join(" ")} (${service})`),
      Command.withSubcommands(resourceCommands(service, entry, given, at))
    ) as unknown as AnyCommand
  })

const serviceCommand = (service: "bank" | "docs", operations: Operations, given: ReadonlyArray<Given>) =>
  Command.make(service).pipe(
    Command.withDescription(`Calls of the ${service} service`),
    Command.withSubcommands(resourceCommands(service, operations, given))
  )

/** Top-level commands whose unknown flags are parameters of a call. */
export const callNames: ReadonlySet<string> = new Set([
  ...Object.keys(cards).map(commandName),
  "bank",
  "docs",
  "clients"
])

/** The commands of the APIs. The clients of the bank are an operator's, so that they have a short name, too. */
export const callCommands = (given: ReadonlyArray<Given>) => {
  const clients = resourceCommands("bank", { clients: bank["clients"] as Operations }, given)
  return [
    ...resourceCommands("cards", cards, given),
    serviceCommand("bank", bank, given),
    serviceCommand("docs", docs, given),
    ...clients
  ]
}
