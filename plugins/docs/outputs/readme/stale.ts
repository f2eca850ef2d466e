/** Versions in a readme that its manifest says otherwise: of the package itself, and of what it needs. They are its author's, and stay; the report tells them. */
import type { Manifest } from "../../model/RepositoryModel.ts"

/** Characters of a readme that are looked at, and findings that are told. Our choice. */
const mostRead = 200_000
const mostTold = 10

const partsOf = (version: string): ReadonlyArray<number> => version.split(".").map(Number)

/** Whether a version is older than another, by the parts that both name. */
const isOlder = (one: string, other: string): boolean => {
  const [first, second] = [partsOf(one), partsOf(other)]
  const at = first.findIndex((part, place) => second[place] !== undefined && part !== second[place])
  return at !== -1 && first[at]! < second[at]!
}

/** What stands between the name of a package and a version of it: `@`, `==`, `:`, ` = "`, and the tags of Maven. */
const between = String.raw`(?:@|==|:v?(?=\d)|<\/artifactId>\s*<version>|["']?\s*[=:]\s*(?:\{\s*version\s*=\s*)?["'][~^=]*)`

/** A statement of a readme that its manifest does not bear out. */
export interface Stale {
  readonly said: string
  readonly known: string
  readonly line: number
}

/** What is stale in a readme. */
export const staleIn = (text: string, { name, runtime, version }: Manifest): ReadonlyArray<Stale> => {
  const source = text.slice(0, mostRead)
  const [, language = "", least] = /^(\w+)\D+?(\d+(?:\.\d+)*)/.exec(runtime ?? "") ?? []
  const escaped = (name ?? "").replaceAll(/[^\w]/g, String.raw`\$&`)
  const asks: ReadonlyArray<readonly [RegExp, string | undefined, string]> = [
    [
      new RegExp(String.raw`(?<![\w./@-])${escaped}${between}v?(\d+(?:\.\d+)+)`, "g"),
      name === undefined ? undefined : version,
      `${name} ${version}`
    ],
    [
      new RegExp(
        String.raw`(?<![\w-])${language}(?:\.js)?(?: version)? ?(?:>=|≥|v)? ?(\d+(?:\.\d+)*)(?= ?\+| or (?:later|newer|higher|above)|\.x)`,
        "g"
      ),
      least,
      runtime ?? ""
    ]
  ]
  return asks
    .flatMap(([pattern, current, known]) =>
      current === undefined || !/^\d+(?:\.\d+)*$/.test(current)
        ? []
        : Array.from(source.matchAll(pattern))
            .filter(([, said]) => isOlder(said!, current))
            .map(({ 0: said, index }) => ({
              said: said.replaceAll(/\s+/g, " "),
              known,
              line: source.slice(0, index).split("\n").length
            }))
    )
    .slice(0, mostTold)
}
