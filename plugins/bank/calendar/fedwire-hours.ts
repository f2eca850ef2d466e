/**
 * When Fedwire is open: from 21:00 Eastern time on the evening before a banking day to 18:30 on it (spec bank §7; the
 * network has since moved its close to 19:00, which is configuration here). 21:00 sharp is open, 18:30 sharp is closed.
 */
import { isBankingDay, nextBankingDay } from "./banking-days.ts"
import { easternDateOf, easternInstant, easternTimeOf, minuteOf } from "./eastern-time.ts"
import { addDays, type PlainDate } from "./PlainDate.ts"

/** Opening on the evening before and close, in minutes after midnight, Eastern time. */
export interface FedwireHours {
  readonly opens: number
  readonly closes: number
}

/** The hours of the specification. */
export const fedwireHours: FedwireHours = { opens: minuteOf("21:00"), closes: minuteOf("18:30") }

/** The Fedwire business day that is open at an instant, or `undefined` when it is closed. */
export const openFedwireDay = (now: number, hours: FedwireHours = fedwireHours): PlainDate | undefined => {
  const { date, minuteOfDay } = easternTimeOf(now)
  if (minuteOfDay < hours.closes && isBankingDay(date)) return date
  const tomorrow = addDays(date, 1)
  return minuteOfDay >= hours.opens && isBankingDay(tomorrow) ? tomorrow : undefined
}

/** Whether wires can be sent at an instant. */
export const isFedwireOpen = (now: number, hours: FedwireHours = fedwireHours): boolean =>
  openFedwireDay(now, hours) !== undefined

/** The business day that a wire made now belongs to: the one that is open, else the next to open. */
export const fedwireDay = (now: number, hours: FedwireHours = fedwireHours): PlainDate =>
  openFedwireDay(now, hours) ?? nextBankingDay(easternDateOf(now))

/** The instant at which a business day opens: the evening before, by the calendar, not by banking days. */
export const fedwireOpening = (day: PlainDate, hours: FedwireHours = fedwireHours): number =>
  easternInstant(addDays(day, -1), hours.opens)

/** When a wire that is made now can be sent: at once, or at the next opening. */
export const nextFedwireOpening = (now: number, hours: FedwireHours = fedwireHours): number =>
  isFedwireOpen(now, hours) ? now : fedwireOpening(nextBankingDay(easternDateOf(now)), hours)
