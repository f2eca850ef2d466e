/**
 * The repository readme (D7, D49). One that is there is kept (`kept.ts`); else it is what its authors say elsewhere (`introduction.ts`), what manifests,
 * comments, example settings and descriptions of APIs prove, and what a text says, in its author's order. A section without facts is left out.
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
import { notRead, planGuide, type Chapter } from "../guide/Chapter.ts"
import { installation, recentChanges, rootManifest, runtimeList, scriptRows, settingsTable } from "../guide/common.ts"
import { filledTable } from "../markdown/table.ts"
import { cell, code, link, plain } from "../markdown/inline.ts"
import { cellProse, firstSentence } from "../markdown/prose.ts"
import { gather, isRough, type Material } from "../material/Material.ts"
import type { Lacking, Output, Plan, PlanOptions } from "../Output.ts"
import { Tree } from "./claims.ts"
import { introduction, isInstall, showsUse, tellsInstall, usageText, type Introduction } from "./introduction.ts"
import { audienceLine, isReadme, keptReadme } from "./kept.ts"
import { declarations, documentLinks, licenceText, rootFile } from "./repositoryParts.ts"

/** Decisions 1.2: a document over this many lines has a table of contents; not for a chapter or two, one of which is an example. */
const contentsFrom = { lines: 100, chapters: 4 }

interface Parts {
  readonly material: Material
  readonly brief: Brief
  readonly repository: RepositoryModel | undefined
  readonly introduction: Introduction
}

const joined = (...texts: ReadonlyArray<string>): string => texts.filter((text) => text !== "").join("\n\n")

const evidenceOf = ({ introduction: { sentence, texts }, material, repository }: Parts): ReadonlyArray<Evidence> => {
  const manifest = repository === undefined ? undefined : rootManifest(repository)
  const license = repository?.license
  const claims: ReadonlyArray<readonly [string, string | undefined, string | undefined]> = [
    ["Name", manifest?.name, manifest?.path],
    ["Version", manifest?.version, manifest?.path],
    ["Short description:", sentence === manifest?.description ? sentence : undefined, manifest?.path],
    ["Needs", manifest?.runtime, manifest?.path],
    ["License", license?.name, license?.paths[0] ?? manifest?.path],
    ...material.settings.map(({ from, name }) => ["Setting", name, from] as const),
    ...(manifest?.scripts ?? []).map(({ evidence, name }) => ["Script", name, evidence] as const),
    ...[...material.texts, ...texts].map(({ from }) => ["Words of", from, from] as const),
    ["Short description:", sentence === repository?.head?.text ? sentence : undefined, repository?.head?.path]
  ]
  return claims.flatMap(([what, value, evidence]) =>
    value === undefined || evidence === undefined ? [] : [{ claim: `${what} ${value}`, evidence }]
  )
}

