import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import type { AddressPolicy, UrlRefusal } from "../../src/services/AddressGuard.ts"
import { checkAddress, checkUrl, loopbackAllowed, publicHttpsOnly } from "../../src/services/AddressGuard.ts"

type Outcome = UrlRefusal | "allowed"

const judge = (text: string, policy: AddressPolicy): Outcome => {
  const checked = checkUrl(text, policy)
  return Result.isSuccess(checked) ? "allowed" : checked.failure.reason
}

const rangeOf = (address: string, policy: AddressPolicy, protocol?: string): string => {
  const checked = checkAddress(address, policy, protocol)
  return Result.isSuccess(checked) ? "allowed" : checked.failure.range
}

/** A URL, what the policy for public receivers says, and what that of a loopback sandbox says where it differs. */
const urlTable: ReadonlyArray<readonly [url: string, outcome: Outcome, sandboxOutcome?: Outcome]> = [
  // Ordinary receivers
  ["https://hooks.merchant.example/v1/events?source=bursar", "allowed"],
  ["https://hooks.merchant.example:8443/", "allowed"],
  ["https://hooks.merchant.example./", "allowed"],
  ["https://bücher.example/", "allowed"],
  ["HTTPS://HOOKS.MERCHANT.EXAMPLE/", "allowed"],
  ["https://93.184.215.14/hook", "allowed"],
  ["https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/hook", "allowed"],
  // Scheme
  ["http://hooks.merchant.example/", "scheme", "http_beyond_loopback"],
  ["http://93.184.215.14/", "scheme", "http_beyond_loopback"],
  ["ftp://hooks.merchant.example/", "scheme"],
  ["file:///etc/passwd", "malformed"],
  ["javascript:alert(1)", "malformed"],
  ["data:text/plain,hello", "malformed"],
  // Form
  ["", "malformed"],
  ["hooks.merchant.example/events", "malformed"],
  ["//hooks.merchant.example/", "malformed"],
  ["https:hooks.merchant.example", "malformed"],
  ["https:///hooks.merchant.example", "malformed"],
  ["https://", "malformed"],
  ["https://hooks.merchant.example/a b", "malformed"],
  [" https://hooks.merchant.example/", "malformed"],
  ["https://hooks.merchant.example/\n", "malformed"],
  ["https://hooks.mer\tchant.example/", "malformed"],
  ["https://hooks.merchant.example\\@127.0.0.1/", "malformed"],
  ["https://hooks.merchant.example:99999/", "malformed"],
  [`https://hooks.merchant.example/${"a".repeat(2048 - 31)}`, "allowed"],
  [`https://hooks.merchant.example/${"a".repeat(2048 - 30)}`, "too_long"],
  ["https://user:password@hooks.merchant.example/", "credentials"],
  ["https://user@hooks.merchant.example/", "credentials"],
  ["https://@hooks.merchant.example/", "credentials"],
  ["https://hooks.merchant.example/@user", "allowed"],
  ["https://hooks.merchant.example/#top", "fragment"],
  ["https://hooks.merchant.example/#", "fragment"],
  // Ports
  ["https://hooks.merchant.example:0/", "port"],
  ["https://hooks.merchant.example:25/", "port"],
  ["https://hooks.merchant.example:6667/", "port"],
  ["http://127.0.0.1:22/", "scheme", "port"],
  // This machine
  ["http://127.0.0.1:3000/hook", "scheme", "allowed"],
  ["http://localhost:3000/hook", "scheme", "allowed"],
  ["http://[::1]:3000/hook", "scheme", "allowed"],
  ["https://localhost/", "hostname", "allowed"],
  ["https://LOCALHOST./", "hostname", "allowed"],
  ["https://hooks.localhost/", "hostname", "allowed"],
  ["https://127.0.0.1/", "address", "allowed"],
  ["https://127.255.255.254/", "address", "allowed"],
  ["https://[::1]/", "address", "allowed"],
  // Loopback in other notations
  ["https://2130706433/", "address", "allowed"],
  ["https://0x7f000001/", "address", "allowed"],
  ["https://0177.0.0.1/", "address", "allowed"],
  ["https://127.1/", "address", "allowed"],
  ["https://%31%32%37.0.0.1/", "address", "allowed"],
  ["https://１２７.０.０.１/", "address", "allowed"],
  ["https://[::ffff:127.0.0.1]/", "address", "allowed"],
  ["https://[::ffff:7f00:1]/", "address", "allowed"],
  // Private addresses in many notations: refused in the sandbox too
  ["https://10.0.0.1/", "address"],
  ["https://167772161/", "address"],
  ["https://0xa.0x0.0x0.0x1/", "address"],
  ["https://012.0.0.1/", "address"],
  ["https://172.16.0.1/", "address"],
  ["https://172.31.255.255/", "address"],
  ["https://172.32.0.1/", "allowed"],
  ["https://192.168.1.1/", "address"],
  ["https://169.254.169.254/latest/meta-data/", "address"],
  ["https://0xA9FEA9FE/", "address"],
  ["https://100.64.0.1/", "address"],
  ["https://100.100.100.200/", "address"],
  ["https://168.63.129.16/", "address"],
  ["https://0.0.0.0/", "address"],
  ["https://0/", "address"],
  ["https://[::]/", "address"],
  ["https://[::ffff:10.0.0.1]/", "address"],
  ["https://[64:ff9b::a00:1]/", "address"],
  ["https://[fd00:ec2::254]/", "address"],
  ["https://[fe80::1]/", "address"],
  ["https://[fe80::1%25eth0]/", "malformed"],
  ["http://192.168.1.1/", "scheme", "address"],
  // Names that are never public
  ["https://intranet/", "hostname"],
  ["https://metadata/", "hostname"],
  ["https://metadata.google.internal/", "hostname"],
  ["https://internal/", "hostname"],
  ["https://printer.local/", "hostname"],
  ["https://api.default.svc.cluster.local./", "hostname"],
  ["https://nas.home.arpa/", "hostname"],
  ["https://localhost.merchant.example/", "allowed"],
  ["https://notlocalhost/", "hostname"],
  ["https://local.merchant.example/", "allowed"]
]

