/**
 * The one way out to the network (decisions docs 4.12): each address is judged, each connection goes to a checked IP
 * address, redirects stay on their host, and bytes and time are bounded. Proxies of the environment are not used.
 */
import * as http from "node:http"
import * as https from "node:https"
import { isIPv6, type LookupFunction } from "node:net"
import * as Result from "effect/Result"
import { resolverOf, type ResolveAddresses } from "../../../src/plugin.ts"
import { addressAllowed, checkRemoteUrl, isNamedOrigin, redirectAllowed, type AllowedOrigins } from "./remoteUrl.ts"

/** Decisions docs 4.12. */
const connectMs = 5_000
const idleMs = 15_000
const maxRedirects = 3

/** Why an exchange failed. */
export type ExchangeFault = "unsafe_address" | "unreachable" | "too_large" | "timeout" | "redirected"

/** An exchange that did not come about. The message names no address and no secret. */
export class ExchangeError extends Error {
  readonly fault: ExchangeFault
  constructor(fault: ExchangeFault, message: string) {
    super(message)
    this.fault = fault
  }
}

/** What bounds an exchange. */
export interface ExchangeRules {
  readonly allowed: AllowedOrigins
  readonly maxBytes: number
  /** Looks up host names; default: at the name servers of the system. */
  readonly resolve?: ResolveAddresses
  /** Breaks the exchange off, and its connection with it. */
  readonly signal?: AbortSignal
}

/** What is sent. Headers go to the first host only, and redirects leave it never. */
export interface ExchangeRequest {
  readonly method: "GET" | "POST"
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array | undefined
}

/** What came back, whole. */
export interface ExchangeAnswer {
  /** Of the answer, after redirects. */
  readonly url: string
  readonly status: number
  readonly statusText: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const resolveByDefault = resolverOf()

const guardedLookup =
  (resolve: ResolveAddresses, named: boolean): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (first === undefined) return callback(new ExchangeError("unreachable", "The host has no address"), "")
        // One refused address refuses the name: an attacker chooses which of them is used.
        if (!named && !addresses.every(addressAllowed)) {
          return callback(new ExchangeError("unsafe_address", "The host has an address that is not public"), "")
        }
        const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
        if (options.all === true) callback(null, found)
        else callback(null, first, isIPv6(first) ? 6 : 4)
      },
      () => callback(new ExchangeError("unreachable", "The host's name was not found"), "")
    )
  }

const headersOf = (raw: http.IncomingHttpHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")])
  )

const collect = async (answer: http.IncomingMessage, maxBytes: number): Promise<Uint8Array> => {
  const chunks: Array<Uint8Array> = []
  let length = 0
  for await (const chunk of answer as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength
    if (length > maxBytes) throw new ExchangeError("too_large", `The answer has more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}

const begin = (url: URL, request: ExchangeRequest, rules: ExchangeRules): Promise<http.IncomingMessage> =>
  new Promise((succeed, fail) => {
    const open = url.protocol === "https:" ? https.request : http.request
    const outgoing = open(url, {
      method: request.method,
      // No compression: its ratio would be one more thing to bound.
      headers: { ...request.headers, "accept-encoding": "identity" },
      agent: false,
      signal: rules.signal,
      lookup: guardedLookup(rules.resolve ?? resolveByDefault, isNamedOrigin(url, rules.allowed)),
      ...(url.protocol === "https:" ? { minVersion: "TLSv1.2", rejectUnauthorized: true } : {})
    } as https.RequestOptions)
    let begun: http.ClientRequest | http.IncomingMessage = outgoing
    const slow = (what: string) => begun.destroy(new ExchangeError("timeout", `The host took too long to ${what}`))
    const connecting = setTimeout(() => slow("connect"), connectMs)
    outgoing.on("socket", (socket) => {
      const ready = url.protocol === "https:" ? "secureConnect" : "connect"
      socket.once(ready, () => clearTimeout(connecting))
    })
    outgoing.setTimeout(idleMs, () => slow("answer"))
    outgoing.on("close", () => clearTimeout(connecting))
    outgoing.on("error", (error) =>
      fail(error instanceof ExchangeError ? error : new ExchangeError("unreachable", "The host could not be reached"))
    )
    outgoing.on("response", (answer) => {
      begun = answer
      succeed(answer)
    })
    // Nobody asked for another protocol. Without a listener there would be neither an answer nor an error.
    outgoing.on("upgrade", (_, socket) => {
      socket.destroy()
      fail(new ExchangeError("unreachable", "The host speaks another protocol"))
    })
    outgoing.end(request.body)
  })

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

const checked = (text: string, allowed: AllowedOrigins): URL => {
  const url = checkRemoteUrl(text, allowed)
  if (Result.isFailure(url)) throw new ExchangeError("unsafe_address", `The address ${url.failure}`)
  return url.success
}

/** One exchange. Rejects with `ExchangeError`. */
export const exchange = async (request: ExchangeRequest, rules: ExchangeRules): Promise<ExchangeAnswer> => {
  let url = checked(request.url, rules.allowed)
  for (let redirects = 0; ; redirects++) {
    const answer = await begin(url, request, rules)
    const status = answer.statusCode ?? 0
    const { location } = answer.headers
    if (isRedirect(status) && location !== undefined) {
      answer.destroy()
      const next = URL.parse(location, url.href)
      if (request.method !== "GET" || redirects === maxRedirects || next === null || !redirectAllowed(url, next)) {
        throw new ExchangeError("redirected", "The host sends elsewhere. Give the address that it sends to")
      }
      url = checked(next.href, rules.allowed)
      continue
    }
    try {
      const body = await collect(answer, rules.maxBytes)
      const statusText = answer.statusMessage ?? ""
      return { url: url.href, status, statusText, headers: headersOf(answer.headers), body }
    } catch (error) {
      answer.destroy()
      throw error instanceof ExchangeError ? error : new ExchangeError("unreachable", "The host broke off its answer")
    }
  }
}
