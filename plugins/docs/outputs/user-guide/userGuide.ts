/** The end-user guide (D8): what its authors wrote for users, in their order; then what an API offers. */
import { assemble } from "../assemble.ts"
import { Brief } from "../Brief.ts"
import { addressList, credentialTable } from "../guide/apiParts.ts"
import { authoredGuide } from "../guide/authored.ts"
import { planGuide, titleOf, type Chapter } from "../guide/Chapter.ts"
import { commonFailures, journeys } from "../guide/journeys.ts"
import { installText, recentChanges, runtimeList } from "../guide/common.ts"
import { gather, type Material } from "../material/Material.ts"
import type { Output } from "../Output.ts"

/** Where nobody wrote how to install a package, its manifest says it; an API has an address and credentials. */
const before = (material: Material, brief: Brief): Chapter => {
  const tellsInstall = material.texts.some(({ text }) => /\binstall/i.test(text.text))
  const runtime = tellsInstall ? "" : runtimeList(material)
  const command = tellsInstall ? "" : installText(material)
  const access = material.apis.flatMap((api) => [
    addressList(api, brief) === "" ? "" : `The API is at:\n\n${addressList(api, brief)}`,
    credentialTable(api) === "" ? "" : `Requests need credentials:\n\n${credentialTable(api)}`
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
    const failures = material.apis.map(commonFailures).filter((table) => table !== "")
    const chapters: ReadonlyArray<Chapter> = [
      before(material, brief),
      ...own,
      { title: "What you can do", parts: material.apis.flatMap((api) => journeys(api, brief)) },
      { title: "Troubleshooting", text: () => failures.join("\n\n"), parts: [] },
      { title: "What changed", parts: recentChanges(material, brief) }
    ]
    if (isTheirs) {
      const message = "All of the text is about running it, which is for administrators: it tells users nothing to do"
      brief.warn({ code: "other_audience", message })
    }
    const title = brief.settings.title ?? brief.title(titleOf(material, "user guide"))
    // A guide that is all for administrators says so, and does not greet users.
    const said = `The source of this guide is about running ${material.name}. It holds nothing for those who only use it.`
    const guide = { title, chapters, material, authored: lead, ...(isTheirs ? { lead: said } : {}) }
    return assemble(brief, planGuide(guide, brief))
  }
}
