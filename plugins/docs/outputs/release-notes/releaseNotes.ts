/**
 * Release notes (spec docs §1, decisions D10, D50): changes grouped into new features, improvements and bug fixes, with what
 * breaks first. Every change of the input stands in the notes once, or is named in the report with the reason. A version that its author
 * wrote as a text stays as it is.
 */
import type { Release } from "../../model/ChangesModel.ts"
import type { Accounting } from "../../model/GeneratedDocument.ts"
import type { TextBlock } from "../../model/TextModel.ts"
import type { SectionPart } from "../../writer/Section.ts"
import { assemble } from "../assemble.ts"
import { Brief } from "../Brief.ts"
import { authoredText } from "../guide/Chapter.ts"
import { leadOf } from "../leads.ts"
import { authorsMarkdown } from "../markdown/authorsMarkdown.ts"
import { plain } from "../markdown/inline.ts"
import { Slugger } from "../../markdown/slug.ts"
import type { Output, Plan, PlannedSection, PlanOptions } from "../Output.ts"
import { changeItem, untoldTexts } from "./changeText.ts"
import { changesOf, hollow, isHollow } from "./changesOf.ts"
import {
  bareHeading,
  groupOfFirstWord,
  groupOfHeading,
  groupOfType,
  groups,
  isGeneral,
  isKind,
  plainGroupOf,
  type Group
} from "./classify.ts"
import { noVersion, selectReleases, shortened, titleOf } from "./select.ts"
import {
  asWritten,
  hiddenItems,
  inYears,
  mergesOnly,
  readingOf,
  settle,
  toldOf,
  type Settled,
  type SettledRelease
} from "./settle.ts"

const names: { readonly [G in Group]: string } = {
  breaking: "Breaking changes",
  removed: "Removed",
  deprecated: "Deprecated",
  newFeatures: "New features",
  improvements: "Improvements",
  security: "Security",
  bugFixes: "Bug fixes",
  changes: "Changes",
  maintenance: "Maintenance"
}

const countOf = (of: SettledRelease, group: Group): number => of.byGroup.get(group)?.length ?? 0

/** What stands together below a heading, or right below its version. */
interface Chapter {
  readonly name: string | undefined
  readonly settled: ReadonlyArray<Settled>
  /** Whether the heading is its author's own. */
  readonly isOwn?: boolean
  /** Kinds of change that its author tells apart within it. */
  readonly parts?: ReadonlyArray<NamedChapter>
}

type NamedChapter = Chapter & { readonly name: string }

/** What a heading is called: one that only means a group as the notes call it, others as their author does. */
const calledOf = (heading: string): Pick<NamedChapter, "name" | "isOwn"> => {
  const group = plainGroupOf(heading)
  return group === undefined ? { name: bareHeading(heading), isOwn: true } : { name: names[group] }
}

/** A version that stays as it is written, with kinds called as they are in versions beside it. */
const withNames = ({ written = [], ...release }: Release): Release => {
  const nameOf = (heading: string) => (plainGroupOf(heading) === undefined ? heading : calledOf(heading).name)
  return {
    ...release,
    written: written.map((one) => (one.kind === "heading" ? { ...one, text: nameOf(one.text) } : one))
  }
}

/** A change below a heading that does not say what its mark said: the mark stays. */
const withMark = (settled: Settled, heading: string | undefined): Settled => {
  const { change, group } = settled
  const isKnown = heading !== undefined && groupOfHeading(heading) === group
  const isSaid = change.type === undefined || (isKnown && groupOfType(change.type) !== "maintenance")
  return isSaid ? settled : { ...settled, change: { ...change, scope: undefined, text: change.original } }
}

