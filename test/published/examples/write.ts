/**
 * The examples of the published documents: scenarios played on an engine whose clock stands and whose ids are repeatable. Run as
 * a program, with `npm run examples`, it writes them beside each plugin.
 */
import * as Redacted from "effect/Redacted"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { bank as bankPlugin } from "../../../plugins/bank/index.ts"
import { cards as cardsPlugin } from "../../../plugins/cards/index.ts"
import { docs as docsPlugin } from "../../../plugins/docs/index.ts"
import type { PublishedExamples } from "../../../src/http/Publication.ts"
import { TestEngine } from "../../../src/testing/index.ts"
import { bank } from "./bank.ts"
import { cards } from "./cards.ts"
import { docs, key, webhookSecret } from "./docs.ts"
import { record } from "./record.ts"

/** The services that have examples. */
export const scenarios = { cards, bank, docs } as const

const plugins = {
  cards: () => cardsPlugin(),
  // Armed by the last request, and never met.
  bank: () => bankPlugin({ mode: "sandbox", crash: () => {} }),
  docs: () => docsPlugin({ apiKeys: [Redacted.make(key)], webhookSecret: Redacted.make(webhookSecret) })
}

/** Plays the scenario of a service on an engine of its own. */
export const play = async (service: keyof typeof scenarios): Promise<PublishedExamples> => {
  await using engine = await TestEngine.make({ plugins: [plugins[service]()] })
  return await record(engine, scenarios[service])
}

/** JSON that stands in a raw template. */
const inTemplate = (value: unknown): string =>
  JSON.stringify(value).replaceAll("`", "\\u0060").replaceAll("$", "\\u0024")

/** The module of a service's examples: a line for each operation. */
export const moduleOf = (
  examples: PublishedExamples
): string => `/** Requests and answers of a real engine for the published document. \`npm run examples\` writes them. */
import type { Publication } from "../../src/plugin.ts"

const text = String.raw\`{
"refusals":${inTemplate(examples.refusals)},
"operations":{
${Object.entries(examples.operations)
  .map(([id, example]) => `${JSON.stringify(id)}:${inTemplate(example)}`)
  .join(",\n")}
}}\`

/** Read when the document is made. */
export const examples = (): Publication.PublishedExamples => JSON.parse(text) as Publication.PublishedExamples
`

if (import.meta.main) {
  for (const service of ["cards", "bank", "docs"] as const) {
    const path = join(import.meta.dirname, "../../../plugins", service, "examples.ts")
    writeFileSync(path, moduleOf(await play(service)))
  }
}
