/** Changes of the core: ledger, money, keys, jobs, rows, time, retention, screening, risk. */
import { mutation, type Mutation } from "./Mutation.ts"

export const core: Readonly<Record<string, Mutation>> = {
  "ledger-sign": mutation(
    "Debits take from balances, and credits add to them",
    {
      file: "src/domain/Ledger.ts",
      from: `const signedMinor = direction === "debit" ? amountMinor : -amountMinor`,
      to: `const signedMinor = direction === "credit" ? amountMinor : -amountMinor`
    },
    "test/domain/Ledger.test.ts",
    "test/ledger/post.test.ts"
  ),
  "ledger-unbalanced": mutation(
    "An entry with more debits than credits is accepted",
    {
      file: "src/domain/Ledger.ts",
      from: "exact ? debitsMinor !== creditsMinor :",
      to: "exact ? debitsMinor < creditsMinor :"
    },
    "test/domain/Ledger.test.ts"
  ),
  "ledger-ceiling": mutation(
    "An account cannot be emptied to its last cent",
    {
      file: "src/ledger/post.ts",
      from: "WHERE COALESCE(held.balance, 0) + moved.change <= moved.ceiling",
      to: "WHERE COALESCE(held.balance, 0) + moved.change < moved.ceiling"
    },
    "test/ledger/post.test.ts"
  ),
  "ledger-overdraft": mutation(
    "Nobody looks whether a limited account is overdrawn",
    {
      file: "src/ledger/post.ts",
      from: "const limit = limits.find((candidate) => candidate.account === account)",
      to: "const limit = limits.find((candidate) => candidate.account === `${account}?`)"
    },
    "test/ledger/post.test.ts",
    "test/cards/payouts.test.ts"
  ),
  "money-half-even": mutation(
    "A half is rounded to the odd neighbour",
    { file: "src/domain/Money.ts", from: "quotient % 2n === 0n", to: "quotient % 2n !== 0n" },
    "test/domain/Money.test.ts"
  ),
  "currency-exponent": mutation(
    "The won has two decimal places",
    { file: "src/domain/Currency.ts", from: `krw: { exponent: 0`, to: `krw: { exponent: 2` },
    "test/domain/Currency.test.ts"
  ),
  "key-forgotten": mutation(
    "A repeated key is not looked up",
    {
      file: "src/http/Idempotency.ts",
      from: "Effect.flatMapEager(isNew(claim, slot, opened), (neverUsed) =>",
      to: "Effect.flatMapEager(Effect.as(isNew(claim, slot, opened), true), (neverUsed) =>"
    },
    "test/http/Idempotency.test.ts"
  ),
  "key-for-anything": mutation(
    "A key gives its answer to another request, too",
    {
      file: "src/http/Idempotency.ts",
      from: "return record.fingerprint === claim.fingerprint",
      to: "return record.fingerprint !== undefined"
    },
    "test/http/Idempotency.test.ts",
    "test/http/GateIdempotency.test.ts"
  ),
  "key-overwritten": mutation(
    "The second of two requests under one key replaces the answer of the first",
    {
      file: "src/store/idempotencyRepository.ts",
      from: "expires_at: given },\n    where: { expires_at: atMost(given) }",
      to: 'expires_at: given },\n    where: { expires_at: { comparison: ">=", to: given } }'
    },
    "test/store/commit.test.ts",
    "test/http/Idempotency.test.ts"
  ),
  "lease-ignored": mutation(
    "A worker takes a job that is lent to another one",
    {
      file: "src/store/jobRepository.ts",
      from: "AND due_at <= ${request.dueBy} AND lease_until <= ${request.wallNow}\n",
      to: "AND due_at <= ${request.dueBy} AND lease_until >= 0 * ${request.wallNow}\n"
    },
    "test/jobs/Worker.test.ts",
    "test/jobs/WorkerServe.test.ts"
  ),
  "lease-lost-writes": mutation(
    "A worker whose lease ran out still ends the job",
    {
      file: "src/store/jobRepository.ts",
      from: "const claimOf = (job: ClaimedJob) => ({ sequence: job.sequence, lease_until: job.leaseUntil })\n\nconst end = claimed.deleting(lent)",
      to: 'const claimOf = (job: ClaimedJob) => ({ sequence: job.sequence, lease_until: job.leaseUntil })\n\nconst end = claimed.deleting({ sequence: given, lease_until: { comparison: ">=", to: given } })'
    },
    "test/jobs/Worker.test.ts",
    "test/jobs/WorkerServe.test.ts"
  ),
  "cancel-begun": mutation(
    "A job that a worker has begun is cancelled as if it had not",
    {
      file: "src/store/jobRepository.ts",
      from: "AND attempts = 0 AND lease_until = 0 AND state = 'waiting'",
      to: "AND state = 'waiting'"
    },
    "test/jobs/Worker.test.ts"
  ),
  "version-ignored": mutation(
    "A row is changed whatever version it has by now",
    {
      file: "src/rows/Table.ts",
      from: "version: plus(1) },\n    where: { id: given, version: given }",
      to: 'version: plus(1) },\n    where: { id: given, version: { comparison: ">=", to: given } }'
    },
    "test/store/documentTable.test.ts",
    "test/store/ownedDocumentTable.test.ts",
    "test/cards/payment-races.test.ts"
  ),
  "conflict-not-repeated": mutation(
    "An operation that lost a race for a row is not made again",
    {
      file: "src/store/carryOut.ts",
      from: "error instanceof VersionConflict && restarts > 0",
      to: "error instanceof VersionConflict && restarts > maxRestarts"
    },
    "test/store/carryOut.test.ts"
  ),
  "tenant-filter": mutation(
    "An object is found by its id, whoever owns it",
    {
      file: "src/store/ownedDocumentTable.ts",
      from: "WHERE id = ? AND scope = ?`",
      to: "WHERE id = ? AND scope >= substr(?, 1, 0)`"
    },
    "test/store/ownedDocumentTable.test.ts",
    "test/docs/projects.test.ts"
  ),
  "sealing-off": mutation(
    "Personal columns are stored as they are",
    {
      file: "src/store/sealing.ts",
      from: "if (from < text.length) made[place] = text.slice(0, from) + seal(text.slice(from))",
      to: "if (from > text.length) made[place] = text.slice(0, from) + seal(text.slice(from))"
    },
    "test/bank/sealing/sealing.test.ts"
  ),
  "pending-delivery-pruned": mutation(
    "Deliveries that are still tried are deleted when they are old",
    { file: "src/store/retention.ts", from: "aged.status = 'pending'", to: "aged.status = 'sending'" },
    "test/engine/retention.test.ts"
  ),
  "clock-backwards": mutation(
    "Time can be moved a second back",
    {
      file: "src/engine/EngineClock.ts",
      from: "if (time < now) return yield*",
      to: "if (time < now - 1_000) return yield*"
    },
    "test/engine/EngineClock.test.ts"
  ),
  "clock-stays-frozen": mutation(
    "A clock that runs stands still once it was moved",
    {
      file: "src/engine/EngineClock.ts",
      from: `state.mode === "frozen" ? { mode: "frozen", at: time }`,
      to: `state.mode !== "real" ? { mode: "frozen", at: time }`
    },
    "test/engine/EngineClock.test.ts"
  ),
  "screening-threshold": mutation(
    "A name of exactly the threshold's score is no match",
    {
      file: "src/services/screening/matchSubject.ts",
      from: "if (points < query.threshold ||",
      to: "if (points <= query.threshold ||"
    },
    "test/services/screening/matchSubject.test.ts",
    "test/services/Screening.test.ts"
  ),
  "screening-default": mutation(
    "Names match from 90 on, not from 85",
    {
      file: "src/services/screening/matchSubject.ts",
      from: "export const defaultThreshold = 85",
      to: "export const defaultThreshold = 90"
    },
    "test/services/screening/matchSubject.test.ts",
    "test/services/screening/quality.test.ts",
    "test/services/Screening.test.ts"
  ),
  "risk-points": mutation(
    "Many attempts in a short time add a point less to the score",
    { file: "src/services/risk/signals.ts", from: "points: 25", to: "points: 24" },
    "test/services/risk/signals.test.ts",
    "test/services/risk/RuleModel.test.ts"
  ),
  "risk-limit": mutation(
    "The fifth attempt of a card counts as too many",
    {
      file: "src/services/risk/signals.ts",
      from: "count !== undefined && count > limit",
      to: "count !== undefined && count >= limit"
    },
    "test/services/risk/signals.test.ts"
  ),
  "cursor-of-another": mutation(
    "A cursor of one list opens a place in another",
    {
      file: "src/domain/Cursor.ts",
      from: "return equalBytes(code(binding, position), given) ? position : undefined",
      to: "return given.length > 0 ? position : undefined"
    },
    "test/domain/Cursor.test.ts"
  ),
  "rate-limit-one-more": mutation(
    "One request more than the plan is let through",
    {
      file: "src/http/RateLimit.ts",
      from: "const allowed = counter.used < plan.requests",
      to: "const allowed = counter.used <= plan.requests"
    },
    "test/http/RateLimit.test.ts"
  ),
  "rate-limit-sliding": mutation(
    "A sliding window forgets requests at once",
    {
      file: "src/http/RateLimit.ts",
      from: "times.findIndex((at) => at > time - lengthMs)",
      to: "times.findIndex((at) => at > time + lengthMs)"
    },
    "test/http/SlidingRateLimit.test.ts"
  ),
  "routing-check-digit": mutation(
    "A routing number with a wrong check digit is accepted",
    {
      file: "src/domain/RoutingNumber.ts",
      from: "checkDigitOf(text.slice(0, 8)) === text[8]",
      to: "checkDigitOf(text.slice(0, 8)) !== undefined"
    },
    "test/domain/RoutingNumber.test.ts"
  ),
  "job-lost-by-its-end": mutation(
    "A job whose end the store did not take is not given back",
    {
      file: "src/jobs/execute.ts",
      from: "Effect.sync(() => unwritten(store, job))",
      to: "Effect.sync(() => void unwritten)"
    },
    "test/jobs/Worker.test.ts",
    "test/jobs/WorkerServe.test.ts",
    "test/jobs/WorkerDrain.test.ts"
  ),
  "keys-purged-early": mutation(
    "Keys that still hold are purged",
    {
      file: "src/store/idempotencyRepository.ts",
      from: "AND sequence <= ? AND expires_at <= ?",
      to: "AND sequence <= ? AND expires_at >= 0 * ?"
    },
    "test/store/repositories.test.ts",
    "test/engine/retention.test.ts",
    "test/http/Idempotency.test.ts"
  ),
  "journal-twice": mutation(
    "A repeated step of a resource is posted a second time",
    {
      file: "src/store/migrations/0006_books.ts",
      from: "CREATE UNIQUE INDEX ledger_entries_step",
      to: "CREATE INDEX ledger_entries_step"
    },
    "test/ledger/post.test.ts"
  )
}
