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
  sh: "sh",
  swift: "swift",
  ts: "typescript",
  zig: "zig"
}

/** Bytes of an example that is shown whole. Our choice. */
const longest = 4500

const place = /^(?:(?:tests?|docs?)\/)?(?:examples?|samples?|demos?)\/.+$|^(?:example|demo)\.\w+$/i

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

/** The examples: first what stands for itself, of that what is for beginners, and then by length. */
export const examplesOf = (files: ReadonlyArray<SnapshotFile>): ReadonlyArray<Example> => {
  const all = files.flatMap(({ bytes, path, text }) => {
    const language = languages[/\.(\w+)$/.exec(path)?.[1] ?? ""]
    return language === undefined || text === undefined || text.trim() === "" || !place.test(path)
      ? []
      : [{ bytes, path, text, language }]
  })
  const stems = new Set(all.map(({ path }) => stem(path)))
  const ranked = all.map((one) => {
    const own = stem(one.path)
    const words = (one.text.match(imports) ?? []).flatMap((line) => line.match(/\w+/g) ?? [])
    const isPart = words.some((word) => word !== own && stems.has(word))
    return { ...one, rank: Number(isPart) * 2 + Number(!forBeginners.test(own)) }
  })
  return ranked
    .toSorted((one, other) => one.rank - other.rank || one.bytes - other.bytes || (one.path < other.path ? -1 : 1))
    .map(({ bytes, language, path, text }) => ({
      path,
      language,
      // The licence stands elsewhere.
      ...(bytes <= longest
        ? { text: text.replace(opening, (comment) => (notice.test(comment) ? "" : comment)).trim() }
        : {})
    }))
}
