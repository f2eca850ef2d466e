/** Tasks: numbered steps, from sentences that tell them, from lists of steps, and from code with words before it. */
import type { TextBlock } from "../../model/TextModel.ts"
import { capitalized, ended, imperativeHeading, isImperative, sentencesOf } from "../../writer/rules/sentences.ts"
import type { Brief } from "../Brief.ts"
import { literals } from "../markdown/literals.ts"
import { fenced, render } from "../markdown/prose.ts"
import type { Passage } from "../material/Passage.ts"
import { taskOf, type ToldTask } from "../material/rows.ts"
import type { Part } from "./Chapter.ts"
import { blocksText } from "./passageText.ts"

/** Code blocks that are still a sequence of steps. Our choice: more of them are examples to look things up in. */
const maxCodeSteps = 3

const actorLine = (actor: string, brief: Brief): string =>
  brief.voice.tone === "concise" ? `Role: ${actor}.` : `This is a task for the ${actor}.`

const toldText = (task: ToldTask, notes: ReadonlyArray<string>, brief: Brief): string =>
  [
    task.actor === undefined ? "" : brief.say(actorLine(task.actor, brief)),
    task.steps.map((step, at) => `${at + 1}. ${brief.line(literals(ended(step)))}`).join("\n"),
    notes.length === 0 ? "" : brief.say(literals(notes.join(" ")))
  ]
    .filter((text) => text !== "")
    .join("\n\n")

/** The tasks that sentences tell; the sentences after one are notes on it. */
const toldTasks = (passage: Passage, brief: Brief): ReadonlyArray<Part> => {
  const found: Array<{ readonly task: ToldTask; readonly notes: Array<string> }> = []
  for (const block of passage.blocks) {
    if (block.kind !== "paragraph") continue
    for (const sentence of sentencesOf(block.text)) {
      const task = taskOf(sentence)
      if (task !== undefined) found.push({ task, notes: [] })
      else found.at(-1)?.notes.push(sentence)
    }
  }
  return found.map(({ notes, task }) => ({ title: task.title, text: () => toldText(task, notes, brief) }))
}

const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, "   ")

const isShell = (block: Extract<TextBlock, { kind: "code" }>): boolean =>
  /^(?:sh|bash|shell|console|zsh)$/i.test(block.language ?? "") ||
  /^\s*(?:\$ |npm |npx |go |pip |cargo |curl |git |docker |make )/.test(block.text)

/** Words before code as an order: the author's own where they are one. */
const stepWords = (before: string, block: Extract<TextBlock, { kind: "code" }>): string => {
  if (before !== "" && (isImperative(before) || before.endsWith(":"))) return before
  const order = isShell(block) ? "Run this:" : "Write this:"
  return before === "" ? order : `${ended(before)} ${order}`
}

/** Paragraphs with code after them as steps. */
const codeSteps = (blocks: ReadonlyArray<TextBlock>, brief: Brief): string => {
  const steps: Array<string> = []
  let before: Array<string> = []
  for (const block of blocks) {
    if (block.kind === "code") {
      const words = brief.line(literals(stepWords(before.join(" "), block)))
      steps.push(`${steps.length + 1}. ${capitalized(words)}\n\n${indent(fenced(block.text, block.language))}`)
      before = []
    } else if (block.kind === "paragraph") before.push(render(block).replaceAll("\n", " "))
    else before.push(render(block))
  }
  const rest = before.length === 0 ? "" : `\n\n${before.map((text) => brief.say(literals(text))).join("\n\n")}`
  return steps.join("\n\n") + rest
}

const hasSteps = ({ blocks }: Passage): boolean => blocks.some((block) => block.kind === "list" && block.ordered)

const hasFewCodes = ({ blocks }: Passage): boolean => {
  const codes = blocks.filter(({ kind }) => kind === "code").length
  return codes > 0 && codes <= maxCodeSteps && blocks.every(({ kind }) => kind === "code" || kind === "paragraph")
}

const titled = (passage: Passage, name: string): string => {
  const title = passage.title ?? "Use it"
  return /^(?:usage|use|using|examples?|getting started|quick ?start)$/i.test(title)
    ? `Use ${name}`
    : imperativeHeading(title)
}

/** What became of passages: the tasks, and those that have no steps. */
export interface Tasks {
  readonly parts: ReadonlyArray<Part>
  readonly others: ReadonlyArray<Passage>
}

/** Makes tasks of passages on tasks. */
export const tasksOf = (passages: ReadonlyArray<Passage>, name: string, brief: Brief): Tasks => {
  const parts: Array<Part> = []
  const others: Array<Passage> = []
  for (const passage of passages) {
    const told = passage.title === undefined ? toldTasks(passage, brief) : []
    if (told.length > 0) parts.push(...told)
    else if (hasSteps(passage))
      parts.push({ title: titled(passage, name), text: () => blocksText(passage.blocks, brief) })
    else if (hasFewCodes(passage))
      parts.push({ title: titled(passage, name), text: () => codeSteps(passage.blocks, brief) })
    else others.push(passage)
  }
  return { parts, others }
}
