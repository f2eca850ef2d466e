/** The end-user guide (D8): what its authors wrote for users, in their order; then what an API offers. */
import { Brief } from "../Brief.ts"
import { accessText, addressText, answerHeaders, baseText, furtherText, webhooks, withSent } from "../guide/apiParts.ts"
import { authoredGuide } from "../guide/authored.ts"
import { factChapter, guideOf, named, titleOf, type Chapter } from "../guide/Chapter.ts"
import { forUsers, journeys, leaveToReference, tellsTasks, together } from "../guide/journeys.ts"
import { failureTable, ownFailures } from "../guide/failures.ts"
import { ended } from "../../writer/rules/sentences.ts"
import { cellProse } from "../markdown/prose.ts"
import { installText, recentChanges, runtimeList } from "../guide/common.ts"
import { gather, type Material } from "../material/Material.ts"
import type { Output } from "../Output.ts"

/** Where nobody wrote how to install a package, its manifest says it; an API has an address and credentials. */
const before = (material: Material, brief: Brief): Chapter => {
  const tellsInstall = material.texts.some(({ text }) => /\binstall/i.test(text.text))
  const runtime = tellsInstall ? "" : runtimeList(material)
  const command = tellsInstall ? "" : installText(material)
  const access = material.apis.flatMap((api) => [
    addressText(api, brief),
    accessText(forUsers(api), brief),
    baseText(forUsers(api), brief)
  ])
  const texts = [
    runtime === "" ? "" : `You need:\n\n${runtime}`,
    command === "" ? "" : `Install it:\n\n${command}`,
    ...access
  ].filter((text) => text !== "")
  return { title: "Before you begin", text: () => texts.join("\n\n"), parts: [] }
}

export const userGuide: Output = {
  plan: (sources, options) => {
    const brief = new Brief("user-guide", options)
    const material = gather(
      sources.map((one) => (one.kind === "api" ? withSent(one) : one)),
      brief
    )
    const { chapters: own, isTheirs, lead } = authoredGuide(material, brief)
    const failures = material.apis.map((api) => {
      const theirs = forUsers(api)
      return failureTable(theirs.operations, ownFailures(theirs.operations))
    })
    const isApi = sources.every(({ kind }) => kind === "api")
    const first = before(material, brief)
    const chapters: ReadonlyArray<Chapter> = [
      // What an API is for, its author says before anybody needs its address.
      ...(isApi ? [...own, first] : [first, ...own]),
      { title: "What you can do", ...together(material.apis.map((api) => journeys(api, brief))) },
      webhooks(material.apis, brief),
      factChapter(
        "Headers of answers",
        material.apis.map((api) => answerHeaders(forUsers(api)))
      ),
      factChapter("Error statuses", failures),
      factChapter("Further information", material.apis.map(furtherText)),
      { title: "What changed", parts: recentChanges(material, brief) }
    ]
    const tells = material.apis.some(tellsTasks)
    if (isTheirs && !tells)
      return {
        lacking:
          "All of the text is about running it, which is for administrators: it tells users nothing to do. " +
          "Ask for an administration guide, or add a text for users."
      }
    if (isApi && !tells)
      return {
        lacking:
          "The description does not say enough for a guide, which could only list requests, as the reference does. " +
          "Add summaries, an introduction, descriptions of tags and examples, or a text for users."
      }
    const title = brief.settings.title ?? brief.title(titleOf(material, "user guide"))
    const [summary] = material.apis.map(({ description = "", summary: own = "", title: name }) =>
      own === name || description.includes(own) ? "" : `${ended(cellProse(own))} `
    )
    const forPrograms = `${summary ?? ""}This guide is for you if you use ${named(material)} from a program of your own.`
    const greeting = isApi && brief.voice.lead !== "none" ? { lead: forPrograms } : {}
    if (isApi && material.apis.some(({ operations }) => operations.length > 0)) leaveToReference(brief)
    const guide = { title, chapters, material, authored: lead, ...greeting }
    return guideOf(guide, brief)
  }
}
