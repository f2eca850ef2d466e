/**
 * The examples of the published documents: scenarios played on engines whose clocks stand and whose ids are repeatable. Run as
 * a program, with `npm run examples`, it writes them beside each plugin.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { PublishedExamples } from "../../../src/http/Publication.ts"
import { bank } from "./bank.ts"
import { cards } from "./cards.ts"
import { docs } from "./docs.ts"
import { record } from "./record.ts"

/** The services that have examples. */
export const scenarios = { cards, bank, docs } as const

/** Plays the scenario of a service. */
export const play = (service: keyof typeof scenarios): Promise<PublishedExamples> => record(scenarios[service])

/** JSON that stands in a raw template. */
const inTemplate = (value: unknown): string =>
  JSON.stringify(value).replaceAll("`", "\\u0060").replaceAll("$", "\\u0024")

const lines = (members: Readonly<Record<string, unknown>>): string =>
  `{\n${Object.entries(members)
    .map(([name, value]) => `${JSON.stringify(name)}:${inTemplate(value)}`)
    .join(",\n")}\n}`

/** The module of a service's examples: a line for each refusal, operation and event. */
export const moduleOf = (
  examples: PublishedExamples
): string => `/** Requests and answers of a real engine for the published document. \`npm run examples\` writes them. */
import type { Publication } from "../../src/plugin.ts"

const text = String.raw\`{
"refusals":${lines(examples.refusals)},
"operations":${lines(examples.operations)},
"events":${lines(examples.events)}
}\`

/** Read when the document is made. */
export const examples = (): Publication.PublishedExamples => JSON.parse(text) as Publication.PublishedExamples
`

if (import.meta.main) {
  for (const service of ["cards", "bank", "docs"] as const) {
    const path = join(import.meta.dirname, "../../../plugins", service, "examples.ts")
    writeFileSync(path, moduleOf(await play(service)))
  }
}
