/** In which window an entry leaves, and the job that sends it then. Pure; beside decisions B.5 and D.3. */
import type { DecidedJob } from "../../../src/domain.ts"
import {
  earliestStandardDate,
  fedAch,
  nextSameDayWindow,
  standardWindow,
  type AchSchedule,
  type AchWindow
} from "../calendar/ach-windows.ts"
import type { AchDetails } from "./AchDetails.ts"

/** How a host runs ACH. What it leaves out are the rules of FedACH and of the specification. */
export interface AchOptions {
  readonly schedule?: AchSchedule
  /** `standard`: same-day entries that cannot be met leave with the next standard window instead of being refused. */
  readonly sameDayFallback?: "refuse" | "standard"
  /** `transmittable`: a reversal is refused when it can no longer settle within its five banking days. */
  readonly reversalWindow?: "request" | "transmittable"
}

/** The options with every default in place. */
export type AchSettings = Required<AchOptions>

/** Puts the defaults in place. */
export const achSettingsOf = (options: AchOptions = {}): AchSettings => ({
  schedule: options.schedule ?? fedAch,
  sameDayFallback: options.sameDayFallback ?? "refuse",
  reversalWindow: options.reversalWindow ?? "request"
})

/** Job that writes the files of a window. */
export const windowJobName = "bank.ach.window"

/** What it is given. */
export interface WindowJob {
  readonly closesAt: number
}

/** The job of a window; there is one, however many entries wait for it. */
export const windowJob = ({ closesAt }: Pick<AchWindow, "closesAt">, dueAt = closesAt): DecidedJob => ({
  name: windowJobName,
  key: String(closesAt),
  payload: { closesAt } satisfies WindowJob,
  dueAt
})

/** The next window for standard entries. */
export const nextStandardWindow = (now: number, schedule: AchSchedule): AchWindow =>
  standardWindow(earliestStandardDate(now, schedule), schedule)

/**
 * The window of an entry now: its own, or the next one when that is over, because a hold, an approval or an outage took
 * longer. A same-day entry stays one as long as the day has windows.
 */
export const currentWindow = (
  { window }: Pick<AchDetails, "window">,
  now: number,
  schedule: AchSchedule
): AchWindow => {
  if (now < window.closesAt) return window
  const sameDay = window.kind === "same_day" ? nextSameDayWindow(now, schedule) : undefined
  return sameDay ?? nextStandardWindow(now, schedule)
}

/**
 * How late the files of a window may be written, in milliseconds; entries that are later leave with the next window. Our
 * choice: what a worker needs at most, while an operator still takes files for a few minutes.
 */
export const windowGraceMs = 300_000
