/** Reads the body of a request: within its limit, as JSON, strictly. */
import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import { remove, type Headers } from "effect/http/Headers"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import type { HttpServerError } from "effect/http/HttpServerError"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { overBudget, shortBodyBytes, withinBudget, type BodyCharge } from "./BodyBudget.ts"
import { pieceBytes, processPace } from "./BodyPace.ts"
import { parseInTurns } from "./LongJson.ts"
import { Chunks, decodeUtf8, shortTextLength } from "./LongText.ts"
import { takeOutLongTexts } from "./LongTexts.ts"
import { isMultipart, readForm, type MultipartReader } from "./Multipart.ts"
import { InvalidJson, RequestAborted, RequestTooLarge, UnsupportedMediaType, type RateLimited } from "./Refusal.ts"
import { parse } from "./StrictJson.ts"
import { joined } from "../store/Turns.ts"

/** A request whose body was read. */
export interface ReadRequest {
  /** The request to hand on: decoding it gives what strict reading allows. */
  readonly request: HttpServerRequest
  readonly body: unknown
  /** Whether the body is so long that nothing may look at all of it at once. */
  readonly isLong: boolean
  /** Of an endpoint that takes long texts: those that were taken out. */
  readonly longTexts?: ReadonlyMap<string, Uint8Array>
}

const isJson = (contentType: string): boolean => /^application\/json\s*(?:;|$)/i.test(contentType)

const bodyFailure =
  (limitBytes: number) =>
  (error: HttpServerError): RequestTooLarge | RequestAborted =>
    error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge"
      ? new RequestTooLarge({ limitBytes })
      : new RequestAborted()

/** What a body may be. */
export interface BodyRules {
  readonly bodyLimitBytes: number
  /** Whose long bodies count together in the budget of the process. */
  readonly sender: string
  /** How many values it may hold, unless it is the usual number. */
  readonly mostValues?: number | undefined
  /** Whether form fields are taken beside JSON. */
  readonly takesForm?: boolean
  /** What a `multipart/form-data` body is read by, where one is taken. */
  readonly multipart?: MultipartReader | undefined
  /** Where long texts are taken out: how many bytes the rest of the body may have. */
  readonly restLimitBytes?: number | undefined
}

const isForm = (contentType: string | undefined): boolean =>
  contentType !== undefined && /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType)

const checkType = (headers: Headers, bytes: Uint8Array): Effect.Effect<void, UnsupportedMediaType> => {
  const contentType = headers["content-type"]
  return bytes.byteLength > 0 && contentType !== undefined && !isJson(contentType)
    ? Effect.fail(new UnsupportedMediaType({ contentType }))
    : Effect.void
}

const isCompressed = (encoding: string | undefined): boolean =>
  encoding !== undefined && /^\s*(?:br|compress|deflate|gzip|x-gzip|zstd)\b/i.test(encoding)

const compressed = () => new InvalidJson({ detail: "it is compressed (Content-Encoding), and is taken as it is only" })

/** The part of a Node request that reading its body takes. */
interface NodeBody {
  readonly readableEnded: boolean
  readonly destroyed: boolean
  on(event: string, listener: (chunk: Uint8Array) => void): unknown
  off(event: string, listener: (chunk: Uint8Array) => void): unknown
  pause(): unknown
  resume(): unknown
}

const isNodeBody = (source: object): source is NodeBody =>
  "readableEnded" in source && "on" in source && "off" in source

/** How long a body may be. */
interface Reading {
  readonly limitBytes: number
  /** What it takes of the process's budget, where it may be long. */
  readonly charge?: BodyCharge | undefined
  /** Whose body it is: while others call, a long one is read with pauses. */
  readonly sender: string
}

/** Why the bytes of a body are not read to their end. */
type ReadRefusal = RequestTooLarge | RequestAborted | RateLimited | InvalidJson

/**
 * Node takes some microseconds for a chunk, however short it is, and may read two megabytes in one turn of the event loop. So
 * only so many chunks are taken in a turn. Node parses those behind them all the same, up to 64 KiB, so a body of many chunks
 * that have fewer bytes on average is refused. Our choice.
 */
const [chunksInTurn, manyChunks, fewestBytes] = [256, 4_096, 8] as const

const tooFine = () => new InvalidJson({ detail: `it comes in chunks of fewer than ${fewestBytes} bytes` })

/**
 * Collects a body from Node's own events. The general way waits for the stream to be closed and watches it in a dozen
 * ways, for nothing that a body of at most some kilobytes needs.
 */
