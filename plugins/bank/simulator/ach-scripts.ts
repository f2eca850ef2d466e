/**
 * How the simulated operator and the banks behind it treat accounts (decisions C.4): one row per account number, on any
 * participating routing number. Every other account is an ordinary one: acknowledged, settled, never returned.
 */
import { addBankingDays, bankingDayFrom, nextBankingDay } from "../calendar/banking-days.ts"
import { lastReturnDate, lastReturnWords, returnOpening, type ReturnTimeFrame } from "../calendar/deadlines.ts"
import { easternInstant } from "../calendar/eastern-time.ts"
import { addDays, type PlainDate } from "../calendar/PlainDate.ts"
import { achReturnCodes } from "../return-codes.ts"

/** When a return comes. `before`: on the day of the entry, while it has not settled. */
export type ReturnMoment = "typical" | "last" | "late" | "before"

/** What is done with an entry. */
export interface AchScript {
  /** What becomes of the whole file that has such an entry. */
  readonly file?: "rejected" | "silent"
  readonly back?: { readonly code: string; readonly moment: ReturnMoment }
  readonly change?: { readonly code: string; readonly correctedData: string }
  /** With what a reversal of the entry comes back. */
  readonly reversalBack?: { readonly code: string; readonly moment: ReturnMoment }
}

/** Prefixes of the accounts whose last two digits are those of a return code. */
const returnPrefixes: Readonly<Record<string, ReturnMoment>> = {
  "90100000": "typical",
  "90110000": "last",
  "90120000": "late",
  "90140000": "before"
}

const returns = Object.entries(returnPrefixes).flatMap(([prefix, moment]) =>
  achReturnCodes.map(({ code }): readonly [string, AchScript] => [
    `${prefix}${code.slice(1)}`,
    { back: { code, moment } }
  ])
)

/** Corrected data as Nacha lays them out: routing number in 1 to 9, account from 13 on. */
const changes: ReadonlyArray<readonly [string, AchScript]> = [
  ["9013000001", { change: { code: "C01", correctedData: "9000000000" } }],
  ["9013000002", { change: { code: "C02", correctedData: "099900027" } }],
  ["9013000003", { change: { code: "C03", correctedData: "099900027   9000000000" } }],
  ["9013000005", { change: { code: "C05", correctedData: "32" } }]
]

/** Every account that is not an ordinary one, with what is done with an entry to it. */
export const achScripts: ReadonlyMap<string, AchScript> = new Map<string, AchScript>([
  ...returns,
  ...changes,
  ["9015000000", { file: "rejected" }],
  ["9015000001", { file: "silent" }],
  ["9016000001", { back: { code: "R01", moment: "typical" } }],
  ["9017000001", { reversalBack: { code: "R02", moment: "typical" } }]
])

const ordinary: AchScript = {}

/** What is done with an entry to an account. */
export const achScript = (account: string): AchScript => achScripts.get(account) ?? ordinary

/** After how many calendar days a return for want of authority typically comes (decisions C.4). */
const typicalUnauthorizedDays = 30

/** How long before settlement an entry comes back that does so on its own day. Our choice. */
const beforeSettlementMs = 1_800_000

const typicalDate = (settlementDate: PlainDate, timeFrame: ReturnTimeFrame): PlainDate =>
  timeFrame === "two_banking_days"
    ? addBankingDays(settlementDate, 1)
    : bankingDayFrom(addDays(settlementDate, typicalUnauthorizedDays))

/** When a return comes: at the opening of its day, or before settlement. */
export const returnAt = (
  moment: ReturnMoment,
  of: { readonly settlementDate: PlainDate; readonly settlesAt: number; readonly timeFrame: ReturnTimeFrame }
): number => {
  const { settlementDate, settlesAt, timeFrame } = of
  if (moment === "before") return settlesAt - beforeSettlementMs
  const last = lastReturnDate(settlementDate, timeFrame)
  const dates = { typical: typicalDate(settlementDate, timeFrame), last, late: nextBankingDay(last) }
  return easternInstant(dates[moment], returnOpening)
}

/** The same in words. */
export const returnWords = (moment: ReturnMoment, timeFrame: ReturnTimeFrame): string => {
  const usual =
    timeFrame === "two_banking_days"
      ? "a banking day after it settles"
      : `${typicalUnauthorizedDays} days after it settles, or on the next banking day`
  return {
    before: `${beforeSettlementMs / 60_000} minutes before it settles`,
    typical: usual,
    last: `on the last day, ${lastReturnWords(timeFrame)}`,
    late: "too late, a banking day after the last day"
  }[moment]
}

/** When a notification of change comes: one banking day after settlement. */
export const changeAt = (settlementDate: PlainDate): number =>
  easternInstant(addBankingDays(settlementDate, 1), returnOpening)
