import { afterAll, expect } from "vitest"
import { cards } from "../../plugins/cards/index.ts"
import { createEngine, type EngineHandle } from "../../src/index.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { failing } from "./failing.ts"
import { frameSuite, one, operationsOf, untilLimited, type FramedOperation, type Probe } from "./frame.ts"

const masterKey = Buffer.alloc(32, 7).toString("base64")
const key = "sk_test_0123456789"
const operations = operationsOf((await cards().load()).http!.openApi("/cards"), () => "none_0")
  // What shows itself to nobody has nothing of the frame.
  .filter(({ isOpen }) => !isOpen)

const engines: Array<EngineHandle> = []
afterAll(() => Promise.all(engines.map((engine) => engine.close())))

const start = async (store: ReturnType<typeof sqlite>, mode: "sandbox" | "production" = "sandbox") => {
  const engine = await createEngine({
    plugins: [cards({ mode })],
    store,
    masterKey,
    clock: "2026-01-15T09:30:00Z",
    log: false
  })
  engines.push(engine)
  return engine
}

const asking =
  (engine: EngineHandle) =>
  (headers: Readonly<Record<string, string>>, body: string | undefined = "{}", query = "") =>
  async ({ hasBody, method, path }: FramedOperation) => {
    const response = await engine.fetch(
      new Request(`http://host.test/cards${path}${query}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(hasBody ? { "content-type": "application/json" } : {}),
          ...headers
        },
        ...(hasBody ? { body } : {})
      })
    )
    return { status: response.status, code: ((await response.json()) as any).error?.code }
  }

const hasBody = ({ hasBody }: FramedOperation) => hasBody

let made: Promise<ReadonlyArray<Probe>> | undefined

const makeProbes = async (): Promise<ReadonlyArray<Probe>> => {
  const sandbox = asking(await start(sqlite(":memory:")))
  const production = asking(await start(sqlite(":memory:"), "production"))
  const limited = asking(await start(sqlite(":memory:")))({})
  const broken = failing()
  const unavailable = asking(await start(broken.layer))
  const dying = failing()
  const defective = asking(await start(dying.layer))
  broken.state.isBroken = true
  dying.state.dies = true
  const taken = await sandbox(
    { "idempotency-key": "taken" },
    '{"email":"jane@example.com"}'
  )({ id: "", method: "POST", path: "/v2/customers", hasBody: true, isOpen: false })
  expect(taken.status).toBe(200)
  // Most operations take 1 MiB: what is longer than the longest is sent to those alone that need it.
  const tooLong = [2, 25].map((mebibytes) => sandbox({}, JSON.stringify({ text: "x".repeat(mebibytes * 1024 * 1024) })))
  const sendTooLong: Probe["ask"] = async (operation) => {
    const short = await tooLong[0]!(operation)
    return short.status === 413 ? short : tooLong[1]!(operation)
  }
  return [
    one(401, "missing_api_key", "no key", sandbox({ authorization: "" })),
    one(401, "invalid_api_key", "a malformed key", sandbox({ authorization: "Bearer nonsense" })),
    one(401, "live_key_in_sandbox", "a live key", sandbox({ authorization: "Bearer sk_live_0123456789" })),
    one(401, "test_key_in_production", "a test key in production", production({})),
    one(400, "invalid_region", "an unknown region", sandbox({ "svc-data-region": "moon" })),
    one(400, "invalid_version", "a version that is no date", sandbox({ "svc-version": "latest" })),
    one(400, "parameter_unknown", "an unknown parameter in the query", sandbox({}, "{}", "?zzz=1")),
    one(415, "unsupported_media_type", "a body of text", sandbox({ "content-type": "text/plain" }), hasBody),
    one(400, "invalid_json", "a body that ends early", sandbox({}, "{"), hasBody),
    one(400, "parameter_invalid", "an empty idempotency key", sandbox({ "idempotency-key": "\u00e9" }), hasBody),
    one(
      400,
      "idempotency_key_conflict",
      "another key in the header than in the body",
      sandbox({ "idempotency-key": "one" }, '{"idempotency_key":"two"}'),
      hasBody
    ),
    one(413, "request_too_large", "a body that is too long", sendTooLong, hasBody),
    one(409, "idempotency_key_reused", "a key of another request", sandbox({ "idempotency-key": "taken" }), hasBody),
    one(429, "rate_limit_exceeded", "a request over the limit", untilLimited(limited, 6_000)),
    one(503, "unavailable", "a request while the store is away", unavailable({})),
    one(500, "internal_error", "a request that meets a defect", defective({}))
  ]
}

frameSuite("every operation of cards answers alike", operations, () => (made ??= makeProbes()))
