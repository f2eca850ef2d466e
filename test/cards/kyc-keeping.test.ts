import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { listenToLog } from "../listenToLog.ts"
import { kyc, type StartVerification } from "../../plugins/cards/index.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import * as FaultyStore from "../../src/testing/FaultyStore.ts"
import { onSqlite } from "../store/onSqlite.ts"
import { base64, jpeg, png } from "./kycImages.ts"
import { startKyc, type KycHost } from "./kycMoves.ts"
import { deadOf, startRemote } from "./kycRemote.ts"

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
    const log = listenToLog()
    const host = await startKyc({ folder, engine: { log: true } })
    const key = { "idempotency-key": "kyc-1" }
    const submitted = await host.submit({ document_front: base64(front), selfie: base64(selfie) }, key)
    const { verification_id } = submitted.body
    await host.engine.clock.advance("10 seconds")
    const shown = (await host.ask("GET", `/v2/customers/${host.customer}/kyc/${verification_id}`)).text
    const events = (await host.ask("GET", "/v2/events?limit=100")).text
    expect(events).toContain("customer.kyc_verified")
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
      for (const file of [...files, ...log, submitted.text, shown, events]) expect(file.includes(found)).toBe(false)
    }
  })

  it("S64 what a provider throws is not told: it may name the customer", async () => {
    const log = listenToLog()
    const host = await startRemote({ engine: { log: true } })
    host.trouble.refuse = 1
    const { verification_id } = (await host.submit()).body
    const told = log.join("\n")
    expect(told).toContain(verification_id)
    expect(told).not.toContain("Nobody takes")
  })
})

/** Pays the customer of a host out, to an account that is made ready first: the status, or the code of the refusal. */
const payingOut = async (host: KycHost) => {
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
  return async () => {
    const { body, status } = await host.ask("POST", "/v2/payouts", { amount: 100, currency: "usd", destination: id })
    return status === 200 ? body.status : body.error.code
  }
}

describe("the gates", () => {
  it("S62 a payout waits for the verification of its customer", async () => {
    const host = await startKyc({}, { name: "Ada Lovelace" })
    const payOut = await payingOut(host)
    expect(await payOut()).toBe("kyc_required")
    await host.verify({ date_of_birth: "1901-01-01" })
    expect(await payOut()).toBe("kyc_required")
    await host.submit()
    expect(await payOut()).toBe("kyc_required")
    await host.engine.clock.advance("2 seconds")
    expect(await payOut()).toBe("pending")
  })

  it("a payout waits for another verification once the customer has another name", async () => {
    const host = await startKyc({}, { name: "Ada Lovelace" })
    const payOut = await payingOut(host)
    await host.verify()
    const change = (body: object) => host.ask("POST", `/v2/customers/${host.customer}`, body)
    await change({ phone: "+14155550123", name: "Ada Lovelace" })
    expect([await host.status(), await payOut()]).toEqual(["verified", "pending"])
    await change({ name: null })
    await change({ name: "Grace Hopper" })
    expect([await host.status(), await payOut()]).toEqual(["not_started", "kyc_required"])
    await host.verify()
    expect([await host.status(), await payOut()]).toEqual(["verified", "pending"])
  })

  it.each(["pep", "high_risk"])("S62 payments and payouts of a %s customer wait for it, too", async (flag) => {
    const host = await startKyc({}, { name: "Ada Lovelace" })
    const payOut = await payingOut(host)
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
    expect([await pay(), await payOut()]).toEqual(["kyc_required", "kyc_required"])
    await host.verify({ date_of_birth: "1901-01-01" })
    expect([await pay(), await payOut()]).toEqual(["kyc_required", "kyc_required"])
    await host.verify()
    expect([await pay(), await payOut()]).toEqual(["succeeded", "pending"])
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

  it("begins once under an idempotency key, and refuses other images under it", async () => {
    const host = await startRemote()
    const start = async (documentFront: Uint8Array) => {
      const caller = await host.caller({ idempotencyKey: "kyc-1" })
      const command = { customer: host.customer, documentType: "passport" as const, documentFront }
      return host.engine.call(kyc.start(caller, command))
    }
    const first = await start(jpeg())
    expect(await start(jpeg())).toEqual(first)
    await expect(start(png())).rejects.toMatchObject({ _tag: "IdempotencyKeyReused" })
    expect([...host.begun]).toEqual([[first.id, 1]])
  })
})
