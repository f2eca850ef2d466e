import { describe, expect, it } from "vitest"
import {
  earliestStandardDate,
  effectiveDateProblem,
  nextSameDayWindow,
  standardWindow
} from "../../../plugins/bank/calendar/ach-windows.ts"
import {
  easternDateOf,
  easternInstant,
  easternOffsetMs,
  easternTimeOf,
  endOfEasternDay,
  minuteOf,
  startOfEasternDay
} from "../../../plugins/bank/calendar/eastern-time.ts"
import {
  fedwireDay,
  fedwireOpening,
  isFedwireOpen,
  nextFedwireOpening
} from "../../../plugins/bank/calendar/fedwire-hours.ts"

const at = (utc: string): number => Date.parse(utc)
const hour = 3_600_000

describe("Eastern time", () => {
  it.each([
    ["2026-06-15T14:00:00.412Z", "2026-06-15", 600, 0, 412],
    ["2026-01-15T04:59:59.999Z", "2026-01-14", 1439, 59, 999],
    ["2026-01-15T05:00:00.000Z", "2026-01-15", 0, 0, 0],
    ["2026-07-01T03:59:59.000Z", "2026-06-30", 1439, 59, 0]
  ])("%s is %s, minute %i", (utc, date, minuteOfDay, second, millisecond) => {
    expect(easternTimeOf(at(utc))).toEqual({ date, minuteOfDay, second, millisecond })
  })

  it("shows what the time zone data of the runtime say, at every change and in between", () => {
    const format = new Intl.DateTimeFormat("en-CA", {
      timeZone: "America/New_York",
      hourCycle: "h23",
      dateStyle: "short",
      timeStyle: "medium"
    })
    const two = (value: number) => String(value).padStart(2, "0")
    const shownOf = (instant: number) => {
      const { date, minuteOfDay, second } = easternTimeOf(instant)
      return `${date}, ${two(Math.floor(minuteOfDay / 60))}:${two(minuteOfDay % 60)}:${two(second)}`
    }
    // The changes of 2026, of the war, of the first standard time, and days in all centuries.
    const instants = ["2026-03-08T07:00:00Z", "2026-11-01T06:00:00Z", "1942-02-09T07:00:00Z", "1883-11-18T17:00:00Z"]
      .flatMap((change) => [-1, 0, 1, hour - 1, hour].map((beside) => at(change) + beside))
      .concat(Array.from({ length: 400 }, (_, index) => at("1850-06-15T01:02:03Z") + index * 7_919 * hour))
    for (const instant of instants) expect(shownOf(instant)).toBe(format.format(instant))
  })

  it("B11: the date changes at midnight Eastern time", () => {
    expect(easternDateOf(at("2026-06-16T03:59:59.999Z"))).toBe("2026-06-15")
    expect(easternDateOf(at("2026-06-16T04:00:00.000Z"))).toBe("2026-06-16")
  })

  it("goes to and fro for every half hour of a year", () => {
    for (let instant = at("2026-01-01T00:00:00Z"); instant < at("2027-01-01T00:00:00Z"); instant += hour / 2) {
      const { date, minuteOfDay } = easternTimeOf(instant)
      const back = easternInstant(date, minuteOfDay)
      // The second half of the hour that comes twice reads like the first.
      const twice = instant >= at("2026-11-01T06:00:00Z") && instant < at("2026-11-01T07:00:00Z")
      expect(back).toBe(twice ? instant - hour : instant)
    }
  })

  it("puts the clock forward on 2026-03-08: the skipped hour is read as if it had not been", () => {
    expect(easternInstant("2026-03-08", minuteOf("01:59"))).toBe(at("2026-03-08T06:59:00Z"))
    expect(easternInstant("2026-03-08", minuteOf("02:30"))).toBe(at("2026-03-08T07:30:00Z"))
    expect(easternInstant("2026-03-08", minuteOf("03:00"))).toBe(at("2026-03-08T07:00:00Z"))
    expect(endOfEasternDay("2026-03-08") + 1 - startOfEasternDay("2026-03-08")).toBe(23 * hour)
  })

  it("puts it back on 2026-11-01: the hour that comes twice is the first", () => {
    expect(easternInstant("2026-11-01", minuteOf("01:30"))).toBe(at("2026-11-01T05:30:00Z"))
    expect(endOfEasternDay("2026-11-01") + 1 - startOfEasternDay("2026-11-01")).toBe(25 * hour)
    expect(easternOffsetMs(at("2026-11-01T05:59:59.999Z"))).toBe(-4 * hour)
    expect(easternOffsetMs(at("2026-11-01T06:00:00.000Z"))).toBe(-5 * hour)
  })
})

