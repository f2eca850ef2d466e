/** What the server says when it is up: where it is, how it is set, and a command to try it with. */
import { relative } from "node:path"
import * as Redacted from "effect/Redacted"
import type { EngineShape } from "../engine/Engine.ts"
import { inMemory } from "../store/dialects/Sqlite.ts"
import type { ServerConfig } from "./config.ts"
import type { ServerCredentials } from "./credentials.ts"
import type { Listening } from "./listener.ts"
import { placeOf } from "./store.ts"

/** Addresses that mean every address of the machine; a client on it uses loopback. */
const wildcards: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" }

/** The address of the server for a client on the same machine. */
export const urlOf = ({ host, port, protocol }: Listening): string =>
  `${protocol}://${wildcards[host] ?? (host.includes(":") ? `[${host}]` : host)}:${port}`

const shortPath = (path: string): string => {
  const fromHere = relative(process.cwd(), path)
  return fromHere.startsWith("..") ? path : fromHere || "."
}

const clockLine = ({ clock }: EngineShape): ReadonlyArray<string> => {
  const { mode } = clock.state()
  if (mode === "system") return []
  const now = new Date(clock.now()).toISOString()
  return [`  clock        ${mode === "frozen" ? `stands at ${now}` : `runs from ${now}, apart from system time`}`]
}

const credentialLines = (
  { adminToken, bank, cardsKey, docs, file }: ServerCredentials,
  config: ServerConfig
): ReadonlyArray<string> => {
  if (file !== undefined) return [`  credentials  ${shortPath(file)}`]
  if (config.folder !== inMemory) return []
  return [
    ...(cardsKey === undefined ? [] : [`  cards key    ${Redacted.value(cardsKey)}`]),
    ...(bank === undefined ? [] : [`  bank key     ${Redacted.value(bank.apiKey)}`]),
    ...(config.docs.apiKey !== undefined || docs.apiKey === undefined
      ? []
      : [`  docs key     ${Redacted.value(docs.apiKey)}`]),
    ...(config.docs.webhookSecret !== undefined || docs.webhookSecret === undefined
      ? []
      : [`  docs secret  ${Redacted.value(docs.webhookSecret)}`]),
    ...(config.adminToken === undefined ? [`  admin token  ${Redacted.value(adminToken)}`] : [])
  ]
}

/** A test payment that succeeds (decisions cards B3: static test payment methods). */
const samplePayment = { amount: 1000, currency: "usd", payment_method: "pm_card_visa" }

/**
 * The key of an open sandbox is part of the command: it opens nothing that any other test key does not open, and a
 * command that works as it stands is worth more to a newcomer.
 */
const tryLines = (url: string, { cardsKey }: ServerCredentials, config: ServerConfig): ReadonlyArray<string> => {
  if (config.mode === "production") return []
  const key = cardsKey === undefined ? "$BURSAR_KEY" : Redacted.value(cardsKey)
  const command =
    `curl ${url}/cards/v2/payments -H "Authorization: Bearer ${key}" ` +
    `-H "Content-Type: application/json" -d '${JSON.stringify(samplePayment)}'`
  return [
    "",
    cardsKey === undefined ? "Try it, with BURSAR_KEY set to one of your keys:" : "Try it:",
    "",
    `  ${command}`,
    ""
  ]
}

/** Facts about a server that is up. */
export interface Started {
  readonly config: ServerConfig
  readonly credentials: ServerCredentials
  readonly engine: EngineShape
  readonly listening: Listening
  readonly version: string
}

/** The start message. It holds no secret, but for what a server without a folder has nowhere else to tell. */
export const announce = ({ config, credentials, engine, listening, version }: Started): string => {
  const url = urlOf(listening)
  const data =
    config.databases !== undefined
      ? `Postgres at ${placeOf(config.databases)}`
      : config.folder === inMemory
        ? "in memory only"
        : shortPath(config.folder)
  return [
    `Bursar ${version} is listening on ${url} (${config.mode})`,
    ...engine.plugins.map(
      ({ hasApi, id, mount }) =>
        `  ${id.padEnd(12)} ${url}${mount}${hasApi ? ` (reference: ${url}${mount}/reference)` : ""}`
    ),
    ...(config.publicUrl === undefined ? [] : [`  public       ${config.publicUrl}`]),
    `  data         ${data}`,
    ...credentialLines(credentials, config),
    ...clockLine(engine),
    ...tryLines(url, credentials, config),
    ""
  ].join("\n")
}
