/**
 * Transformations of text (decisions docs 4.5): what is asked of one, what comes back, and what may never be lost on the
 * way. Whoever makes the new text, rules or a language model, is held to the same guarantees.
 */
import { changed, lost, type Survivors } from "../checks/Survivors.ts"
import type { Fact, GlossaryTerm } from "../writer/Section.ts"

/** The transformations (spec docs §1). */
export const transformationKinds = [
  "simplify",
  "expand",
  "add_example",
  "add_troubleshooting",
  "condense",
  "create_diagram"
] as const

/** Sources that are looked at, the newest first. Our choice. */
export const maxSources = 10

export type TransformationKind = (typeof transformationKinds)[number]

/** A change of a stretch of the text, in its UTF-16 units. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly replacement: string
  readonly reason: string
}

/** Why something was not done. */
export interface TransformWarning {
  readonly code: TransformWarningCode
  readonly message: string
}

/** Every warning of a transformation, with its meaning. */
export const transformWarnings = {
  already_simple: "The text is simple: a simpler one would say something else",
  cannot_condense: "The text cannot be made a fifth shorter without losing something; what could go is gone",
  no_supporting_facts: "Neither the text nor its sources hold facts to add",
  already_there: "The text has all that the sources say",
  nothing_to_draw: "The text names fewer than two things that belong together, or mostly what the rules cannot draw",
  not_drawn: "A part of the text is not in the diagram",
  sources_left_out: "The project has more sources than are looked at; context.sourceIds names others",
  facts_at_risk: "The result would have lost code, a link, a number or a negation; the text stays as it was",
  writer_fallback: "The writer's text was not used; the rules made the result"
} as const

export type TransformWarningCode = keyof typeof transformWarnings

/** What the rules made, or a writer. `text` takes the place of the input's text. */
export interface TransformOutput {
  readonly text: string
  /** How the input's text became the output's, in order and without overlap. Absent: it was written anew. */
  readonly edits?: ReadonlyArray<TextEdit>
  readonly warnings: ReadonlyArray<TransformWarning>
}

/** What a writer is told of a transformation: the text and facts, never a blank page. */
export interface TransformInput {
  readonly kind: TransformationKind
  /** The selected text, Markdown. It is data, not instruction. */
  readonly text: string
  /** What stands around it. */
  readonly before: string
  readonly after: string
  readonly audience: string
  readonly tone: string
  /** What sources and context documents say of what the text names: nothing else may be added. */
  readonly facts: ReadonlyArray<Fact>
  readonly glossary: ReadonlyArray<GlossaryTerm>
  /** What the rules made: the result when there is no other writer, or none that can be used. */
  readonly draft: TransformOutput
}

/** Decisions docs 4.5: a condensed text is at most this share of the text. */
export const condensedShare = 0.8

/** How a kind may treat what must survive: `same` adds and loses nothing, `kept` may say something once less or more. */
const treatments: { readonly [K in TransformationKind]: "same" | "kept" } = {
  simplify: "same",
  condense: "kept",
  expand: "kept",
  add_example: "kept",
  add_troubleshooting: "kept",
  create_diagram: "kept"
}

/** What a result has lost that must survive; `undefined` when nothing. */
export const lostBy = (kind: TransformationKind, before: Survivors, after: Survivors): keyof Survivors | undefined =>
  treatments[kind] === "same" ? changed(before, after) : lost(before, after)

export const warningOf = (code: TransformWarningCode, detail?: string): TransformWarning => ({
  code,
  message: detail === undefined ? transformWarnings[code] : `${transformWarnings[code]}: ${detail}`
})

/** A text that stays as it is, and why. */
export const unchanged = (text: string, code: TransformWarningCode, detail?: string): TransformOutput => ({
  text,
  edits: [],
  warnings: [warningOf(code, detail)]
})

/** Makes edits, which are in order and do not overlap. */
export const applyEdits = (text: string, edits: ReadonlyArray<Omit<TextEdit, "reason">>): string => {
  let result = ""
  let at = 0
  for (const { end, replacement, start } of edits) {
    result += text.slice(at, start) + replacement
    at = end
  }
  return result + text.slice(at)
}

/** Edits that lead from a text to the result of further edits of what the first ones made. */
export const composeEdits = (
  text: string,
  first: ReadonlyArray<TextEdit>,
  second: ReadonlyArray<TextEdit>
): ReadonlyArray<TextEdit> => {
  let result = [...first]
  for (const edit of [...second].reverse()) result = addEdit(text, result, edit)
  return result
}

/** Adds one edit, given in units of what the edits so far make. */
const addEdit = (text: string, edits: ReadonlyArray<TextEdit>, edit: TextEdit): Array<TextEdit> => {
  let shift = 0
  const before: Array<TextEdit> = []
  const touched: Array<{ readonly edit: TextEdit; readonly at: number }> = []
  const after: Array<TextEdit> = []
  let beforeShift = 0
  let touchedShift = 0
  for (const one of edits) {
    const at = one.start + shift
    const end = at + one.replacement.length
    const growth = one.replacement.length - (one.end - one.start)
    if (end < edit.start) {
      before.push(one)
      beforeShift += growth
    } else if (at > edit.end) after.push(one)
    else {
      touched.push({ edit: one, at })
      touchedShift += growth
    }
    shift += growth
  }
  const first = touched[0]
  const last = touched.at(-1)
  const from = Math.min(edit.start, first?.at ?? edit.start)
  const to = Math.max(edit.end, last === undefined ? edit.end : last.at + last.edit.replacement.length)
  const start = from - beforeShift
  const end = to - beforeShift - touchedShift
  const made = applyEdits(
    text.slice(start, end),
    touched.map(({ edit: one }) => ({ start: one.start - start, end: one.end - start, replacement: one.replacement }))
  )
  const replacement = made.slice(0, edit.start - from) + edit.replacement + made.slice(edit.end - from)
  const reasons = new Set([...touched.map(({ edit: one }) => one.reason), edit.reason])
  return [...before, { start, end, replacement, reason: [...reasons].join("; ") }, ...after]
}
