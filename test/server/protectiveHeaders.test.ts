/** Headers that every answer carries, whoever makes it. */
import { request as requestOverTls } from "node:https"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Redacted from "effect/Redacted"
import { beforeAll, expect, it } from "vitest"
import type { ServerHandle } from "../../src/server/index.ts"
import { configFromEnv, serve } from "../../src/server/index.ts"
import { selfSignedCertificate } from "../services/selfSignedCertificate.ts"
import { temporaryFolder } from "../store/openStore.ts"
import { startServer, testKey } from "./runningServer.ts"

let server: ServerHandle

beforeAll(async () => {
  server = await serve(await configFromEnv({ PORT: "0", BURSAR_DATA: ":memory:" }))
  return server.close
})

const ask = (path: string, init: RequestInit = {}) => fetch(`${server.url}${path}`, init)

const expectProtected = (response: Response, name: string) => {
  expect(response.headers.get("cache-control"), `${name}: ${response.status}`).toBe("no-store")
  expect(response.headers.get("x-content-type-options"), `${name}: ${response.status}`).toBe("nosniff")
}

const methods = ["get", "post", "put", "patch", "delete"]

it.each(["cards", "bank", "docs"])("each endpoint of %s says so, with a key and without", async (service) => {
  const document: any = await (await ask(`/${service}/openapi.json`)).json()
  const { bank, docs } = server.credentials
  const key = { cards: testKey, bank: Redacted.value(bank!.apiKey), docs: Redacted.value(docs.apiKey!) }[service]
  for (const [template, endpoints] of Object.entries<object>(document.paths)) {
    const path = `/${service}${template.replace(/\{\w+\}/g, "none")}`
    for (const method of methods.filter((name) => name in endpoints)) {
      for (const authorization of ["Bearer no", `Bearer ${key}`]) {
        const headers = { authorization, "x-api-key": authorization.slice(7), "content-type": "application/json" }
        const body = method === "get" ? {} : { body: "{}" }
        const response = await ask(path, { method: method.toUpperCase(), headers, redirect: "manual", ...body })
        expectProtected(response, `${method} ${path}`)
        await response.body?.cancel()
      }
    }
  }
})

it("so does what no endpoint answers", async () => {
  const paths = [
    "/",
    "/health",
    "/ready",
    "/metrics",
    "/cards/openapi.json",
    "/cards/reference",
    "/nothing",
    "/admin/jobs"
  ]
  for (const path of [...paths, "/cards/v2/nothing", "/cards", "/cards/v2/payments/%E0%A4%A"]) {
    for (const method of ["GET", "HEAD", "PROPFIND"]) expectProtected(await ask(path, { method }), `${method} ${path}`)
  }
})

it("browsers are told to come back by https where there is https", async () => {
  const header = "strict-transport-security"
  expect((await ask("/health")).headers.get(header)).toBeNull()
  const behind = await startServer({ BURSAR_PUBLIC_URL: "https://pay.example", BURSAR_ALLOW_OPEN_SANDBOX: "1" })
  for (const path of ["/health", "/cards/v2/payments", "/nothing"]) {
    expect((await fetch(`${behind.url}${path}`)).headers.get(header)).toBe("max-age=31536000")
  }
  const folder = temporaryFolder()
  const { cert, key } = selfSignedCertificate("localhost")
  writeFileSync(join(folder, "cert.pem"), cert)
  writeFileSync(join(folder, "key.pem"), key)
  const { address } = await startServer({
    BURSAR_TLS_CERT: join(folder, "cert.pem"),
    BURSAR_TLS_KEY: join(folder, "key.pem")
  })
  const told = await new Promise((resolve, reject) => {
    const asked = {
      host: "127.0.0.1",
      port: address.port,
      path: "/nothing",
      agent: false,
      ca: cert,
      servername: "localhost"
    }
    requestOverTls(asked, (answer) => resolve(answer.resume().headers[header]))
      .once("error", reject)
      .end()
  })
  expect(told).toBe("max-age=31536000")
})
