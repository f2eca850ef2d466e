/** `bursar prune`: deletes what is no longer kept. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Flag from "effect/cli/Flag"
import type { RegionalPruned } from "../../engine/Engine.ts"
import { configFromEnv } from "../config.ts"
import { compact, pruneData } from "../prune.ts"

const say = (line: string) => Effect.sync(() => void process.stdout.write(`${line}\n`))

const lineOf = ({ days, kind, region, rows }: RegionalPruned): string =>
  `${region.padEnd(16)}${kind.padEnd(20)}${String(rows).padStart(10)}  older than ${days} days`

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

const dryRun = Flag.Boolean("dry-run").pipe(
  Flag.withDefault(false),
  Flag.withDescription("Count only, and delete nothing")
)

const compacts = Flag.Boolean("compact").pipe(
  Flag.withDefault(false),
  Flag.withDescription("Then write the data files anew, without free space (SQLite, no server running)")
)

/** `bursar prune`: on SQLite while no server runs, on Postgres at any time. */
export const pruneCommand = Command.make("prune", { dryRun, compacts }, (flags) =>
  Effect.gen(function* () {
    const config = yield* configFromEnv
    const counted = yield* pruneData(config, { keep: true })
    for (const one of counted) yield* say(lineOf(one))
    if (flags.dryRun) return yield* say("Nothing was deleted. Events whose deliveries would go are not counted")
    const pruned = yield* pruneData(config, { keep: false })
    yield* say(`${pruned.reduce((sum, { rows }) => sum + rows, 0)} rows were deleted`)
    if (!flags.compacts) return
    for (const { after, before, file } of yield* compact(config)) {
      yield* say(`${file}: ${megabytes(before)} before, ${megabytes(after)} now`)
    }
  })
).pipe(
  Command.withDescription(
    "Delete what is no longer kept: events, deliveries, evidence. Payments and journals always stay"
  ),
  Command.withShortDescription("Delete what is no longer kept")
)
