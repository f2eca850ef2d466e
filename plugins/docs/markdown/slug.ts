/** Anchors as code hosts make them from headings, so that links work wherever the document is shown. */

const removed = /[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu

/** The anchor of a heading by itself. */
export const slugOf = (heading: string): string =>
  heading.replaceAll(/\s+/g, " ").trim().toLowerCase().replace(removed, "").replaceAll(" ", "-")

/** What is written of a name however it is set apart: letters and digits, all of them small. */
export const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "")

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
