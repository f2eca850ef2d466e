/**
 * Records requests and answers of each operation while scenarios are played, the refusals with each code, and the events that
 * are sent meanwhile.
 */
import { refusalName } from "../../../src/http/publishedExamples.ts"
import type { PublishedExamples, PublishedRefusal } from "../../../src/http/Publication.ts"
import type { TestEngine } from "../../../src/testing/index.ts"

type Json = any

/** Request headers, to be sent beside those of the scenario or instead of them. */
export type Headers = Readonly<Record<string, string>>

/**
 * Asks below the mount of the service; the answer's body. It fails with any other status than `expected`, or than 2xx. 429 is
 * asked for until it comes.
 */
export type Ask = (method: string, path: string, body?: unknown, expected?: number, headers?: Headers) => Promise<Json>

/** Something that is done to an engine of its own: whatever it asks may become an example. */
export interface Scene {
  readonly engine: () => Promise<TestEngine.TestEngine>
  readonly headers: Headers
  readonly play: (ask: Ask, engine: TestEngine.TestEngine) => Promise<void>
}

/** What is played for the examples of a service. What an earlier scene shows stays. */
export interface Scenario {
  readonly service: "cards" | "bank" | "docs"
  readonly scenes: readonly [Scene, ...ReadonlyArray<Scene>]
}

/** Header of a request without a credential. */
export const anonymous: Headers = { authorization: undefined as never }

interface Kept {
  request?: Json
  readonly answers: Record<string, Json>
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

/** Requests until a limit is reached, at most. */
const mostUntilLimited = 10_200

const isFailure = (status: number): boolean => status >= 400

/** Keeps the examples, those that come first. */
class Keeper {
  readonly operations: ReturnType<typeof operationsOf>
  readonly kept = new Map<string, Kept>()
  readonly refusals: Record<string, PublishedRefusal> = {}
  readonly events: Record<string, Json> = {}
  /** Ids that were sent, by the path before them. */
  readonly sent = new Map<string, string>()

  constructor(document: Json) {
    this.operations = operationsOf(document)
  }

  of(id: string): Kept {
    const known = this.kept.get(id) ?? { answers: {} }
    this.kept.set(id, known)
    return known
  }

  find(method: string, path: string) {
    return this.operations.find((one) => one.method === method && one.pattern.test(path))
  }

  refused({ method, path }: Keeper["operations"][number], status: number, body: Json): void {
    const name = refusalName(body.error?.code ?? body.errors[0].code, status)
    // Windows of limits run on time that nobody moves.
    const shown = short(JSON.parse(JSON.stringify(body).replace(/in \d+ s/, "in 30 s")))
    this.refusals[name] ??= { of: `${method} ${path}`, body: shown }
  }

  answered(method: string, path: string, sent: unknown, status: number, json: Json): void {
    const found = this.find(method, path)
    if (found === undefined || found.operation.responses[status] === undefined || json === undefined) return
    if (isFailure(status)) return this.refused(found, status, json)
    const match = found.pattern.exec(path)!
    const stem = found.path.slice(0, found.path.indexOf("{"))
    if (match[1] !== undefined && !this.sent.has(stem)) this.sent.set(stem, match[1])
    const known = this.of(found.id)
    const isFirst = Object.keys(known.answers).length === 0
    if (isFirst && typeof sent === "object") known.request = short(sent)
    known.answers[status] ??= short(json)
  }
}

/** Sends as long as there is another answer, at most so often. */
const untilLimited = async (send: () => Promise<TestEngine.TestAnswer>): Promise<TestEngine.TestAnswer> => {
  for (let sent = 1; sent < mostUntilLimited; sent++) {
    const answer = await send()
    if (answer.status === 429) return answer
  }
  return send()
}

/** How a scene asks. */
const asking = (service: string, keeper: Keeper, engine: TestEngine.TestEngine, headers: Headers): Ask => {
  let count = 0
  return async (method, path, body, expected, more = {}) => {
    const key: Headers = method === "GET" ? {} : { "idempotency-key": `example-${++count}` }
    const all = { ...headers, ...key, ...more }
    const send = () => engine.request(method, `/${service}${path}`, body, all)
    const { json, status, text } = await (expected === 429 ? untilLimited(send) : send())
    if (expected === undefined ? status >= 300 : status !== expected)
      throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 500)}`)
    keeper.answered(method, path, body, status, json)
    return json
  }
}

/** Reads what the scenario did not read itself: lists, and the objects that its paths named or its lists hold. */
const readOn = async (ask: Ask, { kept, operations, sent }: Keeper) => {
  for (const { id, method, path } of operations) {
    if (method !== "GET" || kept.get(id)?.answers["200"] !== undefined) continue
    const stem = path.indexOf("{") === -1 ? undefined : path.slice(0, path.indexOf("{"))
    const list = stem === undefined ? undefined : operations.find((one) => `${one.path}/` === stem)
    const found = stem === undefined ? "" : (sent.get(stem) ?? idIn(kept.get(list?.id ?? "")?.answers["200"]))
    const asked = found === undefined ? "{" : path.replace(/\{\w+\}/, found)
    if (!asked.includes("{")) await ask("GET", asked).catch(() => {})
  }
}

/** Plays the first scene of a service on an engine that is there. */
export const playOn = async (engine: TestEngine.TestEngine, { scenes: [{ headers, play }], service }: Scenario) => {
  const { json: document } = await engine.request("GET", `/${service}/openapi.json`)
  const keeper = new Keeper(document)
  const ask = asking(service, keeper, engine, headers)
  await play(ask, engine)
  await readOn(ask, keeper)
}

/** Plays the scenes of a service, each on an engine of its own, and returns what was said. */
export const record = async ({ scenes, service }: Scenario): Promise<PublishedExamples> => {
  let keeper: Keeper | undefined
  for (const { engine: start, headers, play } of scenes) {
    await using engine = await start()
    keeper ??= new Keeper((await engine.request("GET", `/${service}/openapi.json`)).json)
    const ask = asking(service, keeper, engine, headers)
    await play(ask, engine)
    await readOn(ask, keeper)
    await engine.drain()
    for (const { json } of engine.webhooks()) keeper.events[json.type ?? json.eventType] ??= short(json)
  }
  const sorted = <A>(of: Readonly<Record<string, A>>) =>
    Object.fromEntries(Object.entries(of).sort(([one], [other]) => (one < other ? -1 : 1)))
  return {
    refusals: sorted(keeper!.refusals),
    operations: sorted(Object.fromEntries(keeper!.kept)),
    events: sorted(keeper!.events)
  }
}
