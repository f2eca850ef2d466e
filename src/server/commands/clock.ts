/** `bursar clock`: shows and moves the clock of a sandbox server. */
import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import type { Cards } from "../../client/index.ts"
import { CommandRefused } from "../refusal.ts"
import { answer } from "./Io.ts"
import { secondsOf } from "./durations.ts"
import { asked, clientOf, remoteFlags, remoteOf, type RemoteFlags } from "./remote.ts"

type Clock = ReturnType<typeof clientOf>["testHelpers"]["clock"]

const withClock = (flags: RemoteFlags, use: (clock: Clock) => PromiseLike<Cards.TestClock>) =>
  Effect.gen(function* () {
    const { keyFor, url } = yield* remoteOf(flags)
    const key = yield* keyFor("cards")
    const clock = yield* asked(url, () => use(clientOf(url, key).testHelpers.clock))
    yield* answer(clock, [`${clock.now} (${clock.mode})`])
  })

const plain = (name: string, what: string, use: (clock: Clock) => PromiseLike<Cards.TestClock>) =>
  Command.make(name, remoteFlags, (flags) => withClock(flags, use)).pipe(Command.withDescription(what))

const isTime = (text: string): boolean => /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(text) && !Number.isNaN(Date.parse(text))

/** A day begins at midnight of UTC. */
const timeOf = (text: string): string => (text.includes("T") ? text : `${text}T00:00:00Z`)

const advance = Command.make(
  "advance",
  {
    ...remoteFlags,
    by: Argument.String("by").pipe(Argument.withDescription("7d, 36h, 1d12h30m, '3 days', or a date or time"))
  },
  ({ by, ...flags }) => {
    const seconds = secondsOf(by)
    if (seconds === undefined && !isTime(by)) {
      return new CommandRefused({
        message: `${by} is neither a duration such as 7d, 36h or '3 days' nor an ISO 8601 date or time`,
        isUsage: true
      })
    }
    // As long as the work that falls due takes: a repetition would move time once more.
    const options = { timeoutMs: Number.POSITIVE_INFINITY }
    return withClock(flags, (clock) => clock.advance(seconds === undefined ? { to: timeOf(by) } : { seconds }, options))
  }
).pipe(Command.withDescription("Move time on and do what falls due meanwhile; answers when it is done"))

export const clockCommand = plain("clock", "Show and move the clock of a sandbox", (clock) => clock.retrieve()).pipe(
  Command.withSubcommands([
    advance,
    plain("freeze", "Stop the clock", (clock) => clock.freeze()),
    plain("run", "Let the clock run", (clock) => clock.run())
  ])
)
