/** How lines of the log are written. What a request said stays out of them. */
import * as Cause from "effect/Cause"
import * as Logger from "effect/Logger"
import * as CardNumber from "../domain/CardNumber.ts"
import { kindsOf } from "./Watching.ts"

/** JSON has no room for a number of 64 bits. */
const jsonValue = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value)

/** Where an error came from: the lines of its stack that are places, never the message before them. */
const placesOf = ({ message, stack = "" }: Error): ReadonlyArray<string> =>
  stack
    .slice(stack.lastIndexOf(message) + message.length)
    .split("\n")
    .filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line))

/** Which row a `StoredUnreadable` is about: an operator has to find it. */
const rowOf = (error: unknown): string =>
  error instanceof Error && "table" in error && "id" in error && error.name === "StoredUnreadable"
    ? ` (${String(error.table)} ${String(error.id)})`
    : ""

/** Kinds of errors and where they came from: an error of a parser, such as of JSON, repeats in words what it could not read. */
const causeText = ({ reasons }: Cause.Cause<unknown>): string | undefined => {
  const texts = reasons.map((reason) => {
    if (reason._tag === "Interrupt") return "interrupted"
    const error = reason._tag === "Fail" ? reason.error : reason.defect
    return [`${kindsOf(error)}${rowOf(error)}`, ...(error instanceof Error ? placesOf(error) : [])].join("\n")
  })
  return texts.length === 0 ? undefined : texts.join("\n")
}

/**
 * One JSON object per line: time, level, message, cause, and as annotations the request's id; with the trace and its span where
 * there is one. A card number in a text of others is masked.
 */
const jsonLines = Logger.make<unknown, string>((options) => {
  const { annotations, level, message, timestamp } = Logger.formatStructured.log(options)
  const { span } = options.fiber.cache
  const trace = span === undefined ? {} : { traceId: span.traceId, spanId: span.spanId }
  const line = { timestamp, level, message, cause: causeText(options.cause), ...annotations, ...trace }
  return CardNumber.mask(JSON.stringify(line, jsonValue))
})

const readableLines = Logger.make<unknown, string>((options) => {
  const line = Logger.formatLogFmt.log({ ...options, cause: Cause.empty })
  const cause = causeText(options.cause)
  return CardNumber.mask(cause === undefined ? line : `${line}\n${cause}`)
})

const ignore = (): void => {}

/** Lines whose writing has not ended. */
let writing = 0

/** Standard error as `console.error` writes to it: a reader that is gone, or a disk that is full, costs lines and not the process. */
export const standardError = {
  get isTTY(): boolean {
    return process.stderr.isTTY
  },
  write: (line: string): void => {
    const { stderr } = process
    writing += 1
    if (writing === 1) stderr.on("error", ignore)
    // The error is emitted after the callback.
    const done = (): void => {
      writing -= 1
      if (writing === 0) stderr.off("error", ignore)
    }
    stderr.write(line, () => setImmediate(done))
  }
}

/** The log, such as to standard error: JSON, or lines for a person at a terminal. */
export const logTo = (out: { readonly isTTY?: boolean; readonly write: (line: string) => unknown }) =>
  Logger.layer([Logger.map(out.isTTY === true ? readableLines : jsonLines, (line) => void out.write(`${line}\n`))])
