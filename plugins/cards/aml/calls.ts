/** Monitoring in process: trying the rules on history, and rebuilding the states of customers. */
export type { Alert, AlertStatus } from "./Alert.ts"
export type { AmlState, Movement } from "./AmlState.ts"
export { isTimeZone } from "./calendar.ts"
export { AmlRates } from "./monitoring.ts"
export { rebuild, type Rebuilt } from "./rebuilding.ts"
export type { AlertType, AmlRuleId } from "./rules.ts"
export { simulate, type Simulation } from "./simulate.ts"
export { defaultThresholds, type AmlSettings, type AmlThresholds } from "./thresholds.ts"
