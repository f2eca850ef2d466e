/** `bursar doctor`: what is wrong with this machine, the data folder, the database and the settings. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { CommandRefused } from "../refusal.ts"
import { examine, type Finding } from "../doctor.ts"
import { allSettingFlags, answer, envWith } from "./Io.ts"

const marks = { good: "ok    ", weak: "weak  ", bad: "wrong " } as const

const lineOf = ({ about, says, state }: Finding): string => `${marks[state]}${about.padEnd(12)}${says}`

/** The command. It fails if something is wrong, and only reports what is weak. */
export const doctorCommand = Command.make("doctor", allSettingFlags, (flags) =>
  Effect.gen(function* () {
    const findings = yield* examine(yield* envWith(flags))
    yield* answer(findings, findings.map(lineOf))
    const count = findings.filter(({ state }) => state === "bad").length
    if (count > 0)
      return yield* new CommandRefused({ message: `${count === 1 ? "One thing is" : `${count} things are`} wrong` })
  })
).pipe(
  Command.withDescription(
    "Say what is wrong with this machine, the data folder, the database and the settings; changes nothing"
  ),
  Command.withShortDescription("Say what is wrong here")
)
