/**
 * The system administration guide (D9): what its authors wrote for administrators, in their order; then what manifests, example settings,
 * container files and APIs say of running it.
 */
import type { ApiModel } from "../../model/ApiModel.ts"
import { Brief } from "../Brief.ts"
import {
  addressList,
  copyRequests,
  credentialTable,
  healthOperations,
  keyRequests,
  limitTexts,
  scopeTable,
  serverVariables,
  versionTexts,
  webhookTexts
} from "../guide/apiParts.ts"
import { authoredGuide } from "../guide/authored.ts"
import { guideOf, titleOf, type Chapter } from "../guide/Chapter.ts"
import { allFailures } from "../guide/journeys.ts"
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
  const addresses = apis.map((api) => addressList(api, brief)).filter((list) => list !== "")
  const tellsInstall = material.texts.some(({ text }) => /\binstall/i.test(text.text))
  const docker = dockerRows(material)
  const health = apis.flatMap(healthOperations).map(({ method, path }) => `- ${code(`${method} ${path}`)}`)
  const scripts = filledTable(
    ["Command", "What it runs"],
    scriptRows(material).map(([command, runs]) => [cell(command), cell(runs)])
  )
  return [
    chapterOf(
      "Addresses",
      addresses.map((list) => `The API is at:\n\n${list}`)
    ),
    chapterOf("Requirements", [tellsInstall ? "" : runtimeList(material)]),
    chapterOf("Install", [
      tellsInstall ? "" : installText(material),
      docker === "" ? "" : `The container file says:\n\n${docker}`
    ]),
    chapterOf("Configure", [settingsTable(material, brief), ...apis.map(serverVariables)]),
    chapterOf("Monitor and operate", [
      health.length === 0 ? "" : `These operations tell how it is doing:\n\n${health.join("\n")}`,
      scripts === "" ? "" : `The manifest has these commands:\n\n${scripts}`
    ]),
    chapterOf("Upgrade and roll back", [], recentChanges(material, brief)),
    chapterOf(
      "Keys and security",
      apis.flatMap((api) => {
        const requests = keyRequests(api)
        return [
          credentialTable(api),
          scopeTable(api),
          requests === "" ? "" : `These requests manage keys:\n\n${requests}`
        ]
      })
    ),
    chapterOf("Limits", apis.flatMap(limitTexts)),
    chapterOf("Webhooks", apis.flatMap(webhookTexts)),
    chapterOf("Versions", apis.flatMap(versionTexts)),
    chapterOf(
      "Back up and restore",
      apis
        .map(copyRequests)
        .map((requests) => (requests === "" ? "" : `These requests copy what it holds:\n\n${requests}`))
    ),
    chapterOf("Errors", apis.map(allFailures))
  ]
}

/** Least chapters beside addresses, versions and errors that make a guide for those who manage an API. Our choice. */
const leastChapters = 2

/** Whether descriptions say enough for administrators: what manages access, what limits it, what is sent, what ends. */
const isWorthIt = (apis: ReadonlyArray<ApiModel>): boolean => {
  const told = apis.map((api) =>
    [
      serverVariables(api) !== "",
      healthOperations(api).length > 0,
      scopeTable(api) !== "" || keyRequests(api) !== "" || api.securitySchemes.some(({ description }) => description),
      limitTexts(api).some((text) => text !== ""),
      webhookTexts(api).some((text) => text !== ""),
      copyRequests(api) !== "",
      versionTexts(api)[1] !== ""
    ].filter((isTold) => isTold)
  )
  return told.flat().length >= leastChapters
}

/** The administration guide. */
export const adminGuide: Output = {
  plan: (sources, options) => {
    const brief = new Brief("admin-guide", options)
    const material = gather(sources, brief)
    const { chapters: own, lead } = authoredGuide(material, brief)
    const title = brief.settings.title ?? brief.title(titleOf(material, "administration guide"))
    const chapters = [...own, ...factChapters(material, brief)]
    // Nobody installs an API that others run.
    const isApi =
      material.apis.length > 0 && material.repositories.length === 0 && sources.every(({ kind }) => kind === "api")
    if (isApi && own.length === 0 && !isWorthIt(material.apis))
      return {
        lacking:
          `The description of ${material.name} tells administrators nothing but its address, its credentials and its failures. ` +
          "Give it scopes, limits, webhooks, variables of its servers, health or words on running it, or add a text or a repository."
      }
    const said = `This guide is for you if you manage access to ${material.name}, and programs that use it.`
    const guide = { title, chapters, material, authored: lead }
    return guideOf(isApi && brief.voice.lead !== "none" ? { ...guide, lead: said } : guide, brief)
  }
}
