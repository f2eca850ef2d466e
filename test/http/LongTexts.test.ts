/** Long texts are taken out of bodies: what is left must be as valid, and as unique, as the whole was. */
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { sliceLength } from "../../src/store/Turns.ts"
import { longTextBytes, takeOutLongTexts } from "../../src/http/LongTexts.ts"
import { parse } from "../../src/http/StrictJson.ts"
import {
  BodyLimit,
  definePlugin,
  Gate,
  json,
  LongTextBody,
  longTextOf,
  sha256InTurns,
  makeResponding,
  type Plan
} from "../../src/plugin.ts"
import { TestEngine } from "../../src/testing/index.ts"
import { makeFace } from "../engine/tinyFace.ts"

const bytesOf = (text: string) => new TextEncoder().encode(text)
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

const takeOut = (body: string | Uint8Array, restBytes = 1_000_000) =>
  Effect.runPromise(Effect.result(takeOutLongTexts(typeof body === "string" ? bytesOf(body) : body, restBytes)))

/** The value of a body, with its long texts put back. */
const readBack = async (body: string): Promise<unknown> => {
  const taken = await takeOut(body)
  if (taken._tag === "Failure" || taken.success === undefined) throw new Error("not taken")
  const { bytes, longTexts } = taken.success
  const put = (_: string, value: unknown) =>
    typeof value === "string" && longTexts.has(value) ? textOf(longTexts.get(value)!) : value
  const read = parse(textOf(bytes))
  if (read._tag === "Failure") throw new Error(read.failure.detail)
  return JSON.parse(read.success.text, put)
}

const long = "A".repeat(longTextBytes)

describe("taking out", () => {
  it.each<readonly [what: string, value: unknown]>([
    ["one long text among short ones", { a: "short", b: long, c: 1.5, d: [true, null] }],
    ["several, two of them equal", { a: long, b: `${long}b`, c: long }],
    ["in lists and below", { a: [long, { b: `x${long}` }] }],
    ["none", { a: "short" }],
    ["one that is just short enough", { a: long.slice(1) }],
    ["over several slices, with escapes of every kind", { a: `"\\/\b\f\n\r\té€😀${'\\"\n'.repeat(300_000)}` }],
    ["in UTF-8", { a: "é€😀".repeat(90_000) }]
  ])("leaves a body that says the same: %s", async (_, value) => {
    expect(await readBack(JSON.stringify(value))).toEqual(value)
  })

  it("reads every way of writing a character", async () => {
    expect(await readBack(`{"a":"\\/\\u002F\\u00e9\\ud83d\\uDE00${long}"}`)).toEqual({ a: `//é😀${long}` })
  })

  it("leaves little: 24 MB become some bytes", async () => {
    const taken = await takeOut(`{"a":"${"A".repeat(24_000_000)}"}`)
    expect(taken).toMatchObject({ _tag: "Success", success: { bytes: { length: 79 } } })
  })

  it.each<readonly [what: string, inside: string | Uint8Array]>([
    ["a control character", `\n${long}`],
    ["an escape that JSON does not have", `\\x41${long}`],
    ["an escape that ends early", `${long}\\u00`],
    ["half of a surrogate pair", `\\ud83d${long}`],
    ["the other half", `\\ude00${long}`],
    ["bytes that are not UTF-8", Uint8Array.of(0xff, ...bytesOf(long))],
    ["a character that is cut off", Uint8Array.of(...bytesOf(long), 0xe2, 0x82)]
  ])("refuses %s", async (_, inside) => {
    const text = typeof inside === "string" ? bytesOf(inside) : inside
    const refused = await takeOut(Uint8Array.of(...bytesOf(`{"a":"`), ...text, ...bytesOf(`"}`)))
    expect(refused).toMatchObject({ _tag: "Failure", failure: { _tag: "InvalidJson" } })
  })

  it.each(["", "{", `{"a":"${long}`, `{"a":"${long}"`, `{"a":"${long}" "b"}`, `{"${long}":1,"${long}":2}`])(
    "makes nothing valid that was not: %#",
    async (body) => {
      const taken = await takeOut(body)
      const left = taken._tag === "Success" && taken.success !== undefined ? textOf(taken.success.bytes) : "{"
      // An empty body stands for an empty object.
      expect(parse(left)._tag).toBe(body === "" ? "Success" : "Failure")
    }
  )

  it("bounds what is left", async () => {
    const body = JSON.stringify({ a: long, b: "x".repeat(1000) })
    expect(await takeOut(body, 1000)).toMatchObject({ success: undefined })
    expect(await takeOut(body, 1100)).toMatchObject({ success: { longTexts: { size: 1 } } })
  })

  it("gives others their turn while it walks over a large body", async () => {
    let turns = 0
    let done = false
    const count = () => {
      turns++
      if (!done) setImmediate(count)
    }
    setImmediate(count)
    await takeOut(`{"a":"${"A".repeat(8_000_000)}"}`)
    done = true
    // One turn between two slices at least. How many pass while the platform digests the text is a matter of its speed.
    expect(turns).toBeGreaterThanOrEqual(Math.floor(8_000_000 / sliceLength))
  })
})

