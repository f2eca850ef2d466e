/**
 * Work on prose: its style, and its transformations. Loaded when there is some: a document is begun without the parser and
 * the rules that this takes.
 */
import type { CheckRules } from "../checks/CheckRules.ts"
import { checkText } from "../checks/checkText.ts"
import { fixText } from "../checks/fixText.ts"
import { styleRulesIn, termsIn, understoodIn } from "../context/language.ts"
import type { ReadSource } from "../model/SourceModel.ts"
import { readSource } from "../sources/readers.ts"
import { figuresOf, refusalOf, transformText } from "../transformations/transformText.ts"
import { failedBy, type Reader } from "./produce.ts"
import type { CheckTask, JudgeTask, ProseTask, TransformTask, WorkEvent } from "./Task.ts"

const transform = ({ input, sources }: TransformTask, reader: Reader): WorkEvent => {
  const read: Array<ReadSource> = []
  for (const source of sources) {
    try {
      read.push(reader(source))
    } catch (error) {
      return failedBy(error, source)
    }
  }
  return {
    type: "transformed",
    result: transformText(
      input,
      read.map(({ model }) => model)
    )
  }
}

const judge = ({ input, text }: JudgeTask): WorkEvent => {
  const refusal = refusalOf(input, text)
  const figures = { before: figuresOf(input.text), after: figuresOf(text) }
  return refusal === undefined ? { type: "judged", figures } : { type: "judged", refusal, figures }
}

/** The rules of a check with those of its context documents. */
const rulesOf = ({ context, rules }: Pick<CheckTask, "context" | "rules">): CheckRules => ({
  ...rules,
  terms: [...rules.terms, ...termsIn(context)],
  styleGuide: [...rules.styleGuide, ...styleRulesIn(context)]
})

/** Does a task. Throws only on a bug of ours. */
export const workOnProse = (task: ProseTask, reader: Reader = readSource): WorkEvent => {
  if (task.kind === "check") return { type: "checked", result: checkText(task.text, rulesOf(task)) }
  if (task.kind === "fix") return { type: "fixed", result: fixText(task.text, rulesOf(task)) }
  if (task.kind === "terms") return { type: "terms", terms: termsIn(task.context) }
  if (task.kind === "count") return { type: "counted", understood: task.context.map(understoodIn) }
  return task.kind === "transform" ? transform(task, reader) : judge(task)
}
