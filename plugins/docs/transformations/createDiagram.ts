/** Create a diagram (decisions docs 4.5): of steps, of messages between parties, of types that refer to each other. */
import type { Block, ProseText } from "../checks/ProseText.ts"
import { mark, sourceRange } from "../checks/ProseText.ts"
import { sentencesIn, sentencesOf, wordsIn } from "../checks/sentences.ts"
import { isProse } from "../checks/metrics.ts"
import type { Schema } from "../model/Schema.ts"
import { fenced } from "../outputs/markdown/inline.ts"
import { readMarkdown } from "../markdown/readMarkdown.ts"
import { appended } from "./additions.ts"
import { diagramProblem, drawn, type Diagram, type EntityDiagram, type SequenceDiagram } from "./Diagram.ts"
import { schemasIn, type KnownApi } from "./Support.ts"
import { unchanged, warningOf, type TransformOutput } from "./Transformation.ts"

/** The words of a stretch as a reader sees them, with code as its own words. */
const readable = (text: ProseText, block: Block, range: { readonly start: number; readonly end: number }): string =>
  Array.from({ length: range.end - range.start }, (_, at) => {
    const unit = range.start + at
    if (block.text[unit] !== mark) return block.text[unit]!
    const source = sourceRange(block, { start: unit, end: unit + 1 })
    return text.source.slice(source.start, source.end).replaceAll(/^[`<![]+|[`>]+$/g, "")
  }).join("")

/** Steps in their order, and the sentences among them that are none. */
interface Told {
  readonly steps: ReadonlyArray<string>
  readonly left: ReadonlyArray<string>
}

const withoutStop = (words: string): string => words.replace(/[.:;,]+$/, "").trim()

const wholeOf = (text: ProseText, block: Block): string => readable(text, block, { start: 0, end: block.text.length })

/** Steps with numbers, by the first sentence of each; what else their list says, and what stands between them, is left. */
const numberedSteps = (text: ProseText): Told => {
  const lists = Map.groupBy(
    text.blocks.filter((block) => block.isStep && block.opensItem),
    ({ list }) => list
  )
  const longest = [...lists.values()].sort((a, b) => b.length - a.length)[0] ?? []
  const [first, last] = [text.blocks.indexOf(longest[0]!), text.blocks.indexOf(longest.at(-1)!)]
  const isBelow = (block: Block, at: number) => at >= first && (at <= last || block.kind === "list")
  const told = text.blocks.filter(isBelow).map((block) => ({ block, sentences: sentencesIn(wholeOf(text, block)) }))
  return {
    steps: longest.map((block) => withoutStop(sentencesIn(wholeOf(text, block))[0] ?? "")),
    left: told.flatMap(({ block, sentences }) => sentences.slice(longest.includes(block) ? 1 : 0))
  }
}

/** Verbs that instructions begin with. */
const imperatives = new Set(
  (
    "add assign build call change check choose clear click close configure connect copy create define delete deploy disable download edit enable " +
    "enter export fill find follow generate get give go import insert install log make merge move name open pick place press publish pull push put " +
    "read register remove rename replace reset restart restore review run save scan select send set sign start stop store submit switch test turn " +
    "type update upload use verify wait write"
  ).split(" ")
)

const lead = /^(?:(?:and\s+)?then|next|finally|first|after that|now)[,\s]+/i

/** Where or when a step is done, before its verb. */
const setting = /^(?:on|in|at|under|after|when|if|once|from|to)\s[^,]{2,80},\s+(?=\p{Ll})/iu

/** Whether a sentence tells its reader what to do. */
export const isImperative = (words: string): boolean => {
  const rest = words.replace(lead, "").replace(setting, "")
  const verb = wordsIn(rest)[0] ?? ""
  return imperatives.has(verb.toLowerCase()) && !rest.startsWith(`${verb}:`)
}

const sentencesOfText = (text: ProseText): ReadonlyArray<string> =>
  text.blocks.filter(isProse).flatMap((block) => sentencesOf(block).map((range) => readable(text, block, range)))

