/**
 * Screening in process: the same as over HTTP, and what only a host can say of it: a person's decision on a match. Each
 * takes the caller first; make one with `engine.caller({ principal })`.
 */
import * as Effect from "effect/Effect"
import { CardNumber, Country, isCalendarDate } from "../../../src/domain.ts"
import { call, type CallerShape, type ScreeningSubject } from "../../../src/plugin.ts"
import { checkReported } from "../callsOf.ts"
import { resolutions, type ScreeningResolution } from "../screening/ScreeningRecord.ts"
import { fits, isReadable } from "../wire.ts"
import { maxNameLength } from "./api.ts"
import * as operations from "./operations.ts"

const entityTypes: ReadonlyArray<unknown> = ["individual", "business", "any"] satisfies ReadonlyArray<
  ScreeningSubject["entityType"]
>

const isName = (name: unknown): name is string =>
  typeof name === "string" && isReadable(name) && fits(name.trim(), maxNameLength)

/** Whoever is asked for in another way than over HTTP would be found on no list. */
const isSubject = ({ country, dateOfBirth, entityType, name }: ScreeningSubject): boolean =>
  isName(name) &&
  entityTypes.includes(entityType) &&
  (dateOfBirth === undefined || isCalendarDate(dateOfBirth)) &&
  (country === undefined || Country.isCountry(country))

const subjects =
  "a name, with individual, business or any as entityType; a date of birth and a country must be some that exist"

/**
 * Looks for a person or company; a match blocks the customers of that name. Fails with `InvalidParameters` or
 * `ScreeningUnanswered`.
 */
export const screen = (caller: CallerShape, subject: ScreeningSubject) =>
  Effect.andThen(
    checkReported(isSubject({ ...subject }), "subject", subjects),
    Effect.suspend(() => {
      const masked = { ...subject, name: CardNumber.mask(subject.name.trim()) }
      return call(caller, "cards.compliance.screen", masked, (asking) => operations.screenSubject(asking, masked))
    })
  )

/** A screening by its id, with why each entry matched. Fails with `ScreeningNotFound`. */
export const retrieve = (caller: CallerShape, id: string) => operations.retrieve(caller, id)

/**
 * Takes down what a person decided on a match: `approved` opens the gates for the customer whose newest screening it
 * is, until the entry or the name changes; `confirmed` keeps them closed. In live mode nothing else opens them. Fails
 * with `InvalidParameters` for another word, `ScreeningNotFound`, or `ScreeningNotResolvable` for a screening that found nobody.
 */
export const resolve = (caller: CallerShape, id: string, decision: ScreeningResolution) =>
  Effect.andThen(
    checkReported(resolutions.includes(decision), "decision", resolutions.join(" or ")),
    call(caller, "cards.compliance.resolve", { id, decision }, (asking) => operations.resolve(asking, id, decision))
  )
