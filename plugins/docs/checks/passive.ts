/** The passive voice, by its form: a form of "to be" and a past participle. */
import type { Range } from "./ProseText.ts"

/** Participles that do not end in -ed. */
const irregular =
  "begun|bought|broken|brought|built|caught|chosen|done|drawn|driven|found|given|held|hidden|kept|known|left|lost|made|meant|met|overridden|paid|put|read|rebuilt|run|said|seen|sent|set|shown|shut|sold|split|spent|taken|taught|thrown|told|understood|won|written"

/** Words on -ed that are no participles, or states rather than actions. */
const notPassive = new Set(
  "based experienced indeed need speed feed seed embed supposed used interested concerned related limited deprecated red bed shed advanced dedicated distributed detailed integrated complicated tired excited".split(
    " "
  )
)

const form = new RegExp(
  `\\b(?:am|is|are|was|were|be|been|being)\\s+(?:(?:not|also|only|always|never|\\w+ly)\\s+)?(\\w+ed|${irregular})\\b(?!-)`,
  "gi"
)

/** The places where a text is in the passive voice. */
export const passiveIn = (text: string): ReadonlyArray<Range> =>
  Array.from(text.matchAll(form))
    .filter(([, participle]) => !notPassive.has(participle!.toLowerCase()))
    .map(({ 0: words, index }) => ({ start: index, end: index + words.length }))
