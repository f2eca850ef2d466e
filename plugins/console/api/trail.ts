/** The audit trail over HTTP. */
import * as Effect from "effect/Effect"
import { Store } from "../../../src/plugin.ts"
import { opened, trail } from "../auditRepository.ts"
import type { Asked } from "../guard.ts"

/** A window of the trail, newest first. It is kept in the home region, whatever region is looked at. */
export const showTrail = Effect.fnUntraced(function* ({ query }: Asked) {
  const stores = yield* Store
  const store = yield* stores.region(stores.home)
  const rows = yield* trail.rows(store, {}, query.get("anchor") ?? undefined)
  return {
    rows: rows.map((row) => {
      const { action, created_at, detail, id, reason, resource, result, role, sequence, session } = opened(store, row)
      return {
        id,
        anchor: String(sequence),
        at: Number(created_at),
        session,
        role,
        action,
        resource,
        reason,
        result,
        detail
      }
    })
  }
})
