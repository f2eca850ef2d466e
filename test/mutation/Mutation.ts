/** A change of the product that some test must notice, as a replacement of texts in its source. */

/** A text of a file, and what stands there instead. */
export interface Replacement {
  readonly file: string
  readonly from: string
  readonly to: string
}

/** A change, and the test files of which one must fail. */
export interface Mutation {
  /** What the changed product does wrong. */
  readonly fault: string
  readonly replacements: ReadonlyArray<Replacement>
  readonly killers: ReadonlyArray<string>
}

/** A change of one text. */
export const mutation = (fault: string, replacement: Replacement, ...killers: ReadonlyArray<string>): Mutation => ({
  fault,
  replacements: [replacement],
  killers
})

/** The source of a file with its replacements made; `undefined` where it has none. Throws where a text does not stand there once. */
export const replacedIn = (
  replacements: ReadonlyArray<Replacement>,
  path: string,
  source: () => string
): string | undefined => {
  const wanted = replacements.filter(({ file }) => path.endsWith(`/${file}`))
  if (wanted.length === 0) return undefined
  return wanted.reduce((text, { file, from, to }) => {
    if (text.split(from).length !== 2) throw new Error(`${file} does not have this text once: ${from}`)
    return text.replace(from, () => to)
  }, source())
}
