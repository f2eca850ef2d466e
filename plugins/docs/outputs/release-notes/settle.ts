/**
 * Settles what becomes of each change of a release: its group, or the reason why the notes leave it out. They name the same
 * change once, and leave out what was taken back again.
 */
import type { Change, ChangesModel, Release } from "../../model/ChangesModel.ts"
import type { Dropped } from "../../model/GeneratedDocument.ts"
import { asListed, groupOf, isInner, isSortedByWords, type Group, type Judged, type Reading } from "./classify.ts"

/** A change with its group. */
export interface Settled extends Judged {
  readonly change: Change
  /** How many others say the same: it is told once for all of them. */
  readonly repeats: number
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

/** Whether at least half of all changes have marks. */
const areMarked = (all: ReadonlyArray<Change>): boolean =>
  all.filter(({ type }) => type !== undefined).length * 2 >= all.length

/** How the changes of a source are read: of a list, each version may have marks or not. */
export const readingOf = ({ origin, releases }: ChangesModel): ((release: Release) => Reading) => {
  const all = releases.flatMap(({ changes }) => changes)
  const withPaths = all.filter(({ paths }) => paths !== undefined)
  const isLog = origin === "commits"
  const taken = releases.filter(({ written }) => written === undefined).flatMap(({ changes }) => changes)
  const byWords = !isLog && isSortedByWords(taken)
  const byPaths = withPaths.filter(isInner).length < withPaths.length * mostHidden
  const isMarked = areMarked(all)
  return ({ changes }) => ({ isLog, byWords, byPaths, isMarked: isLog ? isMarked : areMarked(changes) })
}

/** What says that a commit brings another one back to an earlier line of releases. */
const backport =
  /^\[[^\]]*(?:backport|\d|stable|release)[^\]]*\] |^(?:backport|cherry-?pick)(?:ed|s)?(?: of| from)?:? /i

