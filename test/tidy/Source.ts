/**
 * A TypeScript file as the tidiness rules see it: its code with the contents of comments and literals blanked out, and
 * those set apart. It is a scanner, not a parser: it knows where words stand, not what they mean.
 */

/** A stretch of the text. */
export interface Span {
  readonly start: number
  /** One past the last character. */
  readonly end: number
}

/** A string, a regular expression, or one piece of a template between its expressions. */
export interface Literal extends Span {
  /** What stands between the quotes, as written. */
  readonly value: string
}

/** A scanned file. */
export interface Source {
  /** From the root of the repository, with slashes. */
  readonly path: string
  readonly text: string
  /** As long as `text`, line by line; comments and the insides of literals are spaces. */
  readonly code: string
  readonly literals: ReadonlyArray<Literal>
  readonly comments: ReadonlyArray<Span>
}

const token =
  /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|[\w$\u0080-\uffff]+|[\s\S]/y
const templatePiece = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{|$)/y
const regularExpression = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y

/** After these a slash begins a regular expression; after anything else it divides. */
const beforeExpression =
  /^(?:|[({[,;:=!&|?+\-*%<>~^}]|return|typeof|case|in|of|delete|void|throw|new|else|do|yield|await)$/

const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

const blank = (text: string): string => text.replace(/[^\n]/g, " ")

/** Scans a file. */
export const scan = (path: string, text: string): Source => {
  const code: Array<string> = []
  const literals: Array<Literal> = []
  const comments: Array<Span> = []
  /** Brace depths at which the open template expressions end. */
  const templates: Array<number> = []
  const hasElements = path.endsWith(".tsx")
  let depth = 0
  let before = ""
  let at = 0

  /** Of an element, `</` and `/>` are its end. */
  const mayBegin = (before: string, text: string, at: number): boolean =>
    beforeExpression.test(before) && !(hasElements && (before === "<" || text[at + 1] === ">"))

  const takeLiteral = (piece: string, close: number) => {
    const value = piece.slice(1, piece.length - close)
    literals.push({ start: at, end: at + piece.length, value })
    // The closing mark of a template piece is a backtick or the two characters that open an expression.
    const opening = piece.startsWith("}") ? " " : piece.slice(0, 1)
    const closing = piece.endsWith("${") ? "  " : piece.slice(piece.length - close)
    code.push(opening + blank(value) + closing)
    before = "`"
    at += piece.length
  }

  const takeTemplate = (opening: string) => {
    const piece = opening + (matchAt(templatePiece, text, at + 1) ?? "")
    const continues = piece.endsWith("${")
    if (opening === "`" && continues) templates.push(depth)
    if (opening === "}" && !continues) templates.pop()
    takeLiteral(piece, continues ? 2 : 1)
    if (continues) before = ""
  }

  while (at < text.length) {
    const found = matchAt(token, text, at) ?? ""
    const expression = found === "/" && mayBegin(before, text, at) ? matchAt(regularExpression, text, at) : undefined
    if (found.startsWith("//") || found.startsWith("/*")) {
      comments.push({ start: at, end: at + found.length })
      code.push(blank(found))
      at += found.length
    } else if (expression !== undefined) {
      takeLiteral(expression, expression.length - expression.lastIndexOf("/"))
    } else if (found === "`" || (found === "}" && templates.at(-1) === depth)) {
      takeTemplate(found)
    } else if (found.length > 1 && /^["']/.test(found)) {
      takeLiteral(found, 1)
    } else {
      if (found === "{") depth++
      if (found === "}") depth--
      if (found.trim() !== "") before = found
      code.push(found)
      at += found.length
    }
  }
  return { path, text, code: code.join(""), literals, comments }
}

/** The line of an offset, from 1. */
export const lineAt = (source: Source, offset: number): number => {
  let line = 1
  for (let at = source.text.indexOf("\n"); at !== -1 && at < offset; at = source.text.indexOf("\n", at + 1)) line++
  return line
}

/** Where each opening bracket of the code closes. */
export const bracketPairs = (code: string): ReadonlyMap<number, number> => {
  const pairs = new Map<number, number>()
  const open: Array<number> = []
  for (let at = 0; at < code.length; at++) {
    const character = code.charAt(at)
    if ("({[".includes(character)) open.push(at)
    if (")}]".includes(character)) {
      const start = open.pop()
      if (start !== undefined) pairs.set(start, at)
    }
  }
  return pairs
}
