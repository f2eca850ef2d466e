/**
 * The Screening service: whether a person or company is on a sanctions or watch list. It fails closed: without an
 * answer there is no clear subject. A host replaces it with a provider of its own by one layer; the default knows the
 * fictional lists of the sandbox.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Recent } from "../domain/Recent.ts"
import { type Answer, ask, checkFunctions, type HostCall, nameOf, timeoutMsOf } from "./ask.ts"
import type { NoAnswer } from "./NoAnswer.ts"
import { makeOutages } from "./Outages.ts"
import {
  type ListScreening,
  type ListScreeningOptions,
  makeListScreening,
  screeningOver
} from "./screening/ListScreening.ts"
import { tokensOf } from "./screening/normalize.ts"
import { sandboxLists, sandboxOutages } from "./screening/sandbox-list.ts"
import { type IndexedList, makeScreeningIndex } from "./screening/ScreeningIndex.ts"
import {
  readListChanges,
  readListStatuses,
  readScreeningAnswer,
  type ScreeningAnswer
} from "./screening/ScreeningAnswer.ts"
import type {
  ListChange,
  ListName,
  ListStatus,
  ListVersion,
  ScreeningOptions,
  ScreeningResult,
  ScreeningSubject
} from "./screening/ScreeningResult.ts"

export type { HostCall } from "./ask.ts"
export type { MatchAnswer, ScreeningAnswer } from "./screening/ScreeningAnswer.ts"
export type {
  ListChange,
  ListedEntityType,
  ListName,
  ListStatus,
  ListVersion,
  MatchReason,
  ScreenedList,
  ScreeningMatch,
  ScreeningOptions,
  ScreeningResult,
  ScreeningSubject
} from "./screening/ScreeningResult.ts"
export type { WatchList, WatchListEntry } from "./screening/WatchList.ts"

/** How long a provider may take, in real time (our choice: well within the 20 seconds of an instant payment). */
export const defaultScreeningTimeout: Duration.Duration = Duration.seconds(5)

/**
 * Nobody can say whether the subject is listed, so nothing may be paid yet. It carries no part of the subject, and may
 * be tried again. `failed` covers errors of the provider and answers that make no sense.
 */
export class ScreeningUnavailable extends Data.TaggedError("ScreeningUnavailable")<{
  readonly reason: "no_list_loaded" | "stale_list" | "timeout" | "failed"
  /** The lists that are missing or too old, where the reason is about lists. */
  readonly lists?: ReadonlyArray<ListName> | undefined
}> {
  override get message(): string {
    return `Screening is unavailable (${this.reason})`
  }
}

/** What the engine asks of screening. */
export interface ScreeningShape {
  /** Looks for one subject on the lists. The same subject, options and list versions have the same result. */
  readonly screen: (
    subject: ScreeningSubject,
    options?: ScreeningOptions
  ) => Effect.Effect<ScreeningResult, ScreeningUnavailable>
  /** The lists in use, for operators and health output; empty when the provider cannot tell. */
  readonly lists: Effect.Effect<ReadonlyArray<ListStatus>>
  /**
   * What every list in use has got since the versions that known customers were screened against. Where there is
   * something new, `screen` with `changedSince` looks at that alone.
   */
  readonly changesSince: (versions: ReadonlyArray<ListVersion>) => Effect.Effect<ReadonlyArray<ListChange>>
  /**
   * Calls `listener` after lists were replaced, until the returned function is called. Absent where the provider does not
   * tell: then whoever must know asks for `lists` from time to time.
   */
  readonly onChange?: ((listener: () => void) => () => void) | undefined
}

/** What a host writes. Its functions may return a plain value, a promise or an effect. */
export interface ScreeningImplementation {
  /** Stored with every result as `scorer`. Give a new version a new name. */
  readonly name: string
  /** May fail or throw with `ScreeningUnavailable` to say why. `call.signal` is aborted at the time-out. */
  readonly screen: (subject: ScreeningSubject, options: ScreeningOptions, call: HostCall) => Answer<ScreeningAnswer>
  readonly lists?: (call: HostCall) => Answer<ReadonlyArray<ListStatus>>
  /** Default: lists in another version than the one seen may have changed in any number of entries. */
  readonly changesSince?: (versions: ReadonlyArray<ListVersion>, call: HostCall) => Answer<ReadonlyArray<ListChange>>
  /** Calls `listener` after lists were replaced, until the returned function is called. */
  readonly onChange?: (listener: () => void) => () => void
  /** Longest wait for an answer in real time. Default: 5 s. */
  readonly timeout?: Duration.Input
}

/** Rebuilt rather than passed on: what a host throws may carry the name of the subject. */
const unavailable = ({ reason, error }: NoAnswer): ScreeningUnavailable =>
  error instanceof ScreeningUnavailable
    ? new ScreeningUnavailable({ reason: error.reason, lists: error.lists })
    : new ScreeningUnavailable({ reason: reason === "timeout" ? "timeout" : "failed" })

/** The service over lists in memory. `statuses` tells their states; by default they are part of the program. */
export const fromLists = (
  { changesSince, lists, onReplaced, screen }: ListScreening,
  statuses: Effect.Effect<ReadonlyArray<ListStatus>> = Effect.sync(() => lists().map(staticStatus))
): ScreeningShape => ({
  screen: (subject, options) =>
    Effect.suspend(() => {
      const result = screen(subject, options)
      return result === undefined
        ? Effect.fail(new ScreeningUnavailable({ reason: "no_list_loaded", lists: options?.lists }))
        : Effect.succeed(result)
    }),
  lists: statuses,
  changesSince: (versions) => Effect.sync(() => changesSince(versions)),
  onChange: onReplaced
})

