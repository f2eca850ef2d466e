/** Tells commit logs and change lists from other texts. */

/** Separates records and fields of a `git log` that was written for machines. */
export const recordSeparator = "\u001e"
export const unitSeparator = "\u001f"

/** `hash subject` of `git log --oneline`. */
export const oneline = /^([0-9a-f]{7,40}) (\S.*)$/

/** A heading that is a version, with a date or none: `## [1.2.0] - 2025-01-31`, `## v2.0.0 (Released …)`, `2.4.0`. */
export const versionHeading =
  /^(?:#{1,3}\s*)?(?:Version\s+|Release\s+)?\[?(v?\d+\.\d+(?:\.\d+)?(?:[-+.][0-9A-Za-z.-]+)?|Unreleased)\]?(?:\([^)]*\))?\s*(?:[-–—:(]+\s*(?:Released\s+)?(\d{4}-\d{2}-\d{2})?[^\n]*)?$/i

const shareOf = (lines: ReadonlyArray<string>, pattern: RegExp): number =>
  lines.length === 0 ? 0 : lines.filter((line) => pattern.test(line)).length / lines.length

/** Whether a text is a commit log. */
export const looksLikeCommits = (text: string): boolean => {
  if (text.includes(recordSeparator)) return true
  if (/^commit [0-9a-f]{40}$/m.test(text.slice(0, 200))) return true
  const lines = text
    .slice(0, 20_000)
    .split("\n")
    .filter((line) => line.trim() !== "")
  return lines.length > 1 && shareOf(lines.slice(0, 50), oneline) > 0.9
}

/** Whether a text is a change list: it has versions as headings, and lists below them. */
export const looksLikeChangelog = (text: string): boolean => {
  const lines = text
    .slice(0, 40_000)
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
  const versions = lines.filter((line) => line.length < 120 && versionHeading.test(line)).length
  const title = /^#?\s*(?:change ?log|release notes|history)\b/i.test(text.trimStart())
  return (
    (versions > 0 &&
      shareOf(
        lines.filter((line) => line !== ""),
        /^\s*[-*+•]\s/
      ) > 0.3) ||
    (title && versions > 0)
  )
}
