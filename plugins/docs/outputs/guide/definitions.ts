/** Places of descriptions that only tools of references fill, such as `<SchemaDefinition schemaRef="…" />`: they go, and the report names each. */
import type { ApiModel } from "../../model/ApiModel.ts"
import type { Brief } from "../Brief.ts"
import { isSame } from "../api-reference/schemaText.ts"
import { codeSpansIn } from "../markdown/inline.ts"

const place = /<[A-Z][A-Za-z]+\b[^<>]*\/>/g

const withoutPlaces = (text: string | undefined, brief: Brief): string | undefined => {
  const spans = codeSpansIn(text ?? "")
  return text?.replaceAll(place, (found, at: number) => {
    if (spans.some(([from, to]) => from <= at && at < to)) return found
    brief.dropped.push({ item: found, reason: "Only the tool that shows the description knows what stands there" })
    return ""
  })
}

/** A description whose introduction and groups have no such places, and which does not only repeat its title. */
export const withoutDefinitions = (api: ApiModel, brief: Brief): ApiModel => ({
  ...api,
  description: isSame(api.description, api.title) ? undefined : withoutPlaces(api.description, brief),
  tags: api.tags.map((tag) => ({ ...tag, description: withoutPlaces(tag.description, brief) }))
})
