/**
 * Settles what becomes of each change of a release: its group, or the reason why the notes leave it out. They name the same
 * change once, and leave out what was taken back again.
 */
import type { Change, ChangesModel, Release } from "../../model/ChangesModel.ts"
import type { Dropped } from "../../model/GeneratedDocument.ts"
import { groupOf, isInner, type Group, type Judged, type Reading } from "./classify.ts"

/** A change with its group. */
export interface Settled extends Judged {
  readonly change: Change
}

/** A release as it will be told. */
export interface SettledRelease {
  readonly release: Release
  readonly title: string
  readonly byGroup: ReadonlyMap<Group, ReadonlyArray<Settled>>
  readonly dropped: ReadonlyArray<Dropped>
}

/** Where the files of commits would hide nearly all of a log, they tell nothing: the product is what they are. Our choice. */
const mostHidden = 0.9

/** How the changes of a source are read. */
export const readingOf = ({ origin, releases }: ChangesModel): Reading => {
  const withPaths = releases.flatMap(({ changes }) => changes).filter(({ paths }) => paths !== undefined)
  return { isLog: origin === "commits", byPaths: withPaths.filter(isInner).length < withPaths.length * mostHidden }
}

/** The words of a change without references and marks, by which it is known again. */
const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/\(?(?:#\d+|gh-\d+|!\d+)\)?/g, "")
    .replaceAll(/[\s.`'"]+/g, " ")
    .trim()

const itemOf = ({ line, original }: Change): string =>
  `line ${line}: ${original.length > 200 ? `${original.slice(0, 197)}…` : original}`

const noChange = ({ headings = [], text }: Change): string | undefined => {
  if (/^(?:none|n\/a|nothing|no changes|no breaking changes|-+)\.?$/i.test(text)) return "It says that there is nothing"
  if (headings.some((heading) => /^\W*(?:(?:new )?contributors|thanks|credits|acknowledg\w+)\b/i.test(heading)))
    return "It thanks contributors"
  return /\bmade their first contribution\b/.test(text) ? "It thanks contributors" : undefined
}

/** Commits that a later one takes back, and those that do so: both are told nowhere. The log has the newest first. */
const takenBack = (changes: ReadonlyArray<Change>): ReadonlyMap<Change, string> => {
  const found = new Map<Change, string>()
  changes.forEach((change, at) => {
    const quoted = /^Revert "(.*)"(?: \(#\d+\))?$/.exec(change.original)?.[1]
    if (quoted === undefined || found.has(change)) return
    const key = keyOf(quoted)
    const other = changes.slice(at + 1).find((one) => keyOf(one.original) === key && !found.has(one))
    if (other === undefined) return
    found.set(change, `It takes back line ${other.line}`)
    found.set(other, `Line ${change.line} takes it back`)
  })
  return found
}

const translated = /^Translated using Weblate \((.+)\)$/i

/** Commits that translators' tools make, one for each language: one change. */
const translations = (changes: ReadonlyArray<Change>): ReadonlyMap<Change, Change> => {
  const found = changes.filter(({ text }) => translated.test(text))
  const [first] = found
  if (first === undefined || found.length === 1) return new Map()
  const languages = new Set(found.map(({ text }) => translated.exec(text)![1]!))
  const text = `Updated translations: ${[...languages].join(", ")}`
  return new Map(found.map((change) => [change, { ...first, text }]))
}

/** Settles a release. */
export const settle = (release: Release, title: string, reading: Reading): SettledRelease => {
  const dropped: Array<Dropped> = []
  const told = new Map<string, Settled>()
  const back = reading.isLog ? takenBack(release.changes) : new Map<Change, string>()
  const joined = reading.isLog ? translations(release.changes) : new Map<Change, Change>()
  for (const written of release.changes) {
    const change = joined.get(written) ?? written
    const { group, why } = groupOf(change, reading)
    const reason = noChange(change) ?? back.get(written)
    if (reason !== undefined) {
      dropped.push({ item: itemOf(change), reason })
      continue
    }
    const key = `${change.headings?.join("/") ?? ""}/${keyOf(change.text)}/${reading.isLog ? "" : (change.body ?? "")}`
    const twin = told.get(key)
    if (twin === undefined) told.set(key, { change, group, why })
    else {
      const references = [...new Set([...twin.change.references, ...change.references])]
      const breaking = twin.group === "breaking" || group !== "breaking" ? twin : { group, why }
      told.set(key, { ...twin, ...breaking, change: { ...twin.change, references } })
      dropped.push({ item: itemOf(written), reason: `It is the same as line ${twin.change.line}` })
    }
  }
  return { release, title, byGroup: Map.groupBy(told.values(), ({ group }) => group), dropped }
}

/** Changes that are counted and not listed, as items of the report. */
const mostListed = 500

/** Maintenance that is not told, with the reason for each. */
export const hiddenItems = (all: ReadonlyArray<SettledRelease>): ReadonlyArray<Dropped> => {
  const hidden = all.flatMap(({ byGroup }) => byGroup.get("maintenance") ?? [])
  const items = hidden
    .slice(0, mostListed)
    .map(({ change, why }) => ({ item: itemOf(change), reason: `Maintenance: ${why}` }))
  const more = hidden.length - items.length
  return more === 0
    ? items
    : [...items, { item: `${more} more changes`, reason: "Maintenance: includeMaintenance lists them" }]
}
