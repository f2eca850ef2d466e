/** How calls in process are made of this plugin's operations. */
import * as Effect from "effect/Effect"
import { fieldNames, makeHostCalls, Store } from "../../src/plugin.ts"
import type { AchConnection } from "./AchOperator.ts"
import { checkScope, missingKey } from "./face.ts"
import type { Participants } from "./Participants.ts"
import type { Rails } from "./Rail.ts"
import { bodyReader } from "./reading.ts"
import type { PaymentWaiters } from "./waiters.ts"

const same = (name: string): string => name

/** `const { change, read } = callsOf(BankApi, "payments")`: the scopes of endpoints, and their keys, are required here too. */
export const callsOf = makeHostCalls<AchConnection | Participants | PaymentWaiters | Rails>()({
  reader: bodyReader,
  names: fieldNames({ inBody: same, inCommand: same }),
  admit: Effect.fnUntraced(function* (caller, endpoint) {
    yield* checkScope(endpoint, caller.principal)
    const missing = caller.key === undefined ? missingKey(endpoint) : undefined
    if (missing !== undefined) return yield* missing
    const stores = yield* Store
    // All data of this plugin are in the home region.
    return caller.store.name === stores.home ? caller : { ...caller, store: yield* stores.region(stores.home) }
  })
})
