import { createHmac } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import type { SignerImplementation, SignerShape } from "../../src/services/Signer.ts"
import { InvalidSignerAnswer, Signer } from "../../src/services/Signer.ts"

const masterKey = Uint8Array.from({ length: 32 }, (_, index) => index)
const signer = Signer.fromMasterKey({ masterKey })
const secondSigner = Signer.fromMasterKey({ masterKey: new Uint8Array(32).fill(9) })
const HEX = /^[0-9a-f]{64}$/

const defectOf = (exit: Exit.Exit<unknown, unknown>): unknown =>
  Exit.isFailure(exit) ? exit.cause.reasons.find(Cause.isDieReason)?.defect : undefined

const reasonOf = (result: ReturnType<typeof signer.open>) =>
  Result.isFailure(result) ? result.failure.reason : "opened"

describe("sign", () => {
  it.effect("C232 gives the lower-case hex HMAC-SHA256 keyed with the whole secret in UTF-8", () =>
    Effect.gen(function* () {
      const secret = "whsec_é"
      const expected = createHmac("sha256", secret).update("1767225600.{}").digest("hex")
      assert.strictEqual(yield* signer.sign(secret, "1767225600.{}"), expected)
      assert.strictEqual(yield* signer.sign(secret, new TextEncoder().encode("1767225600.{}")), expected)
    })
  )

  it.effect("does not depend on the master key", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* signer.sign("s", "m"), yield* secondSigner.sign("s", "m"))
    })
  )
})

describe("fingerprint", () => {
  it("gives the same 64 hex digits for the same purpose and value, after other calls too", () => {
    const first = signer.fingerprint("card", "4242424242424242")
    signer.fingerprint("card", "4000000000000002")
    signer.fingerprint("card", "x".repeat(5000))
    assert.match(first, HEX)
    assert.strictEqual(signer.fingerprint("card", "4242424242424242"), first)
    assert.strictEqual(Signer.fromMasterKey({ masterKey }).fingerprint("card", "4242424242424242"), first)
  })

  it("differs by value, by purpose and by master key", () => {
    const all = [
      signer.fingerprint("card", "a"),
      signer.fingerprint("card", "b"),
      signer.fingerprint("card", ""),
      signer.fingerprint("idempotency", "a"),
      signer.fingerprint("", "card/a"),
      secondSigner.fingerprint("card", "a")
    ]
    assert.strictEqual(new Set(all).size, all.length)
  })

  it("is one function for short, long and non-ASCII values", () => {
    // The key of a purpose is not told, but HMAC of the same bytes must be the same whichever buffer they went through.
    for (const value of ["€".repeat(2048), "€".repeat(2049), "𝄞".repeat(1024), "x".repeat(2048), "x".repeat(2049)]) {
      const key = hmacKeyOf("long")
      assert.strictEqual(signer.fingerprint("long", value), createHmac("sha256", key).update(value).digest("hex"))
    }
  })

  it("stays correct for more purposes than it keeps keys for", () => {
    const many = Signer.fromMasterKey({ masterKey })
    const purposes = Array.from({ length: 80 }, (_, index) => `purpose-${index}`)
    const first = purposes.map((purpose) => many.fingerprint(purpose, "v"))
    assert.deepStrictEqual(
      purposes.map((purpose) => many.fingerprint(purpose, "v")),
      first
    )
    assert.strictEqual(new Set(first).size, purposes.length)
  })
})

/** The fingerprint key of a purpose by its definition: HKDF-SHA256 of the master key, done with another library. */
const hmacKeyOf = (purpose: string): Buffer => {
  const extracted = createHmac("sha256", "bursar/master-key/1").update(masterKey).digest()
  return createHmac("sha256", extracted)
    .update(`fingerprint/${purpose}`)
    .update(Buffer.from([1]))
    .digest()
}

