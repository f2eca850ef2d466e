/** What a webhook call wishes for: fields of the body, or of the query where a host's payload has no room for them. */
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { JsonObject } from "../model/Json.ts"

/** The wishes (spec docs §4). */
export interface Wishes {
  readonly docType?: string
  readonly audience?: string
  readonly tone?: string
  readonly customRules?: ReadonlyArray<string>
  readonly publishToRepo?: boolean
  readonly repoToken?: Redacted.Redacted
}

/** A field that is not what it must be. */
export interface WishProblem {
  readonly path: string
  readonly message: string
}

const maxSetting = 200
const maxRule = 1_000
const maxRules = 500

const problem = (path: string, message: string) => Result.fail<WishProblem>({ path, message })

const isShort = (value: unknown, most: number): value is string => typeof value === "string" && value.length <= most

/** One rule per line or item (decisions docs 4.4); blank ones are none. */
const rulesIn = (value: unknown): ReadonlyArray<string> | undefined => {
  const list: ReadonlyArray<unknown> =
    typeof value === "string" ? value.split("\n") : Array.isArray(value) ? value : [0]
  if (!list.every((rule) => isShort(rule, maxRule)) || list.length > maxRules) return undefined
  return (list as ReadonlyArray<string>).map((rule) => rule.trim()).filter((rule) => rule !== "")
}

type Parsed = { -readonly [Name in keyof Wishes]: Wishes[Name] }

type Parse = (value: unknown, wishes: Parsed) => string | undefined

const setting =
  (name: "docType" | "audience" | "tone"): Parse =>
  (value, wishes) => {
    if (!isShort(value, maxSetting)) return `must be a text of at most ${maxSetting} characters`
    wishes[name] = value
    return undefined
  }

/** Field → how it is read; the answer is what is wrong. */
const fields: Readonly<Record<keyof Wishes, Parse>> = {
  docType: setting("docType"),
  audience: setting("audience"),
  tone: setting("tone"),
  customRules: (value, wishes) => {
    const rules = rulesIn(value)
    if (rules === undefined) return `must be a text or a list of texts of at most ${maxRule} characters each`
    wishes.customRules = rules
    return undefined
  },
  publishToRepo: (value, wishes) => {
    if (typeof value !== "boolean") return "must be true or false"
    wishes.publishToRepo = value
    return undefined
  },
  repoToken: (value, wishes) => {
    if (!isShort(value, 4_096)) return "must be a text"
    if (value !== "") wishes.repoToken = Redacted.make(value)
    return undefined
  }
}

/** A query has texts only. */
const ofQuery = (name: string, value: string): unknown =>
  name === "publishToRepo" && /^(?:true|false)$/.test(value) ? value === "true" : value

/** Reads the wishes; those of the body come before those of the query. */
export const readWishes = (body: JsonObject, query: URLSearchParams): Result.Result<Wishes, WishProblem> => {
  if (query.has("repoToken")) return problem("repoToken", "must not stand in the address, where it is logged")
  const wishes: Parsed = {}
  for (const [name, parse] of Object.entries(fields)) {
    const queried = query.get(name)
    const given = Object.hasOwn(body, name) ? body[name] : queried === null ? undefined : ofQuery(name, queried)
    if (given === undefined) continue
    const wrong = parse(given, wishes)
    if (wrong !== undefined) return problem(name, wrong)
  }
  return Result.succeed(wishes)
}
