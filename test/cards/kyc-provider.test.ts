import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { ContractBroken } from "../../plugins/cards/acquirer/acquirerSuite.ts"
import { kyc, KycProvider, type KycStartAnswer, type StartVerification } from "../../plugins/cards/index.ts"
import { kycProviderSuite } from "../../plugins/cards/kyc/provider/kycProviderSuite.ts"
import { Engine } from "../../src/engine/Engine.ts"
import { Screening } from "../../src/services/Screening.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import * as FaultyStore from "../../src/testing/FaultyStore.ts"
import { onSqlite } from "../store/onSqlite.ts"
import { base64, jpeg, png } from "./kycImages.ts"
import { td3 } from "./mrz.ts"
import { passport, startKyc, startWith, type KycHost } from "./kycMoves.ts"

/** A provider outside that remembers what it got, and decides when it is told to. */
const remote = () => {
  const received = new Map<string, StartVerification>()
  const begun = new Map<string, number>()
  const trouble = { loseAnswers: 0, refuse: 0, silent: false }
  let asked = 0
  const resultOf = (reference: string): KycStartAnswer =>
    received.get(reference)!.dateOfBirth === "1980-01-01"
      ? { outcome: "failed", reason: "selfie_mismatch" }
      : { outcome: "verified" }
  const implementation = {
    name: "remote",
    testMode: "own" as const,
    start: async (request: StartVerification) => {
      if (trouble.refuse-- > 0) throw new Error(`Nobody takes ${request.name}`)
      if (!received.has(request.reference)) begun.set(request.reference, (begun.get(request.reference) ?? 0) + 1)
      received.set(request.reference, request)
      if (trouble.loseAnswers-- > 0) throw new Error("The line went dead")
      return { outcome: "pending" as const, providerReference: `remote-${request.reference}` }
    },
    check: async ({ reference }: { readonly reference: string }) => {
      asked++
      if (trouble.silent) return { outcome: "pending" as const }
      return received.has(reference) ? resultOf(reference) : { outcome: "unknown" as const }
    }
  }
  return { implementation, received, begun, trouble, asked: () => asked }
}

const deadOf = ({ engine }: KycHost) => engine.call(Engine.use(({ deadJobs }) => deadJobs))

const startRemote = async (options: Parameters<typeof startWith>[1] = {}) => {
  const provider = remote()
  return { ...(await startWith(provider.implementation, options)), ...provider }
}

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

describe("crashes", () => {
  it("a submission whose answer was lost is asked for, and begins nothing anew", async () => {
    const host = await startRemote()
    host.trouble.loseAnswers = 1
    const { verification_id } = (await host.submit()).body
    await host.engine.clock.advance("15 seconds")
    expect(await host.status()).toBe("verified")
    expect(host.begun.get(verification_id)).toBe(1)
  })

  it("a submission that never arrived fails, since its images are kept nowhere: the customer submits again", async () => {
    const host = await startRemote()
    host.trouble.refuse = 1
    await host.submit()
    await host.engine.clock.advance("15 seconds")
    expect(await host.latest()).toMatchObject({ kyc_status: "failed", failure_reason: "not_completed" })
    expect(await host.verify()).toMatchObject({ kyc_status: "verified" })
  })

  it("a crash between the provider's answer and its commit loses nothing", async () => {
    const faults = FaultyStore.make()
    const host = await startRemote({ engine: { store: FaultyStore.layer(sqlite(":memory:"), faults) } })
    const begin = host.submit
    // The second write about verifications is the answer of the provider.
    host.received.set = ((set) => (key: string, value: StartVerification) => {
      faults.refuseWrites({ table: "cards_kyc_verifications" })
      return set.call(host.received, key, value)
    })(host.received.set)
    expect((await begin()).status).toBe(200)
    expect(faults.pending()).toBe(0)
    await host.engine.clock.advance("15 seconds")
    expect(await host.status()).toBe("verified")
    expect((await host.told()).filter((type) => type.includes("kyc"))).toEqual(["customer.kyc_verified"])
  })

  it("a crash before anything is kept leaves nothing", async () => {
    const faults = FaultyStore.make()
    const host = await startRemote({ engine: { store: FaultyStore.layer(sqlite(":memory:"), faults) } })
    faults.refuseWrites({ table: "cards_kyc_verifications" })
    expect((await host.submit()).status).toBe(503)
    expect([await host.status(), host.received.size]).toEqual(["not_started", 0])
  })

  it("a verification of a customer who was deleted ends, and is told to nobody", async () => {
    const host = await startKyc()
    const { verification_id } = (await host.submit()).body
    await host.ask("DELETE", `/v2/customers/${host.customer}`)
    await host.engine.clock.advance("1 hour")
    expect((await host.told()).at(-1)).toBe("customer.deleted")
    expect((await host.ask("GET", `/v2/customers/${host.customer}/kyc/${verification_id}`)).status).toBe(404)
    expect(await deadOf(host)).toEqual([])
  })

  it.runIf(onSqlite)("a verification survives a restart", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bursar-kyc-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const first = await startKyc({ folder })
    await first.submit({ date_of_birth: "1901-01-01" })
    await first.engine.close()
    const { ask, engine } = await startAgain(folder)
    await engine.clock.advance("2 seconds")
    expect((await ask("GET", `/v2/customers/${first.customer}/kyc`)).body.kyc_status).toBe("failed")
  })
})

