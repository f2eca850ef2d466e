/** The end-user guide (D8): what its authors wrote for users, in their order; then what an API offers. */
import type { ApiModel } from "../../model/ApiModel.ts"
import { Brief } from "../Brief.ts"
import { addressList, credentialTable } from "../guide/apiParts.ts"
import { authoredGuide } from "../guide/authored.ts"
import { guideOf, titleOf, type Chapter } from "../guide/Chapter.ts"
import { commonFailures, journeys, tellsTasks, trial } from "../guide/journeys.ts"
import { installText, recentChanges, runtimeList } from "../guide/common.ts"
import { gather, isPage, type Material } from "../material/Material.ts"
import type { Output } from "../Output.ts"

/** Whether each of several schemes is enough by itself. */
const isChoice = ({ security = [], securitySchemes }: ApiModel): boolean =>
  security.length > 1 && security.length === securitySchemes.length && security.every((one) => one.length === 1)

/** Where nobody wrote how to install a package, its manifest says it; an API has an address and credentials. */
const before = (material: Material, brief: Brief): Chapter => {
  const tellsInstall = material.texts.some(({ text }) => /\binstall/i.test(text.text))
  const runtime = tellsInstall ? "" : runtimeList(material)
  const command = tellsInstall ? "" : installText(material)
  const access = material.apis.flatMap((api) => [
    addressList(api, brief) === "" ? "" : `The API is at:\n\n${addressList(api, brief)}`,
    credentialTable(api) === ""
      ? ""
      : `Requests need ${isChoice(api) ? "one of these credentials" : "credentials"}:\n\n${credentialTable(api)}`,
    trial(api, brief)
  ])
  const texts = [
    runtime === "" ? "" : `You need:\n\n${runtime}`,
    command === "" ? "" : `Install it:\n\n${command}`,
    ...access
  ].filter((text) => text !== "")
  return { title: "Before you begin", text: () => texts.join("\n\n"), parts: [] }
}

/** The end-user guide. */
export const userGuide: Output = {
  plan: (sources, options) => {
    const brief = new Brief("user-guide", options)
    const material = gather(sources, brief)
    const { chapters: own, isTheirs, lead } = authoredGuide(material, brief)
    const failures = material.apis.map((api) => commonFailures(api, brief)).filter((table) => table !== "")
    const chapters: ReadonlyArray<Chapter> = [
      before(material, brief),
      ...own,
      { title: "What you can do", parts: material.apis.flatMap((api) => journeys(api, brief)) },
      { title: "Troubleshooting", text: () => failures.join("\n\n"), parts: [] },
      { title: "What changed", parts: recentChanges(material, brief) }
    ]
    if (isTheirs) {
      const message = "All of the text is about running it, which is for administrators: it tells users nothing to do"
      // A page stays what its author made of it.
      if (!isPage(material)) return { lacking: `${message}. Ask for an administration guide, or add a text for users.` }
      brief.warn({ code: "other_audience", message })
    }
    if (sources.every(({ kind }) => kind === "api") && !material.apis.some(tellsTasks))
      return {
        lacking:
          "The description says of most requests neither what they do nor what they are called: a guide could only list their paths. " +
          "Add summaries, or a text for users."
      }
    const title = brief.settings.title ?? brief.title(titleOf(material, "user guide"))
    const isApi = sources.every(({ kind }) => kind === "api") && brief.voice.lead !== "none"
    const forPrograms = `This guide is for you if you use ${material.name} from a program of your own.`
    const greeting = isApi ? { lead: forPrograms } : {}
    const guide = { title, chapters, material, authored: lead, ...greeting }
    return guideOf(guide, brief)
  }
}
