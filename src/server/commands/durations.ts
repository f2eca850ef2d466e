/** Durations as people write them on a command line. */

const unitSeconds = { w: 604_800, d: 86_400, h: 3_600, m: 60, s: 1 } as const

/** The seconds of `7d`, `36h` or `1d12h30m`; `undefined` for anything else, also for nothing. */
export const secondsOf = (text: string): number | undefined => {
  if (!/^(\d{1,9}[wdhms])+$/.test(text)) return undefined
  const seconds = Array.from(
    text.matchAll(/(\d+)([wdhms])/g),
    ([, count, unit]) => Number(count) * unitSeconds[unit as keyof typeof unitSeconds]
  ).reduce((sum, part) => sum + part, 0)
  return seconds === 0 ? undefined : seconds
}