describe("deriveKey", () => {
  it("gives 32 bytes, always the same for one purpose, and unrelated ones for another purpose or use", () => {
    const key = signer.deriveKey("cursor")
    assert.strictEqual(key.length, 32)
    assert.deepStrictEqual(signer.deriveKey("cursor"), key)
    assert.notDeepEqual(signer.deriveKey("other"), key)
    assert.notDeepEqual(secondSigner.deriveKey("cursor"), key)
    assert.notDeepEqual(Uint8Array.from(hmacKeyOf("cursor")), key)
  })

  it("keeps its own copy of the master key", () => {
    const given = masterKey.slice()
    const copied = Signer.fromMasterKey({ masterKey: given })
    given.fill(0)
    assert.deepStrictEqual(copied.deriveKey("cursor"), signer.deriveKey("cursor"))
  })
})

describe("seal", () => {
  const plaintext = "whsec_3f1c — ключ"

  it("gives a text that opens to the plaintext, and never the same text twice", () => {
    const sealed = signer.seal("webhook", plaintext)
    assert.notInclude(sealed, "whsec")
    assert.match(sealed, /^v1\.[A-Za-z0-9_-]+$/)
    assert.deepStrictEqual(signer.open("webhook", sealed), Result.succeed(plaintext))
    assert.notStrictEqual(signer.seal("webhook", plaintext), sealed)
  })

  it("opens a text whole that begins with a mark of its byte order", () => {
    const text = "\uFEFF\uFEFF101 a file of a bank"
    assert.deepStrictEqual(signer.open("webhook", signer.seal("webhook", text)), Result.succeed(text))
  })

  it("opens an empty text", () => {
    assert.deepStrictEqual(signer.open("webhook", signer.seal("webhook", "")), Result.succeed(""))
  })

  it("draws a nonce of 24 bytes for each seal from the random source it was given", () => {
    const lengths: Array<number> = []
    const counted = Signer.fromMasterKey({
      masterKey,
      randomBytes: (length) => {
        lengths.push(length)
        return new Uint8Array(length).fill(lengths.length)
      }
    })
    assert.notStrictEqual(counted.seal("webhook", plaintext), counted.seal("webhook", plaintext))
    assert.deepStrictEqual(lengths, [24, 24])
  })

  it("draws each nonce of the system once, also across refills of its pool", () => {
    const fromSystem = Signer.fromMasterKey({ masterKey })
    const nonces = Array.from({ length: 400 }, () => fromSystem.seal("webhook", "").slice(3, 35))
    assert.strictEqual(new Set(nonces).size, nonces.length)
  })

  it("refuses a text with anything in it that it would not write", () => {
    const sealed = signer.seal("webhook", plaintext)
    for (const changed of [
      `${sealed}=`,
      `${sealed}\n`,
      `${sealed.slice(0, 9)}!${sealed.slice(9)}`,
      `v2${sealed.slice(2)}`
    ]) {
      assert.strictEqual(reasonOf(signer.open("webhook", changed)), "malformed", changed)
    }
  })

  it("does not open under another purpose or master key", () => {
    const sealed = signer.seal("webhook", plaintext)
    assert.strictEqual(reasonOf(signer.open("api-key", sealed)), "not_authentic")
    assert.strictEqual(reasonOf(secondSigner.open("webhook", sealed)), "not_authentic")
  })

  it("does not open when any one character of it was changed", () => {
    const sealed = signer.seal("webhook", "short")
    for (let index = 3; index < sealed.length - 1; index += 1) {
      const changed = `${sealed.slice(0, index)}${sealed[index] === "A" ? "B" : "A"}${sealed.slice(index + 1)}`
      assert.strictEqual(reasonOf(signer.open("webhook", changed)), "not_authentic", `character ${index}`)
    }
  })

  for (const sealed of [
    "",
    "v1",
    "v1.",
    "v1.AAAA",
    "v2.AAAA",
    "plain text",
    "v1.!!!!",
    "v1.A.B",
    `v1.${"A".repeat(52)}`
  ]) {
    it(`refuses ${JSON.stringify(sealed)} as malformed`, () => {
      assert.strictEqual(reasonOf(signer.open("webhook", sealed)), "malformed")
    })
  }
})

