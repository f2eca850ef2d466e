/** Requests made from the published documents: what fits is never refused for its form, what does not never passes. */
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import { afterAll, describe, expect, it } from "vitest"
import { bank, testClient } from "../../plugins/bank/index.ts"
import { cards } from "../../plugins/cards/index.ts"
import { docs } from "../../plugins/docs/index.ts"
import * as TestEngine from "../../src/testing/TestEngine.ts"
import { isBeyondSchemas, problemsOf, takesMisfits } from "./beyond.ts"
import { makeRequests, type Described, type Request, type Spoiled } from "./Requests.ts"
import { beyondLimits, misfits } from "./values.ts"

type Json = any

/** Requests that fit, of each operation. */
const runs = 8
/** Requests that do not, of each that does. */
const spoiledPerRun = 6

const secret = "secret of tests"

const services = [
  {
    plugin: cards({ mode: "sandbox", accounts: [{ id: "acct_1", keys: ["sk_test_0123456789"], plan: "dedicated" }] }),
    headers: { authorization: "Bearer sk_test_0123456789" },
    words: ["pm_card_visa", "pm_card_visa", "ba_test_verified_usd"],
    // Faults that it plans are met by others.
    isLast: (id: string) => id === "engineHelpers.planFault",
    refusesUnknownQuery: () => true,
    takesRepeats: true,
    passesOver: () => false
  },
  {
    plugin: bank({ mode: "sandbox", requestsPerMinute: 1_000_000 }),
    headers: { "x-api-key": testClient.apiKey },
    words: [],
    isLast: () => false,
    refusesUnknownQuery: () => true,
    // Its lists name each thing once, and those of this test repeat one.
    takesRepeats: false,
    // Its introduction says so: null and empty text count as absent.
    passesOver: (member: Json) => member === null || member === ""
  },
  {
    plugin: docs({ apiKeys: [Redacted.make("key")], webhookSecret: Redacted.make(secret) }),
    headers: { authorization: "Bearer key", "x-docs-secret": secret },
    words: [],
    isLast: () => false,
    refusesUnknownQuery: ({ id, parameters }: Described) =>
      !id.startsWith("ci.") && parameters.some((parameter) => parameter.in === "query"),
    takesRepeats: true,
    passesOver: () => false
  }
]

/** Ids that answers told, by the part of the path that they follow. The caller's own is not for removal. */
const makeKnown = (all: Array<string>) => {
  const kinds = new Map<string, Array<string>>()
  const learn = (kind: string, body: Json): void => {
    const list = Array.isArray(body?.data) ? body.data : Array.isArray(body?.items) ? body.items : []
    for (const object of [body, body?.data, ...list]) {
      for (const [name, value] of Object.entries<Json>(typeof object === "object" && object !== null ? object : {})) {
        if (typeof value !== "string" || !/(?:^|_)id$|Id$/.test(name) || value === testClient.clientId) continue
        if (all.includes(value)) continue
        all.push(value)
        if (name === "id" || !("id" in object)) kinds.set(kind, [...(kinds.get(kind) ?? []), value])
      }
    }
  }
  const know = (kind: string, seed: number): string | undefined => {
    const those = kind === "" ? all : (kinds.get(kind) ?? [])
    return those[seed % those.length]
  }
  return { know, learn }
}

const isKey = /^[ -~]{1,255}$/

/** Gives requests a key that none had before, and the same in header and body: a repetition is answered as the first was. */
const makeKeys = () => {
  const used = new Set<string>()
  const unused = (key: string): string => {
    const fresh = used.has(key) && isKey.test(key) ? `key-${used.size}` : key
    used.add(fresh)
    return fresh
  }
  return ({ body, headers, ...rest }: Request): Request => {
    const header = Object.keys(headers).find((name) => name.toLowerCase() === "idempotency-key")
    const own: unknown = body?.idempotency_key
    const inBody = typeof own === "string" && isKey.test(own)
    const key = header !== undefined ? unused(headers[header]!) : inBody ? unused(own) : undefined
    return {
      ...rest,
      headers: header === undefined ? headers : { ...headers, [header]: key! },
      body: inBody ? { ...body, idempotency_key: key } : body
    }
  }
}

const kindOf = (path: string) =>
  path
    .split("/")
    .filter((part) => !part.startsWith("{"))
    .at(-1)!

const multipart = (body: Json): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries<Json>(body)) {
    if (name === "file") form.append(name, new File([value], "pets.md"))
    else form.append(name, value)
  }
  return form
}

