import { Effect, Layer, Logger } from "effect"
import { describe, expect, it } from "vitest"
import { warnOfMissingProvider } from "../../plugins/cards/kyc/missingProvider.ts"
import { KycProvider, kyc } from "../../plugins/cards/index.ts"
import { startHost } from "./host.ts"
import { back, base64, front, jpeg, png } from "./kycImages.ts"
import { passport, refusalOf, startKyc } from "./kycMoves.ts"
import { td1, td2, td3 } from "./mrz.ts"

describe("a verification", () => {
  it("S52 begins pending and names customer, verification and time", async () => {
    const host = await startKyc()
    const { body, status } = await host.submit()
    expect(status).toBe(200)
    expect(body).toEqual({
      customer_id: host.customer,
      kyc_status: "pending",
      verification_id: expect.stringMatching(/^kyc_/),
      created_at: "2026-01-15T09:30:00Z",
      document_type: "passport",
      failure_reason: null,
      completed_at: null,
      livemode: false
    })
    expect(await host.status()).toBe("pending")
    expect(await host.latest()).toEqual(body)
  })

  it("is verified after two seconds of engine time, and told once", async () => {
    const host = await startKyc()
    const { body } = await host.submit({ document_type: "national_id", document_back: back, selfie: front })
    await host.engine.clock.advance("1900 millis")
    expect(await host.status()).toBe("pending")
    await host.engine.clock.advance("100 millis")
    expect(await host.status()).toBe("verified")
    await host.engine.clock.advance("10 days")
    const verified = { ...body, kyc_status: "verified", completed_at: "2026-01-15T09:30:02Z" }
    expect(await host.latest()).toEqual(verified)
    expect(await host.told()).toEqual([
      "customer.created",
      "customer.updated",
      "customer.kyc_verified",
      "customer.updated"
    ])
    const [event] = (await host.ask("GET", "/v2/events?type=customer.kyc_verified")).body.data
    expect(event).toMatchObject({ created_at: "2026-01-15T09:30:02Z", data: verified })
  })

  it("S61 a second one is refused while one runs and when one came through, and allowed after one failed", async () => {
    const host = await startKyc()
    const first = await host.verify({ date_of_birth: "1901-01-01" })
    expect(first).toMatchObject({ kyc_status: "failed", failure_reason: "document_unverified" })
    expect(await host.status()).toBe("failed")
    const second = await host.submit()
    expect(second.body.verification_id).not.toBe(first.verification_id)
    expect(refusalOf(await host.submit())).toEqual([400, "validation_error", "kyc_in_progress", undefined])
    await host.engine.clock.advance("2 seconds")
    expect(refusalOf(await host.submit())).toEqual([400, "validation_error", "kyc_already_verified", undefined])
    expect(await host.latest()).toMatchObject({ verification_id: second.body.verification_id, kyc_status: "verified" })
    const path = `/v2/customers/${host.customer}/kyc/${first.verification_id}`
    expect((await host.ask("GET", path)).body).toEqual(first)
    expect((await host.told()).filter((type) => type.includes("kyc"))).toEqual([
      "customer.kyc_failed",
      "customer.kyc_verified"
    ])
  })

  it("S61 of two that are sent at once one begins", async () => {
    const host = await startKyc()
    const replies = await Promise.all(Array.from({ length: 5 }, () => host.submit()))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
  })

  it("a repetition under the same key gets the same answer, whatever has become of it; other images are another request", async () => {
    const host = await startKyc()
    const key = { "idempotency-key": "kyc-1" }
    const large = { document_front: base64(jpeg({ bytes: 100_000 })) }
    const first = await host.submit(large, key)
    await host.engine.clock.advance("1 hour")
    const again = await host.submit(large, key)
    expect([again.status, again.text]).toEqual([200, first.text])
    const other = await host.submit({ document_front: base64(jpeg({ bytes: 100_001 })) }, key)
    expect(refusalOf(other)).toEqual([409, "validation_error", "idempotency_key_reused", "idempotency_key"])
  })

  it("S53 an unknown customer is 404, to submit and to read; so is a verification of somebody else", async () => {
    const host = await startKyc()
    const missing = [404, "validation_error", "resource_missing", undefined]
    expect(refusalOf(await host.ask("POST", "/v2/customers/cus_none/kyc", passport))).toEqual(missing)
    expect(refusalOf(await host.ask("GET", "/v2/customers/cus_none/kyc"))).toEqual(missing)
    expect(refusalOf(await host.ask("GET", `/v2/customers/${host.customer}/kyc`))).toEqual(missing)
    const { verification_id } = (await host.submit()).body
    const other = (await host.ask("POST", "/v2/customers", { email: "b@example.com" })).body.id
    expect(refusalOf(await host.ask("GET", `/v2/customers/${other}/kyc/${verification_id}`))).toEqual(missing)
    const stranger = { authorization: "Bearer sk_test_stranger_0" }
    const path = `/v2/customers/${host.customer}/kyc`
    expect(refusalOf(await host.ask("POST", path, passport, stranger))).toEqual(missing)
    expect(refusalOf(await host.ask("GET", path, undefined, { "svc-data-region": "eu-west-1" }))).toEqual(missing)
  })
})

