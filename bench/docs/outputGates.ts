/**
 * The release gates of decisions docs 5.1 for readmes, guides and release notes (Q13, Q15, Q19, Q20, Q21), as functions of
 * input and output. They count in the source as it stands and in the finished Markdown, and use nothing of the writer.
 */
import type { GenerationReport } from "bursar/docs"
import type { Faults } from "./gates.ts"
import { outsideFences } from "./looking.ts"

/** What gates are given. */
export interface Judged {
  readonly source: string
  readonly markdown: string
  readonly report: GenerationReport
}

/** A tree as gates look at it. */
export interface JudgedTree {
  readonly paths: ReadonlyArray<string>
  readonly read: (path: string) => string
}

const words = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[a-z]+(?:'[a-z]+)?/g) ?? []

const syllables = (word: string): number =>
  Math.max(1, (word.replace(/(?:es|ed|e)$/, "").match(/[aeiouy]+/g) ?? []).length)

/** The prose of a document: no code, tables, headings, links' targets. */
export const proseOf = (markdown: string): string =>
  outsideFences(markdown.replaceAll(/^ +(?=`{3})/gm, ""))
    .split("\n")
    .filter((line) => !/^\s*(?:#|\||>)/.test(line))
    .map((line) => line.replace(/^\s*(?:[-*+]|\d+\.)\s+/, ""))
    .join("\n")
    .replaceAll(/`[^`\n]*`/g, "it")
    .replaceAll(/\]\([^)]*\)/g, "]")
    .replaceAll(/[*_[\]]/g, "")

/** Flesch reading ease of a document's prose. */
export const readingEase = (markdown: string): number => {
  const text = proseOf(markdown)
  const sentences = Math.max(1, text.split(/[.!?:](?:\s|$)|\n\s*\n|\n/).filter((one) => words(one).length > 1).length)
  const all = words(text)
  if (all.length === 0) return 100
  const count = all.reduce((sum, word) => sum + syllables(word), 0)
  return 206.835 - 1.015 * (all.length / sentences) - 84.6 * (count / all.length)
}

/** Q15: decisions docs 5.1. Prose that a source wrote harder may stay as hard as it was. */
export const hardReading =
  (least: number) =>
  ({ markdown, source }: Judged): Faults => {
    const ease = readingEase(markdown)
    return ease >= Math.min(least, readingEase(source) - 3)
      ? []
      : [`reading ease ${ease.toFixed(0)} is below ${least}; the source has ${readingEase(source).toFixed(0)}`]
  }

const standardOrder = [
  "Table of contents",
  "Security",
  "Background",
  "Install",
  "Usage",
  "API",
  "Contributing",
  "License"
]

/** Q19: the order of the standard readme; every path, command, licence and version is that of the tree. */
export const readmeFaults = ({ markdown, report }: Judged, { paths, read }: JudgedTree): Faults => {
  const body = outsideFences(markdown)
  const headings = [...body.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading!)
  const known = headings.filter((heading) => standardOrder.includes(heading))
  const inOrder = [...known].sort((a, b) => standardOrder.indexOf(a) - standardOrder.indexOf(b))
  const has = (path: string) => {
    const plain = path
      .replace(/^\.?\//, "")
      .replace(/[#?].*$/, "")
      .replace(/\/$/, "")
    return plain === "" || paths.some((one) => one === plain || one.startsWith(`${plain}/`))
  }
  const links = [...body.matchAll(/\]\((?!https?:|mailto:|#)<?([^)>\s]+)>?\)/g)].map(([, path]) => path!)
  const manifest = paths.includes("package.json") ? JSON.parse(read("package.json")) : undefined
  const scripts = [...markdown.matchAll(/\bnpm run ([\w:.-]+)/g)].map(([, name]) => name!)
  const runs = [...markdown.matchAll(/^\s*(?:\$ )?node ((?!-)[\w./-]+\.\w+)/gm)].map(([, path]) => path!)
  const license = paths.find((path) => /^licen[cs]e/i.test(path))
  return [
    ...(known.join() === inOrder.join() ? [] : [`sections out of order: ${known.join(", ")}`]),
    ...(license === undefined || headings.at(-1) === "License" ? [] : ["the licence is not last"]),
    ...links.filter((path) => !has(path)).map((path) => `a link to ${path}, which is not there`),
    ...runs.filter((path) => !has(path)).map((path) => `a command runs ${path}, which is not there`),
    ...(manifest === undefined
      ? []
      : scripts
          .filter((name) => manifest.scripts?.[name] === undefined)
          .map((name) => `a command runs the script ${name}, which is not there`)),
    ...(license !== undefined && /Permission is hereby granted/.test(read(license)) && !markdown.includes("[MIT](")
      ? ["the licence is not that of the file"]
      : []),
    ...((report.evidence ?? []).length > 0 ? [] : ["there is no evidence"])
  ]
}

/** Of Q20: every change of the input is in a group, or left out with a reason. */
export const accountFaults = ({ accounting }: GenerationReport): Faults => {
  if (accounting === undefined) return ["there is no accounting"]
  const { breaking, dropped, groups, input, maintenance } = accounting
  const told = Object.values(groups).reduce((sum, count) => sum + count, breaking)
  return told + maintenance + dropped.length === input ? [] : [`${input} in, ${told} + ${maintenance} out`]
}

/** Q20: nothing is lost, what breaks stands first, and every change that is told is told once. */
export const notesFaults = ({ markdown, report }: Judged): Faults => {
  const { accounting } = report
  if (accounting === undefined) return accountFaults(report)
  const { breaking, groups, maintenance } = accounting
  // What of maintenance is not named in the report is told.
  const listed = maintenance - report.dropped.filter(({ reason }) => reason.startsWith("Maintenance: ")).length
  const told = Object.values(groups).reduce((sum, count) => sum + count, breaking + listed)
  const items = [...outsideFences(markdown).matchAll(/^[-*+] /gm)].length
  const headings = [...markdown.matchAll(/^#{2,3} (.*)$/gm)].map(([, heading]) => heading!)
  const order = [
    "Breaking changes",
    "Removed",
    "Deprecated",
    "New features",
    "Improvements",
    "Bug fixes",
    "Other changes",
    "Maintenance"
  ]
  const faults: Array<string> = [...accountFaults(report)]
  if (items !== told) faults.push(`${told} changes are counted and ${items} told`)
  let last = -1
  for (const heading of headings) {
    const place = order.indexOf(heading)
    if (place === -1) last = -1
    else if (place <= last) faults.push(`${heading} stands too late`)
    else last = place
  }
  return faults
}

const facts = /`[^`\n]+`|\b[A-Z]{1,4}-?\d{2,5}\b|\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|(?<![\w./-])\d[\d.,]*(?![\w/-])/g

const bare = (fact: string): string => fact.replaceAll("`", "").replace(/[.,]+$/, "")

/** Lines of a source that the report says were left out: under headings, and from a line to the next empty one. */
const leftOut = (source: string, report: GenerationReport): string => {
  const items = report.dropped.map(({ item }) => item.replace(/^[^:]*: /, ""))
  const lines = source.split("\n")
  const paragraphs = report.dropped.flatMap(({ item }) => {
    const first = Number(/line (\d+)$/.exec(item)?.[1] ?? Infinity) - 1
    const end = lines.indexOf("", first)
    return lines.slice(first, end === -1 ? undefined : end)
  })
  let out = false
  let level = 7
  const chapters = lines.filter((line) => {
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line)
    if (heading !== null && (!out || heading[1]!.length <= level)) {
      out = items.includes(heading[2]!.replaceAll(/[*_]/g, "").replace(/:$/, ""))
      level = heading[1]!.length
    }
    return out
  })
  return [...paragraphs, ...chapters].join("\n")
}

const common = new Set(
  (
    "a an and any are as at be before below by can chapter check code codes do does each following for from give guide has have here how if in into is it its " +
    "like list lists look may meaning more need needs not of on one or other people read run runs see send set settings shows so source start " +
    "stands step steps sums task tasks than that the their them then there these they this those time to up use used users uses variable variables want what " +
    "when where which who with write you your need request requests api operations operation answer install configure others setup"
  ).split(" ")
)

const stem = (word: string): string => word.replace(/'.*$/, "").replace(/(?:ies|es|s|ed|ing|e|y)$/, "")

/** Q21: each number, code and variable of the text is there; steps are orders; no sentence is without support. */
export const guideFaults = ({ markdown, report, source }: Judged): Faults => {
  const told = `${markdown}\n${leftOut(source, report)}`.replaceAll("`", "")
  const wanted = new Set(
    [...source.replaceAll(/^---\n[\s\S]*?\n---\n/g, "").matchAll(facts)].map(([fact]) => bare(fact))
  )
  const missing = [...wanted].filter((fact) => fact !== "" && !/^\d+$/.test(fact) && !told.includes(fact))
  const numbers = [...wanted].filter((fact) => /^\d{2,}$/.test(fact) && !told.includes(fact))
  const invented = [...markdown.matchAll(/`[^`\n]+`|\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g)]
    .map(([fact]) => bare(fact))
    .filter((fact) => !source.includes(fact) && !source.replaceAll(/\s+/g, " ").includes(fact))
  const known = new Set(words(source).map(stem))
  const unsupported = proseOf(markdown)
    .split(/[.!?:](?:\s|$)|\n\s*\n|\n/)
    .filter((sentence) => {
      const own = words(sentence).filter((word) => !common.has(word) && word.length > 2)
      const found = own.filter((word) => known.has(stem(word))).length
      return own.length >= 4 && found / own.length < 0.6
    })
  return [
    ...[...missing, ...numbers].map((fact) => `nowhere: ${fact}`),
    ...invented.map((fact) => `invented: ${fact}`),
    ...unsupported.map((sentence) => `without support: ${sentence.trim()}`),
    ...stepFaults(markdown)
  ]
}

const verbs = /^(?:\*\*|`)?[A-Z][a-z]+/

/** Tasks have numbered steps that begin with a verb, a name or code. */
const stepFaults = (markdown: string): Faults => {
  const start = markdown.search(/^## Tasks$/m)
  if (start === -1) return []
  const rest = markdown.slice(start + 3)
  const end = rest.search(/^## /m)
  const tasks = (end === -1 ? rest : rest.slice(0, end)).split(/^### /m).slice(1)
  return tasks.flatMap((task) => {
    const title = task.slice(0, task.indexOf("\n"))
    const steps = [...task.matchAll(/^\d+\. (.*)$/gm)].map(([, step]) => step!)
    return [
      ...(steps.length === 0 && !task.includes("| Operation |") ? [`no steps: ${title}`] : []),
      ...steps
        .filter((step) => /^(?:The|A|An|It|You|There)\b/.test(step) || !(verbs.test(step) || /^[`*a-z]/.test(step)))
        .map((step) => `no order: ${step}`)
    ]
  })
}
