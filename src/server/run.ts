/** Runs a program as the process: signals, exit codes, and errors as one line for the operator. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Cause from "effect/Cause"
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { CommandRefused, explain } from "./refusal.ts"

/** The server ends within 10 s of being told to: so long does `docker stop` wait before it kills. */
const stopLimitMs = 10_000

/** Two signals this close are one: a terminal sends Ctrl-C to npm and to the server, and npm passes it on again. */
const echoMs = 500

/** Exit codes of a process that a signal ended: 128 and the number of the signal. */
const signalCodes = { SIGINT: 130, SIGTERM: 143 } as const

type Signal = keyof typeof signalCodes

/** The first signal ends the program in good order, which `NodeRuntime` does; this bounds it and hears the second. */
const boundStop = (): void => {
  let firstMs: number | undefined
  const onSignal = (signal: Signal) => {
    if (firstMs === undefined) {
      firstMs = performance.now()
      setTimeout(() => {
        process.stderr.write(
          `Bursar did not stop within ${stopLimitMs / 1_000} s and was cut off; nothing stored is lost\n`
        )
        process.exit(1)
      }, stopLimitMs).unref()
    } else if (performance.now() - firstMs > echoMs) process.exit(signalCodes[signal])
  }
  for (const signal of Object.keys(signalCodes) as ReadonlyArray<Signal>) process.on(signal, () => onSignal(signal))
}

/** A reader of standard output that goes away, as `head` does, ends the program in good order, like a signal. */
const endWithReader = (): void => {
  let isGone = false
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error
    if (!isGone) process.emit("SIGTERM")
    isGone = true
  })
}

/** The exit code of a command that was written wrong. */
const usageCode = 2

/**
 * Exit code 0 for an end in good order, also by a signal; 2 for a command that was written wrong; 1 for anything else. The
 * reason goes to standard error.
 */
export const exitCodeOf = (
  exit: Exit.Exit<unknown, unknown>,
  write: (line: string) => unknown = (line) => process.stderr.write(line)
): number => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return 0
  const error = Cause.squash(exit.cause)
  // What the parser of the command line refuses it has written itself, with the help of the command.
  if (typeof error === "object" && error !== null && Reflect.get(error, "_tag") === "ShowHelp") return usageCode
  write(`${explain(error) ?? Cause.pretty(exit.cause)}\n`)
  return error instanceof CommandRefused && error.isUsage === true ? usageCode : 1
}

/** Runs a program to its end or until a signal, and ends the process. */
export const runProcess = (program: Effect.Effect<unknown, unknown>): void => {
  boundStop()
  endWithReader()
  NodeRuntime.runMain(program, {
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(exitCodeOf(exit))
  })
}
