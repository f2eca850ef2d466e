/** Screening of payments, and the records of holds. Officers' decisions are in `holds`. */
import * as Effect from "effect/Effect"
import type { Cursor } from "../../../src/domain.ts"
import {
  Clock,
  Ids,
  Screening,
  type RegionStore,
  type ScreeningMatch,
  type ScreeningSubject,
  type Write,
  type VersionConflict
} from "../../../src/plugin.ts"
import type { Payment } from "../payments/Payment.ts"
import type { SanctionedCountry } from "./Countries.ts"
import { agingJob, rescreenJob, type Hold, type ScreeningException } from "./Hold.ts"
import { isExcepted, subject, subjectsOf, type PaymentScreened, type Screened } from "./PaymentScreening.ts"
import { exceptions, holds, keepScreening, listScreenings, screeningSwitch } from "./repository.ts"
import {
  subjectEvidence,
  type ScreeningEvidence,
  type SubjectEvidence,
  type PaymentMatch
} from "./ScreeningEvidence.ts"

/** Exceptions of one list entry that are read at a time. */
const exceptionsAtOnce = 100

/** Whether an exception covers a match. Those that a client made itself do not count for its own payments. */
const isCovered = Effect.fnUntraced(function* (
  store: RegionStore,
  match: PaymentMatch,
  { clientId, now }: { readonly clientId: string; readonly now: number }
) {
  let last: Cursor.CursorPosition | undefined
  for (;;) {
    const page = yield* exceptions.list(store, { entry_id: match.listEntryId }, last, exceptionsAtOnce)
    const known = page.filter(({ createdBy }) => createdBy !== clientId)
    if (isExcepted(known, match, now)) return true
    if (page.length < exceptionsAtOnce) return false
    last = page.at(-1)
  }
})

/** The first match that no exception covers. */
const unexcepted = Effect.fnUntraced(function* (
  store: RegionStore,
  matches: ReadonlyArray<PaymentMatch>,
  of: { readonly clientId: string; readonly now: number }
) {
  for (const match of matches) {
    if (!(yield* isCovered(store, match, of))) return match
  }
  return undefined
})

const unavailable = (subjects: ReadonlyArray<ScreeningSubject>): PaymentScreened => ({
  _tag: "Unavailable",
  subjects: subjects.map((subject) => subjectEvidence(subject, undefined))
})

/** The matches of a screening, the best first, without those that earlier screenings found. */
const matchesOf = (
  subjects: ReadonlyArray<SubjectEvidence>,
  known: ReadonlyArray<SubjectEvidence>
): ReadonlyArray<PaymentMatch> => {
  const decided = new Set(known.flatMap((one) => one.matches.map((match) => nameOf(one, match))))
  return subjects
    .flatMap((one) =>
      one.matches
        .filter((match) => !decided.has(nameOf(one, match)))
        .map(({ entryId, field, list, matchedName, score }) => ({
          field,
          score,
          listName: list,
          listEntryId: entryId,
          matchedName,
          screenedValue: one.subject.name
        }))
    )
    .toSorted((a, b) => b.score - a.score)
}

const nameOf = ({ subject }: Pick<SubjectEvidence, "subject">, { entryId, entryVersion, list }: ScreeningMatch) =>
  JSON.stringify([subject.name, list, entryId, entryVersion])

