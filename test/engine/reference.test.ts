import { createHash } from "node:crypto"
import { runInNewContext } from "node:vm"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { bank } from "../../plugins/bank/index.ts"
import { cards } from "../../plugins/cards/index.ts"
import { createEngine, type EngineHandle } from "../../src/index.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"

let engine: EngineHandle

beforeAll(async () => {
  const mounts = { bank: "/money/bank" }
  engine = await createEngine({ plugins: [cards(), bank()], mounts, store: sqlite(":memory:"), log: false })
})

afterAll(() => engine.close())

const ask = (path: string, method = "GET") => engine.fetch(new Request(`http://host.test${path}`, { method }))

const pageAt = async (path: string) => (await ask(path)).text()

const scriptsOf = (page: string) => Array.from(page.matchAll(/<script>([\s\S]*?)<\/script>/g), ([, script]) => script!)

const documentIn = (page: string): string =>
  /<script id="openapi" type="application\/json">([\s\S]*?)<\/script>/.exec(page)![1]!

/** What the page hands to Scalar in a browser that came to it by `pathname`. */
const configurationAt = async (path: string, pathname: string): Promise<any> => {
  const page = await pageAt(path)
  const given: Array<unknown> = []
  runInNewContext(scriptsOf(page).at(-1)!, {
    location: { pathname },
    document: { getElementById: () => ({ textContent: documentIn(page) }) },
    Scalar: { createApiReference: (_: string, configuration: unknown) => given.push(configuration) }
  })
  return given[0]
}

describe("GET /<mount>/reference", () => {
  it.each(["/cards", "/money/bank"])("shows the document of %s", async (mount) => {
    const document: any = await (await ask(`${mount}/openapi.json`)).json()
    expect(JSON.parse(documentIn(await pageAt(`${mount}/reference`)))).toEqual(document)
    const { content } = await configurationAt(`${mount}/reference`, `${mount}/reference`)
    expect(Object.keys(content.paths)).toEqual(Object.keys(document.paths))
    expect(content.components.schemas).toEqual(document.components.schemas)
  })

  it("leaves optional parameters out of samples and requests until they are ticked", async () => {
    const { content } = await configurationAt("/cards/reference", "/cards/reference")
    const left = { value: [], "x-disabled": true }
    const listed = content.paths["/v2/payments"].get.parameters.filter(({ name }: any) => name !== undefined)
    const path = content.paths["/v2/payments/{id}"].get.parameters.filter(({ name }: any) => name !== undefined)
    expect(listed.map(({ name }: any) => name)).toContain("cursor")
    for (const { examples, explode } of [...listed, content.components.parameters.IdempotencyKey])
      expect([explode, examples]).toEqual([true, { example: left }])
    expect(path.map(({ examples }: any) => examples)).toEqual([undefined])
  })

  it("offers samples of curl, which is chosen, Node and Python", async () => {
    const { defaultHttpClient, hiddenClients } = await configurationAt("/cards/reference", "/cards/reference")
    expect(defaultHttpClient).toEqual({ targetKey: "shell", clientKey: "curl" })
    for (const shown of ["shell", "node", "python", "shell/curl", "node/fetch", "python/requests"])
      expect(hiddenClients).not.toContain(shown)
    expect(hiddenClients).toEqual(expect.arrayContaining(["go", "java", "js", "ruby", "node/undici", "shell/wget"]))
  })

  it("sends requests to where the page came from, whatever stands before the mount", async () => {
    const bases = []
    for (const path of ["/cards/reference", "/cards/reference/", "/shop/pay/cards/reference", "/reference"])
      bases.push((await configurationAt("/cards/reference", path)).servers[0].url)
    expect(bases).toEqual(["/cards", "/cards", "/shop/pay/cards", "/"])
  })

  it("has chosen the security scheme that the document names first", async () => {
    const { authentication, content } = await configurationAt("/cards/reference", "/cards/reference")
    expect(authentication.preferredSecurityScheme).toBe("secretKey")
    expect(content.components.securitySchemes).toHaveProperty("secretKey")
  })

  it("fills in requests that anybody can send: the named example of a payment is taken as it is", async () => {
    const { content } = await configurationAt("/cards/reference", "/cards/reference")
    const { examples } = content.paths["/v2/payments"].post.requestBody.content["application/json"]
    const answer = await engine.fetch(
      new Request("http://host.test/cards/v2/payments", {
        method: "POST",
        headers: { authorization: "Bearer sk_test_0123456789", "content-type": "application/json" },
        body: JSON.stringify(examples.example.value)
      })
    )
    expect(answer.status).toBe(200)
  })

  it("keeps within a phone's width what Scalar puts beside an answer's status", async () => {
    const { customCss } = await configurationAt("/cards/reference", "/cards/reference")
    expect(customCss).toContain(".parameter-item-trigger::after { right: 0; }")
  })

  it("asks no other host for anything: no proxy, fonts, telemetry, assistant or hosted client", async () => {
    expect(await configurationAt("/cards/reference", "/cards/reference")).toMatchObject({
      proxyUrl: "",
      telemetry: false,
      withDefaultFonts: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true
    })
    const markup = (await pageAt("/cards/reference")).replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, "")
    expect(markup.match(/(?:src|href)="[^"]*"/g)).toEqual([`href="data:,"`])
  })

  it("lets only its own scripts run, and reach only this server", async () => {
    const response = await ask("/cards/reference")
    const policy = new Map(
      response.headers
        .get("content-security-policy")!
        .split("; ")
        .map((rule) => [rule.split(" ")[0]!, rule.slice(rule.indexOf(" ") + 1)])
    )
    const hashes = scriptsOf(await response.text()).map(
      (script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`
    )
    expect(hashes).toHaveLength(2)
    expect(policy.get("script-src")).toBe(hashes.join(" "))
    expect(policy.get("default-src")).toBe("'none'")
    expect(policy.get("connect-src")).toBe("'self'")
    expect(policy.get("frame-ancestors")).toBe("'none'")
  })

  it.each(["/cards/reference", "/cards/openapi.json"])("%s is there without a key, and for GET only", async (path) => {
    expect((await ask(path, "HEAD")).status).toBe(200)
    const refused = await engine.fetch(
      new Request(`http://host.test${path}`, {
        method: "POST",
        headers: { authorization: "Bearer sk_test_0123456789" }
      })
    )
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET"])
  })
})
