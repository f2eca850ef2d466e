/** Reads forms with files in them (`multipart/form-data`, RFC 7578), a slice in each turn of the event loop. */
import * as Effect from "effect/Effect"
import { decodeUtf8 } from "./LongText.ts"
import { checkUtf8, longTextBytes, nameOf } from "./LongTexts.ts"
import { InvalidJson } from "./Refusal.ts"
import { sliceLength, untilDone } from "../store/Turns.ts"

/** A part of a form. */
export interface FormPart {
  readonly name: string
  /** Of a file: its name, which may be empty. */
  readonly fileName: string | undefined
  readonly text: string
}

/** Makes a body, as JSON would give it, of the parts of a form. Throws when a part is missing or one too many. */
export type MultipartReader = (parts: ReadonlyArray<FormPart>) => Readonly<Record<string, unknown>>

/** Parts that a form may have (our choice): no request has more than ten fields. */
const mostParts = 100

/** Bytes that the headers of a part may have (our choice). */
const mostHeaderBytes = 8_192

const utf8 = new TextEncoder()
const [carriageReturn, lineFeed, dash] = [0x0d, 0x0a, 0x2d]

/** Whether a media type is that of a form with files. */
export const isMultipart = (contentType: string | undefined): contentType is string =>
  contentType !== undefined && /^multipart\/form-data\s*;/i.test(contentType)

const isAt = (bytes: Uint8Array, at: number, expected: Uint8Array): boolean => {
  for (let index = 0; index < expected.length; index++) if (bytes[at + index] !== expected[index]) return false
  return true
}

/** Where a sequence that begins with a carriage return stands, or -1. */
const find = (bytes: Uint8Array, wanted: Uint8Array, from: number, until: number): number => {
  for (let at = from; at < until; at++) if (bytes[at] === carriageReturn && isAt(bytes, at, wanted)) return at
  return -1
}

const findInTurns = Effect.fnUntraced(function* (bytes: Uint8Array, wanted: Uint8Array, from: number) {
  let [at, found] = [from, -1]
  yield* untilDone(() => {
    const until = Math.min(at + sliceLength, bytes.length)
    found = find(bytes, wanted, at, until)
    at = until
    return found < 0 && at < bytes.length
  })
  return found
})

const headersEnd = utf8.encode("\r\n\r\n")

/** A parameter of a header, as browsers write it (HTML, multipart form data). */
const parameterIn = (header: string, name: string): string | undefined => {
  const [, quoted, token] = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;"]+))`, "i").exec(header) ?? []
  return (quoted ?? token)?.replace(/%0[Aa]|%0[Dd]|%22/g, (escape) => decodeURIComponent(escape))
}

const unreadable = () => new InvalidJson({ detail: "its parts cannot be read" })

const mark = utf8.encode("\ufeff")

/** The text of a part, or what stands for it where long texts are taken out. A mark of the byte order is left out. */
const textOf = Effect.fnUntraced(function* (part: Uint8Array, longTexts: Map<string, Uint8Array> | undefined) {
  if (longTexts === undefined || part.length < longTextBytes) return yield* decodeUtf8(part)
  yield* checkUtf8(part)
  const text = isAt(part, 0, mark) ? part.subarray(mark.length) : part
  const name = yield* nameOf(text)
  longTexts.set(name, text)
  return name
})

/** The parts of a form. Fails with `InvalidJson` for bytes that are none, or not UTF-8. */
const partsOf = Effect.fnUntraced(function* (
  bytes: Uint8Array,
  { contentType, longTexts }: { readonly contentType: string; readonly longTexts: Map<string, Uint8Array> | undefined }
) {
  const boundary = parameterIn(contentType, "boundary")
  if (boundary === undefined) return yield* unreadable()
  const delimiter = utf8.encode(`\r\n--${boundary}`)
  const parts: Array<FormPart> = []
  // The first delimiter has no line before it.
  if (!isAt(bytes, 0, delimiter.subarray(2))) return yield* unreadable()
  let at = delimiter.length - 2
  while (bytes[at] !== dash || bytes[at + 1] !== dash) {
    if (bytes[at] !== carriageReturn || bytes[at + 1] !== lineFeed) return yield* unreadable()
    const end = find(bytes, headersEnd, at, Math.min(at + mostHeaderBytes, bytes.length))
    const next = end < 0 || parts.length === mostParts ? -1 : yield* findInTurns(bytes, delimiter, end + 4)
    if (next < 0) return yield* unreadable()
    const headers = yield* decodeUtf8(bytes.subarray(at, end))
    const [disposition = ""] = /^content-disposition:.*$/im.exec(headers) ?? []
    const name = parameterIn(disposition, "name")
    if (name === undefined) return yield* unreadable()
    const text = yield* textOf(bytes.subarray(end + 4, next), longTexts)
    parts.push({ name, fileName: parameterIn(disposition, "filename"), text })
    at = next + delimiter.length
  }
  return parts
})

/** The body in a form, as `reader` makes it. Fails with `InvalidJson`. */
export const readForm = (
  bytes: Uint8Array,
  form: {
    readonly contentType: string
    readonly reader: MultipartReader
    /** Where long texts are taken out: what they are put into. */
    readonly longTexts?: Map<string, Uint8Array> | undefined
  }
): Effect.Effect<Readonly<Record<string, unknown>>, InvalidJson> =>
  Effect.flatMap(partsOf(bytes, { longTexts: undefined, ...form }), (parts) =>
    Effect.try({ try: () => form.reader(parts), catch: unreadable })
  )
