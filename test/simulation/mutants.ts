/**
 * Faults of money that were found in the product once, each put back by replacing a text of its source: the simulation must
 * find every one. `npm run simulate -- --mutants`.
 */
import { registerHooks } from "node:module"
import { replacedIn, type Mutation } from "../mutation/Mutation.ts"

/** A fault, and the places that bring it back. */
interface Mutant extends Omit<Mutation, "killers"> {
  /** Arguments of the worlds that are to find it, where they are not the usual ones. */
  readonly worlds?: ReadonlyArray<string>
}

const one = (fault: string, file: string, from: string, to: string): Mutant => ({
  fault,
  replacements: [{ file, from, to }]
})

/** Every fault by its name. */
export const mutants: Readonly<Record<string, Mutant>> = {
  "late-credit": one(
    "A failed payment that is credited late gives its limit back twice",
    "plugins/bank/payments/plan.ts",
    "usedCentsOf(after) - usedCentsOf(before)",
    `(after.status === "failed" ? -after.amountCents : usedCentsOf(after) - usedCentsOf(before))`
  ),
  "refusal-keeps-limit": one(
    "A refusal with AC01 keeps the limit although no money moved",
    "plugins/bank/payments/Payment.ts",
    `(status === "returned" && returned?.fundsMoved === false)`,
    `(status === "returned" && returned === undefined)`
  ),
  "contradiction-repeated": {
    fault: "A late settlement is booked as often as the network repeats it",
    replacements: [
      {
        file: "plugins/bank/payments/Outcome.ts",
        from: "isOverUnmoved(payment) && !isContradicted",
        to: "isOverUnmoved(payment)"
      },
      {
        file: "plugins/bank/payments/Outcome.ts",
        from: `posting(payment, "contradiction",`,
        to: "posting(payment, `contradiction:${payment.suspense?.amountCents ?? 0}`,"
      }
    ]
  },
  "partial-return": one(
    "A return request for a part brings everything back",
    "plugins/bank/returns/operations.ts",
    "{ partCents: request.requestedAmountCents }",
    "{}"
  ),
  "no-cancel-when-held": one(
    "A held payment cannot be cancelled",
    "plugins/bank/payments/Payment.ts",
    `reject: "rejected",\n      cancel: "cancelled"\n    },`,
    `reject: "rejected"\n    },`
  ),
  "refused-capture-replayed": one(
    "A capture that the acquirer refuses answers 402, and 200 when it is repeated under its key",
    "src/store/carryOut.ts",
    "const record = telling.record(told)",
    "const record = telling.record(plan.refused === undefined ? told : telling.tell(plan.outcome))"
  ),
  "refund-over-capture": one(
    "More is refunded than is left",
    "plugins/cards/refunds/Refund.ts",
    "return wantedMinor > leftMinor",
    "return wantedMinor > payment.amountCapturedMinor"
  ),
  "dispute-forgets-refunds": one(
    "What is disputed is not taken from what can be refunded",
    "plugins/cards/payments/Remaining.ts",
    "payment.amountCapturedMinor - payment.amountRefundedMinor - withheldMinor(payment)",
    "payment.amountCapturedMinor - payment.amountRefundedMinor"
  ),
  "deadline-decides": {
    ...one(
      "A live dispute is lost by its deadline, whatever the issuer decides",
      "plugins/cards/disputes/Dispute.ts",
      `trigger === "expire" && endsOutside(dispute)`,
      "false"
    ),
    worlds: ["--outside"]
  },
  "dispute-above-the-rest": {
    ...one(
      "A live dispute of more than is left of its payment is not opened",
      "plugins/cards/disputes/Dispute.ts",
      "acquirerDispute !== undefined && amountMinor !== undefined",
      "false"
    ),
    worlds: ["--outside"]
  },
  "lost-dispute-comes-back": one(
    "A lost dispute gives its money back",
    "plugins/cards/payments/Remaining.ts",
    `(outcome === "won" ? dispute.amountMinor : 0)`,
    `(outcome === "won" || dispute.amountMinor > 0 ? dispute.amountMinor : 0)`
  ),
  "matched-after-authorization": one(
    "A customer who is listed after the authorization is captured all the same",
    "plugins/cards/payments/admission.ts",
    `  if (block !== undefined) return yield* new CustomerBlocked({ block, param: "customer" })\n  return found`,
    "  return found"
  ),
  "removed-match": one(
    "A customer who was matched is free once it is removed",
    "plugins/cards/payments/admission.ts",
    `yield* customers.blockFor(caller, customer) : blockOf`,
    `undefined : blockOf`
  ),
  "cancelled-while-sent": one(
    "A payment is cancelled while a worker sends it",
    "src/store/jobRepository.ts",
    "AND attempts = 0 AND lease_until = 0 AND state = 'waiting'",
    "AND state = 'waiting'"
  ),
  "matched-is-paid": one(
    "A payout leaves although its customer was listed meanwhile",
    "plugins/cards/payouts/Payout.ts",
    "const stop = facts.block && stops[facts.block]",
    "const stop = payout.feeMinor < 0 ? facts.block && stops[facts.block] : undefined"
  ),
  "payout-to-matched": one(
    "A payout to a customer who was matched is taken",
    "plugins/cards/payouts/gates.ts",
    `if (openScreeningsOf(customer).length > 0) return refuse("screening_match")`,
    ``
  ),

  "save-over-unseen": one(
    "Two editors who saw the same version both save",
    "plugins/docs/documents/operations.ts",
    "prepareVersion(caller, text, { content, document: found })",
    "prepareVersion(caller, text, { content, document: yield* findDocument(caller, document.id) })"
  ),
  "version-again": one(
    "A generation that begins again writes its version once more",
    "plugins/docs/generations/running.ts",
    "if (kept !== undefined) return { documentId",
    "if (kept !== undefined && kept.number < 0) return { documentId"
  ),
  "same-text-again": one(
    "The same text becomes a version again",
    "plugins/docs/documents/Document.ts",
    "saysAll(latest, text) && facts.force !== true",
    "saysAll(latest, text) && text.author !== 'generation' && facts.force !== true"
  ),

  "delivery-again": one(
    "A push that is reported again is documented again",
    "plugins/docs/ci/operations.ts",
    "units.flatMap(({ writes }) => writes), ...answers]",
    "units.flatMap(({ writes }) => writes)]"
  ),

  "answer-kept-later": one(
    "The answer is kept after what it answers for: a process that dies in between does it twice",
    "src/store/carryOut.ts",
    "? commitKept(making.store, { ...unit, ...added })",
    "? Effect.andThen(commitKept(making.store, { ...unit, ...added, record: undefined }), record === undefined ? Effect.void : keepRecord(making, record))"
  ),
  "answer-kept-later-elsewhere": {
    fault: "The same with two processes on Postgres, of which one dies",
    replacements: [
      {
        file: "src/store/carryOut.ts",
        from: "? commitKept(making.store, { ...unit, ...added })",
        to: "? Effect.andThen(commitKept(making.store, { ...unit, ...added, record: undefined }), record === undefined ? Effect.void : keepRecord(making, record))"
      }
    ],
    worlds: ["--store", "postgres", "--processes", "2"]
  },
  "taken-up-and-left": one(
    "What a process had taken up when it died waits for the end of its lease",
    "src/engine/regions.ts",
    "if (inner.exclusive) yield* releaseAll(store)",
    ""
  ),
  "ids-again": one(
    "A process that begins again gives out the ids of the one that died",
    "src/engine/takeUp.ts",
    "ids.continueFrom(earlier)",
    ""
  ),
  "migration-missed": {
    fault: "Data that are there already miss the last migration of the bank",
    replacements: [
      {
        file: "src/store/migrate.ts",
        from: "if (before === digest) continue",
        to: "if (before === digest || (noted.size > 0 && owner === 'bank' && step === migrations.at(-1))) continue"
      }
    ],
    worlds: ["--store", "earlier"]
  },

  "lost-write-answered": one(
    "What the disk did not take is answered as done",
    "src/store/carryOut.ts",
    "return after === undefined ? written : Effect.tap(written, after)",
    "return Effect.catchTag(written as Effect.Effect<void, never>, 'StoreUnavailable' as never, () => Effect.void) as never"
  ),

  "unread-is-missing": one(
    "A payment that cannot be read is answered as missing",
    "plugins/cards/payments/repository.ts",
    "Effect.map(store.read<{ readonly state: string; readonly version: number }>(selectById, [id, scope]), ([row]) =>",
    `Effect.map(Effect.catchTag(store.read<any>(selectById, [id, scope]), "StoreUnavailable", () => Effect.succeed([])), ([row]) =>`
  ),
  "suspense-hidden": {
    ...one(
      "A return clears the mark of an entry whose money lies in suspense",
      "plugins/bank/ach/AchOutcome.ts",
      `      fundsMoved,
      at: now
    },
    needsAttention: isInSuspense(payment)`,
      `      fundsMoved,
      at: now
    },
    needsAttention: false`
    ),
    worlds: ["--rails"]
  },
  "unread-is-free": {
    fault: "A matched customer who cannot be read is free",
    replacements: [
      {
        file: "plugins/cards/payments/admission.ts",
        from: `  const found = yield* customers.find(caller.store, caller.scope, customer)
  const addresses`,
        to: `  const found = yield* Effect.catchTag(customers.find(caller.store, caller.scope, customer), "StoreUnavailable", () => Effect.succeed(null))
  if (found === null) return [] satisfies Holds
  const addresses`
      }
    ]
  }
}

/** Puts a fault into everything that is loaded from now on. Throws where a text is not there any more, or not once. */
export const infect = (name: string): void => {
  const mutant = mutants[name]
  if (mutant === undefined) throw new Error(`No mutant is called ${name}: ${Object.keys(mutants).join(", ")}`)
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context)
      const source = replacedIn(mutant.replacements, url, () => String(loaded.source))
      return source === undefined ? loaded : { ...loaded, source }
    }
  })
}
