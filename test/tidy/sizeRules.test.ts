import { describe, expect, it } from "vitest"
import { filesAreShort, functionsAreShort, functionsOf, longestFile, longestFunction } from "./sizeRules.ts"
import { scan } from "./Source.ts"

const lines = (count: number, line = "  f()") => Array.from({ length: count }, () => line).join("\n")

const measured = (text: string) => functionsOf(scan("src/a.ts", text)).map(({ name, lines }) => `${name} ${lines}`)

describe("the length of a file", () => {
  it("may be the cap, and not a line more", () => {
    const found = (count: number) => filesAreShort(new Map([["src/a.ts", `${lines(count, "a")}\n`]]))
    expect(found(longestFile)).toEqual([])
    expect(found(longestFile + 1).map(({ what }) => what)).toEqual(["has 401 lines"])
  })
})

describe("the length of a function", () => {
  it.each([
    ["an arrow", "const a = (b: B): Result<A, { c: D }> => {\n  f()\n}", ["a 3"]],
    ["an arrow that is an expression", "const a = (b) =>\n  b.pipe(\n    c\n  )\n\nconst d = 1", ["a 4"]],
    ["a function", "function a(b) {\n  f()\n}", ["a 3"]],
    ["a generator", "const a = Effect.gen(function* () {\n  yield* f()\n})", ["a 3"]],
    ["a method with a type", "class A {\n  b(c: C): D | undefined {\n    f()\n  }\n}", ["b 3"]],
    ["a function in a function", "const a = () => {\n  const b = () => {\n    f()\n  }\n}", ["a 5", "b 3"]],
    ["parameters over lines", "const a = (\n  b: B\n) => {\n  f()\n}", ["a 5"]],
    ["a type that is a union", "const a = (b: B): -1 | 0 | 1 => {\n  f()\n}", ["a 3"]]
  ])("is measured for %s", (_, text, found) => {
    expect(measured(text)).toEqual(found)
  })

  it.each([
    ["a condition", "if (a) {\n  f()\n}"],
    ["a loop", "for await (const a of b) {\n  f()\n}"],
    ["a class", `class A extends Context.Service<A>()("a") {\n  b = 1\n}`],
    ["a choice", "const a = b ? (c) : d\n{\n  f()\n}"],
    ["a call", "f(a)\n"]
  ])("is not taken from %s", (_, text) => {
    expect(measured(text)).toEqual([])
  })

  it("may be the cap, and not a line more; the outer function is named", () => {
    const text = (count: number) => `const a = () => {\n  return g(() => {\n${lines(count - 4)}\n  })\n}`
    const found = (count: number) => functionsAreShort(new Map([["src/a.ts", text(count)]]))
    expect(found(longestFunction)).toEqual([])
    expect(found(longestFunction + 1).map(({ line, what }) => `${line} ${what}`)).toEqual(["1 a has 71 lines"])
    expect(found(longestFunction + 9).map(({ what }) => what)).toEqual(["a has 79 lines"])
  })

  it("is not capped for tests and migrations", () => {
    const long = `const a = () => {\n${lines(100)}\n}`
    const paths = ["test/a.test.ts", "src/store/migrations/0001_core.ts"]
    expect(functionsAreShort(new Map(paths.map((path) => [path, long])))).toEqual([])
  })
})
