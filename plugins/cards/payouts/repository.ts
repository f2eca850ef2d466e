/** Payouts as rows: columns are what lists and due steps are found by, the rest of the entity is one JSON document. */
import * as Effect from "effect/Effect"
import { ownedDocumentTable, storedAs, type Read, type RegionStore } from "../../../src/plugin.ts"
import { nextStepAt, type Payout } from "./Payout.ts"

export const storedPayout = storedAs<Payout>({
  table: "cards_payouts",
  form: {
    id: "text",
    amountMinor: "number",
    currency: "text",
    customer: "text or null",
    createdAt: "number",
    livemode: "boolean",
    status: "text",
    feeMinor: "number",
    destination: "text",
    method: "text",
    batchAt: "number or null",
    arrivalAt: "number",
    paidAt: "number or null",
    fault: ["or null", { code: "text", message: "text" }],
    sandboxFault: ["or null", { code: "text", message: "text" }],
    screeningId: "text"
  }
})

const table = ownedDocumentTable("payout", {
  stored: storedPayout,
  columns: ["destination", "status", "due_at"],
  columnsOf: (payout: Payout) => ({
    destination: payout.destination,
    status: payout.status,
    due_at: nextStepAt(payout)
  }),
  fixed: ["destination"]
})

export const { byId, insert, list, ownerOf, update } = table

/** A payout whose next step is due. */
export interface DuePayout {
  readonly payout: Payout
  readonly version: number
  readonly scope: string
}

/**
 * Payouts whose next step is due by a time, in the order in which they fell due: of at most `rows`, those with the scope of the
 * first.
 */
export const dueBy = (store: RegionStore, time: number, rows: number): Read<ReadonlyArray<DuePayout>> =>
  Effect.map(
    store.read<{ readonly state: string; readonly version: number; readonly scope: string }>(
      `SELECT scope, state, version FROM cards_payouts WHERE due_at <= ?
       ORDER BY due_at, sequence LIMIT CAST(? AS INTEGER)`,
      [time, rows]
    ),
    (found) =>
      found
        .filter(({ scope }) => scope === found[0]?.scope)
        .map(({ scope, state, version }) => ({ payout: storedPayout.read(state), version, scope }))
  )
