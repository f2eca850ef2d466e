/** Monitoring in process: alerts, trying the rules on history, and rebuilding the states of customers. */
import { callsLater } from "../../../src/plugin.ts"
import { cardsPlugin } from "../declaration.ts"
export type { Alert, AlertStatus, AuditEntry } from "./Alert.ts"
export type { AmlState, Movement } from "./AmlState.ts"
export type { AlertFilter } from "./operations.ts"
export { isTimeZone } from "./calendar.ts"
export { AmlRates } from "./rates.ts"
export type { Rebuilt } from "./rebuilding.ts"
export type { AlertType, AmlRuleId } from "./rules.ts"
export { simulate, type Simulation } from "./simulate.ts"
export { defaultThresholds, thresholdRules, type AmlSettings, type AmlThresholds } from "./thresholds.ts"

const alerts = callsLater(
  () => import("../loaded.ts").then((all) => all.alerts),
  ["list", "retrieve", "update", "listHistory"],
  cardsPlugin.id
)

/** A page of alerts, newest first. Fails with `InvalidParameters` or `InvalidCursor`. */
export const list = alerts.list

/** An alert by its id. Fails with `AlertNotFound`. */
export const retrieve = alerts.retrieve

/**
 * Moves an alert on: `open` to `under_review` or `closed`, `under_review` to `closed` or `sar_filed`. The credential of the caller's
 * principal is who did it: an alert that requires a report is closed under another one than the one that reviewed it. Fails with
 * `AlertNotFound`, `AlertTransitionRefused`, or `AlertNoteMissing` where the change needs a note that says why.
 */
export const update = alerts.update

/** A page of the history of an alert: who did what with it, newest first. Fails with `AlertNotFound` or `InvalidCursor`. */
export const listHistory = alerts.listHistory

/** Rebuilds the states of an account's customers and instruments from its movements. */
export const rebuild = callsLater(() => import("../loaded.ts"), ["rebuild"]).rebuild