describe("layers", () => {
  it.effect("opens from base64 with white space around it the same signer as from the bytes", () =>
    Effect.gen(function* () {
      const fromText = yield* Signer
      assert.strictEqual(fromText.fingerprint("p", "v"), signer.fingerprint("p", "v"))
    }).pipe(Effect.provide(Signer.layerFromBase64(` ${Base64.encode(masterKey)}\n`)))
  )

  for (const [text, reason] of [
    ["", "wrong_length"],
    [Base64.encode(new Uint8Array(31)), "wrong_length"],
    [Base64.encode(new Uint8Array(33)), "wrong_length"],
    ["not base64 at all!", "not_base64"]
  ] as const) {
    it.effect(`refuses the master key ${JSON.stringify(text)} without repeating it`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(Effect.provide(Signer, Signer.layerFromBase64(text)))
        assert.strictEqual(error.reason, reason)
        if (text !== "") assert.notInclude(`${error.message}${JSON.stringify(error)}`, text)
      })
    )
  }

  it("refuses a master key that has not 32 bytes", () => {
    assert.throws(() => Signer.fromMasterKey({ masterKey: new Uint8Array(16) }), RangeError)
  })

  it.effect("makes another ephemeral key each time", () =>
    Effect.gen(function* () {
      const first = yield* Effect.provide(Signer, Signer.layerEphemeral, { local: true })
      const second = yield* Effect.provide(Signer, Signer.layerEphemeral, { local: true })
      assert.notStrictEqual(first.fingerprint("p", "v"), second.fingerprint("p", "v"))
    })
  )

  it.effect("seals the same bytes in every run of a test", () =>
    Effect.gen(function* () {
      const first = yield* Effect.provide(Signer, Signer.layerTest, { local: true })
      const second = yield* Effect.provide(Signer, Signer.layerTest, { local: true })
      const sealed = first.seal("p", "text")
      assert.strictEqual(second.seal("p", "text"), sealed)
      assert.notStrictEqual(first.seal("p", "text"), sealed)
      assert.deepStrictEqual(first.open("p", sealed), Result.succeed("text"))
    })
  )
})

describe("make", () => {
  const host = (changes: Partial<SignerImplementation> = {}): SignerShape =>
    Signer.make({ ...signer, name: "hsm", ...changes })

  it.effect("passes on valid answers, given as a value, a promise or an effect", () =>
    Effect.gen(function* () {
      const hex = "a".repeat(64)
      assert.strictEqual(yield* host({ sign: () => hex }).sign("s", "m"), hex)
      assert.strictEqual(yield* host({ sign: () => Promise.resolve(hex) }).sign("s", "m"), hex)
      assert.strictEqual(yield* host({ sign: () => Effect.succeed(hex) }).sign("s", "m"), hex)
      assert.strictEqual(host().fingerprint("p", "v"), signer.fingerprint("p", "v"))
      assert.deepStrictEqual(host().open("p", host().seal("p", "text")), Result.succeed("text"))
      assert.deepStrictEqual(host().deriveKey("p"), signer.deriveKey("p"))
    })
  )

  for (const [what, sign] of [
    ["upper-case hex", () => "A".repeat(64)],
    ["a short text", () => "abc"],
    ["a failure", () => Effect.fail("the device is locked")],
    [
      "an exception",
      () => {
        throw new Error("the device is locked")
      }
    ]
  ] as const) {
    it.effect(`turns ${what} in place of a signature into a defect`, () =>
      Effect.gen(function* () {
        const exit = yield* Effect.exit(host({ sign }).sign("s", "m"))
        assert.instanceOf(defectOf(exit), InvalidSignerAnswer)
      })
    )
  }

  it("refuses a fingerprint, a sealed text or a key that is none", () => {
    assert.throws(() => host({ fingerprint: () => "4242" }).fingerprint("p", "v"), InvalidSignerAnswer)
    assert.throws(() => host({ seal: (_, plaintext) => plaintext }).seal("p", "v"), InvalidSignerAnswer)
    assert.throws(() => host({ deriveKey: () => new Uint8Array(16) }).deriveKey("p"), InvalidSignerAnswer)
  })
})
