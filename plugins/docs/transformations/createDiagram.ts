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

/** Verbs that instructions begin with. */
const imperatives = new Set(
  (
    "add assign build call change check choose clear click close commit configure connect copy create define delete deploy disable download edit enable " +
    "enter export fill find follow generate get give go import insert install log make merge move name open pick place press publish pull push put " +
    "read register remove rename replace reset restart restore review run save scan select send set sign start stop store submit switch test turn " +
    "type update upload use verify wait write"
  ).split(" ")
)

const lead = /^(?:(?:and\s+)?then|next|finally|first|after that|now)[,\s]+/i

/** Where or when a step is done, before its verb. */
const setting = /^(?:on|in|at|under|after|when|if|once|from|to)\s[^,]{2,80},\s+(?=\p{Ll})/iu

/** `Log entries can be kept`, and a picture in a link: what begins with a verb is named by it. */
const noun =
  /^\p{L}+ (?!(?:the|an?|your|all|any|each|it|this|that|to|on|in|up|out|for|with|no|only|some|till|until|while)\b)(?:\p{L}+ ){1,2}(?:is|are|was|were|can|cannot|should|must|will|may|gives?|includes?|requires?|has|have)\b|\]\(/iu

/** Whether a sentence tells its reader what to do. */
export const isImperative = (words: string): boolean => {
  const rest = words.replace(lead, "").replace(setting, "")
  const verb = wordsIn(rest)[0] ?? ""
  return imperatives.has(verb.toLowerCase()) && !rest.startsWith(`${verb}:`) && !noun.test(rest)
}

/** Numbers also count ways, reasons and parts: `Install the package`, `The server checks it` is a step. */
const stated =
  /^(?:(?!(?:be|by|for|has|have|if|in|is|not|of|on|only|to|when|with)\b)\p{L}+ (?:the|an?|your|it)\b|(?:the|an?|your) (?:(?!that\b|which\b|who\b)[^\s,(]+ ){1,3}(?:is|are|\p{Ll}+[^s\W]s) )/iu

/** What stands before a list of which one item is done, or none. */
const choice =
  /\b(?:ways?|options?|alternatives?|approaches|solutions?|strategies|workarounds?|methods?|reasons?|either|one of|any of)\b/i

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
  const steps = longest.map((block) => withoutStop(sentencesIn(wholeOf(text, block))[0] ?? ""))
  const done = steps.filter((step) => isImperative(step) || stated.test(step))
  return done.length * 2 < steps.length || choice.test(text.blocks[first - 1]?.text ?? "")
    ? { steps: [], left: [] }
    : { steps, left: told.flatMap(({ block, sentences }) => sentences.slice(longest.includes(block) ? 1 : 0)) }
}

const sentencesOfText = (text: ProseText): ReadonlyArray<string> =>
  text.blocks.filter(isProse).flatMap((block) => sentencesOf(block).map((range) => readable(text, block, range)))

/** Steps of running text, and the sentences between the first and the last of them that are none. A list without numbers has no order. */
const imperativeSequence = (text: ProseText): Told => {
  const blocks = text.blocks.filter(({ kind, list }) => kind === "paragraph" && list === -1)
  const sentences = blocks.flatMap((block) =>
    sentencesOf(block).map((range) => {
      const words = readable(text, block, range)
      // Code is no verb: "`make` runs it".
      return { words, isStep: block.text[range.start] !== mark && isImperative(words) }
    })
  )
  const first = sentences.findIndex(({ isStep }) => isStep)
  const told = first === -1 ? [] : sentences.slice(first, sentences.findLastIndex(({ isStep }) => isStep) + 1)
  return {
    steps: told.flatMap(({ isStep, words }) => (isStep ? [withoutStop(words.replace(lead, ""))] : [])),
    left: told.flatMap(({ isStep, words }) => (isStep ? [] : [words]))
  }
}

const actors =
  "service|server|client|system|app|application|browser|database|gateway|provider|bank|user|API|customer|merchant|issuer|acquirer|processor|worker|queue|broker|proxy|backend|frontend|host|network|device|scheduler"
const party = String.raw`(?:(?:the|an?|each|our|your) )?(\p{L}[\p{L}\p{N}-]*(?: (?:${actors}))?)`
const begin = String.raw`^(?:(?:then|next|finally|first|after that|in response|in turn|and|but),? )?${party}`

/** A message ends where its clause does, and no condition follows. */
const end = String.raw`(?=[.,;:]|$| (?:and|which|who|over|via|with|as|for|in|through|by)\b)(?!.*\b(?:if|unless|when|only|instead|rather|until)\b)`
const verbs = "sends|returns|gives|passes|forwards|delivers|submits|posts|transmits|reports|replies with|writes"
const message = new RegExp(
  `${begin} (${verbs}) ((?!no\\b|nothing\\b|none\\b)[^.,;]{2,80}?) (?:back )?to ${party}${end}`,
  "iu"
)
const answer = new RegExp(`${begin} (returns|replies with|responds with|answers with) ([^.,;]{2,80})`, "iu")
const call = new RegExp(
  `${begin} (calls|asks|queries|notifies) ${party}((?: (?:for|to|with|of|about) [^.,;]{2,60})?)${end}`,
  "iu"
)

/** Words that no party is called by. */
const noParty =
  /^(?:it|he|she|they|we|you|us|me|them|this|that|these|those|which|who|one|i|any|all|some|each|every|there|here|none|both|either|neither|nobody|somebody|everybody|everyone|someone|anyone)$/i

const isActor = new RegExp(`(?:^| )(?:${actors})$`, "i")

type Message = SequenceDiagram["messages"][number]

/** What a clause says first, and where the rest of it begins. */
const messageIn = (
  clause: string,
  before: Message | undefined
): { readonly said: Message; readonly end: number } | undefined => {
  const [sent, called, returned] = [message, call, answer].map((pattern) => pattern.exec(clause))
  const [found, to, text] = sent
    ? [sent, sent[4]!, `${sent[2]} ${sent[3]}`]
    : called
      ? [called, called[3]!, `${called[2]}${called[4]}`]
      : [returned, before?.from ?? "", `${returned?.[2]} ${returned?.[3]}`]
  if (found === null || found === undefined) return undefined
  const said = { from: found[1]!.toLowerCase(), to: to.toLowerCase(), text }
  // An answer goes to whoever asked.
  return found === returned && said.from !== before?.to ? undefined : { said, end: found[0].length }
}

/** Verbs by which parties speak to each other, wherever they stand. */
const speaks = new RegExp(
  String.raw`\b(?:${verbs}|send|responds with|answers with|calls?|asks?|queries|notifies|requests|charges|tells?|receives?|redirects?|confirms?|pushes|publishes|fetches|verifies)\b`,
  "giu"
)

/** The messages of a text in order, and the sentences that speak of one that is not among them. */
const messagesIn = (
  text: ProseText
): { readonly messages: ReadonlyArray<Message>; readonly left: ReadonlyArray<string> } => {
  let before: Message | undefined
  const told = sentencesOfText(text).map((sentence) => {
    const messages: Array<Message> = []
    for (const clause of sentence.split(/\s+and then\s+|[;,]\s+(?:and|then)\s+|\s+and\s+(?=(?:the|an?|we|it)\s)/i)) {
      let rest = clause.trim()
      for (let found = messageIn(rest, before); found !== undefined; found = messageIn(rest, before)) {
        before = found.said
        messages.push(before)
        // What follows may begin with the one who was spoken to.
        rest = rest.slice(found.end).replace(/^,?\s*(?:which|who)\s+/, `${before.to} `)
      }
    }
    return { sentence, messages }
  })
  const speakers = new Set(told.flatMap(({ messages }) => messages.map(({ from }) => from)))
  // What nobody speaks for is no party: `The engine writes files to disk`.
  const isSaid = ({ from, to }: Message) =>
    from !== to && ![from, to].some((name) => noParty.test(name)) && (isActor.test(to) || speakers.has(to))
  const kept = told.map(({ messages, sentence }) => ({ sentence, messages: messages.filter(isSaid) }))
  return {
    messages: kept.flatMap(({ messages }) => messages),
    left: kept.flatMap(({ messages, sentence }) =>
      (sentence.match(speaks)?.length ?? 0) > messages.length ? [sentence] : []
    )
  }
}

/** How a sentence about things that belong together begins. */
const relates = /^(?:an?|each|every|the) [\p{L}-]+ (?:has|contains|owns|holds|belongs to|refers to|references) /iu

type Relation = EntityDiagram["relations"][number]

/** `An order has many items`, and no more: one word of a longer name is another thing. */
const relation =
  /(?:^|[,;] (?:and )?)(?:an?|each|every|the) (\p{L}[\p{L}-]*) (has|contains|owns|holds|belongs to|refers to|references) (?:(one or more|many|several|a list of|zero or more)|(an?|one|exactly one|the)) (\p{L}[\p{L}-]*)(?=[.,;]|$| and\b| or\b)/giu

const relationsIn = (sentence: string): ReadonlyArray<Relation> =>
  Array.from(sentence.matchAll(relation), ([, from = "", label = "", many, , to = ""]) => ({
    from: from.toLowerCase(),
    to: to.toLowerCase().replace(many === undefined ? /$^/ : /(?<=[^s])s$/, ""),
    many: many !== undefined,
    label: label.toLowerCase()
  }))

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
  const sentences = sentencesOfText(text)
  const relations = [...relationsInApis(text, apis), ...sentences.flatMap(relationsIn)]
  if (relations.length > 0) {
    const isLeft = (sentence: string) => relates.test(sentence) && relationsIn(sentence).length === 0
    return { diagram: { shape: "erDiagram", relations }, left: sentences.filter(isLeft) }
  }
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
