/** Commit logs as lists of changes: every commit is one, below the version that it is in. */
import type { Change, Release } from "../../model/ChangesModel.ts"
import type { ReadSource } from "../../model/SourceModel.ts"
import type { Warning } from "../../model/Warning.ts"
import { isOwnMessage } from "../../publish/Publication.ts"
import { limits } from "../limits.ts"
import { isBot, readSubject, referencesOf, saysBreaking, splitTrailers, withPictured } from "./conventional.ts"
import { formats, type Commit } from "./logFormats.ts"
import { namesVersion, VersionSubjects, type Released } from "./versionSubjects.ts"

const mergedRequest = /^Merge (?:(?:pull request |PR )?(#\d+)(?: from \S+|:\s+(\S.*))|commit from fork)$/i

/** What a merge of a host brings stands behind its number, or in its body: the title of the request. */
const unmerged = (commit: Commit): Commit => {
  const merge = mergedRequest.exec(commit.subject)
  const [, reference, own] = merge ?? []
  if (own !== undefined) return { ...commit, subject: `${own} (${reference})` }
  const body = commit.body.trim()
  // What a private fork brings, such as a fix of security, has its commits below, the first of them first, or says it in sentences over several lines.
  const lines = /^[^\n]*(?:\n(?![-*] )[^\n]+)*/.exec(body)![0].replaceAll("\n", " ")
  const said = reference === undefined ? (/^.*?[.!?](?= \p{Lu})/u.exec(lines)?.[0] ?? lines) : body.split("\n", 1)[0]!
  const title = reference === undefined ? said.replace(/^[-*] /, "") : said
  // A body without a title begins with who reviewed it.
  if (merge === null || title === "" || /^[\w-]+-by: /i.test(title)) return commit
  return {
    ...commit,
    subject: reference === undefined ? title.trim() : `${title.trim()} (${reference})`,
    body: body.slice(said.length).trim()
  }
}

/** Whether a merge says by a title what was requested: one word is the name of a branch. */
const isTitled = (commit: Commit): boolean => {
  const { subject } = unmerged(commit)
  return subject !== commit.subject && /\S\s+\S/.test(subject.replace(/ \(#\d+\)$/, ""))
}

/**
 * The commits that requests brought, with the line of their merge. Git's own print names parents of merges only: the newest commit of a branch is
 * known then. A merge of requests, such as of all for a release, brings none of its own.
 */
const broughtIn = (commits: ReadonlyArray<Commit>): ReadonlyMap<Commit, number> => {
  const found = new Map<Commit, number>()
  const known = new Map(commits.map((commit) => [commit.hash?.slice(0, 7), commit]))
  const before = (commit: Commit, at: 0 | 1) => known.get(commit.parents?.[at]?.slice(0, 7))
  const requests = new Set(commits.filter((commit) => (commit.parents ?? []).length > 1 && isTitled(commit)))
  const main = new Set<Commit>()
  const next = (commit: Commit) => {
    const brought = before(commit, 1)
    return brought !== undefined && requests.has(brought) ? brought : before(commit, 0)
  }
  for (let at = [...requests][0]; at !== undefined && !main.has(at); at = next(at)) main.add(at)
  for (const merge of requests) {
    for (let at = before(merge, 1); at !== undefined && !main.has(at) && !requests.has(at); at = before(at, 0))
      if (found.has(at)) break
      else found.set(at, merge.line)
  }
  return found
}

/** Numbers of requests whose merges have no words of their own, by the newest commit that each brought, where git names parents. */
const numbersOfMerges = (commits: ReadonlyArray<Commit>): ReadonlyMap<Commit, string> => {
  const known = new Map(commits.map((commit) => [commit.hash?.slice(0, 7), commit]))
  const found = new Map<Commit, string>()
  for (const merge of commits) {
    const number = mergedRequest.exec(merge.subject)?.[1]
    const brought = known.get(merge.parents?.[1]?.slice(0, 7) ?? "none")
    if (number === undefined || brought === undefined || isTitled(merge)) continue
    if (!/^Merge |#\d/.test(brought.subject)) found.set(brought, number)
  }
  return found
}

/** The number of a ticket before the words; no name of a standard. */
const ticket =
  /^(?:\[((?!CVE|UTF|ISO|SHA|RFC)[A-Z][A-Z0-9]{1,9}-\d+)\]:?|((?!CVE|UTF|ISO|SHA|RFC)[A-Z][A-Z0-9]{1,9}-\d+(?=:| -| \p{Lu}\p{Ll}))(?::| -)?|(\d{2,6}):)\s+(?=\S)/u

const closes = String.raw`(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?|refs?|see)`

/** What stands around the words for the host alone: the name of a branch, and the issues that the commit closes. */
const aroundWords: ReadonlyArray<RegExp> = [
  /\s*\[(?:skip ci|ci skip)\]/i,
  /^(?:feat|feature|fix|bugfix|hotfix|chore)\/[\w.-]+(?:\s+-+|:)\s+/i,
  new RegExp(
    String.raw`(?<=^(?:[\w./*-]+(?:, ?[\w./*-]+)*: )?)(?:${closes}:?\s+#\d+(?:[\s,]+(?:and )?#\d+)*(?:\s*[-–:])?|#\d+\s*[-–:,])\s+(?=\S)`,
    "i"
  ),
  /^\[[^\]]*(?:backport|v?\d[\w.]*|stable)[^\]]*\]:?\s+(?=\S)/i,
  new RegExp(
    String.raw`[\s,;.([-]*\b${closes}:?\s+#\d+(?:(?:[\s,]|\band\b|${closes}\b)+#\d+)*\s*[)\].]*(?=(?:\s*\(#\d+\))*$)`,
    "i"
  )
]

/** A subject's own words. Its references are read apart, and of a whole hash its beginning names the commit. */
const wordsOf = (text: string): string => {
  const blanks = text.replaceAll(/\s+/g, " ").trim()
  // Names with underscores at their ends would be set in bold.
  const plain = blanks.includes("`")
    ? blanks
    : blanks.replaceAll(/(?<![\w*})\]>-])__?[A-Za-z]\w*(?:\(\))?(?!\w|\.\w)/g, "`$&`")
  const bare = aroundWords
    .reduce((rest, words) => rest.replace(words, ""), plain)
    // Parts of the product in brackets are told as others are.
    .replace(/^\[([\w./-]+(?:(?:, ?|:)[\w./-]+)*)\]:? (?=\S)/, "$1: ")
  return (/\w/.test(bare) ? bare : plain).replaceAll(/\b([0-9a-f]{7})[0-9a-f]{33}\b/g, "$1")
}

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ")

/** The day of a commit, also as git prints it: `Tue Apr 23 14:02:59 2024 +0200`. */
const dayOf = (date = ""): string | undefined => {
  const [, month = "", day = "", year] = /^\w{3} (\w{3}) (\d{1,2}) [\d:]+ (\d{4})\b/.exec(date) ?? []
  const at = months.indexOf(month)
  if (year === undefined || at === -1) return /^\d{4}-\d{2}-\d{2}/.exec(date)?.[0]
  return `${year}-${String(at + 1).padStart(2, "0")}-${day.padStart(2, "0")}`
}

const changeOf = (commit: Commit, broughtBy: number | undefined, number: string | undefined): Change => {
  const { author, body: text, date, hash, line, paths = [], subject, tags = [] } = unmerged(commit)
  const before = ticket.exec(subject)
  const read = readSubject(
    // A part of the product may stand right before the words: `web:Show it`.
    withPictured(before === null ? subject : subject.slice(before[0].length)).replace(
      /^([a-z][\w-]{1,20}):(?=[\p{L}])/u,
      "$1: "
    )
  )
  const name = before?.[1] ?? before?.[2] ?? before?.[3]
  const tickets = name === undefined ? [] : [/^\d/.test(name) ? `#${name}` : name]
  const { body, trailers } = splitTrailers(text)
  // The name of a part may be several words: `[automatic lids] Turn slowly`.
  const [marked = "", part] = /^\[([a-z][\w-]*(?: [\w-]+){1,3})\]:? +(?=\S)/i.exec(read.text) ?? []
  return {
    ...read,
    ...(part === undefined ? {} : { scope: part }),
    text: wordsOf(read.text.slice(marked.length)),
    isCommit: true,
    original: (commit.original ?? commit.subject).trim(),
    // A number behind a mark is that of an issue where the message says so.
    references: [
      ...new Set([...tickets, ...read.references, ...referencesOf(`${commit.subject} ${number ?? ""}`)])
    ].map((named) => (referencesOf(text).includes(`#${named}`) ? `#${named}` : named)),
    breaking: read.breaking || saysBreaking(trailers),
    ...(body === "" ? {} : { body }),
    trailers,
    hash,
    // As git prints it, only its day can be compared.
    date: /^\d/.test(date ?? "") ? date : dayOf(date),
    ...(paths.length === 0 ? {} : { paths }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(broughtBy === undefined ? {} : { broughtBy }),
    ...(commit.isNote === true ? { isNote: true } : {}),
    ...(isBot(author ?? "") || /^\[[\w-]*(?:ro)?bot\] /i.test(subject) ? { byBot: true } : {}),
    line
  }
}

/** The items of the lists in a message. */
const itemsIn = (body: string): ReadonlyArray<string> =>
  body
    .split(/^\s*[-*] (?=\S)/m)
    .slice(1)
    .map((item) =>
      item
        .replace(/\n\s*\n[^]*/, "")
        .replaceAll(/\s*\n\s*/g, " ")
        .trim()
    )

/** A message that is a list is as many changes, and so are that of a merge and the notes of a commit that names a version. */
const partsOfList = (whole: Commit): ReadonlyArray<Commit> => {
  const commit = unmerged(whole)
  const isMerge = commit !== whole
  const { body } = splitTrailers(commit.body)
  const isList = /^[-*] \S/.test(commit.subject) && (!isMerge || /^(?:[-*] \S.*(?:\n+|$))+$/.test(body))
  const more = itemsIn(body)
  const isNoted = more.length > 1 && namesVersion(whole.subject)
  if (!isList && !isNoted) return [whole]
  const [number = ""] = (isMerge && / \(#\d+\)$/.exec(commit.subject)) || []
  // Whom it thanks is no part of a note.
  const subjects = more.map((item) =>
    item.replace(/ \(@[\w-]+,? (#\d+)\)$/, " ($1)").replace(/^(#\d+: )@[\w[\]-]+ /, "$1")
  )
  const all = isMerge ? { ...commit, original: whole.subject } : commit
  const paths = isNoted ? [] : (commit.paths ?? [])
  return [
    isList ? { ...all, subject: commit.subject.slice(2) } : { ...all, body: "" },
    ...subjects.map((item) => ({ ...all, tags: [], subject: `${item}${number}`, body: "", paths, isNote: isNoted }))
  ]
}

/** A tag of a version, of a commit that has several; all of them where each is of a part of the product: `lid/v1.2`. */
const versionIn = (tags: ReadonlyArray<string> = []): string | undefined => {
  const parts = new Map(
    tags.flatMap((tag) => (/[/@]v?\d+\./.test(tag) ? [[tag.replace(/[/@].*$/, ""), tag] as const] : []))
  )
  return parts.size > 1 ? [...parts.values()].join(", ") : (tags.find((tag) => /\d/.test(tag)) ?? tags[0])
}

/** The numbers of a version; those behind a letter are of versions before it. */
const partsOf = (version: string): ReadonlyArray<number> =>
  (/\d+(?:\.\d+)*/.exec(version)?.[0] ?? "").split(".").map(Number)

/** Whether the first version is newer than the second, where their numbers tell. */
const isNewer = (first: ReadonlyArray<number>, second: ReadonlyArray<number>): boolean => {
  const at = first.findIndex((part, place) => part !== (second[place] ?? 0))
  return at !== -1 && first[at]! > (second[at] ?? 0)
}

/** The share of versions in order from which on a log is one line of releases, with few merged into it. Our choice. */
const leastInLine = 0.9

/** Releases that come newest first, as many as there are with the first: others are of lines of releases that were merged into one log. */
const inLine = (releases: ReadonlyArray<Release>): ReadonlyArray<Release> => {
  const all = releases.flatMap((release) =>
    release.version !== undefined && /\d/.test(release.version) ? [{ release, numbers: partsOf(release.version) }] : []
  )
  // How many follow each, and which is next.
  const chains: Array<{ readonly count: number; readonly next: number | undefined }> = []
  for (let at = all.length - 1; at >= 0; at -= 1) {
    let [count, next]: [number, number | undefined] = [0, undefined]
    for (let below = at + 1; below < all.length; below += 1)
      if (chains[below]!.count > count && !isNewer(all[below]!.numbers, all[at]!.numbers))
        [count, next] = [chains[below]!.count, below]
    chains[at] = { count: count + 1, next }
  }
  const kept = new Set(releases)
  all.forEach(({ release }) => kept.delete(release))
  for (let at: number | undefined = all.length === 0 ? undefined : 0; at !== undefined; at = chains[at]!.next)
    kept.add(all[at]!.release)
  return releases.filter((release) => kept.has(release))
}

/** All changes, those of a release that is left out in the one above it. */
const merged = (releases: ReadonlyArray<Release>, kept: ReadonlyArray<Release>): ReadonlyArray<Release> =>
  kept.map((release, at) => {
    const next = kept[at + 1]
    const own = releases.slice(releases.indexOf(release), next === undefined ? undefined : releases.indexOf(next))
    return { ...release, changes: own.flatMap(({ changes }) => changes) }
  })

/** A tag of a part of a repository of several: `lid@1.2`, `lid_v1.2`. */
const tagOfPart = /^(.+?)[@/_-]v?(?=\d+\.\d)/

/** Commits without tags of other parts, where the product has tags of its own. */
const withOwnTags = (changes: ReadonlyArray<Change>, subjects: VersionSubjects): ReadonlyArray<Change> => {
  const isOther = (tag: string) => !subjects.isProduct(tagOfPart.exec(tag)?.[1] ?? "")
  if (changes.every(({ tags = [] }) => tags.every(isOther))) return changes
  return changes.map(({ tags = [], ...change }) => ({
    ...change,
    tags: tags.filter((tag) => !tagOfPart.test(tag) || !isOther(tag))
  }))
}

const isMerge = ({ original }: Change): boolean => original.startsWith("Merge ")

/** What is released, where a commit says of which version it is. */
const nameOf = (version: string, said: Released | undefined): string | undefined =>
  said?.version === version.replace(/^v/, "") ? said.name : undefined

/** The release of a part, with the list of what it brings. */
const ofPart = (change: Change): Change => {
  const list = itemsIn(change.body ?? "").map((item) => `- ${item}`)
  return { ...change, scope: undefined, body: list.length === 0 ? undefined : list.join("\n"), releases: "part" }
}

/** A commit with a tag begins the version that is called so; where there are no tags, one that says that it releases a version. */
const releasesOf = (
  changes: ReadonlyArray<Change>,
  isByTime: boolean,
  subjects: VersionSubjects
): ReadonlyArray<Release> => {
  const releases: Array<Release & { readonly changes: Array<Change> }> = []
  const newest = changes.findIndex(({ text }) => !text.startsWith("Merge "))
  const isTagged = changes.some(({ tags }) => versionIn(tags) !== undefined)
  const others = subjects.ofOthers(changes)
  const isHabit = changes.filter((change) => subjects.newest(change)?.words !== undefined).length > 1
  let product: string | undefined
  for (const [at, change] of changes.entries()) {
    const plain = subjects.released(change, changes[at + 1])
    const said = at === newest ? subjects.newest(change) : plain?.words === undefined || isHabit ? plain : undefined
    const isFirst = product === undefined && at === newest
    const isOwn = said?.name === undefined || isFirst || said.name === product || subjects.isProduct(said.name)
    if (isOwn) product ??= said?.name
    const isSure = isOwn && said !== undefined && (said.name !== undefined || !others.has(said.version))
    const version = isTagged || !isByTime ? versionIn(change.tags) : isSure ? said.version : undefined
    const isNew = version !== undefined && releases.every((release) => release.version !== version)
    if (isNew) releases.push({ version, date: dayOf(change.date), name: nameOf(version, said), changes: [] })
    else if (releases.length === 0) releases.push({ changes: [] })
    const isPart = !isOwn && /^(?:releas|publish)/i.test(change.text)
    const isAll = isOwn && plain !== undefined && plain.words === undefined
    const { words } = (version !== undefined && said) || {}
    const told: Change =
      words !== undefined ? { ...change, text: words } : isAll ? { ...change, releases: "all" } : change
    releases.at(-1)!.changes.push(isPart ? ofPart(change) : told)
  }
  // A merge brings the version that was set in its branch.
  const [first, second] = releases
  if (second !== undefined && first!.version === undefined && first!.changes.every(isMerge))
    return [{ ...second, changes: [...first!.changes, ...second.changes] }, ...releases.slice(2)]
  return releases.length === 0 ? [{ changes: [] }] : releases
}

/**
 * Whether the service made a commit when it published a document. Notes that counted it would differ from those that it holds, and so on for
 * ever; one with a tag begins a version.
 */
const isOwn = ({ body, subject, tags = [] }: Commit): boolean =>
  tags.length === 0 && isOwnMessage(`${subject}\n\n${body}`)

export const readCommits = (source: string, name: string): ReadSource => {
  const text = source.replaceAll(/\r\n?/g, "\n")
  const { format, read } = formats.find(({ fits }) => fits(text))!
  const all = read(text)
  const warnings: Array<Warning> =
    all.length > limits.changes
      ? [{ code: "truncated", message: `Only the first ${limits.changes} commits are read` }]
      : []
  const brought = broughtIn(all)
  const numbers = numbersOfMerges(all)
  const taken = all.slice(0, limits.changes)
  const changes = taken
    .filter((commit) => !isOwn(commit))
    .flatMap((commit) => partsOfList(commit).map((one) => changeOf(one, brought.get(commit), numbers.get(commit))))
  const dropped = taken
    .filter(isOwn)
    .map(({ line, subject }) => ({ item: `line ${line}: ${subject}`, reason: "It only publishes a document" }))
  const subjects = new VersionSubjects(name)
  const found = releasesOf(withOwnTags(changes, subjects), format !== "shortlog", subjects)
  const line = inLine(found)
  const kept = line.length < found.length * leastInLine ? found.slice(0, 1) : line
  if (kept.length < found.length) {
    const names = found.flatMap((release) => (kept.includes(release) ? [] : release.version!))
    const message = `The log mixes lines of releases (${names.slice(0, 5).join(", ")} have no heading of their own): give the commits of one version, for example git log A..B`
    warnings.push({ code: "releases_interleaved", message })
  }
  const releases = merged(found, kept)
  const model = { kind: "changes", origin: "commits", releases, ...(dropped.length === 0 ? {} : { dropped }) } as const
  return { detected: { kind: "commits", format }, model, warnings }
}
