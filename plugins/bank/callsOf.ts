/** How calls in process are made of this plugin's operations. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { atHome, fieldNames, makeHostCalls, type CallerShape } from "../../src/plugin.ts"
import type { AchConnection } from "./AchOperator.ts"
import { clients } from "./clients/repository.ts"
import { ClientDeactivated } from "./face-errors.ts"
import { checkScope, missingKey } from "./face.ts"
import type { Participants } from "./Participants.ts"
import type { Rails } from "./Rail.ts"
import { bodyReader } from "./reading.ts"
import type { PaymentWaiters } from "./waiters.ts"

const same = (name: string): string => name

/** Services of the plugin's layer. */
export type BankServices = AchConnection | Participants | PaymentWaiters | Rails

/** How calls are judged: the scopes of endpoints, and their keys, are required here too, and the client must be active. */
export const judging = {
  reader: bodyReader,
  names: fieldNames({ inBody: same, inCommand: same }),
  admit: Effect.fnUntraced(function* (caller: CallerShape, endpoint: Context.Context<never>) {
    yield* checkScope(endpoint, caller.principal)
    const missing = caller.key === undefined ? missingKey(endpoint) : undefined
    if (missing !== undefined) return yield* missing
    const admitted = yield* atHome(caller)
    // It may have been deactivated since the caller was made, as its keys and tokens are refused from then on.
    const client = yield* clients.byId(admitted.store, caller.principal.account)
    if (client?.document.active === false) return yield* new ClientDeactivated()
    return admitted
  })
}

/** `const { change, read } = callsOf(BankApi, "payments")`. */
export const callsOf = makeHostCalls<BankServices>()(judging)
