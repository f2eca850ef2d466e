/**
 * Holds each answer of an engine that publishes a document against it, and counts what was met. One instance serves all test
 * files of a worker: they share their modules.
 */
import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import { setBody, type HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Stream from "effect/Stream"
import { appendFileSync } from "node:fs"
import { join } from "node:path"
import type * as serving from "../../src/engine/serving.ts"
import { makeJudge, type Answered } from "./Document.ts"

const faults = new Set<string>()
const met = new Map<string, number>()

const bodyOf = ({ body }: HttpServerResponse): string | undefined =>
  body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : body._tag === "Empty" ? "" : undefined

const pathOf = (url: string): string => {
  const path = url.replace(/^https?:\/\/[^/]*/, "")
  const end = path.search(/[?#]/)
  return end === -1 ? path : path.slice(0, end)
}

type Judge = ReturnType<typeof makeJudge>
const judges = new Map<string, Judge>()

/** One document of each plugin and mount: plugins of one name publish the same in all tests but those that say otherwise. */
const judgeOf = (http: object, openApi: () => unknown, mount: string, key: string): Judge => {
  const known = judges.get(key)
  if (known !== undefined) return known
  const made = makeJudge(openApi(), mount)
  judges.set(key, made)
  return made
}

/** What every mount answers about itself. */
const describing = new Set(["/openapi.json", "/reference"])

/** Whether an answer outside the document is that of a page for browsers, which no document describes. */
const isPage = (
  routes: ReadonlyArray<{ readonly method: string; readonly path: string }>,
  { method, path }: Answered,
  mount: string
): boolean =>
  routes.some(
    (route) =>
      route.method === method &&
      new RegExp(`^${route.path.replaceAll(/:\w+/g, "[^/]+")}$`).test(path.slice(mount.length))
  )

/** Looks at an answer; returns how its events are looked at as they come, where the document declares some. */
const watch = (answered: Answered, mounted: ReadonlyArray<any>): ((block: string) => void) | undefined => {
  // The answer of GET without its body: OpenAPI need not say so.
  if (answered.method === "HEAD") return undefined
  for (const { mount, plugin } of mounted.toSorted((one, other) => other.mount.length - one.mount.length)) {
    if (plugin.http?.publication === undefined || !answered.path.startsWith(`${mount}/`)) continue
    if (describing.has(answered.path.slice(mount.length))) return undefined
    const judge = judgeOf(plugin.http, () => plugin.http.openApi(mount), mount, `${plugin.id} ${mount}`)
    const { codes, faults: found, faultsOfEvent, operation } = judge(answered)
    if (operation === "elsewhere" && isPage(plugin.web, answered, mount)) return undefined
    const status = `${plugin.id} ${operation} ${answered.status}`
    const keys = codes.length === 0 ? [status] : codes.map((code) => `${status} ${code}`)
    // An answer counts once, whatever it tells.
    for (const [at, key] of keys.entries()) met.set(key, (met.get(key) ?? 0) + (at === 0 ? 1 : 0))
    const add = (fault: string) => faults.add(`${plugin.id} ${fault}`)
    found.forEach(add)
    return (block) => faultsOfEvent(block).forEach(add)
  }
  return undefined
}

/** What looks at the events of a stream as its pieces come. */
const lookingAt = (watchEvent: (block: string) => void) => {
  const decoder = new TextDecoder()
  let rest = ""
  return (bytes: Uint8Array): void => {
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split("\n\n")
    rest = blocks.pop()!
    blocks.forEach(watchEvent)
  }
}

/** The same answer, whose events are looked at on their way out. */
const withWatch = (response: HttpServerResponse, watchEvent: (block: string) => void): HttpServerResponse => {
  const { body } = response
  if (body._tag !== "Stream") return response
  const look = lookingAt(watchEvent)
  const stream = Stream.tap(body.stream, (bytes) => Effect.sync(() => look(bytes)))
  return setBody(response, HttpBody.stream(stream, body.contentType, body.contentLength))
}

/** The same for an answer that came from another process. Whoever leaves it leaves the server. */
const fetchedWithWatch = (response: Response, watchEvent: (block: string) => void): Response => {
  const look = lookingAt(watchEvent)
  const watching = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (bytes, passing) => {
      look(bytes)
      passing.enqueue(bytes)
    }
  })
  return new Response(response.body!.pipeThrough(watching), response)
}

const requestIdOf = (headers: Readonly<Record<string, string | undefined>>) =>
  headers["request-id"] ?? headers["x-request-id"]

/** Of requests that an engine of this process answered. */
const requestIds = new Set<string | undefined>()

/** Makes apps whose answers are looked at on their way out. */
export const watching = (makeApp: typeof serving.makeApp): typeof serving.makeApp =>
  ((mounted: ReadonlyArray<never>, keeper: never) =>
    Effect.map(makeApp(mounted, keeper), ({ app, requests }) => ({
      requests,
      app: Effect.flatMap(app, (response) =>
        Effect.map(HttpServerRequest, ({ method, originalUrl }) => {
          const { headers, status } = response
          requestIds.add(requestIdOf(headers))
          const answered = { method, path: pathOf(originalUrl), status, headers, body: bodyOf(response) }
          const watchEvent = watch(answered, mounted)
          return watchEvent === undefined ? response : withWatch(response, watchEvent)
        })
      )
    }))) as typeof serving.makeApp

/** Servers in processes of their own: what tests fetch of one is held against the documents that it publishes by default. */
const fetchHere = globalThis.fetch
globalThis.fetch = async (input, init) => {
  const response = await fetchHere(input, init)
  const headers = Object.fromEntries(response.headers)
  const id = requestIdOf(headers)
  if (id === undefined || requestIds.has(id)) return response
  const method = init?.method ?? (input instanceof Request ? input.method : "GET")
  const isJson = headers["content-type"]?.startsWith("application/json") === true
  // A server that is killed while it answers leaves nothing to judge.
  const body = isJson
    ? await response
        .clone()
        .text()
        .catch(() => undefined)
    : undefined
  const { published } = await import("./services.ts")
  const bundled = published.map((plugin) => ({ mount: `/${plugin.id}`, plugin }))
  const answered = { method, path: new URL(response.url).pathname, status: response.status, headers, body }
  const watchEvent = watch(answered, bundled)
  const isStream = headers["content-type"]?.startsWith("text/event-stream") === true
  return watchEvent !== undefined && isStream ? fetchedWithWatch(response, watchEvent) : response
}

/** What was found since the last time, which is forgotten then. */
export const takeFaults = (): ReadonlyArray<string> => {
  const found = [...faults]
  faults.clear()
  return found
}

/** Hands over what was met since the last time, in a run that gathers it. */
export const handOverMet = () => {
  const folder = process.env["BURSAR_PUBLISHED_MET"]
  if (folder === undefined || met.size === 0) return
  const lines = [...met].map(([key, count]) => `${count} ${key}\n`)
  met.clear()
  appendFileSync(join(folder, `${process.pid}-${process.env["VITEST_WORKER_ID"]}.txt`), lines.join(""))
}