/** The words of a change without references and marks, by which it is known again. */
const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(backport, "")
    .replaceAll(/\(?(?:(?:backport|cherry[- ]picked)(?: of| from)? )?(?:#\d+|gh-\d+|!\d+)\)?/g, "")
    .replaceAll(/\[(?:skip ci|ci skip)\]/g, "")
    .replaceAll(/[\s.`'"]+/g, " ")
    .trim()

/** The files of commits by their words: those of a merge are the files of the commit that says the same. */
const pathsByWords = (changes: ReadonlyArray<Change>): ReadonlyMap<string, NonNullable<Change["paths"]>> =>
  new Map(changes.flatMap(({ paths, text }) => (paths === undefined ? [] : [[keyOf(text), paths]])))

/** Commits of a request that its merge tells: of dozens a merge tells none. Our choice. */
const near = 20

/** The reason why a merge without words of its own is not told. */
export const mergesOnly = "It merges commits, and says nothing of its own"

/** What git itself says of a merge, which has no words of its own. */
const onlyMerges = ({ original, text }: Change): boolean =>
  text === original && /^Merge (?:branch|pull request|remote-tracking branch|tag|commit) (?!from fork$)/.test(original)

const itemOf = ({ line, original }: Change): string =>
  `line ${line}: ${original.length > 200 ? `${original.slice(0, 197)}…` : original}`

const noChange = ({ headings = [], text }: Change): string | undefined => {
  if (/^[*_]*(?:none|n\/a|nothing|no changes|no breaking changes|-+)[.*_]*$/i.test(text))
    return "It says that there is nothing"
  if (headings.some((heading) => /^\W*(?:(?:new )?contributors|thanks|credits|acknowledg\w+)\b/i.test(heading)))
    return "It thanks contributors"
  return /\bmade their first contribution\b/.test(text) ? "It thanks contributors" : undefined
}

/** What a commit says that it takes back, by hash or number: not a part of it. */
const reverts =
  /\breverts?:?(?: (?:this|the|commit|PR|pull request|changes? (?:of|from|in)))*:? (?:([0-9a-f]{7,40})\b|(#\d+))/i

/** Commits that a later one takes back, and those that do nothing else: both are told nowhere. The log has the newest first. */
const takenBack = (changes: ReadonlyArray<Change>): ReadonlyMap<Change, string> => {
  const found = new Map<Change, string>()
  changes.forEach((change, at) => {
    const [, quoted] = /^Revert "(.*)"(?: \(#\d+\))*$/s.exec(change.text) ?? []
    const [, hash, number] = reverts.exec(`${change.original}\n${change.body ?? ""}`) ?? []
    if ((quoted === undefined && hash === undefined && number === undefined) || found.has(change)) return
    const isMeant = (one: Change) => {
      if (hash !== undefined && one.hash !== undefined) return hash.startsWith(one.hash) || one.hash.startsWith(hash)
      return quoted === undefined ? one.original.endsWith(`(${number})`) : keyOf(one.original) === keyOf(quoted)
    }
    const other = changes.slice(at + 1).find((one) => isMeant(one) && !found.has(one))
    if (other === undefined) return
    // What does something else in its place stays.
    if (/^revert/i.test(change.text)) found.set(change, `It takes back line ${other.line}`)
    found.set(other, `Line ${change.line} takes it back`)
  })
  return found
}

/** What requests brought, which their merges tell: not where authors mark commits, and not merges. What breaks is told always. */
const broughtByRequests = (changes: ReadonlyArray<Change>, reading: Reading): ReadonlyMap<Change, string> => {
  const parts = Map.groupBy(changes, ({ broughtBy }) => broughtBy)
  // What tells of a release, or of dozens of commits, tells none of them.
  const silent = new Set(
    changes
      .filter((merge) => groupOf(merge, reading).group === "maintenance" || (parts.get(merge.line) ?? []).length > near)
      .map(({ line }) => line)
  )
  const brought = changes.filter(({ broughtBy }) => broughtBy !== undefined && !silent.has(broughtBy))
  const lines = new Set(brought.map(({ broughtBy }) => broughtBy))
  const merges = changes.filter(({ line }) => lines.has(line))
  const own = brought.filter((one) => !onlyMerges(one))
  if (merges.length === 0 || (areMarked(own) && !areMarked(merges))) return new Map()
  return new Map(brought.filter(({ breaking }) => !breaking).map((one) => [one, `It is part of line ${one.broughtBy}`]))
}

export const settle = (release: Release, title: string, reading: Reading): SettledRelease => {
  const dropped: Array<Dropped> = []
  const told = new Map<string, Settled>()
  const noted = new Map<string, string>()
  const back = reading.isLog ? takenBack(release.changes) : new Map<Change, string>()
  const brought = reading.isLog ? broughtByRequests(release.changes, reading) : new Map<Change, string>()
  const pathsOf = pathsByWords(release.changes)
  for (const written of release.changes) {
    const change = asListed(written, reading)
    const merges = reading.isLog && onlyMerges(written) ? mergesOnly : undefined
    const reason = noChange(change) ?? back.get(written) ?? merges
    if (reason !== undefined) {
      dropped.push({ item: itemOf(change), reason })
      continue
    }
    const paths = change.paths ?? pathsOf.get(keyOf(change.text))
    const settled: Settled = { change, repeats: 0, ...groupOf({ ...change, paths }, reading) }
    const own = `${change.headings?.join("/") ?? ""}/${keyOf(change.text)}/${reading.isLog ? "" : (change.body ?? "")}`
    if (change.isNote === true) for (const reference of change.references) noted.set(reference, own)
    // What the notes of a version say of an issue is told for all commits of it.
    const inNotes = change.references.map((reference) => noted.get(reference)).find((note) => note !== undefined)
    const key = told.has(own) || change.isNote === true ? own : (inNotes ?? own)
    const twin = told.get(key)
    const part = brought.get(written)
    if (twin === undefined && part === undefined) told.set(key, settled)
    else if (twin === undefined) dropped.push({ item: itemOf(written), reason: part! })
    else {
      const references = [...new Set([...twin.change.references, ...change.references])]
      const scopes = new Set([twin.change, change].flatMap(({ scope }) => scope?.split(", ") ?? []))
      const scope = [...scopes].join(", ") || undefined
      const isUnsorted = twin.group === "changes" && twin.change.isNote === true && settled.group !== "maintenance"
      const judged = isUnsorted || (twin.group !== "breaking" && settled.group === "breaking") ? settled : twin
      told.set(key, { ...judged, repeats: twin.repeats + 1, change: { ...twin.change, scope, references } })
      const reason =
        settled.group === "maintenance" ? `Maintenance: ${settled.why}` : `It says the same as line ${twin.change.line}`
      dropped.push({ item: itemOf(written), reason })
    }
  }
  const sorted = [...told.values()].toSorted(
    (one, other) => Number(one.isDoubtful === true) - Number(other.isDoubtful === true)
  )
  return { release, title, byGroup: Map.groupBy(sorted, ({ group }) => group), dropped }
}

/** A version that stays as it is written is one group of its own: nothing of it is judged. */
export const asWritten = (release: Release, title: string): SettledRelease => ({
  release,
  title,
  byGroup: new Map([
    ["changes", release.changes.map((change) => ({ change, repeats: 0, group: "changes" as const, why: "" }))]
  ]),
  dropped: []
})

/** Changes that no version holds together, from which on years do. Our choice. */
const mostInOne = 100

/** A log of years that names no version, year by year. */
export const inYears = (settled: SettledRelease): ReadonlyArray<SettledRelease> => {
  const { byGroup, dropped, release } = settled
  const told = [...toldOf(settled).values()].flat()
  const yearOf = ({ date = "" }: Change) => /^\d{4}(?=-)/.exec(date)?.[0]
  const years = new Set(told.map(({ change }) => yearOf(change)))
  if (release.version !== undefined || told.length <= mostInOne || years.size === 1 || years.has(undefined))
    return [settled]
  const [newest, ...older] = [...years].toSorted().toReversed()
  return [newest!, ...older].map((year) => {
    const isIn = (change: Change) => {
      const own = yearOf(change)
      return own === year || (year === newest && !years.has(own))
    }
    const found = [...byGroup].map(([group, all]) => [group, all.filter(({ change }) => isIn(change))] as const)
    return {
      release: { ...release, version: year, changes: release.changes.filter(isIn) },
      title: year!,
      byGroup: new Map(found.filter(([, all]) => all.length > 0)),
      dropped: year === newest ? dropped : []
    }
  })
}

/** Changes that are counted and not listed, as items of the report. */
const mostListed = 500

/** Changes by group without maintenance. */
export const toldOf = ({ byGroup }: SettledRelease): SettledRelease["byGroup"] =>
  new Map([...byGroup].filter(([group]) => group !== "maintenance"))

/** Maintenance, with the reason for each. */
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