/** Steps of running text, and the sentences between the first and the last of them that are none. */
const imperativeSequence = (text: ProseText): Told => {
  const sentences = sentencesOfText(text)
  const first = sentences.findIndex(isImperative)
  const told = first === -1 ? [] : sentences.slice(first, sentences.findLastIndex(isImperative) + 1)
  return {
    steps: told.filter(isImperative).map((sentence) => withoutStop(sentence.replace(lead, ""))),
    left: told.filter((sentence) => !isImperative(sentence))
  }
}

const party = String.raw`(?:[Tt]he |[Aa]n? |[Ee]ach |[Oo]ur |[Yy]our )?([\p{L}][\p{L}\p{N}-]*(?: (?:service|server|client|system|app|application|browser|database|gateway|provider|bank|user|API))?)`
const verbs =
  "sends?|returns?|gives?|passes|pass|forwards?|delivers?|submits?|posts?|transmits?|reports?|replies with|writes?"
const message = new RegExp(
  String.raw`\b${party} (${verbs}) ((?:[^.,;]){2,80}?) (?:back )?to ${party}(?=[.,;:\s]|$)`,
  "u"
)
const answer = new RegExp(String.raw`\b${party} (returns?|replies with|responds with|answers with) ([^.,;]{2,80})`, "u")
const call = new RegExp(
  String.raw`\b${party} (calls?|asks?|queries|notifies|requests?|charges) ${party}(?: (?:for|to|with) ([^.,;]{2,60}))?(?=[.,;:\s]|$)`,
  "u"
)

/** Words that no party is called by. */
const noParty =
  /^(?:it|he|she|they|we|you|us|me|them|this|that|these|those|which|who|one|i|also|not|any|all|some|then|only|just|each|every|there|here|now|still|and|or|but|so|if|when|as|by|for|in|on|of|to|with|from|no|none|both|either|often|always|never|usually|nobody|somebody|everybody|everyone|someone|anyone|twice|once|again|will|can|may|must|should|do|does|is|are)\b/i

const partyName = (name: string): string => name.trim().toLowerCase()

type Message = SequenceDiagram["messages"][number]

