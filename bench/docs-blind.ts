/**
 * The blind set: real inputs of public repositories, of which this project has a list only (`docs/blind.json`: repository, commit, path,
 * hash, licence). Makes every document from the folder that it is given, counts the faults that gates can see, and adds up what readers
 * answered to the questions of `docs/blindRubric.ts`. `--write FOLDER` writes the documents with their reports, for readers.
 */
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { generateDocument } from "bursar/docs"
import { halves, questions, type BlindInput, type Question } from "./docs/blindRubric.ts"
import { documentGates } from "./docs/gates.ts"
import { parsed } from "./docs/looking.ts"
import { lostTexts } from "./docs/lostTexts.ts"
import { accountFaults } from "./docs/outputGates.ts"
import { choiceOption, defineBench, textOption } from "./options.ts"
import { openTable, writeLine } from "./report.ts"

const inputs = JSON.parse(
  readFileSync(join(import.meta.dirname, "docs/blind.json"), "utf8")
) as ReadonlyArray<BlindInput>

type DocType = BlindInput["documents"][number]

const sourceOf = ({ commit, kind, path, repository }: BlindInput, content: string) => {
  if (kind === "text")
    return { name: repository, content, url: `https://raw.githubusercontent.com/${repository}/${commit}/${path}` }
  if (kind !== "tree") return { name: repository, content, kind }
  const url = `https://github.com/${repository}`
  const snapshot = { url, branch: "main", commit: "0", message: "", files: JSON.parse(content), log: "" }
  return { name: repository, kind: "repository" as const, content: "", snapshot }
}

interface Made {
  readonly input: BlindInput
  readonly docType: DocType
  readonly markdown: string
  readonly report: unknown
  readonly faults: ReadonlyArray<string>
  /** Whether the sources hold too little for it: nobody judges what is not made. */
  readonly isRefused?: boolean
}

const make = (input: BlindInput, docType: DocType, content: string): Made => {
  const made = generateDocument({ docType, sources: [sourceOf(input, content)] })
  if (made.kind === "failed") {
    const isRefused = made.failure.code === "material_required"
    return {
      input,
      docType,
      markdown: "",
      report: made.failure,
      faults: isRefused ? [] : [made.failure.message],
      isRefused
    }
  }
  const { markdown, report } = made
  const accounts = docType === "release-notes" ? accountFaults(report) : []
  const ours = docType === "api-reference" ? Object.values(documentGates).flatMap((gate) => gate(markdown)) : []
  const lost =
    docType === "api-reference" && input.kind === "openapi" ? lostTexts(parsed(content), markdown, report) : []
  return { input, docType, markdown, report, faults: [...accounts, ...ours, ...lost] }
}

const answersTo = ({ docType, input }: Made): ReadonlyArray<Question> | undefined => input.answers?.[docType]

const shareOf = (made: ReadonlyArray<Made>, question: Question): string => {
  const judged = made.filter((one) => answersTo(one) !== undefined)
  const yes = judged.filter((one) => !answersTo(one)!.includes(question)).length
  return judged.length === 0 ? "" : `${yes}/${judged.length}`
}

const tell = (half: BlindInput["half"], all: ReadonlyArray<Made>): void => {
  const own = all.filter(({ input }) => input.half === half)
  writeLine(`\n${half}: ${new Set(own.map(({ input }) => input)).size} inputs, ${own.length} documents`)
  const row = openTable([
    { title: "document", width: 16 },
    { title: "made" },
    { title: "refused" },
    { title: "faults" },
    ...Object.keys(questions).map((title) => ({ title }))
  ])
  for (const [docType, all] of Map.groupBy(own, (one) => one.docType)) {
    const made = all.filter(({ isRefused }) => isRefused !== true)
    const faults = made.reduce((sum, one) => sum + one.faults.length, 0)
    row(
      [
        docType,
        made.length,
        all.length - made.length,
        faults,
        ...Object.keys(questions).map((question) => shareOf(made, question as Question))
      ].map(String)
    )
  }
}

/** The bench `docs-blind`. */
export const docsBlind = defineBench({
  summary: "documents made of the blind set: faults that gates see, and what readers answered",
  options: {
    inputs: textOption("folder with the inputs, at REPOSITORY/PATH"),
    half: choiceOption(["all", ...halves], "the part of the set"),
    write: textOption("folder to write the documents to; none by default")
  },
  run: async ({ inputs: folder, half, write }) => {
    const all: Array<Made> = []
    for (const input of inputs.filter((one) => half === "all" || one.half === half)) {
      const path = join(resolve(folder), input.repository, input.path)
      if (!existsSync(path)) throw new Error(`there is no ${path}: fetch it from the repository at ${input.commit}`)
      const bytes = readFileSync(path)
      if (createHash("sha256").update(bytes).digest("hex") !== input.sha256) throw new Error(`${path} is another text`)
      for (const docType of input.documents) all.push(make(input, docType, bytes.toString("utf8")))
    }
    for (const { docType, input, markdown, report } of write === "" ? [] : all) {
      const name = `${input.half}--${docType}--${input.repository}--${input.path}`.replaceAll("/", "+")
      mkdirSync(resolve(write), { recursive: true })
      writeFileSync(join(resolve(write), `${name}.md`), markdown)
      writeFileSync(join(resolve(write), `${name}.json`), JSON.stringify(report, undefined, 2))
    }
    for (const one of halves.filter((one) => half === "all" || one === half)) tell(one, all)
    for (const { docType, faults, input } of all.filter((one) => one.faults.length > 0)) {
      writeLine(`${input.repository} ${input.path} ${docType}: ${faults.slice(0, 3).join("; ")}`)
    }
  }
})
