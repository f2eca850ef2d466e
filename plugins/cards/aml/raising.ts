/** What findings become: a new alert, or more payments on one that accepts them, with its event and line of history. */
import * as Effect from "effect/Effect"
import { Ids, type CallerShape } from "../../../src/plugin.ts"
import { modeOfScope } from "../../../src/domain.ts"
import * as Alert from "./Alert.ts"
import { AlertBody } from "./AlertBody.ts"
import { flagged, noParts, type Parts } from "./highRisk.ts"
import { eventAbout } from "../plans.ts"
import * as repository from "./repository.ts"
import type { AmlRuleId } from "./rules.ts"

type Reader = Pick<CallerShape, "store" | "scope">

/** A finding with the payments that show it. */
export interface Shown {
  readonly rule: AmlRuleId
  readonly period?: string
  readonly sarRequired: boolean
  readonly payments: ReadonlyArray<string>
}

/** Whom findings are about, and what led to them. */
export interface Occasion {
  readonly customer: string
  readonly now: number
  /** Id of the payment, payout or screening. */
  readonly cause: string | null
}

interface Recorded extends Parts {
  readonly alerts: ReadonlyArray<Alert.Alert>
}

const auditOf = (action: "raised" | "extended", alert: Alert.Alert, { cause, now }: Occasion): Alert.AuditEntry => ({
  alert: alert.id,
  at: now,
  actor: Alert.monitoring,
  action,
  from: action === "raised" ? null : alert.status,
  to: alert.status,
  note: null,
  cause
})

const raised = (scope: string, alert: Alert.Alert, occasion: Occasion): Recorded => ({
  writes: [repository.insert(scope, alert), repository.insertAudit(scope, auditOf("raised", alert, occasion))],
  events: [eventAbout("aml.alert_created", alert, AlertBody.write)],
  alerts: [alert]
})

const record = Effect.fnUntraced(function* (caller: Reader, finding: Shown, occasion: Occasion) {
  const ids = yield* Ids
  const { period = "", payments, rule, sarRequired } = finding
  const { customer, now } = occasion
  const found = yield* repository.acceptingOne(caller, { customer, rule, period })
  const livemode = modeOfScope(caller.scope) === "live"
  const fresh = () =>
    raised(
      caller.scope,
      Alert.raise({ id: ids.next("aml"), now, livemode, customer, rule, period, sarRequired, payments }),
      occasion
    )
  if (found === undefined) return fresh()
  const extension = Alert.extend(found.alert, finding)
  if (extension.kind === "unchanged") return { ...noParts, alerts: [] } satisfies Recorded
  const changed = repository.update(caller.scope, extension.alert, found.version)
  if (extension.kind === "full") {
    const next = fresh()
    return { ...next, writes: [changed, ...next.writes] } satisfies Recorded
  }
  return {
    writes: [changed, repository.insertAudit(caller.scope, auditOf("extended", extension.alert, occasion))],
    events: [eventAbout("aml.alert_updated", extension.alert, AlertBody.write)],
    alerts: [extension.alert]
  } satisfies Recorded
})

/** What findings about a customer write and tell. */
export const recordFindings = Effect.fnUntraced(function* (
  caller: Reader,
  findings: ReadonlyArray<Shown>,
  occasion: Occasion
) {
  if (findings.length === 0) return noParts
  const recorded = yield* Effect.forEach(findings, (finding) => record(caller, finding, occasion))
  const alerts = recorded.flatMap((each) => each.alerts)
  const customer = yield* flagged(caller, occasion.customer, alerts)
  return {
    writes: [...recorded.flatMap(({ writes }) => writes), ...customer.writes],
    events: [...recorded.flatMap(({ events }) => events), ...customer.events]
  } satisfies Parts
})
