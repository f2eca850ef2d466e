/**
 * Reads the elements of an XML file: as much of XML as lists of authorities use. Document types and entities of one's own
 * are refused, so that a file cannot grow in memory.
 */
import { ListFileRefused, type SourceFile } from "./ListSource.ts"

/** An element. */
export interface XmlElement {
  readonly name: string
  /** The line that it begins on. */
  readonly line: number
  readonly attributes: Readonly<Record<string, string>>
  readonly children: ReadonlyArray<XmlElement>
  /** Its own text, trimmed. */
  readonly text: string
}

/** The deepest nesting; the lists have five levels. */
const maxDepth = 32

interface OpenElement {
  readonly name: string
  readonly line: number
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Array<XmlElement>
  text: string
}

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" }

const unescape = (text: string): string | undefined => {
  if (!text.includes("&")) return text
  let isKnown = true
  const plain = text.replace(/&(#x?[0-9a-f]+|\w+);/gi, (_, name: string) => {
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    const known = name.startsWith("#") ? (code <= 0x10ffff ? String.fromCodePoint(code) : undefined) : named[name]
    if (known === undefined) isKnown = false
    return known ?? ""
  })
  return isKnown ? plain : undefined
}

const attributesOf = (tag: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from(tag.matchAll(/([\w:.-]+)\s*=\s*("([^"]*)"|'([^']*)')/g), (match) => [
      match[1] ?? "",
      unescape(match[3] ?? match[4] ?? "") ?? ""
    ])
  )

/** Comments, declarations, character data, tags. */
const token =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([A-Za-z_][\w:.-]*)([^<>]*?)(\/?)>|<[\s\S]/g

/** Counts the lines up to a place; places must come in ascending order. */
const lineCounter = (text: string) => {
  let line = 1
  let counted = 0
  return (place: number): number => {
    for (let at = text.indexOf("\n", counted); at !== -1 && at < place; at = text.indexOf("\n", at + 1)) {
      line++
      counted = at + 1
    }
    return line
  }
}

/** The root element of a file. Throws `ListFileRefused`. */
export const readXml = (file: SourceFile): XmlElement => {
  const { text } = file
  const lineAt = lineCounter(text)
  const open: Array<OpenElement> = [{ name: "", line: 1, attributes: {}, children: [], text: "" }]
  let last = 0
  for (const match of text.matchAll(token)) {
    const line = lineAt(match.index)
    const refuse = (problem: string) => new ListFileRefused({ file: file.name, line, problem })
    const plain = unescape(text.slice(last, match.index))
    if (plain === undefined) throw refuse("has an entity that is not known")
    open.at(-1)!.text += plain
    last = match.index + match[0].length
    const [, data, closing, name, rest = "", selfClosing] = match
    if (data !== undefined) open.at(-1)!.text += data
    else if (name === undefined) {
      if (!match[0].startsWith("<!--") && !match[0].startsWith("<?")) throw refuse("is not the XML of a list")
    } else if (closing === "/") {
      const ended = open.pop()!
      if (ended.name !== name || open.length === 0) throw refuse(`</${name}> closes what is not open`)
      open.at(-1)!.children.push({ ...ended, text: ended.text.trim() })
    } else {
      if (open.length > maxDepth) throw refuse(`is nested more than ${maxDepth} deep`)
      const element = { name, line, attributes: attributesOf(rest), children: [], text: "" }
      if (selfClosing === "/") open.at(-1)!.children.push(element)
      else open.push(element)
    }
  }
  const root = open[0]!.children[0]
  if (open.length > 1 || root === undefined) {
    throw new ListFileRefused({ file: file.name, line: lineAt(text.length), problem: "ends in the middle" })
  }
  return root
}

/** The children of a name. */
export const childrenOf = (element: XmlElement, name: string): ReadonlyArray<XmlElement> =>
  element.children.filter((child) => child.name === name)

/** The text of the first child of a name; empty where there is none. */
export const textOfChild = (element: XmlElement, name: string): string =>
  element.children.find((child) => child.name === name)?.text ?? ""
