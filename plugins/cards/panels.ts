/** What operators see of the service: a line per panel, and how it stands. */
import * as Effect from "effect/Effect"
import type { Mode } from "../../src/domain.ts"
import {
  webhookPanels,
  type CoreServices,
  type PanelAction,
  type PluginPanels,
  type RegionStore
} from "../../src/plugin.ts"
import { keysPanel } from "./administration/panel.ts"
import { alertsPanel } from "./aml/panel.ts"
import { bankAccountsPanel } from "./bank-accounts/panel.ts"
import { balancesPanel } from "./balance/panel.ts"
import { customersPanel } from "./customers/panel.ts"
import { cardsPlugin } from "./declaration.ts"
import { disputesPanel } from "./disputes/panel.ts"
import type { CardsOptions } from "./face.ts"
import { volumeOf } from "./overviewRepository.ts"
import { ownerOf } from "./panelParts.ts"
import { paymentsPanel } from "./payments/panel.ts"
import { payoutsPanel } from "./payouts/panel.ts"
import { refundsPanel } from "./refunds/panel.ts"
import { riskRulesPanel } from "./risk/panel.ts"
import { screeningsPanel } from "./screening/panel.ts"
import type { CardsEventType } from "./events.ts"
import * as webhookEndpoints from "./webhook-endpoints/calls.ts"
import { webhookProfile } from "./webhook-endpoints/profile.ts"

const dayMs = 86_400_000

const countOf = (panel: { readonly badge?: (store: RegionStore) => Effect.Effect<number, unknown, CoreServices> }) =>
  panel.badge ?? (() => Effect.succeed(0))

/** "1 dispute needs", "2 disputes need". */
const need = (count: number, one: string, many: string, href: string) =>
  count === 0 ? [] : [{ text: count === 1 ? `1 ${one}` : `${count} ${many}`, href }]

const overview = Effect.fnUntraced(function* (store: RegionStore, now: number) {
  const today = Math.floor(now / dayMs) * dayMs
  const sums = yield* volumeOf(store, { from: today, to: now })
  const disputes = yield* countOf(disputesPanel)(store)
  const alerts = yield* countOf(alertsPanel)(store)
  const payments = sums.reduce((sum, { count }) => sum + count, 0)
  const declined = sums.reduce((sum, one) => sum + one.declined, 0)
  return {
    figures: [
      { title: "Payments today", value: payments, href: "/cards.payments" },
      {
        title: "Declined today",
        value: declined,
        ...(declined === 0 ? {} : { tone: "bad" as const }),
        href: "/cards.payments?status=failed"
      },
      { title: "Disputes to answer", value: disputes, href: "/cards.disputes?status=needs_response" }
    ],
    needs: [
      ...need(disputes, "dispute needs an answer", "disputes need an answer", "/cards.disputes?status=needs_response"),
      ...need(
        alerts,
        "alert of the monitoring is open",
        "alerts of the monitoring are open",
        "/cards.alerts?status=open"
      )
    ]
  }
})

const panelsOf = (
  mode: Mode,
  sandboxActions: ReadonlyArray<PanelAction<CoreServices>>
): PluginPanels<CoreServices> => ({
  panels: [
    paymentsPanel(mode),
    refundsPanel,
    customersPanel(mode),
    disputesPanel,
    payoutsPanel(mode),
    bankAccountsPanel,
    balancesPanel(mode, sandboxActions),
    keysPanel(mode),
    alertsPanel,
    screeningsPanel,
    riskRulesPanel(mode),
    ...webhookPanels({
      declaration: cardsPlugin,
      mode,
      profile: webhookProfile,
      group: "Cards",
      principalOf: ownerOf,
      register: (caller, { eventTypes, url }) =>
        webhookEndpoints.create(caller, { url, enabledEvents: eventTypes as ReadonlyArray<CardsEventType> })
    })
  ],
  overview,
  volume: volumeOf
})

/** `sandboxActions`: what operators of a sandbox do to an account. What they make is of the mode whose keys the service takes. */
export const cardsPanels = (
  { mode }: CardsOptions,
  sandboxActions: ReadonlyArray<PanelAction<CoreServices>>
): PluginPanels<CoreServices> => panelsOf(mode === "sandbox" ? "test" : "live", sandboxActions)