/** Chapters in the author's order, with new features, improvements and bug fixes among each other in theirs. */
const inOrder = (chapters: ReadonlyArray<Chapter>): ReadonlyArray<Chapter> => {
  const order = [names.newFeatures, names.improvements, names.bugFixes]
  const isOrdered = ({ isOwn, name = "" }: Chapter) => isOwn !== true && order.includes(name)
  const ordered = chapters
    .filter(isOrdered)
    .toSorted((one, other) => order.indexOf(one.name!) - order.indexOf(other.name!))
  return chapters.map((chapter) => (isOrdered(chapter) ? ordered.shift()! : chapter))
}

/** The chapters of a release whose author sorted it: their headings with what stands below each. What breaks comes first. */
const authorsChapters = ({ byGroup }: SettledRelease): ReadonlyArray<Chapter> | undefined => {
  const told = groups
    .flatMap((group) => (/^(?:breaking|maintenance)$/.test(group) ? [] : (byGroup.get(group) ?? [])))
    .toSorted((one, other) => one.change.line - other.change.line)
  const all = told.map(({ change }) => change)
  const top = all[0]?.headings?.[0]
  // A heading above everything, such as "What's changed", sorts nothing.
  const isAbove = top !== undefined && isGeneral(top) && all.every(({ headings }) => headings?.[0] === top) ? 1 : 0
  const pathOf = ({ change: { headings = [] } }: Settled) => headings.slice(isAbove)
  const chapters = Map.groupBy(told, (settled) => {
    const [heading] = pathOf(settled)
    return heading === undefined ? undefined : calledOf(heading).name
  })
  if ([...chapters.keys()].every((name) => name === undefined)) return undefined
  return inOrder(
    [...chapters].map(([name, settled]): Chapter => {
      const kindOf = (one: Settled) =>
        pathOf(one)
          .slice(1)
          .find((heading) => isKind(heading))
      const below = Map.groupBy(settled, kindOf)
      const own = (below.get(undefined) ?? []).map((one) => withMark(one, pathOf(one)[0]))
      if (name === undefined) return { name, settled: own }
      const parts = [...below].flatMap(([kind, all]) =>
        kind === undefined ? [] : [{ ...calledOf(kind), settled: all.map((one) => withMark(one, kind)) }]
      )
      return { ...calledOf(pathOf(settled[0]!)[0]!), settled: own, parts }
    })
  )
}

/** Changes of a log that stand together without a heading between them. Our choice. */
const mostTogether = 20

/** What has no group in a log, by what most begin with: whether what they add is new to users, words do not say. */
const chaptersOfLog = (settled: ReadonlyArray<Settled>, name: string): ReadonlyArray<Chapter> => {
  const kinds = new Map([
    ["newFeatures", "Added"],
    ["improvements", "Improved"]
  ])
  const kindOf = ({ change, isDoubtful }: Settled) =>
    (isDoubtful === true ? undefined : kinds.get(groupOfFirstWord(change) ?? "")) ?? "Other changes"
  const found = Map.groupBy(settled, kindOf)
  if (settled.length <= mostTogether || found.size === 1) return [{ name, settled }]
  return [...kinds.values(), "Other changes"].flatMap((kind) =>
    found.has(kind) ? [{ name: kind, settled: found.get(kind)! }] : []
  )
}