describe("the digest of many bytes", () => {
  it.each([0, 1, 65_536, 65_537, 300_000])("is SHA-256: %i bytes", async (length) => {
    const bytes = Uint8Array.from({ length }, (_, at) => at % 251)
    expect(await Effect.runPromise(sha256InTurns(bytes))).toBe(createHash("sha256").update(bytes).digest("hex"))
  })
})

const Api = HttpApi.make("long")
  .add(
    HttpApiGroup.make("long").add(
      HttpApiEndpoint.post("keep", "/keep", {
        payload: Schema.Struct({ text: Schema.String }),
        success: Schema.Unknown
      })
        .annotate(LongTextBody, true)
        .annotate(BodyLimit, 4_000_000)
    )
  )
  .middleware(Gate)

let runs = 0

const { answer } = makeResponding<never>({ refuse: ({ _tag }) => json(400, { refused: _tag }) })

const keep = (text: string) =>
  answer(
    () =>
      Effect.map(longTextOf(text), (sent): Plan<number> => ({
        outcome: typeof sent === "string" ? -sent.length : sent.length
      })),
    (characters) => json(200, { characters, run: ++runs })
  )

const plugin = definePlugin({
  id: "long",
  http: {
    api: Api,
    handlers: HttpApiBuilder.group(Api, "long", (handlers) =>
      handlers.handle("keep", ({ payload }) => keep(payload.text))
    ),
    face: makeFace({ id: "long" })
  }
})

describe("an endpoint that takes long texts", () => {
  const start = () => TestEngine.make({ plugins: [plugin], key: "key_one" })

  it("finds the text by what stands for it, and short ones as they are", async () => {
    await using engine = await start()
    const asked = async (text: string) => (await engine.request("POST", "/long/keep", { text })).json.characters
    expect([await asked("A".repeat(3_000_000)), await asked("short")]).toEqual([3_000_000, -5])
  })

  it("takes the text for part of the request: a key with another text was used for another request", async () => {
    await using engine = await start()
    const asked = (text: string) => engine.request("POST", "/long/keep", { text }, { "idempotency-key": "one" })
    const first = await asked(long)
    const again = await asked(long)
    expect([again.status, again.text]).toEqual([200, first.text])
    expect((await asked(`${long.slice(1)}B`)).status).toBe(409)
  })

  it("refuses a body over its limit, and one whose rest is over the limit of the others", async () => {
    await using engine = await start()
    const asked = async (body: unknown) => (await engine.request("POST", "/long/keep", body)).status
    expect(await asked({ text: "A".repeat(4_000_000) })).toBe(413)
    expect(await asked({ text: long, more: Array.from({ length: 300 }, () => "x") })).toBe(413)
  })
})
