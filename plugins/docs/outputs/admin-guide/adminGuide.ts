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
  deprecatedRequests,
  furtherText,
  limitText,
  managing,
  openRequests,
  webhookParts
} from "../guide/apiParts.ts"
import { authoredGuide } from "../guide/authored.ts"
import { factChapter, guideOf, named, ofFailures, titleOf, type Chapter } from "../guide/Chapter.ts"
import { installText, recentChanges, runtimeList, scriptRows } from "../guide/common.ts"
import { filledTable, settingsTable } from "../guide/tables.ts"
import { cell, code } from "../markdown/inline.ts"
import { plainHeading } from "../material/headings.ts"
import { withDefinitions } from "../guide/definitions.ts"
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

/** Whether the description says more about credentials than that they exist. */
const tellsKeys = (api: ApiModel): boolean =>
  api.securitySchemes.some(({ description = "", flows }) => description !== "" || flows.length > 0) ||
  openRequests(api) !== ""

/** What the sources say without words of an author. */
const factChapters = (material: Material, brief: Brief, own: ReadonlyArray<Chapter>): ReadonlyArray<Chapter> => {
  const { apis } = material
  const titles = own.map(({ title }) => title)
  const tellsLimits = titles.some((title) => /\blimit(?:s|ing|ation)?\b|\bthrottling\b/i.test(title))
  if (tellsLimits && apis.some((api) => limitText(api) !== ""))
    brief.dropped.push({ item: "Headers of limits", reason: "The author tells of limits in a chapter of their own" })
  const tellsInstall = material.texts.some(({ text }) => /\binstall/i.test(text.text))
  const webhooks = apis.flatMap((api) => webhookParts(api, brief))
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
    factChapter("Operate", [scripts === "" ? "" : `The manifest has these commands:\n\n${scripts}`]),
    factChapter("Upgrade and roll back", [], recentChanges(material, brief)),
    factChapter(
      "Keys and security",
      apis.flatMap((api) => [accessText(api), openRequests(api)])
    ),
    ...apis.map((api) => administratorsRequests(api, brief)),
    ...(tellsLimits ? [] : [factChapter("Limits", apis.map(limitText))]),
    factChapter("Webhooks", webhooks.length === 0 ? [] : ["The API sends these requests to your server:"], webhooks),
    factChapter("Deprecated requests", apis.map(deprecatedRequests)),
    factChapter(ofFailures(own), apis.map(administratorsFailures)),
    factChapter("Further information", apis.map(furtherText))
  ]
}

/** Headings of the description of an API that others run, below which stands what those do who manage access to it. */
const theirMatters =
  /^requirements?\b|\b(?:admin\w*|auth\w*|access|api keys?|keys|tokens?|credentials|secur\w+|permissions?|roles?|scopes?|limit\w*|quotas?|throttling|web-?hooks?|version\w*|deprecat\w+|environments?|servers?|(?:base )?urls?|certificates?|health|monitoring|back(?:ing)?[ -]?ups?|sandbox)\b/i

/** Words of what those who manage access to an API watch. */
const theirWords =
  /\b(?:rate[- ]?limit\w*|quotas?|throttl\w+|administrators?|permissions?|authenticat\w+|authori[sz]\w+|access tokens?|deprecat\w+|api[-_ ]?keys?|(?:client|tls) certificates?)\b/i

/** Whether what stands below a heading of a description speaks of what they watch. */
const speaksToThem = (title: string, { texts }: Material): boolean =>
  texts.some(({ text: { blocks } }) => {
    const from = blocks.findIndex((block) => block.kind === "heading" && plainHeading(block.text) === title)
    const rest = blocks.slice(from + 1)
    const to = rest.findIndex((block) => block.kind === "heading")
    return from !== -1 && rest.slice(0, to === -1 ? undefined : to).some(({ source }) => theirWords.test(source))
  })

/** A chapter of theirs; of another one the parts that are theirs, each with what stands below it, as chapters. */
const theirsOf = (chapter: Chapter, material: Material): ReadonlyArray<Chapter> => {
  const isTheirs = (title: string) => theirMatters.test(title) || speaksToThem(title, material)
  if (isTheirs(chapter.title)) return [chapter]
  return chapter.parts.flatMap((part, at) => {
    const usual = 3
    const level = part.level ?? usual
    const above = chapter.parts.slice(0, at).findLast((one) => (one.level ?? usual) < level)
    if (!isTheirs(part.title) || (above !== undefined && isTheirs(above.title))) return []
    const rest = chapter.parts.slice(at + 1)
    const end = rest.findIndex((one) => (one.level ?? usual) <= level)
    const parts = rest
      .slice(0, end === -1 ? undefined : end)
      .map((one) => ({ ...one, level: (one.level ?? usual) - level + 2 }))
    return [{ ...part, level: 2, isAuthored: true, parts }]
  })
}

/** The administration guide. */
export const adminGuide: Output = {
  plan: (sources, options) => {
    const brief = new Brief("admin-guide", options)
    const material = gather(
      sources.map((one) => (one.kind === "api" ? withDefinitions(one, brief) : one)),
      brief
    )
    const { chapters: own, lead } = authoredGuide(material, brief)
    const title = brief.settings.title ?? brief.title(titleOf(material, "administration guide"))
    const isApi =
      material.apis.length > 0 && material.repositories.length === 0 && sources.every(({ kind }) => kind === "api")
    const theirs = isApi ? own.flatMap((chapter) => theirsOf(chapter, material)) : own
    const kept = new Set(theirs.flatMap(({ parts, title }) => [title, ...parts.map((part) => part.title)]))
    for (const { title } of own.flatMap((one) => (theirs.includes(one) ? [] : [one, ...one.parts])))
      if (!kept.has(title))
        brief.dropped.push({
          item: title,
          reason: "It names nothing that administrators do; it stands in the user guide"
        })
    // What it sends, and what is old, is a matter of those who program.
    const isTold = material.apis.some((api) => tellsKeys(api) || managing(api).length > 1 || limitText(api) !== "")
    if (isApi && theirs.length === 0 && !isTold)
      return {
        lacking:
          `The description of ${material.name} tells administrators nothing but an address and a kind of credentials. ` +
          "Add words on its credentials, headers of limits or words on running it, or a text or a repository."
      }
    const said = `This guide is for you if you administer ${named(material)} or programs that use it.`
    const held = new Set(material.apis.flatMap(managing))
    if (isApi)
      for (const one of material.apis.flatMap(({ operations }) =>
        operations.filter((own) => !held.has(own) && !own.deprecated)
      ))
        brief.dropped.push({
          item: `${one.method} ${one.path}`,
          reason: "Nothing marks it as for administrators; it stands in the user guide"
        })
    const chapters = [...theirs, ...factChapters(material, brief, theirs)]
    const guide = { title, chapters, material, authored: lead }
    return guideOf(isApi && brief.voice.lead !== "none" ? { ...guide, lead: said } : guide, brief)
  }
}
