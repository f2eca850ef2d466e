/**
 * The settings an operator writes, one by one: name, meaning, what is allowed and how the text is read. How they fit
 * together is decided in `config.ts`.
 */
import { BlockList, isIP } from "node:net"
import { resolve } from "node:path"
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"
import { parseTime } from "../engine/EngineClock.ts"
import { inMemory } from "../store/dialects/Sqlite.ts"
import { mostDays, retentionKinds, retentionTable, retentionVariable, type RetentionKind } from "./retention.ts"

/** Whether money is simulated, or real. */
export type ServerMode = "sandbox" | "production"

/** What a text that is not allowed is called in a message: the text itself, or a stand-in for a secret. */
type Found = (text: string) => string

export interface Setting<A> {
  /** Name of the environment variable. */
  readonly name: string
  /** One line for `bursar --help`. */
  readonly summary: string
  /** Completes "… must be". */
  readonly allowed: string
  /** The value, or `undefined` for a text that is not allowed. */
  readonly read: (text: string) => A | undefined
  readonly found: Found
}

/** Longest piece of a bad value that is repeated in a message, in characters. */
const maxShownCharacters = 60

const quoted: Found = (text) =>
  JSON.stringify(text.length > maxShownCharacters ? `${text.slice(0, maxShownCharacters)}…` : text)

const unshown: Found = (text) => `a text of ${text.length} characters`

const wholeNumber =
  (greatest: number) =>
  (text: string): number | undefined =>
    /^\d{1,10}$/.test(text) && Number(text) <= greatest ? Number(text) : undefined

/** Length of a master key in bytes: the one that the signer takes. */
const masterKeyBytes = 32

/** Whether a text is a master key: 32 bytes in base64. */
export const isMasterKey = (text: string): boolean => {
  const bytes = Base64.decode(text.trim())
  return Result.isSuccess(bytes) && bytes.success.length === masterKeyBytes
}

const hostName = /^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*$/

/** Only digits and dots, and yet no address: a slip, not the name of a host. */
const likeAnAddress = /^[\d.]+$/

const readHost = (text: string): string | undefined => {
  if (isIP(text) !== 0) return text
  return hostName.test(text) && !likeAnAddress.test(text) ? text : undefined
}

const loopback = new BlockList()
loopback.addSubnet("127.0.0.0", 8, "ipv4")
loopback.addAddress("::1", "ipv6")

/** Whether only this machine can reach what listens on a host. */
export const isLoopback = (host: string): boolean => {
  const family = isIP(host)
  return family === 0 ? host.toLowerCase() === "localhost" : loopback.check(host, family === 4 ? "ipv4" : "ipv6")
}

const isNetwork = (text: string): boolean => {
  const [address = "", bits, ...more] = text.split("/")
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  // Everybody is no proxy.
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const readNetworks = (text: string): ReadonlyArray<string> | undefined => {
  const list = text.split(",").map((network) => network.trim())
  return list.every(isNetwork) ? list : undefined
}

/** Addresses and networks such as `10.0.0.0/8`, as a list that answers whether it holds an address. */
export const networkList = (networks: ReadonlyArray<string>): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address, bits] = network.split("/") as [string, string?]
    const family = isIP(address) === 4 ? "ipv4" : "ipv6"
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

const readAdministrators = (text: string): Readonly<Record<string, string>> | undefined => {
  const pairs = text.split(",").map((pair) => /^\s*([a-z][a-z0-9._-]{0,39}):(\S{16,500})\s*$/i.exec(pair))
  const found = new Map(pairs.flatMap((pair) => (pair === null ? [] : [[pair[1]!, pair[2]!] as const])))
  return found.size === pairs.length && new Set(found.values()).size === pairs.length
    ? Object.fromEntries(found)
    : undefined
}

/** Secret keys of the cards service (decisions cards B7: at least 8 characters after the prefix). */
export const cardsKey = /^sk_(test|live)_[A-Za-z0-9_]{8,200}$/

