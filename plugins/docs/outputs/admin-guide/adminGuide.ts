/**
 * The system administration guide (D9): what its authors wrote for administrators, in their order; then what manifests, example settings,
 * container files and APIs say of running it.
 */
import type { ApiModel } from "../../model/ApiModel.ts"
import { contactLine } from "../api-reference/overview.ts"
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
  webhookTexts
} from "../guide/apiParts.ts"
import { authoredGuide } from "../guide/authored.ts"
import { factChapter, guideOf, named, tellsErrors, titleOf, type Chapter } from "../guide/Chapter.ts"
import { installText, recentChanges, runtimeList, scriptRows } from "../guide/common.ts"
import { filledTable, settingsTable } from "../guide/tables.ts"
import { cell, code } from "../markdown/inline.ts"
import { plainHeading } from "../material/headings.ts"
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

/** What the sources say without words of an author. */
const factChapters = (material: Material, brief: Brief, hasErrors: boolean): ReadonlyArray<Chapter> => {
  const { apis } = material
  const tellsInstall = material.texts.some(({ text }) => /\binstall/i.test(text.text))
  const docker = dockerRows(material)
  const scripts = filledTable(
    ["Command", "What it runs"],
    scriptRows(material).map(([command, runs]) => [cell(command), cell(runs)])
  )
  return [
    factChapter(
      "Addresses",
      apis.map((api) => addressText(api, brief))
    ),
    factChapter("Requirements", [tellsInstall ? "" : runtimeList(material)]),
    factChapter("Install", [
      tellsInstall ? "" : installText(material),
      docker === "" ? "" : `The container file says:\n\n${docker}`
    ]),
    factChapter("Configure", [settingsTable(material, brief)]),
    factChapter("Monitor and operate", [
      ...apis.map(healthRequests),
      scripts === "" ? "" : `The manifest has these commands:\n\n${scripts}`
    ]),
    factChapter("Upgrade and roll back", [], recentChanges(material, brief)),
    factChapter(
      "Keys and security",
      apis.flatMap((api) => [accessText(api), keyRequests(api)])
    ),
    factChapter("Requests for administrators", apis.map(administratorsRequests)),
    factChapter("Limits", apis.map(limitText)),
    factChapter("Webhooks", apis.flatMap(webhookTexts)),
    factChapter("Deprecated requests", apis.map(deprecatedRequests)),
    factChapter("Backups", apis.map(copyRequests)),
    factChapter("Errors", hasErrors ? [] : apis.map(administratorsFailures)),
    factChapter("Further information", apis.map(contactLine))
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
      `${access.join("")}${keyRequests(api)}${api.securitySchemes.map(({ description = "" }) => description).join("")}`,
      scopesOf(api),
      administratorsRequests(api),
      limitText(api),
      webhookTexts(api).join(""),
      copyRequests(api)
    ].filter((text) => text !== "")
  )
  return told.flat().length + titles.length - access.length >= leastChapters
}

/** What scopes open, in words. */
const scopesOf = ({ securitySchemes }: ApiModel): string =>
  securitySchemes
    .flatMap(({ flows }) => flows.flatMap(({ scopes }) => scopes.map((one) => one.description ?? "")))
    .join("")

const ofAccess = /\b(?:auth\w*|access|api keys?|keys|tokens?|credentials)\b/i

/** Headings of the description of an API that others run, below which stands what those do who manage access to it. */
const theirMatters =
  /\b(?:admin\w*|auth\w*|access|api keys?|keys|tokens?|credentials|secur\w+|permissions?|roles?|scopes?|limit\w*|quotas?|throttling|web-?hooks?|version\w*|deprecat\w+|environments?|servers?|addresse?s?|(?:base )?urls?|health|monitoring|back(?:ing)?[ -]?ups?|sandbox)\b/i

/** Words of what those who manage access to an API watch. */
const theirWords = /\b(?:rate[- ]?limit\w*|quotas?|throttl\w+|administrators?|permissions?)\b/i

/** Whether what stands below a heading of a description speaks of what they watch. */
const speaksToThem = (title: string, { texts }: Material): boolean =>
  texts.some(({ text: { blocks } }) => {
    const from = blocks.findIndex((block) => block.kind === "heading" && plainHeading(block.text) === title)
    const rest = blocks.slice(from + 1)
    const to = rest.findIndex((block) => block.kind === "heading")
    return from !== -1 && rest.slice(0, to === -1 ? undefined : to).some(({ source }) => theirWords.test(source))
  })

/** The administration guide. */
export const adminGuide: Output = {
  plan: (sources, options) => {
    const brief = new Brief("admin-guide", options)
    const material = gather(sources, brief)
    const { chapters: own, lead } = authoredGuide(material, brief)
    const title = brief.settings.title ?? brief.title(titleOf(material, "administration guide"))
    const isApi =
      material.apis.length > 0 && material.repositories.length === 0 && sources.every(({ kind }) => kind === "api")
    const theirs = isApi ? own.filter(({ title }) => theirMatters.test(title) || speaksToThem(title, material)) : own
    for (const { title } of own.filter((one) => !theirs.includes(one)))
      brief.dropped.push({
        item: title,
        reason: "It names nothing that administrators do; it stands in the user guide"
      })
    const titles = theirs.map(({ title }) => title)
    if (isApi && !isWorthIt(material.apis, titles))
      return {
        lacking:
          `The description of ${material.name} tells administrators nothing but its address, its credentials and its failures. ` +
          "Give it scopes with descriptions, limits, webhooks, backups or words on running it, or add a text or a repository."
      }
    const said = `This guide is for you if you manage access to ${named(material)} and programs that use it.`
    const chapters = [
      ...theirs,
      ...factChapters(
        material,
        brief,
        titles.some((title) => tellsErrors.test(title))
      )
    ]
    const guide = { title, chapters, material, authored: lead }
    return guideOf(isApi && brief.voice.lead !== "none" ? { ...guide, lead: said } : guide, brief)
  }
}