const urls = urlTable.map(([url, outcome, sandboxOutcome]) => ({
  url,
  outcome,
  sandboxOutcome: sandboxOutcome ?? outcome
}))

describe("checkUrl", () => {
  it.each(urls)("judges $url as $outcome under the policy for public receivers", ({ url, outcome }) => {
    expect(judge(url, publicHttpsOnly)).toBe(outcome)
  })

  it.each(urls)("judges $url as $sandboxOutcome in a loopback sandbox", ({ url, sandboxOutcome }) => {
    expect(judge(url, loopbackAllowed)).toBe(sandboxOutcome)
  })

  it("gives the parsed URL", () => {
    const checked = checkUrl("https://HOOKS.merchant.example:443/a?b=c", publicHttpsOnly)
    expect(Result.isSuccess(checked) && checked.success.href).toBe("https://hooks.merchant.example/a?b=c")
  })

  it("allows https alone on this machine where http is not allowed", () => {
    const policy = { allowHttp: false, allowLoopback: true }
    expect(judge("https://localhost:3000/", policy)).toBe("allowed")
    expect(judge("http://localhost:3000/", policy)).toBe("scheme")
  })

  it("allows http nowhere when this machine may not be called", () => {
    const policy = { allowHttp: true, allowLoopback: false }
    expect(judge("http://localhost:3000/", policy)).toBe("hostname")
    expect(judge("http://hooks.merchant.example/", policy)).toBe("http_beyond_loopback")
  })
})

/** An address as a resolver gives it, and the block it is refused for. */
const addresses: ReadonlyArray<readonly [address: string, range: string]> = [
  ["93.184.215.14", "allowed"],
  ["1.1.1.1", "allowed"],
  ["2606:4700:4700::1111", "allowed"],
  ["::ffff:93.184.215.14", "allowed"],
  ["64:ff9b::5db8:d70e", "allowed"],
  ["127.0.0.1", "loopback"],
  ["::1", "loopback"],
  ["::ffff:127.0.0.1", "loopback"],
  ["10.255.255.255", "private"],
  ["172.20.0.1", "private"],
  ["192.168.0.1", "private"],
  ["::ffff:192.168.0.1", "private"],
  ["169.254.169.254", "linkLocal"],
  ["fe80::1", "linkLocal"],
  ["fe80::1%eth0", "zone"],
  ["::1%lo", "zone"],
  ["100.127.255.255", "carrierGradeNat"],
  ["168.63.129.16", "cloudMetadata"],
  ["::ffff:168.63.129.16", "cloudMetadata"],
  ["0.0.0.0", "unspecified"],
  ["0.1.2.3", "unspecified"],
  ["::", "unspecified"],
  ["224.0.0.1", "multicast"],
  ["ff02::1", "multicast"],
  ["255.255.255.255", "broadcast"],
  ["240.0.0.1", "reserved"],
  ["192.0.0.192", "reserved"],
  ["192.0.2.1", "reserved"],
  ["198.18.0.1", "reserved"],
  ["198.51.100.1", "reserved"],
  ["203.0.113.1", "reserved"],
  ["2001:db8::1", "reserved"],
  ["fc00::1", "uniqueLocal"],
  ["fd00:ec2::254", "uniqueLocal"],
  ["fec0::1", "deprecatedSiteLocal"],
  ["64:ff9b::7f00:1", "nat64"],
  ["64:ff9b::a9fe:a9fe", "nat64"],
  ["64:ff9b:1::1", "rfc6052"],
  ["2002:7f00:1::1", "6to4"],
  ["2001:0:1::1", "teredo"],
  ["::127.0.0.1", "unassigned"],
  ["::93.184.215.14", "unassigned"],
  ["::a00:1", "unassigned"],
  ["4000::1", "unassigned"],
  ["", "malformed"],
  ["hooks.merchant.example", "malformed"],
  ["127.1", "malformed"],
  ["2130706433", "malformed"],
  ["0x7f.0.0.1", "malformed"],
  ["0177.0.0.1", "malformed"],
  ["127.0.0.1:80", "malformed"],
  ["[::1]", "malformed"],
  [" 93.184.215.14", "malformed"],
  ["1.1.1.1/32", "malformed"]
]

describe("checkAddress", () => {
  it.each(addresses)("judges %j as %s for public receivers", (address, range) => {
    expect(rangeOf(address, publicHttpsOnly)).toBe(range)
  })

  it.each(addresses)("judges %j as %s in a loopback sandbox, unless it is loopback", (address, range) => {
    expect(rangeOf(address, loopbackAllowed)).toBe(range === "loopback" ? "allowed" : range)
  })

  it("allows no public address over plain http, and loopback only where the policy says so", () => {
    expect(rangeOf("93.184.215.14", loopbackAllowed, "http:")).toBe("http_beyond_loopback")
    expect(rangeOf("127.0.0.1", loopbackAllowed, "http:")).toBe("allowed")
    expect(rangeOf("127.0.0.1", publicHttpsOnly, "http:")).toBe("loopback")
  })
})
