/** Subjects of commits and lines of change lists: conventional prefixes, breaking marks, references. Read leniently. */
import type { Change } from "../../model/ChangesModel.ts"

const conventional = /^([A-Za-z][\w-]{1,20})(?:\(([^()\n]{1,80})\))?(!)?:\s+(?=\S)/
const breakingWords = /\bBREAKING(?:[ -]CHANGES?)?\b|\*\*\(?Breaking\)?:?\*\*/
const trailer = /^([A-Za-z][A-Za-z-]*|BREAKING[ -]CHANGE)(?::[ \t]+| #)(.+)$/

/** Words before a colon that are a kind of change and not the beginning of a sentence. */
const types: ReadonlySet<string> = new Set(
  "feat feature fix bugfix docs doc style refactor perf test tests build ci chore revert security deps dep bump release wip merge".split(
    " "
  )
)

/** References such as `#412`, `GH-12` and advisory numbers. */
const referencesOf = (text: string): ReadonlyArray<string> => [
  ...new Set(text.match(/(?<![\w&])#\d+|\bGH-\d+|\bCVE-\d{4}-\d{4,}/g) ?? [])
]

/** What the line of a change says. */
export const readSubject = (
  line: string
): Pick<Change, "text" | "type" | "scope" | "breaking" | "references" | "original"> => {
  const original = line.trim()
  const match = conventional.exec(original)
  const type = match?.[1]?.toLowerCase()
  const known =
    match !== null && type !== undefined && (types.has(type) || match[2] !== undefined || match[3] !== undefined)
  const scope = known ? match[2] : undefined
  return {
    text: known ? original.slice(match[0].length) : original,
    original,
    ...(known ? { type } : {}),
    ...(scope === undefined ? {} : { scope }),
    breaking: (known && match[3] !== undefined) || breakingWords.test(original),
    references: referencesOf(original)
  }
}

/** A commit's body with its trailers taken off: the last paragraph, if all its lines are trailers. */
export const splitTrailers = (body: string): { readonly body: string; readonly trailers: Change["trailers"] } => {
  const paragraphs = body.trim().split(/\n{2,}/)
  const trailers: Array<{ name: string; value: string }> = []
  while (paragraphs.length > 0) {
    const lines = paragraphs[paragraphs.length - 1]!.split("\n")
    const found = lines.map((line) => trailer.exec(line.trim()))
    const [first] = found
    // A footer's value may go on over further lines.
    const isFooter = first !== null && first !== undefined && first[1]!.startsWith("BREAKING")
    if (!isFooter && found.some((match) => match === null)) break
    if (isFooter) trailers.unshift({ name: first[1]!, value: [first[2]!, ...lines.slice(1)].join("\n").trim() })
    else trailers.unshift(...found.map((match) => ({ name: match![1]!, value: match![2]!.trim() })))
    paragraphs.pop()
  }
  return { body: paragraphs.join("\n\n").trim(), trailers }
}

/** Whether a trailer says that something breaks. */
export const saysBreaking = (trailers: Change["trailers"]): boolean =>
  trailers.some(({ name }) => /^BREAKING[ -]CHANGE$/.test(name))
