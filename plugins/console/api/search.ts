/** Finding a thing by its id, and its story. */
import * as Effect from "effect/Effect"
import { nothing } from "../answers.ts"
import type { Asked } from "../guard.ts"
import { allPanels, hrefOf, panelOf } from "./found.ts"

/** Longest id that is looked for, in characters (our choice). */
const longestId = 300

/** Things with this id. */
export const search = Effect.fnUntraced(function* ({ query, store }: Asked) {
  const id = query.get("q")?.trim() ?? ""
  if (id === "" || id.length > longestId) return { found: [] }
  const panels = yield* allPanels
  const found = panelOf(panels, id)
  const item = yield* found?.panel.item?.(store, id) ?? Effect.undefined
  return { found: item === undefined ? [] : [{ id, title: item.title, href: hrefOf(panels, id) }] }
})

/** Everything that happened to a thing, in order. */
export const showStory = () => Effect.fail(nothing("Nothing is known about this id"))
