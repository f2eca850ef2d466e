/** Sends the requests of a service: with a credential and a key, again when they failed on the way, within their time. */
import { Call, List, type EventStream, type RequestOptions, type ServerSentEvent, type WithResponse } from "./Call.ts"
import type { Credential } from "./credentials.ts"
import { BursarError, failure, ofAnswer, requestIdOf, type ServiceName } from "./errors.ts"
import { readEvents } from "./events.ts"
import { aborted, Exchange } from "./Exchange.ts"
import type { Operation } from "./Operation.ts"
import { drawKey, drawShare } from "./random.ts"

/** How a service is reached. */
export interface Route {
  readonly service: ServiceName
  /** Without a slash at the end. */
  readonly baseUrl: string
  readonly credential: Credential
  readonly timeoutMs: number
  readonly maxRetries: number
  readonly region: RequestOptions["region"]
  readonly apiVersion: string | undefined
  readonly fetch: (request: Request) => Promise<Response>
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

type Params = Readonly<Record<string, unknown>>

/** A request that can be sent any number of times. */
interface Prepared {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** Whether a text is wanted that is no JSON. */
  readonly isText: boolean
  readonly timeoutMs: number
  readonly maxRetries: number
  readonly signal: AbortSignal | undefined
}

const versionHeaders: Readonly<Record<ServiceName, string | undefined>> = {
  cards: "svc-version",
  bank: "api-version",
  docs: undefined
}

const firstWaitMs = 500
const longestWaitMs = 8_000

/** A service that asks for a longer wait than this gets no further try: the caller decides. Limits are per minute. */
const longestAskedMs = 60_000

/** The last events of streams. A server that stops ends its streams in good order, before them. */
const lastEvent = /(?:^|\.)(?:completed|failed|cancelled|skipped)$/

const transient: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** Whether the same request may succeed later. 409 with `Retry-After`: the first request with the key still runs. */
const isTransient = (error: unknown): error is BursarError => {
  if (!(error instanceof BursarError)) return false
  if (error.type === "connection" || error.type === "timeout") return true
  if (error.status === undefined) return false
  return transient.has(error.status) || (error.status === 409 && error.retryAfterSeconds !== undefined)
}

/** Whether a request was refused for their number, and so not carried out. */
const isOverLimit = (error: unknown): boolean => error instanceof BursarError && error.status === 429

/** Exponential with jitter, and at least as long as the service asks. `undefined`: too long. */
const waitOf = (error: BursarError, tries: number): number | undefined => {
  const backoffMs = Math.min(longestWaitMs, firstWaitMs * 2 ** tries)
  const askedMs = "retryAfterSeconds" in error ? (error.retryAfterSeconds ?? 0) * 1000 : 0
  if (askedMs > longestAskedMs) return undefined
  return Math.max(askedMs, backoffMs / 2) + (drawShare() * backoffMs) / 2
}

const usage = (message: string): BursarError => failure(message, { type: "usage" })

const ofRequests: Readonly<Record<keyof RequestOptions, true>> = {
  idempotencyKey: true,
  timeoutMs: true,
  maxRetries: true,
  signal: true,
  region: true,
  apiVersion: true,
  headers: true
}

/** A key under another name would be none: a call that is made again would have its effect twice. */
export const checkOptions = (options: object, known: Readonly<Record<string, true>>): void => {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name))
  if (unknown !== undefined)
    throw usage(`No option is called \`${unknown}\`: there are ${Object.keys(known).join(", ")}`)
}

/** A parameter of a query, as JSON writes it: times in ISO 8601. */
const textOf = (value: unknown): string => (value instanceof Date ? value.toJSON() : String(value))

const queryOf = (params: Params): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue
    if (typeof value !== "object" || value instanceof Date) query.append(name, textOf(value))
    else
      for (const [key, inner] of Object.entries(value))
        if (inner !== undefined) query.append(`${name}[${key}]`, textOf(inner))
  }
  const text = query.toString()
  return text === "" ? "" : `?${text}`
}

const pathOf = (template: string, ids: ReadonlyArray<unknown>): string => {
  let at = 0
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[at++]
    // Without one, the request would go to another operation.
    if (typeof id !== "string" || id === "" || id === "." || id === "..")
      throw usage(`\`${name}\` must be an id, not ${String(id)}`)
    return encodeURIComponent(id)
  })
}

