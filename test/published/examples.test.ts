/** The examples of the published documents are those of an engine as it is today. */
import { describe, expect, it } from "vitest"
import { examples as bank } from "../../plugins/bank/examples.ts"
import { examples as cards } from "../../plugins/cards/examples.ts"
import { examples as docs } from "../../plugins/docs/examples.ts"
import { play } from "./examples/write.ts"
import { documentOf, published } from "./services.ts"

const kept = { cards, bank, docs } as const

// Beside other work the engines of a scenario take a while to start.
describe.each(["cards", "bank", "docs"] as const)("the examples of %s", { timeout: 60_000 }, (service) => {
  it("are what the engine answers today, byte for byte; `npm run examples` writes them", async () => {
    expect(JSON.stringify(await play(service))).toBe(JSON.stringify(kept[service]()))
  })
})

/** Operations whose success is JSON. */
const answeringJson = (document: any): ReadonlyArray<string> =>
  Object.values<any>(document.paths)
    .flatMap((methods) => Object.values<any>(methods))
    .filter(({ responses }) =>
      Object.entries<any>(responses).some(([status, { content }]) => status < "300" && content?.["application/json"])
    )
    .map(({ operationId }) => operationId)

it.each(published)("every operation of $id that answers JSON has an example of it", (plugin) => {
  const { operations } = kept[plugin.id as keyof typeof kept]()
  const shown = (id: string) => Object.keys(operations[id]?.answers ?? {}).some((status) => status < "300")
  expect(answeringJson(documentOf(plugin)).filter((id) => !shown(id))).toEqual([])
})

/** Codes without an example, each with why. */
const unshown: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  cards: {
    "402 account_closed": "No bank of the sandbox says so at once: the payment fails later.",
    "409 idempotency_key_in_use": "A repetition waits 30 seconds for the first request before it gives up."
  },
  bank: {},
  docs: {
    "422 publish_unauthorized": "A server with a repository says so.",
    "504 timeout": "What takes too long takes a minute."
  }
}

const resolved = (document: any, value: any): any =>
  value.$ref === undefined
    ? value
    : value.$ref
        .slice(2)
        .split("/")
        .reduce((at: any, key: string) => at[key], document)

/** What a document declares of errors: a line for each operation, status and code, and whether an example shows it. */
const errorsOf = (document: any): ReadonlyArray<{ answer: string; code: string; isShown: boolean }> =>
  Object.values<any>(document.paths)
    .flatMap((methods) => Object.values<any>(methods))
    .flatMap(({ operationId, responses }) =>
      Object.entries<any>(responses).flatMap(([status, response]) => {
        const media = resolved(document, response).content?.["application/json"]
        if (status < "400" || media === undefined) return []
        const { error } = media.schema.allOf[1].properties
        const codes: ReadonlyArray<string> = error.properties.code.enum
        const shown = (code: string) => media.examples !== undefined && code in media.examples
        return codes.map((code) => ({
          answer: `${operationId} ${status}`,
          code: `${status} ${code}`,
          isShown: shown(code)
        }))
      })
    )

describe.each(published)("the errors of $id", (plugin) => {
  const errors = errorsOf(documentOf(plugin))
  const explained = unshown[plugin.id]!

  it("have an example of each code, but for those of which it is said why not", () => {
    const shown = new Set(errors.filter(({ isShown }) => isShown).map(({ code }) => code))
    const missing = new Set(errors.map(({ code }) => code).filter((code) => !shown.has(code)))
    expect([...missing].sort()).toEqual(Object.keys(explained).sort())
  })

  it("have an example at every answer", () => {
    const shown = new Set(errors.filter(({ isShown }) => isShown).map(({ answer }) => answer))
    const bare = errors.filter(({ answer, code }) => !shown.has(answer) && !(code in explained))
    expect(bare.map(({ answer }) => answer)).toEqual([])
  })

  it("say in their examples the codes under which they stand", () => {
    const { refusals } = kept[plugin.id as keyof typeof kept]()
    for (const [name, { body }] of Object.entries<{ body: any }>(refusals)) {
      expect(name.replace(/_\d+$/, "")).toBe(body.error?.code ?? body.errors[0].code)
    }
  })
})

it.each(published)("every event of $id has an example of its type", (plugin) => {
  const { webhooks = {} } = documentOf(plugin)
  const { events } = kept[plugin.id as keyof typeof kept]()
  for (const [type, { post }] of Object.entries<any>(webhooks)) {
    const { example } = post.requestBody.content["application/json"].examples
    expect(example.value).toEqual(events[type])
    expect(example.value.type ?? example.value.eventType).toBe(type)
  }
  expect(Object.keys(events).sort()).toEqual(Object.keys(webhooks).sort())
})

it("are small: less than 190,000 characters in all", () => {
  const all = Object.values(kept).map((examples) => JSON.stringify(examples()).length)
  expect(all.reduce((sum, length) => sum + length, 0)).toBeLessThan(190_000)
})
