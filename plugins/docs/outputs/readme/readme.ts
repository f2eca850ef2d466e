/**
 * The repository readme (decisions 1.2, D7, D49): the sections of the standard readme in their order, each from what the
 * sources prove. A section without facts is left out, and the report names the evidence of what is said.
 */
import type { ApiModel } from "../../model/ApiModel.ts"
import type { Evidence } from "../../model/GeneratedDocument.ts"
import type { RepositoryModel } from "../../model/RepositoryModel.ts"
import { ruleText } from "../../writer/Section.ts"
import { codeSamples } from "../api-reference/requestSamples.ts"
import { Reference } from "../api-reference/Reference.ts"
import { assemble } from "../assemble.ts"
import { Brief } from "../Brief.ts"
import { addressList, apiTasks, credentialTable } from "../guide/apiParts.ts"
import { planGuide, type Chapter } from "../guide/Chapter.ts"
import { installText, recentChanges, rootManifest, runtimeList, scriptRows } from "../guide/common.ts"
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
import { cell, code, link, plain } from "../markdown/inline.ts"
import { cellProse, firstSentence } from "../markdown/prose.ts"
import { gather, type Material } from "../material/Material.ts"
import type { Passage } from "../material/Passage.ts"
import type { Topic } from "../material/topics.ts"
import { tasksOf } from "../guide/tasks.ts"
import type { Output, Plan, PlanOptions } from "../Output.ts"
import type { SourceModel } from "../../model/SourceModel.ts"
import { Tree } from "./claims.ts"
import { isReadme, keptReadme } from "./kept.ts"
import { declarations, documentLinks, rootFile, structure } from "./repositoryParts.ts"

/** Decisions 1.2: a document over this many lines has a table of contents; a short description is under so many characters. */
const contentsFrom = 100
const shortDescription = 120

interface Parts {
  readonly material: Material
  readonly brief: Brief
  readonly repository: RepositoryModel | undefined
  readonly evidence: Array<Evidence>
  readonly of: (...topics: ReadonlyArray<Topic>) => ReadonlyArray<Passage>
}

const joined = (...texts: ReadonlyArray<string>): string => texts.filter((text) => text !== "").join("\n\n")

const evidenceOf = (parts: Parts): void => {
  const { evidence, material, repository } = parts
  const manifest = repository === undefined ? undefined : rootManifest(repository)
  const add = (claim: string, from: string | undefined) => {
    if (from !== undefined) evidence.push({ claim, evidence: from })
  }
  if (manifest?.name !== undefined) add(`Name ${manifest.name}`, manifest.path)
  if (manifest?.version !== undefined) add(`Version ${manifest.version}`, manifest.path)
  if (manifest?.description !== undefined) add("Short description", manifest.path)
  if (manifest?.runtime !== undefined) add(`Needs ${manifest.runtime}`, manifest.path)
  if (repository?.license !== undefined) add(`License ${repository.license.name ?? ""}`.trim(), repository.license.path)
  for (const setting of material.settings) add(`Setting ${setting.name}`, setting.from)
  for (const { evidence: file, name } of manifest?.scripts ?? []) add(`Script ${name}`, file)
  for (const { from, line, title } of material.passages) add(title ?? "Description", `${from}:${line}`)
}

/** The description below the title: one sentence, then what the source says first. */
const description = (parts: Parts): string => {
  const { brief, material, of, repository } = parts
  const manifest = repository === undefined ? undefined : rootManifest(repository)
  const lead = leadOfBlocks(of("overview"))
  const [first = "", ...others] = lead.prose.split("\n\n")
  const named = manifest?.description
  const isSame = named !== undefined && plainWords(first) === plainWords(named)
  const version = brief.voice.lead === "full" && manifest?.version !== undefined ? `Version ${manifest.version}.` : ""
  const short = named === undefined || named.length >= shortDescription ? [] : [endedSentence(named)]
  const rest = isSame ? others : lead.prose === "" ? [] : [first, ...others]
  const paragraphs = [...short, ...(brief.voice.depth === "brief" ? rest.slice(0, short.length === 0 ? 1 : 0) : rest)]
  const audience = audienceLine(brief, material.name)
  return joined(...paragraphs, version, audience)
}

const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim()