const startAgain = async (folder: string) => startKyc({ folder }, { email: "second@example.com" })

describe("S64 images", () => {
  it.runIf(onSqlite)("S64 are in no file, event or answer: digest, type and size are what is kept", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bursar-kyc-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const text = "S3CRET REMARK IN AN IMAGE"
    const [front, selfie] = [jpeg({ text, bytes: 40_000 }), png({ text, bytes: 40_000 })]
    const host = await startKyc({ folder })
    const key = { "idempotency-key": "kyc-1" }
    const { verification_id } = (await host.submit({ document_front: base64(front), selfie: base64(selfie) }, key)).body
    await host.engine.clock.advance("10 seconds")
    const kept = await host.engine.call(
      kyc.retrieve(await host.caller(), { customer: host.customer, id: verification_id })
    )
    expect(kept.images).toEqual([
      { param: "document_front", sha256: expect.stringMatching(/^[0-9a-f]{64}$/), type: "image/jpeg", bytes: 40_000 },
      { param: "selfie", sha256: expect.stringMatching(/^[0-9a-f]{64}$/), type: "image/png", bytes: 40_000 }
    ])
    expect(kept).toMatchObject({ dateOfBirth: null, providerReference: null })
    await host.engine.close()
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), "latin1"))
    expect(files.join("")).toContain(verification_id)
    for (const found of [
      text,
      base64(Buffer.from(text)).slice(4, 24),
      base64(front).slice(0, 60),
      base64(selfie).slice(0, 60)
    ]) {
      for (const file of files) expect(file.includes(found)).toBe(false)
    }
  })

  it("S64 what a provider throws is not told: it may name the customer", async () => {
    const lines: Array<unknown> = []
    for (const method of ["log", "warn", "error"] as const) {
      vi.spyOn(console, method).mockImplementation((...said) => void lines.push(...said))
    }
    onTestFinished(() => void vi.restoreAllMocks())
    const host = await startRemote({ engine: { log: true } })
    host.trouble.refuse = 1
    const { verification_id } = (await host.submit()).body
    const told = JSON.stringify(lines)
    expect(told).toContain(verification_id)
    expect(told).not.toContain("Nobody takes")
  })
})