/** The description below the title. */
const description = ({ brief, introduction: { sentence }, material, repository }: Parts): string => {
  const manifest = repository === undefined ? undefined : rootManifest(repository)
  const short = sentence?.replace(/^#+\s+/, "").replace(/[^.!?]$/, "$&.") ?? ""
  const version = brief.voice.lead === "full" && manifest?.version !== undefined ? `Version ${manifest.version}.` : ""
  return joined(short, version, audienceLine(brief, material.name))
}

/** What a tree shows of how it is installed, or what that needs where its author tells the rest. */
const install = ({ introduction: { texts }, material, repository }: Parts): Chapter => {
  const written = [...material.texts, ...texts]
  if (repository === undefined) return { title: "Install", text: () => "", missing: "", parts: [] }
  const { commands, text, title } = installation(repository)
  if (tellsInstall(written, commands)) {
    const { runtime = "" } = rootManifest(repository) ?? {}
    const isTold = written.some(({ text }) => text.text.includes(/\d[\d.]*/.exec(runtime)?.[0] ?? runtime))
    return { title: "Requirements", text: () => (isTold ? "" : runtimeList(material)), missing: "", parts: [] }
  }
  const file = rootFile(repository, /^install(?:\.(?:md|txt|rst|adoc))?$/i)
  return {
    title: text === "" ? "Install" : title,
    text: () => joined(text, file === undefined ? "" : `See ${link(plain(file), file)}.`),
    missing: "No manifest of the root names a published package, and nothing tells for sure how it is built",
    parts: []
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

const usage = ({ brief, introduction, material, repository }: Parts): Chapter => {
  const samples = material.apis.flatMap((api) => {
    return [addressText(api, brief), sample(api, brief)]
  })
  const own = repository === undefined ? "" : usageText(repository, introduction)
  return {
    title: "Usage",
    text: () => joined(...samples, own),
    missing: showsUse(introduction) ? "" : "No page of documents, no head of a main file and no short example shows it",
    parts: []
  }
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
    missing:
      "Comments are read where TypeScript, JavaScript, Python, Go, Rust, Java or Kotlin declares what others import; none was found",
    parts: []
  }
}

const development = ({ brief, repository, material }: Parts): Chapter => {
  const contributing =
    repository === undefined ? undefined : rootFile(repository, /^(?:contributing|devel\w*|hacking)(?:\.\w+)?$/i)
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
    missing: "There is no file for those who contribute, and no manifest has scripts",
    parts: []
  }
}

const license = ({ material, repository }: Parts): Chapter => {
  const own = repository?.license
  const ofApi = material.apis.find((api) => api.license !== undefined)?.license
  const text =
    own !== undefined
      ? licenceText(own)
      : ofApi === undefined
        ? ""
        : ofApi.url === undefined
          ? plain(ofApi.name)
          : link(plain(ofApi.name), ofApi.url)
  return { title: "License", text: () => text, missing: "No file and no manifest names one", parts: [] }
}

/** The sections of facts, in the order of the standard readme. */
const chaptersOf = (parts: Parts): ReadonlyArray<Chapter> => {
  const { brief, introduction, material, repository } = parts
  const links = repository === undefined ? "" : documentLinks(repository, introduction, brief)
  const tasks = brief.voice.depth === "full" ? material.apis.map((api) => journeys(api, brief)) : []
  // What only an API or a list of changes could tell is missed only there.
  const ofApi = material.apis.length === 0 ? { missing: "" } : {}
  const ofChanges = material.changes.length === 0 ? { missing: "" } : {}
  const noSettings = "There is no example of settings, such as .env.example"
  return [
    usage(parts),
    { title: "Configuration", text: () => settingsTable(material, brief), missing: noSettings, parts: [] },
    { title: "Recent changes", ...ofChanges, parts: recentChanges(material, brief) },
    { title: "What you can do", ...ofApi, ...together(tasks) },
    { title: "More to read", text: () => links, missing: "There are no other documents", parts: [] },
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

const make = (
  sources: ReadonlyArray<SourceModel>,
  options: PlanOptions,
  contents: boolean | undefined
): Plan | Lacking => {
  const brief = new Brief("readme", options)
  const material = gather(sources, brief, "links")
  const [repository] = material.repositories
  const authored = authoredGuide(material, brief)
  const found: Introduction =
    repository === undefined || authored.lead.length + authored.chapters.length > 0
      ? {
          sentence: repository === undefined ? undefined : rootManifest(repository)?.description,
          texts: [],
          ...authored
        }
      : introduction(repository, material, new Tree(repository), brief)
  const { chapters, lead: blocks, sentence } = found
  if (
    sources.length === material.repositories.length &&
    sentence === undefined &&
    blocks.length + chapters.length === 0
  )
    return { lacking: lacking(repository) }
  const parts: Parts = { material, brief, repository, introduction: found }
  const title = brief.settings.title ?? material.name
  const show = brief.contents ?? contents
  const access = joined(...material.apis.map((api) => accessText(api, brief)))
  const security: Chapter = { title: "Security", text: () => access, missing: "", parts: [] }
  const installed = install(parts)
  // Who wants a package installs it before all else; what it needs stands behind what its author says of that.
  const at = repository === undefined ? chapters.length : chapters.findIndex(({ title: own }) => isInstall(own)) + 1
  const ordered = chapters.toSpliced(at, 0, security, installed)
  const all = [...ordered, ...chaptersOf(parts)]
  const bare = planGuide({ title, chapters: all, material, lead: description(parts), authored: blocks }, brief)
  const plan = show === true ? withContents(bare) : bare
  return assemble(brief, { ...plan, report: () => ({ ...bare.report(), evidence: evidenceOf(parts) }) })
}

/** What is to be added where nothing says what a tree holds. */
const lacking = (repository: RepositoryModel | undefined): string => {
  const manifest = repository === undefined ? undefined : rootManifest(repository)
  // Manifests of Go have no place for one.
  const place = manifest === undefined || manifest.ecosystem === "go" ? "a manifest" : manifest.path
  const head = repository?.head
  const seen = head === undefined ? "" : ` ${head.path} begins with a comment that says nothing of the whole.`
  return `Nothing in the tree says what it is.${seen} Add a description to ${place}, a page docs/index.md, or a comment at the head of the main file.`
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

const isLong = ({ sections }: Plan): boolean =>
  sections.filter(({ level }) => level === 2).length >= contentsFrom.chapters &&
  sections.reduce((sum, { write }) => sum + ruleText(write()).split("\n").length, 0) > contentsFrom.lines

/** The readme. It is written twice where it may be long: whether it has a table of contents depends on its length. */
export const readme: Output = {
  plan: (sources, options) => {
    const [only, ...others] = sources
    if (only?.kind === "repository" && others.length === 0 && isReadme(only)) {
      const brief = new Brief("readme", options)
      return assemble(brief, keptReadme(only, new Tree(only), brief))
    }
    const found = only?.kind === "repository" && others.length === 0 ? only.readme : undefined
    if (found !== undefined && isRough(found)) return { lacking: notRead(found.path) }
    const made = make(sources, { ...options, warn: () => {} }, false)
    return "lacking" in made ? made : make(sources, options, isLong(made))
  }
}