const endedSentence = (text: string): string => (/[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`)

/** Who the readme speaks to, where somebody asked for another reader than developers or for a warmer tone. */
const audienceLine = ({ namesAudience, voice }: Brief, name: string): string => {
  if (voice.lead === "none") return ""
  const lines = {
    developer:
      voice.lead === "full" && voice.tone === "friendly" ? `Welcome to ${name}. Start with the first steps below.` : "",
    "end-user": `You do not need to read the source to use ${name}: start with the first steps below.`,
    administrator: `If you run ${name} for others, look at requirements and settings first.`,
    executive: `This page sums up what ${name} is.`
  }
  return !namesAudience && voice.tone !== "friendly" ? "" : lines[voice.audience]
}

/** A program below the description shows how the thing is used. */
const holdsCode = (blocks: Passage["blocks"]): boolean => blocks.some(({ kind }) => kind === "code")

const background = ({ brief, material, of }: Parts): Chapter => {
  const passages = of("overview", "roles")
  const lead = leadOfBlocks(passages.filter(({ topic }) => topic === "overview"))
  const roles = rolesTable(material, brief)
  const rolesText = plainText(
    passages.filter(({ topic }) => topic === "roles"),
    brief
  )
  return {
    title: "Background",
    text: () =>
      joined(
        holdsCode(lead.others) ? "" : blocksText(lead.others, brief),
        ownText(passages, "Background", brief),
        rolesText,
        roles
      ),
    parts: brief.voice.depth === "brief" ? [] : headedParts(passages, "Background", brief)
  }
}

const install = ({ brief, material, of }: Parts): Chapter => {
  const passages = of("requirement", "install")
  const runtime = runtimeList(material)
  const said = joined(plainText(passages, brief), ownText(passages, "Install", brief))
  const tells = passages.some(({ topic }) => topic === "install")
  return {
    title: "Install",
    text: () => joined(runtime === "" ? "" : `You need:\n\n${runtime}`, said, tells ? "" : installText(material)),
    parts: headedParts(passages, "Install", brief)
  }
}

/** The first request that needs nothing but an address, as a sample. */
const sample = (api: ApiModel, brief: Brief): string => {
  const operation =
    api.operations.find(({ method, parameters }) => method === "GET" && !parameters.some(({ required }) => required)) ??
    api.operations.find(({ method }) => method === "GET")
  if (operation === undefined || brief.voice.depth === "brief") return ""
  const text = codeSamples(operation, new Reference(api, brief))
  return text.replace("**Request sample**", `A first request, \`${operation.method} ${operation.path}\`:`)
}

const usage = ({ brief, material, of }: Parts): Chapter => {
  const tasks = tasksOf(of("task"), material.name, brief)
  const passages = inOrder(of("task"), material)
  const { others } = leadOfBlocks(of("overview"))
  const first = holdsCode(others) ? blocksText(others, brief) : ""
  const isSteps = passages.every(({ title }) => title === undefined)
  const samples = material.apis.flatMap((api) => {
    const list = addressList(api, brief)
    return [list === "" ? "" : `The API is at:\n\n${list}`, sample(api, brief)]
  })
  return {
    title: "Usage",
    text: () => joined(first, ownText(passages, "Usage", brief), isSteps ? "" : plainText(passages, brief), ...samples),
    parts: isSteps ? tasks.parts : headedParts(passages, "Usage", brief)
  }
}

const configuration = ({ brief, material, of }: Parts): Chapter => ({
  title: "Configuration",
  text: () =>
    joined(
      settingsTable(material, brief),
      plainText(of("configure"), brief),
      ownText(of("configure"), "Configuration", brief)
    ),
  parts: headedParts(of("configure"), "Configuration", brief)
})

const operation = ({ brief, of }: Parts): Chapter => {
  const passages = of("operate", "backup", "upgrade")
  return {
    title: "Operation",
    text: () => joined(plainText(passages, brief), ownText(passages, "Operation", brief)),
    parts: brief.voice.depth === "brief" ? [] : headedParts(passages, "Operation", brief)
  }
}

const limits = ({ brief, material, of }: Parts): Chapter => {
  const passages = of("limit", "error", "trouble")
  const list = sentenceList(sentencesIn(of("limit").filter(({ title }) => title === undefined)), brief)
  return {
    title: "Limits and errors",
    text: () => joined(list, codesTable(material, brief), plainText(of("error", "trouble"), brief)),
    parts: headedParts(passages, "Limits and errors", brief)
  }
}

const apiChapter = (parts: Parts): Chapter => {
  const { brief, material, of, repository } = parts
  const passages = of("reference")
  const manifest = repository === undefined ? undefined : rootManifest(repository)
  const isTold = passages.length > 0
  const listed = repository === undefined || isTold ? "" : declarations(repository, manifest, brief)
  const operations = material.apis
    .map((api) =>
      filledTable(
        ["Operation", "What it does"],
        [...api.operations, ...api.webhooks].map(({ description: text, method, path, summary }) => [
          cell(code(`${method} ${path}`)),
          cellProse(summary) || cell(firstSentence(text))
        ])
      )
    )
    .filter((table) => table !== "")
  return {
    title: "API",
    text: () => joined(plainText(passages, brief), ownText(passages, "API", brief), listed, ...operations),
    parts: brief.voice.depth === "brief" ? [] : headedParts(passages, "API", brief)
  }
}

