/** Times in messages: local times of New York with or without their offset. */
import { easternInstant, easternOffsetMs, easternTimeOf } from "../../calendar/eastern-time.ts"
import { isPlainDate } from "../../calendar/PlainDate.ts"

const minuteMs = 60_000

const two = (value: number): string => String(value).padStart(2, "0")

/**
 * An instant as Eastern time: with its offset, and milliseconds unless they are zero, or (`local`, as RTP writes it) in
 * whole seconds without an offset. In the hour that comes twice in November `local` cannot say which one is meant.
 */
export const writeTime = (epochMs: number, style: "offset" | "local"): string => {
  const { date, minuteOfDay, second, millisecond } = easternTimeOf(epochMs)
  const seconds = `${date}T${two(Math.floor(minuteOfDay / 60))}:${two(minuteOfDay % 60)}:${two(second)}`
  if (style === "local") return seconds
  const fraction = millisecond === 0 ? "" : `.${String(millisecond).padStart(3, "0")}`
  const behind = -easternOffsetMs(epochMs) / minuteMs
  return `${seconds}${fraction}-${two(Math.floor(behind / 60))}:${two(behind % 60)}`
}

const pattern = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})?$/

const offsetOf = (zone: string): number | undefined => {
  if (zone === "Z") return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(4, 6))
  if (hours > 14 || minutes > 59) return undefined
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * minuteMs
}

/** The instant of an XML Schema time; one without an offset is Eastern time. Finer parts than milliseconds are cut. */
export const readTime = (text: string): number | undefined => {
  const [, date = "", hour, minute, second, fraction = "", zone] = pattern.exec(text) ?? []
  if (!isPlainDate(date) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const minuteOfDay = Number(hour) * 60 + Number(minute)
  const millisecond = Number(fraction.padEnd(3, "0").slice(0, 3))
  if (zone === undefined) return easternInstant(date, minuteOfDay, Number(second), millisecond)
  const offset = offsetOf(zone)
  if (offset === undefined) return undefined
  return Date.parse(`${date}T00:00:00.000Z`) + minuteOfDay * minuteMs + Number(second) * 1000 + millisecond - offset
}
