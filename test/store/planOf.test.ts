/** The type of a plan has the failures of all that it writes. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { chartOfAccounts, credit, debit, entry } from "../../src/domain/Ledger.ts"
import { declarePlugin } from "../../src/domain/PluginDeclaration.ts"
import { Clock } from "../../src/services/Clock.ts"
import { Ids } from "../../src/services/Ids.ts"
import { VersionConflict } from "../../src/services/Store.ts"
import type { Plan } from "../../src/store/Plan.ts"
import { planOf } from "../../src/store/planOf.ts"
import { addNote } from "./openStore.ts"

const accounts = {
  cash: { normal: "debit", description: "Money" },
  sales: { normal: "credit", description: "Earned" }
} as const
const declared = declarePlugin({ id: "tiny", accounts: chartOfAccounts(accounts) })

describe("the plan of a change", () => {
  it("fails with whatever its writes and its limits refuse, each by its own type", async () => {
    class BalanceTooLow extends Data.TaggedError("BalanceTooLow") {}
    class NameTaken extends Data.TaggedError("NameTaken")<{ readonly name: string }> {}
    const { statement, values } = addNote("n1")
    const planned = planOf(declared, { scope: "ada/test" }, "outcome", {
      writes: [
        addNote("n0"),
        { statement, values, orElse: () => new VersionConflict({ table: "notes", key: "n1" }) },
        { statement, values, orElse: () => new NameTaken({ name: "n1" }) }
      ],
      entries: [
        entry({ source: "s", step: "sell", currency: "usd", postings: [debit("cash", 1), credit("sales", 1)] })
      ],
      limits: [{ account: "cash", ceilingMinor: 0, orElse: () => new BalanceTooLow() }]
    })
    const plan: Plan<string, VersionConflict | NameTaken | BalanceTooLow> = await Effect.runPromise(
      planned.pipe(
        Effect.provide(Ids.layerSeeded(1)),
        Effect.provideService(
          Clock,
          Clock.make(() => 0)
        )
      )
    )
    expect(plan.unit?.limits?.[0]?.orElse()).toBeInstanceOf(BalanceTooLow)
  })
})
