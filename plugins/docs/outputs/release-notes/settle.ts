/**
 * Settles what becomes of each change of a release: its group, or the reason why the notes leave it out. They name the same
 * change once, and leave out what was taken back again.
 */
import type { Change, ChangesModel, Release } from "../../model/ChangesModel.ts"
import type { Dropped } from "../../model/GeneratedDocument.ts"
import {
  asListed,
  groupOf,
  isInner,
  isRequest,
  isSortedByWords,
  type Group,
  type Judged,
  type Reading
} from "./classify.ts"

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

/** How the changes of a source are read, with what its log says again and again. */
export interface SourceReading extends Reading {
  readonly routine: ReadonlySet<string>
}

/** Where the files of commits would hide nearly all of a log, they tell nothing: the product is what they are. Our choice. */
const mostHidden = 0.9

/** Merges with titles from which on the commits of their branches are parts of them, and the share of commits that stand for requests then. Our choice. */
const leastMerges = 5
const leastShare = 0.3

/** In how many versions, and half of them, a log says the same from which on it is routine. Our choice. */
const leastRoutine = 3

/** What a log says again and again, of other versions. */
const routineOf = (releases: ReadonlyArray<Release>): ReadonlySet<string> => {
  const said = releases.flatMap(({ changes }) => [...new Set(changes.map(({ text }) => keyOf(text)))])
  const times = Map.groupBy(said, (key) => key)
  const least = Math.max(leastRoutine, releases.length / 2)
  return new Set([...times].flatMap(([key, all]) => (all.length >= least ? [key] : [])))
}

