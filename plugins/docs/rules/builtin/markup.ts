/** Built-in rules about links, code, tables, lists and lines (decisions docs 4.4). */
import { decoded } from "../../model/decoded.ts"
import type { Found } from "../../checks/Finding.ts"
import { isMasked, type LinkNode, type ProseText } from "../../checks/ProseText.ts"
import { sentencesOf } from "../../checks/sentences.ts"
import { foundIn, matching, type Check } from "./finders.ts"
import { secrets } from "./secrets.ts"
import type { RuleRow } from "./wording.ts"

const ofLink = ({ end, start }: LinkNode, message: string): Found => ({ start, end, message })

/** What is wrong with an address, as far as that can be told without a network. */
const addressProblem = (url: string): string | undefined => {
  if (url.trim() === "") return "The link leads nowhere"
  if (/^(?:javascript|data|vbscript):/i.test(url)) return "The link runs a script or carries data"
  if (/^https?:/i.test(url) && !URL.canParse(url)) return "The address of the link is not one"
  return /^https?:\/\/(?:\/|$)/i.test(url) ? "The address of the link has no host" : undefined
}

const brokenLinks: Check = function* (text) {
  // What a link or a picture refers to is a link of its own where it stands.
  for (const link of text.links.filter(
    ({ end, kind }) => kind !== "reference" && (kind === "link" || text.source[end - 1] === ")")
  )) {
    const problem = addressProblem(link.url)
    if (problem !== undefined) yield ofLink(link, problem)
  }
  // A reference to nothing is no link to the parser: it is left in the text.
  yield* matching(/\[[^\][\n]+\]\[[^\][\n]*\]/g, () => ({
    message: "The link refers to an address that is not given"
  }))(text)
}

const brokenAnchors: Check = function* ({ headings, htmlAnchors, links }) {
  const anchors = new Set(headings.map(({ anchor }) => anchor))
  for (const link of links) {
    if (!link.url.startsWith("#") || link.kind !== "link") continue
    const anchor = decoded(link.url.slice(1))
    if (anchor === "" || anchor === "top" || anchors.has(anchor.toLowerCase()) || htmlAnchors.has(anchor)) continue
    yield ofLink(link, `No heading has the anchor "${anchor}"`)
  }
}

/**
 * An address of nothing but what addresses may hold (RFC 3986). Where one with other signs ends, nobody knows; nor is one whole that goes on
 * with an angle bracket: `https://<host>/`.
 */
