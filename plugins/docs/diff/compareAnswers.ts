/** Compares what clients of an API read: its answers with their headers, and what it sends itself to callbacks and webhooks. */
import type { ApiModel, Header, MediaType, Operation } from "../model/ApiModel.ts"
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
  /** The versions of the format of both sides. */
  readonly formats: readonly [from: string, to: string]
}

/** A path with its parameters' names left out: two that differ in names only are the same. */
export const shapeOf = (path: string): string => path.replaceAll(/\{[^}]*\}/g, "{}").replace(/(?<=.)\/$/, "")

/** What an operation is told by. */
export const keyOf = ({ method, path }: Operation): string => `${method.toUpperCase()} ${shapeOf(path)}`

/** A list by what its items are told by. */
export const byKey = <A>(list: ReadonlyArray<A>, key: (item: A) => string): ReadonlyMap<string, A> =>
  new Map(list.map((item) => [key(item), item]))

const mediaTypesOf = (content: ReadonlyArray<MediaType>) =>
  byKey(content, ({ mediaType }) => mediaType.toLowerCase().replace(/;\s*charset=[^;]*/, ""))

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

/** What tells of one place: where it is, of which operation, and who sends what stands there. */
type Where = Pick<Place, "at" | "operation" | "side"> & { readonly prefix: string }

/** Compares what the API sends beside a body: the headers of an answer, or the parameters of a call of its own. */
const compareSent = (
  from: ReadonlyArray<Header>,
  to: ReadonlyArray<Header>,
  { at, operation, prefix, word }: Pick<Place, "at" | "operation"> & { readonly prefix: string; readonly word: string },
  { compare, tell }: Pen
): void => {
  const direction = "response"
  const [base, head] = [from, to].map((all) => byKey(all, ({ name }) => name.toLowerCase()))
  const say = (id: string, level: ChangeLevel, { name }: Header, change: string) =>
    tell(id, level, {
      operation,
      direction,
      location: `${at} ${word} ${name}`.trim(),
      message: `the ${word} ${change}`
    })
  for (const [name, one] of head!) if (!base!.has(name)) say(`${prefix}-${word}-added`, "INFO", one, "was added")
  for (const [name, one] of base!) {
    const now = head!.get(name)
    if (now === undefined) {
      const [need, level] = one.required ? (["required", "ERR"] as const) : (["optional", "WARN"] as const)
      say(`${need}-${prefix}-${word}-removed`, level, one, "was removed")
      continue
    }
    if (one.required && !now.required) say(`${prefix}-${word}-became-optional`, "ERR", one, "became optional")
    const place = { operation, at: `${at} ${word} ${one.name}`.trim(), path: [] }
    compare(one.schema, now.schema, { subject: "response-header", side: direction, ...place })
  }
}

/** Compares the answers of an operation, or those that a call of the API asks for: clients send these. */
export const compareResponses = (
  from: Operation,
  to: Operation,
  pen: Pen,
  { at, operation, prefix, side }: Where = { at: "", operation: to.key, prefix: "response", side: "response" }
): void => {
  const [base, head] = [byKey(from.responses, ({ code }) => code), byKey(to.responses, ({ code }) => code)]
  const kind = (code: string) => (code.startsWith("2") ? "success" : "non-success")
  const say = (change: "added" | "removed", level: ChangeLevel, code: string) =>
    pen.tell(`${prefix}-${kind(code)}-status-${change}`, level, {
      operation,
      direction: side,
      location: `${at} ${code}`.trim(),
      message: `the status ${code} was ${change}`
    })
  for (const code of head.keys()) if (!base.has(code)) say("added", "INFO", code)
  for (const [code, before] of base) {
    const after = head.get(code)
    if (after === undefined) {
      say("removed", kind(code) === "success" ? "ERR" : "INFO", code)
      continue
    }
    const place = { at: `${at} ${code}`.trim(), operation, prefix }
    compareContent(
      { from: before.content, to: after.content },
      { ...place, side, subject: side === "request" ? "request-body" : "response-body" },
      pen
    )
    if (side === "response") compareSent(before.headers, after.headers, { ...place, word: "header" }, pen)
  }
}

/** A call that the API makes itself, by what tells it from the others. */
interface Called {
  readonly key: string
  readonly operation: string
  readonly location: string
  readonly call: Operation
}

export const callbacksOf = ({ callbacks, key: operation }: Operation): ReadonlyArray<Called> =>
  callbacks.flatMap(({ name, operations }) =>
    operations.map((one) => ({
      key: `${name} ${keyOf(one)}`,
      operation,
      location: `callback ${name}`,
      call: one
    }))
  )

export const webhooksOf = ({ webhooks }: ApiModel): ReadonlyArray<Called> =>
  webhooks.map((one) => ({ key: keyOf(one), operation: one.key, location: "", call: one }))

/** What a call carries beside its body; the values of its path are the client's own. */
const carried = ({ parameters }: Operation): ReadonlyArray<Header> => parameters.filter((one) => one.in !== "path")

/** Compares calls that the API makes: clients read them as they read answers, and answer them. */
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
  for (const [key, { call, location, operation }] of base) {
    const now = head.get(key)?.call
    if (now === undefined) {
      tell(`${word}-removed`, "ERR", { operation, location, message: `the ${word} was removed` })
      continue
    }
    const place = { at: location, operation, prefix: word }
    const bodies = { from: call.requestBody?.content ?? [], to: now.requestBody?.content ?? [] }
    compareContent(bodies, { ...place, side: "response", subject: "response-body" }, pen)
    compareSent(carried(call), carried(now), { ...place, word: "parameter" }, pen)
    compareResponses(call, now, pen, { ...place, prefix: `${word}-response`, side: "request" })
  }
}
