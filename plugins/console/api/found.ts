/** Panels by their names in the console, and the pages of things by their ids. */
import * as Effect from "effect/Effect"
import { Operator, type OperatedPlugin, type Panel } from "../../../src/plugin.ts"
import { auditPanel } from "../auditPanel.ts"

/** A panel with the plugin that it belongs to. */
export interface FoundPanel {
  /** Such as `cards.payments`. */
  readonly name: string
  readonly plugin: string
  readonly panel: Panel<never>
}

const ofConsole: OperatedPlugin = { plugin: "console", panels: [auditPanel] }

/** What the plugins of the engine show, and the console's own. */
export const operated = Effect.gen(function* () {
  return [...(yield* (yield* Operator).panels), ofConsole]
})

/** All panels in their order. */
export const allPanels = Effect.map(operated, (plugins) =>
  plugins.flatMap(({ panels, plugin }) =>
    panels.map((panel): FoundPanel => ({ name: `${plugin}.${panel.id}`, plugin, panel }))
  )
)

/** The panels whose things have ids that begin like this one, those with the longest beginning first. */
export const panelsOf = (panels: ReadonlyArray<FoundPanel>, id: string): ReadonlyArray<FoundPanel> =>
  panels
    .filter(({ panel }) => panel.idPrefix !== undefined && id.startsWith(panel.idPrefix))
    .sort((a, b) => b.panel.idPrefix!.length - a.panel.idPrefix!.length)

/** The page of a thing: in the panel that shows such things, or its story alone. */
export const hrefOf = (panels: ReadonlyArray<FoundPanel>, id: string): string => {
  const [found] = panelsOf(panels, id)
  return found === undefined ? `/story/${encodeURIComponent(id)}` : `/${found.name}/${encodeURIComponent(id)}`
}
