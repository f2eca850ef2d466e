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

/** Words in names of examples that one begins with. */
const forBeginners =
  /^(?:hello\w*|world|basic\w*|simple|minimal|quick\w*|getting|started|examples?|demo|intro\w*|main|index|app|program)$/i

const stem = (path: string): string =>
  path
    .split("/")
    .at(-1)!
    .replace(/\.\w+$/, "")

/** How many words of its name say what it is about: the plainest one comes first. A program in a folder of its own is called as that. */
const wordsOf = (path: string): number => {
  const name = stem(path)
  const folder = path.split("/").at(-2) ?? ""
  const words = (forBeginners.test(name) ? folder : name).match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []
  return words.filter((word) => !forBeginners.test(word)).length
}

/** A comment at the beginning. */
const opening = /^(?:\(\*[^]*?\*\)|\/\*[^]*?\*\/|(?:[ \t]*(?:#(?!!|include)|\/\/|--).*\n)+)\s*/

const languageOf = (path: string): string | undefined => code.exec(path)?.[1]

/** The examples: first what has the plainest name, and then by length. */
export const examplesOf = (files: ReadonlyArray<SnapshotFile>): ReadonlyArray<Example> => {
  const all = files.flatMap(({ bytes, path, text }) => {
    const language = languageOf(path)
    if (language === undefined || text === undefined || !isExample(path)) return []
    return text.trim().split("\n").length < leastLines ? [] : [{ bytes, path, text, language }]
  })
  return all
    .map((one) => ({ ...one, words: wordsOf(one.path) }))
    .toSorted((one, other) => one.words - other.words || one.bytes - other.bytes || (one.path < other.path ? -1 : 1))
    .map(({ bytes, language, path, text }) => ({
      path,
      language,
      // The licence stands elsewhere.
      ...(bytes <= longest
        ? { text: text.replace(opening, (comment) => (notice.test(comment) ? "" : comment)).trim() }
        : {})
    }))
}
