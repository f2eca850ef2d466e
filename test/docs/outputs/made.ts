/** Documents for tests: made by the rules, from samples, with their reports. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { generateDocument, type GenerationReport, type GenerationSettings } from "../../../plugins/docs/index.ts"

type Task = Parameters<typeof generateDocument>[0]

/** A sample by its name. */
export const sample = (name: string): string => readFileSync(join(import.meta.dirname, "..", "samples", name), "utf8")

/** A document with its report. */
export interface Made {
  readonly markdown: string
  readonly report: GenerationReport
}

/** Files of a repository as a source. */
export const tree = (
  files: Readonly<Record<string, string>> | ReadonlyArray<{ readonly path: string; readonly text: string }>
): Task["sources"][number] => {
  const list = Array.isArray(files)
    ? (files as ReadonlyArray<{ readonly path: string; readonly text: string }>)
    : Object.entries(files).map(([path, text]) => ({ path, text }))
  const snapshot = {
    url: "https://example.com/team/tool.git",
    branch: "main",
    commit: "0",
    message: "",
    files: list.map(({ path, text }) => ({ path, text, bytes: text.length })),
    log: ""
  }
  return { name: "tool", kind: "repository", content: "", snapshot }
}

/** The same with a sentence that says what it is: without one there is no readme. */
export const saying = (files: Readonly<Record<string, string>>): Task["sources"][number] =>
  tree({ ...files, "tool.h": "/* It turns lids of any size. */\n" })

/** Makes a document of a text or of a source. */
export const make = (
  docType: Task["docType"],
  source: string | Task["sources"][number],
  settings: GenerationSettings = {},
  context: NonNullable<Task["context"]> = []
): Made => {
  const sources = [typeof source === "string" ? { name: "sample", content: source } : source]
  const made = generateDocument({ docType, sources, settings, context })
  if (made.kind === "failed") throw new Error(made.failure.message)
  return { markdown: made.markdown, report: made.report }
}

/** The part of a document below a heading, up to the next of its level. */
export const below = (markdown: string, heading: string): string => {
  const level = /^#+/.exec(heading)![0].length
  const start = markdown.indexOf(`${heading}\n`)
  if (start === -1) return ""
  const rest = markdown.slice(start + heading.length)
  const end = rest.search(new RegExp(`^#{1,${level}} `, "m"))
  return end === -1 ? rest : rest.slice(0, end)
}

/** The release notes of a log with these subjects, each with a hash. */
export const notesOf = (lines: ReadonlyArray<string>) =>
  make("release-notes", {
    name: "log",
    kind: "commits",
    content: lines.map((line, at) => `${(0xabc1000 + at).toString(16)} ${line}`).join("\n")
  })

/** The items of lists. */
export const items = (markdown: string): ReadonlyArray<string> => markdown.match(/^- .*$/gm) ?? []
