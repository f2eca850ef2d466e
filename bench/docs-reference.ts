/**
 * P13: the API reference of a large description through the service, process start included: time to the first streamed
 * text, time to the end, memory, size. Before it, every release gate over all samples. Leaves out the network, publishing
 * and other writers than the rules.
 */
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { gunzipSync } from "node:zlib"
import { generateDocument } from "bursar/docs"
import { descriptionGates, documentGates } from "./docs/gates.ts"
import { parsed } from "./docs/looking.ts"
import type { GenerateFigures } from "./docs/generate.ts"
import { styleOf } from "./docs/styleGate.ts"
import { defineBench, numberOption, textOption } from "./options.ts"
import { openTable, rounded, writeLine, writeVerdict } from "./report.ts"

const defaultSamples = "../shared/data/docs"
const large = "openapi3/stripe-spec3.json.gz"

const readSample = (path: string): string => {
  const bytes = readFileSync(path)
  return (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8")
}

/** Faults per gate of one sample. */
const judge = (source: string, isCollection: boolean): Readonly<Record<string, number>> => {
  const made = generateDocument({ docType: "api-reference", sources: [{ name: "sample", content: source }] })
  if (made.kind === "failed") throw new Error(made.failure.message)
  const { coverage } = made.report
  const uncovered = Object.values(coverage ?? {}).reduce((sum, share) => sum + share.expected - share.present, 0)
  const byDescription = isCollection
    ? []
    : Object.entries(descriptionGates).map(([name, gate]) => [name, gate(parsed(source), made.markdown, source).length])
  const byDocument = Object.entries(documentGates).map(([name, gate]) => [name, gate(made.markdown).length])
  const style = styleOf(source, made.markdown)
  return {
    ...(Object.fromEntries([...byDescription, ...byDocument]) as Record<string, number>),
    Q14: style.faults.length,
    style: style.score,
    coverage: uncovered,
    ratio: made.markdown.length / source.length
  }
}

/** The gates of references over all samples, as a table; answers how many faults there are. */
export const referenceFaults = (folder: string): number => {
  const names = [
    "Q1",
    "Q2",
    "Q3",
    "Q4",
    "Q5",
    "Q6",
    "Q7",
    "Q8",
    "Q9",
    "Q10",
    "Q11",
    "Q12",
    "Q13",
    "Q14",
    "Q18",
    "coverage"
  ]
  const row = openTable([
    { title: "sample", width: 36 },
    { title: "size" },
    { title: "style" },
    ...names.map((title) => ({ title }))
  ])
  let faults = 0
  const counts = JSON.parse(readFileSync(join(folder, "expected/counts.json"), "utf8")) as Record<string, unknown>
  for (const name of Object.keys(counts)) {
    const found = judge(readSample(join(folder, name)), name.startsWith("postman/"))
    row([name, String(rounded(found["ratio"], 2)), String(found["style"]), ...names.map((gate) => found[gate] ?? "")])
    faults += names.reduce((sum, gate) => sum + (found[gate] ?? 0), 0)
  }
  return faults
}

const generate = (path: string): GenerateFigures & { readonly wallMs: number } => {
  const program = join(import.meta.dirname, "docs/generate.ts")
  const startedAt = performance.now()
  const ran = spawnSync(process.execPath, ["--conditions=bursar-source", program, path], { encoding: "utf8" })
  if (ran.status !== 0) throw new Error(ran.stderr)
  return { ...(JSON.parse(ran.stdout) as GenerateFigures), wallMs: performance.now() - startedAt }
}

/** The bench `docs-reference`. */
export const docsReference = defineBench({
  summary: "P13: API references: gates over all samples; time, memory and size of a 4.2 MB description",
  options: {
    samples: textOption(`folder of the samples; default ${defaultSamples}`),
    rounds: numberOption(3, { min: 1, max: 100 }, "processes that make the large reference")
  },
  run: async ({ rounds, samples }) => {
    const folder = resolve(samples === "" ? defaultSamples : samples)
    if (!existsSync(folder)) throw new Error(`there are no samples in ${folder}`)
    const faults = referenceFaults(folder)
    writeLine(`\nfaults in all gates: ${faults}\n`)
    const row = openTable([
      { title: "round" },
      { title: "" },
      { title: "first text ms" },
      { title: "total ms" },
      { title: "RSS MiB" },
      { title: "MB Markdown" }
    ])
    const all: Array<ReturnType<typeof generate>> = []
    for (let round = 1; round <= rounds; round++) {
      const figures = generate(join(folder, large))
      all.push(figures)
      row([
        String(round),
        "",
        rounded(figures.firstDeltaMs, 0),
        rounded(figures.wallMs, 0),
        rounded(figures.rssMb, 0),
        rounded(figures.markdownBytes / 1e6, 2)
      ])
    }
    writeLine()
    const verdict = (measure: string, limits: readonly [number, number, string], values: ReadonlyArray<number>) =>
      writeVerdict({ measure, better: "lower", floor: limits[0], goal: limits[1], unit: limits[2] }, values)
    verdict(
      "P13 time",
      [4_000, 2_500, "ms"],
      all.map(({ wallMs }) => wallMs)
    )
    verdict(
      "P13 memory",
      [700, 400, "MiB"],
      all.map(({ rssMb }) => rssMb)
    )
    verdict(
      "P13 first text",
      [500, 500, "ms"],
      all.map(({ firstDeltaMs }) => firstDeltaMs)
    )
    verdict(
      "P13 size",
      [8, 8, "MB"],
      all.map(({ markdownBytes }) => markdownBytes / 1e6)
    )
  }
})
