/** The passive voice, by its form: a form of "to be" and a past participle. */
import type { Range } from "./ProseText.ts"

/** Participles that do not end in -ed → the past tense. */
export const irregular: Readonly<Record<string, string>> = {
  begun: "began",
  bought: "bought",
  broken: "broke",
  brought: "brought",
  built: "built",
  caught: "caught",
  chosen: "chose",
  done: "did",
  drawn: "drew",
  driven: "drove",
  found: "found",
  given: "gave",
  held: "held",
  hidden: "hid",
  kept: "kept",
  known: "knew",
  left: "left",
  lost: "lost",
  made: "made",
  meant: "meant",
  met: "met",
  overridden: "overrode",
  paid: "paid",
  put: "put",
  read: "read",
  rebuilt: "rebuilt",
  run: "ran",
  said: "said",
  seen: "saw",
  sent: "sent",
  set: "set",
  shown: "showed",
  shut: "shut",
  sold: "sold",
  split: "split",
  spent: "spent",
  taken: "took",
  taught: "taught",
  thrown: "threw",
  told: "told",
  understood: "understood",
  won: "won",
  written: "wrote"
}

/** Words on -ed that are no participles, or states rather than actions. */
const notPassive = new Set(
  "based experienced indeed need speed feed seed embed supposed used interested concerned related limited deprecated red bed shed advanced dedicated distributed detailed integrated complicated tired excited".split(
    " "
  )
)

const form = new RegExp(
  `\\b(?:am|is|are|was|were|be|been|being)\\s+(?:(?:not|also|only|always|never|\\w+ly)\\s+)?(\\w+ed|${Object.keys(irregular).join("|")})\\b(?!-)`,
  "gi"
)

/** The places where a text is in the passive voice. */
export const passiveIn = (text: string): ReadonlyArray<Range> =>
  Array.from(text.matchAll(form))
    .filter(([, participle]) => !notPassive.has(participle!.toLowerCase()))
    .map(({ 0: words, index }) => ({ start: index, end: index + words.length }))
