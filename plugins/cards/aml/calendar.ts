/** Days in a time zone: which calendar day a moment belongs to, summer time included. */

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  // The Canadian form of a date is that of ISO 8601.
  const made = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" })
  formats.set(timeZone, made)
  return made
}

/** The day of a time (epoch milliseconds) in an IANA zone, YYYY-MM-DD. */
export const dateIn = (timeZone: string, at: number): string =>
  timeZone === "UTC" ? new Date(at).toISOString().slice(0, 10) : formatOf(timeZone).format(at)

/** Whether a text names a time zone. */
export const isTimeZone = (text: string): boolean => {
  try {
    formatOf(text)
    return true
  } catch {
    return false
  }
}