/** How the changes of a source are read. */
export const readingOf = ({ origin, releases }: ChangesModel): SourceReading => {
  const all = releases.flatMap(({ changes }) => changes)
  const withPaths = all.filter(({ paths }) => paths !== undefined)
  const reading: Reading = {
    isLog: origin === "commits",
    byWords: false,
    byPaths: withPaths.filter(isInner).length < withPaths.length * mostHidden,
    byRequests:
      all.filter((change) => isRequest(change) && change.original.startsWith("Merge ")).length >= leastMerges &&
      all.filter(isRequest).length >= all.filter(({ byBot }) => byBot !== true).length * leastShare,
    isMarked: all.filter(({ type }) => type !== undefined).length * 2 >= all.length
  }
  const taken = releases.filter(({ written }) => written === undefined).flatMap(({ changes }) => changes)
  const routine = reading.isLog ? routineOf(releases) : new Set<string>()
  return { ...reading, byWords: isSortedByWords(taken, reading), routine }
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

/** The request that a commit says to be: the last number in brackets, or the one that it merges. */
const requestOf = ({ original }: Change): string | undefined =>
  (/\(#(\d+)\)\W*$/.exec(original) ?? /^Merge (?:pull request |PR )?#(\d+)/i.exec(original))?.[1]

/** Words without the ending by which "adds" is not "add". */
const wordsIn = ({ scope = "", text }: Change): ReadonlySet<string> =>
  new Set(
    keyOf(`${scope} ${text}`)
      .match(/[\p{L}\p{N}]+/gu)
      ?.map((word) => word.replace(/(?<=\w{2})s$/, ""))
  )

/** Whether a commit merges others, of a host or by hand. */
const isMerge = ({ original }: Change): boolean => /^merge (?:pull request |PR )?#\d/i.test(original)

/** Commits of a branch stand near its request in a log. Our choice. */
const near = 20

/** Whether two commits of one request say the same in nearly the same words, or a commit without a number says it in words of a request near to it. */
const isRetold = (one: Change, other: Change, isNear: boolean): boolean => {
  const [first, second] = [requestOf(one), requestOf(other)]
  const isOne = first !== undefined && first === second
  const isPart = isNear && (first === undefined) !== (second === undefined)
  if (!isOne && !isPart) return false
  if (!isOne && (one.type === "revert" || other.type === "revert")) return false
  const [few, many] = [one, other].map(wordsIn).toSorted((some, more) => some.size - more.size) as [
    ReadonlySet<string>,
    ReadonlySet<string>
  ]
  const shared = [...few].filter((word) => many.has(word)).length
  // A merge is made of its commits: three words are enough.
  const least = isMerge(one) || isMerge(other) ? 3 : 4
  return isOne ? shared * 3 >= few.size * 2 : few.size >= least && shared === few.size && few.size * 2 >= many.size
}

/** The reason why a merge without words of its own is not told. */
export const mergesOnly = "It merges commits, and says nothing of its own"

/** What git itself says of a merge, which has no words of its own. */
const onlyMerges = ({ original, text }: Change): boolean =>
  text === original && /^Merge (?:branch|pull request|remote-tracking branch|tag|commit) (?!from fork$)/.test(original)

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
    const [, quoted] = /^Revert "(.*)"(?: \(#\d+\))*$/s.exec(change.text) ?? []
    if (quoted === undefined || found.has(change)) return
    const key = keyOf(quoted)
    const [, hash] = /\breverts commit ([0-9a-f]{7,40})\b/i.exec(change.body ?? "") ?? []
    const isMeant = (one: Change) =>
      hash === undefined || one.hash === undefined
        ? keyOf(one.original) === key
        : hash.startsWith(one.hash) || one.hash.startsWith(hash)
    const other = changes.slice(at + 1).find((one) => isMeant(one) && !found.has(one))
    if (other === undefined) return
    found.set(change, `It takes back line ${other.line}`)
    found.set(other, `Line ${change.line} takes it back`)
  })
  return found
}

/** Commits that put others together, which the log tells one by one as well. */
const toldInParts = (changes: ReadonlyArray<Change>): ReadonlyMap<Change, string> => {
  const said = Map.groupBy(changes, ({ original }) => keyOf(original))
  return new Map(
    changes.flatMap((change): ReadonlyArray<[Change, string]> => {
      const own = keyOf(change.text)
      const parts = (change.body?.match(/^[-*] .+$/gm) ?? []).map((line) => keyOf(line.slice(2)))
      const told = parts.filter(
        (part) => part !== own && said.get(part)?.some(({ line }) => line !== change.line) === true
      )
      const isTold = told.length > 1 && told.length * 2 >= parts.length
      return isTold ? [[change, "The log tells its parts one by one"]] : []
    })
  )
}

const translated = /^(?:Translated|Added translation) using Weblate \(([^()]+(?:\([^()]*\)[^()]*)?)\)(?: \(#\d+\))?$/i

/** The languages into which a commit translates and does nothing else: `Translated using …`, `i18n(de): …`, or files of them. */
const languagesOf = ({ paths = [], scope = "", text, type = "" }: Change): ReadonlyArray<string> => {
  if (/^(?:i18n|l10n)$/.test(type) && /^[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/.test(scope)) return [scope]
  const tool = translated.exec(text)?.[1]
  if (tool !== undefined) return [tool]
  const files = paths.map((path) => /([^/]+)\.po$/.exec(path)?.[1])
  return files.every((file) => file !== undefined) ? files : []
}

/** Commits that translate, one for each language: one change. */
const translations = (changes: ReadonlyArray<Change>): ReadonlyMap<Change, Change> => {
  const found = changes.filter((change) => languagesOf(change).length > 0)
  const [first] = found
  if (first === undefined || found.length === 1) return new Map()
  const text = `Updated translations: ${[...new Set(found.flatMap(languagesOf))].join(", ")}`
  const references = [...new Set(found.flatMap((change) => change.references))]
  return new Map(found.map((change) => [change, { ...first, scope: undefined, text, references }]))
}

/** Words that speak of the change before: sorted away from it, they would speak of another one. */
const refersBack =
  /^(?:(?:please )?note(?: that)? (?:this|these|it|the above)|this|these|it|they|the above|thanks to)\b/i

/** A change with its group. One that a log says again and again is routine. */
const judgedIn = (change: Change, reading: SourceReading): Settled => {
  const judged = groupOf(change, reading)
  return judged.group !== "breaking" && reading.isLog && reading.routine.has(keyOf(change.text))
    ? { change, group: "maintenance", why: "The log says the same several times" }
    : { change, ...judged }
}

/** What requests brought, which their merges tell: not where authors mark commits, and not merges. What breaks is told always. */
const broughtByRequests = (changes: ReadonlyArray<Change>, reading: SourceReading): ReadonlyMap<Change, string> => {
  const parts = Map.groupBy(changes, ({ broughtBy }) => broughtBy)
  // What tells of a release, or of dozens of commits, tells none of them.
  const silent = new Set(
    changes
      .filter(
        (merge) => judgedIn(merge, reading).group === "maintenance" || (parts.get(merge.line) ?? []).length > near
      )
      .map(({ line }) => line)
  )
  const brought = changes.filter(({ broughtBy }) => broughtBy !== undefined && !silent.has(broughtBy))
  const lines = new Set(brought.map(({ broughtBy }) => broughtBy))
  const merges = changes.filter(({ line }) => lines.has(line))
  const own = brought.filter((one) => !onlyMerges(one))
  const areMarked = (all: ReadonlyArray<Change>) => all.filter(({ type }) => type !== undefined).length * 2 > all.length
  if (merges.length === 0 || (areMarked(own) && !areMarked(merges))) return new Map()
  return new Map(
    brought
      .filter(({ breaking }) => !breaking)
      .map((one) => [
        one,
        one.broughtBy === 0 ? "A request that the log tells brought it" : `It is part of line ${one.broughtBy}`
      ])
  )
}

/** Settles a release. */
export const settle = (release: Release, title: string, whole: SourceReading): SettledRelease => {
  const isTold = !whole.isLog && release.changes.some(({ text }) => refersBack.test(text))
  const reading = isTold ? { ...whole, byWords: false } : whole
  const dropped: Array<Dropped> = []
  const told = new Map<string, Settled>()
  const back = reading.isLog ? takenBack(release.changes) : new Map<Change, string>()
  const squashed = reading.isLog ? toldInParts(release.changes) : new Map<Change, string>()
  const brought = reading.isLog ? broughtByRequests(release.changes, reading) : new Map<Change, string>()
  const joined = reading.isLog ? translations(release.changes) : new Map<Change, Change>()
  for (const written of release.changes) {
    const settled = judgedIn(asListed(joined.get(written) ?? written, reading), reading)
    const { change, group } = settled
    const merges = reading.isLog && onlyMerges(written) ? mergesOnly : undefined
    const reason = noChange(change) ?? back.get(written) ?? squashed.get(written) ?? merges
    if (reason !== undefined) {
      dropped.push({ item: itemOf(change), reason })
      continue
    }
    const retold = reading.isLog
      ? [...told].find(([, { change: one }], at) => isRetold(one, change, at >= told.size - near))
      : undefined
    const own = `${change.headings?.join("/") ?? ""}/${keyOf(change.text)}/${reading.isLog ? "" : (change.body ?? "")}`
    const key = told.has(own) ? own : (retold?.[0] ?? own)
    const twin = told.get(key)
    const part = brought.get(written)
    if (twin === undefined && part === undefined) told.set(key, settled)
    else if (twin === undefined) dropped.push({ item: itemOf(written), reason: part! })
    else {
      const references = [...new Set([...twin.change.references, ...change.references])]
      const scopes = new Set([twin.change, change].flatMap(({ scope }) => scope?.split(", ") ?? []))
      const scope = [...scopes].join(", ") || undefined
      // A merge has no files of its own: those of its commit say what it is.
      const isOfMerge = reading.byPaths && group === "maintenance" && isInner(written) && isMerge(twin.change)
      // Nor has one without a mark any but that of its commit.
      const isMarked = isMerge(twin.change) && twin.change.type === undefined && change.type !== undefined
      const breaking = twin.group !== "breaking" && (group === "breaking" || isOfMerge || isMarked) ? settled : twin
      told.set(key, {
        ...twin,
        ...breaking,
        change: { ...(isMarked ? { ...change, line: twin.change.line } : { ...twin.change, scope }), references }
      })
      dropped.push({ item: itemOf(written), reason: `It says the same as line ${twin.change.line}` })
    }
  }
  return { release, title, byGroup: Map.groupBy(told.values(), ({ group }) => group), dropped }
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
