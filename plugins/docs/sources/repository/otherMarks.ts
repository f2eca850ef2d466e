/** What a page in AsciiDoc or a module of Perl says of the whole at its beginning, as Markdown. The rest of it is only linked. */
import type { Head } from "../../model/RepositoryModel.ts"

interface File {
  readonly path: string
  readonly text: string
}

/** Lines of AsciiDoc that show nothing by themselves: the title, attributes, pictures, and what is for browsers only. */
const framesOfAsciiDoc = /^(?:= .*|:[\w!-]+:.*|(?:image|include|toc)::.*|\+{4}\n[^]*?^\+{4})$/gm

/** Code, headings, links and bold words of AsciiDoc. */
const marksOfAsciiDoc =
  /^\[source,?\s*(\w*)[^\]\n]*\]\n-{4,}\n([^]*?)\n-{4,}$|^(={2,6})(?= )|\b(https?:\/\/[^\s[\]]+)\[([^[\]]*)\]|(?<![\w*])\*(\S[^*\n]*)\*(?![\w*])/gm

/** A page up to its second chapter, unless only AsciiDoc can show what stands there. */
const ofAsciiDoc = (text: string): string | undefined => {
  const [lead = "", first = ""] = `\n${text.replaceAll(framesOfAsciiDoc, "")}`.split(/^(?=== )/m)
  const beginning = lead + first
  return /^\|===|\{[\w-]+\}|<<[^<>]+>>/m.test(beginning)
    ? undefined
    : beginning.replaceAll(marksOfAsciiDoc, (_, language, code, signs, url, words, bold) => {
        if (code !== undefined) return `\`\`\`${language}\n${code}\n\`\`\``
        if (signs !== undefined) return "#".repeat(signs.length)
        return url === undefined ? `**${bold}**` : `[${words}](${url})`
      })
}

/** What a chapter of POD says before the next heading. */
const chapterOfPod = (text: string, title: string): string =>
  new RegExp(String.raw`^=head1 ${title}\n([^]*?)(?=^=|(?![^]))`, "m").exec(text)?.[1]?.replace(/^\n+/, "").trimEnd() ??
  ""

/** Words of POD: code, files, bold and slanted ones, and links, whose words stay. */
const wordsOfPod = (text: string): string =>
  text
    .replaceAll(/[CF]<([^<>]*)>/g, "`$1`")
    .replaceAll(/B<([^<>]*)>/g, "**$1**")
    .replaceAll(/I<([^<>]*)>/g, "*$1*")
    .replaceAll(/L<(?:([^<>|]*)\|[^<>]*|([^<>]*))>/g, "$1$2")

/** What a module says that it is, and how it is used. */
const ofPod = (text: string): string => {
  const description = wordsOfPod(chapterOfPod(text, "DESCRIPTION"))
  const [, name = ""] = /^.*? --? (.*)/.exec(chapterOfPod(text, "NAME")) ?? []
  const synopsis = chapterOfPod(text, "SYNOPSIS")
  const indent = /^\s*/.exec(synopsis)![0]
  const code = `## Synopsis\n\n\`\`\`perl\n${synopsis.replaceAll(new RegExp(`^${indent}`, "gm"), "")}\n\`\`\``
  return `${description || name}${indent === "" ? "" : `\n\n${code}`}`
}

/** The page that the documents begin with, or the module of Perl that is called as the distribution. */
export const headInOtherMarks = (files: ReadonlyArray<File>, names: ReadonlyArray<string>): Head | undefined => {
  const page = files.find(({ path }) => /^docs?\/index\.(?:adoc|asciidoc)$/.test(path))
  const modules = names.map((name) => `lib/${name.replace(/\.pm$/, "").replaceAll(/-|::/g, "/")}.pm`)
  const module = files.find(({ path }) => modules.includes(path))
  const text = page === undefined ? module && ofPod(module.text) : ofAsciiDoc(page.text)
  return text === undefined || text.trim() === "" ? undefined : { path: (page ?? module)!.path, text, isMarkdown: true }
}
