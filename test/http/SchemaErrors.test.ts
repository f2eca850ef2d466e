import { describe, expect, it } from "vitest"
import { Result, Schema } from "effect"
import { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import { fromSchemaError, issuesOf, mostIssues, refusalAnnotation } from "../../src/http/SchemaErrors.ts"
import { InternalFailure, InvalidParameters } from "../../src/http/Refusal.ts"

const Body = Schema.Struct({
  name: Schema.String.check(
    Schema.isMaxLength(5, { [refusalAnnotation]: "name_too_long", expected: "up to 5 letters" })
  ),
  amount: Schema.Int,
  currency: Schema.optionalKey(
    Schema.Literals(["usd", "eur"]).annotate({ [refusalAnnotation]: "bad_currency", expected: "usd or eur" })
  ),
  lines: Schema.optionalKey(Schema.Array(Schema.Struct({ sku: Schema.String, paid: Schema.Boolean })))
})

const valid = { name: "ada", amount: 1 }

const failureOf = (body: unknown) => {
  const result = Schema.decodeUnknownResult(Body)(body, { onExcessProperty: "error", errors: "all" })
  if (Result.isSuccess(result)) throw new Error("The body is valid")
  return result.failure
}

const found = (body: unknown) => issuesOf(failureOf(body).issue)

describe("what a schema found wrong", () => {
  it("is a missing parameter, by name", () => {
    expect(found({ amount: 1 })).toEqual([{ path: ["name"], problem: "missing", code: undefined, expected: "a value" }])
  })

  it("is a parameter that nobody knows", () => {
    expect(found({ ...valid, nmae: "x" })).toEqual([
      { path: ["nmae"], problem: "unknown", code: undefined, expected: "no such parameter" }
    ])
  })

  it.each([
    ["a text", { ...valid, name: 7 }, ["name"], "a string"],
    ["a switch", { ...valid, lines: [{ sku: "a", paid: "yes" }] }, ["lines", "0", "paid"], "true or false"],
    ["a list", { ...valid, lines: {} }, ["lines"], "a list"],
    ["an object", { ...valid, lines: [1] }, ["lines", "0"], "an object"],
    ["a body", [], [], "an object"]
  ])("is %s of another type, with the way to it", (_, body, path, expected) => {
    expect(found(body)).toEqual([{ path, problem: "invalid", code: undefined, expected }])
  })

  it("carries the code that a check names, and what it wants", () => {
    expect(found({ ...valid, name: "too long" })).toEqual([
      { path: ["name"], problem: "invalid", code: "name_too_long", expected: "up to 5 letters" }
    ])
  })

  it("carries the code that a schema names", () => {
    expect(found({ ...valid, currency: "xyz" })).toEqual([
      { path: ["currency"], problem: "invalid", code: "bad_currency", expected: "usd or eur" }
    ])
  })

  it("comes in the order of the schema, not of the body", () => {
    const paths = found({ currency: "xyz", amount: 1.5 }).map((issue) => issue.path.join("."))
    expect(paths).toEqual(["name", "amount", "currency"])
  })

  it("never repeats what was sent", () => {
    const secret = "4242424242424242"
    const bodies = [{ ...valid, name: secret }, { ...valid, amount: secret }, { ...valid, currency: secret }, secret]
    expect(JSON.stringify(bodies.map(found))).not.toContain(secret)
  })
})

describe("a name that was sent", () => {
  it("is told as far as 100 characters, without half of one", () => {
    const strict = Schema.decodeUnknownResult(Schema.Struct({ name: Schema.optionalKey(Schema.String) }), {
      onExcessProperty: "error"
    })
    const decoded = strict({ [`${"n".repeat(99)}😀${"n".repeat(1_000)}`]: 1 })
    if (Result.isSuccess(decoded)) throw new Error("it is sound")
    expect(issuesOf(decoded.failure.issue)[0]!.path).toEqual([`${"n".repeat(99)}\ufffd`])
  })
})

describe("more than 100 issues", () => {
  const Many = Schema.Struct({ list: Schema.Array(Schema.Struct({ amount: Schema.Int, name: Schema.String })) })
  const decodeMany = Schema.decodeUnknownResult(Many, { errors: "all" })
  const issuesIn = (items: number) => {
    const decoded = decodeMany({ list: Array.from({ length: items }, () => ({})) })
    if (Result.isSuccess(decoded)) throw new Error("it is sound")
    return issuesOf(decoded.failure.issue)
  }

  it("are told as the first 100, and that there are more", () => {
    const issues = issuesIn(51)
    expect(issues).toHaveLength(mostIssues + 1)
    expect(issues.slice(0, -1).every(({ problem }) => problem === "missing")).toBe(true)
    expect(issues.at(-1)).toMatchObject({ path: [], problem: "more" })
  })

  it("are not there with exactly 100", () => {
    const issues = issuesIn(50)
    expect(issues).toHaveLength(mostIssues)
    expect(issues.at(-1)).toMatchObject({ path: ["list", "49", "name"], problem: "missing" })
  })
})

describe("a schema error of the HTTP server", () => {
  const errorOf = (kind: HttpApiSchemaError["kind"]) =>
    new HttpApiSchemaError({ kind, cause: failureOf({ name: "a" }) })

  it.each([
    ["Payload", "body"],
    ["Query", "query"],
    ["Params", "path"],
    ["Headers", "headers"]
  ] as const)("of the kind %s refuses the %s", (kind, part) => {
    const refusal = fromSchemaError(errorOf(kind), "/things?name=a")
    expect(refusal).toBeInstanceOf(InvalidParameters)
    expect(refusal).toMatchObject({ part, issues: [{ path: ["amount"], problem: "missing" }] })
  })

  it.each(["Body", "ResponseHeaders"] as const)("of the kind %s is our own failure", (kind) => {
    expect(fromSchemaError(errorOf(kind), "/things?name=a")).toBeInstanceOf(InternalFailure)
  })
})
