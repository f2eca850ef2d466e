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

interface Found {
  readonly code?: string | undefined
  readonly expected?: string | undefined
}

const walk = (
  issue: SchemaIssue.Issue,
  path: ReadonlyArray<string>,
  found: Found,
  into: Array<ParameterIssue>
): void => {
  const add = (problem: ParameterIssue["problem"], own: Found) =>
    into.push({
      path,
      problem,
      code: own.code ?? found.code,
      expected: own.expected ?? found.expected ?? "another value"
    })
  const ofAst = (ast: { readonly annotations?: unknown }): Found => ({
    code: annotated(ast.annotations, refusalAnnotation),
    expected: annotated(ast.annotations, "expected") ?? annotated(ast.annotations, "description")
  })
  switch (issue._tag) {
    case "Pointer":
      return walk(issue.issue, [...path, ...issue.path.map(String)], {}, into)
    case "Composite": {
      const own = ofAst(issue.ast)
      for (const inner of issue.issues) walk(inner, path, { ...found, ...own }, into)
      return
    }
    case "Filter": {
      const own = {
        code: annotated(issue.filter.annotations, refusalAnnotation),
        expected: annotated(issue.filter.annotations, "expected")
      }
      add("invalid", own)
      return
    }
    case "Encoding":
      return walk(issue.issue, path, found, into)
    case "AnyOf": {
      if (issue.issues.length === 0) return void add("invalid", ofAst(issue.ast))
      return walk(issue.issues[0]!, path, { ...found, ...ofAst(issue.ast) }, into)
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

/** The issues behind a schema's refusal, in the schema's order. */
export const issuesOf = (issue: SchemaIssue.Issue): ReadonlyArray<ParameterIssue> => {
  const into: Array<ParameterIssue> = []
  walk(issue, [], {}, into)
  return into
}

const parts = { Payload: "body", Query: "query", Params: "path", Headers: "headers" } as const

/** The refusal a schema error of the HTTP server stands for. One in an answer of ours is our own bug. */
export const fromSchemaError = (error: HttpApiSchemaError): InvalidParameters | InternalFailure =>
  error.kind in parts
    ? new InvalidParameters({ part: parts[error.kind as keyof typeof parts], issues: issuesOf(error.cause.issue) })
    : new InternalFailure()
