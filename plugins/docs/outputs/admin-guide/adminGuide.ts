/**
 * The system administration guide (decisions 1.3, D9): what it needs, install, configure, operate, back up, upgrade, secure,
 * troubleshoot. Chapters without facts are left out.
 */
import { assemble } from "../assemble.ts"
import { Brief } from "../Brief.ts"
import {
  addressList,
  apiTasks,
  credentialTable,
  failureTable,
  healthOperations,
  scopeTable,
  serverVariables
} from "../guide/apiParts.ts"
import { planGuide, type Chapter, type Part } from "../guide/Chapter.ts"
import { installText, recentChanges, runtimeList, scriptRows } from "../guide/common.ts"
import {
  blocksText,
  codesTable,
  filledTable,
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
import { tasksOf, type Tasks } from "../guide/tasks.ts"
import { cell, code } from "../markdown/inline.ts"
import { gather, type Material } from "../material/Material.ts"
import { textOfPassage, type Passage } from "../material/Passage.ts"
import type { Topic } from "../material/topics.ts"
import type { Output } from "../Output.ts"

interface Parts {
  readonly material: Material
  readonly brief: Brief
  readonly of: (...topics: ReadonlyArray<Topic>) => ReadonlyArray<Passage>
}

/** A chapter of the passages of some topics, with what comes before and after their text. */
const chapterOf = (
  { brief, of }: Parts,
  title: string,
  topics: ReadonlyArray<Topic>,
  more: { readonly first?: () => string; readonly last?: () => string; readonly parts?: ReadonlyArray<Part> } = {}
): Chapter => {
  const passages = of(...topics)
  return {
    title,
    text: () =>
      [more.first?.() ?? "", plainText(passages, brief), ownText(passages, title, brief), more.last?.() ?? ""]
        .filter((text) => text !== "")
        .join("\n\n"),
    parts: [...headedParts(passages, title, brief), ...(more.parts ?? [])]
  }
}

const overview = (parts: Parts): Chapter => {
  const { brief, material, of } = parts
  const passages = of("overview", "roles")
  const lead = leadOfBlocks(passages)
  const addresses = material.apis.map((api) => addressList(api, brief)).filter((list) => list !== "")
  const title = "Overview and architecture"
  return {
    title,
    prose: lead.prose,
    text: () =>
      [
        ownText(passages, "Overview", brief),
        blocksText(lead.others, brief),
        rolesTable(material, brief),
        ...addresses.map((list) => `The API is at:\n\n${list}`)
      ]
        .filter((text) => text !== "")
        .join("\n\n"),
    parts: brief.voice.depth === "brief" ? [] : headedParts(passages, "Overview", brief)
  }
}

const dockerRows = ({ repositories }: Material): string =>
  filledTable(
    ["Instruction", "Value", "File"],
    repositories.flatMap(({ facts }) =>
      facts
        .filter(({ name }) => name.startsWith("docker "))
        .map(({ evidence, name, value }) => [cell(code(name.slice(7))), cell(code(value)), cell(code(evidence))])
    )
  )

const hasText = (passages: ReadonlyArray<Passage>): boolean => passages.length > 0

/** Where the sources list no steps, the chapters in the order in which they are needed. */
const order = ({ material, of }: Parts, needs: boolean): string => {
  if (hasText(of("install"))) return ""
  const command = installText(material)
  const health = of("operate")
    .map(textOfPassage)
    .find((text) => /health ?check/i.test(text))
  const steps = [
    ...(needs ? ["Provide what [Requirements](#requirements) lists."] : []),
    ...(command === "" ? [] : [`Install the package:\n\n${command.replaceAll(/^(?=.)/gm, "   ")}`]),
    ...(material.settings.length === 0 ? [] : ["Set the variables of [Configure](#configure)."]),
    ...(health === undefined ? [] : ["Start it, then use the health check in [Operate](#operate)."])
  ]
  return steps.length < 2 ? command : steps.map((step, at) => `${at + 1}. ${step}`).join("\n")
}

const install = (parts: Parts, needs: boolean): Chapter =>
  chapterOf(parts, "Install", ["install"], {
    first: () => order(parts, needs),
    last: () => {
      const docker = dockerRows(parts.material)
      return docker === "" ? "" : `The container file says:\n\n${docker}`
    }
  })

const operate = (parts: Parts): Chapter => {
  const { material } = parts
  const scripts = filledTable(
    ["Command", "What it runs"],
    scriptRows(material).map(([command, runs]) => [cell(command), cell(runs)])
  )
  const health = material.apis.flatMap(healthOperations)
  const checks = health.map(({ method, path }) => `- ${code(`${method} ${path}`)}`).join("\n")
  return chapterOf(parts, "Operate", ["operate"], {
    last: () =>
      [
        checks === "" ? "" : `These operations tell how it is doing:\n\n${checks}`,
        scripts === "" ? "" : `The manifest has these commands:\n\n${scripts}`
      ]
        .filter((text) => text !== "")
        .join("\n\n")
  })
}

const security = (parts: Parts): Chapter =>
  chapterOf(parts, "Security", ["security"], {
    last: () =>
      parts.material.apis
        .flatMap((api) => [credentialTable(api), scopeTable(api)])
        .filter((table) => table !== "")
        .join("\n\n")
  })

const trouble = (parts: Parts): Chapter =>
  chapterOf(parts, "Troubleshooting", ["trouble", "error"], {
    first: () =>
      [codesTable(parts.material, parts.brief), ...parts.material.apis.map(failureTable)]
        .filter((table) => table !== "")
        .join("\n\n")
  })

const reference = (parts: Parts, tasks: Tasks): Chapter => {
  const { brief, of } = parts
  const limits = of("limit")
  const list = sentenceList(sentencesIn(limits.filter(({ title }) => title === undefined)), brief)
  const rest = inOrder([...of("reference"), ...tasks.others], parts.material)
  const all: ReadonlyArray<Part> = [
    ...(list === "" ? [] : [{ title: "Limits", text: () => list }]),
    ...headedParts([...limits, ...rest], "Reference", brief)
  ]
  return {
    title: "Reference",
    text: () => [plainText(rest, brief), ownText(rest, "Reference", brief)].filter((text) => text !== "").join("\n\n"),
    parts: all
  }
}

/** Tasks of users, for those who answer their questions. */
const users = ({ brief, material }: Parts, tasks: Tasks): Chapter => {
  const title = "What users do"
  const parts = [...tasks.parts, ...material.apis.flatMap((api) => apiTasks(api, brief))]
  if (brief.voice.depth !== "brief" || parts.length === 0) return { title, parts }
  brief.dropped.push({ item: title, reason: "A brief guide is for administrators only" })
  return { title, parts: [] }
}

const chaptersOf = (parts: Parts): ReadonlyArray<Chapter> => {
  const { brief, material, of } = parts
  const tasks = tasksOf(of("task"), material.name, brief)
  const runtime = runtimeList(material)
  const needs = hasText(of("requirement")) || runtime !== ""
  return [
    overview(parts),
    chapterOf(parts, "Requirements", ["requirement"], { first: () => runtime }),
    install(parts, needs),
    chapterOf(parts, "Configure", ["configure"], {
      first: () => [settingsTable(material, brief), ...material.apis.map(serverVariables)].filter(Boolean).join("\n\n")
    }),
    operate(parts),
    chapterOf(parts, "Back up and restore", ["backup"]),
    chapterOf(parts, "Upgrade and roll back", ["upgrade"], { parts: recentChanges(material, brief) }),
    security(parts),
    trouble(parts),
    reference(parts, tasks),
    users(parts, tasks)
  ]
}

const notForAdministrators: ReadonlySet<Topic> = new Set(["development", "license", "more"])

const dropOthers = (material: Material, brief: Brief): void => {
  for (const { from, title, topic } of material.passages) {
    if (title === undefined || !notForAdministrators.has(topic)) continue
    brief.dropped.push({ item: `${from}: ${title}`, reason: "It is not about running it" })
  }
}

/** The administration guide. */
export const adminGuide: Output = {
  plan: (sources, options) => {
    const brief = new Brief("admin-guide", options)
    const material = gather(sources, brief)
    const told = material.passages.flatMap((passage) => withoutTables(passage, material) ?? [])
    const of = (...topics: ReadonlyArray<Topic>) => told.filter(({ topic }) => topics.includes(topic))
    dropOthers(material, brief)
    const glossary = glossaryChapter(of("glossary"), brief)
    const title = brief.settings.title ?? brief.title(`${material.name} administration guide`)
    return assemble(
      brief,
      planGuide({ title, chapters: chaptersOf({ material, brief, of }), material, glossary }, brief)
    )
  }
}
