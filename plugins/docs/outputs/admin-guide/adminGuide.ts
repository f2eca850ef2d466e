/**
 * The system administration guide (D9): what its authors wrote for administrators, in their order; then what manifests, example settings,
 * container files and APIs say of running it.
 */
import type { ApiModel } from "../../model/ApiModel.ts"
import { Brief } from "../Brief.ts"
import { groupsOf } from "../api-reference/Reference.ts"
import { administered, speaksOfAdministration } from "../guide/administration.ts"
import { accessText, addressText, answerHeaders, baseText, furtherText, webhooks, withSent } from "../guide/apiParts.ts"
import { authoredGuide } from "../guide/authored.ts"
import { factChapter, guideOf, named, titleOf, type Chapter } from "../guide/Chapter.ts"
import { installText, recentChanges, runtimeList, scriptRows, settingsTable } from "../guide/common.ts"
import { failureTable, ownFailures } from "../guide/failures.ts"
import { groupedParts, leaveToReference, tellsTasks } from "../guide/journeys.ts"
import { filledTable } from "../markdown/table.ts"
import { cell, code } from "../markdown/inline.ts"
import { gather, type Material } from "../material/Material.ts"
import type { Output } from "../Output.ts"

const dockerRows = ({ repositories }: Material): string =>
  filledTable(
    ["Instruction", "Value", "File"],
    repositories.flatMap(({ facts }) =>
      facts
        .filter(({ name }) => /^docker (?:EXPOSE|VOLUME)$/.test(name))
        .map(({ evidence, name, value }) => [cell(code(name.slice(7))), cell(code(value)), cell(code(evidence))])
    )
  )

/** The requests of an API for administrators, each with its author's words. */
const requests = (api: ApiModel, brief: Brief): Chapter => ({
  title: "Requests for administrators",
  ...groupedParts(groupsOf(api), api, brief, true)
})

/** Commands of a manifest for those who run it; others build and test it. */
const operated = /\b(?:start|serve|migrat\w*|seed|back-?up|restore|deploy)\b/i

/** What the sources say without words of an author; of APIs, what `apis` hold. */
const factChapters = (material: Material, apis: ReadonlyArray<ApiModel>, brief: Brief): ReadonlyArray<Chapter> => {
  const tellsInstall = material.texts.some(({ text }) => /\binstall/i.test(text.text))
  const docker = dockerRows(material)
  const scripts = filledTable(
    ["Command", "What it runs"],
    scriptRows(material)
      .filter(([command]) => operated.test(command))
      .map(([command, runs]) => [cell(command), cell(runs)])
  )
  return [
    factChapter(
      "Addresses",
      apis.flatMap((api) => [addressText(api, brief), baseText(api, brief)])
    ),
    factChapter("Requirements", [tellsInstall ? "" : runtimeList(material)]),
    factChapter("Install", [
      tellsInstall ? "" : installText(material),
      docker === "" ? "" : `The container file says:\n\n${docker}`
    ]),
    factChapter("Configure", [settingsTable(material, brief)]),
    factChapter("Operate", [scripts === "" ? "" : `The manifest has these commands:\n\n${scripts}`]),
    factChapter("Upgrade and roll back", [], recentChanges(material, brief)),
    factChapter(
      "Keys and security",
      apis.map((api) => accessText(api, brief))
    ),
    ...apis.map((api) => requests(api, brief)),
    webhooks(apis, brief),
    factChapter("Headers of answers", apis.map(answerHeaders)),
    factChapter(
      "Error statuses",
      apis.map((api) => failureTable(api.operations, ownFailures(api.operations)))
    ),
    factChapter("Further information", apis.map(furtherText))
  ]
}

/** Headings of a description below which stands what those do who manage access to an API. */
const theirMatters =
  /^requirements?\b|\b(?:auth\w*|access|api keys?|keys|tokens?|credentials|secur\w+|scopes?|limit\w*|quotas?|throttling|environments?|servers?|(?:base )?urls?|certificates?|monitoring|sandbox)\b/i

const isTheirs = (title: string): boolean => theirMatters.test(title) || speaksOfAdministration(title)

/** A chapter of theirs; of another one, what its parts tell them, each with what stands below it. */
const theirsOf = (chapter: Chapter): ReadonlyArray<Chapter> => {
  if (isTheirs(chapter.title)) return [chapter]
  let above = Infinity
  const parts = chapter.parts.filter(({ level = 3, title }) => {
    if (level <= above) above = isTheirs(title) ? level : Infinity
    return above < Infinity
  })
  return parts.length === 0 ? [] : [{ ...chapter, parts }]
}

export const adminGuide: Output = {
  plan: (sources, options) => {
    const brief = new Brief("admin-guide", options)
    const material = gather(
      sources.map((one) => (one.kind === "api" ? withSent(one) : one)),
      brief
    )
    const { chapters: own, isForUsers, lead } = authoredGuide(material, brief)
    const title = brief.settings.title ?? brief.title(titleOf(material, "administration guide"))
    const isApi =
      material.apis.length > 0 && material.repositories.length === 0 && sources.every(({ kind }) => kind === "api")
    const apis = material.apis.map((api) => administered(api) ?? { ...api, operations: [], webhooks: [] })
    const held = new Set(apis.flatMap(({ operations }) => operations))
    if (isApi && held.size === 0)
      return {
        lacking:
          `The description of ${material.name} marks no two requests as administration or operation: ` +
          "no tag, path, operation id or summary names configuration, permissions, health, status or the like. " +
          "Add such requests or tags, or a text or a repository that tells how it is run."
      }
    // The author's introduction says what the service is: what stands before the first heading, else the first chapter.
    const isIntroduced = lead.some(({ kind }) => kind === "paragraph")
    const theirs = isApi ? own.flatMap((one, at) => (at === 0 && !isIntroduced ? [one] : theirsOf(one))) : own
    const kept = new Set(theirs.flatMap(({ parts, title }) => [title, ...parts.map((part) => part.title)]))
    const elsewhere = material.apis.some(tellsTasks) ? "; it stands in the user guide" : ""
    for (const { title } of own.flatMap((one) => [one, ...one.parts]))
      if (!kept.has(title))
        brief.dropped.push({ item: title, reason: `It names nothing that administrators do${elsewhere}` })
    for (const one of isApi ? material.apis.flatMap(({ operations, webhooks }) => [...operations, ...webhooks]) : [])
      if (!held.has(one))
        brief.dropped.push({
          item: `${one.method} ${one.path}`,
          reason: `Nothing marks it as for administrators${elsewhere}`
        })
    const facts = factChapters(material, apis, brief)
    // How a package is installed, the user guide tells, too.
    const isSaid = ({ parts, text, title }: Chapter) =>
      title === "Install" ? dockerRows(material) !== "" : title !== "Requirements" && (parts.length > 0 || !!text?.())
    if (isForUsers && material.texts.length > 0 && !facts.some(isSaid))
      return {
        lacking:
          `The sources tell nothing for administrators of ${material.name}: no chapter is about what runs it for others, such as a server, a database, backups or a deployment. ` +
          "Ask for a user guide, or add a text that tells how it is run."
      }
    const chapters = [...theirs, ...facts]
    const said = `If you administer ${named(material).replace(/,?$/, ",")} this guide is for you.`
    if (isApi) leaveToReference(brief)
    const guide = { title, chapters, material, authored: lead }
    return guideOf(isApi && brief.voice.lead !== "none" ? { ...guide, lead: said } : guide, brief)
  }
}
