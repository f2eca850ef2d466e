/**
 * Markdown as HTML that is safe to show (decisions docs 6, D73): HTML of the text is shown as text, and of what Markdown
 * makes only elements, attributes and addresses of an allow list come through. The page may load and run nothing.
 */
import MarkdownIt, { type MarkdownIt as Markdown, type Token } from "markdown-it"
import { Slugger } from "../markdown/slug.ts"

/** Elements that Markdown makes. Images are shown as links: the page loads nothing. */
const elements = new Set(
  "h1 h2 h3 h4 h5 h6 p ul ol li blockquote pre code table thead tbody tr th td strong em s a br hr".split(" ")
)

/** Attribute → what it may say. */
const attributes: Readonly<Record<string, RegExp>> = {
  id: /^[\p{L}\p{M}\p{N}\p{Pc}-]+$/u,
  href: /^(?:https?:\/\/|mailto:|#|\.{0,2}\/|[^:/?#]*(?:[/?#]|$))/i,
  title: /^/,
  start: /^\d+$/,
  style: /^text-align:(?:left|right|center)$/,
  class: /^language-[\w+#.-]+$/
}

/** Whether an address leads somewhere a reader may be sent. */
const isSafeAddress = (address: string): boolean => attributes["href"]!.test(address) && !/[\p{Cc}\s]/u.test(address)

const cleanAttributes = (token: Token): void => {
  token.attrs = (token.attrs ?? []).filter(([name, value]) => attributes[name]?.test(String(value)) === true)
}

/** An image as a link to it. */
const linkTo = (
  token: Token,
  make: (type: string, tag: string, nesting: 1 | 0 | -1) => Token
): ReadonlyArray<Token> => {
  const open = make("link_open", "a", 1)
  open.attrs = [["href", String(token.attrGet("src") ?? "")]]
  const text = make("text", "", 0)
  text.content = token.content === "" ? "image" : token.content
  return [open, text, make("link_close", "a", -1)]
}

const onlyAllowed = (tokens: ReadonlyArray<Token>, make: Parameters<typeof linkTo>[1]): Array<Token> =>
  tokens
    .flatMap((token) => (token.type === "image" ? linkTo(token, make) : [token]))
    .map((token) => {
      cleanAttributes(token)
      if (token.children !== null) token.children = onlyAllowed(token.children, make)
      return token
    })
    .filter(({ tag, type }) => tag === "" || elements.has(tag) || type === "fence")

const makeRenderer = () => {
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })
  markdown.validateLink = isSafeAddress
  markdown.core.ruler.push("allow_list", (state) => {
    state.tokens = onlyAllowed(state.tokens, (type, tag, nesting) => new state.Token(type, tag, nesting))
  })
  return markdown
}

/** Gives headings the anchors that links in the text use. */
const withAnchors = (markdown: Markdown): Markdown => {
  markdown.core.ruler.before("allow_list", "anchors", (state) => {
    const slugger = new Slugger()
    for (const [at, token] of state.tokens.entries()) {
      if (token.type !== "heading_open") continue
      const words = state.tokens[at + 1]?.children ?? []
      const text = words.filter(({ type }) => type === "text" || type === "code_inline").map(({ content }) => content)
      token.attrSet("id", slugger.next(text.join("")))
    }
  })
  return markdown
}

const renderer = withAnchors(makeRenderer())

/** Nothing is loaded, nothing runs, nothing is sent; the page cannot be framed (decisions docs 6, D73). */
export const previewHeaders = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer"
} as const

const style =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem}" +
  "pre{overflow:auto;background:#f4f4f4;padding:.75rem}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.25rem .5rem}"

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** A text as a page. */
export const previewOf = (title: string, markdown: string): string =>
  `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${escape(title)}</title>\n` +
  `<style>${style}</style>\n</head>\n<body>\n${renderer.render(markdown)}</body>\n</html>\n`
