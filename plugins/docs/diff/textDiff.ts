/** Two texts compared: by sections for people, as one patch for tools (decisions docs 4.3). */
import { createTwoFilesPatch, diffWordsWithSpace, structuredPatch } from "diff"
import { pairSections, type SectionChange, type SectionPair } from "./Sections.ts"

/** A stretch of a changed line. */
interface Words {
  readonly op: " " | "+" | "-"
  readonly text: string
}

/** A line of a hunk; `words` where it took the place of one other line. */
export interface DiffLine {
  readonly op: " " | "+" | "-"
  readonly text: string
  readonly words?: ReadonlyArray<Words>
}

/** Lines that changed together. Numbers count from 1 in the whole text. */
export interface Hunk {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  readonly lines: ReadonlyArray<DiffLine>
}

export interface SectionDiff {
  readonly path: ReadonlyArray<string>
  readonly change: SectionChange
  readonly hunks: ReadonlyArray<Hunk>
}

export interface TextDiff {
  readonly identical: boolean
  readonly stats: { readonly added: number; readonly removed: number; readonly changed: number }
  readonly sections: ReadonlyArray<SectionDiff>
}

/** Lines around a change. */
const context = 3

/**
 * Lines or words that may differ within one section, text or line: the work grows with their square. Past it the whole counts as
 * replaced. Our choice.
 */
const maxEdits = 1_500

/** The same for one comparison of two texts, in steps: when they are spent, what is left counts as replaced. */
const maxSteps = 5_000_000

class Steps {
  #left = maxSteps

  /** Runs with the edits that may be looked for. `editsOf` counts those that were found. */
  run<A>(work: (maxEditLength: number) => A | undefined, editsOf: (found: A) => number): A | undefined {
    const allowed = Math.floor(Math.sqrt(Math.min(this.#left, maxEdits ** 2)))
    const found = allowed === 0 ? undefined : work(allowed)
    this.#left -= (found === undefined ? allowed : editsOf(found)) ** 2
    return found
  }
}

/** Longest line that is compared word by word, in characters. */
const maxWordsLine = 2_000

const changedLines = ({
  hunks
}: {
  readonly hunks: ReadonlyArray<{ readonly lines: ReadonlyArray<string> }>
}): number => hunks.reduce((sum, { lines }) => sum + lines.filter((line) => !line.startsWith(" ")).length, 0)

const lineOf = (line: string): DiffLine => ({ op: line.charAt(0) as DiffLine["op"], text: line.slice(1) })

/** Marks the words of lines that were replaced one for one. */
const withWords = (lines: ReadonlyArray<DiffLine>, steps: Steps): ReadonlyArray<DiffLine> =>
  lines.map((line, at) => {
    const other = line.op === "-" ? lines[at + 1] : line.op === "+" ? lines[at - 1] : undefined
    const beyond = line.op === "-" ? [lines[at - 1], lines[at + 2]] : [lines[at - 2], lines[at + 1]]
    const alone = beyond[0]?.op !== "-" && beyond[1]?.op !== "+"
    if (other === undefined || other.op === line.op || other.op === " " || !alone) return line
    if (line.text.length + other.text.length > maxWordsLine) return line
    const [before, after] = line.op === "-" ? [line.text, other.text] : [other.text, line.text]
    const found = steps.run(
      (maxEditLength) => diffWordsWithSpace(before, after, { maxEditLength }),
      (parts) => parts.reduce((sum, { added, count, removed }) => sum + (added || removed ? count : 0), 0)
    )
    if (found === undefined) return line
    const words = found
      .filter(({ added, removed }) => (line.op === "-" ? !added : !removed))
      .map(({ added, removed, value }) => ({ op: added ? "+" : removed ? "-" : " ", text: value }) as const)
    return { ...line, words }
  })

const wholeHunk = (before: string, after: string) => {
  const lines = (text: string, op: string) =>
    text
      .split("\n")
      .slice(0, -1)
      .map((line) => op + line)
  const [removed, added] = [lines(before, "-"), lines(after, "+")]
  return {
    hunks: [
      { oldStart: 1, oldLines: removed.length, newStart: 1, newLines: added.length, lines: [...removed, ...added] }
    ]
  }
}

const hunksOf = ({ after, before }: SectionPair, steps: Steps): ReadonlyArray<Hunk> => {
  const [old, now] = [before?.text ?? "", after?.text ?? ""]
  if (old === now) return []
  const patch =
    steps.run(
      (maxEditLength) => structuredPatch("a", "b", old, now, "", "", { context, maxEditLength }),
      changedLines
    ) ?? wholeHunk(old, now)
  return patch.hunks.map((hunk) => ({
    oldStart: hunk.oldStart + (before?.line ?? 1) - 1,
    oldLines: hunk.oldLines,
    newStart: hunk.newStart + (after?.line ?? 1) - 1,
    newLines: hunk.newLines,
    lines: withWords(hunk.lines.filter((line) => !line.startsWith("\\")).map(lineOf), steps)
  }))
}

/** Compares by sections. */
export const diffTexts = (before: string, after: string): TextDiff => {
  const steps = new Steps()
  const sections =
    before === after
      ? []
      : pairSections(before, after).map((pair) => ({
          path: (pair.after ?? pair.before)!.path,
          change: pair.change,
          hunks: hunksOf(pair, steps)
        }))
  const count = (changes: ReadonlyArray<SectionChange>) =>
    sections.filter(({ change }) => changes.includes(change)).length
  return {
    identical: before === after,
    stats: { added: count(["added"]), removed: count(["removed"]), changed: count(["modified", "moved", "renamed"]) },
    sections
  }
}

/** A patch of the whole text that `patch` and `git apply` take. */
export const unifiedDiff = (name: string, before: string, after: string): string => {
  if (before === after) return ""
  const options = { context, maxEditLength: maxEdits }
  const made = createTwoFilesPatch(`a/${name}`, `b/${name}`, before, after, "", "", options)
  if (made !== undefined) return made.replace(/^={3,}\n/, "")
  const [hunk] = wholeHunk(before, after).hunks
  const head = `--- a/${name}\n+++ b/${name}\n@@ -1,${hunk!.oldLines} +1,${hunk!.newLines} @@\n`
  return `${head}${hunk!.lines.join("\n")}\n`
}
