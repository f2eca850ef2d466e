/** The whole pipeline on plain values: read the sources, plan, write. A generator, so that the first section is out early. */
import { maxWarnings, type Warning } from "../model/Warning.ts"
import type { ReadSource } from "../model/SourceModel.ts"
import { outputs } from "../outputs/outputs.ts"
import { readSource } from "../sources/readers.ts"
import { SourceError } from "../sources/SourceError.ts"
import type { GenerateTask, InspectTask, SourceInput, Task, WorkEvent } from "./Task.ts"

/** A source that cannot be read, by the name that the client knows it by. */
const failedBy = (error: unknown, source: SourceInput): WorkEvent => {
  if (!(error instanceof SourceError)) throw error
  return { type: "failed", failure: { ...error.failure, source: source.name } }
}

const warningEvents = (warnings: ReadonlyArray<Warning>): ReadonlyArray<WorkEvent> =>
  warnings.map((warning) => ({ type: "warning", warning }))

function* inspect({ source }: InspectTask): Generator<WorkEvent> {
  let read: ReadSource
  try {
    read = readSource(source)
  } catch (error) {
    return yield failedBy(error, source)
  }
  yield* warningEvents(read.warnings)
  yield { type: "inspected", detected: read.detected }
}

function* generate(task: GenerateTask): Generator<WorkEvent> {
  const sources: Array<ReadSource> = []
  for (const source of task.sources) {
    try {
      sources.push(readSource(source, task.docType))
    } catch (error) {
      return yield failedBy(error, source)
    }
  }
  const warnings = sources.flatMap((source) => source.warnings)
  const output = outputs[task.docType]
  const plan = output?.plan(
    sources.map(({ model }) => model),
    { settings: task.settings, context: task.context, warn: (warning) => void warnings.push(warning) }
  )
  if (plan === undefined) {
    const kinds = [...new Set(sources.map(({ detected }) => detected.kind))].join(", ")
    const message = `These sources (${kinds}) cannot become ${task.docType}`
    return yield { type: "failed", failure: { code: "unsupported_combination", message } }
  }
  yield {
    type: "outline",
    title: plan.title,
    sections: plan.sections.map(({ id, level, title }) => ({ id, level, title }))
  }
  for (const { id, write } of plan.sections) yield { type: "section", id, parts: write() }
  yield { type: "done", report: { ...plan.report(), warnings: warnings.slice(0, maxWarnings), writers: {} } }
}

/** Does a task, step by step. Throws only on a bug of ours. */
export function* produce(task: Task): Generator<WorkEvent> {
  if (task.kind === "inspect") yield* inspect(task)
  else yield* generate(task)
}