/** What denies a message, wherever it stands before its verb. */
const denied = /\b(?:not|cannot|never|no|nobody|neither|nor|without|unless|instead of|rather than)\b|n['’]t\b/i

/** What a clause says first, and where the rest of it begins. */
const messageIn = (
  clause: string,
  before: Message | undefined
): { readonly said: Message; readonly end: number } | undefined => {
  const told = clause.search(speaks)
  if (told >= 0 && denied.test(clause.slice(0, told))) return undefined
  const sent = message.exec(clause)
  if (sent !== null) {
    const said = { from: partyName(sent[1]!), to: partyName(sent[4]!), text: `${sent[2]} ${sent[3]}` }
    return { said, end: sent.index + sent[0].length }
  }
  const called = call.exec(clause)
  if (called !== null) {
    const wanted = called[4] === undefined ? "" : ` for ${called[4]}`
    const said = { from: partyName(called[1]!), to: partyName(called[3]!), text: `${called[2]}${wanted}` }
    return { said, end: called.index + called[0].length }
  }
  const returned = answer.exec(clause)
  // An answer goes to whoever asked.
  return returned !== null && before !== undefined && partyName(returned[1]!) === before.to
    ? {
        said: { from: before.to, to: before.from, text: `${returned[2]} ${returned[3]}` },
        end: returned.index + returned[0].length
      }
    : undefined
}

/** Verbs by which parties speak to each other, wherever they stand. */
const speaks = new RegExp(
  String.raw`\b(?:${verbs}|responds with|answers with|calls?|asks?|queries|notifies|requests|charges|tells?|receives?|redirects?|confirms?|pushes|publishes|fetches|verifies)\b`,
  "giu"
)

/** The messages of a text in order, and the sentences that speak of one that is not among them. */
const messagesIn = (
  text: ProseText
): { readonly messages: ReadonlyArray<Message>; readonly left: ReadonlyArray<string> } => {
  const messages: Array<Message> = []
  const left: Array<string> = []
  for (const sentence of sentencesOfText(text)) {
    const before = messages.length
    for (const clause of sentence.split(/\s+and then\s+|[;,]\s+(?:and|then)\s+|\s+and\s+(?=(?:the|an?|we|it)\s)/i)) {
      let rest = clause.trim()
      for (
        let found = messageIn(rest, messages.at(-1));
        found !== undefined;
        found = messageIn(rest, messages.at(-1))
      ) {
        const { end, said } = found
        if (said.from !== said.to && !noParty.test(said.from) && !noParty.test(said.to)) messages.push(said)
        // What follows may begin with the one who was spoken to.
        rest = rest.slice(end).replace(/^,?\s*(?:which|who)\s+/, `${said.to} `)
      }
    }
    if ((sentence.match(speaks)?.length ?? 0) > messages.length - before) left.push(sentence)
  }
  return { messages, left }
}

type Relation = EntityDiagram["relations"][number]

const relation =
  /\b(?:an?|each|every|the) (\p{L}[\p{L}-]*) (has|contains|owns|holds|belongs to|refers to|references) (?:(one or more|many|several|a list of|zero or more)|(an?|one|exactly one|the)) (\p{L}[\p{L}-]*)/giu

const relationsInText = (text: ProseText): ReadonlyArray<Relation> =>
  sentencesOfText(text).flatMap((sentence) =>
    Array.from(sentence.matchAll(relation), ([, from = "", label = "", many, , to = ""]) => ({
      from: from.toLowerCase(),
      to: to.toLowerCase().replace(many === undefined ? /$^/ : /(?<=[^s])s$/, ""),
      many: many !== undefined,
      label: label.toLowerCase()
    }))
  )

const refsOf = (schema: Schema): ReadonlyArray<Omit<Relation, "from">> =>
  (schema.properties ?? []).flatMap(({ name, schema: of }): ReadonlyArray<Omit<Relation, "from">> => {
    if (of.ref !== undefined) return [{ to: of.ref, many: false, label: name }]
    return of.items?.ref === undefined ? [] : [{ to: of.items.ref, many: true, label: name }]
  })

const relationsInApis = (text: ProseText, apis: ReadonlyArray<KnownApi>): ReadonlyArray<Relation> =>
  schemasIn(text.source, apis).flatMap(({ named }) => refsOf(named.schema).map((ref) => ({ from: named.name, ...ref })))

/** The diagram that the text is about, with the sentences that it leaves out: steps before messages before types. */
const diagramOf = (
  text: ProseText,
  apis: ReadonlyArray<KnownApi>
): { readonly diagram: Diagram; readonly left: ReadonlyArray<string> } | undefined => {
  const numbered = numberedSteps(text)
  if (numbered.steps.length >= 2) {
    return { diagram: { shape: "flowchart", steps: numbered.steps }, left: numbered.left }
  }
  const { left, messages } = messagesIn(text)
  // A picture of the smaller part of what happens would say something else than the text; one message of many sentences is none.
  if (messages.length > 1 || (messages.length === 1 && sentencesOfText(text).length === 1)) {
    return left.length > messages.length ? undefined : { diagram: { shape: "sequenceDiagram", messages }, left }
  }
  const relations = [...relationsInApis(text, apis), ...relationsInText(text)]
  if (relations.length > 0) return { diagram: { shape: "erDiagram", relations }, left: [] }
  const { left: between, steps } = imperativeSequence(text)
  return steps.length >= 2 && between.length < steps.length
    ? { diagram: { shape: "flowchart", steps }, left: between }
    : undefined
}

/** Draws what a text tells, after it; a text that names fewer than two things that belong together stays as it is. */
export const createDiagram = (source: string, apis: ReadonlyArray<KnownApi>): TransformOutput => {
  const found = diagramOf(readMarkdown(source), apis)
  const text = found === undefined ? undefined : drawn(found.diagram)
  if (text === undefined || diagramProblem(text) !== undefined) return unchanged(source, "nothing_to_draw")
  const made = appended(source, fenced(text, "mermaid"), "A diagram of what the text tells")
  const warnings = found!.left.map((sentence) => warningOf("not_drawn", `"${sentence}"`))
  return { ...made, warnings: [...made.warnings, ...warnings] }
}
