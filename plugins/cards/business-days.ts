/** Business days, Monday to Friday in UTC (decisions B9). Holidays are not known here. */

const dayMs = 86_400_000

/** Sunday is 0. The epoch began on a Thursday. */
const weekday = (time: number): number => (Math.floor(time / dayMs) + 4) % 7

/** The same time of day, so many business days later. From a weekend the count starts on Monday. */
export const addBusinessDays = (time: number, days: number): number => {
  let at = time
  for (let left = days; left > 0;) {
    at += dayMs
    const day = weekday(at)
    if (day !== 0 && day !== 6) left--
  }
  return at
}
