/** The server that a command talks to: its address, the credential for each service, and how it answers what goes wrong. */
import { join, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Flag from "effect/cli/Flag"
import { Bursar, BursarError } from "../../client/index.ts"
import { urlOf } from "../announcement.ts"
import { fileNames, readCredentials, type Credentials } from "../credentials.ts"
import { CommandRefused } from "../refusal.ts"
import { readEndpoint, settings } from "../settings.ts"
import { Io, keysInFiles, type Env } from "./Io.ts"

/** The services, and the routes that want the admin token. */
export type Opened = "cards" | "bank" | "docs" | "admin"

const text = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

/** Flags of every command that talks to a server. None is named as a parameter of a call is, such as `url` of a webhook endpoint. */
export const remoteFlags = {
  server: text("server", "Address of the server; default: BURSAR_URL, or where bursar serve listens on this machine"),
  key: text(
    "key",
    "Credential; default: BURSAR_KEY for cards, the settings, or what the server made in its data folder"
  ),
  data: text("data", `Data folder of the server, for its credentials; default: ${settings.folder.name}, or .bursar`)
}

/** Their values. */
export type RemoteFlags = { readonly [Name in keyof typeof remoteFlags]: Option.Option<string> }

/** A server and what opens it. */
export interface Remote {
  readonly url: string
  /** The credential, or a refusal that says how to give one. */
  readonly keyFor: (opened: Opened) => Effect.Effect<string, CommandRefused>
}

const addressIn = (env: Env): string =>
  env["BURSAR_URL"] ||
  urlOf({
    host: env[settings.host.name] || "127.0.0.1",
    port: Number(env[settings.port.name] || 4242),
    protocol: env[settings.tlsCertificate.name] ? "https" : "http"
  })

/** What the environment says, and then what the server made for itself. */
const keysIn = (
  env: Env,
  files: Effect.Success<ReturnType<typeof keysInFiles>>,
  made: Credentials
): Readonly<Record<Opened, string | undefined>> => ({
  cards:
    env["BURSAR_KEY"] ||
    files.cards?.[0] ||
    env[settings.cardsKeys.name]?.split(",")[0]?.trim() ||
    made.cards?.secretKey,
  bank: files.bank?.[0]?.apiKey ?? made.bank?.apiKey,
  docs: env[settings.docsApiKey.name] || made.docs?.apiKey,
  admin: env[settings.adminToken.name] || made.admin?.token
})

const madeIn = (folder: string): Effect.Effect<Credentials, CommandRefused> =>
  Effect.try({
    try: () => readCredentials(join(folder, fileNames.credentials)),
    catch: (error) => new CommandRefused({ message: (error as Error).message })
  })

/** The server that the flags and the environment name. Nothing is sent. */
export const remoteOf = ({ data, key, server }: RemoteFlags): Effect.Effect<Remote, CommandRefused> =>
  Effect.flatMap(Io, ({ env }) => {
    const url = Option.getOrElse(server, () => addressIn(env)).replace(/\/+$/, "")
    if (readEndpoint(url) === undefined) {
      const message =
        "The address of the server (--server, BURSAR_URL, or HOST and PORT) must be an http or https address without user " +
        "and query, such as http://127.0.0.1:4242"
      return Effect.fail(new CommandRefused({ message, isUsage: true }))
    }
    const folder = resolve(Option.getOrElse(data, () => env[settings.folder.name] || ".bursar"))
    const missing = (opened: Opened) =>
      new CommandRefused({
        message:
          `There is no credential for ${opened}: give one by --key` +
          `${opened === "cards" ? " or BURSAR_KEY" : ""}, or name the data folder of the server by --data (now ${folder})`,
        isUsage: true
      })
    return Effect.succeed({
      url,
      keyFor: (opened) =>
        Option.isSome(key)
          ? Effect.succeed(key.value)
          : Effect.flatMap(Effect.all([keysInFiles(env), madeIn(folder)]), ([files, made]) => {
              const found = keysIn(env, files, made)[opened]
              return found === undefined ? Effect.fail(missing(opened)) : Effect.succeed(found)
            })
    })
  })

/** A client of the services with one credential: the bank's key opens the bank, and so on. */
export const clientOf = (url: string, key: string): Bursar =>
  new Bursar({ baseUrl: url, secretKey: key, bank: { apiKey: key }, docs: { apiKey: key } })

/** What opens the administration: the token goes as a bearer token. */
export const adminHeaders = (token: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${token}` })

/** Where something listens, starting a server is no advice: a certificate that is not trusted has another remedy. */
const noAnswerAt = (url: string, error: unknown): CommandRefused => {
  // `fetch` of Node says why in the cause of its error, and the client gives that error as the cause of its own.
  let cause = error as NodeJS.ErrnoException
  while (cause.cause instanceof Error) cause = cause.cause
  const isNobody = /^(?:ECONNREFUSED|ENOTFOUND|bad port)$/.test(cause.code ?? cause.message)
  return new CommandRefused({
    message: isNobody
      ? `No server answers at ${url}: start one by bursar serve, or name its address by --server`
      : `The server at ${url} could not be reached: ${cause.message}`
  })
}

/** What a server answers on a path that the client does not have. */
export const fetchFrom = async (url: string, path: string, init: RequestInit = {}): Promise<Response> => {
  let headers: Headers
  try {
    headers = new Headers(init.headers)
  } catch {
    // The platform's message may show the credential.
    throw new CommandRefused({ message: "The credential has characters that headers cannot have", isUsage: true })
  }
  return fetch(`${url}${path}`, { ...init, headers }).catch((error: unknown) => {
    throw noAnswerAt(url, error)
  })
}

/** The lines of what a server answers on a path, as they come. */
export async function* linesFrom(url: string, path: string, init: RequestInit): AsyncGenerator<string> {
  const { body, ok, status } = await fetchFrom(url, path, init)
  if (!ok || body === null) {
    throw new CommandRefused({ message: `The server at ${url} refuses ${path}: status ${status}` })
  }
  let rest = ""
  const decoder = new TextDecoder()
  try {
    for await (const chunk of body) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n")
      rest = lines.pop() ?? ""
      yield* lines
    }
  } catch {
    throw new CommandRefused({ message: `The connection to the server at ${url} broke` })
  }
}

const refusalOf = (error: BursarError, url: string): CommandRefused => {
  if (error.type === "usage") return new CommandRefused({ message: error.message, isUsage: true })
  if (error.type === "connection") return noAnswerAt(url, error)
  const facts = error.code !== undefined ? [error.code, error.param, error.paymentId, error.requestId] : []
  const told = facts.filter((fact) => fact !== undefined).join(", ")
  return new CommandRefused({ message: told === "" ? error.message : `${error.message} (${told})` })
}

/** Runs a call of the client; what it rejects with becomes a refusal in one line. */
export const asked = <A>(
  url: string,
  call: (signal: AbortSignal) => PromiseLike<A>
): Effect.Effect<A, CommandRefused> =>
  Effect.tryPromise({
    try: async (signal) => await call(signal),
    catch: (error) =>
      error instanceof BursarError
        ? refusalOf(error, url)
        : error instanceof CommandRefused
          ? error
          : new CommandRefused({ message: error instanceof Error ? error.message : String(error) })
  })
