/** Durations as people write them on a command line. */

const unitSeconds = { w: 604_800, d: 86_400, h: 3_600, m: 60, s: 1 } as const

const part = String.raw`\s*(\d{1,9})\s*(w(?:eeks?)?|d(?:ays?)?|h(?:ours?)?|m(?:inutes?)?|s(?:econds?)?)`

/** The seconds of `7d`, `36h`, `1d12h30m` or `3 days`; `undefined` for anything else, also for nothing. */
export const secondsOf = (text: string): number | undefined => {
  if (!new RegExp(`^(?:${part})+$`).test(text)) return undefined
  const seconds = Array.from(
    text.matchAll(new RegExp(part, "g")),
    ([, count, unit]) => Number(count) * unitSeconds[unit![0] as keyof typeof unitSeconds]
  ).reduce((sum, one) => sum + one, 0)
  return seconds === 0 ? undefined : seconds
}
