/** Versions of the API, by date (spec cards §9, decisions B7). */

/** All of them, newest first. */
export const versions = ["2026-01-15"] as const

/** The newest version that is not after the requested date; the first one for an earlier date. */
export const resolveVersion = (asked: string): string =>
  versions.find((version) => version <= asked) ?? versions.at(-1)!
