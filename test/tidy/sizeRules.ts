/** The rules about size: a file tells one story, a function fits a screen. */
import { bracketPairs, lineAt, type Source } from "./Source.ts"
import { sourcesOf, type Rule } from "./Tree.ts"

/** Most lines of a file. */
export const longestFile = 400

/** Most lines of a function. */
export const longestFunction = 70

/** Files whose functions are lists: the statements of a migration. */
const listsOfStatements = "/migrations/"

/** A function with a body, as it stands in a file. */
export interface FunctionSpan {
  readonly name: string
  readonly line: number
  readonly lines: number
}

/** Before a bracket: a statement with braces of its own, a call of what a call answered, or what a class extends. */
const noParameters = /(?:(?<![.\w$])(?:if|for|while|switch|catch|with|await)|\)|\bclass\s[^{}]*)\s*$/

/** How far back `noParameters` looks, in characters: more than the head of a class without type parameters. */
const lookBehind = 200

const skipSpace = (code: string, at: number): number => at + (/^\s*/.exec(code.slice(at))?.[0].length ?? 0)

const indentAt = (code: string, at: number): number => {
  const start = code.lastIndexOf("\n", at - 1) + 1
  return skipSpace(code, start) - start
}

/**
 * Where the body of a function begins, given what follows its parameters: `{`, or what follows `=>`. Steps over a
 * return type. `undefined` when the brackets were not those of a function.
 */
const bodyAfter = (code: string, pairs: ReadonlyMap<number, number>, parameters: number): number | undefined => {
  let at = skipSpace(code, parameters + 1)
  if (code.startsWith("=>", at)) return skipSpace(code, at + 2)
  if (code[at] === "{") return at
  if (code[at] !== ":") return undefined
  let angles = 0
  let complete = false
  for (at++; at < code.length; at++) {
    const character = code.charAt(at)
    if (code.startsWith("=>", at)) {
      if (angles === 0 && complete) return skipSpace(code, at + 2)
      at++
      complete = false
    } else if (character === "{" && complete && angles === 0) return at
    else if ("({[".includes(character)) {
      at = pairs.get(at) ?? code.length
      complete = true
    } else if (character === "\n" && complete && angles === 0 && !/^\s*[|&]/.test(code.slice(at))) return undefined
    else if (character === "<") angles++
    else if (character === ">") angles--
    else if (/[\w$.'"-]/.test(character)) complete = true
    else if (/[|&,?:]/.test(character)) complete = false
    else if (!/\s/.test(character)) return undefined
  }
  return undefined
}

/** Where a body ends: at its closing brace, or, of an expression, where the indentation comes back. */
const endOf = (code: string, pairs: ReadonlyMap<number, number>, parameters: number, body: number): number => {
  if (code[body] === "{") return pairs.get(body) ?? code.length
  const indent = indentAt(code, parameters)
  let at = body
  for (; at < code.length; at++) {
    const character = code.charAt(at)
    if ("({[".includes(character)) at = pairs.get(at) ?? code.length
    else if (")}],;".includes(character)) break
    else if (character === "\n" && indentAt(code, skipSpace(code, at)) <= indent) break
  }
  return body + code.slice(body, at).trimEnd().length
}

const nameBefore = (code: string, parameters: number): string => {
  const line = code.slice(code.lastIndexOf("\n", parameters) + 1, parameters)
  const declared = /(?:const|let|function\*?)\s+([\w$]+)(?!.*(?:const|let|function\*?)\s+[\w$])/.exec(line)?.[1]
  return declared ?? /([\w$]+)\s*(?:[:=]|$)/.exec(line)?.[1] ?? "a function"
}

/** The functions of a file. */
export const functionsOf = (source: Source): ReadonlyArray<FunctionSpan> => {
  const { code } = source
  const pairs = bracketPairs(code)
  return Array.from(pairs)
    .filter(([open]) => code[open] === "(" && !noParameters.test(code.slice(Math.max(0, open - lookBehind), open)))
    .flatMap(([open, close]) => {
      const body = bodyAfter(code, pairs, close)
      if (body === undefined) return []
      const line = lineAt(source, open)
      const lines = lineAt(source, endOf(code, pairs, open, body)) - line + 1
      return [{ name: nameBefore(code, open), line, lines }]
    })
    .sort((one, other) => one.line - other.line)
}

/** No file is longer than the cap, but tables by name. */
export const filesAreShort: Rule = (tree) =>
  sourcesOf(tree).flatMap(({ path, text }) => {
    const lines = text.trimEnd().split("\n").length
    if (lines <= longestFile) return []
    const because = `a file of more than ${longestFile} tells more than one story; a table is listed by name`
    return [{ path, line: lines, what: `has ${lines} lines`, because }]
  })

/** No function of the product is longer than the cap. Tests may group their cases in long blocks. */
export const functionsAreShort: Rule = (tree) =>
  sourcesOf(tree)
    .filter(({ path }) => !path.startsWith("test/") && !path.includes(listsOfStatements))
    .flatMap((source) =>
      functionsOf(source)
        .filter(({ lines }) => lines > longestFunction)
        // What stands inside a long function is part of the same story: the outer one is named.
        .filter(({ line }, _, long) => !long.some((outer) => outer.line < line && line < outer.line + outer.lines))
        .map(({ name, line, lines }) => ({
          path: source.path,
          line,
          what: `${name} has ${lines} lines`,
          because: `a function fits a screen: at most ${longestFunction} lines`
        }))
    )
