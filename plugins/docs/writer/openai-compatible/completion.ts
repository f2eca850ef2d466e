/** Answers of the chat completions protocol, whole or as a stream, as parts of `effect/ai`. Pure, but for the schemas. */
import type * as Response from "effect/ai/Response"
import * as Schema from "effect/Schema"

const Count = Schema.optional(Schema.NullOr(Schema.Int))

const UsageBody = Schema.Struct({
  prompt_tokens: Count,
  completion_tokens: Count,
  prompt_tokens_details: Schema.optional(Schema.NullOr(Schema.Struct({ cached_tokens: Count }))),
  completion_tokens_details: Schema.optional(Schema.NullOr(Schema.Struct({ reasoning_tokens: Count })))
})

const Text = Schema.optional(Schema.NullOr(Schema.String))

const Said = Schema.Struct({ content: Text, refusal: Text })

const Choice = Schema.Struct({
  delta: Schema.optional(Schema.NullOr(Said)),
  message: Schema.optional(Schema.NullOr(Said)),
  finish_reason: Text
})

/** A whole answer, or a piece of one. What else an endpoint says is not looked at. */
export const Completion = Schema.Struct({
  choices: Schema.optional(Schema.NullOr(Schema.Array(Choice))),
  usage: Schema.optional(Schema.NullOr(UsageBody)),
  error: Schema.optional(Schema.Unknown)
})

/** What an answer has said so far. */
export interface Progress {
  readonly started: boolean
  readonly finish: Response.FinishReason | undefined
  readonly usage: Response.FinishPartEncoded["usage"]
}

/** Nothing yet. */
export const beginning: Progress = { started: false, finish: undefined, usage: { inputTokens: {}, outputTokens: {} } }

const finishReasons: Readonly<Record<string, Response.FinishReason>> = {
  stop: "stop",
  length: "length",
  content_filter: "content-filter",
  tool_calls: "tool-calls",
  function_call: "tool-calls"
}

const given = (name: string, value: number | null | undefined) =>
  value === null || value === undefined ? {} : { [name]: value }

const usageOf = (usage: typeof UsageBody.Type): Progress["usage"] => ({
  inputTokens: {
    ...given("total", usage.prompt_tokens),
    ...given("cacheRead", usage.prompt_tokens_details?.cached_tokens)
  },
  outputTokens: {
    ...given("total", usage.completion_tokens),
    ...given("reasoning", usage.completion_tokens_details?.reasoning_tokens)
  }
})

/** One answer has one text. */
const textId = "text"

/** Whether the model says that it will not answer. */
export const isRefusal = ({ choices }: typeof Completion.Type): boolean =>
  (choices ?? []).some(({ delta, message }) => (delta?.refusal ?? message?.refusal ?? "") !== "")

/** What a piece adds, and the parts it makes. Only the first choice is asked for, so only it is read. */
export const advance = (
  progress: Progress,
  { choices, usage }: typeof Completion.Type
): readonly [Progress, ReadonlyArray<Response.StreamPartEncoded>] => {
  const choice = choices?.[0]
  const text = choice?.delta?.content ?? choice?.message?.content ?? ""
  const reason = choice?.finish_reason ?? undefined
  const parts: Array<Response.StreamPartEncoded> = []
  if (text !== "") {
    if (!progress.started) parts.push({ type: "text-start", id: textId })
    parts.push({ type: "text-delta", id: textId, delta: text })
  }
  return [
    {
      started: progress.started || text !== "",
      finish: reason === undefined ? progress.finish : (finishReasons[reason] ?? "unknown"),
      usage: usage === null || usage === undefined ? progress.usage : usageOf(usage)
    },
    parts
  ]
}

/** The parts that close an answer. */
export const closing = ({ finish, started, usage }: Progress): ReadonlyArray<Response.StreamPartEncoded> => [
  ...(started ? ([{ type: "text-end", id: textId }] as const) : []),
  { type: "finish", reason: finish ?? "unknown", usage, response: undefined }
]

/** A whole answer from its parts. */
export const contentOf = (parts: ReadonlyArray<Response.StreamPartEncoded>): Array<Response.PartEncoded> => {
  const text = parts.map((part) => (part.type === "text-delta" ? part.delta : "")).join("")
  const finish = parts.find((part) => part.type === "finish")
  return [...(text === "" ? [] : [{ type: "text", text } as const]), ...(finish === undefined ? [] : [finish])]
}
