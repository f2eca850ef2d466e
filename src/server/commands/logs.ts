/** `bursar logs`: what a running server has logged of late, and with `--follow` what it logs and answers from now on. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Flag from "effect/cli/Flag"
import { say } from "./Io.ts"
import { adminHeaders, asked, linesFrom, remoteFlags, remoteOf } from "./remote.ts"

const follow = Flag.Boolean("follow").pipe(
  Flag.withDefault(false),
  Flag.withAlias("f"),
  Flag.withDescription("Go on with every further line, and a line for every request"),
  Flag.withoutNegation
)

export const logsCommand = Command.make("logs", { ...remoteFlags, follow }, ({ follow: follows, ...flags }) =>
  Effect.gen(function* () {
    const { keyFor, url } = yield* remoteOf(flags)
    const headers = adminHeaders(yield* keyFor("admin"))
    const run = Effect.runSyncWith(yield* Effect.context<never>())
    yield* asked(url, async () => {
      const path = `/admin/logs${follows ? "?follow=1" : ""}`
      // An empty line says that the server is there.
      for await (const line of linesFrom(url, path, { headers })) if (line !== "") run(say(line))
    })
  })
).pipe(
  Command.withDescription(
    "Show the last lines of the log of a running server; --follow goes on, with a line for every request"
  ),
  Command.withShortDescription("Show the log of a running server")
)
