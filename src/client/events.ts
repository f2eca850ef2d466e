/** Reads server-sent events (WHATWG HTML, 9.2). */
import type { ServerSentEvent } from "./Call.ts"

const parse = (text: string): ServerSentEvent["data"] => {
  try {
    return JSON.parse(text) as ServerSentEvent["data"]
  } catch {
    return { text }
  }
}

/** Makes events of lines; an empty line ends one. */
const collector = () => {
  let id = ""
  let event = ""
  let data: Array<string> = []
  return (line: string): ServerSentEvent | undefined => {
    const [, name = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (line === "") {
      const done =
        data.length === 0 ? undefined : { id, event: event === "" ? "message" : event, data: parse(data.join("\n")) }
      event = ""
      data = []
      return done
    }
    if (name === "id") id = value
    else if (name === "event") event = value
    else if (name === "data") data.push(value)
    return undefined
  }
}

/** The events of a body that is given chunk after chunk. What the end cuts off is no event. */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent, void, undefined> {
  const decoder = new TextDecoder()
  const collect = collector()
  let rest = ""
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ""
    for (const line of lines) {
      const event = collect(line)
      if (event !== undefined) yield event
    }
  }
}