/** Whether a request may come from another machine, to the listener itself or by way of a proxy. */
export const isExposed = (to: {
  readonly host: string
  readonly publicUrl: string | undefined
  readonly trustProxy: ReadonlyArray<string>
}): boolean =>
  !isLoopback(to.host) ||
  to.trustProxy.length > 0 ||
  (to.publicUrl !== undefined && !isLoopback(new URL(to.publicUrl).hostname.replace(/^\[|\]$/g, "")))

const readKeys = (text: string): ReadonlyArray<string> | undefined => {
  const keys = text
    .split(",")
    .map((key) => key.trim())
    .filter((key) => key !== "")
  const isValid = keys.length > 0 && keys.every((key) => cardsKey.test(key)) && new Set(keys).size === keys.length
  return isValid ? keys : undefined
}

const setting = <A>(
  name: string,
  summary: string,
  rule: { readonly allowed: string; readonly read: (text: string) => A | undefined; readonly found?: Found }
): Setting<A> => ({ found: quoted, ...rule, name, summary })

const secret = /^[\x21-\x7e]{1,500}$/

const origins = (text: string): ReadonlyArray<string> | undefined => {
  const list = text.split(",").map((origin) => origin.trim())
  return list.every((origin) => /^https?:\/\/[^/\s@?#]+$/.test(origin)) ? list : undefined
}

/** The base address of an endpoint. User info and query are where secrets would show in logs. */
export const readEndpoint = (text: string): string | undefined => {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || /[?#]/.test(text)) return undefined
  return url.username === "" && url.password === "" ? text : undefined
}

/** An address that paths are appended to: without a slash at the end. */
const readPublicUrl = (text: string): string | undefined => {
  const url = readEndpoint(text) === undefined ? null : URL.parse(text)
  return url === null ? undefined : `${url.origin}${url.pathname.replace(/\/+$/, "")}`
}

/** Headers as OpenTelemetry writes them in one variable. */
const readHeaders = (text: string): Readonly<Record<string, string>> | undefined => {
  const pairs = text.split(",").map((pair) => /^\s*([A-Za-z0-9-]{1,100})\s*=\s*([\x21-\x7e]{1,1000})\s*$/.exec(pair))
  try {
    return Object.fromEntries(new Headers(pairs.map((pair) => [pair![1]!, decodeURIComponent(pair![2]!)])))
  } catch {
    return undefined
  }
}

const amount = (text: string): number | undefined => (/^\d{1,9}(\.\d{1,6})?$/.test(text) ? Number(text) : undefined)

const readPrices = (text: string): { readonly input: number; readonly output: number } | undefined => {
  const [input, output, ...more] = text.split(",").map((part) => amount(part.trim()))
  return input === undefined || output === undefined || more.length > 0 ? undefined : { input, output }
}

const count = (name: string, summary: string, bounds: { readonly least: number; readonly most: number }) =>
  setting(name, summary, {
    allowed: `a whole number from ${bounds.least} to ${bounds.most}`,
    read: (text) => {
      const number = wholeNumber(bounds.most)(text)
      return number === undefined || number < bounds.least ? undefined : number
    }
  })

const path = (name: string, summary: string) =>
  setting(name, summary, { allowed: "the path of a file", read: (text) => resolve(text) })

const isPostgresUrl = (text: string): boolean =>
  URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol) && new URL(text).pathname.length > 1

const database = (name: string, summary: string) =>
  setting(name, summary, {
    allowed: "an address such as postgres://user:password@host:5432/database",
    read: (text) => (isPostgresUrl(text) ? text : undefined),
    found: unshown
  })

/** Days, a setting per kind of rows. The most: what engine time can date. */
const retention = Object.fromEntries(
  retentionKinds.map((kind) => {
    const { days, least, what } = retentionTable[kind]
    return [kind, count(retentionVariable(kind), `days: ${what}; default ${days}`, { least, most: mostDays })]
  })
) as { readonly [Kind in RetentionKind]: Setting<number> }

/** What is on or off. */
const flag = (name: string, summary: string) =>
  setting(name, summary, {
    allowed: "1 or 0",
    read: (text) => (text === "1" ? true : text === "0" ? false : undefined)
  })

/** A text without spaces, such as a key. A message does not repeat it unless `found` does. */
const word = (name: string, summary: string, allowed: string, found: Found = unshown) =>
  setting(name, summary, { allowed, read: (text) => (secret.test(text) ? text : undefined), found })

/** Every setting of this version, in the order of the help. */
export const settings = {
  port: setting("PORT", "port to listen on; default 4242, 0 picks a free one", {
    allowed: "a whole number from 0 to 65535",
    read: wholeNumber(65_535)
  }),
  host: setting("HOST", "address to listen on; default 127.0.0.1", {
    allowed: "an IP address or the name of a host",
    read: readHost
  }),
  publicUrl: setting(
    "BURSAR_PUBLIC_URL",
    "address of the server for browsers and partners; default: that of a request",
    {
      allowed: "an http or https address without user and query, such as https://pay.example.com",
      read: readPublicUrl,
      found: unshown
    }
  ),
  trustProxy: setting("BURSAR_TRUST_PROXY", "proxies whose forwarding headers count, comma-separated", {
    allowed: "IP addresses or networks separated by commas, such as 10.0.0.7,10.1.0.0/16",
    read: readNetworks
  }),
  folder: setting("BURSAR_DATA", `data folder; default .bursar, ${inMemory} keeps nothing`, {
    allowed: `a path, or ${inMemory}`,
    read: (text) => (text === inMemory ? text : resolve(text))
  }),
  database: database("DATABASE_URL", "Postgres address; replaces the data files, for any number of processes"),
  databaseUsEast: database("DATABASE_URL_US_EAST_1", "the same for region us-east-1 alone"),
  databaseEuWest: database("DATABASE_URL_EU_WEST_1", "Postgres address of region eu-west-1"),
  databaseApSoutheast: database("DATABASE_URL_AP_SOUTHEAST_1", "Postgres address of region ap-southeast-1"),
  mode: setting("BURSAR_MODE", "sandbox (default) or production", {
    allowed: "sandbox or production",
    read: (text): ServerMode | undefined => (text === "sandbox" || text === "production" ? text : undefined)
  }),
  clock: setting("BURSAR_CLOCK", "system (default), or an ISO time at which engine time stands until it is moved", {
    allowed: "system, or an ISO 8601 time before the year 3000, such as 2026-01-15T09:30:00Z",
    read: (text) => (text === "system" ? text : Result.getOrUndefined(parseTime(text)))
  }),
  seed: setting("BURSAR_SEED", "makes ids and secrets repeatable; sandbox only", {
    allowed: "a whole number from 0 to 4294967295",
    read: wholeNumber(4_294_967_295)
  }),
  masterKey: setting("BURSAR_MASTER_KEY", "32 bytes in base64 that seal what is stored; made in a sandbox", {
    allowed: `${masterKeyBytes} bytes in base64; make one with: openssl rand -base64 32`,
    read: (text) => (isMasterKey(text) ? text.trim() : undefined),
    found: unshown
  }),
  cardsKeys: setting("BURSAR_CARDS_KEYS", "secret keys of the cards service, comma-separated, each an account", {
    allowed: "different keys separated by commas, each sk_test_ or sk_live_ and 8 to 200 letters, digits or _",
    read: readKeys,
    found: (text) => `a list of ${text.split(",").length}`
  }),
  cardsAccounts: path("BURSAR_CARDS_ACCOUNTS", "JSON file of cards accounts; replaces BURSAR_CARDS_KEYS"),
  bankClients: path("BURSAR_BANK_CLIENTS", "JSON file of clients of the bank service; one is made in a sandbox"),
  adminToken: word(
    "BURSAR_ADMIN_TOKEN",
    "opens admin operations; made when it is not set",
    "a token of up to 500 characters without spaces"
  ),
  administrators: setting("BURSAR_ADMINISTRATORS", "people with a token of their own for the console, as name:token", {
    allowed: "different names and tokens, comma-separated, each as name:token with 16 to 500 characters in the token",
    read: readAdministrators,
    found: (text) => `a list of ${text.split(",").length}`
  }),
  adminReadToken: setting("BURSAR_ADMIN_READ_TOKEN", "opens the console for reading only", {
    allowed: "a token of 16 to 500 characters without spaces",
    read: (text) => (secret.test(text) && text.length >= 16 ? text : undefined),
    found: unshown
  }),
  console: flag("BURSAR_CONSOLE", "1 serves the web console, 0 leaves it out; default: a sandbox on loopback has it"),
  allowOpenSandbox: flag("BURSAR_ALLOW_OPEN_SANDBOX", "1 lets any test key in from other machines"),
  allowCrash: flag("BURSAR_ALLOW_CRASH", "1 lets the bank simulator end the process; sandbox only"),
  docsApiKey: word(
    "DOCS_API_KEY",
    "opens the documentation service; made in a sandbox",
    "a key of up to 500 characters without spaces"
  ),
  docsWebhookSecret: word(
    "DOCS_WEBHOOK_SECRET",
    "opens the CI webhook; made in a sandbox, set to nothing closes it",
    "one secret, or two separated by a comma, of up to 500 characters without spaces"
  ),
  docsAllowOrigins: setting(
    "BURSAR_DOCS_ALLOW_ORIGINS",
    "origins the documentation service may reach besides public https",
    {
      allowed: "origins separated by commas, such as http://127.0.0.1:8080",
      read: origins
    }
  ),
  docsModelUrl: setting(
    "BURSAR_DOCS_MODEL_URL",
    "OpenAI-compatible endpoint that writes prose for documents; default: rules",
    {
      allowed: "an http or https address without user and query, such as https://models.example.com/v1",
      read: readEndpoint,
      // A part that is not allowed may be a secret.
      found: unshown
    }
  ),
  docsModelKey: word(
    "BURSAR_DOCS_MODEL_KEY",
    "key of that endpoint, sent as a bearer token",
    "a key of up to 500 characters without spaces"
  ),
  docsModelName: word(
    "BURSAR_DOCS_MODEL_NAME",
    "name of the model at that endpoint",
    "a name of up to 500 characters without spaces",
    quoted
  ),
  docsModelMaxTokens: count("BURSAR_DOCS_MODEL_MAX_TOKENS", "tokens that one document may take; default 200000", {
    least: 1_000,
    most: 100_000_000
  }),
  docsModelSectionSeconds: count("BURSAR_DOCS_MODEL_SECTION_SECONDS", "time for one section; default 60", {
    least: 1,
    most: 3_600
  }),
  docsModelDocumentSeconds: count("BURSAR_DOCS_MODEL_DOCUMENT_SECONDS", "time for one document; default 600", {
    least: 1,
    most: 86_400
  }),
  docsModelConcurrency: count("BURSAR_DOCS_MODEL_CONCURRENCY", "sections at a time in one document; default 4", {
    least: 1,
    most: 64
  }),
  docsModelPrices: setting("BURSAR_DOCS_MODEL_PRICES", "prices of a million tokens, input and output", {
    allowed: "two numbers separated by a comma, such as 0.15,0.60",
    read: readPrices
  }),
  docsModelMaxCost: setting("BURSAR_DOCS_MODEL_MAX_COST", "what one document may cost, by these prices", {
    allowed: "a number such as 0.25",
    read: amount
  }),
  screeningLists: setting("BURSAR_SCREENING_LISTS", "folder of screening list files; loaded at the start and watched", {
    allowed: "the path of a folder",
    read: (text) => resolve(text)
  }),
  otlpEndpoint: setting(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "address of an OpenTelemetry collector: gets spans and figures",
    {
      allowed: "an http or https address without user and query, such as http://127.0.0.1:4318",
      read: readPublicUrl,
      found: unshown
    }
  ),
  otlpHeaders: setting("OTEL_EXPORTER_OTLP_HEADERS", "headers for the collector, such as its key", {
    allowed: "name=value pairs separated by commas, with values in percent-encoding where they hold commas",
    read: readHeaders,
    found: unshown
  }),
  otelServiceName: word(
    "OTEL_SERVICE_NAME",
    "name under which the collector knows the server; default bursar",
    "a name of up to 500 characters without spaces",
    quoted
  ),
  tlsCertificate: path("BURSAR_TLS_CERT", "PEM file of the certificate chain; the server then speaks https"),
  tlsKey: path("BURSAR_TLS_KEY", "PEM file of the certificate's private key"),
  ...retention
} as const satisfies Record<string, Setting<unknown>>
