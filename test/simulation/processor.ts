/** An external processor. It remembers each request by its reference; its next answer may be lost or a refusal. */
import { Acquirer } from "../../plugins/cards/acquirer/Acquirer.ts"
import type { AcquirerImplementation } from "../../plugins/cards/acquirer/AcquirerImplementation.ts"
import type { Trouble } from "./cardsOperations.ts"

export const makeProcessor = () => {
  const answers = new Map<string, unknown>()
  /** The money it took for each payment, less what it gave back. */
  const taken = new Map<string, number>()
  let trouble: Trouble = "none"
  const once = <A, B>(reference: string, act: () => A, refuse: () => B): A | B => {
    const met = trouble
    trouble = "none"
    if (!answers.has(reference)) answers.set(reference, met === "refused" ? refuse() : act())
    if (met === "lost") throw new Error("The line went dead")
    return answers.get(reference) as A | B
  }
  const add = (payment: string, amount: number) => void taken.set(payment, (taken.get(payment) ?? 0) + amount)
  const declined = () => ({ outcome: "declined" as const, code: "card_declined" as const, message: "No" })
  const implementation: AcquirerImplementation = {
    name: "remote",
    testMode: "own",
    authorize: async ({ amountMinor, capture, payment, paymentMethod, reference }) =>
      once(
        reference,
        () => {
          if (paymentMethod.behaviour.outcome !== "succeeds") return declined()
          if (capture) add(payment, amountMinor)
          return { outcome: "authorized" as const, acquirerReference: `remote-${payment}` }
        },
        declined
      ),
    capture: async ({ amountMinor, payment, reference }) =>
      once(
        reference,
        () => {
          add(payment, amountMinor)
          return { outcome: "captured" as const }
        },
        declined
      ),
    void: async ({ reference }) => once(reference, () => ({ outcome: "voided" as const }), declined),
    refund: async ({ amountMinor, payment, reference }) =>
      once(
        reference,
        () => {
          add(payment, -amountMinor)
          return { outcome: "succeeded" as const }
        },
        declined
      )
  }
  return {
    acquirers: Acquirer.make(implementation),
    taken,
    /** Keeps what it remembers, and gives the way back to it. */
    keep: () => {
      const kept = [new Map(answers), new Map(taken)] as const
      return () => {
        trouble = "none"
        answers.clear()
        taken.clear()
        for (const [reference, answer] of kept[0]) answers.set(reference, answer)
        for (const [payment, amount] of kept[1]) taken.set(payment, amount)
      }
    },
    next: (planned: Trouble) => void (trouble = planned)
  }
}

export type Processor = ReturnType<typeof makeProcessor>
