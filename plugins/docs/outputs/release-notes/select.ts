/** Which releases and changes the notes are about: the settings `from`, `to` and `releaseVersion`. */
import type { ChangesModel, Release } from "../../model/ChangesModel.ts"
import type { GenerationSettings } from "../../model/GeneratedDocument.ts"
import type { Warning } from "../../model/Warning.ts"

type Range = Pick<GenerationSettings, "from" | "to" | "releaseVersion">

const bare = (version: string): string =>
  version
    .trim()
    .replace(/^(?:version|release)\s+/i, "")
    .replace(/^v(?=\d)/i, "")

const sameVersion = (one: string | undefined, other: string): boolean =>
  one !== undefined && bare(one).toLowerCase() === bare(other).toLowerCase()

/** A place in the list: a release, and a change of it. */
interface Place {
  readonly release: number
  readonly change: number
}

/** The place of a version or its date, and in a log of a commit by the beginning of its hash, or of the first one up to a date. */
const placeOf = ({ origin, releases }: ChangesModel, named: string): Place | undefined => {
  const text = named.trim()
  const version = releases.findIndex((one) => sameVersion(one.version, text) || one.date === text)
  if (version !== -1) return { release: version, change: 0 }
  if (origin !== "commits") return undefined
  const isHash = /^[0-9a-f]{4,40}$/i.test(text)
  const isDate = /^\d{4}-\d{2}-\d{2}/.test(text)
  for (const [release, { changes }] of releases.entries()) {
    const change = changes.findIndex(
      ({ date, hash }) =>
        (isHash && hash?.startsWith(text.toLowerCase()) === true) ||
        (isDate && date !== undefined && date.slice(0, text.length) <= text)
    )
    if (change !== -1) return { release, change }
  }
  return undefined
}

/** The releases to tell, newest first: after `from` up to `to`, or the one that is named. */
export const selectReleases = (
  model: ChangesModel,
  { from, releaseVersion, to }: Range,
  warn: (warning: Warning) => void
): ReadonlyArray<Release> => {
  const { origin, releases } = model
  const isListed = releaseVersion !== undefined && releases.some(({ version }) => sameVersion(version, releaseVersion))
  if (isListed && from === undefined && to === undefined) {
    return releases.filter(({ version }) => sameVersion(version, releaseVersion))
  }
  const place = (name: string, value: string | undefined): Place | undefined => {
    if (value === undefined || value.trim() === "") return undefined
    const found = placeOf(model, value)
    const what = origin === "commits" ? "commit, tag or date" : "version"
    if (found === undefined)
      warn({ code: "setting_ignored", message: `${name} "${value}" is no ${what} of the source: it has no effect` })
    return found
  }
  const start = place("to", to) ?? { release: 0, change: 0 }
  const end = place("from", from) ?? { release: releases.length, change: 0 }
  return releases
    .map((release, at) => {
      if (at < start.release || at > end.release || (at === end.release && end.change === 0)) return undefined
      const first = at === start.release ? start.change : 0
      const last = at === end.release ? end.change : undefined
      return first === 0 && last === undefined ? release : { ...release, changes: release.changes.slice(first, last) }
    })
    .filter((release) => release !== undefined)
}
