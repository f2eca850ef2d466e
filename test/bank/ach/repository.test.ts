/** Rows of ACH payments are read as what they are, or not at all. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { byTrace } from "../../../plugins/bank/ach/repository.ts"
import { storedPayment } from "../../../plugins/bank/payments/stored.ts"
import { StoredUnreadable, type Form, type RegionStore } from "../../../src/plugin.ts"

const scalars: Readonly<Record<string, unknown>> = { text: "", number: 1, boolean: false }

const isPart = (form: Form): form is Extract<Form, ReadonlyArray<unknown>> => Array.isArray(form)

/** The least that fits a form. */
const fitting = (form: Form): unknown => {
  if (typeof form === "string") return form.endsWith("or null") ? null : scalars[form]
  if (isPart(form)) {
    if (form[0] === "one of") return fitting(form[1][0]!)
    return { "list of": [], "map of": {}, "or null": null, "if there": undefined }[form[0]]
  }
  return Object.fromEntries(Object.entries(form).map(([name, inner]) => [name, fitting(inner)]))
}

const payment = { ...(fitting(storedPayment.form) as object), id: "p1" }

const { ach: details } = storedPayment.form as { readonly ach: readonly [string, Form] }
const ach = fitting(details[1])

/** A store in which every trace leads to one document. */
const holding = (document: object) =>
  ({
    read: () => Effect.succeed([{ sequence: 1, state: JSON.stringify(document), version: 1 }])
  }) as unknown as RegionStore

it("a payment with the details of an entry is one of ACH", () =>
  Effect.runPromise(
    Effect.map(byTrace(holding({ ...payment, ach }), "1"), (found) => expect(found?.document.ach).toEqual(ach))
  ))

it("a payment without them under a trace is a defect that names it", async () => {
  const exit = await Effect.runPromiseExit(byTrace(holding(payment), "1"))
  const defect = exit._tag === "Failure" ? Cause.squash(exit.cause) : undefined
  expect(defect).toBeInstanceOf(StoredUnreadable)
  expect(String(defect)).toContain("bank_payments p1, stored at version 1: it is no ACH payment")
})
