import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Option from "effect/Option"
import { describe, expect, it } from "vitest"
import { readBody } from "../../src/http/RequestBody.ts"
import { Engine } from "../../src/index.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { FaultyStore } from "../../src/testing/index.ts"
import { bodyLimitBytes } from "../engine/tinyFace.ts"
import { startEngine, type Asked, type Reply } from "../engine/tinyHost.ts"
import { temporaryFolder } from "../store/openStore.ts"
import { onSqlite } from "../store/onSqlite.ts"

const hi = { body: { text: "hi" } }

/** Windows on a clock that stands still: they never end under a test. */
const perDay = (requests: number) => ({ requests, window: "day" }) as const

/** Sends a text without saying how long it is. */
const streamed = (text: string) => new Blob([text]).stream()

/** One request with two faults, of which the first wins. */
const both = (first: Asked, second: Asked): Asked => ({
  ...second,
  ...first,
  headers: { ...second.headers, ...first.headers }
})

describe("the order of checks", () => {
  const faults: ReadonlyArray<readonly [string, Asked]> = [
    ["Unauthenticated", { headers: { authorization: "Bearer nonsense" } }],
    ["RateLimited", { headers: { authorization: "Bearer key_spent" } }],
    ["UnknownRegion", { headers: { region: "mars" } }],
    ["RequestTooLarge", { body: `{"text":"${"x".repeat(bodyLimitBytes)}` }],
    ["UnsupportedMediaType", { body: `{"text":`, headers: { "content-type": "text/plain" } }],
    ["InvalidJson", { body: `{"text":7,"text":8}` }],
    ["InvalidIdempotencyKey", { body: { text: 7 }, headers: { "idempotency-key": "é" } }],
    ["IdempotencyKeyReused", { body: { text: 7 }, headers: { "idempotency-key": "used" } }],
    ["InvalidParameters", { body: { text: 7 }, headers: { "idempotency-key": "unused" } }]
  ]

  it.each(faults.map(([tag], index) => [tag, index] as const))(
    "refuses with %s before all that follows",
    async (tag, index) => {
      const { ask } = await startEngine({}, { plan: perDay(2) })
      const spent = { headers: { authorization: "Bearer key_spent" } }
      await ask("POST", "/tiny/notes", both(spent, hi))
      await ask("POST", "/tiny/notes", both(spent, hi))
      await ask("POST", "/tiny/notes", both({ headers: { "idempotency-key": "used" } }, hi))
      const asked = faults.slice(index).reduceRight<Asked>((below, [, fault]) => both(fault, below), {})
      expect((await ask("POST", "/tiny/notes", asked)).body.error).toBe(tag)
    }
  )
})

const expectHeaders = (reply: Reply) => {
  expect(reply.headers.get("request-id")).toMatch(/^req_[0-9a-z]{23}$/)
  expect(Number(reply.headers.get("ratelimit-limit"))).toBeGreaterThan(0)
  expect(Number(reply.headers.get("ratelimit-remaining"))).toBeGreaterThanOrEqual(0)
  expect(Number(reply.headers.get("ratelimit-reset"))).toBeGreaterThan(1_700_000_000)
}

