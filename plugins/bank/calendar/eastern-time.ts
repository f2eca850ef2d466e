/**
 * Eastern time (America/New_York), in which the networks' days, windows and cut-offs are given. It is computed from
 * epoch milliseconds with the time zone data of the runtime, whatever zone the process runs in.
 */
import { dayNumberOf, fromDayNumber, type PlainDate } from "./PlainDate.ts"

const minuteMs = 60_000
const dayMs = 86_400_000

const parts = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit"
})

/** A reading of a clock in New York. */
export interface EasternTime {
  readonly date: PlainDate
  /** Minutes after midnight as the clock shows them, 0 to 1439. */
  readonly minuteOfDay: number
  readonly second: number
  readonly millisecond: number
}

const hourMs = 3_600_000

/** From here on clocks in New York change at whole hours of UTC only; before, they showed the time of the sun. */
const standardSince = Date.UTC(1884, 0, 1)

/** Milliseconds from UTC to what a clock in New York shows, by the time zone data. */
const readOffset = (epochMs: number): number => {
  const shown: Record<string, number> = {}
  for (const { type, value } of parts.formatToParts(epochMs)) shown[type] = Number(value)
  const { day = 0, hour = 0, minute = 0, month = 0, second = 0, year = 0 } = shown
  // `setUTCFullYear` takes years before 100 as they are.
  const date = new Date(0).setUTCFullYear(year, month - 1, day)
  return date + hour * hourMs + minute * minuteMs + second * 1000 - Math.floor(epochMs / 1000) * 1000
}

/** Offsets of hours that were asked for lately: asking the runtime takes a thousand times as long. */
const offsets = new Map<number, number>()
const mostOffsets = 1_024

/** Milliseconds from UTC to Eastern time at an instant: negative, four or five hours. */
export const easternOffsetMs = (epochMs: number): number => {
  if (epochMs < standardSince) return readOffset(epochMs)
  const hour = Math.floor(epochMs / hourMs)
  const known = offsets.get(hour)
  if (known !== undefined) return known
  const offset = readOffset(hour * hourMs)
  if (offsets.size >= mostOffsets) offsets.clear()
  offsets.set(hour, offset)
  return offset
}

const rest = (value: number, of: number): number => ((value % of) + of) % of

/** What a clock in New York shows at an instant. */
export const easternTimeOf = (epochMs: number): EasternTime => {
  const shown = epochMs + easternOffsetMs(epochMs)
  const ofDay = rest(shown, dayMs)
  return {
    date: fromDayNumber(Math.floor(shown / dayMs)),
    minuteOfDay: Math.floor(ofDay / minuteMs),
    second: Math.floor((ofDay % minuteMs) / 1000),
    millisecond: ofDay % 1000
  }
}

/** The date in New York at an instant. It changes at midnight Eastern time, 04:00 or 05:00 UTC. */
export const easternDateOf = (epochMs: number): PlainDate => easternTimeOf(epochMs).date

/**
 * The instant at which clocks in New York show a time. In the hour that is skipped in March, the clock is taken as not
 * yet put forward (02:30 is 03:30 daylight time); in the hour that comes twice in November, the first one is meant.
 */
export const easternInstant = (date: PlainDate, minuteOfDay: number, second = 0, millisecond = 0): number => {
  const asUtc = dayNumberOf(date) * dayMs + minuteOfDay * minuteMs + second * 1000 + millisecond
  const dayBefore = asUtc - easternOffsetMs(asUtc - dayMs)
  if (dayBefore + easternOffsetMs(dayBefore) === asUtc) return dayBefore
  const dayAfter = asUtc - easternOffsetMs(asUtc + dayMs)
  if (dayAfter + easternOffsetMs(dayAfter) === asUtc) return dayAfter
  return dayBefore
}

/** The first instant of a date in New York. */
export const startOfEasternDay = (date: PlainDate): number => easternInstant(date, 0)

/** The last millisecond of a date in New York. A day lasts 23 to 25 hours. */
export const endOfEasternDay = (date: PlainDate): number => easternInstant(date, 23 * 60 + 59, 59, 999)

/** Minutes after midnight of a time such as `16:45`. */
export const minuteOf = (time: `${number}:${number}`): number => {
  const [hours = "", minutes = ""] = time.split(":")
  return Number(hours) * 60 + Number(minutes)
}
