/** Deliveries to the CI webhook that come from somewhere else, once more or late. */
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { expect, it } from "vitest"
import { GitClient } from "../../../plugins/docs/git/GitClient.ts"
import { Engine } from "../../../src/index.ts"
import { startDocs } from "../host.ts"

const secret = "whsec_of_tests_0123"
const path = "/api/webhooks/ci"

const start = () => startDocs({ docs: { webhookSecret: Redacted.make(secret), git: GitClient.layerNone } })

it("D36 makes a guesser wait who has a whole network of IPv6", async () => {
  const { engine } = await start()
  const statusFrom = async (address: string) => {
    const headers = { "x-docs-secret": "x" }
    const sent = new Request(`http://host.test/docs${path}`, { method: "POST", body: "{}", headers })
    const from = HttpServerRequest.fromWeb(sent).modify({ remoteAddress: Option.some(address) })
    const asked = Effect.flatMap(Engine, ({ app }) =>
      Effect.provideService(Effect.scoped(app), HttpServerRequest.HttpServerRequest, from)
    )
    return (await engine.call(asked)).status
  }
  for (let guess = 0; guess < 10; guess++) expect(await statusFrom(`2001:db8:0:1::${guess}`)).toBe(401)
  expect(await statusFrom("2001:db8:0:1:ffff::1")).toBe(429)
  expect(await statusFrom("2001:db8:0:2::1")).toBe(401)
})
