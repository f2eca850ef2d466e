/** Rows of ACH payments are read as what they are, or not at all. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { byTrace } from "../../../plugins/bank/ach/repository.ts"
import { storedPayment } from "../../../plugins/bank/payments/stored.ts"
import { StoredUnreadable, type RegionStore } from "../../../src/plugin.ts"

/** A payment of which each field holds something that fits, and no more. */
const payment = Object.fromEntries(
  Object.entries(storedPayment.form).map(([name, kind]) => {
    const fitting = { text: name, number: 1, boolean: false, list: [], object: {} }[kind.split(" ")[0]!]
    return [name, kind.endsWith("or null") ? null : fitting]
  })
)

/** A store in which every trace leads to one document. */
const holding = (document: object) =>
  ({
    read: () => Effect.succeed([{ sequence: 1, state: JSON.stringify(document), version: 1 }])
  }) as unknown as RegionStore

it("a payment with the details of an entry is one of ACH", () =>
  Effect.runPromise(
    Effect.map(byTrace(holding({ ...payment, ach: { trace: "1" } }), "1"), (found) =>
      expect(found?.document.ach).toEqual({ trace: "1" })
    )
  ))

it("a payment without them under a trace is a defect that names it", async () => {
  const exit = await Effect.runPromiseExit(byTrace(holding(payment), "1"))
  const defect = exit._tag === "Failure" ? Cause.squash(exit.cause) : undefined
  expect(defect).toBeInstanceOf(StoredUnreadable)
  expect(String(defect)).toContain("bank_payments id, stored at version 1: it is no ACH payment")
})
