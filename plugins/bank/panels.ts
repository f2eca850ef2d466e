/** What operators see of the service: a line per panel, and how it stands. */
import * as Effect from "effect/Effect"
import type { Mode } from "../../src/domain.ts"
import { webhookPanels, type Panel, type PluginPanels, type RegionStore } from "../../src/plugin.ts"
import { alertsPanel, auditPanel } from "./administration/panel.ts"
import { approvalRulesPanel } from "./approval-rules/panel.ts"
import { clientsPanel } from "./clients/panel.ts"
import { approvalsPanel } from "./approvals/panel.ts"
import { bankPlugin } from "./declaration.ts"
import { queuePanel } from "./holds/panel.ts"
import { clientOf, type PanelNeeds } from "./panelParts.ts"
import { participantsPanel } from "./participants/panel.ts"
import { suspensePanel, transfersPanel } from "./payments/panel.ts"
import { requestsPanel } from "./rfp/panel.ts"
import { routingPanel } from "./routing/panel.ts"
import type { BankOptions } from "./settings.ts"
import type * as SandboxPanels from "./simulator/panel.ts"
import * as webhooks from "./webhooks/calls.ts"
import { webhookProfile } from "./webhooks/profile.ts"

/** A panel whose badge is a figure of the overview, and what its things need. */
interface Waiting {
  readonly panel: Panel<PanelNeeds>
  readonly one: string
  readonly many: string
  readonly query: string
}

const waitingIn = (panels: ReadonlyArray<Waiting>) =>
  Effect.fnUntraced(function* (store: RegionStore) {
    const counted = yield* Effect.forEach(panels, ({ panel, ...words }) =>
      Effect.map(panel.badge?.(store) ?? Effect.succeed(0), (count) => ({ ...words, count, panel }))
    )
    return {
      // The queue is watched; what else waits stands among what needs a person.
      figures: counted.slice(0, 1).map(({ count, panel, query }) => ({
        title: "Transfers held",
        value: count,
        href: `/bank.${panel.id}${query}`
      })),
      needs: counted
        .filter(({ count }) => count > 0)
        .map(({ count, many, one, panel, query }) => ({
          text: count === 1 ? `1 ${one}` : `${count} ${many}`,
          href: `/bank.${panel.id}${query}`
        }))
    }
  })

/** `sandbox`: what a sandbox has besides. */
export const bankPanels = (options: BankOptions, sandbox?: typeof SandboxPanels): PluginPanels<PanelNeeds> => {
  const mode: Mode = options.mode === "production" ? "live" : "test"
  const queue = queuePanel(mode)
  const approvals = approvalsPanel(mode)
  const alerts = alertsPanel(mode)
  return {
    panels: [
      transfersPanel(mode, sandbox?.transferTricks ?? []),
      requestsPanel(mode, sandbox?.payerTricks ?? []),
      queue,
      approvals,
      approvalRulesPanel(mode),
      suspensePanel(mode),
      alerts,
      clientsPanel(mode),
      routingPanel(mode),
      participantsPanel,
      ...webhookPanels({
        declaration: bankPlugin,
        profile: webhookProfile,
        group: "Bank",
        principalOf: clientOf,
        mode,
        register: (caller, { eventTypes, url }) => webhooks.register(caller, { url, events: eventTypes })
      }),
      auditPanel,
      ...(sandbox?.sandboxPanels ?? [])
    ],
    overview: waitingIn([
      {
        panel: queue,
        one: "transfer is held by compliance",
        many: "transfers are held by compliance",
        query: "?status=open"
      },
      { panel: approvals, one: "transfer waits for approval", many: "transfers wait for approval", query: "" },
      { panel: alerts, one: "alert is open", many: "alerts are open", query: "?status=open" }
    ])
  }
}
