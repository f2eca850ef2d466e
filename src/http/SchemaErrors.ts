/** Turns what a schema found wrong into parameter issues: where, what kind of problem, and the plugin's own code. */
import type * as SchemaIssue from "effect/SchemaIssue"
import type { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import { InternalFailure, InvalidParameters, type ParameterIssue } from "./Refusal.ts"

/**
 * Name of the annotation by which a schema or a check names the code of its refusal, such as
 * `Schema.isMaxLength(500, { refusal: "string_too_long" })`.
 */
export const refusalAnnotation = "refusal"

const annotated = (annotations: unknown, name: string): string | undefined => {
  if (typeof annotations !== "object" || annotations === null) return undefined
  const value: unknown = Reflect.get(annotations, name)
  return typeof value === "string" ? value : undefined
}

/** What a kind of value is called, where its schema does not say it better. */
const kinds: Readonly<Record<string, string>> = {
  Objects: "an object",
  Arrays: "a list",
  String: "a string",
  Boolean: "true or false",
  Number: "a number"
}

interface Annotated {
  readonly _tag?: string
  readonly annotations?: unknown
  readonly checks?: ReadonlyArray<{ readonly annotations?: unknown }> | undefined
}

/** How a schema describes itself. Its JSON form keeps the checks and loses the rest, so the first check may speak. */
const ofAst = (ast: Annotated): Found => ({
  code: annotated(ast.annotations, refusalAnnotation),
  expected:
    annotated(ast.annotations, "expected") ??
    annotated(ast.annotations, "description") ??
    (ast._tag === "Number" ? annotated(ast.checks?.[0]?.annotations, "expected") : undefined) ??
    (ast._tag === undefined ? undefined : kinds[ast._tag])
})

interface Found {
  readonly code?: string | undefined
  readonly expected?: string | undefined
}

/** Only what is there: an annotation that is missing further in must not hide one further out. */
const own = (found: Found): Found => ({
  ...(found.code === undefined ? {} : { code: found.code }),
  ...(found.expected === undefined ? {} : { expected: found.expected })
})

/** Issues that one refusal tells (our choice). Where there are more, the last one says so. */
export const mostIssues = 100

/** Characters of a name that an error shows: the name may be as long as its whole body (our choice). */
const mostNameCharacters = 100

/** A name as an error shows it, without half a surrogate pair at its end. */
const nameOf = (key: PropertyKey): string => String(key).slice(0, mostNameCharacters).toWellFormed()

const walk = (
  issue: SchemaIssue.Issue,
  path: ReadonlyArray<string>,
  found: Found,
  into: Array<ParameterIssue>
): void => {
  if (into.length > mostIssues) return
  const add = (problem: ParameterIssue["problem"], here: Found) =>
    into.push({
      path,
      problem,
      code: here.code ?? found.code,
      expected: here.expected ?? found.expected ?? "another value"
    })
  switch (issue._tag) {
    case "Pointer":
      return walk(issue.issue, [...path, ...issue.path.map(nameOf)], {}, into)
    case "Composite": {
      for (const inner of issue.issues) walk(inner, path, { ...found, ...own(ofAst(issue.ast)) }, into)
      return
    }
    case "Filter": {
      const here = {
        code: annotated(issue.filter.annotations, refusalAnnotation),
        expected: annotated(issue.filter.annotations, "expected")
      }
      add("invalid", here)
      return
    }
    case "Encoding":
      return walk(issue.issue, path, { ...found, ...own(ofAst(issue.ast)) }, into)
    case "AnyOf": {
      if (issue.issues.length === 0) return void add("invalid", ofAst(issue.ast))
      return walk(issue.issues[0]!, path, { ...found, ...own(ofAst(issue.ast)) }, into)
    }
    case "OneOf":
    case "InvalidType":
      return void add("invalid", ofAst(issue.ast))
    case "MissingKey":
      return void add("missing", { expected: "a value" })
    case "UnexpectedKey":
      return void add("unknown", { expected: "no such parameter" })
    default:
      return void add("invalid", { expected: annotated(issue.annotations, "expected") })
  }
}

const andMore: ParameterIssue = { path: [], problem: "more", code: undefined, expected: "nothing else" }

/** The first 100 of some issues, and one of the problem `more` where there are others. */
export const firstIssues = (issues: ReadonlyArray<ParameterIssue>): ReadonlyArray<ParameterIssue> =>
  issues.length > mostIssues ? [...issues.slice(0, mostIssues), andMore] : issues

/** The issues behind a schema's refusal, in the schema's order, as far as `firstIssues` goes. */
export const issuesOf = (issue: SchemaIssue.Issue): ReadonlyArray<ParameterIssue> => {
  const into: Array<ParameterIssue> = []
  walk(issue, [], {}, into)
  return firstIssues(into)
}

const parts = { Payload: "body", Query: "query", Params: "path", Headers: "headers" } as const

/** A query parameter that is given twice reaches its schema as a list, which says nothing about its value. */
const naming = (issues: ReadonlyArray<ParameterIssue>, url: string): ReadonlyArray<ParameterIssue> => {
  const query = new URLSearchParams(url.slice(url.indexOf("?") + 1))
  return issues.map((issue) =>
    issue.problem === "invalid" && query.getAll(issue.path[0] ?? "").length > 1
      ? { ...issue, code: undefined, expected: "given once" }
      : issue
  )
}

/** The refusal a schema error of the HTTP server stands for. One in an answer of ours is our own bug. */
export const fromSchemaError = (error: HttpApiSchemaError, url: string): InvalidParameters | InternalFailure => {
  if (!(error.kind in parts)) return new InternalFailure()
  const part = parts[error.kind as keyof typeof parts]
  const issues = issuesOf(error.cause.issue)
  return new InvalidParameters({ part, issues: part === "query" ? naming(issues, url) : issues })
}