describe("what is refused", () => {
  const gif = base64(Buffer.concat([Buffer.from("GIF89a"), Buffer.alloc(300)]))
  const big = base64(jpeg({ bytes: 5_242_881 }))

  it.each<readonly [what: string, body: object, code: string, param: string]>([
    ["no type", { document_type: undefined }, "parameter_missing", "document_type"],
    ["another type", { document_type: "library_card" }, "parameter_invalid", "document_type"],
    ["no front", { document_front: undefined }, "parameter_missing", "document_front"],
    ["a front that is no text", { document_front: 1 }, "parameter_invalid", "document_front"],
    ["an empty front", { document_front: "" }, "invalid_image", "document_front"],
    ["S53 no back of a national_id", { document_type: "national_id" }, "parameter_missing", "document_back"],
    ["S53 no back of a drivers_license", { document_type: "drivers_license" }, "parameter_missing", "document_back"],
    ["S55 a GIF", { document_front: gif }, "invalid_image", "document_front"],
    ["S55 a back that is a GIF, of a passport too", { document_back: gif }, "invalid_image", "document_back"],
    ["S55 a selfie that is a GIF", { selfie: gif }, "invalid_image", "selfie"],
    ["S54 one that is too large", { document_front: big }, "image_too_large", "document_front"],
    ["S54 a selfie that is too large", { selfie: big }, "image_too_large", "selfie"],
    ["S56 white space", { document_front: `${front}\n` }, "invalid_image", "document_front"],
    ["S56 no padding", { document_back: `${base64(png())}A` }, "invalid_image", "document_back"],
    ["a digest instead of a text", { selfie: `sha256:${"0".repeat(64)}` }, "invalid_image", "selfie"],
    ["a date that is none", { date_of_birth: "1990-02-30" }, "parameter_invalid", "date_of_birth"],
    ["a date in another form", { date_of_birth: "10.12.1990" }, "parameter_invalid", "date_of_birth"],
    ["a date in the future", { date_of_birth: "2026-01-16" }, "parameter_invalid", "date_of_birth"],
    ["a date too long ago", { date_of_birth: "1899-01-01" }, "parameter_invalid", "date_of_birth"],
    ["an unknown parameter", { country: "US" }, "parameter_unknown", "country"],
    [
      "the first of several, in the order of the parameters",
      { document_front: gif, selfie: gif, date_of_birth: "x" },
      "invalid_image",
      "document_front"
    ]
  ])("%s", async (_, body, code, param) => {
    const host = await startKyc()
    expect(refusalOf(await host.submit(body))).toEqual([400, "validation_error", code, param])
    expect(await host.status()).toBe("not_started")
    expect(refusalOf(await host.ask("GET", `/v2/customers/${host.customer}/kyc`))[0]).toBe(404)
    expect(await host.told()).toEqual(["customer.created"])
  })

  it("S54 three images of 5,242,880 bytes are taken; a body of more than 24 MiB is not", async () => {
    const host = await startKyc()
    const largest = base64(jpeg({ bytes: 5_242_880 }))
    const images = { document_front: largest, document_back: largest, selfie: largest }
    expect((await host.submit({ ...images, selfie: `${largest}${"=".repeat(5_000_000)}` })).status).toBe(413)
    expect((await host.submit(images)).status).toBe(200)
  })

  it("S56 takes base64 however JSON writes it, and with a prefix", async () => {
    const host = await startKyc()
    // As PHP writes a slash, and .NET a plus sign.
    const large = base64(jpeg({ bytes: 50_001 }))
    const written = large.replaceAll("/", "\\/").replaceAll("+", "\\u002B")
    const body = `{"document_type":"passport","document_front":"data:image\\/jpeg;base64,${written}"}`
    expect(written).not.toBe(large)
    expect((await host.ask("POST", `/v2/customers/${host.customer}/kyc`, body)).status).toBe(200)
  })
})