describe("the gates", () => {
  it("S62 a payout waits for the verification of its customer", async () => {
    const host = await startKyc({}, { name: "Ada Lovelace" })
    await host.ask("POST", "/v2/test_helpers/balance/fund", { currency: "usd", amount: 100_000 })
    const { id } = (
      await host.ask("POST", "/v2/bank_accounts", {
        customer: host.customer,
        country: "US",
        currency: "usd",
        account_holder_name: "Ada Lovelace",
        routing_number: "110000000",
        account_number: "000123456789"
      })
    ).body
    await host.ask("POST", `/v2/bank_accounts/${id}/verify`, { amounts: [32, 45] })
    const payOut = async () => {
      const { body, status } = await host.ask("POST", "/v2/payouts", { amount: 100, currency: "usd", destination: id })
      return status === 200 ? body.status : body.error.code
    }
    expect(await payOut()).toBe("kyc_required")
    await host.verify({ date_of_birth: "1901-01-01" })
    expect(await payOut()).toBe("kyc_required")
    await host.submit()
    expect(await payOut()).toBe("kyc_required")
    await host.engine.clock.advance("2 seconds")
    expect(await payOut()).toBe("pending")
  })

  it.each(["pep", "high_risk"])("S62 payments and payouts of a %s customer wait for it, too", async (flag) => {
    const host = await startKyc()
    await host.ask("POST", `/v2/test_helpers/customers/${host.customer}/flags`, { flags: [flag] })
    const pay = async () => {
      const { body, status } = await host.ask("POST", "/v2/payments", {
        amount: 2000,
        currency: "usd",
        payment_method: "pm_card_visa",
        customer: host.customer
      })
      return status === 200 ? body.status : body.error.code
    }
    expect(await pay()).toBe("kyc_required")
    await host.verify({ date_of_birth: "1901-01-01" })
    expect(await pay()).toBe("kyc_required")
    await host.verify()
    expect(await pay()).toBe("succeeded")
  })
})

describe("the test helper", () => {
  const resolve = "/v2/test_helpers/kyc"

  it("brings a verification about at once, whatever was submitted", async () => {
    const host = await startKyc()
    const { verification_id } = (await host.submit({ date_of_birth: "1903-01-01" })).body
    const { body } = await host.ask("POST", `${resolve}/${verification_id}/resolve`, { outcome: "verified" })
    expect(body).toMatchObject({ verification_id, kyc_status: "verified" })
    expect(await host.status()).toBe("verified")
    await host.engine.clock.advance("1 hour")
    expect((await host.told()).filter((type) => type.includes("kyc"))).toEqual(["customer.kyc_verified"])
    const again = await host.ask("POST", `${resolve}/${verification_id}/resolve`, { outcome: "failed" })
    expect([again.status, again.body.error.code, again.body.error.param]).toEqual([400, "parameter_invalid", "outcome"])
  })

  it.each([
    ["selfie_mismatch", "selfie_mismatch"],
    ["dob_mismatch", "document_unverified"],
    [undefined, "document_unverified"]
  ])("fails for %s, which is shown as %s", async (reason, shown) => {
    const host = await startKyc()
    const { verification_id } = (await host.submit()).body
    const body = { outcome: "failed", ...(reason === undefined ? {} : { reason }) }
    const resolved = await host.ask("POST", `${resolve}/${verification_id}/resolve`, body)
    expect(resolved.body).toMatchObject({ kyc_status: "failed", failure_reason: shown })
  })

  it.each([
    [{ outcome: "maybe" }, 400, "outcome"],
    [{ outcome: "failed", reason: "ugly" }, 400, "reason"],
    [{ outcome: "verified", reason: "underage" }, 400, "reason"],
    [{}, 400, "outcome"]
  ])("refuses %j", async (body, status, param) => {
    const host = await startKyc()
    const { verification_id } = (await host.submit()).body
    const refused = await host.ask("POST", `${resolve}/${verification_id}/resolve`, body)
    expect([refused.status, refused.body.error.param]).toEqual([status, param])
    expect(await host.status()).toBe("pending")
  })

  it("knows no other verification, and no live key", async () => {
    const host = await startKyc()
    expect((await host.ask("POST", `${resolve}/kyc_none/resolve`, { outcome: "verified" })).status).toBe(404)
  })
})

describe("in process", () => {
  it("S54 takes images as they are, with the same checks", async () => {
    const host = await startKyc()
    const caller = await host.caller()
    const of = { customer: host.customer, documentType: "passport" as const }
    const start = (documentFront: Uint8Array) =>
      host.engine.call(Effect.result(kyc.start(caller, { ...of, documentFront })))
    expect(await start(jpeg({ bytes: 5_242_881 }))).toMatchObject({ failure: { code: "image_too_large" } })
    expect(await start(Buffer.from("GIF89a"))).toMatchObject({ failure: { code: "invalid_image" } })
    expect(await start(jpeg())).toMatchObject({ success: { status: "pending" } })
    await host.engine.clock.advance("2 seconds")
    expect(await host.engine.call(kyc.latest(caller, host.customer))).toMatchObject({
      status: "verified",
      reason: null
    })
  })
})
