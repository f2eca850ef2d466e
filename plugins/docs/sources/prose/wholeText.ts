/** What is read of a text for a site as a whole, before its lines: anchors and labels, tags over several lines, frames. Lines stay where they are. */
import { slugOf } from "../../markdown/slug.ts"
import { longestMark } from "./marks.ts"

/** The marks of the code that goes on after a line. */
const fenceAfter = (line: string, fence: string | undefined): string | undefined => {
  const marks = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
  if (marks === undefined) return fence
  return fence === undefined ? marks : line.trim().startsWith(fence) ? undefined : fence
}

/** A reference to a label, with its own words or without. */
const labelLink = /\{ref\}`(?:([^`<>]{1,200}?) *<)?([\w:./-]+)>?`/g

/** Headings that name their anchor, or have a label above: links to it go to the heading. */
const withoutAnchors = (text: string): string => {
  const found = new Map<string, string>()
  const labels = [...text.matchAll(/^\(([\w:./-]+)\)=\n+#+ (\S.*)$/gm)]
  const titles = new Map(labels.map(([, name, title]) => [name, title!.trim()]))
  let fence: string | undefined
  const lines = text.split("\n").map((written) => {
    fence = fenceAfter(written, fence)
    const line = written.replaceAll(labelLink, (whole, words: string | undefined, label: string) => {
      const title = titles.get(label)
      return title === undefined ? whole : `[${words ?? title}](#${slugOf(title)})`
    })
    if (fence !== undefined) return line
    // A heading may be a link to itself: `## <a href="#backup" id="backup">Back up</a>`.
    const [, marks = "", id = "", title = ""] =
      /^(#+ )<a\b[^<>]*\bid="([\w-]+)"[^<>]*>([^<>]+)<\/a>\s*$/.exec(line) ?? []
    const match = line.length <= longestMark ? /^(#+ )(.*?) ?\{#([\w-]+)[^{}]*\}\s*$/.exec(line) : null
    const [, start = marks, words = title, anchor = id] = match ?? []
    if (anchor === "") return line
    // It may be a link to itself in Markdown, too.
    found.set(anchor, slugOf(words.replaceAll(/\[([^[\]]*)\]\([^()\s]*\)/g, "$1")))
    return start + words
  })
  return lines
    .join("\n")
    .replaceAll(/\]\(#([\w-]+)\)/g, (whole, id: string) => (found.has(id) ? `](#${found.get(id)})` : whole))
}

/** Most lines that a tag goes over. Our choice. */
const mostTagLines = 20

/** Tags of components that go over several lines, on their first one; the others stay as empty lines. */
const joinedTags = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const all = [...lines]
  let fence: string | undefined
  for (const [at, line] of lines.entries()) {
    fence = fenceAfter(line, fence)
    if (fence !== undefined || !/^\s*<(?:[A-Z][\w.]*|[a-z]+)(?:\s[^<>]*)?$/.test(line)) continue
    const end = lines.slice(at + 1, at + mostTagLines).findIndex((next) => /^[^<]*\/?>\s*$/.test(next))
    const tag = lines.slice(at, at + end + 2).join(" ")
    if (end === -1 || !/^\s*<[A-Z]|=\{/.test(tag) || tag.includes("=>")) continue
    all[at] = line.slice(0, line.length - line.trimStart().length) + tag.replaceAll(/\s+/g, " ").trim()
    all.fill("", at + 1, at + end + 2)
  }
  return all
}

/** A frame of HTML whose content is Markdown: what it holds, with a caption in italics. Lines stay where they are. */
const withoutFrames = (text: string): string =>
  text.replaceAll(
    /^<(figure|div)\b[^<>\n]*\bmarkdown\b[^<>\n]*>\n((?:(?!^(?:`{3}|~{3}))[^]){0,2000}?)\n<\/\1>$/gm,
    (_, __, content: string) => {
      const bare = content.replaceAll(/^[ \t]+(?=\S)/gm, "")
      return `\n${bare.replaceAll(/^<figcaption>([^<>\n]*)<\/figcaption>$/gm, "*$1*")}\n`
    }
  )

/** The lines of a text. */
export const prepared = (text: string): ReadonlyArray<string> =>
  joinedTags(withoutAnchors(withoutFrames(text)).split("\n"))
