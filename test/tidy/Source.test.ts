import { describe, expect, it } from "vitest"
import { bracketPairs, lineAt, scan } from "./Source.ts"

const codeOf = (text: string) => scan("src/a.ts", text).code
const literalsOf = (text: string) => scan("src/a.ts", text).literals.map(({ value }) => value)

describe("a scanned file", () => {
  it("keeps its code in place and blanks comments and the insides of literals", () => {
    expect(codeOf(`const a = "x" // one\n/* two\n */ b()`)).toBe(`const a = " "       \n      \n    b()`)
  })

  it("keeps the expressions of a template, however deep, and sets its pieces apart", () => {
    const text = "f(`a ${g({ b: `c ${d} e` })} f`)"
    expect(codeOf(text)).toBe("f(`    g({ b: `    d   ` })   `)")
    expect(literalsOf(text)).toEqual(["a ", "c ", " e", " f"])
  })

  it.each([
    ["a quote in a regular expression", `/["'\`]/.test(a); b`, [`["'\`]`]],
    ["a slash in a class of a regular expression", `const a = /[/]"/g`, [`[/]"`]],
    ["a division", "const a = b / 2 / c", []],
    ["a division after a bracket", "const a = (b) / 2 / c", []],
    ["a regular expression after an arrow", "const a = () => /b/", ["b"]],
    ["an escaped quote", String.raw`"a\"b" + 'c\'d'`, [String.raw`a\"b`, String.raw`c\'d`]],
    ["a comment mark in a string", `"https://a" + "/* b */"`, ["https://a", "/* b */"]],
    ["a quote in a comment", `// don't\nf("a") /* it's */`, ["a"]],
    ["a dollar sign in a template", "`$a $${b}`", ["$a $", ""]]
  ])("reads %s", (_, text, literals) => {
    expect(literalsOf(text)).toEqual(literals)
  })

  it("takes the ends of elements for no regular expression", () => {
    const { literals, code } = scan("web/a.tsx", `const a = <b c={d} /> ; const e = <f>{"g"}</f>; h / i / j`)
    expect(literals.map(({ value }) => value)).toEqual(["g"])
    expect(code).toContain("</f>")
  })

  it("knows the line of an offset", () => {
    const source = scan("src/a.ts", "a\nb\n\nc")
    expect(["a", "b", "c"].map((word) => lineAt(source, source.text.indexOf(word)))).toEqual([1, 2, 4])
  })

  it("pairs brackets of all kinds", () => {
    expect(Array.from(bracketPairs("f({ a: [1] })")).sort(([one], [other]) => one - other)).toEqual([
      [1, 12],
      [2, 11],
      [7, 9]
    ])
  })
})
