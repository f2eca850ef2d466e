/** What can be made to go wrong in a sandbox, and a fresh start: the actions that plugins mark as such, by their groups. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { ActionDialog, type Asked } from "../actions/ActionDialog.tsx"
import { panelsQuery } from "../api/queries.ts"
import type { Action, PanelShape } from "../api/wire.ts"
import { Icon } from "../parts/Icon.tsx"
import { useRegion } from "../shell/context.ts"

interface Tool {
  readonly panel: PanelShape
  readonly action: Action
}

const toolsOf = (panels: ReadonlyArray<PanelShape>): ReadonlyArray<Tool> =>
  panels.flatMap((panel) =>
    panel.actions.filter(({ sandbox }) => sandbox === true).map((action) => ({ panel, action }))
  )

const names: Readonly<Record<string, string>> = { cards: "Cards", bank: "Bank: the simulated network", docs: "Docs" }

export const Tools = () => {
  const { data: panels = [] } = useQuery(panelsQuery(useRegion()))
  const [asked, setAsked] = useState<Asked>()
  const groups = Array.from(Map.groupBy(toolsOf(panels), ({ panel }) => panel.plugin))
  return (
    <>
      {groups.map(([plugin, tools]) => (
        <section key={plugin} className="tools" aria-label={names[plugin] ?? plugin}>
          <h3>{names[plugin] ?? plugin}</h3>
          <ul>
            {tools.map(({ panel, action }) => (
              <li key={action.id}>
                <button
                  type="button"
                  className={action.tone === "bad" ? "tool bad" : "tool"}
                  onClick={() => setAsked({ panel: panel.id, action })}
                >
                  <span>
                    <b>{action.title}</b>
                    <small>{action.confirm}</small>
                  </span>
                  <Icon name="chevron-right" />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <ActionDialog key={asked?.action.id ?? ""} asked={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}
