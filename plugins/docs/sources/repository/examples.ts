/** Examples of a repository: files of code in a folder of examples, or called so. */
import type { SnapshotFile } from "../../git/GitClient.ts"
import type { Example } from "../../model/RepositoryModel.ts"
import { notice } from "./mainFile.ts"

/** Ending → the language that a block of code names. */
const languages: Readonly<Record<string, string>> = {
  c: "c",
  cc: "cpp",
  cpp: "cpp",
  cr: "crystal",
  cs: "csharp",
  dart: "dart",
  ex: "elixir",
  exs: "elixir",
  f90: "fortran",
  go: "go",
  hs: "haskell",
  java: "java",
  jl: "julia",
  js: "javascript",
  mjs: "javascript",
  kt: "kotlin",
  lua: "lua",
  ml: "ocaml",
  nim: "nim",
  php: "php",
  pl: "perl",
  py: "python",
  r: "r",
  R: "r",
  rb: "ruby",
  rs: "rust",
  scala: "scala",
  swift: "swift",
  ts: "typescript",
  zig: "zig"
}

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

const endingOf = (path: string): string => /\.(\w+)$/.exec(path)?.[1] ?? ""

const languageOf = (path: string): string | undefined => languages[endingOf(path)]

/** Endings of languages that use each other's code are one. */
const familyOf = (path: string): string =>
  endingOf(path)
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
