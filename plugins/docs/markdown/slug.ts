/** Headings of a text, and anchors as code hosts make them from these, so that links work wherever the document is shown. */

const removed = /[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu

/** The anchor of a heading by itself. */
export const slugOf = (heading: string): string =>
  heading.replaceAll(/\s+/g, " ").trim().toLowerCase().replace(removed, "").replaceAll(" ", "-")

/** What is written of a name however it is set apart: letters and digits, all of them small. */
export const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "")

/** Lines of a text with the level and the title of those that are headings; what is code has none. */
export const headedLines = (text: string) => {
  let fence: string | undefined
  return text.split("\n").map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    const isCode = mark !== undefined || fence !== undefined
    if (mark !== undefined) fence = fence === undefined ? mark : line.trim().startsWith(fence) ? undefined : fence
    const [, marks = "", title] = (isCode ? null : /^(#{1,6}) +(.*?)(?: +#+)? *$/.exec(line)) ?? []
    return { line, isCode, level: marks.length, title }
  })
}

/** Gives out anchors in the order of the headings: a repeated one gets a number, as hosts do it. */
export class Slugger {
  readonly #seen = new Map<string, number>()

  next(heading: string): string {
    const base = slugOf(heading)
    let slug = base
    let count = this.#seen.get(base) ?? 0
    while (this.#seen.has(slug)) slug = `${base}-${++count}`
    this.#seen.set(base, count)
    this.#seen.set(slug, this.#seen.get(slug) ?? 0)
    return slug
  }
}
