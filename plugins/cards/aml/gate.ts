/** Countries and regions that nothing may be processed with: the refusal, and its alert (compliance §5, S48). */
import * as Effect from "effect/Effect"
import type { Region } from "../../../src/domain.ts"
import { carryOutUnkeyed, Clock, noChange, type VersionConflict } from "../../../src/plugin.ts"
import { wholeSeconds } from "../events.ts"
import { planned, type Actor } from "../plans.ts"
import { CountrySanctioned } from "./Alert.ts"
import { isEmbargoed } from "./jurisdictions.ts"
import { measure, type Asked } from "./rates.ts"
import { recordFindings } from "./raising.ts"

/** A movement that is about to be processed. */
export interface Crossing extends Asked {
  /** `undefined` for a payment of nobody that is known: it is refused as well, and there is nobody to raise an alert about. */
  readonly customer: string | undefined
  readonly addresses: ReadonlyArray<Region.RegionalAddress | undefined>
  /** The parameter that led to the country. */
  readonly param: string
}

/**
 * Fails with `CountrySanctioned` when a country or region is under embargo. An alert is on disk by then; it needs a report once so much
 * was attempted. While it is open further attempts add nothing else to it, because no payment came of them.
 */
export const refuseEmbargoed = Effect.fnUntraced(function* (actor: Actor, crossing: Crossing) {
  const { addresses, customer, param } = crossing
  if (!addresses.some((address) => address !== undefined && isEmbargoed(address))) return
  if (customer === undefined) return yield* new CountrySanctioned({ param })
  const { thresholds, usdMinor } = yield* measure(actor, crossing)
  const sarRequired = usdMinor >= thresholds.suspicionMinor
  const alert = Effect.gen(function* () {
    const now = wholeSeconds((yield* Clock).now())
    const finding = { rule: "high_risk_call", sarRequired, payments: [] } as const
    const parts = yield* recordFindings(actor, [finding], { customer, now, cause: null })
    if (parts.writes.length === 0) return noChange(undefined)
    return yield* planned<undefined, VersionConflict>(actor, undefined, parts)
  })
  yield* carryOutUnkeyed(actor.store, alert).pipe(
    // Another attempt raised the same alert in the same moment: it is there, which is all that is wanted.
    Effect.catchTag("UniqueViolation", () => Effect.void)
  )
  return yield* new CountrySanctioned({ param })
})
