/** The end-user guide (decisions 1.3, D8): overview, before you begin, tasks with numbered steps, reference, troubleshooting. */
import { assemble } from "../assemble.ts"
import { Brief } from "../Brief.ts"
import { addressList, apiTasks, credentialTable, failureTable } from "../guide/apiParts.ts"
import { planGuide, type Chapter, type Part } from "../guide/Chapter.ts"
import { installText, recentChanges, runtimeList } from "../guide/common.ts"
import {
  blocksText,
  codesTable,
  glossaryChapter,
  headedParts,
  inOrder,
  leadOfBlocks,
  ownText,
  plainText,
  rolesTable,
  sentenceList,
  sentencesIn,
  settingsTable,
  withoutTables
} from "../guide/passageText.ts"
import { tasksOf } from "../guide/tasks.ts"
import { gather, type Material } from "../material/Material.ts"
import type { Passage } from "../material/Passage.ts"
import type { Topic } from "../material/topics.ts"
import type { Output } from "../Output.ts"

/** Parts that are for those who develop a thing, not for those who use it. */
const notForUsers: ReadonlySet<Topic> = new Set(["development", "license", "more"])

/** Headings of what is for administrators, in the order of the administration guide. */
const adminHeadings: ReadonlyArray<readonly [Topic, string]> = [
  ["requirement", "Requirements"],
  ["install", "Installation"],
  ["configure", "Settings"],
  ["operate", "Operation"],
  ["backup", "Backups"],
  ["upgrade", "Upgrades"],
  ["security", "Security"]
]

interface Parts {
  readonly material: Material
  readonly brief: Brief
  /** Passages of some topics, without what tables tell. */
  readonly of: (...topics: ReadonlyArray<Topic>) => ReadonlyArray<Passage>
  /** People install what comes as a repository themselves; a service is installed for them. */
  readonly isPackage: boolean
}

const overview = ({ brief, material, of }: Parts): Chapter => {
  const passages = of("overview", "roles")
  const lead = leadOfBlocks(passages)
  const roles = rolesTable(material, brief)
  return {
    title: "Overview",
    prose: lead.prose,
    text: () =>
      [ownText(passages, "Overview", brief), blocksText(lead.others, brief), roles].filter(Boolean).join("\n\n"),
    parts: brief.voice.depth === "brief" ? [] : headedParts(passages, "Overview", brief)
  }
}

const before = ({ brief, isPackage, material, of }: Parts): Chapter => {
  const needs = isPackage ? of("requirement") : []
  const installs = isPackage ? of("install") : []
  const runtime = isPackage ? runtimeList(material) : ""
  const command = installs.length === 0 && isPackage ? installText(material) : ""
  const access = material.apis.flatMap((api) => [
    addressList(api, brief) === "" ? "" : `The API is at:\n\n${addressList(api, brief)}`,
    credentialTable(api) === "" ? "" : `Requests need credentials:\n\n${credentialTable(api)}`
  ])
  const title = "Before you begin"
  return {
    title,
    text: () =>
      [
        runtime === "" ? "" : `You need:\n\n${runtime}`,
        plainText([...needs, ...installs], brief),
        ownText([...needs, ...installs], title, brief),
        command === "" ? "" : `Install it:\n\n${command}`,
        ...access
      ]
        .filter((text) => text !== "")
        .join("\n\n"),
    parts: headedParts([...needs, ...installs], title, brief)
  }
}

const reference = ({ brief, isPackage, material, of }: Parts, others: ReadonlyArray<Passage>): Chapter => {
  const limits = of("limit")
  const list = sentenceList(sentencesIn(limits.filter(({ title }) => title === undefined)), brief)
  const settings = isPackage ? settingsTable(material, brief) : ""
  const rest = inOrder([...others, ...of("reference"), ...(isPackage ? of("configure") : [])], material)
  const parts: ReadonlyArray<Part> = [
    ...(list === "" ? [] : [{ title: "Limits", text: () => list }]),
    ...headedParts(limits, "Reference", brief),
    ...(settings === "" ? [] : [{ title: "Settings", text: () => settings }]),
    ...headedParts(rest, "Reference", brief)
  ]
  return {
    title: "Reference",
    text: () => [plainText(rest, brief), ownText(rest, "Reference", brief)].filter(Boolean).join("\n\n"),
    parts: brief.voice.depth === "brief" ? parts.slice(0, list === "" ? 0 : 1) : parts
  }
}

const trouble = ({ brief, material, of }: Parts): Chapter => {
  const passages = of("trouble", "error")
  const codes = codesTable(material, brief)
  const failures = material.apis.map(failureTable).filter((table) => table !== "")
  return {
    title: "Troubleshooting",
    text: () =>
      [codes, ...failures, plainText(passages, brief), ownText(passages, "Troubleshooting", brief)]
        .filter(Boolean)
        .join("\n\n"),
    parts: headedParts(passages, "Troubleshooting", brief)
  }
}

/** What an administrator does for the users: told last, and left out of a brief guide. */
const administration = ({ brief, isPackage, material, of }: Parts): Chapter => {
  const title = "Information for administrators"
  const topics = adminHeadings.filter(([topic]) => !isPackage || !/requirement|install|configure/.test(topic))
  const parts = topics.flatMap(([topic, heading]): ReadonlyArray<Part> => {
    const passages = of(topic)
    const settings = topic === "configure" ? settingsTable(material, brief) : ""
    const plain = plainText(passages, brief)
    const own: ReadonlyArray<Part> =
      plain === "" && settings === ""
        ? []
        : [{ title: heading, text: () => [plain, settings].filter(Boolean).join("\n\n") }]
    return [...own, ...headedParts(passages, title, brief)]
  })
  if (brief.voice.depth !== "brief" || parts.length === 0) return { title, parts }
  brief.dropped.push({ item: title, reason: "A brief guide is for users only" })
  return { title, parts: [] }
}

const dropOthers = (material: Material, brief: Brief): void => {
  for (const { from, title, topic } of material.passages) {
    if (title === undefined || !notForUsers.has(topic)) continue
    brief.dropped.push({ item: `${from}: ${title}`, reason: "It is not about using it" })
  }
}

/** The end-user guide. */
export const userGuide: Output = {
  plan: (sources, options) => {
    const brief = new Brief("user-guide", options)
    const material = gather(sources, brief)
    const isPackage = material.repositories.length > 0
    const told = material.passages.flatMap((passage) => withoutTables(passage, material) ?? [])
    const of = (...topics: ReadonlyArray<Topic>) => told.filter(({ topic }) => topics.includes(topic))
    const parts: Parts = { material, brief, of, isPackage }
    const tasks = tasksOf(of("task"), material.name, brief)
    dropOthers(material, brief)
    const chapters: ReadonlyArray<Chapter> = [
      overview(parts),
      before(parts),
      { title: "Tasks", parts: [...tasks.parts, ...material.apis.flatMap((api) => apiTasks(api, brief))] },
      reference(parts, tasks.others),
      trouble(parts),
      { title: "What changed", parts: recentChanges(material, brief) },
      administration(parts)
    ]
    const glossary = glossaryChapter(of("glossary"), brief)
    const title = brief.settings.title ?? brief.title(`${material.name} user guide`)
    return assemble(brief, planGuide({ title, chapters, material, glossary }, brief))
  }
}
