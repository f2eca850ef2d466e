/** Places of descriptions that tools of references fill: those for a schema get its fields and example, the others are named in the report. */
import type { ApiModel } from "../../model/ApiModel.ts"
import { Reference } from "../api-reference/Reference.ts"
import type { Brief } from "../Brief.ts"
import { codeSpansIn, fenced } from "../markdown/inline.ts"
import { schemaText } from "./inputs.ts"

/** `<SchemaDefinition schemaRef="#/components/schemas/Box" />` */
const place = /<[A-Z][A-Za-z]+\b[^<>]*\/>/g

const filled = (found: string, reference: Reference): string => {
  const name =
    /^<SchemaDefinition\b[^<>]*\bschemaRef\s*=\s*["']#\/(?:components\/schemas|definitions)\/([^"']+)["']/.exec(
      found
    )?.[1]
  const schema = name === undefined ? undefined : reference.schemas.get(name)?.schema
  const fields = schema === undefined ? "" : schemaText(schema, reference)
  if (fields === "") {
    reference.brief.dropped.push({
      item: found,
      reason: "Only the tool that shows the description knows what stands there"
    })
    return ""
  }
  const [example] = reference.resolved(schema!).examples ?? []
  const shown = typeof example === "object" ? `\n\n${fenced(JSON.stringify(example, null, 2), "json")}` : ""
  return `\n\n${fields}${shown}\n\n`
}

const withPlaces = (description: string | undefined, reference: Reference): string | undefined => {
  if (description === undefined || description.search(place) === -1) return description
  const spans = codeSpansIn(description)
  return description.replaceAll(place, (found, at: number) =>
    spans.some(([from, to]) => from <= at && at < to) ? found : filled(found, reference)
  )
}

/** A description whose introduction and groups have no such places. */
export const withDefinitions = (api: ApiModel, brief: Brief): ApiModel => {
  const reference = new Reference(api, brief)
  return {
    ...api,
    description: withPlaces(api.description, reference),
    tags: api.tags.map((tag) => ({ ...tag, description: withPlaces(tag.description, reference) }))
  }
}
