/** `bursar prune`: deletes what is no longer kept. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Flag from "effect/cli/Flag"
import type { RegionalPruned } from "../../engine/Engine.ts"
import { compact, pruneData } from "../prune.ts"
import { megabytes } from "../backup.ts"
import { allSettingFlags, answer, configOf, withProgress } from "./Io.ts"

const lineOf = ({ days, kind, region, rows }: RegionalPruned): string =>
  `${region.padEnd(16)}${kind.padEnd(20)}${String(rows).padStart(10)}  older than ${days} days`

const dryRun = Flag.Boolean("dry-run").pipe(
  Flag.withDefault(false),
  Flag.withDescription("Count only, and delete nothing")
)

const compacts = Flag.Boolean("compact").pipe(
  Flag.withDefault(false),
  Flag.withDescription("Then write the data files anew, without free space (SQLite, no server running)")
)

/** `bursar prune`: on SQLite while no server runs, on Postgres at any time. */
export const pruneCommand = Command.make(
  "prune",
  { dryRun, compacts, ...allSettingFlags },
  ({ compacts, dryRun, ...flags }) =>
    Effect.gen(function* () {
      const config = yield* configOf(flags)
      const working = <A, E, R>(text: string, work: Effect.Effect<A, E, R>) =>
        withProgress((tell) => {
          tell(text)
          return work
        })
      const counted = yield* working("Counting what is no longer kept", pruneData(config, { keep: true }))
      if (dryRun) {
        const sentence = "Nothing was deleted. Events whose deliveries would go are not counted"
        return yield* answer({ deleted: false, rows: counted }, [...counted.map(lineOf), sentence])
      }
      const pruned = yield* working("Deleting what is no longer kept", pruneData(config, { keep: false }))
      const files = compacts ? yield* working("Writing the data files anew", compact(config)) : []
      yield* answer({ deleted: true, rows: pruned, files }, [
        ...counted.map(lineOf),
        `${pruned.reduce((sum, { rows }) => sum + rows, 0)} rows were deleted`,
        ...files.map(({ after, before, file }) => `${file}: ${megabytes(before)} before, ${megabytes(after)} now`)
      ])
    })
).pipe(
  Command.withDescription(
    "Delete what is no longer kept: events, deliveries, evidence. Payments and journals always stay"
  ),
  Command.withShortDescription("Delete what is no longer kept")
)
