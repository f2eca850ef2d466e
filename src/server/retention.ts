/**
 * How long the server keeps what ages: a setting per kind of rows, named by it, with the plugins' own days as defaults. A test
 * holds this table to what the plugins state.
 */

/** Kinds with what they are, the days they are kept by default, and the least that can be set. */
export const retentionTable = {
  "cards.events": { what: "events of the cards service", days: 400, least: 1 },
  "cards.deliveries": { what: "their deliveries and attempts", days: 90, least: 3 },
  "cards.screenings": { what: "screenings that nobody needs any more", days: 3_653, least: 1 },
  "cards.aml_audit": { what: "history of closed alerts", days: 3_653, least: 1 },
  "cards.aml_alerts": { what: "closed alerts", days: 3_653, least: 1 },
  "bank.events": { what: "events of the bank service", days: 3, least: 3 },
  "bank.deliveries": { what: "their deliveries and attempts", days: 3, least: 3 },
  "bank.screenings": { what: "evidence of screenings without an open hold", days: 3_653, least: 1 },
  "bank.audit": { what: "audit trail", days: 3_653, least: 1 },
  "bank.alerts": { what: "acknowledged alerts", days: 400, least: 1 },
  "bank.messages": { what: "messages that networks sent and received", days: 2_192, least: 1 },
  "bank.network_log": { what: "messages of the simulated networks", days: 400, least: 1 },
  "docs.generations": { what: "generations that have ended", days: 400, least: 1 },
  "docs.sources": { what: "sources that came with a generation", days: 400, least: 1 },
  "docs.publications": { what: "publications that have ended", days: 400, least: 1 }
} as const

export type RetentionKind = keyof typeof retentionTable

/** Every kind, in the order of the table. */
export const retentionKinds = Object.keys(retentionTable) as ReadonlyArray<RetentionKind>

/** The environment variable of a kind: `BURSAR_RETENTION_BANK_AUDIT` for `bank.audit`. */
export const retentionVariable = (kind: RetentionKind): string =>
  `BURSAR_RETENTION_${kind.replaceAll(".", "_").toUpperCase()}`

/** The most days that can be set, as the engine takes them. */
export const mostDays = 400_000
