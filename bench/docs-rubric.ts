/**
 * The quality rubric of decisions docs 5.1 over all samples: a table of samples × measures, for every kind of document that
 * a sample can become. Numbers are faults; none is what the release gates ask for. Leaves out other writers than the rules.
 */
import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative, resolve } from "node:path"
import { gunzipSync } from "node:zlib"
import { generateDocument } from "bursar/docs"
import { documentGates, type Faults } from "./docs/gates.ts"
import { referenceFaults } from "./docs-reference.ts"
import { guideFaults, hardReading, notesFaults, readmeFaults, type JudgedTree } from "./docs/outputGates.ts"
import { styleOf } from "./docs/styleGate.ts"
import { defineBench, textOption } from "./options.ts"
import { openTable, writeLine } from "./report.ts"

const defaultSamples = "../shared/data/docs"

type DocType = Parameters<typeof generateDocument>[0]["docType"]
type Source = Parameters<typeof generateDocument>[0]["sources"][number]

/** What gates look at, beside the document. */
interface Sample {
  readonly name: string
  readonly source: Source
  /** The words of the source, for what is compared with them. */
  readonly text: string
  readonly tree?: JudgedTree
}

const textOf = (path: string): string => {
  const bytes = readFileSync(path)
  return (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8")
}

const filesBelow = (root: string, at = root): ReadonlyArray<string> =>
  readdirSync(at).flatMap((name) => {
    const path = join(at, name)
    if (/^(?:\.git|node_modules)$/.test(name)) return []
    return statSync(path).isDirectory() ? filesBelow(root, path) : [relative(root, path)]
  })

/** A folder as a repository would be read. */
const treeSample = (name: string, root: string): Sample => {
  const paths = filesBelow(root)
  const read = (path: string) => readFileSync(join(root, path), "utf8")
  const files = paths.map((path) => {
    const text = read(path)
    return { path, bytes: statSync(join(root, path)).size, ...(text.includes("\0") ? {} : { text }) }
  })
  const snapshot = { url: `https://example.com/${name}.git`, branch: "main", commit: "0", message: "", files, log: "" }
  const readme = paths.find((path) => /^readme/i.test(path))
  return {
    name: `repos/${name}`,
    source: { name, kind: "repository", content: "", snapshot },
    text: readme === undefined ? "" : read(readme),
    tree: { paths, read }
  }
}

const unpacked = (archive: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "bursar-rubric-"))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  spawnSync("tar", ["xzf", archive, "-C", folder, "--strip-components=1"])
  return folder
}

const fileSample = (folder: string, name: string): Sample => {
  const text = textOf(join(folder, name))
  return { name, source: { name: "sample", content: text }, text }
}

interface Made {
  /** The score of the whole document; the gate Q14 is about the service's own words. */
  readonly style?: number
  readonly faults: Readonly<Record<string, number>>
}

const zones = [
  ["UTC", "C"],
  ["Asia/Kolkata", "tr_TR.UTF-8"]
] as const

/** Q16: the same bytes in another time zone and locale. */
const unstable = (task: Parameters<typeof generateDocument>[0]): Faults => {
  const before = { TZ: process.env["TZ"], LC_ALL: process.env["LC_ALL"] }
  const texts = zones.map(([zone, locale]) => {
    process.env["TZ"] = zone
    process.env["LC_ALL"] = locale
    const made = generateDocument(task)
    return made.kind === "made" ? made.markdown : made.failure.code
  })
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  return texts[0] === texts[1] ? [] : ["the text depends on the time zone or the locale"]
}

const leastEase: { readonly [Type in DocType]?: number } = { "user-guide": 55, readme: 45, "admin-guide": 40 }

const explain = process.env["RUBRIC_EXPLAIN"] === "1"

