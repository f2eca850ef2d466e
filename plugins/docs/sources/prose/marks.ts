/** How single lines of directives are read: what opens, closes or stands alone, and what stands within a line. */

const notes: Readonly<Record<string, string>> = {
  versionadded: "Added in version",
  versionchanged: "Changed in version",
  deprecated: "Deprecated since version"
}

/** Names of notes. */
export const note =
  /^(?:note|tip|info|information|warn|warning|caution|danger|important|hint|success|failure|question|example|quote|abstract|summary|bug|alert|callout|pageinfo|attention|error|seealso|admonition|notice|versionadded|versionchanged|deprecated|aside|message|tldr|check)$/i

/** Names of notes that say nothing of what they are. */
const plainNote = /^(?:alert|callout|pageinfo|admonition|notice|hint|aside|message|example|quote|check)$/i

/** Names of notes that readers must know apart, also where a note has a title. */
const telling = /^(?:tip|info|warn|warning|caution|danger|important|attention|error|failure|bug)$/i

/** What has a name of its own, which stands above it. */
export const labelled =
  /^(?:table|list-table|details|collapse|expand|spoiler|dropdown|tab|tab-item|tabitem|accordion|accordion-item|accordionitem|step|card)$/i

/** Directives whose content is Markdown. */
export const holdsText = new RegExp(`${labelled.source}|^(?:tab-set|grid|grid-item|grid-item-card|div|container)$`, "i")

/** Directives whose content is code. */
export const code = /^(?:highlight|code|code-block|sourcecode|codeblock|parsed-literal|prompt|prism)$/i

/** What includes another file. */
export const includes = /^\s*(?:\{!.*!\}|--8<--.*|<<<\s.*|;--8<--.*)\s*$/

