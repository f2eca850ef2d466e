/**
 * An API out of a text that only speaks of it: requests such as `GET /healthz`, with the sentence they stand in and the
 * status it names. It is what a reference can honestly be when there is no description.
 */
import type { ApiModel, ApiResponse, Operation } from "../../model/ApiModel.ts"
import type { SourceModel } from "../../model/SourceModel.ts"
import type { TextBlock } from "../../model/TextModel.ts"
import { sentencesOf } from "../../writer/rules/sentences.ts"

const request = /\b(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (\/[\w{}.:/@-]*[\w}/])/g

const statuses = /\b(?:returns?|answers?|responds? with|status(?: code)?) `?([1-5]\d\d)\b/gi

const sentencesIn = (source: SourceModel): ReadonlyArray<string> => {
  if (source.kind === "changes") return source.releases.flatMap(({ changes }) => changes.map(({ text }) => text))
  if (source.kind !== "text") return []
  return source.blocks
    .filter(({ kind }) => kind !== "heading" && kind !== "definitions")
    .flatMap((block) =>
      wordsOf(block)
        .split(/\n{2,}/)
        .flatMap(sentencesOf)
    )
}

const wordsOf = (block: TextBlock): string => {
  if (block.kind === "list") return block.items.join("\n")
  return block.kind === "table" ? block.source : block.text
}

const parametersOf = (path: string): Operation["parameters"] =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
    name: name!,
    in: "path" as const,
    required: true,
    deprecated: false,
    schema: { types: ["string" as const] },
    examples: []
  }))

const operationsIn = (sentences: ReadonlyArray<string>): ReadonlyArray<Operation> => {
  const found = new Map<string, Operation>()
  for (const sentence of sentences) {
    for (const [key, method, path] of sentence.matchAll(request)) {
      if (found.has(key)) continue
      const responses = Array.from(sentence.matchAll(statuses), ([, code]): ApiResponse => ({
        code: code!,
        description: "",
        headers: [],
        content: [],
        links: []
      }))
      found.set(key, {
        key,
        method: method!,
        path: path!,
        description: sentence,
        tags: [],
        deprecated: false,
        servers: [],
        security: undefined,
        parameters: parametersOf(path!),
        responses,
        callbacks: []
      })
    }
  }
  return [...found.values()]
}

const titleOf = (sources: ReadonlyArray<SourceModel>): string => {
  for (const source of sources) if (source.kind === "text" && source.title !== undefined) return source.title
  const text = sources.find((source) => source.kind === "text")?.text ?? ""
  return `${/^\s*([A-Z][\w-]*) is (?:an?|the)\b/.exec(text)?.[1] ?? "HTTP"} API`
}

/** The API that the sources speak of; `undefined` when they name no request. */
export const mentionedApi = (sources: ReadonlyArray<SourceModel>): ApiModel | undefined => {
  const operations = operationsIn(sources.flatMap(sentencesIn))
  if (operations.length === 0) return undefined
  return {
    kind: "api",
    format: "openapi",
    formatVersion: "",
    title: titleOf(sources),
    servers: [],
    tags: [],
    operations,
    webhooks: [],
    schemas: [],
    securitySchemes: [],
    security: undefined
  }
}