describe("ACH windows", () => {
  // Tuesday 2026-06-16, Eastern daylight time.
  it.each([
    ["2026-06-16T04:00:00.000Z", "SD1300", "2026-06-16T14:30:00.000Z", "2026-06-16T17:00:00.000Z"],
    ["2026-06-16T14:29:59.999Z", "SD1300", "2026-06-16T14:30:00.000Z", "2026-06-16T17:00:00.000Z"],
    ["2026-06-16T14:30:00.000Z", "SD1700", "2026-06-16T18:45:00.000Z", "2026-06-16T21:00:00.000Z"],
    ["2026-06-16T18:45:00.000Z", "SD1800", "2026-06-16T20:45:00.000Z", "2026-06-16T22:00:00.000Z"],
    ["2026-06-16T20:44:59.999Z", "SD1800", "2026-06-16T20:45:00.000Z", "2026-06-16T22:00:00.000Z"]
  ])("B129: at %s same-day entries leave with %s", (now, marker, closes, settles) => {
    expect(nextSameDayWindow(at(now))).toMatchObject({ marker, closesAt: at(closes), settlesAt: at(settles) })
  })

  it.each(["2026-06-16T20:45:00.000Z", "2026-06-19T14:00:00Z", "2026-06-20T14:00:00Z"])(
    "B129: at %s there is no same-day window any more",
    (now) => {
      expect(nextSameDayWindow(at(now))).toBeUndefined()
    }
  )

  it("keep their Eastern hours over the change of the clock", () => {
    const winter = nextSameDayWindow(at("2026-03-06T14:00:00Z"))
    const summer = nextSameDayWindow(at("2026-03-09T14:00:00Z"))
    expect(winter?.closesAt).toBe(at("2026-03-06T15:30:00Z"))
    expect(summer?.closesAt).toBe(at("2026-03-09T14:30:00Z"))
  })

  it.each([
    ["2026-06-16T23:59:59.999Z", "2026-06-17"],
    ["2026-06-17T00:00:00.000Z", "2026-06-18"],
    ["2026-06-18T12:00:00.000Z", "2026-06-22"],
    ["2026-06-20T12:00:00.000Z", "2026-06-23"]
  ])("at %s the earliest standard date is %s", (now, date) => {
    expect(earliestStandardDate(at(now))).toBe(date)
    expect(effectiveDateProblem(date, at(now))).toBeUndefined()
  })

  it("B126: effective dates are banking days from today to a year ahead whose window is open", () => {
    const now = at("2026-06-16T14:00:00Z")
    expect(effectiveDateProblem("2026-06-15", now)).toBe("past")
    expect(effectiveDateProblem("2026-06-16", now)).toBeUndefined()
    expect(effectiveDateProblem("2026-06-19", now)).toBe("closed")
    expect(effectiveDateProblem("2026-06-20", now)).toBe("closed")
    expect(effectiveDateProblem("2027-06-16", now)).toBeUndefined()
    expect(effectiveDateProblem("2027-06-17", now)).toBe("too_far")
    expect(effectiveDateProblem("2026-06-17", at("2026-06-17T00:00:00Z"))).toBe("window_over")
  })

  it("standard entries settle at 08:30 of their date", () => {
    expect(standardWindow("2026-06-22")).toEqual({
      kind: "standard",
      marker: undefined,
      effectiveDate: "2026-06-22",
      closesAt: at("2026-06-19T00:00:00Z"),
      settlesAt: at("2026-06-22T12:30:00Z")
    })
  })
})

describe("Fedwire hours", () => {
  it.each([
    ["2026-06-15T00:59:59.999Z", false, "Sunday 20:59:59"],
    ["2026-06-15T01:00:00.000Z", true, "Sunday 21:00 sharp"],
    ["2026-06-15T22:29:59.999Z", true, "Monday 18:29:59"],
    ["2026-06-15T22:30:00.000Z", false, "Monday 18:30 sharp"],
    ["2026-06-16T01:00:00.000Z", true, "Monday 21:00"],
    ["2026-06-19T01:00:00.000Z", false, "the evening before Juneteenth, a Friday"],
    ["2026-06-20T01:00:00.000Z", false, "Friday evening"],
    ["2026-11-26T02:00:00.000Z", false, "the evening before Thanksgiving"],
    ["2026-11-27T02:00:00.000Z", true, "the evening of Thanksgiving"],
    ["2026-07-03T14:00:00.000Z", true, "the Friday before a Saturday holiday"],
    ["2026-03-09T00:59:59.999Z", false, "20:59:59 on the day the clock goes forward"],
    ["2026-03-09T01:00:00.000Z", true, "21:00 on that day, an hour earlier in UTC than the week before"],
    ["2026-11-02T02:00:00.000Z", true, "21:00 on the day it goes back"],
    ["2026-11-02T01:59:59.999Z", false, "20:59:59 on that day"]
  ])("B130: at %s open is %s (%s)", (now, open) => {
    expect(isFedwireOpen(at(now))).toBe(open)
  })

  it.each([
    ["2026-06-15T14:00:00Z", "2026-06-15", "2026-06-15T14:00:00Z"],
    ["2026-06-15T22:30:00Z", "2026-06-16", "2026-06-16T01:00:00Z"],
    ["2026-06-16T02:00:00Z", "2026-06-16", "2026-06-16T02:00:00Z"],
    ["2026-06-18T22:30:00Z", "2026-06-22", "2026-06-22T01:00:00Z"],
    ["2026-11-25T23:30:00Z", "2026-11-27", "2026-11-27T02:00:00Z"]
  ])("B130: a wire of %s belongs to %s and leaves at %s", (now, day, leaves) => {
    expect(fedwireDay(at(now))).toBe(day)
    expect(nextFedwireOpening(at(now))).toBe(at(leaves))
  })

  it("a business day opens on the evening before", () => {
    expect(fedwireOpening("2026-06-22")).toBe(at("2026-06-22T01:00:00Z"))
  })

  it("hours are data: a close at 19:00 is a table of one's own", () => {
    const later = { opens: minuteOf("21:00"), closes: minuteOf("19:00") }
    expect(isFedwireOpen(at("2026-06-15T22:45:00Z"), later)).toBe(true)
  })
})