const screen = Effect.fnUntraced(function* (
  store: RegionStore,
  asked: ReadonlyArray<ScreeningSubject>,
  {
    attempt,
    clientId,
    known
  }: { readonly attempt: number; readonly clientId: string; readonly known?: ReadonlyArray<SubjectEvidence> }
) {
  const clock = yield* Clock
  const screening = yield* Screening
  const subjects: Array<SubjectEvidence> = []
  // A sandbox can take screening out of order by hand (decisions C.5).
  const simulated = yield* screeningSwitch.read(store)
  if (simulated?.isScreeningDown === true) return unavailable(asked)
  let isAnswered = true
  for (const subject of asked) {
    const result = yield* screening
      .screen(subject, { attempt })
      .pipe(Effect.catchTag("ScreeningUnavailable", () => Effect.undefined))
    if (result === undefined) isAnswered = false
    // Nothing hangs on the others of a payment that was screened before.
    if (result === undefined && known !== undefined) break
    subjects.push(subjectEvidence(subject, result))
  }
  // Nobody decides about a match while nobody knows of the others: it would let all of them pass.
  if (!isAnswered) return { _tag: "Unavailable", subjects } as PaymentScreened
  const best = yield* unexcepted(store, matchesOf(subjects, known ?? []), { clientId, now: clock.now() })
  return (
    best === undefined ? { _tag: "Clear", subjects } : { _tag: "Match", match: best, subjects }
  ) as PaymentScreened
})

/**
 * Screens a payment of a client: the best match that no exception covers, or that nobody can say. `attempt` counts the
 * screenings of one payment, from 1. What is `known` of earlier ones was decided.
 */
export const screenPayment = (store: RegionStore, of: Screened, facts: Parameters<typeof screen>[2]) =>
  screen(store, subjectsOf(of), facts)

/** Screens what a client says in words, as `screenPayment` does. */
export const screenText = (store: RegionStore, field: string, text: string, facts: Parameters<typeof screen>[2]) =>
  screen(store, subject(field, text, { form: "text" }), facts)

/** A match with a place under sanctions: money from there that came in cannot be refused any more, and is held. */
export const matchOfPlace = ({ field, place }: SanctionedCountry, screened: PaymentScreened): PaymentScreened => {
  const of = { listName: "sanctioned_places", listEntryId: place, matchedName: place, screenedValue: place }
  return { _tag: "Match", subjects: screened.subjects, match: { field, score: 100, ...of } }
}

/** Screenings of one payment that are looked at: more than there are. */
const mostScreenings = 100

const screeningsOf = Effect.fnUntraced(function* (store: RegionStore, paymentId: string) {
  const [latest, ...before] = yield* listScreenings(store, paymentId, mostScreenings)
  const knownIn = (rows: ReadonlyArray<ScreeningEvidence>) =>
    rows.flatMap(({ outcome, subjects }) => (outcome === "unavailable" ? [] : subjects))
  return { latest, knownBefore: knownIn(before), known: latest === undefined ? [] : knownIn([latest, ...before]) }
})

/** The words of a screened value that a match is about; none where its provider does not say. */
const wordsOf = (subjects: ReadonlyArray<SubjectEvidence>, { listEntryId, listName, screenedValue }: PaymentMatch) =>
  subjects
    .filter(({ subject }) => subject.name === screenedValue)
    .flatMap(({ matches }) => matches.filter(({ entryId, list }) => entryId === listEntryId && list === listName))
    .flatMap(({ reasons }) => reasons.filter(({ compared }) => compared === "token").map(({ subject }) => subject))

/**
 * The match that is to be decided after that of a hold: of another name of the payment, which may stand in the same field, and with another
 * entry. Who is not one listed person may be another one.
 */
export const nextMatch = Effect.fnUntraced(function* (store: RegionStore, { clientId, paymentId, ...hold }: Hold) {
  const { knownBefore, latest } = yield* screeningsOf(store, paymentId)
  const subjects = latest?.subjects ?? []
  const all = matchesOf(subjects, knownBefore)
  const at = all.findIndex(
    ({ field, listEntryId, listName }) =>
      field === hold.matchedField && listEntryId === hold.listEntryId && listName === hold.listName
  )
  const decided = all.slice(0, at + 1).map((match) => ({ match, words: new Set(wordsOf(subjects, match)) }))
  const isDecided = (one: PaymentMatch) =>
    decided.some(({ match, words }) => {
      const own = match.screenedValue === one.screenedValue ? wordsOf(subjects, one) : undefined
      return own !== undefined && (own.length === 0 || words.size === 0 || own.some((word) => words.has(word)))
    })
  const entryOf = ({ listEntryId, listName }: PaymentMatch) => JSON.stringify([listName, listEntryId])
  const entries = new Set(all.filter(isDecided).map(entryOf))
  const rest = all.filter((match) => !isDecided(match) && !entries.has(entryOf(match)))
  return yield* unexcepted(store, rest, { clientId, now: (yield* Clock).now() })
})

