/**
 * How bodies are read: what is absent, which unknown fields are refused, rules across fields. All errors are reported at
 * once (decisions B.2, step 6).
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Schema from "effect/Schema"
import {
  Clock,
  firstIssues,
  handlersBy,
  mapInTurns,
  parameterIssues,
  Refusal,
  type PayloadReader
} from "../../src/plugin.ts"
import { namesOf, type UnknownNames } from "./fieldNames.ts"
import { BankSettings } from "./settings.ts"
import { RulesAcross, UnknownFields, type BodyIssue, type BodyRules, type RuleFacts } from "./wire.ts"

/** A body, before it was read by its schema. */
export type Body = Readonly<Record<string, unknown>>

/** Null and empty text count as absent (decisions B118), wherever they stand. */
export const withoutAbsent = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutAbsent)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === null || member === "" ? [] : [[name, withoutAbsent(member)]]
    )
  )
}

const refusedBody = (issues: ReadonlyArray<BodyIssue>) => new Refusal.InvalidParameters({ part: "body", issues })

/**
 * Reads values, without what counts as absent, by a schema. Fields that it does not know are refused, or ignored (decisions B.1) unless they are misspelled
 * ones.
 */
const readerOf = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, unknown: UnknownNames) => {
  const decode = Schema.decodeUnknownResult(schema, { errors: "all" })
  const wrongNames = namesOf(schema, unknown)
  return (
    body: unknown,
    rules: (body: Body) => ReadonlyArray<BodyIssue> = () => []
  ): Result.Result<S["Type"], ReadonlyArray<BodyIssue>> => {
    const decoded = decode(body)
    const issues = [
      ...wrongNames(body),
      ...(Result.isFailure(decoded) ? parameterIssues(decoded.failure.issue) : []),
      ...rules(body as Body)
    ]
    return Result.isSuccess(decoded) && issues.length === 0 ? Result.succeed(decoded.success) : Result.fail(issues)
  }
}

const ruleFacts: Effect.Effect<RuleFacts, never, Clock> = Effect.gen(function* () {
  const clock = yield* Clock
  return { now: clock.now(), settings: yield* BankSettings }
})

const noRules: BodyRules = () => []

/** Reads the body of an endpoint. */
export const bodyReader: PayloadReader<Clock> = (schema, annotations) => {
  const read = readerOf(schema, Context.getOrUndefined(annotations, UnknownFields) ?? "refuse")
  const rules = Context.getOrUndefined(annotations, RulesAcross) ?? noRules
  return (body) =>
    Effect.flatMap(ruleFacts, (facts) =>
      Effect.fromResult(
        Result.mapError(
          read(withoutAbsent(body), (given) => rules(given, facts)),
          refusedBody
        )
      )
    )
}

/** Handlers of a group: `handlersOf(BankApi, "payments", (handlers) => …)`. */
export const handlersOf = handlersBy(bodyReader)

/** The body of a request whose handler reads it by itself. */
export const bodyIn = ({ json }: Pick<HttpServerRequest, "json">): Effect.Effect<Body> =>
  Effect.map(Effect.orDie(json), (body) => body as Body)

/** The body of a request whose handler reads it by itself, without what counts as absent. */
export const presentIn = (request: Pick<HttpServerRequest, "json">): Effect.Effect<Body> =>
  Effect.map(bodyIn(request), (body) => withoutAbsent(body) as Body)

/** Reads an item of a list, or says what is wrong with it. */
export type ReadItem<Item> = (item: unknown, index: number) => Result.Result<Item, ReadonlyArray<BodyIssue>>

/** Reads the items of an administrative list by a schema: a field that it does not know is refused. */
export const itemOf = <S extends Schema.ConstraintDecoder<unknown>>(schema: S): ReadItem<S["Type"]> => {
  const read = readerOf(schema, "refuse")
  return (item) => read(item)
}

/** Reads the items of a list that may be long, some in each turn of the event loop. */
export const readItems = Effect.fnUntraced(function* <Item>(
  items: ReadonlyArray<unknown>,
  name: string,
  readItem: ReadItem<Item>
) {
  const issues: Array<BodyIssue> = []
  const read: Array<Item> = []
  yield* mapInTurns(items, (item, index) => {
    if (firstIssues(issues).length < issues.length) return
    const outcome = readItem(withoutAbsent(item), index)
    if (Result.isSuccess(outcome)) read.push(outcome.success)
    else for (const issue of outcome.failure) issues.push({ ...issue, path: [name, String(index), ...issue.path] })
  })
  return issues.length === 0 ? read : yield* refusedBody(firstIssues(issues))
})

/**
 * Reads a body with a list that may be long: all but its items by a schema, for which each item is `true`, and the items by
 * `readItems`. Of a list with more than `longest` items the schema sees one more than that.
 */
export const bodyWithListOf = <S extends Schema.ConstraintDecoder<unknown>>(
  schema: S,
  { longest = 0, name, unknown }: { readonly name: string; readonly longest?: number; readonly unknown: UnknownNames }
) => {
  const read = readerOf(schema, unknown)
  return Effect.fnUntraced(function* <Item>(body: unknown, readItem: ReadItem<Item>) {
    const items = (body as Body)[name]
    const counted = Array.isArray(items) ? { ...(body as Body), [name]: items.slice(0, longest + 1).fill(true) } : body
    const rest = yield* Effect.fromResult(Result.mapError(read(withoutAbsent(counted)), refusedBody))
    return { rest, items: yield* readItems(Array.isArray(items) ? items : [], name, readItem) }
  })
}
