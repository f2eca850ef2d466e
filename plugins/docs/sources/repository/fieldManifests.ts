/**
 * Manifests that are programs, or a format of their tool alone: rows of what each says, found by its usual spelling. What is spelled
 * otherwise, or computed, is not there. Nothing of them is evaluated.
 */
import type { Manifest } from "../../model/RepositoryModel.ts"

/** The fields, each by the words that stand before it; the first group that is filled is its value. */
interface Spelling {
  readonly ecosystem: string
  readonly file: RegExp
  /** Its name where nothing in it says one: of the file, the first group. */
  readonly isNamedByFile?: true
  readonly name?: RegExp
  readonly version?: RegExp
  readonly description?: RegExp
  /** What it says in paragraphs. */
  readonly about?: RegExp
  readonly license?: RegExp
  readonly homepage?: RegExp
  readonly runtime?: readonly [language: string, version: RegExp]
  /** What only a package has that is published. */
  readonly published?: RegExp
  /** What only a program has. */
  readonly program?: RegExp
}

/** What goes on behind a text: it is only a part of one. */
const goesOn = String.raw`(?!\s*(?:<>|[+%\\"']))`

/** A text in quotes of a language with escapes. */
const quoted = String.raw`(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')${goesOn}`

/** A field of Ruby: `s.name = "lid"`, `s.summary = %q{Turns lids}`. */
const ruby = (field: string) =>
  new RegExp(String.raw`\.${field}\s*=\s*(?:${quoted}|%[qQ]?[{(\[|]([^})\]|]{0,2000})[})\]|])`)

/** A text of Ruby between a word in capitals and that word alone. */
const heredoc = (field: string) =>
  new RegExp(String.raw`\.${field}\s*=\s*<<[-~]?\w+\n([^]{0,4000}?)\n[ \t]*[A-Z_]+[ \t]*$`, "m")

/** A field at the margin, which goes on in lines that stand further to the right. */
const margin = (field: string) =>
  new RegExp(String.raw`^${field}[ \t]*:[ \t]*(.*(?:\n(?:[ \t]+.*|(?=\n[ \t])))*)`, "im")

/** A keyword of a call of Python, or a key of a configuration. */
const keyword = (field: string) => new RegExp(String.raw`(?:^|[(,])[ \t]*${field}\s*=\s*[rufRUF]?${quoted}`, "m")

const setting = (field: string) => new RegExp(String.raw`^${field}[ \t]*=[ \t]*(?!file:|attr:)(\S.*)$`, "m")

const either = (...all: ReadonlyArray<RegExp>) => new RegExp(all.map(({ source }) => source).join("|"), "m")

const element = (name: string) => new RegExp(`<${name}>([^<$]+)</${name}>`)

