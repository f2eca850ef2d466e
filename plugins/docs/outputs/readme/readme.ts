/**
 * The repository readme (D7, D49). One that is there is kept (`kept.ts`); else it is what manifests, comments, example settings, folders and
 * descriptions of APIs prove, and what a text says, in its author's order. A section without facts is left out.
 */
import type { ApiModel } from "../../model/ApiModel.ts"
import type { Evidence } from "../../model/GeneratedDocument.ts"
import type { RepositoryModel } from "../../model/RepositoryModel.ts"
import type { SourceModel } from "../../model/SourceModel.ts"
import { ruleText } from "../../writer/Section.ts"
import { codeSamples } from "../api-reference/requestSamples.ts"
import { Reference } from "../api-reference/Reference.ts"
import { assemble } from "../assemble.ts"
import { Brief } from "../Brief.ts"
import { accessText, addressText } from "../guide/apiParts.ts"
import { journeys, together } from "../guide/journeys.ts"
import { authoredGuide } from "../guide/authored.ts"
import { planGuide, type Chapter } from "../guide/Chapter.ts"
import { installation, recentChanges, rootManifest, scriptRows } from "../guide/common.ts"
import { filledTable, settingsTable } from "../guide/tables.ts"
import { cell, code, link, plain } from "../markdown/inline.ts"
import { cellProse, firstSentence } from "../markdown/prose.ts"
import { gather, type Material } from "../material/Material.ts"
import type { Output, Plan, PlanOptions } from "../Output.ts"
import { Tree } from "./claims.ts"
import { audienceLine, isReadme, keptReadme } from "./kept.ts"
import { declarations, documentLinks, ofWhole, rootFile } from "./repositoryParts.ts"

/** Decisions 1.2: a document over this many lines has a table of contents; a short description is under so many characters. */
const contentsFrom = 100
const shortDescription = 120

interface Parts {
  readonly material: Material
  readonly brief: Brief
  readonly repository: RepositoryModel | undefined
}

const joined = (...texts: ReadonlyArray<string>): string => texts.filter((text) => text !== "").join("\n\n")

const evidenceOf = ({ material, repository }: Parts): ReadonlyArray<Evidence> => {
  const manifest = repository === undefined ? undefined : rootManifest(repository)
  const license = repository?.license
  const claims: ReadonlyArray<readonly [string, string | undefined, string | undefined]> = [
    ["Name", manifest?.name, manifest?.path],
    ["Version", manifest?.version, manifest?.path],
    ["Short description:", manifest?.description, manifest?.path],
    ["Needs", manifest?.runtime, manifest?.path],
    ["License", license?.name, license?.path],
    ...material.settings.map(({ from, name }) => ["Setting", name, from] as const),
    ...(manifest?.scripts ?? []).map(({ evidence, name }) => ["Script", name, evidence] as const),
    ...material.texts.map(({ from }) => ["Words of", from, from] as const)
  ]
  return claims.flatMap(([what, value, evidence]) =>
    value === undefined || evidence === undefined ? [] : [{ claim: `${what} ${value}`, evidence }]
  )
}

/** The description below the title. */
const description = ({ brief, material, repository }: Parts): string => {
  const manifest = repository === undefined ? undefined : rootManifest(repository)
  const about = repository?.documents.find(({ text }) => text.title?.toLowerCase() === material.name.toLowerCase())
  const paragraph = about?.text.blocks.find(({ kind }) => kind === "paragraph")?.source
  const whole = repository === undefined ? undefined : (ofWhole(repository) ?? paragraph)
  const named = manifest?.description ?? (whole === undefined ? undefined : firstSentence(whole))
  const short = named === undefined || named.length >= shortDescription ? "" : named.replace(/[^.!?]$/, "$&.")
  const version = brief.voice.lead === "full" && manifest?.version !== undefined ? `Version ${manifest.version}.` : ""
  return joined(short, version, audienceLine(brief, material.name))
}

const install = ({ material, repository }: Parts): Chapter => {
  const tells = material.texts.some(({ text }) => /\binstall/i.test(text.text))
  const { text, title } = tells || repository === undefined ? { title: "Install", text: "" } : installation(repository)
  return { title: text === "" ? "Install" : title, text: () => text, parts: [] }
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

const usage = ({ brief, material }: Parts): Chapter => {
  const samples = material.apis.flatMap((api) => {
    return [addressText(api, brief), sample(api, brief)]
  })
  return { title: "Usage", text: () => joined(...samples), parts: [] }
}

const apiChapter = (parts: Parts): Chapter => {
  const { brief, material, repository } = parts
  const manifest = repository === undefined ? undefined : rootManifest(repository)
  // What only builds a program says nothing of what others call.
  const isBuilt = brief.voice.depth !== "full" && /^(?:gradle|maven)$/.test(manifest?.ecosystem ?? "")
  const listed = repository === undefined || isBuilt ? "" : declarations(repository, manifest, brief)
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
    text: () => joined(listed, ...operations),
    parts: []
  }
}

const development = ({ brief, repository, material }: Parts): Chapter => {
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
        isFor && scripts !== "" ? `The manifest has these commands:\n\n${scripts}` : ""
      ),
    parts: []
  }
}

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

/** The sections of facts, in the order of the standard readme. */
const chaptersOf = (parts: Parts): ReadonlyArray<Chapter> => {
  const { brief, material, repository } = parts
  const links = repository === undefined ? "" : documentLinks(repository)
  const tasks = brief.voice.depth === "full" ? material.apis.map((api) => journeys(api, brief)) : []
  return [
    { title: "Security", text: () => joined(...material.apis.map(accessText)), parts: [] },
    install(parts),
    usage(parts),
    { title: "Configuration", text: () => settingsTable(material, brief), parts: [] },
    { title: "Recent changes", parts: recentChanges(material, brief) },
    { title: "What you can do", ...together(tasks) },
    { title: "More to read", text: () => links, parts: [] },
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
  const parts: Parts = { material, brief, repository: material.repositories[0] }
  const { chapters, lead: authored } = authoredGuide(material, brief)
  const title = brief.settings.title ?? material.name
  const show = brief.contents ?? contents
  const lead = description(parts)
  const bare = planGuide({ title, chapters: [...chapters, ...chaptersOf(parts)], material, lead, authored }, brief)
  const plan = show === true ? withContents(bare) : bare
  return assemble(brief, { ...plan, report: () => ({ ...bare.report(), evidence: evidenceOf(parts) }) })
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
