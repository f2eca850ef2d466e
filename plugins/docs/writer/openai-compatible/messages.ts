/** Prompts of `effect/ai` as messages of the chat completions protocol. Text only: the writer needs no more. Pure. */
import type * as Prompt from "effect/ai/Prompt"
import * as Result from "effect/Result"

/** A message as it goes over the wire. */
export interface ChatMessage {
  readonly role: "system" | "user" | "assistant"
  readonly content: string
}

const textOf = (message: Prompt.Message): string | undefined => {
  if (message.role === "system") return message.content
  if (message.role === "tool") return undefined
  const texts = message.content.map((part) => (part.type === "text" ? part.text : undefined))
  return texts.includes(undefined) ? undefined : texts.join("")
}

/** The messages of a prompt; fails with what in it is no text. */
export const messagesOf = ({ content }: Prompt.Prompt): Result.Result<ReadonlyArray<ChatMessage>, string> => {
  const messages: Array<ChatMessage> = []
  for (const message of content) {
    const text = textOf(message)
    if (text === undefined || message.role === "tool") return Result.fail("This provider sends and reads text only")
    messages.push({ role: message.role, content: text })
  }
  return Result.succeed(messages)
}
