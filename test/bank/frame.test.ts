/** What holds for every endpoint of bank, read from the description of its API, so that a new endpoint is tested too. */
import * as OpenApi from "effect/http-api/OpenApi"
import { describe, expect, it } from "vitest"
import { BankApi } from "../../plugins/bank/api.ts"
import { scopes, type BankScope } from "../../plugins/bank/clients/Client.ts"
import { achBody } from "./ach/achHost.ts"
import { beneficiary, client, freshKey, keyOf, originator, startHost, to, type Host } from "./host.ts"
import { fedwire, swift } from "./wire/wires.ts"

interface Described {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>> }>
  >
}

const { components, paths } = OpenApi.fromApi(BankApi) as unknown as {
  readonly components: { readonly schemas: Readonly<Record<string, { readonly required?: ReadonlyArray<string> }>> }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
}

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { responses }]) => ({
    method: method.toUpperCase(),
    path,
    asked: path.replaceAll(/\{\w+\}/g, "x_1"),
    responses
  }))
)

const isToken = (path: string): boolean => path.endsWith("/auth/token")

/** Everything that is read without an id in its path. */
const readings = operations
  .filter(({ method, path }) => method === "GET" && !path.includes("{"))
  .map(({ path }) => (path.endsWith("/ledger/entries") ? `${path}?paymentId=x_1` : path))

/** Whoever may read: an administrator has no webhooks. */
const reader = ({ admin, ask }: Host, path: string) => (path.startsWith("/v2/webhooks") ? ask : admin)

const makeSomethingOfEveryKind = async (host: Host) => {
  const post = async (path: string, body: unknown) => {
    const reply = await host.ask("POST", path, body, { "idempotency-key": freshKey() })
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
    return reply.body
  }
  await host.ask("POST", "/v2/webhooks", { url: "https://client.example/hooks", events: ["*"] })
  const held = { ...beneficiary, name: "Zoltan Sanctionov" }
  const parties = { payee: originator, payer: { ...beneficiary, accountNumber: "9005000002" } }
  return {
    answers: [
      await post("/v2/payments/instant", to("9003000004")),
      await post("/v2/payments/instant", to("1", { beneficiary: held })),
      await post("/v2/payments/wire", fedwire()),
      await post("/v2/payments/wire", swift({ amount: 100 })),
      await post("/v2/payments/ach", achBody()),
      await post("/v2/payments/ach/batches", { entries: [achBody()] }),
      await post("/v2/payments/rfp", { rail: "rtp", amount: 1, ...parties, dueDate: "2026-06-17" })
    ],
    read: async () => {
      const found = []
      for (const path of readings) found.push((await reader(host, path)("GET", path)).body)
      for (const kind of ["instant", "wire", "ach", "rfp"]) {
        const { data } = (await host.ask("GET", `/v2/payments/${kind}`)).body
        expect(data.length, kind).toBeGreaterThan(0)
        for (const { paymentId = "", rfpId = paymentId } of data) {
          found.push((await host.ask("GET", `/v2/payments/${kind}/${rfpId}`)).body)
        }
      }
      return found
    }
  }
}

/** Every member of an answer, with its name. */
const membersOf = (value: unknown): ReadonlyArray<readonly [name: string, value: unknown]> =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([name, member]) => [[name, member] as const, ...membersOf(member)])

