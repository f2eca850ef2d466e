/** Settles captures whose account has a settlement delay: the money becomes the merchant's to use. */
import * as Effect from "effect/Effect"
import { Clock, commit, defineJob, Ids, retryOnConflict } from "../../../src/plugin.ts"
import { cardsPlugin } from "../declaration.ts"
import * as journals from "../ledger/journals.ts"
import { changed, findStored } from "./operations.ts"
import type { Payment } from "./Payment.ts"
import { settleJobName } from "./Settlement.ts"

const settle = ({ settlement, ...payment }: Payment) => ({
  payment,
  entries:
    settlement === undefined
      ? []
      : [journals.settled(payment, { capturedMinor: payment.amountCapturedMinor, feeMinor: settlement.feeMinor })]
})

/** Posts the settlement of one payment. */
export const settlePayment = defineJob({
  name: settleJobName,
  run: Effect.fnUntraced(
    function* (job, store) {
      const clock = yield* Clock
      const ids = yield* Ids
      const { paymentId, scope } = job.payload as { readonly paymentId: string; readonly scope: string }
      const found = yield* findStored(store, scope, paymentId)
      if (found === undefined) return "done" as const
      const { entries, payment } = settle(found.payment)
      yield* commit(store, {
        plugin: cardsPlugin,
        scope,
        now: clock.now(),
        nextId: ids.next,
        writes: [changed(scope, payment, found.version)],
        entries,
        completes: job
      })
      return "committed" as const
    },
    (operation) => retryOnConflict(operation)
  )
})
