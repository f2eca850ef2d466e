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
const labelLink = /\{ref\}`(?:([^`<>]+?)\s*<)?([\w:./-]+)>?`/g

/** Headings that name their anchor, or have a label above: links to it go to the heading. */
const withoutAnchors = (text: string): string => {
  const found = new Map<string, string>()
  const titles = new Map(
    Array.from(text.matchAll(/^\(([\w:./-]+)\)=\n+#+ (.+?)[ \t]*$/gm), ([, label, title]) => [label!, title!] as const)
  )
  let fence: string | undefined
  const lines = text.split("\n").map((written) => {
    fence = fenceAfter(written, fence)
    const line = written.replaceAll(labelLink, (whole, words: string | undefined, label: string) => {
      const title = titles.get(label)
      return title === undefined ? whole : `[${words ?? title}](#${slugOf(title)})`
    })
    if (fence !== undefined) return line
    const match =
      line.startsWith("#") && line.length <= longestMark ? /^(#+ .*?) ?\{#([\w-]+)[^{}]*\}\s*$/.exec(line) : null
    // A heading that is a link to itself: `## <a href="#backup" id="backup">Back up</a>`.
    const own = /^(#+ )<a\b[^<>]*\bid="([\w-]+)"[^<>]*>([^<>]+)<\/a>\s*$/.exec(line)
    if (own !== null) found.set(own[2]!, slugOf(own[3]!))
    if (match !== null) found.set(match[2]!, slugOf(match[1]!.replace(/^#+ /, "")))
    return own === null ? (match?.[1] ?? line) : own[1]! + own[3]!
  })
  const bare = lines.join("\n")
  return found.size === 0
    ? bare
    : bare.replaceAll(/\]\(#([\w-]+)\)/g, (whole, id: string) => (found.has(id) ? `](#${found.get(id)})` : whole))
}

/** Tabs whose labels stand in a table of them all, each with its own. */
const withTabLabels = (text: string): string => {
  const labels = new Map<string, string>()
  return text.replaceAll(
    /\{\s*(?:label:\s*["']([^"'\n]+)["'],\s*value:\s*["']([^"'\n]+)["']|value:\s*["']([^"'\n]+)["'],\s*label:\s*["']([^"'\n]+)["'])|<TabItem value=["']([^"'\n]+)["']>/g,
    (whole, first?: string, value?: string, other?: string, last?: string, own?: string) => {
      if (own === undefined) labels.set((value ?? other)!, (first ?? last)!)
      return own !== undefined && labels.has(own) ? `<TabItem value="${own}" label="${labels.get(own)!}">` : whole
    }
  )
}

/** Most lines that a tag goes over. Our choice. */
export const mostTagLines = 20

/** Tags of components that go over several lines, on their first one; the others stay as empty lines. */
const joinedTags = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const all = [...lines]
  let fence: string | undefined
  for (const [at, line] of lines.entries()) {
    fence = fenceAfter(line, fence)
    if (fence !== undefined || !/^\s*<(?:[A-Z][\w.]*|[a-z]+)(?:\s[^<>]*)?$/.test(line)) continue
    const end = lines.slice(at + 1, at + mostTagLines).findIndex((next) => /^[^<]*\/?>\s*$/.test(next))
    const tag =
      end === -1
        ? ""
        : lines
            .slice(at, at + end + 2)
            .join(" ")
            .replaceAll(/\s+/g, " ")
    if (!/^\s*<[A-Z]|=\{/.test(tag) || tag.includes("=>")) continue
    all[at] = line.slice(0, line.length - line.trimStart().length) + tag.trim()
    all.fill("", at + 1, at + end + 2)
  }
  return all
}

/** A frame of HTML whose content is Markdown: what it holds, with a caption in italics. Lines stay where they are. */
const withoutFrames = (text: string): string =>
  text.replaceAll(
    /^<(figure|div)\b[^<>\n]*\bmarkdown\b[^<>\n]*>\n([^]{0,2000}?)\n<\/\1>$/gm,
    (whole, _, content: string) =>
      /^(?:`{3}|~{3})/m.test(content)
        ? whole
        : `\n${content
            .replaceAll(/^[ \t]+(?=\S)/gm, "")
            .replaceAll(/^<figcaption>([^<>\n]*)<\/figcaption>$/gm, "*$1*")}\n`
  )

/** The lines of a text. */
export const prepared = (text: string): ReadonlyArray<string> =>
  joinedTags(withoutAnchors(withoutFrames(withTabLabels(text))).split("\n"))