const development = ({ brief, of, repository, material }: Parts): Chapter => {
  const passages = of("development")
  const contributing = repository === undefined ? undefined : rootFile(repository, /^contributing\.md$/i)
  const scripts = filledTable(
    ["Command", "What it runs"],
    scriptRows(material).map(([command, runs]) => [cell(command), cell(runs)])
  )
  const isFor = brief.voice.audience === "developer" || !brief.namesAudience
  return {
    title: "Contributing",
    text: () =>
      joined(
        contributing === undefined ? "" : `Read [${plain(contributing)}](${contributing}) first.`,
        plainText(passages, brief),
        ownText(passages, "Contributing", brief),
        isFor && scripts !== "" ? `The manifest has these commands:\n\n${scripts}` : ""
      ),
    parts: isFor && brief.voice.depth !== "brief" ? headedParts(passages, "Contributing", brief) : []
  }
}

const security = ({ brief, material, of }: Parts): Chapter => ({
  title: "Security",
  text: () =>
    joined(
      plainText(of("security"), brief),
      ownText(of("security"), "Security", brief),
      ...material.apis.map(credentialTable)
    ),
  parts: headedParts(of("security"), "Security", brief)
})

const license = ({ material, repository }: Parts): Chapter => {
  const file = repository?.license
  const ofApi = material.apis.find((api) => api.license !== undefined)?.license
  const text =
    file !== undefined
      ? link(plain(file.name ?? "See the license file"), file.path)
      : ofApi === undefined
        ? ""
        : ofApi.url === undefined
          ? plain(ofApi.name)
          : link(plain(ofApi.name), ofApi.url)
  return { title: "License", text: () => text, parts: [] }
}

/** The sections after the title, in the order of the standard readme. */
const chaptersOf = (parts: Parts): ReadonlyArray<Chapter> => {
  const { brief, material, of, repository } = parts
  const folders = repository === undefined || brief.voice.depth === "brief" ? "" : structure(repository)
  const links = repository === undefined ? "" : documentLinks(repository)
  const rest = of("more")
  const tasks = brief.voice.depth === "full" ? material.apis.flatMap((api) => apiTasks(api, brief)) : []
  return [
    security(parts),
    background(parts),
    install(parts),
    usage(parts),
    configuration(parts),
    operation(parts),
    limits(parts),
    { title: "Recent changes", parts: recentChanges(material, brief) },
    { title: "Tasks", parts: tasks },
    { title: "Structure", text: () => folders, parts: [] },
    {
      title: "More to read",
      text: () => joined(links, plainText(rest, brief), ownText(rest, "More to read", brief)),
      parts: headedParts(rest, "More to read", brief)
    },
    apiChapter(parts),
    development(parts),
    license(parts)
  ]
}

const contentsText = (plan: Plan): string =>
  plan.sections
    .filter(({ level }) => level === 2)
    .map(({ id, title }) => `- [${plain(title)}](#${id})`)
    .join("\n")

const make = (sources: ReadonlyArray<SourceModel>, options: PlanOptions, contents: boolean | undefined): Plan => {
  const brief = new Brief("readme", options)
  const material = gather(sources, brief, "links")
  const told = material.passages.flatMap((passage) => withoutTables(passage, material) ?? [])
  const of = (...topics: ReadonlyArray<Topic>) => told.filter(({ topic }) => topics.includes(topic))
  const evidence: Array<Evidence> = []
  const parts: Parts = { material, brief, repository: material.repositories[0], evidence, of }
  evidenceOf(parts)
  const title = brief.settings.title ?? material.name
  const show = brief.contents ?? contents
  const bare = planGuide(
    {
      title,
      chapters: chaptersOf(parts),
      material,
      glossary: glossaryChapter(of("glossary"), brief),
      lead: description(parts)
    },
    brief
  )
  const plan = show === true ? withContents(bare) : bare
  return assemble(brief, { ...plan, report: () => ({ ...bare.report(), evidence }) })
}

/** The contents stand after the description, before the first section. */
const withContents = (plan: Plan): Plan => {
  const [head, ...rest] = plan.sections
  if (head === undefined) return plan
  const section = { id: "table-of-contents", title: "Table of contents", level: 2 }
  return {
    ...plan,
    sections: [head, { ...section, write: () => [`\n## Table of contents\n\n${contentsText(plan)}\n`] }, ...rest]
  }
}

const lineCount = (plan: Plan): number =>
  plan.sections.reduce((sum, { write }) => sum + ruleText(write()).split("\n").length, 0)

/** The readme. It is written twice where it may be long: whether it has a table of contents depends on its length. */
export const readme: Output = {
  plan: (sources, options) => {
    const [only, ...others] = sources
    if (only?.kind === "repository" && others.length === 0 && isReadme(only)) {
      const brief = new Brief("readme", options)
      return assemble(brief, keptReadme(only, new Tree(only), brief))
    }
    const lines = lineCount(make(sources, { ...options, warn: () => {} }, false))
    return make(sources, options, lines > contentsFrom)
  }
}
