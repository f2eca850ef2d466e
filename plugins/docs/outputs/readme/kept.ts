/**
 * The readme of a repository that has one: that readme, block by block and word for word. Only a licence that it does not name is added; the report says
 * that, and what else it might say or says otherwise than the tree: how it is installed, links and commands.
 */
import type { Evidence } from "../../model/GeneratedDocument.ts"
import type { RepositoryModel } from "../../model/RepositoryModel.ts"
import { decoded } from "../../model/decoded.ts"
import { placeOf, type ProseText, type Range } from "../../checks/ProseText.ts"
import { readMarkdown } from "../../markdown/readMarkdown.ts"
import { frontMatterLength } from "../../markdown/parser.ts"
import type { Brief } from "../Brief.ts"
import { installation, rootManifest } from "../guide/common.ts"
import { dropLeft, isRough, shortName } from "../material/Material.ts"
import { plain } from "../markdown/inline.ts"
import { lettersOf, Slugger } from "../../markdown/slug.ts"
import type { Plan, PlannedSection } from "../Output.ts"
import { missingOf, type Tree } from "./claims.ts"
import { licenceText } from "./repositoryParts.ts"
import { atRoot, fromRoot } from "./moved.ts"

/** A section of the old readme: its heading with all that stands below it. */
interface Section extends Range {
  readonly title: string
  readonly level: number
}

/** Whether a readme in Markdown says something besides its title. */
export const isReadme = ({ readme }: RepositoryModel): boolean =>
  readme !== undefined &&
  !isRough(readme) &&
  readme.text.blocks.some(({ kind }) => /^(?:paragraph|list|table|quote)$/.test(kind))

const sectionsOf = ({ headings, source }: ProseText, name: string): ReadonlyArray<Section> => {
  const tops = headings.filter(
    ({ level, start }) => level <= 2 && /^(?:|[\s\S]*\n) {0,3}$/.test(source.slice(Math.max(0, start - 4), start))
  )
  const [first] = tops
  const isTitled = first !== undefined && first.level === 1
  const starts = isTitled ? tops : [undefined, ...tops]
  return starts.map((heading, at) => ({
    title: heading?.text ?? name,
    level: at === 0 ? 1 : heading!.level,
    start: at === 0 ? frontMatterLength(source) : heading!.start,
    end: starts[at + 1]?.start ?? source.length
  }))
}

