import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { ContractBroken } from "../../plugins/cards/acquirer/acquirerSuite.ts"
import { kyc, KycProvider } from "../../plugins/cards/index.ts"
import { byId } from "../../plugins/cards/kyc/repository.ts"
import { kycProviderSuite } from "../../plugins/cards/kyc/provider/kycProviderSuite.ts"
import { Screening, ScreeningUnavailable } from "../../src/services/Screening.ts"
import { base64, jpeg, png } from "./kycImages.ts"
import { passport, startKyc, startWith } from "./kycMoves.ts"
import { deadOf, remote, startRemote } from "./kycRemote.ts"
import { td3 } from "./mrz.ts"
import { replaceableLists } from "./replaceableLists.ts"

it("S63 calls the functions of a host as methods", async () => {
  class Mine {
    readonly name = "mine"
    readonly #reference = "r_1"
    start() {
      return { outcome: "pending", providerReference: this.#reference } as const
    }
    check() {
      return { outcome: this.#reference === "r_1" ? "unknown" : "verified" } as const
    }
  }
  const { live } = KycProvider.make(new Mine())
  expect(await Effect.runPromise(live!.start({} as never))).toMatchObject({ providerReference: "r_1" })
  expect(await Effect.runPromise(live!.check({} as never))).toEqual({ outcome: "unknown" })
})

describe("S63 the contract suite", () => {
  const verified = { dateOfBirth: "1902-01-01" }
  const failed = { dateOfBirth: "1901-01-01" }

  it.each(
    kycProviderSuite({ providers: { live: undefined, test: KycProvider.defaultValue().test }, verified, failed })
  )("S63 the simulation $name", ({ run }) => run())

  const outside = remote()
  it.each(
    kycProviderSuite({
      providers: KycProvider.make(outside.implementation),
      verified: {},
      failed: { dateOfBirth: "1980-01-01" },
      begun: (reference) => outside.begun.get(reference) ?? 0
    })
  )("S63 a provider outside $name", ({ run }) => run())

  it("S63 finds a provider out that forgets, begins twice, or never ends", async () => {
    let begun = 0
    const providers = KycProvider.make({
      name: "broken",
      testMode: "own",
      start: () => ({ outcome: "pending", providerReference: String(begun++) }),
      check: ({ providerReference, requestedAt }) =>
        requestedAt > 1_768_469_430_000
          ? { outcome: "verified" }
          : providerReference === "1"
            ? { outcome: "unknown" }
            : { outcome: "pending" }
    })
    const broken: Array<readonly [string, boolean]> = []
    for (const { name, run } of kycProviderSuite({ providers, verified: {}, failed: {}, begun: () => begun })) {
      await run().catch((error: unknown) => broken.push([name, error instanceof ContractBroken]))
    }
    expect(broken.length).toBeGreaterThanOrEqual(4)
    expect(broken.every(([, isBroken]) => isBroken)).toBe(true)
  })
})

describe("S63 a provider of the host's own", () => {
  it("S63 gets the images and what is known of the customer, and is asked for the result", async () => {
    const host = await startRemote()
    const image = jpeg({ width: 300, height: 200 })
    const { body } = await host.submit({
      document_front: base64(image),
      selfie: base64(png()),
      date_of_birth: "1990-12-10"
    })
    expect(body.kyc_status).toBe("pending")
    const request = host.received.get(body.verification_id)!
    expect(request).toMatchObject({
      livemode: false,
      customer: host.customer,
      name: null,
      documentType: "passport",
      dateOfBirth: "1990-12-10",
      documentFront: { type: "image/jpeg", width: 300, height: 200, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      documentBack: undefined,
      selfie: { type: "image/png" }
    })
    expect(Buffer.compare(request.documentFront.bytes, image)).toBe(0)
    await host.engine.clock.advance("5 seconds")
    expect(await host.latest()).toMatchObject({ kyc_status: "verified", completed_at: "2026-01-15T09:30:05Z" })
    expect(host.asked()).toBe(1)
  })

  it("S63 hears of no live customer without being connected for them, and of none of test mode unless it wants to", async () => {
    const start = () => expect.unreachable("a test verification reached the provider")
    const host = await startWith({ testMode: "simulated", start })
    expect(await host.verify()).toMatchObject({ kyc_status: "verified" })
  })

  it("S63 verifies live customers", async () => {
    const key = "sk_live_0123456789"
    const provider = remote()
    const host = await startWith(provider.implementation, {
      cards: { mode: "production", accounts: [{ id: "acct_live", keys: [key] }] }
    })
    const live = { authorization: `Bearer ${key}` }
    const { id } = (await host.ask("POST", "/v2/customers", { email: "a@example.com" }, live)).body
    const { body } = await host.ask(
      "POST",
      `/v2/customers/${id}/kyc`,
      { ...passport, date_of_birth: "1903-01-01" },
      live
    )
    expect(body).toMatchObject({ kyc_status: "pending", livemode: true })
    expect(provider.received.get(body.verification_id)).toMatchObject({ livemode: true })
    await host.engine.clock.advance("5 seconds")
    // No trigger of the sandbox: the provider decides.
    expect((await host.ask("GET", `/v2/customers/${id}/kyc`, undefined, live)).body.kyc_status).toBe("verified")
    // A person of 126 is none.
    const old = { ...passport, date_of_birth: "1900-01-01" }
    const other = (await host.ask("POST", "/v2/customers", { email: "b@example.com" }, live)).body.id
    expect((await host.ask("POST", `/v2/customers/${other}/kyc`, old, live)).body.error.param).toBe("date_of_birth")
  })

  it("takes a result that comes with the first answer", async () => {
    const host = await startWith({ start: () => ({ outcome: "failed", reason: "document_unreadable" }) })
    expect((await host.submit()).body.kyc_status).toBe("pending")
    expect(await host.latest()).toMatchObject({ kyc_status: "failed", failure_reason: "document_unreadable" })
  })

  it.each([
    ["Grace Hopper", "failed"],
    ["Ada Lovelace", "verified"]
  ])(
    "verifies nobody by a name that came after the submission, where it reads no name: %s is %s",
    async (name, status) => {
      const host = await startWith({ check: () => ({ outcome: "verified" }) }, {}, { name: "Ada Lovelace" })
      await host.submit()
      await host.ask("POST", `/v2/customers/${host.customer}`, { name: "Grace Hopper" })
      await host.ask("POST", `/v2/customers/${host.customer}`, { name })
      await host.engine.clock.advance("30 seconds")
      expect(await host.status()).toBe(status)
    }
  )

  it("S61 takes a result that the provider reports, once; what comes later is refused, and told to nobody", async () => {
    const host = await startRemote()
    const { verification_id } = (await host.submit()).body
    const caller = await host.caller()
    const verdict = await host.engine.call(
      kyc.report(caller, verification_id, { outcome: "failed", reason: "underage" })
    )
    expect(verdict).toMatchObject({ status: "failed", reason: "underage" })
    const again = await host.engine.call(Effect.flip(kyc.report(caller, verification_id, { outcome: "verified" })))
    expect(again._tag).toBe("VerificationDecided")
    await host.engine.clock.advance("1 hour")
    expect(await host.status()).toBe("failed")
    expect((await host.told()).filter((type) => type.includes("kyc"))).toEqual(["customer.kyc_failed"])
    expect(host.asked()).toBe(0)
  })

  it.each([
    ["another word", { outcome: "rejected" }],
    ["nothing yet", { outcome: "pending" }],
    ["a failure without a reason", { outcome: "failed" }],
    ["an expiry that is no date", { outcome: "verified", document: { expiresOn: "31/12/2020" } }]
  ])("S61 takes no report that is no result: %s", async (_, result) => {
    const host = await startRemote()
    const { verification_id } = (await host.submit()).body
    const caller = await host.caller()
    const refused = await host.engine.call(Effect.flip(kyc.report(caller, verification_id, result as never)))
    expect(refused._tag).toBe("InvalidParameters")
    expect(await host.status()).toBe("pending")
  })

  it("S61 of a report and a question at the same time one decides", async () => {
    const host = await startRemote()
    const { verification_id } = (await host.submit()).body
    const caller = await host.caller()
    const report = kyc.report(caller, verification_id, { outcome: "failed", reason: "underage" })
    await Promise.all([host.engine.call(Effect.ignore(report)), host.engine.clock.advance("5 seconds")])
    expect((await host.told()).filter((type) => type.includes("kyc"))).toHaveLength(1)
  })

  it.each([
    ["nothing", undefined],
    ["another word", { outcome: "ok" }],
    ["a failure without a reason", { outcome: "failed" }],
    ["a reason of its own", { outcome: "failed", reason: "ugly" }],
    ["a zone of four lines", { outcome: "verified", document: { mrz: ["A", "B", "C", "D"] } }],
    ["a date that is none", { outcome: "verified", document: { dateOfBirth: "1990" } }],
    ["a document that is a text", { outcome: "verified", document: "passport" }],
    ["a time that is none", { outcome: "pending", askAgainAt: "soon" }],
    ["a reference too long", { outcome: "pending", providerReference: "x".repeat(2001) }]
  ])("S63 takes %s for no answer, and asks", async (_, answer) => {
    const host = await startWith({ start: () => answer as never, check: () => ({ outcome: "verified" }) })
    expect((await host.submit()).status).toBe(200)
    expect(await host.status()).toBe("pending")
    await host.engine.clock.advance("15 seconds")
    expect(await host.status()).toBe("verified")
  })
})

describe("S60 the bound of 60 seconds", () => {
  it("S60 a provider that hangs holds the request no longer than its time-out, and is asked", async () => {
    const host = await startWith({
      timeout: "20 millis",
      start: () => new Promise(() => {}),
      check: () => ({ outcome: "verified" })
    })
    expect((await host.submit()).status).toBe(200)
    await host.engine.clock.advance("6 seconds")
    expect(await host.status()).toBe("verified")
  })

  it("S60 without a result it fails at 60 seconds, and the customer may begin anew", async () => {
    const host = await startRemote()
    host.trouble.silent = true
    await host.submit()
    await host.engine.clock.advance("59 seconds")
    expect(await host.status()).toBe("pending")
    expect(host.asked()).toBe(11)
    await host.engine.clock.advance("1 second")
    expect(await host.latest()).toMatchObject({
      kyc_status: "failed",
      failure_reason: "not_completed",
      completed_at: "2026-01-15T09:31:00Z"
    })
    host.trouble.silent = false
    await host.submit()
    await host.engine.clock.advance("1 day")
    expect(await host.status()).toBe("verified")
    expect((await host.told()).filter((type) => type.includes("kyc"))).toEqual([
      "customer.kyc_failed",
      "customer.kyc_verified"
    ])
  })

  it("S60 by configuration an operator is told instead, and the result may come later", async () => {
    const host = await startRemote({ cards: { kyc: { whenSilent: "alert" } } })
    host.trouble.silent = true
    const { verification_id } = (await host.submit()).body
    await host.engine.clock.advance("2 hours")
    expect(await host.status()).toBe("pending")
    const [dead] = await deadOf(host)
    expect(dead).toMatchObject({ name: "cards.kyc.unanswered", key: verification_id })
    expect(dead!.lastError).toContain(verification_id)
    host.trouble.silent = false
    await host.engine.clock.advance("1 hour")
    expect(await host.status()).toBe("verified")
    expect(await deadOf(host)).toEqual([])
  })

  it("ends a verification whose customer was deleted, without a word to the operator", async () => {
    const host = await startRemote({ cards: { kyc: { whenSilent: "alert" } } })
    host.trouble.silent = true
    const { verification_id: id } = (await host.submit({ date_of_birth: "1990-12-10" })).body
    await host.ask("DELETE", `/v2/customers/${host.customer}`)
    await host.engine.clock.advance("2 hours")
    expect(await deadOf(host)).toEqual([])
    const { scope, store } = await host.caller()
    const stored = await host.engine.call(byId(store, scope, id))
    expect(stored?.verification).toMatchObject({ status: "failed", dateOfBirth: null, providerReference: null })
  })

  it("S60 a result that no list can judge yet is reported again, or asked for until one can", async () => {
    let isDown = true
    const lists = replaceableLists([], (screening) => ({
      ...screening,
      screen: (subject, options) =>
        isDown ? Effect.fail(new ScreeningUnavailable({ reason: "failed" })) : screening.screen(subject, options)
    }))
    const result = { outcome: "verified", document: { name: "Ada Lovelace" } } as const
    const provider = { name: "own", testMode: "own", start: () => result, check: () => result } as const
    const layers = Layer.merge(lists.layer, Layer.succeed(KycProvider, KycProvider.make(provider)))
    const host = await startKyc({ cards: { kyc: { whenSilent: "alert" } }, engine: { layers } as never })
    const { verification_id: id } = (await host.submit()).body
    const refused = await host.engine.call(Effect.flip(kyc.report(await host.caller(), id, result)))
    expect(refused._tag).toBe("ScreeningUnanswered")
    await host.engine.clock.advance("3 days")
    expect(await host.status()).toBe("pending")
    isDown = false
    await host.engine.clock.advance("1 hour")
    expect(await host.status()).toBe("verified")
  })

  it("S60 while no list can be consulted nobody is verified", async () => {
    const host = await startKyc({ engine: { layers: Screening.layerUnavailable } as never })
    const text = td3().join("\n")
    await host.submit({ document_front: base64(png({ text })) })
    await host.engine.clock.advance("59 seconds")
    expect(await host.status()).toBe("pending")
    await host.engine.clock.advance("1 second")
    expect(await host.status()).toBe("failed")
  })
})
