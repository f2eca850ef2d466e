/**
 * The system administration guide (D9): what its authors wrote for administrators, in their order; then what manifests, example settings,
 * container files and APIs say of running it.
 */
import type { ApiModel } from "../../model/ApiModel.ts"
import { Brief } from "../Brief.ts"
import {
  accessText,
  addressText,
  administratorsFailures,
  administratorsRequests,
  copyRequests,
  deprecatedRequests,
  healthRequests,
  keyRequests,
  limitText,
  scopeTable,
  webhookTexts
} from "../guide/apiParts.ts"
import { authoredGuide } from "../guide/authored.ts"
import { guideOf, titleOf, type Chapter } from "../guide/Chapter.ts"
import { installText, recentChanges, runtimeList, scriptRows } from "../guide/common.ts"
import { filledTable, settingsTable } from "../guide/tables.ts"
import { cell, code } from "../markdown/inline.ts"
import { gather, type Material } from "../material/Material.ts"
import type { Output } from "../Output.ts"

const dockerRows = ({ repositories }: Material): string =>
  filledTable(
    ["Instruction", "Value", "File"],
    repositories.flatMap(({ facts }) =>
      facts
        .filter(({ name }) => name.startsWith("docker "))
        .map(({ evidence, name, value }) => [cell(code(name.slice(7))), cell(code(value)), cell(code(evidence))])
    )
  )

const chapterOf = (title: string, texts: ReadonlyArray<string>, parts: Chapter["parts"] = []): Chapter => ({
  title,
  text: () => texts.filter((text) => text !== "").join("\n\n"),
  parts
})

/** What the sources say without words of an author. */
const factChapters = (material: Material, brief: Brief): ReadonlyArray<Chapter> => {
  const { apis } = material
  const tellsInstall = material.texts.some(({ text }) => /\binstall/i.test(text.text))
  const docker = dockerRows(material)
  const scripts = filledTable(
    ["Command", "What it runs"],
    scriptRows(material).map(([command, runs]) => [cell(command), cell(runs)])
  )
  return [
    chapterOf(
      "Addresses",
      apis.map((api) => addressText(api, brief))
    ),
    chapterOf("Requirements", [tellsInstall ? "" : runtimeList(material)]),
    chapterOf("Install", [
      tellsInstall ? "" : installText(material),
      docker === "" ? "" : `The container file says:\n\n${docker}`
    ]),
    chapterOf("Configure", [settingsTable(material, brief)]),
    chapterOf("Monitor and operate", [
      ...apis.map(healthRequests),
      scripts === "" ? "" : `The manifest has these commands:\n\n${scripts}`
    ]),
    chapterOf("Upgrade and roll back", [], recentChanges(material, brief)),
    chapterOf(
      "Keys and security",
      apis.flatMap((api) => [accessText(api, material), scopeTable(api), keyRequests(api)])
    ),
    chapterOf("Requests for administrators", apis.map(administratorsRequests)),
    chapterOf("Limits", apis.map(limitText)),
    chapterOf("Webhooks", apis.flatMap(webhookTexts)),
    chapterOf("Deprecated requests", apis.map(deprecatedRequests)),
    chapterOf("Backups", apis.map(copyRequests)),
    chapterOf(
      "Errors",
      apis.map((api) => administratorsFailures(api, brief))
    )
  ]
}

/** Least chapters beside addresses, versions and errors that make a guide for those who manage an API. Our choice. */
const leastChapters = 2

/**
 * Whether descriptions say enough for administrators: what manages access, what limits it, what is sent. `titles`: of what their
 * authors wrote; how a program is let in is one matter, however many chapters it has.
 */
const isWorthIt = (apis: ReadonlyArray<ApiModel>, titles: ReadonlyArray<string>): boolean => {
  const access = titles.filter((title) => ofAccess.test(title))
  const told = apis.map((api) =>
    [
      `${access.join("")}${scopeTable(api)}${keyRequests(api)}${api.securitySchemes.map(({ description = "" }) => description).join("")}`,
      administratorsRequests(api),
      limitText(api),
      webhookTexts(api).join(""),
      copyRequests(api)
    ].filter((text) => text !== "")
  )
  return told.flat().length + titles.length - access.length >= leastChapters
}

const ofAccess = /\b(?:auth\w*|access|api keys?|keys|tokens?|credentials)\b/i

/** Headings of the description of an API that others run, below which stands what those do who manage access to it. */
const theirMatters =
  /\b(?:admin\w*|auth\w*|access|api keys?|keys|tokens?|credentials|secur\w+|permissions?|roles?|scopes?|limit\w*|quotas?|throttling|web-?hooks?|version\w*|deprecat\w+|environments?|servers?|addresse?s?|(?:base )?urls?|health|monitoring|back(?:ing)?[ -]?ups?|sandbox)\b/i

/** The administration guide. */
export const adminGuide: Output = {
  plan: (sources, options) => {
    const brief = new Brief("admin-guide", options)
    const material = gather(sources, brief)
    const { chapters: own, lead } = authoredGuide(material, brief)
    const title = brief.settings.title ?? brief.title(titleOf(material, "administration guide"))
    const isApi =
      material.apis.length > 0 && material.repositories.length === 0 && sources.every(({ kind }) => kind === "api")
    const theirs = isApi ? own.filter(({ title }) => theirMatters.test(title)) : own
    for (const { title } of own.filter((one) => !theirs.includes(one)))
      brief.dropped.push({
        item: title,
        reason: "Its heading names nothing that administrators do; it stands in the user guide"
      })
    const titles = theirs.map(({ title }) => title)
    if (isApi && !isWorthIt(material.apis, titles))
      return {
        lacking:
          `The description of ${material.name} tells administrators nothing but its address, its credentials and its failures. ` +
          "Give it scopes, limits, webhooks, backups or words on running it, or add a text or a repository."
      }
    const said = `This guide is for you if you manage access to ${material.name}, and programs that use it.`
    const chapters = [...theirs, ...factChapters(material, brief)]
    const guide = { title, chapters, material, authored: lead }
    return guideOf(isApi && brief.voice.lead !== "none" ? { ...guide, lead: said } : guide, brief)
  }
}