describe("S59 the sandbox", () => {
  it.each([
    ["1902-01-01", "verified", null],
    ["1901-01-01", "failed", "document_unverified"],
    ["1900-01-01", "failed", "document_unverified"],
    ["1903-01-01", "failed", "not_completed"],
    ["1990-12-10", "verified", null]
  ])("S59 born %s: %s", async (date_of_birth, kyc_status, failure_reason) => {
    const host = await startKyc()
    expect(await host.verify({ date_of_birth })).toMatchObject({ kyc_status, failure_reason })
    expect(await host.status()).toBe(kyc_status)
  })

  it("S59 1900-01-01 is a person on a list: the customer is blocked, and who watches is told", async () => {
    const host = await startKyc({}, { name: "Ada Lovelace" })
    await host.verify({ date_of_birth: "1900-01-01" })
    const [match] = (await host.ask("GET", "/v2/events?type=screening.match")).body.data
    expect(match.data).toMatchObject({ customer: host.customer, result: "match", matches: [{ list: "ofac_sdn" }] })
    const paid = await host.ask("POST", "/v2/payments", {
      amount: 2000,
      currency: "usd",
      payment_method: "pm_card_visa",
      customer: host.customer
    })
    expect(refusalOf(paid)).toEqual([403, "validation_error", "screening_match", "customer"])
  })

  it("S59 1903-01-01 says nothing, until the 60 seconds are over", async () => {
    const host = await startKyc()
    await host.submit({ date_of_birth: "1903-01-01" })
    await host.engine.clock.advance("59999 millis")
    expect(await host.status()).toBe("pending")
    await host.engine.clock.advance("1 milli")
    expect(await host.status()).toBe("failed")
  })

  it("S59 a live customer is not verified by a simulation: nothing begins", async () => {
    const host = await startHost({
      cards: { mode: "production", accounts: [{ id: "acct_live", keys: ["sk_live_0123456789"] }] }
    })
    const live = { authorization: "Bearer sk_live_0123456789" }
    const { id } = (await host.ask("POST", "/v2/customers", { email: "ada@example.com" }, live)).body
    const refused = await host.ask(
      "POST",
      `/v2/customers/${id}/kyc`,
      { ...passport, date_of_birth: "1902-01-01" },
      live
    )
    expect(refusalOf(refused)).toEqual([503, "api_error", "unavailable", undefined])
    await host.engine.clock.advance("1 hour")
    expect((await host.ask("GET", `/v2/customers/${id}`, undefined, live)).body.kyc_status).toBe("not_started")
  })
})

describe("S59 at the start", () => {
  const warningsOf = async (keys: ReadonlyArray<string>, provider: Layer.Layer<never> = Layer.empty) => {
    const logged: Array<string> = []
    const logger = Logger.layer([Logger.make(({ message }) => void logged.push(String(message)))])
    const warning = warnOfMissingProvider([{ id: "acct_1", keys }])
    await Effect.runPromise(Effect.scoped(Layer.build(Layer.provide(warning, [logger, provider]))))
    return logged
  }
  const verifies = () => ({ status: "pending" as const })
  const own = Layer.succeed(KycProvider, KycProvider.make({ name: "own", start: verifies, check: verifies } as never))

  it("S59 the operator is told of live keys for which nobody verifies customers, and else nothing", async () => {
    expect(await warningsOf(["sk_test_0123456789", "sk_live_0123456789"])).toEqual([
      expect.stringContaining("No provider verifies customers of live keys")
    ])
    expect(await warningsOf(["sk_test_0123456789"])).toEqual([])
    expect(await warningsOf(["sk_live_0123456789"], own)).toEqual([])
  })
})

