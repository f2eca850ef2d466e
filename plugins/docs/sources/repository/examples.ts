/** Examples of a repository: files of code in a folder of examples, or called so. */
import type { SnapshotFile } from "../../git/GitClient.ts"
import type { Example } from "../../model/RepositoryModel.ts"
import { notice } from "./mainFile.ts"

/** Endings of code, which are names of their languages, too. */
const code =
  /\.(c|cc|cpp|cr|cs|dart|exs?|f90|go|hs|java|jl|m?js|kt|lua|ml|nim|php|pl|py|[rR]|rb|rs|scala|swift|ts|zig)$/

/** Bytes of an example that is shown whole. Our choice. */
const longest = 4500

/** Least lines of what shows something. Our choice. */
const leastLines = 3

/** A file of a folder of examples, the beginning of a program in a folder of its own there, or a file called so. */
const isExample = (path: string): boolean => {
  const [, folder, file] =
    /^(?:(?:tests?|docs?)\/)?(?:examples?|samples?|demos?)\/(?:([^/]+)\/)?([^/]+)\.\w+$/i.exec(path) ?? []
  if (file === undefined) return /^(?:example|demo)\.\w+$/i.test(path)
  return folder === undefined || folder === file || /^(?:main|index|app|program|example|demo)$/i.test(file)
}

/** Names of examples that one begins with. */
const forBeginners = /^(?:hello\w*|basic\w*|simple\w*|minimal|quick\w*|getting[-_]?started|examples?|intro\w*)$/i

const stem = (path: string): string =>
  path
    .split("/")
    .at(-1)!
    .replace(/\.\w+$/, "")

/** A comment at the beginning. */
const opening = /^(?:\(\*[^]*?\*\)|\/\*[^]*?\*\/|(?:[ \t]*(?:#(?!!|include)|\/\/|--).*\n)+)\s*/

const imports = /^\s*(?:import|from|#include|require|use|using|include|open|mod)\b.*$/gm

const languageOf = (path: string): string | undefined => code.exec(path)?.[1]

/** Endings of languages that use each other's code are one. */
const familyOf = (path: string): string =>
  path
    .replace(/^.*\./, "")
    .replace(/^(?:h|hh|hpp|hxx|cc|cpp|cxx)$/, "c")
    .replace(/^(?:[cm]?[jt]s|[jt]sx)$/, "js")
    .replace(/^exs$/, "ex")
    .replace(/^mli$/, "ml")

/** The examples: first what stands for itself, of that what is for beginners, and then by length. */
export const examplesOf = (files: ReadonlyArray<SnapshotFile>): ReadonlyArray<Example> => {
  // What is written in another language than the project shows something else.
  const own = new Set(files.flatMap(({ path }) => (isExample(path) ? [] : familyOf(path))))
  const all = files.flatMap(({ bytes, path, text }) => {
    const language = languageOf(path)
    if (language === undefined || !own.has(familyOf(path)) || text === undefined || !isExample(path)) return []
    return text.trim().split("\n").length < leastLines ? [] : [{ bytes, path, text, language }]
  })
  const stems = new Set(all.map(({ path }) => stem(path)))
  const imported = all.map(({ path, text }) =>
    (text.match(imports) ?? [])
      .flatMap((line) => line.match(/\w+/g) ?? [])
      .filter((word) => word !== stem(path) && stems.has(word))
  )
  const parts = new Set(imported.flat())
  const ranked = all.map((one, at) => {
    const name = stem(one.path)
    const isPart = imported[at]!.length > 0 || parts.has(name)
    return { ...one, isPart, rank: Number(isPart) * 2 + Number(!forBeginners.test(name)) }
  })
  return ranked
    .toSorted((one, other) => one.rank - other.rank || one.bytes - other.bytes || (one.path < other.path ? -1 : 1))
    .map(({ bytes, isPart, language, path, text }) => ({
      path,
      language,
      // The licence stands elsewhere.
      ...(bytes <= longest && !isPart
        ? { text: text.replace(opening, (comment) => (notice.test(comment) ? "" : comment)).trim() }
        : {})
    }))
}