/** Links to what the tree does not hold are told, and stay: they are the author's. */
const warnOfLinks = ({ lines, links }: ProseText, path: string, tree: Tree, brief: Brief): void => {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")))
  for (const { kind, start, url } of links) {
    const file = url.replace(/[#?].*$/, "")
    if (file === "" || kind === "reference" || /^(?:[a-z][a-z\d+.-]*:|\/\/|\.\.)/i.test(file)) continue
    const target = decoded(file.startsWith("/") ? file.slice(1) : fromRoot(folder, file))
    if (tree.has(target)) continue
    const message = `${path} links to "${url}", which the tree does not hold`
    brief.warn({ code: "claim_not_supported", message, location: { line: placeOf(lines, start).line } })
  }
}

/** What cannot be shown is told, as are commands that need what the tree does not hold, which stay: another folder may have it. */
const tellOfBlocks = (model: RepositoryModel, tree: Tree, brief: Brief): void => {
  const { path, text } = model.readme!
  dropLeft({ from: path, text }, brief)
  for (const block of text.blocks) {
    if (block.kind !== "code" || !/^(?:|sh|bash|shell|console|zsh)$/i.test(block.language ?? "")) continue
    for (const line of block.text.split("\n")) {
      const missing = missingOf(line, tree)
      // A file without a folder is mostly one that the example has made before.
      if (missing === undefined || /^[^/]*\.\w+$/.test(missing)) continue
      const message = `${path} runs "${missing}", which the tree does not hold`
      brief.warn({ code: "claim_not_supported", message, location: { line: block.line } })
    }
  }
}

/** The source between two places, with prose in the document's words. */
const worded = ({ headings, masked, source }: ProseText, { end, start }: Range, brief: Brief): string => {
  const isHere = (one: Range) => one.start < end && one.end > start
  // Links lead to a heading by its words.
  const titles = headings
    .filter((one) => one.start >= start && one.start < end)
    .map((one) => ({ start: one.start, end: one.start + /^.*/.exec(source.slice(one.start, end))![0].length }))
  const kept = [...masked.filter(isHere), ...titles].sort(
    (one, other) => one.start - other.start || other.end - one.end
  )
  let result = ""
  let at = start
  for (const one of kept) {
    if (one.start < at) continue
    const own = source.slice(one.start, one.end)
    result +=
      brief.words(brief.wording.piece(source.slice(at, one.start))) + (titles.includes(one) ? brief.words(own) : own)
    at = one.end
  }
  return result + brief.words(brief.wording.piece(source.slice(at, end)))
}

/** What stands in a readme for the reader who is named. It promises nothing that does not follow. */
export const audienceLine = ({ namesAudience, voice }: Brief, name: string): string => {
  const lines = {
    developer: voice.tone === "friendly" ? `Welcome to ${name}.` : "",
    "end-user": `This page is for people who use ${name}.`,
    administrator: `This page is for people who run ${name}.`,
    executive: `This page sums up what ${name} is.`
  }
  return voice.lead !== "none" && (namesAudience || voice.tone === "friendly") ? lines[voice.audience] : ""
}

const speaksOfInstall =
  /\b(?:install\w*|downloads?|set ?up|getting started|quick ?start|docker|homebrew|npx|npm i|(?:pnpm|yarn|bun|cargo|gem|composer) (?:add|require)|go get)\b/i

interface Added {
  readonly title: string
  readonly text: string
}

const speaksOfBuild =
  /\b(?:gradlew?|mvnw?|maven|cmake|make|buil(?:d|ding|t)|start(?:ing)?|run(?:ning)?|prerequisites|requires?|requirements)\b/i

/** How it is installed or built is proposed where the readme says nothing of it: its author may have reasons, and a manifest may be of developers. */
const propose = (model: RepositoryModel, text: string, brief: Brief): void => {
  const { path } = model.readme!
  const { commands } = installation(model)
  if (commands.length > 0 && !speaksOfInstall.test(text) && !speaksOfBuild.test(text)) {
    const message = `${path} does not say how it is installed or built; the tree has: ${commands.join("; ")}`
    brief.warn({ code: "readme_incomplete", message })
  }
}

/** The licence that the tree proves and the readme does not name. */
const missingLicence = ({ license }: RepositoryModel, text: string): Added | undefined =>
  license === undefined || /\blicen[cs]e/i.test(text) ? undefined : { title: "License", text: licenceText(license) }

/** Characters before the first heading that are looked through for a title. Our choice. */
const longestBefore = 5000

/** Badges, and comments. */
const badges =
  /<!--[^]*?-->|!\[[^\]\n]*\]\([^()\n]*(?:shields\.io|badge|\/workflows\/|\.svg)[^()\n]*\)|<img\b[^<>]*(?:shields\.io|badge)[^<>]*>/gi

/**
 * Whether a readme has a title: its only heading of the first level, or one of several that holds a word of the name; before the first heading, a
 * heading of HTML, or a picture that is no badge, may be one.
 */
const isTitled = ({ headings, source }: ProseText, name: string): boolean => {
  const tops = headings.filter(({ level }) => level === 1)
  const words = name.split(/[^\p{L}\p{N}]+/u).map(lettersOf)
  const [first] = headings
  const start = frontMatterLength(source)
  const before = source.slice(start, Math.min(first?.start ?? Infinity, start + longestBefore)).replaceAll(badges, "")
  if (tops.length === 1 || /<h1\b|<img\b|!\[/i.test(before)) return true
  return tops.length === 0
    ? first !== undefined && before.trim() === ""
    : tops.some(({ text }) => words.some((word) => lettersOf(text).includes(word)))
}

const evidenceOf = (model: RepositoryModel, text: ProseText): ReadonlyArray<Evidence> => {
  const manifest = rootManifest(model)
  const { license } = model
  const path = model.readme!.path
  const facts = [
    [manifest?.name, "Name", manifest?.path],
    [manifest?.version, "Version", manifest?.path],
    [license?.name, "License", license?.paths[0] ?? manifest?.path]
  ] as const
  return [
    ...facts.flatMap(([value, name, evidence]) =>
      value === undefined ? [] : [{ claim: `${name} ${value}`, evidence: evidence! }]
    ),
    ...text.headings
      .filter(({ level }) => level <= 2)
      .map((heading) => ({
        claim: heading.text,
        evidence: `${path}:${text.source.slice(0, heading.start).split("\n").length}`
      }))
  ]
}

/** Sections that a brief readme keeps besides the first one. */
const essential = /\b(?:install\w*|usage|use|using|start\w*|quick\w*|examples?|licen[cs]e|features?)\b/i

/** The sections that stay: what stands within a chapter that is left out goes with it. */
const keptSections = (all: ReadonlyArray<Section>, brief: Brief): ReadonlyArray<Section> => {
  let left = Infinity
  return all.filter(({ level, title }, at) => {
    if (at === 0 || level > left) return at === 0
    left = Infinity
    if (brief.voice.depth !== "brief" || essential.test(title)) {
      if (brief.keeps(title)) return true
    } else brief.dropped.push({ item: title, reason: "A brief readme leaves it out" })
    left = level
    return false
  })
}

/** The plan of a readme that is kept. */
export const keptReadme = (model: RepositoryModel, tree: Tree, brief: Brief): Plan => {
  const { path, text: readme } = model.readme!
  warnOfLinks(readMarkdown(readme.text), path, tree, brief)
  const text = readMarkdown(brief.wording.concise(atRoot(model.readme!, tree)))
  const manifest = rootManifest(model)
  // What is never published is often called after its folder.
  const published = manifest === undefined || manifest.isPrivate === true ? undefined : shortName(manifest)
  const name = brief.name ?? published ?? model.name
  const all = sectionsOf(text, name)
  tellOfBlocks(model, tree, brief)
  const kept = keptSections(all, brief)
  propose(model, readme.text, brief)
  const licence = missingLicence(model, readme.text)
  const lacksTitle = !isTitled(text, `${name} ${model.name}`)
  if (lacksTitle) brief.warn({ code: "readme_completed", message: `${path} has no title: "${name}" is added` })
  const [head, ...rest] = kept
  const slugger = new Slugger()
  const section = (title: string, level: number, body: () => string): PlannedSection => ({
    id: slugger.next(title),
    title,
    level,
    // Nothing stands before a readme that begins with a section.
    write: () => [body().replace(/(?<=[^\n])$/, "\n")]
  })
  // A readme whose chapters are of the first level has what is added beside them, and not within one.
  const level = text.headings.filter((heading) => heading.level === 1).length > 1 ? 1 : 2
  const added = ({ text: body, title }: Added): PlannedSection => {
    brief.warn({ code: "readme_completed", message: `${path} says nothing of it: the section "${title}" is added` })
    return section(title, level, () => `\n${"#".repeat(level)} ${title}\n\n${body}\n`)
  }
  const top = Math.min(2, ...rest.map((one) => one.level))
  const contents = () =>
    rest.map((one) => `${"  ".repeat(one.level - top)}- [${plain(one.title)}](#${new Slugger().next(one.title)})`)
  const first = section(head!.title, 1, () => {
    const line = audienceLine(brief, name)
    // The line for the audience goes above the first subheading; without one, at the end of the section.
    const within = text.headings.find(({ level, start }) => level > 1 && start > head!.start && start < head!.end)
    const end = line === "" || within === undefined ? head!.end : within.start
    const own = worded(text, { start: head!.start, end }, brief)
    const below = worded(text, { start: end, end: head!.end }, brief)
    const wanted = brief.settings.title ?? (lacksTitle ? name : undefined)
    const titled =
      wanted === undefined ? own : `# ${plain(wanted)}${lacksTitle ? `\n\n${own}` : own.replace(/^#[^\n]*/, "")}`
    return line === ""
      ? titled
      : `${titled.trimEnd()}\n\n${line}\n${rest.length === 0 && below === "" ? "" : "\n"}${below}`
  })
  const wantsContents = brief.contents === true && !all.some(({ title }) => /^(?:table of )?contents$/i.test(title))
  const glossary = brief.glossary.length === 0 ? "" : brief.glossaryTable(readme.text)
  const sections = [
    first,
    ...(wantsContents
      ? [
          section(
            "Table of contents",
            top,
            () => `${"#".repeat(top)} Table of contents\n\n${contents().join("\n")}\n\n`
          )
        ]
      : []),
    ...rest.map((one) => section(one.title, one.level, () => worded(text, one, brief))),
    ...(glossary === "" ? [] : [section("Glossary", 2, () => `\n## Glossary\n\n${glossary}`)]),
    ...(licence === undefined ? [] : [added(licence)])
  ]
  return {
    title: brief.settings.title ?? head!.title,
    sections,
    report: () => ({ dropped: [], evidence: evidenceOf(model, text) })
  }
}
