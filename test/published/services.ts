/** The services of which the whole document is published by their plugins, and what is still to come. */
import { bank } from "../../plugins/bank/index.ts"
import { cards } from "../../plugins/cards/index.ts"
import { docs } from "../../plugins/docs/index.ts"

type Json = any

/** Services with a publication. */
export const published = [cards(), bank(), docs()].filter(({ http }) => http?.publication !== undefined)

/** The document of a service. */
export const documentOf = ({ http, id }: (typeof published)[number]): Json => structuredClone(http!.openApi(`/${id}`))

/** Whether every operation of a document has its words. */
export const isWhole = (document: Json): boolean =>
  Object.values<Json>(document.paths).every((methods) =>
    Object.values<Json>(methods).every(({ summary }) => summary !== undefined)
  )

/** The document with the operations that have their words, and their tags. */
export const wordedPart = (document: Json): Json => {
  const tags = new Set<string>(["Webhooks"])
  const paths: Json = {}
  for (const [path, methods] of Object.entries<Json>(document.paths)) {
    for (const [method, operation] of Object.entries<Json>(methods)) {
      if (operation.summary === undefined) continue
      for (const tag of operation.tags) tags.add(tag)
      paths[path] = { ...paths[path], [method]: operation }
    }
  }
  return { ...document, paths, tags: document.tags.filter(({ name }: Json) => tags.has(name)) }
}