/** What MDX imports and exports. */
export const script =
  /^import\s+(?:[\w*{][^"']{0,300}\sfrom\s+)?["'][^"']{1,300}["'];?\s*$|^export (?:const|default|function)\b/

const quotedWords = /^["“']([^"”']+)["”']/

/** A directive that opens, closes or stands alone. */
export interface Mark {
  readonly name: string
  readonly words: string
  readonly kind: "open" | "close" | "alone"
  /** What ends it, where it is no closing mark of its name. */
  readonly end?: string
  /** Whether it is a mark only where another one closes it. */
  readonly isBare?: true
}

/** Attributes of what stands before them; `{:error, reason}` is the author's own. */
const attributeList = / ?\{:(?:toc|[:/][^{}\n]*|\s*(?:[.#][\w-]|[\w-]+=)[^{}\n]*)\}/g

/** Whether a line is nothing but attributes of what stands beside it. */
export const isAttributes = (line: string): boolean =>
  /^\s*\{[.#][\w-]+(?: [.#][\w-]+)*\}\s*$/.test(line) ||
  (line.includes("{:") && line.replace(attributeList, "").trim() === "")

/** Longer lines are no marks. */
export const longestMark = 500

export const markOf = (line: string): Mark | undefined => {
  const text = line.length > longestMark ? "" : line.trim()
  if (!/^[{:`~<[]/.test(text)) return undefined
  const hugo = /^\{\{[<%]\s*(\/?)\s*([\w./-]+)\s*(.*?)\s*(\/?)[%>]\}\}$/.exec(text)
  if (hugo !== null && !/\{\{/.test(hugo[3]!))
    return { name: hugo[2]!, words: hugo[3]!, kind: hugo[1] === "/" ? "close" : hugo[4] === "/" ? "alone" : "open" }
  const liquid = /^\{%-?\s*(end)?([\w-]+)\s*([^%]*?)\s*-?%\}$/.exec(text)
  if (liquid !== null) return { name: liquid[2]!, words: liquid[3]!, kind: liquid[1] === undefined ? "open" : "close" }
  const colons = /^(:{3,})\s*\{?([\w-]+)\}?\s*(?:\[([^\]]*)\])?\s*(.*)$/.exec(text)
  if (colons !== null) return { name: colons[2]!, words: colons[3] ?? colons[4]!, kind: "open", end: colons[1]! }
  const fence = /^(`{3,}|~{3,})\{([\w:-]+)\}\s*(.*)$/.exec(text) ?? /^(`{3,}|~{3,})(@\w+)\b\s*(.*)$/.exec(text)
  if (fence !== null) return { name: fence[2]!, words: fence[3]!, kind: "open", end: fence[1]! }
  const brackets = /^\[(\/?)([a-z][\w-]*)((?:=|\s+[\w-]+=)[^\]]*)?\]$/.exec(text)
  if (brackets !== null) return { name: `[${brackets[2]!}`, words: "", kind: brackets[1] === "/" ? "close" : "open" }
  const braces = /^\{(\/?)([a-z][\w-]*)\}$/.exec(text)
  if (braces !== null) return { name: braces[2]!, words: "", kind: braces[1] === "/" ? "close" : "open", isBare: true }
  const tag = /^<(\/?)([A-Z][\w.]*)((?:\s[^<>]*?)?)(\/?)>$/.exec(text)
  return tag === null
    ? undefined
    : { name: tag[2]!, words: tag[3]!.trim(), kind: tag[1] === "/" ? "close" : tag[4] === "/" ? "alone" : "open" }
}

/** A word with a capital. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A title with the kind of its note before it, where that matters and the title does not say it. */
export const withKind = (kind: string, title: string): string => {
  const isTold = !telling.test(kind) || note.test(title) || title.toLowerCase().includes(kind.toLowerCase())
  return isTold ? title : `${/^warn$/i.test(kind) ? "Warning" : capital(kind.toLowerCase())}: ${title}`
}

/** The name of a note, a tab or a box: its title, else its type. */
export const titleOf = (mark: Mark): string => {
  const [, type = mark.name] = /\btype\s*=\s*["“'](\w+)/.exec(mark.words) ?? []
  return note.test(mark.name) ? withKind(type, bareTitleOf(mark)) : bareTitleOf(mark)
}

const bareTitleOf = ({ name, words }: Mark): string => {
  const named =
    /\b(?:title|label|header|summary|name)\s*=\s*\{?["“']([^"”']*)["”']/.exec(words)?.[1] ??
    (/^tab-?item$/i.test(name) ? /\bvalue\s*=\s*["']([^"']+)["']/.exec(words)?.[1] : undefined)
  const since = notes[name.toLowerCase()]
  if (since !== undefined) return `${since} ${words}`.trim()
  if (named !== undefined && named !== "") return named
  const isAttributes = /^\{|=/.test(words)
  const own = quotedWords.exec(words)?.[1] ?? words
  if (own !== "" && !isAttributes && !note.test(own)) return own
  const type = /\b(?:type|color|style|status)\s*=\s*["“'](\w+)/.exec(words)?.[1] ?? (isAttributes ? "" : own)
  if (note.test(type) && !plainNote.test(type)) return capital(type)
  return plainNote.test(name) ? "Note" : capital(name.replace(/^seealso$/i, "see also"))
}

/** A title in bold; where it does not end by itself a colon follows, or a full stop where it has a colon. */
export const titled = (title: string): string =>
  `**${title}${/[.:!?]$/.test(title) ? "" : title.includes(": ") ? "." : ":"}**`

/** Code, with the role before it. */
const role = /(?:\{([\w:-]+)\})?(`+)((?:(?!\2)[^\n]){1,300})\2(?!`)/g

const codeRole =
  /(?:^|:)(?:code|kbd|func|class|meth|attr|mod|file|envvar|option|command|literal|data|exc|obj|program|samp)$/

export const ofRole = (whole: string, name: string | undefined, marks: string, words: string): string => {
  if (name === undefined) return whole
  if (name === "doc") {
    const [, label = words, page = words] = /^(.*?)\s*<([^<>]+)>$/.exec(words) ?? []
    return `[${label}](${page.replace(/\.md$/, "")}.md)`
  }
  const [, own, target] = /^(.*?)\s*<([^<>]+)>$/.exec(words) ?? [undefined, undefined, words]
  if (own !== undefined && own !== "") return own
  if (/^(?:issue|pr|pull|gh)$/.test(name) && /^\d+$/.test(target!)) return `#${target}`
  return codeRole.test(name) ? `${marks}${target!.replace(/^~(?:.*\.)?/, "")}${marks}` : target!.replace(/^~/, "")
}

/** Words of a line outside code spans. */
const outside = (line: string, change: (words: string) => string): string =>
  line
    .split(/(`+[^`]+`+)/)
    .map((part, at) => (at % 2 === 1 ? part : change(part)))
    .join("")

/** A component with words in it, on one line. */
const component = /<([A-Z][\w.]*)((?:\s[^<>]{0,300})?)>([^<>]{0,2000})<\/\1>/g

/** A component that stands alone in a line, with its attributes. */
const alone = /<[A-Z][\w.]*((?:\s+[\w-]+(?:=(?:"[^"<]{0,300}"|'[^'<]{0,300}'|\{[^{}<>]{0,300}\}))?){0,20})\s*\/>/g

/** The words that a component shows which has them as an attribute; an address, or a name in code, is none. */
const shownBy = (attributes: string): string | undefined => {
  const found = /\b(?:label|title|text|path|term|name|caption|children)=["']([^"']+)["']/.exec(attributes)?.[1]
  return found === undefined || /^\S*[/_.:#]\S*$/.test(found) ? undefined : found
}

/** A tag with an attribute that only a program can read. */
export const computed = /<\/?[A-Za-z][\w.]*\s[^<>]{0,500}=\{[^<>]{0,500}>/g

/** A component by its words: a note, or what has a name of its own, with it. */
const ofComponent = (name: string, words: string, content: string): string => {
  const mark: Mark = { name, words: words.trim(), kind: "open" }
  if (note.test(name)) return `> ${titled(titleOf(mark))} ${content.trim()}`
  const address = /\b(?:href|to)=["']([^"'\s]+)["']/.exec(words)?.[1]
  if (address !== undefined && !/[[\]]/.test(content)) return `[${content.trim()}](${address})`
  const title = /\btitle\s*=\s*["“']([^"”']+)["”']/.exec(words)?.[1]
  return title === undefined ? content : `${titled(title)} ${content.trim()}`
}

/** Components of a line, but for those in code. */
const withoutComponents = (line: string, left: (text: string) => void): string =>
  line.replaceAll(component, (whole, name: string, own: string, content: string, at: number) => {
    if ((line.slice(0, at).match(/`/g)?.length ?? 0) % 2 === 1) return whole
    if (content.trim() !== "") return ofComponent(name, own, content)
    left(whole)
    return ""
  })

/** An icon before the words of a line, a cell or a link, as it stands before each of a list. */
const decoration =
  /(?<=^\s*(?:(?:[-*+>]|\d+[.)]|#+)\s+)*|[[|]\s*|\*\*):(?:material|fontawesome|octicons|simple)-[a-z0-9-]+:(?:\{[^{}\n]*\})?\s+(?=[^\s|])/g

/** A line without directives within it. */
export const lineOf = (line: string, left: (text: string) => void): string =>
  outside(withoutComponents(line, left).replaceAll(role, ofRole), (words) =>
    words
      .replaceAll(computed, (found) => {
        left(found)
        return ""
      })
      .replaceAll(/\{\{[<%]\s*(?:rel)?ref\s+["“]?([^\s"”%>]+)["”]?[^{}]*[%>]\}\}/g, "$1")
      .replaceAll(/\{%-?\s*(?:(link\s+\/?)|post_url\s+)([^\s%]+)\s*-?%\}/g, (_, root, path) =>
        root ? `/${path}` : path
      )
      .replaceAll(/\{\{-?\s*["']([^"'{}]*)["']\s*\|\s*(?:relative|absolute)_url\s*-?\}\}/g, "$1")
      .replaceAll(/\{\{-?\s*site\.(?:base)?url\s*-?\}\}/g, "")
      .replaceAll(/\{%-?\s*(?:end)?raw\s*-?%\}/g, "")
      .replaceAll(decoration, "")
      .replaceAll(
        /(?<![\w:]):(?:material|fontawesome|octicons|simple)-([a-z0-9-]+):(?:\{[^{}\n]*\})?/g,
        (_, name: string) => `(${name.replace(/^(?:brands|regular|solid)-/, "").replaceAll("-", " ")} icon)`
      )
      // What only a style sheet shows: a mark before a line, or words in it.
      .replace(/^([\s>*+-]*)<span class=[^<>]*>([^<>]+)<\/span> ?/, "$1**$2** ")
      .replaceAll(/<span class=[^<>]*>([^<>]*)<\/span>/g, "$1")
      // Attributes behind a link or picture: `{ width="300" .wide }`.
      .replaceAll(/(?<=\)) ?\{ ?(?:[.#][\w-]+|[\w-]+=(?:"[^"{}\n]*"|[^\s"{}]+))[^{}\n]*\}/g, "")
      .replaceAll(attributeList, "")
      .replaceAll(/\{\/\*.{0,300}?\*\/\}/g, "")
      .replaceAll(alone, (found, attributes: string) => {
        const shown = shownBy(attributes)
        if (shown === undefined) left(found)
        return shown ?? ""
      })
      .replaceAll(/\{\{[<%][^{}]*[%>]\}\}|\{%[^{}%]*%\}/g, (found) => {
        if (!/^\{\{[<%]\s*\//.test(found)) left(found)
        return ""
      })
      .replaceAll(/(?<!\$)\{\{[^{}\n]+\}\}/g, (found) => `\`${found}\``)
  )
