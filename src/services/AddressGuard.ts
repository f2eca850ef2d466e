/**
 * Which webhook addresses may be called: pure decisions over a URL as text, asked when an endpoint is registered and
 * before each attempt, and over an IP address, asked when the connection is made. It resolves no names.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import ipaddr from "ipaddr.js"

/** What a deployment lets webhooks reach. Public addresses over https are always allowed, private ones never. */
export interface AddressPolicy {
  /** Plain http is allowed too, and to loopback only: elsewhere it is https whatever the policy says. */
  readonly allowHttp: boolean
  /** This machine may be called: 127.0.0.0/8, ::1, `localhost` and names under it. */
  readonly allowLoopback: boolean
}

/** Public addresses over https: everywhere but in a sandbox bound to loopback. */
export const publicHttpsOnly: AddressPolicy = { allowHttp: false, allowLoopback: false }

/** Receivers on this machine too, over http or https: the default of a sandbox that is bound to loopback. */
export const loopbackAllowed: AddressPolicy = { allowHttp: true, allowLoopback: true }

/** Longest webhook URL, in characters (our choice: the length every HTTP server is known to take). */
export const maxUrlCharacters = 2048

/** Why a URL is refused, with the sentence a caller reads. */
export const urlRefusals = {
  too_long: `must have at most ${maxUrlCharacters} characters`,
  malformed: "must be an absolute URL without white space or backslashes",
  scheme: "must use https",
  http_beyond_loopback: "must use https unless it names this machine",
  credentials: "must not hold a user name or password",
  fragment: "must not hold a fragment",
  card_number: "must not hold a card number: URLs are stored and shown",
  port: "must not use a port that is reserved for another protocol",
  hostname: "must name a host on the public internet",
  address: "must not name a private, local or reserved address"
} as const

/** Name of a reason in `urlRefusals`. */
export type UrlRefusal = keyof typeof urlRefusals

/** The URL may not be called. The message completes a sentence that begins with the name of the field. */
export class UrlRefused extends Data.TaggedError("UrlRefused")<{ readonly reason: UrlRefusal }> {
  override get message(): string {
    return urlRefusals[this.reason]
  }
}

/**
 * The address may not be connected to. `range` is the name of the block it lies in, such as `private` or `linkLocal`;
 * `malformed` for what is no plain address, `http_beyond_loopback` for a public one that plain http would go to.
 */
export class AddressRefused extends Data.TaggedError("AddressRefused")<{
  readonly address: string
  readonly range: string
}> {
  override get message(): string {
    return `The address ${this.address} may not be called (${this.range})`
  }
}

/** Suffixes that never name a public host: RFC 6761, RFC 6762, RFC 8375, ICANN's .internal, old habits. */
const privateSuffixes = ["internal", "local", "localdomain", "home.arpa", "home", "lan", "corp", "intranet", "private"]

/** Public addresses that serve the machine's own cloud: Azure's wire server hands out credentials. */
const cloudMetadataAddresses = new Set(["168.63.129.16"])

/** Ports that other protocols listen on and that a POST could talk to (Fetch standard §2.9, "bad port"), and 0. */
const refusedPorts = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080
])

/** Where public IPv6 addresses are assigned (RFC 4291 §2.5.4); what lies outside is reserved or unassigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

/** The prefix that IPv6-only networks reach IPv4 through (RFC 6052 §2.1); its last four bytes are the IPv4 address. */
const NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96")

const rangeOfIPv4 = (address: ipaddr.IPv4): string =>
  cloudMetadataAddresses.has(address.toString()) ? "cloudMetadata" : address.range()

const rangeOfIPv6 = (address: ipaddr.IPv6): string => {
  if (address.zoneId !== undefined) return "zone"
  if (address.isIPv4MappedAddress()) return rangeOfIPv4(address.toIPv4Address())
  if (address.match(NAT64)) {
    const embedded = rangeOfIPv4(new ipaddr.IPv4(address.toByteArray().slice(-4)))
    return embedded === "unicast" ? embedded : "nat64"
  }
  const range = address.range()
  return range === "unicast" && !address.match(globalUnicast) ? "unassigned" : range
}

