import { afterAll, describe, expect, it } from "vitest"
import { bank, testClient, type BankOptions } from "../../plugins/bank/index.ts"
import { createEngine, type EngineHandle } from "../../src/index.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { failing } from "./failing.ts"
import { frameSuite, one, operationsOf, untilLimited, type FramedOperation, type Probe } from "./frame.ts"

const masterKey = Buffer.alloc(32, 7).toString("base64")
const document: any = (await bank().load()).http!.openApi("/bank")
const operations = operationsOf(document, () => "none_0").filter(({ isOpen }) => !isOpen)

const engines: Array<EngineHandle> = []
afterAll(() => Promise.all(engines.map((engine) => engine.close())))

/** A client that may do nothing. */
const powerless = { clientId: "cli_powerless", clientSecret: "secret", apiKey: "powerless", name: "None", scopes: [] }

const start = async (
  store: ReturnType<typeof sqlite>,
  {
    mount = "/bank",
    ...settings
  }: Partial<Pick<BankOptions, "idempotencyMismatchStatus" | "mode" | "requestsPerMinute">> & {
    readonly mount?: string
  } = {}
) => {
  const engine = await createEngine({
    plugins: [bank({ mode: "sandbox", clients: [testClient, powerless], requestsPerMinute: 100_000, ...settings })],
    mounts: { bank: mount === "" ? "/" : mount },
    store,
    masterKey,
    clock: "2026-06-17T16:00:00Z",
    log: false
  })
  engines.push(engine)
  return engine
}

let keys = 0

/** Also where the document asks for no body, one may be sent. */
const takesBody = ({ method }: FramedOperation) => method !== "GET" && method !== "DELETE"

const asking =
  (engine: EngineHandle) =>
  (headers: Readonly<Record<string, string>> = {}, body = "{}", query = "") =>
  async (operation: FramedOperation) => {
    const { method, path } = operation
    const all = {
      "x-api-key": testClient.apiKey,
      "idempotency-key": `frame-${(keys += 1)}`,
      ...(takesBody(operation) ? { "content-type": "application/json" } : {}),
      ...headers
    }
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""))
    const response = await engine.fetch(
      new Request(`http://host.test/bank${path}${query}`, {
        method,
        headers: sent,
        ...(takesBody(operation) ? { body } : {})
      })
    )
    const answer: any = await response.json()
    return { status: response.status, code: answer.error?.code ?? answer.errors?.[0]?.code }
  }

/** The operations of which the document says something. */
const those = (says: (operation: any) => boolean) => {
  const ids = new Set(
    Object.values<any>(document.paths).flatMap((methods) =>
      Object.values<any>(methods)
        .filter(says)
        .map(({ operationId }) => operationId as string)
    )
  )
  return ({ id }: FramedOperation) => ids.has(id)
}

const needsScope = those(({ security }) => security[1]?.accessToken?.length > 0)
/** Keys that must be sent stand in each operation, with an example of its own. */
const keyOf = ({ parameters }: any) => parameters.find(({ name }: any) => name === "Idempotency-Key")
const needsKey = those((operation) => keyOf(operation)?.required === true)
const takesKey = those(
  (operation) =>
    keyOf(operation) !== undefined ||
    operation.parameters.some(({ $ref }: any) => $ref === "#/components/parameters/IdempotencyKey")
)

let made: Promise<ReadonlyArray<Probe>> | undefined

