/** What `bursar/client` takes from the published documents is what they say today: when it is not, run `npm run client`. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { methodPathOf, namedIds } from "./client/names.ts"
import { folder, modules } from "./client/write.ts"
import { documentOf, published } from "./services.ts"

const made = modules()

/** Every operation, by service, id and path. */
const operations = published.flatMap((service) =>
  Object.entries<any>(documentOf(service).paths).flatMap(([path, verbs]) =>
    Object.values<any>(verbs).map(({ operationId }) => ({
      service: service.id,
      operationId: String(operationId),
      path
    }))
  )
)

describe("the tables of operations", () => {
  it.each(published)("of $id is as `npm run client` writes it", ({ id }) => {
    const table = `generated/${id}-operations.ts`
    expect(readFileSync(join(folder, table), "utf8") === made[table]).toBe(true)
  })
})

describe("the names of methods", () => {
  it("are named in no table without need", () => {
    const known = new Set(operations.map(({ operationId, service }) => `${service}.${operationId}`))
    expect(namedIds.filter((id) => !known.has(id))).toEqual([])
  })

  it.each([
    ["cards", "customers.remove", "/v2/customers/{id}", "customers.del"],
    ["docs", "rules.removeSet", "/api/docs/v1/rule-sets/{id}", "rules.deleteSet"],
    ["bank", "payments.initiate", "/v2/payments/instant", "payments.create"],
    ["cards", "moneyHelpers.failPayout", "/v2/test_helpers/payouts/{id}/fail", "testHelpers.payouts.fail"],
    [
      "cards",
      "customerHelpers.createScreeningEntry",
      "/v2/test_helpers/screening_entries",
      "testHelpers.screeningEntries.create"
    ],
    ["docs", "ci.receive", "/api/webhooks/ci", undefined]
  ])("follow the rule: %s %s at %s is %s", (service, id, path, expected) => {
    expect(methodPathOf(service, id, path)?.join(".")).toBe(expected)
  })

  it("begin with small letters, and read as verbs of resources", () => {
    const names = operations.flatMap(({ operationId, path, service }) => {
      const found = methodPathOf(service, operationId, path)
      return found === undefined ? [] : [found.join(".")]
    })
    expect(names.filter((name) => !/^(?:[a-z][A-Za-z]*\.){1,2}[a-z][A-Za-z]*$/.test(name))).toEqual([])
  })
})
