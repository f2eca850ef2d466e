/**
 * When ACH entries are sent and settle: the windows and cut-offs of FedACH in Eastern time, and the effective dates
 * that can be met (decisions B.5). Windows are data: a host gives its own table when its bank has earlier cut-offs.
 */
import { addBankingDays, isBankingDay, nextBankingDay } from "./banking-days.ts"
import { easternDateOf, easternInstant, minuteOf } from "./eastern-time.ts"
import { addDays, type PlainDate } from "./PlainDate.ts"

/** A same-day window: entries that are ready before `closes` settle at `settles` on the same day. */
export interface SameDayWindow {
  /** What the batch header says in its descriptive date (Nacha: `SD` and the settlement time). */
  readonly marker: string
  /** Minutes after midnight, Eastern time. An entry at this very minute has missed the window. */
  readonly closes: number
  readonly settles: number
}

/** When entries are sent and settle. */
export interface AchSchedule {
  /** In the order of the day. */
  readonly sameDay: ReadonlyArray<SameDayWindow>
  /** Standard entries leave on the banking day before their effective date, before this minute. */
  readonly standardCloses: number
  /** Standard entries settle at this minute of their effective date. */
  readonly standardSettles: number
  /** How far ahead an effective date may lie. Our choice. */
  readonly daysAhead: number
}

/** FedACH: three same-day windows; standard entries until 20:00 for 08:30 the next banking day. */
export const fedAch: AchSchedule = {
  sameDay: [
    { marker: "SD1300", closes: minuteOf("10:30"), settles: minuteOf("13:00") },
    { marker: "SD1700", closes: minuteOf("14:45"), settles: minuteOf("17:00") },
    { marker: "SD1800", closes: minuteOf("16:45"), settles: minuteOf("18:00") }
  ],
  standardCloses: minuteOf("20:00"),
  standardSettles: minuteOf("08:30"),
  daysAhead: 365
}

/** A window as instants. */
export interface AchWindow {
  readonly kind: "same_day" | "standard"
  /** What the batch header says about a same-day window. */
  readonly marker: string | undefined
  readonly effectiveDate: PlainDate
  /** Entries must be ready before this instant. */
  readonly closesAt: number
  readonly settlesAt: number
}

/** The next same-day window at an instant, or `undefined` when the last of the day is over or the banks are closed. */
export const nextSameDayWindow = (now: number, schedule: AchSchedule = fedAch): AchWindow | undefined => {
  const today = easternDateOf(now)
  if (!isBankingDay(today)) return undefined
  const window = schedule.sameDay.find(({ closes }) => now < easternInstant(today, closes))
  return window === undefined
    ? undefined
    : {
        kind: "same_day",
        marker: window.marker,
        effectiveDate: today,
        closesAt: easternInstant(today, window.closes),
        settlesAt: easternInstant(today, window.settles)
      }
}

/** The window of standard entries for an effective date: it closes on the banking day before. */
export const standardWindow = (effectiveDate: PlainDate, schedule: AchSchedule = fedAch): AchWindow => ({
  kind: "standard",
  marker: undefined,
  effectiveDate,
  closesAt: easternInstant(addBankingDays(effectiveDate, -1), schedule.standardCloses),
  settlesAt: easternInstant(effectiveDate, schedule.standardSettles)
})

/** The earliest effective date that standard entries can still meet: after 20:00 the banking day after next. */
export const earliestStandardDate = (now: number, schedule: AchSchedule = fedAch): PlainDate => {
  const next = nextBankingDay(easternDateOf(now))
  return now < standardWindow(next, schedule).closesAt ? next : nextBankingDay(next)
}

/** Why an effective date cannot be taken. */
export type EffectiveDateProblem = "past" | "closed" | "too_far" | "window_over"

/**
 * The problem of an effective date that a client gave, or `undefined`. Today is right as far as dates go: it asks
 * for same-day, whose own limits are checked elsewhere.
 */
export const effectiveDateProblem = (
  effectiveDate: PlainDate,
  now: number,
  schedule: AchSchedule = fedAch
): EffectiveDateProblem | undefined => {
  const today = easternDateOf(now)
  if (effectiveDate < today) return "past"
  if (effectiveDate > addDays(today, schedule.daysAhead)) return "too_far"
  if (!isBankingDay(effectiveDate)) return "closed"
  if (effectiveDate === today) return undefined
  return now < standardWindow(effectiveDate, schedule).closesAt ? undefined : "window_over"
}