describe("every answer carries the request's id and the rate limit", () => {
  const rows: ReadonlyArray<readonly [number, string, string, Asked]> = [
    [201, "POST", "/tiny/notes", hi],
    [400, "POST", "/tiny/notes", { body: {} }],
    [400, "POST", "/tiny/notes", { body: "[" }],
    [400, "POST", "/tiny/notes", { ...hi, headers: { region: "mars" } }],
    [401, "POST", "/tiny/notes", { ...hi, headers: { authorization: "" } }],
    [401, "GET", "/tiny/nothing", { headers: { authorization: "" } }],
    [402, "POST", "/tiny/notes", { body: { text: "refused" } }],
    [404, "GET", "/tiny/notes/note_none", {}],
    [404, "GET", "/tiny/nothing", {}],
    [404, "GET", "/tiny", {}],
    [405, "DELETE", "/tiny/notes", {}],
    [413, "POST", "/tiny/notes", { body: { text: "x".repeat(bodyLimitBytes) } }],
    [415, "POST", "/tiny/notes", { body: "text=hi", headers: { "content-type": "application/x-www-form-urlencoded" } }]
  ]

  it.each(rows)("with %i: %s %s %j", async (status, method, path, asked) => {
    const { ask } = await startEngine()
    const reply = await ask(method, path, asked)
    expect(reply.status).toBe(status)
    expectHeaders(reply)
    if (reply.body.request_id !== undefined) expect(reply.body.request_id).toBe(reply.headers.get("request-id"))
  })

  it("with 429, and says when to come back", async () => {
    const { ask } = await startEngine({}, { plan: perDay(1) })
    await ask("POST", "/tiny/notes", hi)
    const reply = await ask("POST", "/tiny/notes", hi)
    expect([reply.status, reply.headers.get("ratelimit-remaining")]).toEqual([429, "0"])
    // 08:00:00.250 to midnight, rounded up.
    expect(reply.headers.get("retry-after")).toBe("57600")
    expectHeaders(reply)
  })

  it("with 500, and a body that says nothing of the cause", async () => {
    const secret = "card 4242 at /srv/engine.ts"
    const { ask } = await startEngine({}, { beforeCommit: () => Effect.die(new Error(secret)) })
    const reply = await ask("POST", "/tiny/notes", hi)
    expect(reply.status).toBe(500)
    expect(reply.body).toEqual({ error: "InternalFailure", request_id: reply.headers.get("request-id") })
    expect(JSON.stringify([...reply.headers])).not.toContain("4242")
    expectHeaders(reply)
  })

  it("with 503 when a write is refused", async () => {
    const faults = FaultyStore.make()
    const { ask } = await startEngine({ store: FaultyStore.layer(sqlite(":memory:"), faults) })
    faults.refuseWrites({ table: "tiny_notes" })
    const reply = await ask("POST", "/tiny/notes", hi)
    expect([reply.status, reply.body.error]).toEqual([503, "StoreUnavailable"])
    expectHeaders(reply)
    expect((await ask("POST", "/tiny/notes", hi)).status).toBe(201)
  })

  it.runIf(onSqlite)("with 503 when a region cannot be opened, and the other regions go on", async () => {
    const folder = temporaryFolder()
    const { ask } = await startEngine({ folder })
    writeFileSync(join(folder, "eu-west-1.db"), "no database, only text ".repeat(100))
    const reply = await ask("POST", "/tiny/notes", { ...hi, headers: { region: "eu-west-1" } })
    expect([reply.status, reply.body.error]).toEqual([503, "StoreOpenFailed"])
    expectHeaders(reply)
    expect((await ask("POST", "/tiny/notes", hi)).status).toBe(201)
    expect((await ask("POST", "/tiny/notes", both({ headers: { "idempotency-key": "k" } }, hi))).status).toBe(201)
  })

  it("with 503 after the engine was closed", async () => {
    const { ask, engine } = await startEngine()
    await engine.close()
    expect((await ask("POST", "/tiny/notes", hi)).status).toBe(503)
    const read = await ask("GET", "/tiny/notes/note_none")
    expect(read.status).toBe(503)
    expectHeaders(read)
  })

  it("with an id of its own", async () => {
    const { ask } = await startEngine()
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask("GET", "/tiny/notes/note_none")))
    expect(new Set(replies.map((reply) => reply.headers.get("request-id"))).size).toBe(20)
  })
})

describe("the rate limit", () => {
  it("does not count what it refuses", async () => {
    const { ask, engine } = await startEngine({}, { plan: perDay(2) })
    const left: Array<string | null> = []
    for (let n = 0; n < 5; n++) left.push((await ask("POST", "/tiny/notes", hi)).headers.get("ratelimit-remaining"))
    expect(left).toEqual(["1", "0", "0", "0", "0"])
    await engine.clock.advance("16 hours")
    expect((await ask("POST", "/tiny/notes", hi)).headers.get("ratelimit-remaining")).toBe("1")
  })

  it("of callers without a key is one for all, and takes nothing from the others", async () => {
    const { ask } = await startEngine({}, { anonymousPlan: perDay(2) })
    const statuses: Array<number> = []
    for (const authorization of ["", "Bearer nonsense", "Bearer other"]) {
      statuses.push((await ask("GET", "/tiny/notes/n", { headers: { authorization } })).status)
    }
    expect(statuses).toEqual([401, 401, 429])
    expect((await ask("POST", "/tiny/notes", hi)).status).toBe(201)
  })

  it("of callers without a key is one for a network of IPv6, which one of them may have whole, and for an address of IPv4", async () => {
    const { engine } = await startEngine({}, { anonymousPlan: perDay(1) })
    const statusFrom = async (address: string) => {
      const request = HttpServerRequest.fromWeb(new Request("http://engine.test/tiny/notes/n"))
      const from = request.modify({ remoteAddress: Option.some(address) })
      const asked = Effect.flatMap(Engine, ({ app }) =>
        Effect.provideService(Effect.scoped(app), HttpServerRequest.HttpServerRequest, from)
      )
      return (await engine.call(asked)).status
    }
    const statuses: Array<number> = []
    const others = ["2001:db8:0:1::1", "2001::5:1:1:1:1", "2001::6:1:1:1:1", "::1", "::ffff:192.0.2.1"]
    for (const address of ["2001:db8::1", "2001:DB8:0:0:ff::2", ...others, "192.0.2.1", "::ffff:192.0.2.2"])
      statuses.push(await statusFrom(address))
    expect(statuses).toEqual([401, 429, ...others.map(() => 401), 429, 401])
  })
})

