/** Dates without a time, as they are written: YYYY-MM-DD. And times, where a date may stand for its first moment in UTC. */

/** Whether a text is a date that the calendar has. */
export const isCalendarDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** ISO 8601, as a date or with a time and its offset: a time without one would mean another moment on each machine. */
const isoTime = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** Epoch milliseconds of a date or a time with its offset; not a number for any other text. */
export const timeIn = (text: string): number =>
  // `Date.parse` takes 30 February for 2 March.
  isCalendarDate(isoTime.exec(text)?.[1] ?? "") ? Date.parse(text) : Number.NaN
