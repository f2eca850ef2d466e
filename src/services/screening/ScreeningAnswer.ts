/**
 * The check of what a host's screening function answers, and the result that the engine makes of it.
 */
import {
  isBoolean,
  isInteger,
  isListOf,
  isNumber,
  isOneOf,
  isOptional,
  isPercent,
  isRecord,
  isText
} from "../guards.ts"
import type {
  ListChange,
  ListedEntityType,
  ListName,
  ListStatus,
  MatchReason,
  ScreenedList,
  ScreeningResult
} from "./ScreeningResult.ts"

/** A match as a host gives it: four fields, and whatever else its source knows. */
export interface MatchAnswer {
  readonly list: ListName
  readonly entryId: string
  readonly listedName: string
  /** Integer from 0 to 100. */
  readonly score: number
  /** Default: the version of the list. */
  readonly entryVersion?: string | undefined
  /** Default: `listedName`. */
  readonly matchedName?: string | undefined
  /** Default: the subject's type; `individual` for a subject of any type. */
  readonly entityType?: ListedEntityType | undefined
  readonly programs?: ReadonlyArray<string> | undefined
  readonly datesOfBirth?: ReadonlyArray<string> | undefined
  readonly countries?: ReadonlyArray<string> | undefined
  /** Default: the subject's `field`. */
  readonly field?: string | undefined
  readonly reasons?: ReadonlyArray<MatchReason> | undefined
}

/** What a host's function gives back. Every match in it counts; no match is a clear subject. */
export interface ScreeningAnswer {
  readonly matches: ReadonlyArray<MatchAnswer>
  /** The lists that were consulted. None at all is no screening. */
  readonly listsScreened: ReadonlyArray<ScreenedList>
  /** Lowest score that was reported as a match, 0 to 100. */
  readonly threshold: number
}

/** What the defaults of an answer come from. */
export interface AnswerContext {
  readonly scorer: string
  readonly field: string
  readonly entityType: ListedEntityType
}

const listFields = { list: isText, stateDate: isText, version: isText }
const isTexts = isOptional(isListOf(isText))

const isScreeningAnswer = isRecord<ScreeningAnswer>({
  matches: isListOf(
    isRecord<MatchAnswer>({
      list: isText,
      entryId: isText,
      listedName: isText,
      score: isPercent,
      entryVersion: isOptional(isText),
      matchedName: isOptional(isText),
      entityType: isOptional(isOneOf(["individual", "business", "vessel", "aircraft"])),
      programs: isTexts,
      datesOfBirth: isTexts,
      countries: isTexts,
      field: isOptional(isText),
      reasons: isOptional(
        isListOf(isRecord<MatchReason>({ compared: isText, subject: isText, listed: isText, points: isNumber }))
      )
    })
  ),
  listsScreened: isListOf(isRecord<ScreenedList>(listFields)),
  threshold: isPercent
})

const isListStatuses = isListOf(
  isRecord<ListStatus>({
    ...listFields,
    entries: isInteger,
    names: isInteger,
    loadedAt: isOptional(isNumber),
    maxAgeHours: isOptional(isNumber),
    stale: isBoolean,
    lastRefusal: isOptional(
      isRecord<{ readonly at: number; readonly reason: string }>({ at: isNumber, reason: isText })
    )
  })
)

const isListChanges = isListOf(
  isRecord<ListChange>({ ...listFields, since: isOptional(isText), entries: isOptional(isInteger) })
)

/** The result that an answer stands for, best match first, or `undefined` when it is no valid answer. */
export const readScreeningAnswer = (answer: unknown, context: AnswerContext): ScreeningResult | undefined => {
  if (!isScreeningAnswer(answer)) return undefined
  const versions = new Map(answer.listsScreened.map(({ list, version }) => [list, version]))
  const matches = answer.matches.map((match) => ({
    list: match.list,
    entryId: match.entryId,
    entryVersion: match.entryVersion ?? versions.get(match.list) ?? "",
    listedName: match.listedName,
    matchedName: match.matchedName ?? match.listedName,
    score: match.score,
    entityType: match.entityType ?? context.entityType,
    programs: match.programs ?? [],
    datesOfBirth: match.datesOfBirth ?? [],
    countries: match.countries ?? [],
    field: match.field ?? context.field,
    reasons: match.reasons ?? []
  }))
  return {
    outcome: matches.length === 0 ? "clear" : "match",
    matches: matches.sort((left, right) => right.score - left.score),
    listsScreened: answer.listsScreened,
    threshold: answer.threshold,
    scorer: context.scorer
  }
}

/** The states of the lists, or `undefined` when the value is none. */
export const readListStatuses = (answer: unknown): ReadonlyArray<ListStatus> | undefined =>
  isListStatuses(answer) ? answer : undefined

/** What lists have got, or `undefined` when the value tells none of it. */
export const readListChanges = (answer: unknown): ReadonlyArray<ListChange> | undefined =>
  isListChanges(answer) ? answer : undefined