/** The chapters of a release: its author's, or else its groups. */
const chaptersOf = (of: SettledRelease): ReadonlyArray<Chapter> => {
  const { byGroup } = of
  const chapterOf = (group: Group): Chapter => ({ name: names[group], settled: byGroup.get(group)! })
  const sorted = authorsChapters(of)
  const filled = groups.filter((group) => byGroup.has(group))
  if (sorted !== undefined) {
    const own = (group: Group) => (filled.includes(group) ? [chapterOf(group)] : [])
    return [...own("breaking"), ...sorted, ...own("maintenance")]
  }
  // What has no group needs no heading where there is nothing else. Of a log without features it comes before repairs, else it is "other".
  const [only] = filled.length === 1 ? filled : []
  const isLog = of.release.changes.some(({ isCommit }) => isCommit === true)
  if (only === "changes") {
    const settled = byGroup.get(only)!
    const chapters = isLog ? chaptersOfLog(settled, names.changes) : []
    return chapters.length > 1 ? chapters : [{ name: undefined, settled }]
  }
  if (!isLog || filled.some((group) => /^(?:newFeatures|improvements)$/.test(group)))
    return filled.map(chapterOf).map((one) => (one.name === names.changes ? { ...one, name: "Other changes" } : one))
  const repairs = filled.filter((group) => /^(?:security|bugFixes)$/.test(group))
  const others = filled.filter((group) => !repairs.includes(group))
  const isLast = (group: Group) => group === "maintenance"
  return [...others.filter((group) => !isLast(group)), ...repairs, ...others.filter(isLast)].flatMap((group) =>
    group === "changes" ? chaptersOfLog(byGroup.get(group)!, names.changes) : [chapterOf(group)]
  )
}

/** A warning of what breaks. It counts nothing: of one change several parts may break, and a log may tell it twice. */
const breakingAdvice = (count: number, brief: Brief): string => {
  if (count === 0 || brief.voice.lead === "none") return ""
  const formal = brief.voice.tone === "formal" || brief.voice.audience === "executive"
  const what = "What worked before may break"
  return formal ? `${what}.` : `${what}: read "${brief.title(names.breaking)}" before you upgrade.`
}

/** What is not listed. That it is maintenance, an author says of a change list; of commits their words and files only make it likely. */
const hiddenOf = (count: number, isLog: boolean, rest: string): string => {
  const [s, look, are] = count === 1 ? ["", "looks", "is"] : ["s", "look", "are"]
  return isLog
    ? `${count} commit${s} that ${look} like routine maintenance ${are} ${rest}.`
    : `${count} maintenance change${s} ${are} ${rest}.`
}

/** What stands below a version before its lists: a warning, and what is not listed. */
const introduction = (of: SettledRelease, shown: SettledRelease, brief: Brief): string => {
  const maintenance = shown.byGroup.has("maintenance") ? [] : (of.byGroup.get("maintenance") ?? [])
  const hidden = maintenance.reduce((sum, { repeats }) => sum + 1 + repeats, 0)
  const { changes } = of.release
  const isLog = changes.some(({ isCommit }) => isCommit === true)
  if (changes.length === 0) return "The source lists no changes for this version."
  const isAll = shown.byGroup.size === 0
  const hasMerges = of.dropped.some(({ reason }) => reason === mergesOnly)
  if (isAll && hidden === 0)
    return hasMerges
      ? "The log names only merges, and not what they bring."
      : "The source lists no changes for this version that users notice."
  const all = `all that the ${isLog ? "log" : "source"} names${hasMerges ? " besides merges" : ""}`
  const left = hidden === 0 ? "" : hiddenOf(hidden, isLog, isAll ? all : "not listed")
  return [breakingAdvice(countOf(of, "breaking"), brief), left].filter((text) => text !== "").join(" ")
}

const authored = (blocks: ReadonlyArray<TextBlock>, brief: Brief): string =>
  blocks
    .filter(({ kind, source }) => kind !== "rule" && kind !== "definitions" && !/^<!--[^]*-->$/.test(source.trim()))
    .map((block) =>
      authoredText(block.kind === "code" ? block : { ...block, source: authorsMarkdown(block.source) }, brief)
    )
    .join("\n\n")

const chapterSections = (
  { isOwn, name, parts = [], settled }: NamedChapter,
  level: 3 | 4,
  slugger: Slugger,
  brief: Brief,
  above?: string
): ReadonlyArray<PlannedSection> => {
  const title = isOwn === true ? name : brief.title(name)
  const heading = isOwn === true ? name : above
  const write = () => {
    const items = settled.map(({ change }) => changeItem(change, brief, heading))
    const list = items.length === 0 ? "" : `\n${items.join("\n")}\n`
    return [`\n${"#".repeat(level)} ${isOwn === true ? authorsMarkdown(title) : plain(title)}\n${list}`]
  }
  return [
    { id: slugger.next(name), title, level, write },
    ...parts.flatMap((part) => chapterSections(part, 4, slugger, brief, heading))
  ]
}