/** How long the answer of a screening holds for a payment that leaves: lists change daily (our choice). */
export const screenedForMs = 86_400_000

/** Screens a payment again that was let go, unless that was done lately: what was found then is decided. */
export const screenAgain = Effect.fnUntraced(function* (
  store: RegionStore,
  of: Screened & Pick<Payment, "id" | "clientId">
) {
  const { known, latest } = yield* screeningsOf(store, of.id)
  const since = latest === undefined || latest.outcome === "unavailable" ? 0 : latest.createdAt
  if ((yield* Clock).now() - since < screenedForMs) return undefined
  const attempt = (latest?.attempt ?? 0) + 1
  return { attempt, screened: yield* screenPayment(store, of, { attempt, clientId: of.clientId, known }) }
})

const outcomes = { Clear: "clear", Match: "match", Unavailable: "unavailable" } as const

/** The write that keeps what a screening of a payment found, for the commit that it decides about (S33). */
export const keepEvidence = Effect.fnUntraced(function* (
  payment: Pick<Payment, "id" | "hold">,
  screened: PaymentScreened,
  of: { readonly attempt: number; readonly now: number }
) {
  const evidence: ScreeningEvidence = {
    id: (yield* Ids).next("scr"),
    paymentId: payment.id,
    attempt: of.attempt,
    outcome: outcomes[screened._tag],
    holdId: payment.hold?.holdId ?? null,
    subjects: screened.subjects,
    decisive: screened._tag === "Match" ? screened.match : null,
    createdAt: of.now
  }
  return keepScreening(evidence)
})

/** The record of a new hold with its jobs. */
export const openHold = (payment: Payment, screened: PaymentScreened, attempts: number, now: number) => {
  const match = screened._tag === "Match" ? screened.match : undefined
  const hold: Hold = {
    id: payment.hold!.holdId,
    paymentId: payment.id,
    clientId: payment.clientId,
    rail: payment.rail,
    amountCents: payment.amountCents,
    ...(payment.wire === undefined ? {} : { currency: payment.wire.currency }),
    reason: payment.hold!.reason,
    matchedField: payment.hold!.matchedField,
    matchScore: payment.hold!.matchScore,
    ...matchFields(match),
    createdAt: now,
    attempts,
    status: "open",
    decidedBy: null,
    decidedAt: null,
    note: null
  }
  const jobs = screened._tag === "Unavailable" ? [agingJob(hold, now), rescreenJob(hold, now)] : [agingJob(hold, now)]
  return { hold, writes: [holds.insert(hold)], jobs }
}

const matchFields = (match: PaymentMatch | undefined) => ({
  listName: match?.listName ?? null,
  listEntryId: match?.listEntryId ?? null,
  matchedName: match?.matchedName ?? null,
  screenedValue: match?.screenedValue ?? null
})

/** A hold after screening answered with a match. */
export const matchedHold = (hold: Hold, match: PaymentMatch, attempts: number): Hold => ({
  ...hold,
  ...matchFields(match),
  reason: "OFAC_POSSIBLE_MATCH",
  matchedField: match.field,
  matchScore: match.score,
  attempts
})

export const findHold = (store: RegionStore, id: string) => holds.byId(store, id)

/** Holds, newest first. */
export const listHolds = holds.list

export const updateHold = (hold: Hold, version: number): Write<VersionConflict> => holds.update(hold, version)

export const keepException = (exception: ScreeningException): Write => exceptions.insert(exception)

/** The write that takes the screening of a sandbox out of order, or puts it back (decisions C.5). */
export const switchScreening = (isDown: boolean): Write => screeningSwitch.keep({ isScreeningDown: isDown })
