/** What the main module of a distribution of Perl says of the whole in its documentation, as Markdown: what it is, and its synopsis. */
import type { Head } from "../../model/RepositoryModel.ts"

/** What a chapter of POD says before the next heading. */
const chapterOf = (text: string, title: string): string =>
  new RegExp(String.raw`^=head1 ${title}\n([^]*?)(?=^=|(?![^]))`, "m").exec(text)?.[1]?.replace(/^\n+/, "").trimEnd() ??
  ""

/** Words of POD: code, files, bold and slanted ones, and links, whose words stay. */
const wordsOf = (text: string): string =>
  text
    .replaceAll(/[CF]<([^<>]*)>/g, "`$1`")
    .replaceAll(/B<([^<>]*)>/g, "**$1**")
    .replaceAll(/I<([^<>]*)>/g, "*$1*")
    .replaceAll(/L<(?:([^<>|]*)\|[^<>]*|([^<>]*))>/g, "$1$2")

/** The head of the module that is called as one of the names. */
export const perlHead = (
  files: ReadonlyArray<{ readonly path: string; readonly text: string }>,
  names: ReadonlyArray<string>
): Head | undefined => {
  const paths = names.map((name) => `lib/${name.replace(/\.pm$/, "").replaceAll(/-|::/g, "/")}.pm`)
  const module = files.find(({ path }) => paths.includes(path))
  if (module === undefined) return undefined
  const [, name = ""] = /^.*? --? (.*)/.exec(chapterOf(module.text, "NAME")) ?? []
  const synopsis = chapterOf(module.text, "SYNOPSIS")
  const indent = /^\s*/.exec(synopsis)![0]
  const code = `## Synopsis\n\n\`\`\`perl\n${synopsis.replaceAll(new RegExp(`^${indent}`, "gm"), "")}\n\`\`\``
  const parts = [wordsOf(chapterOf(module.text, "DESCRIPTION")) || name, indent === "" ? "" : code]
  const text = parts.filter((part) => part !== "").join("\n\n")
  return text === "" ? undefined : { path: module.path, text, isMarkdown: true }
}
