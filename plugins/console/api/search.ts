/** Finding a thing by its id, and its story. */
import * as Effect from "effect/Effect"
import { Operator } from "../../../src/plugin.ts"
import type { Asked } from "../guard.ts"
import { allPanels, panelsOf } from "./found.ts"

/** Longest id that is looked for, in characters (our choice). */
const longestId = 300

/** Things with this id. */
export const search = Effect.fnUntraced(function* ({ query, store }: Asked) {
  const id = query.get("q")?.trim() ?? ""
  if (id === "" || id.length > longestId) return { found: [] }
  const panels = yield* allPanels
  for (const { name, panel } of panelsOf(panels, id)) {
    const item = yield* panel.item?.(store, id) ?? Effect.undefined
    if (item !== undefined) return { found: [{ id, title: item.title, href: `/${name}/${encodeURIComponent(id)}` }] }
  }
  return { found: [] }
})

/** Everything that happened to a thing, in order. Of an unknown one that is nothing, and no failure: not all things have a story. */
export const showStory = Effect.fnUntraced(function* ({ params }: Asked) {
  const id = params["id"] ?? ""
  const story = yield* (yield* Operator).explain(id)
  return story ?? { id, plugin: null, steps: [] }
})
