import { createHmac } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { Signer } from "../../src/services/Signer.ts"
import { formatSignature, signedMessage, verifySignature } from "../../src/webhooks/signature.ts"

const secret = "whsec_3f1c9a7d5e2b4860"
const timestamp = 1767225600
const payload = '{"id":"evt_1","type":"payment.succeeded","note":"20 € für Zoë"}'
const hex = createHmac("sha256", secret).update(`${timestamp}.${payload}`).digest("hex")
const literal = `${timestamp},${hex}`
const prefixed = `t=${timestamp},v1=${hex}`

const verify = (changes: Partial<Parameters<typeof verifySignature>[0]> = {}) =>
  verifySignature({ payload, header: literal, secret, nowSeconds: timestamp, ...changes })

const reasonOf = (result: ReturnType<typeof verifySignature>) =>
  Result.isFailure(result) ? result.failure.reason : "accepted"

describe("formatSignature", () => {
  it("C231 writes the literal format as two parts, a timestamp and a hash", () => {
    expect(formatSignature("literal", timestamp, hex)).toBe(literal)
  })

  it("B10 writes the prefixed format as t and v1", () => {
    expect(formatSignature("prefixed", timestamp, hex)).toBe(prefixed)
  })

  it("writes one v1 for each valid secret, and only the newest in the literal format", () => {
    const older = "0".repeat(64)
    expect(formatSignature("prefixed", timestamp, [hex, older])).toBe(`t=${timestamp},v1=${hex},v1=${older}`)
    expect(formatSignature("literal", timestamp, [hex, older])).toBe(literal)
  })

  it("refuses a time that is no whole second, and a header without a signature", () => {
    expect(() => formatSignature("literal", 1767225600.5, hex)).toThrow(RangeError)
    expect(() => formatSignature("literal", -1, hex)).toThrow(RangeError)
    expect(() => formatSignature("prefixed", timestamp, [])).toThrow(RangeError)
  })
})

describe("verifySignature", () => {
  it("C232 agrees with a published HMAC-SHA256 vector (RFC 4231 test case 2)", () => {
    const signed = Effect.runSync(
      Signer.fromMasterKey({ masterKey: new Uint8Array(32) }).sign("Jefe", "what do ya want for nothing?")
    )
    expect(signed).toBe("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
  })

  it.each(["literal", "prefixed"] as const)("C232 accepts what the signer signed in the %s format", (format) => {
    const signer = Signer.fromMasterKey({ masterKey: new Uint8Array(32) })
    const signed = Effect.runSync(signer.sign(secret, signedMessage(timestamp, payload)))
    const header = formatSignature(format, timestamp, signed)
    expect(verify({ header })).toEqual(Result.succeed({ timestamp }))
  })

  it("signs and accepts a payload given as bytes like the same payload given as text", () => {
    const bytes = new TextEncoder().encode(payload)
    expect(reasonOf(verify({ payload: bytes }))).toBe("accepted")
    expect(signedMessage(timestamp, bytes)).toEqual(new TextEncoder().encode(`${timestamp}.${payload}`))
  })

  it.each([
    ["C234 accepts a signature that is 300 s old", 300, "accepted"],
    ["C234 refuses a signature that is 301 s old", 301, "expired"],
    ["accepts a signature that is 300 s ahead", -300, "accepted"],
    ["refuses a signature that is 301 s ahead", -301, "expired"],
    ["refuses every signature when the time is not a number", Number.NaN, "expired"]
  ])("%s", (_, ageSeconds, outcome) => {
    expect(reasonOf(verify({ nowSeconds: timestamp + ageSeconds }))).toBe(outcome)
    expect(reasonOf(verify({ header: prefixed, nowSeconds: timestamp + ageSeconds }))).toBe(outcome)
  })

  it("takes another tolerance", () => {
    expect(reasonOf(verify({ nowSeconds: timestamp + 11, toleranceSeconds: 10 }))).toBe("expired")
    expect(reasonOf(verify({ nowSeconds: timestamp + 900, toleranceSeconds: 900 }))).toBe("accepted")
  })

  it.each([
    ["a payload that was changed", { payload: payload.replace("20", "90") }],
    ["a payload with one more line end", { payload: `${payload}\n` }],
    ["another secret", { secret: `${secret}0` }],
    ["an empty secret, even for a header signed with it", { secret: "" }],
    ["a timestamp that was moved", { header: `${timestamp + 1},${hex}` }],
    ["a hash with another last digit", { header: literal.replace(/.$/, (digit) => (digit === "0" ? "1" : "0")) }],
    ["a hash with another first digit", { header: `${timestamp},${hex.startsWith("0") ? "1" : "0"}${hex.slice(1)}` }]
  ])("refuses %s as a mismatch", (_, changes) => {
    expect(reasonOf(verify(changes))).toBe("mismatch")
  })

  it("refuses a header that anybody could sign with an empty secret", () => {
    const forged = createHmac("sha256", "").update(`${timestamp}.${payload}`).digest("hex")
    expect(reasonOf(verify({ secret: "", header: `${timestamp},${forged}` }))).toBe("mismatch")
  })

  it("refuses a secret that nobody set as a mismatch, and says of a parsed body that it has no signature", () => {
    const given = { secret: undefined, parsed: JSON.parse(payload) as unknown }
    expect(reasonOf(verify({ secret: given.secret as never }))).toBe("mismatch")
    expect(() => verify({ payload: given.parsed as never })).toThrow("a parsed body has no signature")
  })

  it("tells a mismatch, not an age, of an old header that was never authentic", () => {
    expect(reasonOf(verify({ payload: "{}", nowSeconds: timestamp + 9999 }))).toBe("mismatch")
  })

  it.each([
    ["first", `t=${timestamp},v1=${hex},v1=${"0".repeat(64)}`],
    ["last", `t=${timestamp},v1=${"0".repeat(64)},v1=${hex}`],
    ["with a later scheme beside it", `t=${timestamp},v0=abc,v1=${hex},v2=def`],
    ["with spaces after the commas", `t=${timestamp}, v1=${hex}`]
  ])("accepts one matching v1 among several parts: %s", (_, header) => {
    expect(reasonOf(verify({ header }))).toBe("accepted")
  })

  it.each([
    "",
    ",",
    hex,
    `${timestamp}`,
    `${timestamp},`,
    `,${hex}`,
    `${timestamp},${hex.slice(1)}`,
    `${timestamp},${hex.toUpperCase()}`,
    `${timestamp},${hex},${hex}`,
    `0${timestamp},${hex}`,
    `-${timestamp},${hex}`,
    `${timestamp}.0,${hex}`,
    `${"9".repeat(13)},${hex}`,
    `t=${timestamp}`,
    `v1=${hex}`,
    `t=${timestamp},v1=`,
    `t=${timestamp},v1=${hex},v1=xyz`,
    `t=${timestamp},t=${timestamp},v1=${hex}`,
    `t=${timestamp},v2=${hex}`,
    `t=${timestamp},v1=${hex},x=${"y".repeat(1024)}`
  ])("refuses the malformed header %j", (header) => {
    expect(reasonOf(verify({ header }))).toBe("malformed")
  })

  it("refuses an absent header as malformed", () => {
    const absent: unknown = undefined
    expect(reasonOf(verify({ header: absent as string }))).toBe("malformed")
  })
})
