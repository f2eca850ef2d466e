/** Settings of the language model that writes for the documentation service (D64). */
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import { configFromEnv } from "../../src/server/index.ts"
import { problemsOf, type Env } from "./problemsOf.ts"
import { production } from "./runningServer.ts"

const url = "https://models.example.com/v1"
const model: Env = { BURSAR_DOCS_MODEL_URL: url, BURSAR_DOCS_MODEL_NAME: "tiny" }

describe("D64 the language model of the documentation service", () => {
  it("is absent unless it is set", async () => {
    expect((await configFromEnv({})).docs.model).toBeUndefined()
    expect((await configFromEnv({ BURSAR_DOCS_MODEL_URL: " " })).docs.model).toBeUndefined()
  })

  it("is an address and a name, and a key that no log shows", async () => {
    const { docs } = await configFromEnv({ ...model, BURSAR_DOCS_MODEL_KEY: "sk-5up3r.s3cret" })
    expect(docs.model).toMatchObject({ url, model: "tiny" })
    expect(Redacted.value(docs.model!.key!)).toBe("sk-5up3r.s3cret")
    expect(JSON.stringify(docs)).not.toContain("s3cret")
    expect((await configFromEnv(model)).docs.model).toEqual({ url, model: "tiny" })
  })

  it("has bounds on tokens, time, cost and requests", async () => {
    const { docs } = await configFromEnv({
      ...model,
      BURSAR_DOCS_MODEL_MAX_TOKENS: "5000",
      BURSAR_DOCS_MODEL_SECTION_SECONDS: "20",
      BURSAR_DOCS_MODEL_DOCUMENT_SECONDS: "90",
      BURSAR_DOCS_MODEL_CONCURRENCY: "2",
      BURSAR_DOCS_MODEL_PRICES: "0.15, 0.60",
      BURSAR_DOCS_MODEL_MAX_COST: "0.25"
    })
    expect(docs.model).toEqual({
      url,
      model: "tiny",
      maxTokens: 5_000,
      sectionTimeoutMs: 20_000,
      documentTimeoutMs: 90_000,
      concurrency: 2,
      prices: { inputPerMillion: 0.15, outputPerMillion: 0.6 },
      maxCost: 0.25
    })
  })

  it.each<[Env, line: string]>([
    [{ BURSAR_DOCS_MODEL_URL: url }, "BURSAR_DOCS_MODEL_NAME is not set but must be the name of the model"],
    [{ BURSAR_DOCS_MODEL_NAME: "tiny" }, "BURSAR_DOCS_MODEL_NAME is set but BURSAR_DOCS_MODEL_URL is not"],
    [{ BURSAR_DOCS_MODEL_KEY: "k" }, "BURSAR_DOCS_MODEL_KEY is set but BURSAR_DOCS_MODEL_URL is not"],
    [
      { ...model, BURSAR_DOCS_MODEL_MAX_COST: "1" },
      "BURSAR_DOCS_MODEL_MAX_COST is set but BURSAR_DOCS_MODEL_PRICES is not"
    ],
    [
      { ...model, BURSAR_DOCS_MODEL_URL: "ftp://x" },
      "BURSAR_DOCS_MODEL_URL is a text of 7 characters but must be an http"
    ],
    [{ ...model, BURSAR_DOCS_MODEL_URL: `${url}?key=x` }, "must be an http or https address without user and query"],
    [{ ...model, BURSAR_DOCS_MODEL_URL: "https://u:s3cret@h/v1" }, "must be an http or https address without user"],
    [
      { ...model, BURSAR_DOCS_MODEL_KEY: "two words" },
      "BURSAR_DOCS_MODEL_KEY is a text of 9 characters but must be a key"
    ],
    [{ ...model, BURSAR_DOCS_MODEL_NAME: "two words" }, `BURSAR_DOCS_MODEL_NAME is "two words" but must be a name`],
    [{ ...model, BURSAR_DOCS_MODEL_MAX_TOKENS: "10" }, "must be a whole number from 1000 to 100000000"],
    [{ ...model, BURSAR_DOCS_MODEL_SECTION_SECONDS: "0" }, "must be a whole number from 1 to 3600"],
    [{ ...model, BURSAR_DOCS_MODEL_DOCUMENT_SECONDS: "1h" }, "must be a whole number from 1 to 86400"],
    [{ ...model, BURSAR_DOCS_MODEL_CONCURRENCY: "65" }, "must be a whole number from 1 to 64"],
    [{ ...model, BURSAR_DOCS_MODEL_PRICES: "1" }, "must be two numbers separated by a comma"],
    [
      { ...production, ...model, BURSAR_DOCS_MODEL_URL: "http://models.example.com/v1", BURSAR_DOCS_MODEL_KEY: "k" },
      "BURSAR_DOCS_MODEL_URL must be an https address in production"
    ]
  ])("refuses %o", async (env, line) => {
    const problems = await problemsOf(env)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(line)
    expect(problems[0]).not.toContain("s3cret")
  })

  it.each<[string, Env]>([
    [
      "plain http on the own machine",
      { BURSAR_DOCS_MODEL_URL: "http://127.0.0.1:11434/v1", BURSAR_DOCS_MODEL_KEY: "k" }
    ],
    [
      "plain http on the own machine, by IPv6",
      { BURSAR_DOCS_MODEL_URL: "http://[::1]:8000", BURSAR_DOCS_MODEL_KEY: "k" }
    ],
    ["plain http without a key", { BURSAR_DOCS_MODEL_URL: "http://models.internal/v1" }]
  ])("takes %s in production", async (_, env) => {
    expect(await problemsOf({ ...production, ...model, ...env })).toEqual([])
  })
})
