/**
 * Release notes (spec docs §1, decisions D10, D50): changes grouped into new features, improvements and bug fixes, with what
 * breaks first. Every change of the input is in exactly one group or counted as maintenance; the report says where.
 */
import type { Change, Release } from "../../model/ChangesModel.ts"
import type { Accounting } from "../../model/GeneratedDocument.ts"
import type { SectionPart } from "../../writer/Section.ts"
import { assemble } from "../assemble.ts"
import { Brief } from "../Brief.ts"
import { leadOf } from "../leads.ts"
import { plain } from "../markdown/inline.ts"
import { Slugger } from "../markdown/slug.ts"
import type { Output, Plan, PlannedSection, PlanOptions } from "../Output.ts"
import { changeItem } from "./changeText.ts"
import { changesOf } from "./changesOf.ts"
import { groupOf, groups, type Group } from "./classify.ts"
import { selectReleases } from "./select.ts"

/** Headings of the groups (spec docs §1), with what one and several of them are called. */
const names: { readonly [G in Group]: readonly [heading: string, one: string, several: string] } = {
  breaking: ["Breaking changes", "breaking change", "breaking changes"],
  newFeatures: ["New features", "new feature", "new features"],
  improvements: ["Improvements", "improvement", "improvements"],
  bugFixes: ["Bug fixes", "bug fix", "bug fixes"],
  maintenance: ["Maintenance", "maintenance change", "maintenance changes"]
}

interface Sorted {
  readonly release: Release
  readonly title: string
  readonly byGroup: ReadonlyMap<Group, ReadonlyArray<Change>>
}

const sorted = (release: Release, title: string): Sorted => ({
  release,
  title,
  byGroup: Map.groupBy(release.changes, groupOf)
})

const and = (items: ReadonlyArray<string>): string => items.join(", ").replace(/, ([^,]*)$/, " and $1")

const counted = (of: Sorted, shown: ReadonlyArray<Group>): string =>
  and(
    shown.flatMap((group) => {
      const count = of.byGroup.get(group)?.length ?? 0
      return count === 0 ? [] : [`${count} ${names[group][count === 1 ? 1 : 2]}`]
    })
  )

const breakingAdvice = (count: number, brief: Brief): string => {
  if (count === 0 || brief.voice.lead === "none") return ""
  const what = count === 1 ? "One change breaks" : `${count} changes break`
  const formal = brief.voice.tone === "formal" || brief.voice.audience === "executive"
  return formal
    ? ` ${what} what worked before.`
    : ` ${what} what worked before: read the first list before you upgrade.`
}

/** What stands below a version: what it brings, in one sentence or two. */
const introduction = (of: Sorted, brief: Brief, shown: ReadonlyArray<Group>): string => {
  const told = counted(of, shown)
  const breaking = of.byGroup.get("breaking")?.length ?? 0
  if (of.release.changes.length === 0) return "The source lists no changes for this version."
  if (told === "") {
    const count = of.release.changes.length
    return `This version holds maintenance only: ${count} ${names.maintenance[count === 1 ? 1 : 2]}.`
  }
  if (brief.voice.lead === "none") return `${told[0]!.toUpperCase()}${told.slice(1)}.`
  return `This version has ${told}.${breakingAdvice(breaking, brief)}`
}

const dateOf = (release: Release): string => (release.date === undefined ? "" : ` (${release.date})`)

/** The heading of a release. The newest one without a version takes what the settings say. */
const titleOf = (release: Release, at: number, brief: Brief): string => {
  const { releaseDate, releaseVersion } = brief.settings
  if (release.version !== undefined) return `${release.version}${dateOf(release)}`
  const date = at === 0 && releaseDate !== undefined ? ` (${releaseDate})` : dateOf(release)
  return `${at === 0 ? (releaseVersion ?? "Unreleased") : "Unreleased"}${date}`
}

const groupSection = (of: Sorted, group: Group, id: string, brief: Brief): PlannedSection => {
  const title = brief.title(names[group][0])
  const changes = of.byGroup.get(group)!
  return {
    id,
    title,
    level: 3,
    write: () => [`\n### ${plain(title)}\n\n${changes.map((change) => changeItem(change, brief)).join("\n")}\n`]
  }
}

const releaseSections = (of: Sorted, brief: Brief, slugger: Slugger): ReadonlyArray<PlannedSection> => {
  const shown = groups.filter((group) => group !== "maintenance" || brief.includesMaintenance)
  const heading = plain(of.title)
  const id = slugger.next(of.title)
  const present = shown.filter((group) => of.byGroup.has(group) && brief.keeps(names[group][0]))
  const facts = present.map((group) => ({ name: group, text: String(of.byGroup.get(group)!.length) }))
  const write = (): ReadonlyArray<SectionPart> => [
    `\n## ${heading}\n\n`,
    brief.make({ sectionId: id, title: of.title, intent: "release", facts }, introduction(of, brief, shown)),
    "\n"
  ]
  return [
    { id, title: of.title, level: 2, write },
    ...present.map((group) => groupSection(of, group, slugger.next(names[group][0]), brief))
  ]
}

const accountingOf = (all: ReadonlyArray<Sorted>): Accounting => {
  const count = (group: Group) => all.reduce((sum, { byGroup }) => sum + (byGroup.get(group)?.length ?? 0), 0)
  return {
    input: all.reduce((sum, { release }) => sum + release.changes.length, 0),
    groups: { newFeatures: count("newFeatures"), improvements: count("improvements"), bugFixes: count("bugFixes") },
    breaking: count("breaking"),
    maintenance: count("maintenance"),
    dropped: []
  }
}

/** What the lead speaks of: the one version, or the product. */
const subjectOf = (all: ReadonlyArray<Sorted>, brief: Brief): string => {
  const [only] = all
  const version = all.length === 1 ? (only!.release.version ?? brief.settings.releaseVersion) : undefined
  const { name } = brief
  if (version === undefined) return name ?? (all.length === 1 ? "this release" : "these releases")
  return name === undefined ? `version ${version}` : `${name} ${version}`
}

const plan = (releases: ReadonlyArray<Release>, brief: Brief): Plan => {
  const slugger = new Slugger()
  const title = brief.settings.title ?? brief.title("Release notes")
  const all = releases.map((release, at) => sorted(release, titleOf(release, at, brief)))
  const id = slugger.next(title)
  const lead = leadOf(brief, subjectOf(all, brief))
  const facts = [{ name: "title", text: title }]
  const slot = brief.make({ sectionId: id, title, intent: "introduction", facts }, lead)
  const head: PlannedSection = {
    id,
    title,
    level: 1,
    write: () => (lead === "" ? [`# ${plain(title)}\n`] : [`# ${plain(title)}\n\n`, slot, "\n"])
  }
  return {
    title,
    sections: [head, ...all.flatMap((of) => releaseSections(of, brief, slugger))],
    report: () => ({ accounting: accountingOf(all), dropped: [] })
  }
}

/** Release notes. Versions without any change are left out, unless there is nothing else. */
export const releaseNotes: Output = {
  plan: (sources, options: PlanOptions) => {
    const model = changesOf(sources, options)
    if (model === undefined) return undefined
    const brief = new Brief("release-notes", options)
    const selected = selectReleases(model, options.settings, options.warn)
    const filled = selected.filter(({ changes }) => changes.length > 0)
    return assemble(brief, plan(filled.length > 0 ? filled : [{ changes: [] }], brief))
  }
}