const makeProbes = async (): Promise<ReadonlyArray<Probe>> => {
  const usual = asking(await start(sqlite(":memory:")))
  const broken = failing()
  const unavailable = asking(await start(broken.layer))
  const dying = failing()
  const defective = asking(await start(dying.layer))
  const live = asking(await start(sqlite(":memory:"), { mode: "production" }))
  const limited = asking(await start(sqlite(":memory:"), { requestsPerMinute: 1 }))
  const configured = asking(await start(sqlite(":memory:"), { idempotencyMismatchStatus: 422 }))
  broken.state.isBroken = true
  dying.state.dies = true
  const register = operations.find(({ id }) => id === "webhooks.register")!
  const webhook = JSON.stringify({ url: "https://example.com/hook", events: ["payment.settled"] })
  for (const ask of [usual, configured])
    expect(await ask({ "idempotency-key": "taken" }, webhook)(register)).toMatchObject({ status: 201 })
  const tooLong = JSON.stringify({ text: "x".repeat(40 * 1024 * 1024) })
  const form = "INVALID_FIELD_FORMAT"
  return [
    one(401, "MISSING_AUTHORIZATION", "no credential", usual({ "x-api-key": "" })),
    one(401, "INVALID_API_KEY", "an unknown key", usual({ "x-api-key": "nonsense" })),
    one(401, "INVALID_TOKEN", "an unknown token", usual({ authorization: "Bearer nonsense" })),
    one(403, "INSUFFICIENT_SCOPE", "a client without scopes", usual({ "x-api-key": powerless.apiKey }), needsScope),
    one(400, form, "a version that is not served", usual({ "api-version": "9" })),
    one(400, form, "an unknown parameter in the query", usual({}, "{}", "?zzz=1")),
    one(400, form, "a body of text", usual({ "content-type": "text/plain" }), takesBody),
    one(400, form, "a body that ends early", usual({}, "{"), takesBody),
    one(400, form, "a key that is no text", usual({ "idempotency-key": "\u00e9" }), takesBody),
    one(400, "REQUIRED_FIELD_MISSING", "no key where money moves", usual({ "idempotency-key": "" }), needsKey),
    one(409, "DUPLICATE_IDEMPOTENCY_KEY", "a key of another request", usual({ "idempotency-key": "taken" }), takesBody),
    one(422, "DUPLICATE_IDEMPOTENCY_KEY", "so set", configured({ "idempotency-key": "taken" }), takesBody),
    one(429, "RATE_LIMIT_EXCEEDED", "a request over the limit", untilLimited(limited(), 1)),
    one(413, "REQUEST_TOO_LARGE", "a body that is too long", usual({}, tooLong), takesBody),
    one(404, "NOT_FOUND", "an operation of sandboxes in production", live(), ({ id }) => id.startsWith("simulator.")),
    one(503, "SERVICE_UNAVAILABLE", "a request while the store is away", unavailable()),
    one(500, "INTERNAL_ERROR", "a request that meets a defect", defective())
  ]
}

frameSuite("every operation of bank answers alike", operations, () => (made ??= makeProbes()))

it.each(["/auth/token", "/v2/auth/token"])(
  "%s answers alike while the store is away or broken, and over the limit",
  async (path) => {
    const { clientId, clientSecret } = testClient
    const body = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret
    })
    const store = failing()
    const engine = await start(store.layer, { requestsPerMinute: 2 })
    const codeOf = async (change: Partial<typeof store.state>) => {
      Object.assign(store.state, change)
      const answer = await engine.fetch(new Request(`http://host.test/bank${path}`, { method: "POST", body }))
      return [answer.status, ((await answer.json()) as any).error.code]
    }
    expect(await codeOf({ isBroken: true })).toEqual([503, "SERVICE_UNAVAILABLE"])
    expect(await codeOf({ dies: true })).toEqual([500, "INTERNAL_ERROR"])
    expect(await codeOf({})).toEqual([429, "RATE_LIMIT_EXCEEDED"])
  }
)

describe("the published document of bank", () => {
  it.each(["", "/bank", "/pay/bank"])("names the address that issues tokens, mounted at '%s'", async (mount) => {
    const engine = await start(sqlite(":memory:"), { mount })
    const base = "https://public.example"
    const published: any = await (await engine.fetch(new Request(`${base}${mount}/openapi.json`))).json()
    const { tokenUrl } = published.components.securitySchemes.accessToken.flows.clientCredentials
    const { clientId, clientSecret } = testClient
    const form = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret }
    const answer = await engine.fetch(
      new Request(new URL(tokenUrl, `${base}${published.servers[0].url}`), {
        method: "POST",
        body: new URLSearchParams(form)
      })
    )
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ token_type: "Bearer" })
  })

  it("takes idempotency keys with every request that may have a body", () => {
    expect(operations.filter(takesKey)).toEqual(operations.filter(takesBody))
  })

  it("shows another key with each request that needs one: a key of another request is refused", () => {
    const operations = Object.values<any>(document.paths).flatMap((methods) => Object.values<any>(methods))
    const shown = operations.flatMap((operation) => keyOf(operation)?.schema.examples ?? [])
    expect(shown.length).toBeGreaterThan(1)
    expect(new Set(shown).size).toBe(shown.length)
  })

  it("says of every field of an event what it means", () => {
    const resolve = (schema: any): any =>
      schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split("/").at(-1)]
    for (const [type, { post }] of Object.entries<any>(document.webhooks)) {
      const { data } = post.requestBody.content["application/json"].schema.allOf[1].properties
      const whole = resolve(data)
      for (const variant of (whole.anyOf ?? [whole]).map(resolve)) {
        for (const [name, field] of Object.entries<any>(variant.properties)) {
          expect(field.description, `${type} ${name}`).toBeTruthy()
        }
      }
    }
  })
})