const readNodeBody = (
  source: NodeBody,
  { charge, limitBytes, sender }: Reading
): Effect.Effect<Uint8Array, ReadRefusal> =>
  Effect.callback((resume) => {
    const chunks = new Chunks()
    let count = 0
    let pauseAt = shortBodyBytes
    const restFor = (ms: number) => {
      source.pause()
      const goOn = () => source.resume()
      if (ms > 0) setTimeout(goOn, ms)
      else setImmediate(goOn)
    }
    const finish = (outcome: Effect.Effect<Uint8Array, ReadRefusal>) => {
      source.off("data", onData)
      source.off("end", onEnd)
      source.off("close", onBroken)
      source.off("error", onBroken)
      resume(outcome)
    }
    const onData = (chunk: Uint8Array) => {
      chunks.add(chunk)
      if (chunks.length > limitBytes) finish(Effect.fail(new RequestTooLarge({ limitBytes })))
      else if (charge?.reach(chunks.length) === false) finish(Effect.fail(overBudget()))
      else if (++count > manyChunks && chunks.length < count * fewestBytes) finish(Effect.fail(tooFine()))
      else if (chunks.length > pauseAt) {
        pauseAt = chunks.length + pieceBytes
        restFor(processPace.waitOf(sender, performance.now()))
      } else if (count % chunksInTurn === 0) restFor(0)
    }
    const onEnd = () => {
      const [first, ...more] = chunks.all()
      finish(first !== undefined && more.length === 0 ? Effect.succeed(first) : joined(chunks.all(), chunks.length))
    }
    const onBroken = () => finish(Effect.fail(new RequestAborted()))
    if (source.readableEnded || source.destroyed) return onBroken()
    source.on("data", onData)
    source.on("end", onEnd)
    source.on("close", onBroken)
    source.on("error", onBroken)
  })

/** A body that a host has read already: whole, from memory of its own. */
const readWebBody = (request: HttpServerRequest, { charge, limitBytes }: Reading) =>
  request.arrayBuffer.pipe(
    Effect.provideService(MaxBodySize, ByteSize.bytes(limitBytes)),
    Effect.mapError(bodyFailure(limitBytes)),
    Effect.flatMap((bytes) =>
      charge?.reach(bytes.byteLength) === false ? Effect.fail(overBudget()) : Effect.succeed(new Uint8Array(bytes))
    )
  )

const readBytes = (request: HttpServerRequest, reading: Reading): Effect.Effect<Uint8Array, ReadRefusal> =>
  isNodeBody(request.source) ? readNodeBody(request.source, reading) : readWebBody(request, reading)

/** A body that says it is too long is not begun. */
const readWithin = (request: HttpServerRequest, reading: Reading): Effect.Effect<Uint8Array, ReadRefusal> =>
  Number(request.headers["content-length"] ?? 0) > reading.limitBytes
    ? Effect.fail(new RequestTooLarge({ limitBytes: reading.limitBytes }))
    : readBytes(request, reading)

/** Form fields as a JSON object of texts. Of a field that comes twice the last one stands. */
const formToJson = (text: string): string => JSON.stringify(Object.fromEntries(new URLSearchParams(text)))

/** The media type that the endpoint's decoder looks for: without one, JSON is what it takes. */
const withoutType = (headers: Headers): Headers => remove(headers, "content-type")

/**
 * The request as it goes on: its `json` is the value that was read, and its `text` one that says what was checked. The stream is
 * used up.
 */
const withJson = (request: HttpServerRequest, value: unknown, text: () => string): HttpServerRequest => {
  const contentType = request.headers["content-type"]
  const next =
    contentType === undefined || isJson(contentType)
      ? request
      : request.modify({ headers: withoutType(request.headers) })
  Object.defineProperty(next, "json", { value: Effect.succeed(value) })
  return Object.defineProperty(next, "text", { value: Effect.sync(text) })
}

/** A body of JSON: a short one is read at once, a long one in turns. */
const parsed = (
  request: HttpServerRequest,
  bytes: Uint8Array,
  { mostValues }: Pick<BodyRules, "mostValues">
): Effect.Effect<ReadRequest, InvalidJson> => {
  const isLong = bytes.length > shortTextLength
  const read = isLong
    ? Effect.map(parseInTurns(bytes, mostValues), (value) => ({ value, text: () => JSON.stringify(value) }))
    : Effect.mapEager(
        Effect.flatMapEager(decodeUtf8(bytes), (text) => Effect.fromResult(parse(text, mostValues))),
        ({ text, value }) => ({ value, text: () => text })
      )
  return Effect.mapEager(read, ({ text, value }) => ({ request: withJson(request, value, text), body: value, isLong }))
}

