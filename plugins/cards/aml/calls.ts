/** Monitoring in process: trying the rules on history, and rebuilding the states of customers. */
import { callsLater } from "../../../src/plugin.ts"
export type { Alert, AlertStatus } from "./Alert.ts"
export type { AmlState, Movement } from "./AmlState.ts"
export { isTimeZone } from "./calendar.ts"
export { AmlRates } from "./rates.ts"
export type { Rebuilt } from "./rebuilding.ts"
export type { AlertType, AmlRuleId } from "./rules.ts"
export { simulate, type Simulation } from "./simulate.ts"
export { defaultThresholds, type AmlSettings, type AmlThresholds } from "./thresholds.ts"

/** Rebuilds the states of an account's customers and instruments from its movements. */
export const rebuild = callsLater(() => import("../loaded.ts"), ["rebuild"]).rebuild
