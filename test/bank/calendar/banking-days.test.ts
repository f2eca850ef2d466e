/**
 * The calendar against a list of the days on which the Reserve Banks are closed, 2025 to 2035, which was computed apart
 * from this code from the Federal Reserve's holiday schedule. Dates are facts; the list is free to use.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import * as BankingDays from "../../../plugins/bank/calendar/banking-days.ts"
import * as Deadlines from "../../../plugins/bank/calendar/deadlines.ts"
import { holidaysOf } from "../../../plugins/bank/calendar/holidays.ts"
import { addDays, daysBetween, isPlainDate, weekdayOf } from "../../../plugins/bank/calendar/PlainDate.ts"

type Listed = Readonly<Record<string, ReadonlyArray<{ readonly date: string; readonly closedOn: string | null }>>>

const listed = JSON.parse(readFileSync(join(import.meta.dirname, "fed-holidays-2025-2035.json"), "utf8")) as Listed

describe("holidays", () => {
  it.each(Object.keys(listed))("of %s are the eleven of the Federal Reserve", (year) => {
    expect(holidaysOf(Number(year)).map(({ date, closedOn }) => ({ date, closedOn }))).toEqual(listed[year])
  })

  it("leave the Friday open when they fall on a Saturday (the five days that a package had closed)", () => {
    for (const date of ["2026-07-03", "2027-06-18", "2027-12-24", "2027-12-31", "2028-11-10"]) {
      expect(BankingDays.isBankingDay(date), date).toBe(true)
    }
  })

  it("close the Monday when they fall on a Sunday", () => {
    expect(BankingDays.isBankingDay("2027-07-05")).toBe(false)
    expect(BankingDays.isBankingDay("2027-07-06")).toBe(true)
  })

  it("had no Juneteenth before it was one", () => {
    expect(holidaysOf(2021)).toHaveLength(10)
  })
})

describe("banking days", () => {
  it.each([
    ["2026-06-17", 1, "2026-06-18"],
    ["2026-06-18", 1, "2026-06-22"],
    ["2026-06-20", 1, "2026-06-22"],
    ["2026-06-22", -1, "2026-06-18"],
    ["2026-06-21", 0, "2026-06-21"],
    ["2026-12-31", 1, "2027-01-04"],
    ["2026-06-15", 5, "2026-06-23"]
  ] as const)("%s and %i more is %s", (date, days, expected) => {
    expect(BankingDays.addBankingDays(date, days)).toBe(expected)
  })

  it("count what addition adds, over all days of two years", () => {
    for (let date = "2026-01-01"; date < "2028-01-01"; date = addDays(date, 1)) {
      for (const days of [1, 2, 5, 10]) {
        const later = BankingDays.addBankingDays(date, days)
        const between = Array.from({ length: daysBetween(date, later) }, (_, day) => addDays(date, day + 1))
        expect(between.filter(BankingDays.isBankingDay)).toHaveLength(days)
        expect(BankingDays.isBankingDay(later)).toBe(true)
        expect(BankingDays.addBankingDays(BankingDays.nextBankingDay(later), -1)).toBe(later)
      }
    }
  })

  it("start on the day itself when it is open", () => {
    expect(BankingDays.bankingDayFrom("2026-06-18")).toBe("2026-06-18")
    expect(BankingDays.bankingDayFrom("2026-06-19")).toBe("2026-06-22")
  })
})

describe("dates", () => {
  it.each(["2026-02-29", "2026-13-01", "2026-00-10", "26-01-01", "2026-1-1", "2026-06-15T00:00:00Z", "", "0999-01-01"])(
    "%j is none",
    (text) => {
      expect(isPlainDate(text)).toBe(false)
    }
  )

  it("know leap days, weekdays and distances", () => {
    expect(isPlainDate("2028-02-29")).toBe(true)
    expect(weekdayOf("2026-06-21")).toBe(0)
    expect(weekdayOf("1969-12-31")).toBe(3)
    expect(daysBetween("2026-06-16", addDays("2026-06-16", 60))).toBe(60)
  })
})

describe("deadlines of ACH (decisions C.4)", () => {
  it("a two-day return of Wednesday before Juneteenth is due on Monday at 08:30", () => {
    expect(Deadlines.lastReturnDate("2026-06-17", "two_banking_days")).toBe("2026-06-22")
    expect(Deadlines.lastReturnInstant("2026-06-17", "two_banking_days")).toBe(Date.parse("2026-06-22T12:30:00Z"))
  })

  it("a sixty-day return is due on the banking day after the sixtieth day", () => {
    expect(Deadlines.lastReturnDate("2026-06-16", "sixty_calendar_days")).toBe("2026-08-17")
    // The sixtieth day is a Tuesday: no weekend hides a day too many.
    expect(Deadlines.lastReturnDate("2026-06-12", "sixty_calendar_days")).toBe("2026-08-12")
  })

  it("a return is late from the banking day after its last date", () => {
    expect(Deadlines.isLateReturn("2026-06-17", "2026-06-22", "two_banking_days")).toBe(false)
    expect(Deadlines.isLateReturn("2026-06-17", "2026-06-23", "two_banking_days")).toBe(true)
  })

  it("B132, B146: a credit settled on Monday can be reversed through Tuesday of the next week, to its last millisecond", () => {
    expect(Deadlines.lastReversalDate("2026-06-15")).toBe("2026-06-23")
    expect(Deadlines.lastReversalInstant("2026-06-15")).toBe(Date.parse("2026-06-24T04:00:00Z") - 1)
  })

  it("B142: a debit can be presented again within 180 calendar days", () => {
    expect(Deadlines.representmentDeadline("2026-06-15")).toBe("2026-12-12")
  })

  it("corrections and answers have theirs", () => {
    expect(Deadlines.correctionDeadline("2026-06-15")).toBe("2026-06-24")
    expect(Deadlines.returnRequestAnswerDue("2026-06-15")).toBe("2026-06-30")
    expect(Deadlines.lastReturnRequestDate("2026-06-15")).toBe("2026-08-14")
  })
})