const spellings: ReadonlyArray<Spelling> = [
  {
    ecosystem: "opam",
    file: /^([\w-]+)\.opam$|^opam$/,
    isNamedByFile: true,
    name: /^name:\s*"([^"]+)"/m,
    version: /^version:\s*"([^"]+)"/m,
    description: new RegExp(`^synopsis:\\s*${quoted}`, "m"),
    about: /^description:\s*(?:"""\\?\n?([^]*?)"""|"((?:[^"\\]|\\.)*)")/m,
    license: /^license:\s*"([^"]+)"/m,
    homepage: /^homepage:\s*"([^"]+)"/m,
    runtime: ["OCaml", /"ocaml"\s*\{[^}]*?>=\s*"([\d.]+)"/]
  },
  {
    ecosystem: "haskell",
    file: /^[\w-]+\.cabal$/,
    name: margin("name"),
    version: margin("version"),
    description: margin("synopsis"),
    about: margin("description"),
    license: margin("license"),
    homepage: margin("homepage"),
    program: /(?<![^])(?![^]*^library\b)[^]*?^executable\b/im
  },
  {
    ecosystem: "gem",
    file: /^[\w-]+\.gemspec$/,
    name: ruby("name"),
    version: ruby("version"),
    description: ruby("summary"),
    license: new RegExp(String.raw`\.licenses?\s*=\s*\[?${quoted}\]?\s*$`, "m"),
    homepage: ruby("homepage"),
    runtime: ["Ruby", new RegExp(String.raw`\.required_ruby_version\s*=\s*(?:Gem::Requirement\.new\()?${quoted}`)]
  },
  {
    ecosystem: "pod",
    file: /^[\w.+-]+\.podspec$/,
    name: ruby("name"),
    version: ruby("version"),
    description: ruby("summary"),
    about: either(heredoc("description"), ruby("description")),
    license: new RegExp(String.raw`\.license\s*=\s*(?:\{[^{}]*?\btype(?::|\s*=>)\s*)?${quoted}`),
    homepage: ruby("homepage")
  },
  {
    ecosystem: "nimble",
    file: /^([\w-]+)\.nimble$/,
    isNamedByFile: true,
    name: keyword("(?:packageName|name)"),
    version: keyword("version"),
    description: keyword("description"),
    license: keyword("license"),
    runtime: ["Nim", /["']nim\s*(>=\s*[\d.]+)/]
  },
  {
    ecosystem: "luarocks",
    file: /^(?:rockspecs?\/)?[\w.-]+\.rockspec$/,
    name: keyword("package"),
    description: keyword("summary"),
    license: keyword("license"),
    homepage: keyword("homepage"),
    runtime: ["Lua", /["']lua\s+(>=\s*[\d.]+)["']/]
  },
  {
    ecosystem: "hex",
    file: /^mix\.exs$/,
    name: /\bapp:\s*:(\w+)/,
    version: /(?:@version|\bversion:)\s+"([^"]+)"/,
    description: new RegExp(
      String.raw`(?:@description|\bdescription:)\s+"([^"]+)"${goesOn}|\bdescription(?:\(\))?,? do:?\s+(?:"""([^]+?)"""|"([^"]+)"${goesOn})`
    ),
    license: /\blicenses:\s*\[\s*"([^"]+)"\s*\]/,
    homepage: /\b(?:homepage_url:|@homepage_url)\s+"([^"]+)"/,
    runtime: ["Elixir", /\belixir:\s*"([^"]+)"/],
    published: /\bpackage:/
  },
  {
    ecosystem: "nuget",
    file: /^(?:src\/)?(?:[\w.-]+\/)?([\w.-]+)\.(?:cs|fs)proj$/,
    isNamedByFile: true,
    name: element("PackageId"),
    version: element("(?:Package)?Version"),
    description: element("Description"),
    license: element("PackageLicenseExpression"),
    homepage: element("PackageProjectUrl"),
    published: /<(?:PackageId|PackageTags|PackageLicenseExpression|PackageProjectUrl|Description)>/
  },
  {
    ecosystem: "perl",
    file: /^(?:(?:Makefile|Build)\.PL|META\.json|dist\.ini)$/,
    name: /(?:^|[{(,])\s*["']?(?:(?:DIST)?NAME|name|dist_name|module_name)["']?\s*(?:=>|[:=])\s*["']?([\w:-]+)/m,
    description: new RegExp(
      String.raw`(?:^|[{(,])\s*["']?(?:ABSTRACT|(?:dist_)?abstract)["']?\s*(?:=>|:)\s*${quoted}`,
      "m"
    )
  },
  {
    ecosystem: "cmake",
    file: /^CMakeLists\.txt$/,
    name: /^\s*project\s*\(\s*([\w-]+)/im,
    version: /^\s*project\s*\([^)]*\bVERSION\s+([\d.]+)/im,
    description: /^\s*project\s*\([^)]*\bDESCRIPTION\s+"([^"]+)"/im,
    homepage: /^\s*project\s*\([^)]*\bHOMEPAGE_URL\s+"([^"]+)"/im
  },
  {
    ecosystem: "python",
    file: /^setup\.cfg$/,
    name: setting("name"),
    version: setting("version"),
    description: setting("(?:description|summary)"),
    license: setting("license"),
    homepage: setting("(?:url|home[-_]page)"),
    runtime: ["Python", setting("python_requires")]
  },
  {
    ecosystem: "python",
    file: /^setup\.py$/,
    name: keyword("name"),
    version: keyword("version"),
    description: keyword("description"),
    license: keyword("license"),
    homepage: keyword("url"),
    runtime: ["Python", keyword("python_requires")]
  }
]

