/** Compares what clients of an API read: its answers with their headers, and what it sends itself to callbacks and webhooks. */
import type { ApiModel, ApiResponse, Header, MediaType, Operation, RequestBody } from "../model/ApiModel.ts"
import type { Schema } from "../model/Schema.ts"
import type { ChangeDirection, ChangeLevel } from "./ApiChange.ts"
import type { Place } from "./Place.ts"

type Compare = (from: Schema, to: Schema, place: Place) => void

/** Takes what is found, and compares schemas on the way. */
export interface Pen {
  readonly tell: (
    id: string,
    level: ChangeLevel,
    at: { operation?: string; direction?: ChangeDirection; location?: string; message: string }
  ) => void
  readonly compare: Compare
}

/** A path with its parameters' names left out: two that differ in names only are the same. */
export const shapeOf = (path: string): string => path.replaceAll(/\{[^}]*\}/g, "{}").replace(/(?<=.)\/$/, "")

/** What an operation is told by. */
export const keyOf = ({ method, path }: Operation): string => `${method.toUpperCase()} ${shapeOf(path)}`

/** A list by what its items are told by. */
export const byKey = <A>(list: ReadonlyArray<A>, key: (item: A) => string): ReadonlyMap<string, A> =>
  new Map(list.map((item) => [key(item), item]))

const mediaTypesOf = (content: ReadonlyArray<MediaType>) => byKey(content, ({ mediaType }) => mediaType.toLowerCase())

/** Compares the media types of a body, and what each holds. `prefix`: what ids of media types begin with. */
export const compareContent = (
  { from, to }: { readonly from: ReadonlyArray<MediaType>; readonly to: ReadonlyArray<MediaType> },
  { at, prefix, ...place }: Pick<Place, "at" | "operation" | "side" | "subject"> & { readonly prefix: string },
  { compare, tell }: Pen
): void => {
  const [base, head] = [mediaTypesOf(from), mediaTypesOf(to)]
  const { operation, side: direction } = place
  const locationOf = (name: string) => `${at} ${name}`.trim()
  const note = (change: "added" | "removed", level: ChangeLevel, name: string) => {
    const message = `the media type ${name} was ${change}`
    tell(`${prefix}-media-type-${change}`, level, { operation, direction, location: locationOf(name), message })
  }
  for (const name of head.keys()) if (!base.has(name)) note("added", "INFO", name)
  for (const [name, { schema }] of base) {
    const known = head.get(name)
    if (known === undefined) note("removed", "ERR", name)
    else if (schema !== undefined && known.schema !== undefined)
      compare(schema, known.schema, { ...place, at: locationOf(name), path: [] })
  }
}

/** The headers of an answer. */
const compareHeaders = (
  { code, headers }: ApiResponse,
  after: ApiResponse,
  {
    compare,
    operation,
    say
  }: {
    readonly operation: string
    readonly compare: Compare
    readonly say: (id: string, level: ChangeLevel, location: string, message: string) => void
  }
): void => {
  const placeOf = ({ name }: Header): string => `${code} header ${name}`
  const [base, head] = [headers, after.headers].map((all) => byKey(all, ({ name }) => name.toLowerCase()))
  for (const [name, header] of head!)
    if (!base!.has(name)) say("response-header-added", "INFO", placeOf(header), "the header was added")
  for (const [key, header] of base!) {
    const now = head!.get(key)
    const at = placeOf(header)
    if (now === undefined) {
      const [need, level] = header.required ? (["required", "ERR"] as const) : (["optional", "WARN"] as const)
      say(`${need}-response-header-removed`, level, at, "the header was removed")
      continue
    }
    if (header.required && !now.required)
      say("response-header-became-optional", "ERR", at, "the header became optional")
    compare(header.schema, now.schema, { subject: "response-header", side: "response", operation, at, path: [] })
  }
}

/** Compares the answers of an operation. */
export const compareResponses = (from: Operation, to: Operation, pen: Pen): void => {
  const operation = to.key
  const [base, head] = [byKey(from.responses, ({ code }) => code), byKey(to.responses, ({ code }) => code)]
  const kind = (code: string) => (code.startsWith("2") ? "success" : "non-success")
  const say = (id: string, level: ChangeLevel, location: string, message: string) =>
    pen.tell(id, level, { operation, direction: "response", location, message })
  for (const code of head.keys())
    if (!base.has(code)) say(`response-${kind(code)}-status-added`, "INFO", code, `the status ${code} was added`)
  for (const [code, before] of base) {
    const after = head.get(code)
    if (after === undefined) {
      say(
        `response-${kind(code)}-status-removed`,
        kind(code) === "success" ? "ERR" : "INFO",
        code,
        `the status ${code} was removed`
      )
      continue
    }
    const place = { at: code, operation, prefix: "response", side: "response", subject: "response-body" } as const
    compareContent({ from: before.content, to: after.content }, place, pen)
    compareHeaders(before, after, { operation, compare: pen.compare, say })
  }
}

/** A call that the API makes itself, by what tells it from the others. */
interface Called {
  readonly key: string
  readonly operation: string
  readonly location: string
  readonly body: RequestBody | undefined
}

/** The callbacks of an operation. */
export const callbacksOf = ({ callbacks, key: operation }: Operation): ReadonlyArray<Called> =>
  callbacks.flatMap(({ name, operations }) =>
    operations.map((one) => ({
      key: `${name} ${keyOf(one)}`,
      operation,
      location: `callback ${name}`,
      body: one.requestBody
    }))
  )

/** The webhooks of an API. */
export const webhooksOf = ({ webhooks }: ApiModel): ReadonlyArray<Called> =>
  webhooks.map((one) => ({ key: keyOf(one), operation: one.key, location: "", body: one.requestBody }))

/** Compares calls that the API makes: clients read their bodies as they read answers. */
export const compareCalled = (
  word: "webhook" | "callback",
  { from, to }: { readonly from: ReadonlyArray<Called>; readonly to: ReadonlyArray<Called> },
  pen: Pen
): void => {
  const { tell } = pen
  const [base, head] = [byKey(from, ({ key }) => key), byKey(to, ({ key }) => key)]
  for (const [key, { location, operation }] of head) {
    if (!base.has(key)) tell(`${word}-added`, "INFO", { operation, location, message: `the ${word} was added` })
  }
  for (const [key, { body, location, operation }] of base) {
    const now = head.get(key)
    if (now === undefined) {
      tell(`${word}-removed`, "ERR", { operation, location, message: `the ${word} was removed` })
      continue
    }
    const place = { at: location, operation, prefix: word, side: "response", subject: "response-body" } as const
    compareContent({ from: body?.content ?? [], to: now.body?.content ?? [] }, place, pen)
  }
}