/** A version as its author wrote it, with its headings from a level on. */
const writtenSections = (
  blocks: ReadonlyArray<TextBlock>,
  top: number,
  brief: Brief,
  slugger: Slugger
): ReadonlyArray<PlannedSection> => {
  const least = blocks.reduce((level, block) => (block.kind === "heading" ? Math.min(level, block.level) : level), 6)
  const found: Array<{ readonly title: string; readonly level: number; readonly below: Array<TextBlock> }> = []
  for (const block of blocks) {
    if (block.kind === "heading")
      found.push({ title: block.text, level: Math.min(6, top + block.level - least), below: [] })
    else found.at(-1)?.below.push(block)
  }
  return found.map(({ below, level, title }) => ({
    id: slugger.next(title),
    title,
    level,
    write: () => {
      const text = authored(below, brief)
      return [`\n${"#".repeat(level)} ${authorsMarkdown(title)}\n${text === "" ? "" : `\n${text}\n`}`]
    }
  }))
}

const releaseSections = (of: SettledRelease, brief: Brief, slugger: Slugger): ReadonlyArray<PlannedSection> => {
  const { lead = [], written } = of.release
  const shown = brief.includesMaintenance ? of : { ...of, byGroup: toldOf(of) }
  const id = slugger.next(of.title)
  const heading = `\n## ${plain(of.title)}\n\n`
  if (written !== undefined) {
    const first = written.findIndex(({ kind }) => kind === "heading")
    const own = first === -1 ? written : written.slice(0, first)
    const write = () => (own.length === 0 ? [`${heading.trimEnd()}\n`] : [`${heading}${authored(own, brief)}\n`])
    return [{ id, title: of.title, level: 2, write }, ...writtenSections(written.slice(own.length), 3, brief, slugger)]
  }
  const all = chaptersOf(shown)
  const chapters = all.filter(
    (chapter): chapter is NamedChapter => chapter.name !== undefined && brief.keeps(chapter.name)
  )
  const unnamed = all.find(({ name }) => name === undefined)?.settled ?? []
  const facts = groups
    .filter((group) => shown.byGroup.has(group))
    .map((group) => ({ name: group, text: String(countOf(shown, group)) }))
  const said = introduction(of, shown, brief)
  const write = (): ReadonlyArray<SectionPart> => {
    const first = authored(lead, brief)
    const above = `${heading}${first === "" ? "" : `${first}\n\n`}`
    const items = unnamed.map(({ change }) => changeItem(change, brief)).join("\n")
    const list = items === "" ? "" : `\n${items}\n`
    return said === ""
      ? [`${above.trimEnd()}\n${list}`]
      : [above, brief.make({ sectionId: id, title: of.title, intent: "release", facts }, said), `\n${list}`]
  }
  return [
    { id, title: of.title, level: 2, write },
    ...chapters.flatMap((chapter) => chapterSections(chapter, 3, slugger, brief))
  ]
}

const accountingOf = (all: ReadonlyArray<SettledRelease>): Accounting => {
  const count = (group: Group) => all.reduce((sum, of) => sum + countOf(of, group), 0)
  const { breaking, maintenance, security, ...counts } = Object.fromEntries(
    groups.map((group) => [group, count(group)])
  ) as Record<Group, number>
  return {
    input: all.reduce((sum, { release }) => sum + release.changes.length, 0),
    // The report has no group of its own for them (D50): they are fixes.
    groups: { ...counts, bugFixes: counts.bugFixes + security },
    breaking,
    maintenance,
    dropped: all.flatMap(({ dropped }) => dropped)
  }
}

