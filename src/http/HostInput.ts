/**
 * What hosts give: options by their names, and what callers in process ask for, as the body that a request would have. The same
 * schemas judge both, so that no way in is laxer than another. Errors name the fields as the caller wrote them.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { isRecord } from "../services/guards.ts"
import { InvalidParameters } from "./Refusal.ts"

/**
 * For hosts in JavaScript, whom no compiler tells: throws a `TypeError` where what they give is no object, or has a name that is not
 * known. That name is misspelled, and the default would stand in place of what was meant.
 */
export const checkNames = <A extends object>(
  [owner, what]: readonly [owner: string, what: "option" | "connection" | "field"],
  given: A | undefined,
  known: Readonly<Record<keyof A, unknown>>
): void => {
  if (given === undefined) return
  if (!isRecord({})(given)) throw new TypeError(`${owner}: give ${what}s as an object, not ${String(given)}`)
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name))
  if (unknown === undefined) return
  throw new TypeError(`${owner} has no ${what} ${unknown}: it has ${Object.keys(known).join(", ")}`)
}

/** For the same: throws a `RangeError` for a mode that is none. Left out, it would be neither, and open what each of them keeps shut. */
export const checkMode = (service: string, mode: unknown): void => {
  if (mode === "sandbox" || mode === "production") return
  throw new RangeError(`${service}: mode must be "sandbox" or "production", not ${JSON.stringify(mode)}`)
}

/** How fields of commands are called in bodies, and the other way round. */
export interface FieldNames {
  readonly inBody: (name: string) => string
  /** The name in a command of a field that the caller left out. */
  readonly inCommand: (name: string) => string
}

/** Fields of commands that bodies call otherwise than by the usual rule: `{ amountMinor: "amount" }`. */
export type Renames = Readonly<Record<string, string>>

/** Names of a plugin whose bodies are in the case that `inBody` makes. Given renames come first. */
export const fieldNames =
  ({ inBody, inCommand }: FieldNames) =>
  (renames: Renames = {}): FieldNames => {
    const back = new Map(Object.entries(renames).map(([own, sent]) => [sent, own]))
    return {
      inBody: (name) => renames[name] ?? inBody(name),
      inCommand: (name) => back.get(name) ?? inCommand(name)
    }
  }

/** Fields whose own fields are named by the caller alone. */
const isFree = (name: string): boolean => name === "metadata"

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Where a command has a field in the words of its body, too. */
const givenTwice = (command: unknown, names: FieldNames): ReadonlyArray<string> | undefined => {
  if (typeof command !== "object" || command === null || Redacted.isRedacted(command)) return undefined
  for (const [name, value] of Object.entries(command)) {
    if (value === undefined) continue
    const sent = names.inBody(name)
    if (sent !== name && (command as Readonly<Record<string, unknown>>)[sent] !== undefined) return [name]
    const within = isFree(name) ? undefined : givenTwice(value, names)
    if (within !== undefined) return [name, ...within]
  }
  return undefined
}

/** The refusal of what stands at a path. */
export const refusedAt = (part: InvalidParameters["part"], path: ReadonlyArray<string>, expected: string) =>
  new InvalidParameters({ part, issues: [{ path, problem: "invalid", code: undefined, expected }] })

/** Where a body has a text or a name with half of a surrogate pair, as no request can. */
export const brokenAt = (value: unknown): ReadonlyArray<string> | undefined => {
  if (typeof value === "string") return value.isWellFormed() ? undefined : []
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const within = name.isWellFormed() ? brokenAt(inner) : []
    if (within !== undefined) return [name, ...within]
  }
  return undefined
}

/** Fails with `InvalidParameters` for a field that is given by both of its names: which of the two is meant would follow from their order. */
export const checkGivenOnce = (part: InvalidParameters["part"], command: unknown, names: FieldNames) => {
  const path = givenTwice(command, names)
  if (path === undefined) return Effect.void
  return Effect.fail(refusedAt(part, path, `given once: ${names.inBody(path.at(-1)!)} is another name of it`))
}

/** The body that a command stands for. A field that is undefined is left out; a `Date` is written as in JSON. */
export const bodyOf = (command: unknown, names: FieldNames): unknown => {
  if (Redacted.isRedacted(command)) return Redacted.value(command)
  if (command instanceof Date) return command.toJSON()
  // JSON has none; where a number is wanted, its text is refused by name.
  if (typeof command === "bigint") return String(command)
  if (Array.isArray(command)) return command.map((item) => bodyOf(item, names))
  if (!isObject(command)) return command
  return Object.fromEntries(
    Object.entries(command)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [names.inBody(name), isFree(name) ? value : bodyOf(value, names)])
  )
}

/** The query that a filter stands for, in which flags and times (`Date`) are texts. */
export const queryOf = (filter: object, names: FieldNames): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(bodyOf(filter, names) as object).map(([name, value]) => [
      name,
      typeof value === "boolean" ? String(value) : value
    ])
  )

/** Where something is in a command that is here in its body. */
const pathIn = (command: unknown, path: ReadonlyArray<string>, names: FieldNames): ReadonlyArray<string> => {
  const [name, ...rest] = path
  if (name === undefined) return []
  if (Array.isArray(command)) return [name, ...pathIn(command[Number(name)], rest, names)]
  const given = isObject(command) ? Object.keys(command).find((own) => names.inBody(own) === name) : undefined
  const own = given ?? names.inCommand(name)
  if (isFree(own)) return [own, ...rest]
  return [own, ...pathIn(isObject(command) ? command[own] : undefined, rest, names)]
}

/** The failure that the caller of a command receives: errors in the body name the fields of the command. */
export const refusedFor = <E>(command: unknown, failure: E, names: FieldNames): E | InvalidParameters =>
  failure instanceof InvalidParameters
    ? new InvalidParameters({
        part: failure.part,
        issues: failure.issues.map((issue) => ({ ...issue, path: pathIn(command, issue.path, names) }))
      })
    : failure

/** Which page of a list a caller in process wants. */
export interface HostPage {
  /** From 1 to 100. Default: 20. */
  readonly limit?: number
  /** The `nextCursor` of the page before. */
  readonly cursor?: string
}

/** The page of a list that is read. */
export interface AskedPage {
  readonly limit: number
  readonly cursor: string | undefined
  readonly page: undefined
}

/** For hosts in JavaScript: the rules of a body or a query look at its fields. */
export const noObject = (part: InvalidParameters["part"]) => refusedAt(part, [], "an object")

/** Reads a page as requests ask for it. Fails with `InvalidParameters` for a limit that no request could have. */
export const paged = <A, E, R>(
  asked: HostPage = {},
  read: (page: AskedPage) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | InvalidParameters, R> => {
  if (!isRecord({})(asked)) return Effect.fail(noObject("query"))
  const { cursor, limit = 20 } = asked
  return Number.isInteger(limit) && limit >= 1 && limit <= 100
    ? read({ limit, cursor, page: undefined })
    : Effect.fail(refusedAt("query", ["limit"], "an integer from 1 to 100"))
}