/** Why a body is not taken. */
type BodyRefusal = UnsupportedMediaType | RequestTooLarge | RequestAborted | InvalidJson | RateLimited

/** A body whose long texts are taken out. */
const parsedShort = Effect.fnUntraced(function* (
  request: HttpServerRequest,
  bytes: Uint8Array,
  rules: BodyRules & { readonly restLimitBytes: number }
): Effect.fn.Return<ReadRequest, RequestTooLarge | InvalidJson> {
  const short = yield* takeOutLongTexts(bytes, rules.restLimitBytes)
  if (short === undefined) return yield* new RequestTooLarge({ limitBytes: rules.restLimitBytes })
  return { ...(yield* parsed(request, short.bytes, rules)), longTexts: short.longTexts }
})

/** A request whose body is in a form with files: its decoder takes the value that is made of the parts. */
const parsedForm = Effect.fnUntraced(function* (
  request: HttpServerRequest,
  bytes: Uint8Array,
  form: { readonly contentType: string; readonly reader: MultipartReader; readonly takesLongTexts: boolean }
): Effect.fn.Return<ReadRequest, InvalidJson> {
  const longTexts = new Map<string, Uint8Array>()
  const body = yield* readForm(bytes, { ...form, longTexts: form.takesLongTexts ? longTexts : undefined })
  const rest = [...longTexts.values()].reduce((length, text) => length - text.length, bytes.length)
  const read = { request: withJson(request, body, () => JSON.stringify(body)), body, isLong: rest > shortTextLength }
  return form.takesLongTexts ? { ...read, longTexts } : read
})

/** Reads a body within its limit, and within the budget of the process where it may be long. */
export const readBody = (request: HttpServerRequest, rules: BodyRules): Effect.Effect<ReadRequest, BodyRefusal> => {
  const { bodyLimitBytes, multipart: reader, restLimitBytes, sender } = rules
  const contentType = request.headers["content-type"]
  const takesLongTexts = restLimitBytes !== undefined
  const parse = (bytes: Uint8Array): Effect.Effect<ReadRequest, BodyRefusal> => {
    if (reader !== undefined && isMultipart(contentType)) {
      return parsedForm(request, bytes, { contentType, reader, takesLongTexts })
    }
    if (rules.takesForm === true && isForm(contentType)) {
      return Effect.flatMap(decodeUtf8(bytes), (text) => parsed(request, utf8.encode(formToJson(text)), rules))
    }
    const read = takesLongTexts
      ? parsedShort(request, bytes, { ...rules, restLimitBytes })
      : parsed(request, bytes, rules)
    return Effect.flatMapEager(checkType(request.headers, bytes), () => read)
  }
  const read = (charge: BodyCharge | undefined): Effect.Effect<ReadRequest, BodyRefusal> =>
    isCompressed(request.headers["content-encoding"])
      ? Effect.fail(compressed())
      : Effect.flatMap(readWithin(request, { limitBytes: bodyLimitBytes, charge, sender }), parse)
  return bodyLimitBytes <= shortBodyBytes ? read(undefined) : withinBudget(sender, read)
}

const utf8 = new TextEncoder()
const byteText = new TextDecoder("latin1")

/** Memory of the bytes' own, copied only where others share it. */
const bufferOf = (bytes: Uint8Array): ArrayBufferLike =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer

const withBytes = (request: HttpServerRequest, bytes: Uint8Array): HttpServerRequest =>
  Object.create(request, {
    arrayBuffer: { value: Effect.sync(() => bufferOf(bytes)) },
    text: { value: Effect.suspend(() => decodeUtf8(bytes)) }
  }) as HttpServerRequest

/**
 * Reads a body of at most `limitBytes` bytes as it is, whatever its media type. Its `text` fails with `InvalidJson` where it is
 * not UTF-8.
 */
export const readRawBody = (
  request: HttpServerRequest,
  { bodyLimitBytes: limitBytes, sender }: Pick<BodyRules, "bodyLimitBytes" | "sender">
): Effect.Effect<ReadRequest, ReadRefusal> => {
  const read = Effect.fnUntraced(function* (charge: BodyCharge | undefined) {
    const bytes = yield* readWithin(request, { limitBytes, charge, sender })
    const isLong = bytes.length > shortTextLength
    return { request: withBytes(request, bytes), body: isLong ? bytes : byteText.decode(bytes), isLong }
  })
  return limitBytes <= shortBodyBytes ? read(undefined) : withinBudget(sender, read)
}
