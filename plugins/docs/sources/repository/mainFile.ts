/** What the main file of a repository says at its head of the whole: in Markdown all of it, else the first paragraph that says something. */
import type { Head } from "../../model/RepositoryModel.ts"
import { lettersOf } from "../../markdown/slug.ts"

/** How a language writes what a file says of the whole. */
interface Style {
  readonly ending: RegExp
  /** Comments at the head of the file; group 1 is what stands between the marks, or all of the lines. */
  readonly comment: RegExp
  /** Whether the comment may stand anywhere, since it says by its mark or place that it is of the whole. */
  readonly isMarked?: true
  readonly isMarkdown?: true
}

const lines = (mark: string) => new RegExp(String.raw`^((?:[ \t]*${mark}.*(?:\n|$))+)`)

const styles: ReadonlyArray<Style> = [
  { ending: /\.(?:rs|zig)$/, comment: /^((?:\/\/!.*(?:\n|$))+)|^\/\*!([^]*?)\*\//m, isMarked: true, isMarkdown: true },
  {
    ending: /\.go$/,
    comment: /^(?:\/\*((?:(?!\*\/)[^])*)\*\/\n|((?:\/\/.*\n)+))package (?!main\b)/m,
    isMarked: true,
    isMarkdown: true
  },
  { ending: /\.jl$/, comment: /^"""([^]*?)"""\s*(?:bare)?module\b/m, isMarked: true, isMarkdown: true },
  { ending: /\.ex$/, comment: /@moduledoc\s+(?:~[sS])?"""([^]*?)"""/, isMarked: true, isMarkdown: true },
  { ending: /\.dart$/, comment: lines(String.raw`\/\/\/`), isMarkdown: true },
  { ending: /\.py$/, comment: /^[rRuU]{0,2}(?:"""([^]*?)"""|'''([^]*?)''')/ },
  { ending: /\.hs$/, comment: /^(?:\{-([^]*?)-\}|((?:[ \t]*--.*\n)+))/ },
  { ending: /\.mli?$/, comment: /^\(\*([^]*?)\*\)/ },
  { ending: /\.(?:rb|r|R|pl|nim|cr|sh|bash|zsh|tcl)$/, comment: lines("#") },
  { ending: /\.lua$/, comment: /^(?:--\[\[([^]*?)\]\]|((?:[ \t]*--.*\n)+))/ },
  { ending: /\.el$/, comment: lines(";") },
  {
    ending: /\.(?:[ch]|hpp|hh|hxx|cc|cpp|cxx|[cm]?[jt]sx?|swift|kts?|java|scala|cs|php)$/,
    comment: /^(?:\/\*([^]*?)\*\/|((?:[ \t]*\/\/.*(?:\n|$))+))/
  }
]

/** What may stand before the head: blank lines, what only a compiler or a shell reads, and packages. */
const before =
  /^(?:\s+|#!.*\n|<\?php\b|#[ \t]*(?:pragma|ifndef|ifdef|if|define)\b.*\n|\{-#[^]*?#-\}|["']use strict["'];?|package [\w.]+;?\n)+/

/** Marks at the beginning of a line of a comment. */
const marks = /^[ \t]*(?:\*+(?!\S)|\/{2,}!?|#+|--+[ \t]?\|?|;+)[ \t]?/

/** Those before Markdown, whose own marks stay: a tab behind them makes a line one of code. */
const markdownMarks = /^[ \t]*\/\/[/!]? ?/

const unindented = (text: string): string => {
  const all = text.split("\n")
  const filled = all.slice(1).filter((line) => line.trim() !== "")
  const indent = filled.length === 0 ? 0 : Math.min(...filled.map((line) => line.length - line.trimStart().length))
  return all
    .map((line, at) => (at === 0 ? line : line.slice(indent)).trimEnd())
    .join("\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd()
}

export const notice =
  /\bcopyright\b|\(c\) ?\d{4}|©|\blicen[cs]ed?\b|\bSPDX-|\ball rights reserved\b|\bfree software\b|\bredistribut|\bheader file\b|\bauthors?:|^this file\b|^[\w-]+:\s|-\*-|_literal:/im

/** Least words of a paragraph that says something; a sentence may have one less. Our choice. */
const leastWords = 4

/** The first paragraph of plain words that says something, without a notice below it. */
const firstParagraph = (comment: string): string | undefined => {
  const paragraphs = comment
    .replace(/^[!*|^]+/, "")
    .replaceAll(/[ \t]*-\*-.*-\*-/g, "")
    .replaceAll(/^[ \t]*[@\\](?:brief|fileoverview|overview|description|summary)\b[ \t]*/gm, "")
    .replaceAll(/^[ \t]*(?:[@\\]\w+.*|[-=~*_#/]{3,}[ \t]*)$/gm, "")
    .trim()
    .split(/\n[ \t]*\n\s*/)
  const found = paragraphs
    .map((one) => {
      const own = one.split("\n").map((line) => line.trim())
      const end = own.findIndex((line) => notice.test(line))
      const words = own.slice(0, end === -1 ? undefined : end).join(" ")
      return words.replaceAll(/\s+/g, " ").replace(/^[\w./-]+\s+-{1,3}\s+/, "")
    })
    .find((one) => one.split(" ").length + Number(one.endsWith(".")) >= leastWords)
  return found === undefined || found.endsWith(":") ? undefined : found.charAt(0).toUpperCase() + found.slice(1)
}

/** Lines of examples that only the compiler of Rust reads, and what its languages of code say of tests. */
const withoutHidden = (text: string): string =>
  text.replaceAll(/^```([^\n`]*)\n([^]*?)^```/gm, (_, info: string, code: string) => {
    const names = info
      .split(/[, ]+/)
      .filter((name) => !/^(?:no_run|ignore\S*|should_panic|compile_fail|edition\d+|)$/.test(name))
    const language = names[0] ?? "rust"
    return `\`\`\`${language}\n${language === "rust" ? code.replaceAll(/^[ \t]*#(?:[ \t].*)?\n/gm, "") : code}\`\`\``
  })

/** Languages in which brackets around the name of a part of the code are a link to it, and what stands there: code, or such a name. */
const linking = /\.(?:go|rs|kt)$/
const codeOrName =
  /^```[^]*?^```|^(?:\t| {4}).*$|`[^`\n]*`|(?<![\w\])#])\[\*?((?:[\w/.-]+(?:\.|::))?[A-Z]\w*(?:(?:\.|::)\w+)*)\](?![\w([:])/gm

/** Links to other parts of the code as plain words: a reader of Markdown cannot follow them. */
export const withoutCodeLinks = (text: string, path: string): string => {
  const kept = text.replaceAll(/^\[[^\]\n]+\]:[ \t]*(?!https?:)\S.*(?:\n|$)/gm, "")
  const defined = new Set(Array.from(kept.matchAll(/^\[([^\]\n]+)\]: /gm), ([, words]) => words))
  // A definition of a link begins its line.
  const plain = kept.replaceAll(/^\[`[^`\n]+`\]:|\[(`[^`\n]+`)\](?![([])/gm, (whole, words: string | undefined) =>
    words === undefined || defined.has(words) ? whole : words
  )
  return linking.test(path)
    ? plain.replaceAll(codeOrName, (whole, name: string | undefined) =>
        name === undefined || defined.has(name) ? whole : `\`${name}\``
      )
    : plain
}

/** Characters of a file in which its head is looked for. Our choice. */
const longestHead = 30_000

/** What programs write at the head of files that they make: such a file says nothing of the whole. */
const isMade = (comment: string): boolean =>
  /\bdo(?:n't| not) (?:edit|modify)\b|\bauto(?:matically )?-?generated\b/i.test(comment.split(/\n\s*\n/, 1)[0]!)

/** What a file says at its head of the whole. */
const headOf = (path: string, text: string): Head | undefined => {
  const style = styles.find(({ ending }) => ending.test(path))
  if (style === undefined) return undefined
  let rest = text.slice(0, longestHead)
  for (;;) {
    rest = style.isMarked ? rest : rest.replace(before, "")
    const match = style.comment.exec(rest)
    if (match === null) return undefined
    const [whole, one, other] = match
    const inner = one ?? other ?? ""
    // Inside a block what looks like a mark is one of an example.
    const isBare = style.isMarkdown && !markdownMarks.test(whole)
    const lineMarks = style.isMarkdown ? markdownMarks : marks
    const comment = unindented(
      isBare
        ? inner
        : inner
            .split("\n")
            .map((line) => line.replace(lineMarks, ""))
            .join("\n")
    )
    if (isMade(comment)) return undefined
    if (style.isMarkdown) {
      // Names of ExDoc say before them of what kind they are.
      const own = path.endsWith(".rs") ? withoutHidden(comment) : comment.replaceAll(/`[cmt]:(?=[^`\n]+`)/g, "`")
      return notice.test(own.split("\n", 1)[0]!) || /^(?:go:|\+build)/.test(own)
        ? undefined
        : { path, text: withoutCodeLinks(own, path), isMarkdown: true }
    }
    rest = rest.slice(match.index + whole.length)
    // What stands right before a declaration is of that one.
    const isOfPart = /\/\*/.test(whole) && /^[ \t]*\n?[ \t]*(?!#|import\b|package\b|["'])\S/.test(rest)
    const paragraph = isOfPart ? undefined : firstParagraph(comment)
    if (paragraph !== undefined) return { path, text: paragraph, isMarkdown: false }
    // Behind a comment that is no notice begins the code.
    if (!notice.test(comment)) return undefined
  }
}

/** Whether a file is where a reader begins: called as the project, or as its language calls such a file. */
const isMain = (path: string, name: string): boolean => {
  const parts = path.split("/")
  const file = parts.pop()!.replace(/\.\w+$/, "")
  const folder = parts.at(-1) ?? ""
  const isTop =
    /^(?:(?:src|lib|include|lua)(?:\/|$))?[^/]*$/.test(parts.join("/")) &&
    !/^(?:tests?|examples?|docs?)$/.test(parts[0] ?? "")
  if (!isTop) return false
  const isOwn = (one: string) => lettersOf(one) === name
  return (
    isOwn(file) ||
    (/^(?:__init__|init|index|mod|doc)$/.test(file) &&
      (parts.length === 0 || folder === "src" || folder === "lib" || isOwn(folder))) ||
    path === "src/lib.rs" ||
    path === "src/root.zig" ||
    (parts.length === 0 && /(?<!_test)\.go$/.test(path))
  )
}

/** The head of the main file, if it says something. `names`: what the project is called. */
export const mainHead = (
  files: ReadonlyArray<{ readonly path: string; readonly text: string }>,
  names: ReadonlyArray<string>
): Head | undefined => {
  // The only header of the root is what others include, whatever it is called.
  const [header, ...others] = files.filter(({ path }) => /^(?:include\/)?[^/]+\.(?:h|hpp|hh)$/.test(path))
  for (const name of names) {
    // `lid.jl`, `lib-lid`, `lid-js` are called as their file is without that.
    const own = lettersOf(name.replace(/^lib-?|[.-](?:jl|js|rs|go|py|hs|rb|lua|nvim|el|c|cpp)$/gi, ""))
    for (const { path, text } of files) {
      const head = isMain(path, own) || isMain(path, lettersOf(name)) ? headOf(path, text) : undefined
      if (head !== undefined) return head
    }
  }
  return header === undefined || others.length > 0 ? undefined : headOf(header.path, header.text)
}
