/**
 * What proxies in front say of a request: who sent it, and by which address. `X-Forwarded-*` and `Forwarded` (RFC 7239)
 * count only where the connection comes from a proxy that is named, since anybody can write such headers.
 */
import { isIP, type BlockList } from "node:net"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Option from "effect/Option"
import type { HttpApp } from "../engine/mounted.ts"
import { plainAddress } from "../services/AddressGuard.ts"
import { networkList } from "./settings.ts"

/** What one proxy was asked: by whom, with which scheme, for which host. */
interface Hop {
  readonly address: string | undefined
  readonly protocol: string | undefined
  readonly host: string | undefined
}

/** The address in `203.0.113.7`, `203.0.113.7:4711`, `2001:db8::1` or `[2001:db8::1]:4711`; `undefined` for other words. */
const addressIn = (text: string | undefined): string | undefined => {
  const bare = text?.replace(/^\[([^\]]*)\](?::\d+)?$/, "$1").replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1") ?? ""
  return isIP(bare) === 0 ? undefined : plainAddress(bare)
}

const isListed = (list: BlockList, address: string): boolean =>
  list.check(address, isIP(address) === 4 ? "ipv4" : "ipv6")

const partsOf = (header: string | undefined): ReadonlyArray<string> =>
  header === undefined ? [] : header.split(",").map((part) => part.trim())

/** One value for each proxy where there are as many; otherwise the one that the last proxy wrote. */
const valueAt = (values: ReadonlyArray<string>, at: number, hops: number): string | undefined =>
  values.length === hops ? values[at] : values.at(-1)

const xForwarded = (headers: Headers.Headers): ReadonlyArray<Hop> => {
  const addresses = partsOf(headers["x-forwarded-for"])
  const protocols = partsOf(headers["x-forwarded-proto"])
  const hosts = partsOf(headers["x-forwarded-host"])
  if (addresses.length + protocols.length + hosts.length === 0) return []
  const hops = Math.max(1, addresses.length)
  return Array.from({ length: hops }, (_, at) => ({
    address: addresses[at],
    protocol: valueAt(protocols, at, hops),
    host: valueAt(hosts, at, hops)
  }))
}

/** `for=192.0.2.60;proto=https;host="pay.example"`: a pair of an element, with a token or a quoted text. */
const pair = /\s*([\w-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*))\s*(;|,|$)/gy

/** Of a header that cannot be read to its end nothing counts: a client may have written the part that can. */
const forwarded = (header: string = ""): ReadonlyArray<Hop> => {
  const hops: Array<Record<string, string>> = [{}]
  let read = 0
  for (const [whole, name = "", quoted, token = "", end] of header.matchAll(pair)) {
    read += whole.length
    hops.at(-1)![name.toLowerCase()] = quoted?.replace(/\\(.)/g, "$1") ?? token
    if (end === ",") hops.push({})
  }
  if (read < header.length) return []
  return hops.map(({ for: address, host, proto: protocol }) => ({ address, protocol, host }))
}

/** What counts of a request's forwarding headers. */
export interface Origin {
  /** The nearest address that is no trusted proxy. */
  readonly address: string
  readonly protocol: "http" | "https" | undefined
  readonly host: string | undefined
}

/**
 * Reads the headers from the last proxy to the first, as far as the proxies are trusted. `peer` is one of them. Where a
 * request has both kinds of headers, `X-Forwarded-*` counts.
 */
export const originOf = (headers: Headers.Headers, peer: string, trusted: BlockList): Origin => {
  const x = xForwarded(headers)
  const hops = x.length > 0 ? x : forwarded(headers["forwarded"])
  let address = peer
  let asked: Hop | undefined
  for (const hop of hops.toReversed()) {
    asked = hop
    const next = addressIn(hop.address)
    if (next === undefined) break
    address = next
    if (!isListed(trusted, next)) break
  }
  const protocol = asked?.protocol?.toLowerCase()
  return {
    address,
    protocol: protocol === "http" || protocol === "https" ? protocol : undefined,
    host: asked?.host === "" ? undefined : asked?.host
  }
}

const modified = (request: HttpServerRequest, peer: string, trusted: BlockList): HttpServerRequest => {
  const { address, host, protocol } = originOf(request.headers, peer, trusted)
  return request.modify({
    remoteAddress: Option.some(address),
    peerAddress: Option.some(peer),
    ...(host === undefined ? {} : { headers: Headers.set(request.headers, "host", host) }),
    // Whoever reads a host of the headers reads the scheme beside it.
    protocol: protocol ?? (/^https:/i.test(request.originalUrl) ? "https" : "http")
  })
}

/** Runs an application behind proxies. `elsewhere` answers what does not come through one of them; default: the same. */
export const behindProxies = (app: HttpApp, networks: ReadonlyArray<string>, elsewhere: HttpApp = app): HttpApp => {
  const trusted = networkList(networks)
  return Effect.withFiber((fiber) => {
    const request = Context.getUnsafe(fiber.context, HttpServerRequest)
    const peer = Option.map(request.remoteAddress, plainAddress)
    return Option.isSome(peer) && isIP(peer.value) !== 0 && isListed(trusted, peer.value)
      ? Effect.provideService(app, HttpServerRequest, modified(request, peer.value, trusted))
      : elsewhere
  })
}
