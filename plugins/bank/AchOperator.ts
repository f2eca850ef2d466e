/**
 * The port to an ACH operator (decisions C.6). Files go out as text whose bytes never change; acknowledgements, returns
 * and notifications of change come in. A host connects its bank, or an operator, by an implementation of its own.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { checkFunctions, type StoreUnavailable } from "../../src/plugin.ts"
import { trialHeader } from "./ach/AchFile.ts"
import { fileHeaderTable } from "./messages/nacha/records.ts"
import { writeRecord } from "./messages/nacha/RecordTable.ts"
import { askConnection, type RailHealth, type RailUnreachable } from "./Rail.ts"

/** What file headers say of both sides. */
export interface AchProfile {
  /** Routing number of the operator, or of the bank that takes files to it. */
  readonly destination: string
  readonly destinationName: string
  /** A routing number, or up to ten characters that the destination gave. */
  readonly origin: string
  readonly originName: string
}

/** A file to hand over. However often it is handed over, name and bytes are the same. */
export interface OutgoingAchFile {
  readonly name: string
  /** ASCII: as many bytes as characters. */
  readonly text: string
  /** Of the text, hexadecimal. */
  readonly sha256: string
  readonly createdAt: number
}

/** The operator's answer to an inquiry about a file. `received`: it has it and has not decided about it. */
export interface AchFileFinding {
  readonly status: "accepted" | "rejected" | "received" | "not_found" | "unknown"
  readonly errors?: ReadonlyArray<string>
  readonly rejectedBatches?: ReadonlyArray<number>
}

/** News of the operator: at least once, in any order. */
export type AchNews =
  | {
      readonly type: "acknowledgement"
      readonly fileName: string
      readonly accepted: boolean
      /** Numbers of batches that are refused although the file is taken. */
      readonly rejectedBatches?: ReadonlyArray<number>
      readonly errors?: ReadonlyArray<string>
    }
  /** A Nacha file with returns and notifications of change. The same text is the same file. */
  | { readonly type: "file"; readonly name: string; readonly text: string }

/** Takes news; it succeeds only when they are on disk. */
export type AchSink = (news: AchNews) => Effect.Effect<void, StoreUnavailable>

/** A connection to an operator. */
export interface AchOperator {
  readonly profile: AchProfile
  /** Whether it takes a file of the same name and bytes once, however often it is handed over. */
  readonly takesOnce: boolean
  /** Succeeds when the operator has the file; what it thinks of it comes as news, perhaps before this returns. */
  readonly deliver: (file: OutgoingAchFile) => Effect.Effect<void, RailUnreachable>
  /** Asks about a file, before it is handed over again. */
  readonly find: (fileName: string) => Effect.Effect<AchFileFinding, RailUnreachable>
  /** Called once at start with where news go. */
  readonly subscribe: (sink: AchSink) => Effect.Effect<void>
  readonly health: Effect.Effect<RailHealth>
}

/** An operator from plain functions, which may be asynchronous. A throw or a time-out is `RailUnreachable`. */
export interface AchOperatorImplementation extends Pick<AchOperator, "profile" | "takesOnce"> {
  readonly deliver: (file: OutgoingAchFile, signal: AbortSignal) => void | Promise<void>
  readonly find: (fileName: string, signal: AbortSignal) => AchFileFinding | Promise<AchFileFinding>
  readonly subscribe: (sink: (news: AchNews) => Promise<void>) => void
  readonly health?: () => RailHealth | Promise<RailHealth>
}

/**
 * Makes an operator of plain functions, or of an object with such methods. Throws a `TypeError` where one is missing, and a
 * `RangeError` for a profile that no file could carry.
 */
export const makeAchOperator = (of: AchOperatorImplementation): AchOperator => {
  checkFunctions("makeAchOperator", of, ["deliver", "find", "subscribe"])
  const problems: Array<string> = []
  writeRecord(fileHeaderTable, { ...trialHeader, ...of.profile }, ({ field, problem }) =>
    problems.push(`profile.${field} ${problem}`)
  )
  if (problems.length > 0) throw new RangeError(`makeAchOperator: ${problems.join("; ")}`)
  return {
    profile: of.profile,
    takesOnce: of.takesOnce,
    deliver: (file) => askConnection("ach", (signal) => of.deliver(file, signal)),
    find: (fileName) => askConnection("ach", (signal) => of.find(fileName, signal)),
    subscribe: (sink) => Effect.sync(() => of.subscribe((news) => Effect.runPromise(sink(news)))),
    health: Effect.orElseSucceed(
      askConnection("ach", () => of.health?.() ?? { isUp: true }),
      () => ({ isUp: false })
    )
  }
}

/** The operator that is connected, if any. */
export class AchConnection extends Context.Service<AchConnection, { readonly operator: AchOperator | undefined }>()(
  "bursar/bank/AchConnection"
) {}
