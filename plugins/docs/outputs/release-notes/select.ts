/** Which releases and changes the notes are about, by the settings `from`, `to` and `releaseVersion`, and what they are called. */
import type { ChangesModel, Release } from "../../model/ChangesModel.ts"
import type { Dropped, GenerationSettings } from "../../model/GeneratedDocument.ts"
import type { Warning } from "../../model/Warning.ts"
import type { Brief } from "../Brief.ts"
import type { SettledRelease } from "./settle.ts"

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

/** What changes are called whose source names no version at all. */
export const noVersion = "Latest changes"

const dateOf = (release: Release): string => (release.date === undefined ? "" : ` (${release.date})`)

/** The name of the product that stands before a version, which may be a link, in the line that names it. */
const nameBefore = ({ heading, name: named, version = "" }: Release): string => {
  if (named !== undefined) return `${named} `
  const [, name = "", link, bare] =
    /^\W*(?:Release )?([A-Za-z][\w.-]*) (?:\[([^\s\]]+)\]\(|(\S+))/.exec(heading?.text ?? "") ?? []
  return (link ?? bare) === version && !aboutVersions.test(name) ? `${name} ` : ""
}

/** The heading of a release. The newest one without a version takes what the settings say. Where no version is known, nothing says that it is not released. */
export const titleOf = (release: Release, at: number, isNamed: boolean, { settings }: Brief): string => {
  if (release.version !== undefined) return `${nameBefore(release)}${release.version}${dateOf(release)}`
  const date = at === 0 && settings.releaseDate !== undefined ? ` (${settings.releaseDate})` : dateOf(release)
  const unnamed = isNamed || release.isUnreleased === true ? "Unreleased" : noVersion
  return `${at === 0 ? (settings.releaseVersion ?? unnamed) : unnamed}${date}`
}

/** Words of a heading that only say that a version follows. */
const aboutVersions =
  /^(?:ver|versions?|releases?|released|date|v|changes?|changed|changelog|log|notes|what'?s?|s|new|noteworthy|upcoming|next|unreleased|in|for|of|to|on|the)$/i

const wordsIn = (text: string): ReadonlyArray<string> => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** The line that names a release, where its title in the notes leaves words or a link of it out. */
export const shortened = (
  { release: { heading }, title }: SettledRelease,
  name: string | undefined
): ReadonlyArray<Dropped> => {
  if (heading === undefined) return []
  const known = new Set(wordsIn(`${title} ${name ?? ""}`.toLowerCase()))
  const isLost =
    /\]\([^()\s]+\)/.test(heading.text) ||
    wordsIn(heading.text.toLowerCase()).some((word) => !known.has(word) && !aboutVersions.test(word))
  const item = `line ${heading.line}: ${heading.text.trim()}`
  return isLost ? [{ item, reason: `The notes call it "${title}"` }] : []
}
