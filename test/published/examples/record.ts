/** Records one request and one answer per operation while a scenario is played, and reads what it left behind. */
import type { PublishedExamples } from "../../../src/http/Publication.ts"
import type { TestEngine } from "../../../src/testing/index.ts"

type Json = any

/** Request headers, or those to send instead of the scenario's. */
export type Headers = Readonly<Record<string, string>>

/**
 * Asks below the mount of the service; the answer's body. It fails with any other status than `expected`, or than 2xx; headers
 * instead are sent beside those of the scenario.
 */
export type Ask = (method: string, path: string, body?: unknown, expected?: number | Headers) => Promise<Json>

/** Plays a scenario: whatever it asks becomes an example, the first answer of each operation and status. */
export interface Scenario {
  readonly service: "cards" | "bank" | "docs"
  readonly headers: Readonly<Record<string, string>>
  readonly play: (ask: Ask, engine: TestEngine.TestEngine) => Promise<void>
  /** Runs after everything else was asked, with headers of its own: the limits of the others are used up by then. */
  readonly last?: { readonly headers: Readonly<Record<string, string>>; readonly play: (ask: Ask) => Promise<void> }
  /** Requests that are refused whatever they ask for, in this order, after the scenario. */
  readonly refused: ReadonlyArray<Refused>
}

/** A request that gets a refusal which others get, too. */
export interface Refused {
  readonly status: number
  readonly method: string
  readonly path: string
  readonly body?: unknown
  /** Instead of those of the scenario. */
  readonly headers?: Readonly<Record<string, string>>
  /** After so many requests at most. Default: one. */
  readonly within?: number
}

/** Header of a request without a credential. */
export const anonymous: Readonly<Record<string, string>> = { authorization: undefined as never }

interface Kept {
  request?: Json
  answers: Record<string, Json>
}

/** Items of a list that are shown, and characters of a text. Our choice: enough to see the shape. */
const maxItems = 2
const maxText = 400

/** A secret as engines make them. Those of examples are worth nothing, but whoever looks for secrets cannot know it. */
const secret = /^([a-z]+_(?:[a-z]+_)?)[0-9a-f]{32,}$/

/** Long lists and texts are cut, and secrets hidden: an example shows the shape. */
const short = (value: Json): Json => {
  if (typeof value === "string")
    return value.length > maxText ? `${value.slice(0, maxText)}…` : value.replace(secret, "$1…")
  if (Array.isArray(value)) return value.slice(0, maxItems).map(short)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, short(inner)]))
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

const operationsOf = (document: Json) =>
  Object.entries<Json>(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries<Json>(methods).map(([method, operation]) => ({
        id: operation.operationId as string,
        method: method.toUpperCase(),
        path,
        operation,
        pattern: new RegExp(
          `^${path
            .split("/")
            .map((part) => (part.startsWith("{") ? "([^/?]+)" : literally(part)))
            .join("/")}(?:[?].*)?$`
        )
      }))
    )
    .sort((one, other) => one.path.split("{").length - other.path.split("{").length)

/** The id of the first object of a list. */
const idIn = (list: Json): string | undefined => {
  const items: Json = Object.values(list ?? {}).find((value) => Array.isArray(value))
  const [first] = items ?? []
  return Object.entries<Json>(first ?? {}).find(([name]) => /^id$|Id$/.test(name))?.[1]
}

/** The bodies of refusals, the first of each status. */
const refusalsOf = async (engine: TestEngine.TestEngine, { headers, refused, service }: Scenario) => {
  const refusals: Record<string, Json> = {}
  for (const { body, headers: own = {}, method, path, status, within = 1 } of refused) {
    let answer: TestEngine.TestAnswer
    let count = 0
    do answer = await engine.request(method, `/${service}${path}`, body, { ...headers, ...own })
    while (answer.status !== status && ++count < within)
    if (answer.status !== status) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
    if (status < 400) continue
    // Windows of limits run on time that nobody moves.
    refusals[status] ??= short(JSON.parse(answer.text.replace(/in \d+ s/, "in 30 s")))
  }
  return refusals
}

/** Plays a scenario on an engine and returns what was said. */
export const record = async (engine: TestEngine.TestEngine, scenario: Scenario): Promise<PublishedExamples> => {
  const { headers, play, service } = scenario
  const { json: document } = await engine.request("GET", `/${service}/openapi.json`)
  const operations = operationsOf(document)
  const kept = new Map<string, Kept>()
  const sent = new Map<string, string>()
  let count = 0
  const askWith =
    (given: Scenario["headers"]): Ask =>
    async (method, path, body, expected) => {
      const more = typeof expected === "object" ? expected : {}
      const key: Headers = method === "GET" ? {} : { "idempotency-key": `example-${++count}` }
      const { json, status, text } = await engine.request(method, `/${service}${path}`, body, {
        ...given,
        ...key,
        ...more
      })
      if (typeof expected === "number" ? status !== expected : status >= 300)
        throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 500)}`)
      const found = operations.find((one) => one.method === method && one.pattern.test(path))
      if (found === undefined || found.operation.responses[status] === undefined) return json
      const match = found.pattern.exec(path)!
      if (match[1] !== undefined && status < 300) sent.set(found.path.slice(0, found.path.indexOf("{")), match[1])
      const known = kept.get(found.id) ?? { answers: {} }
      kept.set(found.id, known)
      const isFirst = !Object.keys(known.answers).some((one) => Number(one) < 300)
      if (status < 300 && isFirst && typeof body === "object") known.request = short(body)
      if (json !== undefined && known.answers[status] === undefined) known.answers[status] = short(json)
      return json
    }
  await play(askWith(headers), engine)
  // What the scenario did not read itself: lists, and the objects that its paths named or its lists hold.
  for (const { id, method, path } of operations) {
    const known = kept.get(id)?.answers ?? {}
    if (method !== "GET" || known["200"] !== undefined) continue
    const stem = path.indexOf("{") === -1 ? undefined : path.slice(0, path.indexOf("{"))
    const list = stem === undefined ? undefined : operations.find((one) => `${one.path}/` === stem)
    const found = stem === undefined ? "" : (sent.get(stem) ?? idIn(kept.get(list?.id ?? "")?.answers["200"]))
    if (found === undefined) continue
    const asked = path.replace(/\{\w+\}/, found)
    if (asked.includes("{")) continue
    const answer = await engine.request("GET", `/${service}${asked}`, undefined, headers)
    if (answer.status === 200 && answer.json !== undefined)
      kept.set(id, { answers: { ...known, 200: short(answer.json) } })
  }
  const refusals = await refusalsOf(engine, scenario)
  await scenario.last?.play(askWith({ ...headers, ...scenario.last.headers }))
  return {
    refusals,
    operations: Object.fromEntries([...kept].sort(([one], [other]) => (one < other ? -1 : 1)))
  }
}