const sent = ({ body }: Described, value: Json): RequestInit => {
  if (body === undefined) return {}
  if (body.media === "multipart/form-data") return { body: multipart(value) }
  return {
    headers: { "content-type": body.media },
    body:
      body.media === "application/json"
        ? JSON.stringify(value)
        : body.media === "application/x-www-form-urlencoded"
          ? new URLSearchParams(value).toString()
          : String(value)
  }
}

interface Answer {
  readonly status: number
  readonly text: string
  readonly json: Json
}

const faultOfValid = (service: string, { id }: Described, { json, status, text }: Answer): string | undefined => {
  if (status < 400) return undefined
  const [operation] = id.split(" ") as [string]
  if (status === 400 && problemsOf(json).every((problem) => isBeyondSchemas(service, operation, problem)))
    return undefined
  return status === 400 || status >= 500 ? `fits, and got ${status} ${text}` : undefined
}

const faultOfSpoiled = (described: Described, spoiled: Spoiled, answer: Answer, status: number): string | undefined => {
  if (answer.status === 400 || (spoiled.part === "body" && takesMisfits(described.id))) return undefined
  // Another refusal may come first: that of an object that is not there, or that which the request got before.
  const other = [404, 412].includes(answer.status) && described.path.includes("{")
  if (other || (status >= 400 && answer.status > 400 && answer.status < 500)) return undefined
  return `is wrong in its ${spoiled.part}, and got ${answer.status} ${answer.text.slice(0, 200)}`
}

const loaded = await Promise.all(
  services.map(async (service) => ({ id: service.plugin.id, http: (await service.plugin.load()).http!, ...service }))
)

describe.each(loaded)("requests to $id", (service) => {
  const { headers: own, http, id, plugin } = service
  const known = makeKnown([...service.words])
  const withKey = makeKeys()
  const { long, operations, valid, wrong } = makeRequests(http.openApi(`/${id}`), known.know, service.passesOver)
  let engine: Promise<TestEngine.TestEngine> | undefined
  const stop = async () => {
    await (await engine)?.close()
    engine = undefined
  }
  afterAll(stop)

  const send = async (described: Described, request: Request): Promise<Answer> => {
    const { body, headers, path, query } = withKey(request)
    engine ??= TestEngine.make({ plugins: [plugin as never] })
    const at = described.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name]!))
    const asked = query.length === 0 ? "" : `?${new URLSearchParams(query as Array<[string, string]>)}`
    const { headers: media, ...init } = sent(described, body)
    const response = await (
      await engine
    ).fetch(
      new globalThis.Request(`http://engine.test/${id}${at}${asked}`, {
        method: described.method,
        headers: { ...own, ...media, ...headers },
        ...init
      })
    )
    const isStream = response.headers.get("content-type") === "text/event-stream"
    if (isStream) await response.body?.cancel()
    const text = isStream ? "" : await response.text()
    const json = text.startsWith("{") ? JSON.parse(text) : undefined
    if (response.status < 300) known.learn(kindOf(described.path), json)
    return { status: response.status, json, text }
  }

  it.each(operations.map((one) => [`${one.method} ${one.path} (${one.id})`, one] as const))("%s", async (_, one) => {
    // Each limit is met once.
    let isFirst = true
    const property = fc.asyncProperty(valid(one), fc.infiniteStream(fc.nat()), async (request, seeds) => {
      const answer = await send(one, request)
      expect(faultOfValid(id, one, answer), JSON.stringify(request)).toBeUndefined()
      const refusesUnknownQuery = service.refusesUnknownQuery(one)
      const all = wrong(one, request, { misfitsOf: misfits, refusesUnknownQuery })
      const some = [...seeds.take(Math.min(all.length, spoiledPerRun))].map((seed) => all[seed % all.length]!)
      const limits = isFirst ? wrong(one, request, { misfitsOf: beyondLimits, refusesUnknownQuery }) : []
      for (const fitting of isFirst && service.takesRepeats ? long(one, request) : []) {
        expect(faultOfValid(id, one, await send(one, fitting)), JSON.stringify(fitting).slice(0, 2_000)).toBeUndefined()
      }
      isFirst = false
      for (const spoiled of [...limits, ...some]) {
        const fault = faultOfSpoiled(one, spoiled, await send(one, spoiled), answer.status)
        expect(fault, JSON.stringify(spoiled)).toBeUndefined()
      }
      if (service.isLast(one.id)) await stop()
    })
    await fc.assert(property, { seed: 19, numRuns: runs, endOnFailure: true })
  })
})
