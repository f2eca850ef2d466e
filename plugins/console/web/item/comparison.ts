/** A section that explains why a name matched a list: what was compared with what, piece by piece. */
import type { Item, ItemField } from "../api/wire.ts"

/** One comparison. Of words `points` is the likeness from 0 to 100, else what it added to the score. */
export interface Compared {
  readonly compared: string
  readonly subject: string
  readonly listed: string
  readonly points: number
}

type Section = Item["sections"][number]

const isComparison = (value: unknown): value is Compared =>
  typeof value === "object" && value !== null && "compared" in value && "listed" in value && "points" in value

const parsed = (text: unknown): unknown => {
  if (typeof text !== "string") return text
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const comparisonsIn = ({ value }: ItemField): ReadonlyArray<Compared> =>
  Array.isArray(value) ? value.map(parsed).filter(isComparison) : []

export const comparisonsOf = (section: Section): ReadonlyArray<Compared> => section.fields.flatMap(comparisonsIn)

export const isCompared = (section: Section): boolean => comparisonsOf(section).length > 0

/** The other fields of such a section. */
export const restOf = (section: Section): ReadonlyArray<ItemField> =>
  section.fields.filter((field) => comparisonsIn(field).length === 0)