/** The block an address lies in: `unicast` is public. Undefined for a text that is not one plain address. */
const rangeOf = (text: string): string | undefined => {
  // The library throws and catches an error for a name, which takes longer than all the rest of an attempt's preparation.
  if (/^[\d.]+$/.test(text) && ipaddr.IPv4.isValidFourPartDecimal(text)) return rangeOfIPv4(ipaddr.IPv4.parse(text))
  // The IPv4-compatible form was withdrawn (RFC 4291 §2.5.5.1); the library would read it as IPv4-mapped.
  if (/^::\d+\./.test(text)) return "unassigned"
  if (text.includes(":") && ipaddr.IPv6.isValid(text)) return rangeOfIPv6(ipaddr.IPv6.parse(text))
  return undefined
}

/**
 * Whether a connection may be made to this address, as a resolver gives it: four decimal parts, or IPv6 without a zone.
 * Over plain http (`protocol` is `http:`) only loopback is allowed.
 */
export const checkAddress = (
  address: string,
  policy: AddressPolicy,
  protocol: string = "https:"
): Result.Result<void, AddressRefused> => {
  const range = rangeOf(address)
  if (range === "loopback" && policy.allowLoopback) return Result.succeed(undefined)
  if (range !== "unicast") return Result.fail(new AddressRefused({ address, range: range ?? "malformed" }))
  return protocol === "https:"
    ? Result.succeed(undefined)
    : Result.fail(new AddressRefused({ address, range: "http_beyond_loopback" }))
}

/** Whether a name is this machine's: `localhost`, or one under it (RFC 6761). */
export const isLoopbackName = (hostname: string): boolean => hostname === "localhost" || hostname.endsWith(".localhost")

const isPublicName = (hostname: string): boolean =>
  hostname.includes(".") &&
  hostname.length <= 253 &&
  !privateSuffixes.some((suffix) => hostname === suffix || hostname.endsWith(`.${suffix}`))

/** What a URL's host is to the policy: a reason to refuse it, or whether it is this machine. */
const judgeHost = (hostname: string, policy: AddressPolicy): UrlRefusal | "loopback" | "public" => {
  const range = rangeOf(hostname.replace(/^\[|\]$/g, ""))
  if (range === "loopback" || isLoopbackName(hostname)) {
    if (policy.allowLoopback) return "loopback"
    return range === undefined ? "hostname" : "address"
  }
  if (range !== undefined) return range === "unicast" ? "public" : "address"
  return isPublicName(hostname) ? "public" : "hostname"
}

const refusalOf = (text: string, url: URL, policy: AddressPolicy): UrlRefusal | undefined => {
  if (url.protocol !== "https:" && !(url.protocol === "http:" && policy.allowHttp)) return "scheme"
  if (url.username !== "" || url.password !== "" || /^[^/]*\/\/[^/?#]*@/.test(text)) return "credentials"
  if (text.includes("#")) return "fragment"
  if (url.port !== "" && refusedPorts.has(Number(url.port))) return "port"
  // A name that ends in a dot is the same name, written as absolute.
  const host = judgeHost(url.hostname.replace(/\.$/, ""), policy)
  if (host === "public") return url.protocol === "http:" ? "http_beyond_loopback" : undefined
  return host === "loopback" ? undefined : host
}

/**
 * The URL, if a webhook may be sent to it. IP addresses are judged in every notation a URL can write them in, because
 * the URL parser turns them into one first. A public name may still resolve to a private address: `checkAddress` is
 * asked about that when the connection is made.
 */
export const checkUrl = (text: string, policy: AddressPolicy): Result.Result<URL, UrlRefused> => {
  if (text.length > maxUrlCharacters) return Result.fail(new UrlRefused({ reason: "too_long" }))
  // URL parsers drop tabs, turn backslashes round and guess missing slashes, each in its own way: refuse the ambiguity.
  const isPlain = /^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text) && !/[\s\\\p{Cc}]/u.test(text)
  const url = isPlain ? URL.parse(text) : null
  if (url === null) return Result.fail(new UrlRefused({ reason: "malformed" }))
  const reason = refusalOf(text, url, policy)
  return reason === undefined ? Result.succeed(url) : Result.fail(new UrlRefused({ reason }))
}

/** An address in its usual spelling: one of IPv6 short and in lower case, and one of IPv4 that is written as one of IPv6 without that. */
export const plainAddress = (address: string): string => {
  const host = `http://[${address.replace(/%.*$/, "")}]`
  if (!address.includes(":") || !URL.canParse(host)) return address
  // URLs have addresses in the spelling of RFC 5952, but for the dots of IPv4.
  const spelled = new URL(host).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(spelled) ?? []
  if (high === undefined || low === undefined) return spelled
  return [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join(".")
}