const addressAlone = /^https?:\/\/[\w.~:/?#[\]@!$&'()*+,;=%-]+$/i

const bareUrls: Check = function* ({ links, source }) {
  for (const link of links.filter(({ isBare }) => isBare)) {
    const written = source.slice(link.start, link.end)
    // An address of mail says whose it is.
    if (/^(?:mailto:)?[^\s/:@]+@/i.test(written)) continue
    const isWhole = addressAlone.test(written) && !/^[^\s<]*</.test(source.slice(link.end, link.end + 80))
    yield {
      ...ofLink(link, "A bare address"),
      suggestion: {
        // In angle brackets, what has no scheme is a tag.
        text: /^www\./i.test(written) ? "Give it words" : "Give it words, or put it in angle brackets",
        ...(isWhole ? { replacement: `<${written}>`, safe: true } : {})
      }
    }
  }
}

const imageAlt: Check = function* ({ links }) {
  for (const link of links) {
    if (link.kind === "image" && link.label.trim() === "")
      yield ofLink(link, "The image has no text for those who cannot see it")
  }
}

const codeLanguage: Check = function* ({ codes, lines, source }) {
  for (const { isFenced, language, start } of codes) {
    if (!isFenced || language !== "") continue
    const end = lines.starts.find((line) => line > start) ?? source.length
    const fence = source.slice(start, end).trimEnd()
    yield { start, end: start + fence.length, message: "The code block names no language" }
  }
}

const tableShape: Check = function* ({ tables }) {
  for (const { rows } of tables) {
    const width = rows[0]?.cells ?? 0
    for (const { cells, end, start } of rows.slice(1)) {
      if (cells !== width) yield { start, end, message: `The row has ${cells} cells and the header ${width}` }
    }
  }
}

/** What an item is like: what it ends with, and whether it begins with an -ing form. */
const shapes: ReadonlyArray<readonly [string, (text: string) => boolean]> = [
  ["end with a full stop", (text) => /[.!?]["')]*$/.test(text)],
  ["begin with a capital", (text) => /^[^\p{L}]*\p{Lu}/u.test(text)],
  ["begin with an -ing form", (text) => /^\p{L}{2,}ing\b(?! (?:is|are)\b)/u.test(text)]
]

const listParallel: Check = function* (text) {
  const items = text.blocks.filter(({ kind, list, opensItem }) => kind === "list" && list >= 0 && opensItem)
  for (const list of Map.groupBy(items, (block) => block.list).values()) {
    // Items that begin with code or a link, or hold several sentences, follow no common form.
    const plain = list.filter((block) => /^\p{L}/u.test(block.text) && sentencesOf(block).length === 1)
    if (plain.length < 3 || plain.length < list.length) continue
    for (const [shape, has] of shapes) {
      const like = plain.filter((block) => has(block.text.trim()))
      const odd = like.length * 2 >= plain.length ? plain.filter((block) => !like.includes(block)) : like
      if (odd.length === 0 || odd.length * 3 > plain.length) continue
      const message = `Most items of the list ${odd === like ? "do not " : ""}${shape}`
      for (const block of odd) yield foundIn(text, block, { start: 0, end: block.text.length }, { message })
    }
  }
}

const clickHere: Check = function* (text) {
  for (const link of text.links) {
    if (
      link.kind !== "link" ||
      !/^(?:(?:click|press)\s+)?(?:here|this|this link|link|more|read more|this page)$/i.test(link.label.trim())
    )
      continue
    yield ofLink(link, `The link's words, "${link.label}", do not say where it leads`)
  }
}

const unclosedText: Check = function* (text) {
  for (const block of text.blocks) {
    for (const match of block.text.matchAll(/`+|\*\*(?!\*)|\]\([^)\s]*$|~~/g)) {
      const range = { start: match.index, end: match.index + match[0].length }
      if (/[\\&]/.test(text.source[block.starts[range.start]!]!)) continue
      yield foundIn(text, block, range, { message: `"${match[0]}" opens or closes something that has no other end` })
    }
  }
}

const unclosedMarkup: Check = function* (text) {
  for (const { isClosed, start } of text.codes) {
    if (!isClosed) yield { start, end: start + 3, message: "The code block is not closed" }
  }
  yield* unclosedText(text)
}

const trailingSpace: Check = function* (text: ProseText) {
  for (const { 0: spaces, index } of text.source.matchAll(/(?<![ \t])[ \t]+(?=\r?\n|\r|$)/g)) {
    const end = index + spaces.length
    if (isMasked(text, index)) continue
    const next = text.source.slice(end).replace(/^\r?\n|^\r/, "")
    const isBreak =
      spaces.length >= 2 && index > 0 && !/[\n\r]/.test(text.source[index - 1]!) && !/^\s*(?:[\n\r]|$)/.test(next)
    if (isBreak) continue
    yield { start: index, end, message: "Spaces at the end of the line", suggestion: { replacement: "", safe: true } }
  }
}

const lineSecrets: Check = function* ({ source }) {
  for (const { name, pattern, value } of secrets) {
    for (const match of source.matchAll(pattern)) {
      const secret = value(match)
      if (secret === undefined) continue
      const start = match.index + match[0].lastIndexOf(secret)
      yield {
        start,
        end: start + secret.length,
        message: `This looks like ${name}`,
        suggestion: { text: "Take it out, and replace the secret where it is used: it may be known" }
      }
    }
  }
}

/** Rule → row. */
export const markupRules: Readonly<Record<string, RuleRow>> = {
  "broken-link": { severity: "error", description: "Links have an address that can be one", check: brokenLinks },
  "broken-anchor": {
    severity: "error",
    description: "Links within the document lead to a heading",
    check: brokenAnchors
  },
  "bare-url": { severity: "suggestion", description: "Addresses have words", fixes: true, check: bareUrls },
  "image-alt": { severity: "warning", description: "Images have a text", check: imageAlt },
  "code-language": { severity: "suggestion", description: "Code blocks name their language", check: codeLanguage },
  "table-shape": { severity: "error", description: "Rows have as many cells as the header", check: tableShape },
  "list-parallel": { severity: "suggestion", description: "Items of a list have one form", check: listParallel },
  "click-here": { severity: "warning", description: "A link's words say where it leads", check: clickHere },
  "unclosed-markup": { severity: "error", description: "What is opened is closed", check: unclosedMarkup },
  "trailing-space": {
    severity: "suggestion",
    description: "No spaces at the end of a line",
    fixes: true,
    check: trailingSpace
  },
  "line-secret": { severity: "error", description: "No credentials, in code neither", check: lineSecrets }
}
