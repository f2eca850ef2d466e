/**
 * A reference as a folder (decisions docs 4.2, `splitBy`): the document keeps everything but the operations, which stand in one
 * file per tag beside it. Links lead where their target went. The document itself, and its stream, stay one text.
 */
import type { DocumentSection } from "../model/GeneratedDocument.ts"
import { headedLines, Slugger } from "../markdown/slug.ts"

/** A file of a publication. */
export interface PublishedFile {
  readonly path: string
  readonly text: string
}

/** The files beside a reference that was split before, by the links of its list of endpoints. */
const filesBefore = (path: string, present: string): ReadonlyArray<string> => {
  const folder = path.replace(/\.mdx?$/i, "")
  const [, list = ""] = /^## Endpoints\n[^]*?\n((?:- \[.*\]\(.*\)\n)+)/m.exec(present) ?? []
  const own = `${folder.split("/").at(-1)!}/`
  return Array.from(list.matchAll(/\]\(([^()\s/]+\/[^()\s/]+)\)$/gm), ([, link]) => link!)
    .filter((link) => link.startsWith(own) && link.endsWith(path.slice(folder.length)))
    .map((link) => `${folder}${link.slice(own.length - 1)}`)
}

/** The files of a reference, and the ones that go: their tag had operations when it was published before. */
export const replacing = (
  files: ReadonlyArray<PublishedFile>,
  present: string | undefined
): ReadonlyArray<{ readonly path: string; readonly text: string | null }> => {
  const { path } = files[0]!
  const now = new Set(files.map((file) => file.path))
  const gone = filesBefore(path, present ?? "").filter((one) => !now.has(one))
  return [...files, ...gone.map((one) => ({ path: one, text: null }))]
}

/** A section with its text and the file it goes to; `undefined` is the document itself. */
interface Piece {
  readonly section: DocumentSection
  readonly text: string
  readonly group: string | undefined
}

const piecesOf = (content: string, sections: ReadonlyArray<DocumentSection>): ReadonlyArray<Piece> => {
  let at = 0
  let isEndpoint = false
  let group: string | undefined
  return sections.map((section) => {
    const text = content.slice(at, at + section.length)
    at += section.length
    if (section.level <= 2) {
      isEndpoint = section.level === 2 && section.title === "Endpoints"
      group = undefined
    } else if (isEndpoint && section.level === 3) group = section.id
    return { section, text, group }
  })
}

/** What a heading's anchor is made of. */
const wordsOf = (title: string): string => title.replaceAll("`", "").replaceAll(/\\(.)/g, "$1").trim()

interface Place {
  readonly group: string | undefined
  readonly anchor: string
}

/** Anchor in the whole text → where it is afterwards. Equal titles are numbered per file, as code hosts do. */
const placesOf = (pieces: ReadonlyArray<Piece>): ReadonlyMap<string, Place> => {
  const whole = new Slugger()
  const files = new Map<string | undefined, Slugger>()
  const places = new Map<string, Place>()
  for (const { group, text } of pieces) {
    const own = files.get(group) ?? new Slugger()
    files.set(group, own)
    for (const { title } of headedLines(text))
      if (title !== undefined) places.set(whole.next(wordsOf(title)), { group, anchor: own.next(wordsOf(title)) })
  }
  return places
}

/** The files of a reference at a path. A text without groups of operations stays one file. */
export const splitByTag = (
  path: string,
  content: string,
  sections: ReadonlyArray<DocumentSection>
): ReadonlyArray<PublishedFile> => {
  const pieces = piecesOf(content, sections)
  const groups = pieces.filter(({ group, section }) => group === section.id)
  if (groups.length < 2 || pieces.reduce((sum, { text }) => sum + text.length, 0) !== content.length) {
    return [{ path, text: content }]
  }
  const places = placesOf(pieces)
  const file = path.split("/").at(-1)!
  const folder = path.replace(/\.mdx?$/i, "")
  const extension = path.slice(folder.length)
  // The anchor of a tag of signs alone is empty, as code hosts have it; a file needs a name.
  const slugger = new Slugger()
  const names = new Map(
    groups.map(({ section: { id } }) => [id, slugger.next(id.replace(/^(?=-|$)/, "tag")) + extension])
  )
  const addressOf = (from: string | undefined, to: string | undefined): string => {
    if (from === to) return ""
    if (to === undefined) return `../${file}`
    return from === undefined ? `${folder.split("/").at(-1)!}/${names.get(to)}` : names.get(to)!
  }
  const list = groups.map(({ section: one }) => `- [${one.title}](${addressOf(undefined, one.id)})`).join("\n")
  const textOf = (group: string | undefined): string => {
    const own = pieces
      .filter((piece) => piece.group === group)
      .map(({ section: { level, title }, text }) =>
        group === undefined && title === "Endpoints" && level === 2 ? `${text}\n${list}\n` : text
      )
    const lines = headedLines(own.join("").replace(/^\n+/, "")).map(({ isCode, line }) => {
      if (isCode) return line
      const raised = group === undefined ? line : line.replace(/^##(#+ )/, "$1")
      return raised.replaceAll(/\]\(#([^)\s]*)\)/g, (link, anchor: string) => {
        const place = places.get(anchor)
        return place === undefined ? link : `](${addressOf(group, place.group)}#${place.anchor})`
      })
    })
    return lines.join("\n")
  }
  return [
    { path, text: textOf(undefined) },
    ...groups.map(({ section }) => ({ path: `${folder}/${names.get(section.id)}`, text: textOf(section.id) }))
  ]
}
