/**
 * Entries of ACH and wires, for which there is no model: their answers may be anything but an error of ours, and the invariants
 * judge.
 */
import { achBody } from "../bank/ach/achHost.ts"
import { fedwire } from "../bank/wire/wires.ts"
import type { Act, Scenario } from "./interleave.ts"
import type { Caller, Operation } from "./Operation.ts"
import type { World } from "./World.ts"

const post = (as: Caller, path: string, body: unknown = {}): Operation => ({
  name: path,
  as,
  method: "POST",
  path: `/bank/v2/${path}`,
  body,
  predict: () => ({ status: "any" })
})

/** Ids of the payments that scenarios began with: the first of a world has the same one each time. */
const begun = new WeakMap<World, string>()

const begin = (path: string, body: unknown) => async (world: World) => {
  const { json } = await world.perform(post("client", path, body))
  begun.set(world, json.data.paymentId)
}

const on = (name: string, as: Caller, path: string, body: unknown): Act => ({
  name,
  make: (world) => post(as, path.replace(":id", begun.get(world)!), body)
})

const span = (by: string): Act => ({ name: by, make: () => by })

const simulated = "simulator/payments/:id"
const resolved = ["settled", "failed"].map((outcome) =>
  on(`resolve ${outcome}`, "officer", "admin/payments/:id/resolve", { outcome, note: "asked by phone" })
)

export const otherRails: ReadonlyArray<Scenario> = [
  {
    name: "an entry of ACH: cancelled, sent, settled, reversed, returned, refused",
    begin: begin("payments/ach", achBody({ amount: 40_000 })),
    acts: [
      on("cancel", "client", "payments/ach/:id/cancel", {}),
      on("reversal", "client", "payments/ach/:id/reversal", { reason: "duplicate" }),
      on("return", "officer", `${simulated}/return`, { code: "R03" }),
      on("late refusal", "officer", `${simulated}/respond`, { status: "RJCT" }),
      ...resolved,
      span("10 hours"),
      span("2 days")
    ]
  },
  {
    name: "a wire: recalled, settled late, returned, cancelled",
    begin: begin("payments/wire", fedwire({ amount: 40_000 })),
    acts: [
      on("cancel", "client", "payments/wire/:id/cancel", {}),
      on("recall", "client", "payments/wire/:id/recall", { reason: "DUPL" }),
      on("return", "officer", `${simulated}/return`, { code: "AC03" }),
      on("late settlement", "officer", `${simulated}/respond`, { status: "ACSC" }),
      on("late refusal", "officer", `${simulated}/respond`, { status: "RJCT", reasonCode: "AG03" }),
      ...resolved,
      span("3 seconds"),
      span("2 days")
    ]
  }
]