describe("what the document says", () => {
  const named = { name: "Ada Lovelace" }
  const read = async (image: string, body: object = {}, customer: object = named) => {
    const host = await startKyc({}, customer)
    const { failure_reason, kyc_status, verification_id } = await host.verify({ document_front: image, ...body })
    const of = { customer: host.customer, id: verification_id }
    const { reason } = await host.engine.call(kyc.retrieve(await host.caller(), of))
    return [kyc_status, failure_reason, reason]
  }

  it.each<readonly [what: string, lines: ReadonlyArray<string>]>([
    ["TD1", td1()],
    ["TD2", td2()],
    ["TD3", td3()]
  ])("S58 reads %s from a PNG and from a JPEG", async (_, lines) => {
    const told = { date_of_birth: "1990-12-10" }
    expect(await read(base64(png({ text: lines.join("\n") })), told)).toEqual(["verified", null, null])
    expect(await read(base64(jpeg({ text: lines.join("\n") })), told)).toEqual(["verified", null, null])
    const broken = lines.map((line) => `${line.slice(0, -1)}${line.endsWith("9") ? "8" : "9"}`)
    expect((await read(base64(png({ text: broken.join("\n") })), told))[0]).toBe("failed")
  })

  it("S57 another date of birth fails, with a reason that stays inside", async () => {
    const image = base64(png({ text: td3().join("\n") }))
    expect(await read(image, { date_of_birth: "1990-12-11" })).toEqual([
      "failed",
      "document_unverified",
      "dob_mismatch"
    ])
  })

  it("another name fails; the same in another order, or with an error, does not", async () => {
    const image = base64(png({ text: td3().join("\n") }))
    expect(await read(image, {}, { name: "Grace Hopper" })).toEqual(["failed", "document_unverified", "name_mismatch"])
    expect(await read(image, {}, { name: "Lovelace, Áda" })).toEqual(["verified", null, null])
    expect(await read(image, {}, {})).toEqual(["verified", null, null])
  })

  it("a document that has expired, or whose bearer is not of age, fails and says so", async () => {
    const expired = base64(png({ text: td3({ expires: "250101" }).join("\n") }))
    expect(await read(expired)).toEqual(["failed", "document_expired", "document_expired"])
    const young = base64(png({ text: td3({ born: "120101" }).join("\n") }))
    expect(await read(young)).toEqual(["failed", "underage", "underage"])
  })

  it("the person of the document is screened: one on a sanctions list fails", async () => {
    const image = base64(png({ text: td3({ given: "TEST", surname: "SANCTIONED PERSON" }).join("\n") }))
    expect(await read(image, {}, {})).toEqual(["failed", "document_unverified", "listed"])
  })

  it("S51, S62 a politically exposed person is verified, flagged, and waits for somebody to approve", async () => {
    const image = base64(png({ text: td3({ given: "TEST", surname: "PEP PERSON" }).join("\n") }))
    const host = await startKyc()
    expect(await host.verify({ document_front: image })).toMatchObject({ kyc_status: "verified" })
    const { flags, screening } = (await host.ask("GET", `/v2/customers/${host.customer}`)).body
    expect([flags, screening.result]).toEqual([["pep"], "match"])
    const alerts = (await host.ask("GET", `/v2/aml/alerts?customer_id=${host.customer}`)).body.data
    expect(alerts.map(({ rule_id }: { rule_id: string }) => rule_id)).toEqual(["pep_onboard"])
    const pay = { amount: 2000, currency: "usd", payment_method: "pm_card_visa", customer: host.customer }
    expect((await host.ask("POST", "/v2/payments", pay)).body.error.code).toBe("screening_match")
    await host.ask("POST", `/v2/test_helpers/screenings/${screening.screening_id}/resolve`, { decision: "approved" })
    expect((await host.ask("POST", "/v2/payments", pay)).body.status).toBe("succeeded")
  })

  it("what a person has approved of a customer does not fail its verification", async () => {
    const host = await startKyc({}, { name: "Test Pep Person" })
    const { screening } = (await host.ask("GET", `/v2/customers/${host.customer}`)).body
    await host.ask("POST", `/v2/test_helpers/screenings/${screening.screening_id}/resolve`, { decision: "approved" })
    const image = base64(png({ text: td3({ given: "TEST", surname: "PEP PERSON" }).join("\n") }))
    expect(await host.verify({ document_front: image })).toMatchObject({ kyc_status: "verified" })
    const after = (await host.ask("GET", `/v2/customers/${host.customer}`)).body
    expect(after.screening).toEqual(screening)
  })
})