/** A value as words: escapes as what they stand for, and lines as one. */
const wordsOf = (value: string): string =>
  value
    .replaceAll(/\\\n\s*/g, "")
    .replaceAll(/\\(["'\\])/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim()

/** A value of several paragraphs: a full stop alone is an empty line to Cabal. */
const paragraphsOf = (value: string): string => {
  const lines = value
    .replaceAll(/\\\n\s*/g, "")
    .replaceAll(/\\(["'\\])/g, "$1")
    .split("\n")
  const inner = lines.slice(1).filter((line) => line.trim() !== "")
  const indent = Math.min(...inner.map((line) => line.length - line.trimStart().length))
  return lines
    .map((line, at) => (line.trim() === "." ? "" : at === 0 ? line.trim() : line.slice(indent).trimEnd()))
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()
}

/** Marks of Haddock as those of Markdown. */
const ofHaddock = (text: string): string =>
  text
    .replaceAll(/@([^@\n]+)@/g, "`$1`")
    .replaceAll(/^>(?: |$)/gm, "    ")
    .replaceAll(/^(=+) /gm, (_, marks: string) => `${"#".repeat(marks.length + 1)} `)

/** Whether a manifest is of the whole: it stands at the root, or where its tool looks for what is published. */
export const isOfRoot = ({ isPrivate, path }: Pick<Manifest, "isPrivate" | "path">): boolean =>
  !path.includes("/") || /^rockspecs?\//.test(path) || (/\.(?:cs|fs)proj$/.test(path) && isPrivate !== true)

/** Reads such a manifest; `undefined` for any other file. */
export const readFieldManifest = (path: string, text: string): Manifest | undefined => {
  const spelling = spellings.find(({ file }) => file.test(path))
  if (spelling === undefined) return undefined
  const { ecosystem, isNamedByFile, program, published, runtime } = spelling
  const found = (pattern: RegExp | undefined) =>
    pattern
      ?.exec(text)
      ?.slice(1)
      .find((group) => group !== undefined && group.trim() !== "")
  const field = (name: "name" | "version" | "description" | "license" | "homepage") => {
    const value = found(spelling[name])
    // Some say behind the name of a licence where it stands.
    return value === undefined
      ? {}
      : { [name]: name === "license" ? wordsOf(value.replace(/\s*<.*$/, "")) : wordsOf(value) }
  }
  const about = found(spelling.about)
  const needed = runtime === undefined ? undefined : found(runtime[1])
  const named = isNamedByFile ? spelling.file.exec(path)?.[1] : undefined
  return {
    path,
    ecosystem,
    ...(named === undefined ? {} : { name: named }),
    ...field("name"),
    ...field("version"),
    ...field("description"),
    ...field("license"),
    ...field("homepage"),
    ...(about === undefined
      ? {}
      : { about: ecosystem === "haskell" ? ofHaddock(paragraphsOf(about)) : paragraphsOf(about) }),
    ...(needed === undefined
      ? {}
      : { runtime: `${runtime![0]} ${ecosystem === "opam" ? ">=" : ""}${wordsOf(needed)}` }),
    ...(published === undefined || published.test(text) ? {} : { isPrivate: true }),
    scripts: [],
    entries: program?.test(text) ? [{ name: "executable", value: path, evidence: path }] : []
  }
}
