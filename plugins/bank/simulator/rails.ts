/** The rails of a sandbox: ISO 20022 over the simulated network. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Clock, Ids, Signer, Store } from "../../../src/plugin.ts"
import { keepMessagesAlong } from "../network-messages/journal.ts"
import { Rails, type RailCapabilities } from "../Rail.ts"
import { makeIsoRail } from "../rails/iso.ts"
import { SimulatedNetwork } from "./services.ts"

/** Expected answers are those of spec bank §2, rail attributes. */
const instant = (responseMs: number): RailCapabilities => ({
  idempotentSend: false,
  inquiry: true,
  requestForPayment: true,
  returnRequest: true,
  batch: false,
  responseMs
})

const wire: RailCapabilities = {
  idempotentSend: false,
  inquiry: true,
  requestForPayment: false,
  returnRequest: true,
  batch: false,
  responseMs: 60_000
}

/** RTP, FedNow, Fedwire and SWIFT. */
export const simulatedRails: Layer.Layer<Rails, never, SimulatedNetwork | Clock | Ids | Signer | Store> = Layer.effect(
  Rails,
  Effect.map(
    Effect.flatMap(SimulatedNetwork, (network) => keepMessagesAlong(network.transport)),
    (transport) =>
      Rails.from([
        makeIsoRail({ id: "rtp", capabilities: instant(10_000), transport }),
        makeIsoRail({ id: "fednow", capabilities: instant(20_000), transport }),
        makeIsoRail({ id: "fedwire", capabilities: wire, transport }),
        makeIsoRail({ id: "swift", capabilities: wire, transport })
      ])
  )
)
