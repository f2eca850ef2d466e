/** Diagrams in the three shapes that transformations draw, and the grammar that every one of them is held to. */

/** Steps one after the other. */
export interface Flowchart {
  readonly shape: "flowchart"
  readonly steps: ReadonlyArray<string>
}

/** Messages between parties. */
export interface SequenceDiagram {
  readonly shape: "sequenceDiagram"
  readonly messages: ReadonlyArray<{ readonly from: string; readonly to: string; readonly text: string }>
}

/** Types that refer to each other. */
export interface EntityDiagram {
  readonly shape: "erDiagram"
  readonly relations: ReadonlyArray<{
    readonly from: string
    readonly to: string
    readonly many: boolean
    readonly label: string
  }>
}

export type Diagram = Flowchart | SequenceDiagram | EntityDiagram

/** Characters of a label; a longer one is cut at a word. Our choice. */
const maxLabel = 80

const short = (text: string): string =>
  text.length <= maxLabel ? text : `${text.slice(0, maxLabel - 1).replace(/\s+\S*$/, "")}…`

/** A label: nothing in it ends the label or begins another statement. */
export const labelOf = (text: string): string =>
  short(text.replaceAll(/[`\\]/g, "").replaceAll(/\s+/g, " ").trim()).replaceAll(
    /["#<>{}[\]|;%]/g,
    (sign) => `#${sign.charCodeAt(0)};`
  )

const idOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, "_").replaceAll(/^_+|_+$/g, "") || "node"

const flowchart = ({ steps }: Flowchart): string =>
  [
    "flowchart TD",
    ...steps.map((step, at) => `  s${at + 1}["${labelOf(step)}"]`),
    ...steps.slice(1).map((_, at) => `  s${at + 1} --> s${at + 2}`)
  ].join("\n")

const sequence = ({ messages }: SequenceDiagram): string => {
  const parties = [...new Set(messages.flatMap(({ from, to }) => [from, to]))]
  const ids = new Map(parties.map((party, at) => [party, `p${at + 1}`]))
  return [
    "sequenceDiagram",
    ...parties.map((party) => `  participant ${ids.get(party)} as ${labelOf(party)}`),
    ...messages.map(({ from, text, to }) => `  ${ids.get(from)}->>${ids.get(to)}: ${labelOf(text)}`)
  ].join("\n")
}

const entities = ({ relations }: EntityDiagram): string =>
  [
    "erDiagram",
    ...relations.map(({ from, label, many, to }) => {
      // Of what only refers to one thing there may be many.
      const isOne = many || /^(?:has|contains|owns|holds)$/.test(label)
      return `  ${idOf(from)} ${isOne ? "||" : "}o"}--${many ? "o{" : "||"} ${idOf(to)} : "${labelOf(label)}"`
    })
  ].join("\n")

/** The diagram as text. */
export const drawn = (diagram: Diagram): string =>
  diagram.shape === "flowchart"
    ? flowchart(diagram)
    : diagram.shape === "sequenceDiagram"
      ? sequence(diagram)
      : entities(diagram)

const quoted = String.raw`"(?:[^"<>{}\[\]|;\\%#]|#\d+;)*"`
const open = String.raw`(?:[^"<>{}\[\]|;\\%#]|#\d+;)+`

/** Shape → what each line after the first may be. */
const grammar: Readonly<Record<string, ReadonlyArray<RegExp>>> = {
  "flowchart TD": [new RegExp(`^  \\w+\\[${quoted}\\]$`), /^ {2}\w+ --> \w+$/],
  sequenceDiagram: [new RegExp(`^  participant \\w+ as ${open}$`), new RegExp(`^  \\w+->>\\w+: ${open}$`)],
  erDiagram: [new RegExp(`^  [\\p{L}\\p{N}_]+ (?:\\|\\||\\}o)--(?:o\\{|\\|\\|) [\\p{L}\\p{N}_]+ : ${quoted}$`, "u")]
}

/** What is wrong with a diagram by the grammar, or `undefined`. */
export const diagramProblem = (text: string): string | undefined => {
  const [first = "", ...lines] = text.split("\n")
  const rules = grammar[first]
  if (rules === undefined) return "The diagram has an unknown shape"
  if (lines.length === 0) return "The diagram is empty"
  const odd = lines.findIndex((line) => !rules.some((rule) => rule.test(line)))
  if (odd >= 0) return `Line ${odd + 2} of the diagram is not understood`
  const defined = new Set(lines.flatMap((line) => /^ {2}(?:participant )?(\w+)(?:\[| as )/.exec(line)?.[1] ?? []))
  const used = lines.flatMap((line) => /^ {2}(\w+)(?: -->|->>) ?(\w+)/.exec(line)?.slice(1) ?? [])
  return used.some((id) => !defined.has(id)) ? "The diagram refers to something that it does not name" : undefined
}
