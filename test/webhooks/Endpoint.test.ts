import * as Result from "effect/Result"
import { describe, expect, it } from "@effect/vitest"
import { loopbackAllowed, publicHttpsOnly } from "../../src/services/AddressGuard.ts"
import { register, update, type WebhookEndpoint } from "../../src/webhooks/Endpoint.ts"
import { defineWebhookProfile } from "../../src/webhooks/WebhookProfile.ts"
import { registration, scope, shopProfile, startedAt } from "./fixture.ts"

const rules = { profile: shopProfile, policy: publicHttpsOnly }
const facts = { id: "we_1", scope, now: startedAt, existing: 0 }
const endpoint: WebhookEndpoint = Result.getOrThrow(register(registration, facts, rules))

describe("register", () => {
  it("C194: makes an enabled endpoint with the profile's format, at version 1", () => {
    expect(endpoint).toEqual({
      id: "we_1",
      plugin: "shop",
      scope,
      url: "https://shop.example.com/hooks",
      enabledEvents: ["*"],
      status: "enabled",
      description: "",
      apiVersion: "2026-01-01",
      signatureFormat: "literal",
      createdAt: startedAt,
      version: 1
    })
  })

  it.each([
    ["http://shop.example.com/hooks", "scheme"],
    ["https://10.0.0.1/hooks", "address"],
    ["https://169.254.169.254/latest/meta-data", "address"],
    ["https://[::1]/hooks", "address"],
    ["https://localhost/hooks", "hostname"],
    ["https://user:pass@shop.example.com/", "credentials"],
    ["shop.example.com", "malformed"]
  ])("refuses the URL %s as %s", (url, reason) => {
    const refused = register({ ...registration, url }, facts, rules)
    expect(Result.getOrThrow(Result.flip(refused))).toMatchObject({ _tag: "InvalidUrl", reason, url })
  })

  it("accepts loopback over http where the policy allows it", () => {
    const local = { ...registration, url: "http://127.0.0.1:8080/hooks" }
    const made = register(local, facts, { ...rules, policy: loopbackAllowed })
    expect(Result.getOrThrow(made).url).toBe("http://127.0.0.1:8080/hooks")
  })

  it("B80: names the event type that it does not know, and its place", () => {
    const refused = register({ ...registration, enabledEvents: ["sale.made", "sale.lost"] }, facts, rules)
    expect(Result.getOrThrow(Result.flip(refused))).toMatchObject({
      _tag: "UnknownEventType",
      eventType: "sale.lost",
      index: 1
    })
  })

  it("B80: refuses a list without event types", () => {
    const refused = register({ ...registration, enabledEvents: [] }, facts, rules)
    expect(Result.getOrThrow(Result.flip(refused))._tag).toBe("NoEventTypes")
  })

  it.each([
    [["sale.made", "*"], ["*"]],
    [
      ["sale.voided", "sale.made", "sale.voided"],
      ["sale.voided", "sale.made"]
    ]
  ])("keeps of %j what an event can be matched by once", (given, kept) => {
    const made = register({ ...registration, enabledEvents: given }, facts, rules)
    expect(Result.getOrThrow(made).enabledEvents).toEqual(kept)
  })

  it("refuses one endpoint more than the profile allows", () => {
    const { maxEndpoints } = shopProfile
    expect(Result.isSuccess(register(registration, { ...facts, existing: maxEndpoints - 1 }, rules))).toBe(true)
    const refused = register(registration, { ...facts, existing: maxEndpoints }, rules)
    expect(Result.getOrThrow(Result.flip(refused))).toMatchObject({ _tag: "TooManyEndpoints", maxEndpoints })
  })
})

describe("update", () => {
  it("changes what is given, keeps the rest and counts the version up", () => {
    const changed = update(endpoint, { status: "disabled", enabledEvents: ["sale.made"] }, rules)
    expect(Result.getOrThrow(changed)).toEqual({
      ...endpoint,
      status: "disabled",
      enabledEvents: ["sale.made"],
      version: 2
    })
  })

  it("judges a new URL, and leaves one alone that is not given", () => {
    const local = { ...endpoint, url: "http://127.0.0.1:8080/hooks" }
    expect(Result.isSuccess(update(local, { description: "old" }, rules))).toBe(true)
    const refused = update(endpoint, { url: local.url }, rules)
    expect(Result.getOrThrow(Result.flip(refused))).toMatchObject({ _tag: "InvalidUrl", reason: "scheme" })
  })

  it("refuses event types that the profile does not have", () => {
    const refused = update(endpoint, { enabledEvents: ["nothing"] }, rules)
    expect(Result.getOrThrow(Result.flip(refused))).toMatchObject({ _tag: "UnknownEventType", index: 0 })
  })
})

describe("defineWebhookProfile", () => {
  it.each([
    ["endpointPrefix", "hook"],
    ["eventTypes", ["*"]],
    ["eventTypes", ["a", "a"]],
    ["timeoutMs", 0],
    ["timeoutMs", 60_001],
    ["maxEndpoints", 0],
    ["secretOverlapMs", -1]
  ])("refuses the %s %j", (field, value) => {
    expect(() => defineWebhookProfile({ ...shopProfile, [field]: value })).toThrow(RangeError)
  })
})
