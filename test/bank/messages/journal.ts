/** The ISO 20022 messages that an engine sent and received, as they were on the wire, opened for tests. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { sealPurpose } from "../../../plugins/bank/network-messages/journal.ts"
import { Signer, Store } from "../../../src/plugin.ts"
import type { Host } from "../host.ts"
import type { Sent } from "./schemas.ts"

/** Every message that an engine sent or received. */
export const messagesOf = (host: Host): Promise<ReadonlyArray<Sent>> =>
  host.engine.call(
    Effect.gen(function* () {
      const stores = yield* Store
      const signer = yield* Signer
      const store = yield* stores.region(stores.home)
      const rows = yield* store.read<{ readonly rail: string; readonly message_type: string; readonly sealed: string }>(
        "SELECT rail, message_type, sealed FROM bank_network_messages WHERE rail <> 'ach' ORDER BY sequence",
        []
      )
      return rows.map(({ message_type: definition, rail, sealed }) => ({
        rail,
        definition,
        xml: Result.getOrThrow(signer.open(sealPurpose, sealed))
      }))
    })
  )
