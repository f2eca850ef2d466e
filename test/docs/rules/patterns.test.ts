/** Patterns of custom rules: the same matches as the platform's regular expressions, and no way to make them slow. */
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { compilePattern, matchPattern } from "../../../plugins/docs/rules/pattern/PatternProgram.ts"
import { parsePattern } from "../../../plugins/docs/rules/pattern/PatternSyntax.ts"

const compiled = (pattern: string, flags = "") => Result.flatMap(parsePattern(pattern, flags), compilePattern)

const matches = (pattern: string, flags: string, text: string): ReadonlyArray<string> => {
  const program = compiled(pattern, flags)
  if (Result.isFailure(program)) throw new Error(program.failure)
  return matchPattern(program.success, text, { left: 1_000_000 }).map(({ end, start }) => text.slice(start, end))
}

const same: ReadonlyArray<readonly [string, string, string]> = [
  ["a+b", "", "xaab aab"],
  ["foo|foobar", "", "foobar foo"],
  ["\\bcat\\b", "i", "Cat concat cat"],
  ["^x.*$", "m", "x1\ny\nx2"],
  ["^x.*$", "s", "x1\ny"],
  ["[a-c]{2,3}", "", "abcabcab"],
  ["a{2}", "", "aaaaa"],
  ["(ab|cd)+?e", "", "ababe cde"],
  ["colou?r", "i", "Color colour"],
  ["\\d+(?:\\.\\d+)?", "", "1.5 and 22"],
  ["a*?b", "", "aaab"],
  ["é|\\p{Lu}", "", "éA"],
  ["x*", "", "axxb"],
  ["\\$\\{[^}]*\\}", "", "${a} ${bc}"],
  ["[^\\s]+@[^\\s]+", "", "me@x you@y z"],
  ["(?<name>a|b)c", "", "ac bc cc"],
  ["😀.", "", "a😀b😀"],
  ["\\B-\\B|--", "", "a--b - c"],
  ["[\\]\\-a]+", "", "a]-b"],
  ["\\u0041\\x42", "", "AB"]
]

describe("patterns", () => {
  it.each(same)("D18 /%s/%s matches as everywhere else", (pattern, flags, text) => {
    const platform = Array.from(text.matchAll(new RegExp(pattern, `${flags}gu`)), ([found]) => found).filter(
      (found) => found !== ""
    )
    expect(matches(pattern, flags, text)).toEqual(platform)
  })

  it.each([
    ["(a+)+$", "has a quantifier within a quantifier"],
    ["(a|b*)*", "has a quantifier within a quantifier"],
    ["(?:x{1,5}y)*", "has a quantifier within a quantifier"],
    ["(a)\\1", "has a back-reference"],
    ["(?<n>a)\\k<n>", "has a back-reference"],
    ["(?=a)", "has a look-around or another group that begins with (?"],
    ["(?<!a)b", "has a look-around or another group that begins with (?"],
    ["[a", "has a class that does not end"],
    ["(a", "has a group that does not end"],
    ["a)", "closes a group that was not opened"],
    ["*a", "repeats nothing"],
    ["a{500}", "repeats more than 200 times"],
    ["", "is empty"],
    ["a".repeat(501), "has more than 500 characters"],
    ["a\\", "ends with a backslash"]
  ])("D18 refuses /%s/", (pattern, reason) => {
    expect(parsePattern(pattern)).toEqual(Result.fail(reason))
  })

  it("D18 refuses flags it does not know, and counts that multiply", () => {
    expect(Result.isFailure(parsePattern("a", "y"))).toBe(true)
    expect(Result.isFailure(compiled("((a?){100}){100}"))).toBe(true)
  })

  it("D18 takes time in proportion to the text, whatever the pattern and the text", () => {
    const program = compiled("\\w*\\w*\\w*\\w*x")
    if (Result.isFailure(program)) throw new Error(program.failure)
    const steps = (length: number) => {
      const budget = { left: 100_000_000 }
      matchPattern(program.success, "a".repeat(length), budget)
      return 100_000_000 - budget.left
    }
    expect(steps(20_000) / steps(10_000)).toBeLessThan(2.1)
  })

  it("D18 stops when the budget is spent", () => {
    const program = compiled("a(?:.*b)?")
    if (Result.isFailure(program)) throw new Error(program.failure)
    const budget = { left: 1_000_000 }
    const startedAt = performance.now()
    matchPattern(program.success, "a".repeat(100_000), budget)
    expect(budget.left).toBeLessThanOrEqual(0)
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })
})
