/** Which releases and changes the notes are about: the settings `from`, `to` and `releaseVersion`. */
import type { Change, ChangesModel, Release } from "../../model/ChangesModel.ts"
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

/** The place of a commit by the beginning of its hash, or of the first one up to a date. */
const commitAt = (changes: ReadonlyArray<Change>, named: string): number => {
  const text = named.trim()
  if (/^[0-9a-f]{4,40}$/i.test(text)) {
    const at = changes.findIndex(({ hash }) => hash !== undefined && hash.startsWith(text.toLowerCase()))
    if (at !== -1) return at
  }
  if (/^\d{4}-\d{2}-\d{2}/.test(text)) {
    return changes.findIndex(({ date }) => date !== undefined && date.slice(0, text.length) <= text)
  }
  return -1
}

const ignored = (name: string, value: string, what: string): Warning => ({
  code: "setting_ignored",
  message: `${name} "${value}" is no ${what} of the source: it has no effect`
})

/** Commits after `from` up to `to`; the log has the newest first. */
const cutCommits = (release: Release, { from, to }: Range, warn: (warning: Warning) => void): Release => {
  const placeOf = (name: string, value: string | undefined): number | undefined => {
    if (value === undefined || value.trim() === "") return undefined
    const at = commitAt(release.changes, value)
    if (at === -1) warn(ignored(name, value, "commit or date"))
    return at === -1 ? undefined : at
  }
  return { ...release, changes: release.changes.slice(placeOf("to", to) ?? 0, placeOf("from", from)) }
}

/** Releases after `from` up to `to`; the list has the newest first. */
const cutReleases = (
  releases: ReadonlyArray<Release>,
  { from, to }: Range,
  warn: (warning: Warning) => void
): ReadonlyArray<Release> => {
  const placeOf = (name: string, value: string | undefined): number | undefined => {
    if (value === undefined || value.trim() === "") return undefined
    const at = releases.findIndex(({ date, version }) => sameVersion(version, value) || date === value.trim())
    if (at === -1) warn(ignored(name, value, "version"))
    return at === -1 ? undefined : at
  }
  return releases.slice(placeOf("to", to) ?? 0, placeOf("from", from))
}

/** The releases to tell, newest first. */
export const selectReleases = (
  model: ChangesModel,
  range: Range,
  warn: (warning: Warning) => void
): ReadonlyArray<Release> => {
  const { releases } = model
  if (model.origin === "commits") return releases.map((release) => cutCommits(release, range, warn))
  const { releaseVersion } = range
  const isListed = releaseVersion !== undefined && releases.some(({ version }) => sameVersion(version, releaseVersion))
  if (isListed && range.from === undefined && range.to === undefined) {
    return releases.filter(({ version }) => sameVersion(version, releaseVersion))
  }
  return cutReleases(releases, range, warn)
}