/** What the lead speaks of: the one version, or the product; of notes that know neither there is nothing to say. */
const subjectOf = (all: ReadonlyArray<SettledRelease>, brief: Brief): string | undefined => {
  const [only] = all
  const version = all.length === 1 ? (only!.release.version ?? brief.settings.releaseVersion) : undefined
  const { name } = brief
  if (version === undefined) return name
  return name === undefined ? `version ${version}` : `${name} ${version}`
}

/** What is not released and holds maintenance only is counted, and has no heading. */
const plan = (all: ReadonlyArray<SettledRelease>, shown: ReadonlyArray<SettledRelease>, brief: Brief): Plan => {
  const slugger = new Slugger()
  const title = brief.settings.title ?? brief.title("Release notes")
  const id = slugger.next(title)
  const subject = subjectOf(shown, brief)
  // What a source lists need not be all that is new; readers who are named are told what to do with it.
  const lead = subject === undefined || !brief.namesAudience ? "" : leadOf(brief, subject)
  const facts = [{ name: "title", text: title }]
  const slot = brief.make({ sectionId: id, title, intent: "introduction", facts }, lead)
  // A text that names no version keeps its own headings: none of them says that all of it is the latest.
  const whole = shown.length === 1 && shown[0]!.title === noVersion ? shown[0]!.release.written : undefined
  const first = whole?.findIndex(({ kind }) => kind === "heading") ?? 0
  const own = whole?.slice(0, first === -1 ? undefined : first) ?? []
  const head: PlannedSection = {
    id,
    title,
    level: 1,
    write: () => {
      const below = own.length === 0 ? "" : `\n${authored(own, brief)}\n`
      return lead === "" ? [`# ${plain(title)}\n${below}`] : [`# ${plain(title)}\n\n`, slot, `\n${below}`]
    }
  }
  const sections =
    whole === undefined
      ? shown.flatMap((of) => releaseSections(of, brief, slugger))
      : writtenSections(whole.slice(own.length), 2, brief, slugger)
  return {
    title,
    sections: [head, ...sections],
    report: () => ({
      accounting: accountingOf(all),
      dropped: brief.includesMaintenance ? [] : hiddenItems(all)
    })
  }
}

/** Release notes. Versions without any change are left out, unless there is nothing else. */
export const releaseNotes: Output = {
  plan: (sources, options: PlanOptions) => {
    const model = changesOf(sources, options)
    if (model === undefined) return undefined
    if (isHollow(model)) return { lacking: hollow }
    const brief = new Brief("release-notes", options)
    brief.dropped.push(...(model.dropped ?? []))
    const selected = selectReleases(model, options.settings, options.warn)
    const filled = selected.filter(
      ({ changes, lead, written }) => changes.length > 0 || lead !== undefined || written !== undefined
    )
    const reading = readingOf(model)
    const isWritten = filled.every(({ written }) => written !== undefined)
    const isNamed = model.releases.some(({ version }) => version !== undefined)
    const all = (filled.length > 0 ? filled : [{ changes: [] }]).flatMap((release, at) => {
      const title = titleOf(release, at, isNamed, brief)
      if (release.written !== undefined) return [asWritten(isWritten ? release : withNames(release), title)]
      const settled = settle(release, title, reading(release))
      return at === 0 && brief.settings.releaseVersion !== undefined ? [settled] : inYears(settled)
    })
    const [newest, ...older] = all
    const isEmpty =
      older.length > 0 &&
      newest!.release.version === undefined &&
      brief.settings.releaseVersion === undefined &&
      !brief.includesMaintenance &&
      newest!.release.lead === undefined &&
      [...newest!.byGroup.keys()].every((group) => group === "maintenance")
    brief.dropped.push(...all.flatMap((of) => shortened(of, brief.name)), ...untoldTexts(all, brief))
    return assemble(brief, plan(all, isEmpty ? older : all, brief))
  }
}