const staticStatus = ({ entries, list, names, stateDate, version }: IndexedList): ListStatus => ({
  list,
  stateDate,
  version,
  entries,
  names,
  stale: false
})

/** What the versions alone show: nothing has changed, or nobody knows how much. */
const changesByVersion = (
  lists: ReadonlyArray<ListStatus>,
  versions: ReadonlyArray<ListVersion>
): ReadonlyArray<ListChange> =>
  lists.map(({ list, stateDate, version }) => {
    const isSeen = versions.some((seen) => seen.list === list && seen.version === version)
    return { list, stateDate, version, since: isSeen ? version : undefined, entries: isSeen ? 0 : undefined }
  })

/** The words of names that were asked for last (our choice: at most twice as many). */
const wordsOfNames = new Recent<string>(512)

const plainWords = (name: string): string => {
  const known = wordsOfNames.get(name)
  if (known !== undefined) return known
  const words = tokensOf(name).join(" ")
  wordsOfNames.set(name, words)
  return words
}

const outages = sandboxOutages.map(({ failingAttempts, name }) => ({ failingAttempts, words: plainWords(name) }))

const isOutage = (subject: ScreeningSubject, attempt: number): boolean => {
  const failing = outages.filter(({ failingAttempts }) => attempt <= failingAttempts)
  if (failing.length === 0) return false
  const asked = plainWords(subject.name)
  return failing.some(({ words }) => words === asked)
}

/** Indexed when somebody is first screened against them: programs that only load this module need not wait for it. */
const sandboxScreening = screeningOver(() => makeScreeningIndex(sandboxLists))

/** Puts the names for which the sandbox is out of order in front of screening. */
export const withSandboxOutages = (screening: ScreeningShape): ScreeningShape => ({
  ...screening,
  screen: (subject, options) =>
    isOutage(subject, options?.attempt ?? 1)
      ? Effect.fail(new ScreeningUnavailable({ reason: "failed" }))
      : screening.screen(subject, options)
})

const sandbox = withSandboxOutages(fromLists(sandboxScreening))

/** Finds listed persons and companies; swap it to plug in a provider of your own. */
export class Screening extends Context.Service<Screening, ScreeningShape>()("bursar/Screening") {
  /**
   * Makes screening from plain functions. A function that hangs past its time-out, throws, rejects, or answers
   * something that is no screening answer becomes `ScreeningUnavailable`; so does an answer that consulted no list.
   */
  static readonly make = (implementation: ScreeningImplementation): ScreeningShape => {
    checkFunctions("Screening.make", implementation, ["screen"])
    const name = nameOf(implementation)
    const timeoutMs = timeoutMsOf(implementation.timeout ?? defaultScreeningTimeout)
    const [ofScreen, ofLists, ofChanges] = [makeOutages(), makeOutages(), makeOutages()]
    const screen = (subject: ScreeningSubject, options: ScreeningOptions = {}) => {
      const { entityType, field = "name" } = subject
      const context = { scorer: name, field, entityType: entityType === "any" ? ("individual" as const) : entityType }
      return ask({
        span: "Screening.screen",
        implementation: name,
        timeoutMs,
        outages: ofScreen,
        call: (hostCall) => implementation.screen(subject, options, hostCall),
        read: (answer) => readScreeningAnswer(answer, context)
      }).pipe(
        Effect.mapError(unavailable),
        Effect.filterOrFail(
          (result) => result.listsScreened.length > 0,
          () => new ScreeningUnavailable({ reason: "no_list_loaded" })
        )
      )
    }
    const lists = ask({
      span: "Screening.lists",
      implementation: name,
      timeoutMs,
      outages: ofLists,
      call: (hostCall) => implementation.lists?.(hostCall) ?? [],
      read: readListStatuses
    }).pipe(Effect.orElseSucceed((): ReadonlyArray<ListStatus> => []))
    const changesSince = (versions: ReadonlyArray<ListVersion>) => {
      const byVersion = Effect.map(lists, (statuses) => changesByVersion(statuses, versions))
      const { changesSince: tell } = implementation
      if (tell === undefined) return byVersion
      return ask({
        span: "Screening.changesSince",
        implementation: name,
        timeoutMs,
        outages: ofChanges,
        call: (hostCall) => tell.call(implementation, versions, hostCall),
        read: readListChanges
      }).pipe(Effect.catch(() => byVersion))
    }
    return { screen, lists, changesSince, onChange: implementation.onChange?.bind(implementation) }
  }

  /** The bundled comparison of names over lists of your own. Some thousand names are indexed in some milliseconds. */
  static readonly layerLists = (options: ListScreeningOptions): Layer.Layer<Screening> =>
    Layer.sync(Screening, () => fromLists(makeListScreening(options)))

  /** The fictional lists of the sandbox, and the names for which it is out of order. */
  static readonly layer: Layer.Layer<Screening> = Layer.succeed(Screening, sandbox)

  /** For tests: everybody is clear. */
  static readonly layerClear: Layer.Layer<Screening> = Layer.succeed(Screening, {
    ...sandbox,
    screen: () =>
      Effect.succeed({
        outcome: "clear",
        matches: [],
        listsScreened: sandboxLists.map(({ list, stateDate, version }) => ({ list, stateDate, version })),
        threshold: 100,
        scorer: "clear"
      })
  })

  /** For tests: no screening ever comes about. */
  static readonly layerUnavailable: Layer.Layer<Screening> = Layer.succeed(Screening, {
    screen: () => Effect.fail(new ScreeningUnavailable({ reason: "failed" })),
    lists: Effect.succeed([]),
    changesSince: () => Effect.succeed([])
  })
}