const partition = (params: Params, isFirst: (name: string) => boolean): readonly [Params, Params] => {
  const entries = Object.entries(params)
  return [
    Object.fromEntries(entries.filter(([name]) => isFirst(name))),
    Object.fromEntries(entries.filter(([name]) => !isFirst(name)))
  ]
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const jsonOf = (body: Params): string => {
  try {
    return JSON.stringify(body)
  } catch (cause) {
    throw failure(`The parameters cannot be sent as JSON: ${String(cause)}`, { type: "usage" }, cause)
  }
}

const requestOf = (url: string, init: RequestInit): Request => {
  try {
    return new Request(url, init)
  } catch {
    // The platform's message may show the credential.
    throw usage("No request can be made of this: an option or a credential has characters that headers cannot have")
  }
}

/** The requests of a service. */
export class Requester {
  readonly #route: Route

  constructor(route: Route) {
    this.#route = route
  }

  /** What a method returns for its arguments: ids, parameters, options. */
  call(operation: Operation, args: ReadonlyArray<unknown>): Call<unknown> | EventStream {
    const ids = operation.path.split("{").length - 1
    const given = operation.params === true ? ids + 1 : ids
    const params = (operation.params === true ? args[ids] : undefined) as Params | undefined
    const options = (args[given] ?? {}) as RequestOptions
    const send = async (changes: Params = {}): Promise<WithResponse<unknown>> => {
      if (args.length > given + 1) throw usage(`The method takes ${given + 1} arguments at most, not ${args.length}`)
      const prepared = this.#prepare(operation, args.slice(0, ids), { ...params, ...changes }, options)
      return this.#sending(operation, prepared, (exchange, response) => this.#read(prepared, exchange, response))
    }
    if (operation.stream === true) {
      const prepare = (changes: Params) =>
        this.#prepare(operation, args.slice(0, ids), { ...params, ...changes }, options)
      return { [Symbol.asyncIterator]: () => this.#events(operation, prepare) }
    }
    if (operation.list !== true) return new Call(send())
    return new List(send(), async (cursor) => (await send({ cursor, page: undefined })).data)
  }

  #prepare(operation: Operation, ids: ReadonlyArray<unknown>, params: Params, options: RequestOptions): Prepared {
    checkOptions(options, ofRequests)
    const { apiVersion, baseUrl, maxRetries, region, service, timeoutMs } = this.#route
    const headerNames = operation.headers ?? {}
    const [named, others] = partition(params, (name) => Object.hasOwn(headerNames, name))
    const isQuery = operation.body === true ? (operation.query ?? []) : undefined
    const [query, body] = partition(others, (name) => isQuery?.includes(name) ?? true)
    const headers: Record<string, string> = {
      accept: operation.stream === true ? "text/event-stream" : "application/json"
    }
    const set = (name: string | undefined, value: unknown) => {
      if (name !== undefined && value !== undefined) headers[name] = String(value)
    }
    if (operation.body === true) set("content-type", "application/json")
    for (const [name, value] of Object.entries(named)) set(headerNames[name], value)
    if (service === "cards") set("svc-data-region", options.region ?? region)
    set(versionHeaders[service], options.apiVersion ?? apiVersion)
    if (operation.key === true) {
      set("idempotency-key", options.idempotencyKey ?? body["idempotency_key"] ?? drawKey())
    }
    for (const [name, value] of Object.entries(options.headers ?? {})) set(name.toLowerCase(), value)
    return {
      url: `${baseUrl}${pathOf(operation.path, ids)}${queryOf(query)}`,
      method: operation.method,
      headers,
      body: operation.body === true ? jsonOf(body) : undefined,
      isText: operation.text === true && (params["format"] ?? "json") !== "json",
      timeoutMs: options.timeoutMs ?? timeoutMs,
      maxRetries: options.maxRetries ?? maxRetries,
      signal: options.signal
    }
  }

  /** Sends until there is an answer that stands. `read` ends the exchange. */
  async #sending<T>(
    operation: Operation,
    prepared: Prepared,
    read: (exchange: Exchange, response: Response) => Promise<T>
  ): Promise<T> {
    const { credential, service } = this.#route
    let own: Readonly<Record<string, string>> = {}
    let renewed = false
    let lost: unknown
    for (let tries = 0; ;) {
      const exchange = new Exchange({ ...prepared, service })
      try {
        if (operation.open !== true) own = await exchange.run(() => credential.headers())
        return await read(exchange, await this.#exchange(exchange, own, prepared))
      } catch (error) {
        exchange.cancel()
        if (!renewed && error instanceof BursarError && error.code === "INVALID_TOKEN") {
          renewed = credential.renew(own)
          if (renewed) continue
        }
        // What is not there may have been deleted by the try before.
        if (lost !== undefined && error instanceof BursarError && error.type === "not_found") throw lost
        await this.#pause(error, tries++, prepared)
        if (operation.method === "DELETE" && !isOverLimit(error)) lost = error
      }
    }
  }

  /** Waits before the next try, or throws if there is none. */
  async #pause(error: unknown, tries: number, { maxRetries, signal }: Prepared): Promise<void> {
    // Asked this way round, so that a number of tries that is none ends them.
    if (!(tries < maxRetries) || !isTransient(error)) throw error
    const ms = waitOf(error, tries)
    if (ms === undefined) throw error
    await this.#route.wait(ms, signal)
    if (signal?.aborted === true) throw aborted({ service: this.#route.service, signal })
  }

  /** One try: an answer that is a success. */
  async #exchange(
    exchange: Exchange,
    own: Readonly<Record<string, string>>,
    { body, headers, method, url }: Prepared
  ): Promise<Response> {
    const { fetch, service } = this.#route
    const init = { method, headers: { ...own, ...headers }, signal: exchange.signal, redirect: "manual" } as const
    const request = requestOf(url, body === undefined ? init : { ...init, body })
    exchange.request = request
    const response = await exchange.run(() => fetch(request))
    if (response.ok) return response
    throw ofAnswer(service, response, parse(await exchange.run(() => response.text())))
  }

  async #read({ isText }: Prepared, exchange: Exchange, response: Response): Promise<WithResponse<unknown>> {
    const text = await exchange.run(() => response.text())
    exchange.end()
    const data = isText ? text : response.status === 204 ? undefined : parse(text)
    // A proxy's page is no answer, whatever its status.
    const isOurs = isText || response.status === 204 || (typeof data === "object" && data !== null)
    if (!isOurs) throw ofAnswer(this.#route.service, response, data)
    return { data, response, requestId: requestIdOf(response.headers) }
  }

  /** The events of a stream. One that breaks off goes on after the last event that was read, if the service can do that. */
  async *#events(
    operation: Operation,
    prepare: (changes: Params) => Prepared
  ): AsyncGenerator<ServerSentEvent, void, undefined> {
    let last: Params = {}
    for (let tries = 0; ;) {
      const prepared = prepare(last)
      const { chunks, exchange } = await this.#sending(operation, prepared, async (exchange, response) => ({
        exchange,
        chunks: chunksOf(exchange, response)
      }))
      // After its last event a stream that is read on has nothing more.
      let isWhole = prepared.headers["last-event-id"] !== undefined
      try {
        for await (const event of readEvents(chunks)) {
          tries = 0
          if (event.id !== "") last = { lastEventId: event.id }
          isWhole = lastEvent.test(event.event)
          yield event
        }
        if (isWhole) return
        const { service } = this.#route
        throw failure(`The stream of ${service} ended before its last event`, { type: "connection", service })
      } catch (error) {
        const canGoOn = operation.headers?.["lastEventId"] !== undefined && last["lastEventId"] !== undefined
        if (!canGoOn) throw error
        await this.#pause(error, tries++, prepared)
      } finally {
        exchange.cancel()
      }
    }
  }
}

async function* chunksOf(exchange: Exchange, response: Response): AsyncGenerator<Uint8Array, void, undefined> {
  if (response.body === null) return
  const reader = response.body.getReader()
  for (;;) {
    exchange.restart()
    const { done, value } = await exchange.run(() => reader.read())
    // A reader that takes its time is not the service's silence.
    exchange.rest()
    if (done) return
    yield value
  }
}
