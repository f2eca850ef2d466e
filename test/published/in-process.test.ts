/**
 * Whatever HTTP can do has a call in process, by the name that `bursar/client` gives it, or a row of the table in
 * docs/embedding.md says what stands for it. What the client leaves out for a reason of its own is left out here, too.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import * as bank from "../../plugins/bank/index.ts"
import * as cards from "../../plugins/cards/index.ts"
import * as cardsTesting from "../../plugins/cards/testing.ts"
import * as docs from "../../plugins/docs/index.ts"
import { createEngine } from "../../src/index.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { methodPathOf } from "./client/names.ts"
import { documentOf, published } from "./services.ts"

const exported: Readonly<Record<string, object>> = {
  bank,
  cards: { ...cards, testHelpers: cardsTesting.testHelpers },
  docs
}

const callAt = (service: string, path: string): any =>
  path.split(".").reduce<any>((found, name) => found?.[name], exported[service])

const isCall = (service: string, path: string): boolean => typeof callAt(service, path) === "function"

const codesIn = (cell: string): ReadonlyArray<string> => Array.from(cell.matchAll(/`([^`]+)`/g), ([, code]) => code!)

/** The rows of the table: `cards.kyc.retrieveLatest`, and what stands for it. */
const rows: ReadonlyMap<string, { readonly service: string; readonly stead: string }> = new Map(
  Array.from(
    readFileSync(join(import.meta.dirname, "../../docs/embedding.md"), "utf8").matchAll(
      /^\| (cards|bank|docs) +\| ([^|]+) \| ([^|]+) \|$/gm
    )
  ).flatMap(([, service, names, stead]) =>
    codesIn(names!).map((name) => [`${service}.${name}`, { service: service!, stead: stead!.trim() }] as const)
  )
)

/** The operations by the names of their methods in clients. */
const operations = published.flatMap((service) =>
  Object.entries<Record<string, any>>(documentOf(service).paths).flatMap(([path, verbs]) =>
    Object.values(verbs).flatMap(({ operationId }) => {
      const name = methodPathOf(service.id, operationId, path)?.join(".")
      return name === undefined ? [] : { service: service.id, name, id: `${service.id}.${name}` }
    })
  )
)

/** `del` is a word of clients: operations that delete are called `remove` here. */
const nameOf = ({ name }: (typeof operations)[number]): string => name.replace(/\.del(?:ete)?(?=$|[A-Z])/, ".remove")

const hasCall = (one: (typeof operations)[number]): boolean => isCall(one.service, nameOf(one))

const principals = {
  bank: [bank.clientPrincipal(bank.testClient), bank.adminPrincipal({ person: "officer-1" })],
  cards: [cards.testAccount("acct_host")],
  docs: [docs.docsPrincipal()]
}

describe("an operation of a published API", () => {
  it("has a call in process, or a row that says what stands for it", () => {
    expect(operations.length).toBeGreaterThan(220)
    expect(operations.filter((one) => !hasCall(one) && !rows.has(one.id)).map(({ id }) => id)).toEqual([])
  })

  it("reads no field of null in the place of what it is given", async () => {
    const plugins = [cards.cards(), bank.bank({ mode: "sandbox" }), docs.docs()]
    await using engine = await createEngine({ plugins, store: sqlite(":memory:"), log: false })
    const readsNull = async (one: (typeof operations)[number]) => {
      const outcomes = principals[one.service as keyof typeof principals].flatMap((principal) =>
        [
          [null, null],
          ["x", null],
          [{}, null]
        ].map(async (given) => {
          const caller = await engine.caller({ principal })
          return engine.call(callAt(one.service, nameOf(one))(caller, ...given))
        })
      )
      const failures = (await Promise.allSettled(outcomes)).map((one) => (one.status === "rejected" ? one.reason : ""))
      return failures.some((failure) => /of (?:'[^']+'|null|undefined)|is not a function/.test(failure.message))
    }
    const called = operations.filter(hasCall)
    const reading = await Promise.all(called.map(readsNull))
    expect(called.filter((_, at) => reading[at]).map(({ id }) => id)).toEqual([])
  })

  it("has no row beside a call of its own name", () => {
    expect(operations.filter((one) => hasCall(one) && rows.has(one.id)).map(({ id }) => id)).toEqual([])
  })
})

describe("a row of the table", () => {
  it("names an operation", () => {
    const known = new Set(operations.map(({ id }) => id))
    expect(Array.from(rows.keys()).filter((id) => !known.has(id))).toEqual([])
  })

  it("names a call that is there, or something of the engine", () => {
    const wrong = Array.from(rows.values()).filter(
      ({ service, stead }) => !isCall(service, codesIn(stead)[0] ?? "") && !stead.startsWith("`engine.")
    )
    expect(wrong).toEqual([])
  })
})