describe("every endpoint", () => {
  it("B1 has a path that begins with /v2 and answers JSON; without the version there is nothing", async () => {
    const host = await startHost()
    const elsewhere = operations.filter(({ path }) => !path.startsWith("/v2/"))
    expect(elsewhere.map(({ path }) => path)).toEqual(["/auth/token"])
    for (const path of readings) {
      const reply = await reader(host, path)("GET", path)
      expect([path, reply.status, reply.headers.get("content-type")]).toEqual([path, 200, "application/json"])
      expect((await host.admin("GET", path.slice("/v2".length))).status).toBe(404)
    }
  })

  it("B2 wraps what it answers in data, but for tokens, whose form is OAuth's", async () => {
    for (const { method, path, responses } of operations.filter(({ path }) => !isToken(path))) {
      for (const [status, { content }] of Object.entries(responses)) {
        if (!status.startsWith("2") || status === "204") continue
        const name = content!["application/json"]!.schema.$ref.split("/").at(-1)!
        expect([method, path, status, components.schemas[name]!.required]).toEqual([
          method,
          path,
          status,
          expect.arrayContaining(["data"])
        ])
      }
    }
    const host = await startHost()
    const { answers, read } = await makeSomethingOfEveryKind(host)
    for (const body of [...answers, ...(await read())]) {
      expect(["data", "data,error,meta", "data,pagination"]).toContain(Object.keys(body).toSorted().join())
    }
  })

  it("B11 tells times in UTC with milliseconds, and dates as the days of New York", async () => {
    // Half past eleven on the evening of the 17th in New York.
    const host = await startHost({ engine: { clock: "2026-06-18T03:30:00.007Z" } })
    const { answers, read } = await makeSomethingOfEveryKind(host)
    await host.engine.advance("2 days")
    const members = [
      ...answers,
      ...(await read()),
      ...host.engine.notifier.requests.map(({ body }) => JSON.parse(body))
    ]
    const texts = members.flatMap(membersOf).filter(([, value]) => typeof value === "string")
    const forms = { time: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/, date: /^\d{4}-\d{2}-\d{2}$/ }
    const told = texts.filter(
      ([name, value]) => /^\d{4}-\d{2}-\d{2}/.test(String(value)) || /(At|imestamp)$/.test(name)
    )
    expect(told.length).toBeGreaterThan(100)
    for (const [name, value] of told) {
      expect([name, value]).toEqual([
        name,
        expect.stringMatching(/(Date|Deadline|By)$/.test(name) ? forms.date : forms.time)
      ])
    }
    expect(texts).toContainEqual(["createdAt", "2026-06-18T03:30:00.007Z"])
    const [, , fed, abroad] = answers
    expect(fed.data.valueDate).toBe("2026-06-18")
    expect(abroad.data.valueDate).toBe("2026-06-17")
  })

  it("B110 answers with a request id in the header, which is that of the envelope of an error", async () => {
    const host = await startHost()
    for (const { asked, method } of operations) {
      for (const given of [undefined, "client-request-1"]) {
        const body = method === "GET" || method === "DELETE" ? undefined : {}
        const reply = await host.ask(method, asked, body, { "x-request-id": given })
        const id = reply.headers.get("x-request-id")
        expect([method, asked, id]).toEqual([method, asked, given ?? expect.stringMatching(/^req_\w+$/)])
        if (reply.status >= 400) expect(reply.body.meta).toEqual({ requestId: id, timestamp: expect.any(String) })
      }
    }
  })
})

/** The scope that decisions B.1 and B.5 give an endpoint. */
const scopeOf = (method: string, path: string): BankScope => {
  const [, , area, kind] = path.split("/")
  // The dry run of the rules of routing changes nothing.
  const way = method === "GET" || path.endsWith("/evaluate") ? "read" : "write"
  switch (area) {
    case "payments":
      return kind === "rfp" ? `rfp:${way}` : `payments:${way}`
    case "webhooks":
      return "webhooks:manage"
    case "participants":
      return "participants:read"
    case "approvals":
      return "approvals:write"
    case "compliance":
      return `compliance:${way}`
    case "admin":
      return `admin:${way}`
    default:
      return "simulator:control"
  }
}

it("B104 an administrator, who owns no payments, cannot make any, ask for them, or take webhooks", async () => {
  const host = await startHost()
  const asked = [
    ["/v2/payments/instant", to("9000000000")],
    ["/v2/payments/wire", fedwire()],
    ["/v2/payments/ach", achBody()],
    ["/v2/payments/ach/batches", { entries: [achBody()] }],
    ["/v2/payments/rfp", { rail: "rtp", amount: 1, originator, beneficiary }],
    ["/v2/webhooks", { url: "https://example.com/hooks", events: ["*"] }]
  ] as const
  for (const [path, body] of asked) {
    const reply = await host.admin("POST", path, body, { "idempotency-key": freshKey() })
    expect([path, reply.status, reply.body.error.code]).toEqual([path, 403, "INSUFFICIENT_SCOPE"])
  }
})

it("B104 B152 every endpoint needs its scope, and no other opens it", async () => {
  const named = (scope: string) => `cli_without_${scope.replace(":", "_")}`
  const host = await startHost({
    bank: {
      clients: [
        client("cli_all", { scopes }),
        ...scopes.map((scope) => client(named(scope), { scopes: scopes.filter((one) => one !== scope) }))
      ]
    }
  })
  for (const { asked, method, path } of operations.filter(({ path }) => !isToken(path))) {
    const scope = scopeOf(method, path)
    const body = method === "GET" || method === "DELETE" ? undefined : {}
    const by = (clientId: string) => host.ask(method, asked, body, keyOf(client(clientId)))
    const refused = await by(named(scope))
    expect([method, path, refused.status, refused.body?.error?.code]).toEqual([method, path, 403, "INSUFFICIENT_SCOPE"])
    expect([method, path, (await by("cli_all")).body?.error?.code]).not.toEqual([method, path, "INSUFFICIENT_SCOPE"])
  }
})