const judge = (sample: Sample, docType: DocType): Made => {
  const task = { docType, sources: [sample.source] }
  const made = generateDocument(task)
  // What the sources hold too little for is refused, and rightly so.
  if (made.kind === "failed") return { faults: made.failure.code === "material_required" ? {} : { failed: 1 } }
  const { markdown, report } = made
  const judged = { source: sample.text, markdown, report }
  const ease = leastEase[docType]
  const isText = sample.name.startsWith("text/")
  const style = styleOf(sample.text, markdown)
  const gates: Readonly<Record<string, Faults>> = {
    ...Object.fromEntries(Object.entries(documentGates).map(([name, gate]) => [name, gate(markdown)])),
    ...(ease === undefined || !(isText || sample.tree !== undefined) ? {} : { Q15: hardReading(ease)(judged) }),
    Q14: style.faults,
    Q16: unstable(task),
    ...(docType === "readme" && sample.tree !== undefined ? { Q19: readmeFaults(judged, sample.tree) } : {}),
    ...(docType === "release-notes" ? { Q20: notesFaults(judged) } : {}),
    ...(/guide/.test(docType) && isText ? { Q21: guideFaults(judged) } : {})
  }
  if (explain) {
    for (const [gate, faults] of Object.entries(gates))
      for (const fault of faults) writeLine(`  ${sample.name} ${docType} ${gate}: ${fault}`)
  }
  return {
    style: style.score,
    faults: Object.fromEntries(Object.entries(gates).map(([name, faults]) => [name, faults.length]))
  }
}

const guides: ReadonlyArray<DocType> = ["readme", "user-guide", "admin-guide"]

const samplesOf = (folder: string): ReadonlyArray<readonly [Sample, ReadonlyArray<DocType>]> => [
  ...readdirSync(join(folder, "text")).map((name) => {
    const isList = name.includes("change-list")
    const types: ReadonlyArray<DocType> = isList ? ["release-notes", ...guides] : guides
    return [fileSample(folder, `text/${name}`), types] as const
  }),
  ...["changelogs", "commits"].flatMap((kind) =>
    readdirSync(join(folder, kind)).map(
      (name) => [fileSample(folder, `${kind}/${name}`), ["release-notes", ...guides]] as const
    )
  ),
  ...readdirSync(join(folder, "repos"))
    .filter((name) => name.endsWith(".tar.gz"))
    .map((name) => [treeSample(name.replace(".tar.gz", ""), unpacked(join(folder, "repos", name))), guides] as const),
  [treeSample("this-repository", resolve(import.meta.dirname, "..")), guides] as const,
  ...Object.keys(JSON.parse(readFileSync(join(folder, "expected/counts.json"), "utf8")) as object).map(
    (name) => [fileSample(folder, name), guides] as const
  )
]

const columns = ["Q10", "Q11", "Q13", "Q14", "Q15", "Q16", "Q19", "Q20", "Q21", "failed"]

const outputTable = (folder: string): number => {
  const row = openTable([
    { title: "sample", width: 36 },
    { title: "document", width: 14 },
    { title: "style" },
    ...columns.map((title) => ({ title }))
  ])
  let faults = 0
  for (const [sample, types] of samplesOf(folder)) {
    for (const docType of types) {
      const made = judge(sample, docType)
      row([sample.name, docType, String(made.style ?? ""), ...columns.map((name) => made.faults[name] ?? "")])
      faults += Object.values(made.faults).reduce((sum, count) => sum + count, 0)
    }
  }
  return faults
}

/** The bench `docs`. */
export const docsRubric = defineBench({
  summary: "the quality rubric Q1 to Q21 over all samples and every kind of document",
  options: { samples: textOption(`folder of the samples; default ${defaultSamples}`) },
  run: async ({ samples }) => {
    const folder = resolve(samples === "" ? defaultSamples : samples)
    if (!existsSync(folder)) throw new Error(`there are no samples in ${folder}`)
    writeLine("API references\n")
    const references = referenceFaults(folder)
    writeLine("\nReadmes, guides, release notes\n")
    const outputs = outputTable(folder)
    writeLine(`\nfaults in all gates: ${references + outputs}`)
    if (references + outputs > 0) throw new Error("not every gate holds")
  }
})