describe("what no endpoint answers", () => {
  it.each([
    ["DELETE", "/tiny/notes", "POST"],
    ["PUT", "/tiny/notes", "POST"],
    ["GET", "/tiny/notes?limit=1", "POST"],
    ["POST", "/tiny/notes/note_1", "GET"]
  ])("%s %s is 405 and names the methods there are", async (method, path, allow) => {
    const { ask } = await startEngine()
    const reply = await ask(method, path)
    expect([reply.status, reply.headers.get("allow")]).toEqual([405, allow])
  })

  it.each([
    ["nothing is there", "/tiny/nothing"],
    ["a path goes on", "/tiny/notes/a/b"],
    ["a path is no text", "/tiny/notes/%zz"],
    ["a path is too long for the router", `/tiny/notes/${"x".repeat(500)}`]
  ])("is 404 when %s", async (_, path) => {
    const { ask } = await startEngine()
    const reply = await ask("GET", path)
    expect([reply.status, reply.headers.get("allow")]).toEqual([404, null])
  })

  it("is told alike for a path in another case: as the endpoint's, or as nothing", async () => {
    const { ask } = await startEngine()
    const taken = (await ask("POST", "/tiny/NOTES", hi)).status === 201
    expect((await ask("DELETE", "/tiny/NOTES")).status).toBe(taken ? 405 : 404)
  })

  it("is told to nobody without a key", async () => {
    const { ask } = await startEngine()
    expect((await ask("DELETE", "/tiny/notes", { headers: { authorization: "" } })).status).toBe(401)
  })

  it("outside every mount is a plain 404", async () => {
    const { ask } = await startEngine()
    for (const path of ["/elsewhere", "/tinyx/notes/1"]) {
      const reply = await ask("GET", path)
      expect([reply.status, reply.headers.get("request-id")]).toEqual([404, null])
    }
  })
})

