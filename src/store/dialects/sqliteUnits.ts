/** Units of work of one region as effects: queued at its writer, answered when they are on disk. */
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type { RegionName, StoreUnavailable, UniqueViolation } from "../../services/Store.ts"
import { statementFailure, transactionFailure } from "./SqliteFailure.ts"
import type { SqliteWriter } from "./SqliteWriter.ts"
import { describeError, type Outcome, type Runnable } from "./StatementUnit.ts"

/** Queues statements and answers when they are on disk, with what they left. `over` is called before that. */
export const submitStatements = <E>(
  region: RegionName,
  writer: SqliteWriter,
  statements: ReadonlyArray<Runnable & { readonly orElse?: (() => E) | undefined }>,
  unflushed: boolean,
  over: () => void
): Effect.Effect<Outcome & { readonly _tag: "kept" }, E | UniqueViolation | StoreUnavailable> =>
  Effect.callback((resume) => {
    const cancel = writer.submit(
      statements,
      (outcome) => {
        over()
        switch (outcome._tag) {
          case "kept":
            return resume(Effect.succeed(outcome))
          case "refused":
            return resume(Effect.fail(statements[outcome.index]!.orElse!()))
          case "failed":
            return resume(statementFailure(region, outcome.said))
          case "broken":
            return resume(transactionFailure(region, outcome.said))
        }
      },
      { unflushed }
    )
    return Effect.sync(cancel)
  })

/** Queues a unit that is a function and answers when it is on disk. `over` is called before that. */
export const submitFunction = <A, E>(
  region: RegionName,
  writer: SqliteWriter,
  work: () => Exit.Exit<A, E>,
  unflushed = false,
  over = () => {}
): Effect.Effect<A, E | StoreUnavailable> =>
  Effect.callback<A, E | StoreUnavailable>((resume) => {
    let exit: Exit.Exit<A, E> | undefined
    const unit = {
      cancelled: false,
      repeatable: false,
      run: () => {
        exit = work()
        return exit._tag === "Success"
      },
      settled: () => {
        over()
        resume(exit!)
      },
      // A unit that failed by itself explains more than the rollback that followed.
      failed: (error: unknown) => {
        over()
        resume(exit !== undefined && exit._tag === "Failure" ? exit : transactionFailure(region, describeError(error)))
      }
    }
    if (unflushed) writer.hold(unit)
    else writer.run(unit)
    return Effect.sync(() => {
      unit.cancelled = true
    })
  })
