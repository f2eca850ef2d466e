/** What people do with alerts: look at them and change their status. Raising them is `monitoring.ts`. */
import * as Effect from "effect/Effect"
import { Clock, readDocuments, readPage, type CallerShape, type VersionConflict } from "../../../src/plugin.ts"
import { wholeSeconds } from "../events.ts"
import type { PageOf } from "../lists.ts"
import { eventsAbout, planned } from "../plans.ts"
import * as Alert from "./Alert.ts"
import { AlertBody } from "./AlertBody.ts"
import { standing } from "./highRisk.ts"
import * as repository from "./repository.ts"

export { rebuild } from "./rebuilding.ts"

type Reader = Pick<CallerShape, "store" | "scope">

const find = Effect.fnUntraced(function* (caller: Reader, id: string) {
  const found = yield* repository.byId(caller.store, caller.scope, id)
  return found ?? (yield* new Alert.AlertNotFound())
})

/** An alert by its id. Fails with `AlertNotFound`. */
export const retrieve = (caller: Reader, id: string) => Effect.map(find(caller, id), ({ alert }) => alert)

/** What a list of alerts may be narrowed by. */
export interface AlertFilter {
  readonly status?: Alert.AlertStatus | undefined
  readonly sarRequired?: boolean | undefined
  readonly customer?: string | undefined
}

/** A page of alerts, newest first. */
export const list = (caller: Reader, { customer, sarRequired, status }: AlertFilter, page: PageOf) =>
  readDocuments(caller, repository, {
    ...page,
    endpoint: "cards.aml.alerts",
    filters: { status, sar_required: sarRequired?.toString(), customer_id: customer },
    narrowing: { status, customer, sar_required: sarRequired === undefined ? undefined : Number(sarRequired) }
  })

/** A page of the history of an alert, newest first. Fails with `AlertNotFound`. */
export const history = Effect.fnUntraced(function* (caller: Reader, id: string, page: PageOf) {
  yield* find(caller, id)
  return yield* readPage(caller, { ...page, endpoint: "cards.aml.history", filters: { id } }, (after, rows) =>
    repository.history(caller, id, { after, rows })
  )
})

/**
 * Changes the status of an alert, with a line in its history. Fails with `AlertNotFound`, `AlertTransitionRefused` or
 * `AlertNoteMissing`. A customer whom nothing else makes high-risk stops being so when the alert is closed.
 */
export const change = Effect.fnUntraced(function* (
  caller: CallerShape,
  id: string,
  command: { readonly status: Alert.AlertStatus; readonly note?: string | undefined }
) {
  const clock = yield* Clock
  const now = wholeSeconds(clock.now())
  const { alert, version } = yield* find(caller, id)
  const actor = caller.principal.credential
  const decision = yield* Effect.fromResult(Alert.change(alert, { ...command, actor }))
  const { state } = decision
  const customer = yield* standing(caller, state)
  return yield* planned<Alert.Alert, VersionConflict>(caller, state, {
    writes: [
      repository.update(caller.scope, state, version),
      repository.insertAudit(caller.scope, {
        alert: id,
        at: now,
        actor,
        action: "changed",
        from: alert.status,
        to: state.status,
        note: command.note ?? null,
        cause: null
      }),
      ...customer.writes
    ],
    events: [...eventsAbout(decision.events, state, AlertBody.write), ...customer.events]
  })
})