describe("a body", () => {
  const ofBytes = (bytes: number) => `{"text":"hi"${" ".repeat(bytes - 13)}}`

  it.each([
    ["as it is", (text: string) => text],
    ["in a stream of unknown length", streamed]
  ])("may have exactly the bytes of the limit, %s", async (_, send) => {
    const { ask } = await startEngine()
    expect((await ask("POST", "/tiny/notes", { body: send(ofBytes(bodyLimitBytes)) })).status).toBe(201)
    expect((await ask("POST", "/tiny/notes", { body: send(ofBytes(bodyLimitBytes + 1)) })).status).toBe(413)
  })

  it("is measured in bytes, not in characters", async () => {
    const { ask } = await startEngine()
    const body = { text: "hi", note_key: "€".repeat(400) }
    expect((await ask("POST", "/tiny/notes", { body })).status).toBe(413)
  })

  it("that is announced too long is refused unread", async () => {
    const { ask } = await startEngine()
    const unread = new ReadableStream({ pull: () => Promise.reject(new Error("read")) }, { highWaterMark: 0 })
    const headers = { "content-length": String(bodyLimitBytes + 1) }
    expect((await ask("POST", "/tiny/notes", { body: unread, headers })).status).toBe(413)
  })

  it("that ends before it is complete is the caller's fault", async () => {
    const { ask } = await startEngine()
    const broken = new ReadableStream({ start: (controller) => controller.error(new Error("reset")) })
    const reply = await ask("POST", "/tiny/notes", { body: broken })
    expect([reply.status, reply.body.error]).toEqual([400, "RequestAborted"])
  })

  it.each(["application/json", "application/json; charset=utf-8", "APPLICATION/JSON", ""])(
    "is taken as JSON when its type is %j",
    async (type) => {
      const { ask } = await startEngine()
      const body = new TextEncoder().encode(`{"text":"hi"}`)
      expect((await ask("POST", "/tiny/notes", { body, headers: { "content-type": type } })).status).toBe(201)
    }
  )

  it.each(["text/plain", "application/jsonp", "application/x-www-form-urlencoded", "application/vnd.tiny+json"])(
    "of the type %s is refused in the plugin's envelope, or taken",
    async (type) => {
      const { ask } = await startEngine()
      const reply = await ask("POST", "/tiny/notes", { body: `{"text":"hi"}`, headers: { "content-type": type } })
      expect(reply.headers.get("content-type")).toBe("application/json")
      if (reply.status !== 201) expect([reply.status, reply.body.error]).toEqual([415, "UnsupportedMediaType"])
    }
  )

  it("that is not UTF-8 is refused, rather than stored with other characters", async () => {
    const { ask } = await startEngine()
    const body = Buffer.concat([Buffer.from(`{"text":"`), Buffer.from([0xff, 0xfe]), Buffer.from(`"}`)])
    const reply = await ask("POST", "/tiny/notes", { body: new Uint8Array(body) })
    expect([reply.status, reply.body.error]).toEqual([400, "InvalidJson"])
  })

  it.each([
    ["gzip", "it is compressed (Content-Encoding), and is taken as it is only"],
    ["utf-8", undefined]
  ])("with the Content-Encoding %s is refused if that means compressed, and else taken", async (encoding, detail) => {
    const request = HttpServerRequest.fromWeb(
      new Request("http://engine.test/", {
        method: "POST",
        headers: { "content-type": "application/json", "content-encoding": encoding },
        body: "{}"
      })
    )
    const refused = await Effect.runPromise(
      Effect.match(readBody(request, { bodyLimitBytes: 100, sender: "acct_1/test" }), {
        onFailure: (failure) => (failure as { readonly detail?: string }).detail,
        onSuccess: () => undefined
      })
    )
    expect(refused).toBe(detail)
  })

  it("that is missing stands for an empty object", async () => {
    const { ask } = await startEngine()
    const reply = await ask("POST", "/tiny/notes", { headers: { "content-type": "" } })
    expect(reply.body.issues).toEqual([{ path: ["text"], problem: "missing", expected: "a value" }])
  })

  it.each([
    ["a whole number with a point", `{"text":"hi","remind_in_ms":1000.0}`, ["remind_in_ms"], "invalid"],
    ["a whole number with an exponent", `{"text":"hi","remind_in_ms":1e3}`, ["remind_in_ms"], "invalid"],
    ["a whole number with an exponent in the place of a text", `{"text":1e3}`, ["text"], "invalid"],
    ["a key __proto__", `{"text":"hi","__proto__":{"remind_in_ms":1}}`, ["__proto__"], "unknown"],
    ["a parameter that nobody knows", `{"text":"hi","remind":1}`, ["remind"], "unknown"]
  ])("with %s is refused by name", async (_, body, path, problem) => {
    const { ask } = await startEngine()
    const reply = await ask("POST", "/tiny/notes", { body })
    expect([reply.status, reply.body.part]).toEqual([400, "body"])
    expect(reply.body.issues).toMatchObject([{ path, problem }])
  })
})

describe("a query of an endpoint that has none", () => {
  const asked = { body: { text: "hi" }, headers: { "idempotency-key": "once" } }

  it("is refused by its first parameter, after the lookup of the key", async () => {
    const { ask } = await startEngine()
    const refused = await ask("POST", "/tiny/notes?draft=1&loud", hi)
    expect([refused.status, refused.body.part]).toEqual([400, "query"])
    expect(refused.body.issues).toMatchObject([{ path: ["draft"], problem: "unknown" }])
    for (const path of ["/tiny/notes", "/tiny/notes?", "/tiny/notes?&"]) {
      expect((await ask("POST", path, hi)).status).toBe(201)
    }
    expect((await ask("GET", "/tiny/notes/note_none?draft=1")).status).toBe(400)
    expect((await ask("POST", "/tiny/notes", asked)).status).toBe(201)
  })
})
