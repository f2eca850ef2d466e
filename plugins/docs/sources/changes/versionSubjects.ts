/** Subjects of commits that say which version is released, and of what. */
import type { Change } from "../../model/ChangesModel.ts"

/** A version, and what is released where the subject names it. */
export interface Released {
  readonly version: string
  readonly name?: string | undefined
  /** What it says besides. */
  readonly words?: string | undefined
}

const said = String.raw`releas(?:e[sd]?|ing)|publish(?:e[sd]|ing)?|version|cut|stable`
const done = String.raw`prep(?:ar\w+|ping)?|bump\w*|updat\w*|upgrad\w*|set(?:s|ting)?|chang(?:e[sd]?|ing)|increment\w*|increas\w*`
const between = String.raw`for|the|of|to|in|an?|number|string|package|project|(?:from )?\S*\d\S* (?:to|->|→)`
const number = String.raw`['"]?v?(?!\d[\d.]*\.9\d{3}\b)(?<version>\d+\.\d+(?:\.\d+)*(?:-?(?:a|b|rc|alpha|beta)\.?\d*)?)['"]?`
const end = String.raw`(?: (?:/|\+|&|and) [\w@/.-]+ v?\d+\.\d[\w.]*)*(?: released?| bump version)?(?: \(#\d+\))*\.?$`

/** Words that stand where a name would, and are none. */
const noName = new RegExp(
  `^(?:${said}|${done}|${between}|notes|as|candidate|commit|branch|tag|date|patch|minor|major|hotfix|bugfix|final|beta|alpha|preview|build|after|before|from)$`,
  "i"
)

/** Subjects that say what is released: `1.2.3`, `1.2.3: lids`, `Release 1.2`, `Release tools + API v1.2`, `release lid version 1.2`. */
const released: ReadonlyArray<RegExp> = [
  new RegExp(`^(?:(?:${said})[ :]+)*${number}${end}`, "i"),
  new RegExp(
    String.raw`^(?:releas(?:e|ed|ing)|publish(?:ed|ing)?) (?<name>[\w@/.+-]+) (?:version )?${number}${end}`,
    "i"
  ),
  /^Releas(?:e|ing) (?:(?:[A-Z][\w.-]*|[+&]|and) ){1,6}v(?<version>\d+\.\d+(?:\.\d+)*(?:-?(?:a|b|rc|alpha|beta)\.?\d*)?)(?: \(#\d+\))?\.?$/,
  // What came with it may be named behind the version.
  /^v?(?<version>\d+\.\d+\.\d+)(?: [—–-]|:) (?<words>\S.*)$/
]

/** Subjects that set a version: `Bump version to 1.2.3`, `Prepare for Tool 1.2 release`. */
const set: ReadonlyArray<RegExp> = [
  new RegExp(
    `^(?=(?:${done})[ :])(?=prep|.*\\b(?:version|release)\\b)(?:(?:${said}|${done}|${between})[ :]+)*${number}${end}`,
    "i"
  ),
  new RegExp(String.raw`^maven-release-plugin: prepare release (?:[\w.-]+-)?${number}$`)
]

/** What only the newest commit says of all before it: `Update to v1.2.3`, `Ready release box 1.2.3`. */
const newest: ReadonlyArray<RegExp> = [
  new RegExp(`^(?:(?:${said}|${done}|${between}|new|next|notes|change ?log)[ :]+)*${number}${end}`, "i"),
  new RegExp(String.raw`^(?:\w+ )?releas\w+ (?:[a-z][\w-]* )?${number}(?: \([^()]*\))*$`, "i"),
  new RegExp(String.raw`^release notes\b[^\d]*\b${number}${end}`, "i")
]

/** The version that a subject gives to something: `Pin tape to version 1.2`. */
const given = /\b(?:to|at) (?:version )?v?(\d+\.\d+(?:\.\d+)*)(?![\w-]|\.\w)/gi

/** What the words behind the mark of a release say of its version, whatever else they are. */
const anyVersion = /^[^\d]*?\bv?(?<version>\d+\.\d+(?:\.\d+)*)(?![\w.-])/i

/** Characters of a subject that may name a version, and words of a name of a source that may be a product's. Our choice. */
const longest = 200
const mostWords = 8

const firstOf = (rows: ReadonlyArray<RegExp>, text: string): Released | undefined => {
  if (text.length > longest) return undefined
  for (const row of rows) {
    const { name, version, words } = row.exec(text)?.groups ?? {}
    if (version !== undefined && (name === undefined || !noName.test(name))) return { name, version, words }
  }
  return undefined
}

/** Whether a subject only says which version is released. */
export const namesVersion = (subject: string): boolean => firstOf([...released, ...newest], subject) !== undefined

/** What subjects say of versions. The name of the source, such as `team/big-boxes`, is that of the product. */
export class VersionSubjects {
  readonly #product: RegExp

  constructor(source: string) {
    const words = source.slice(source.lastIndexOf("/") + 1).match(/[\p{L}\p{N}]+/gu) ?? []
    const name = words.length > 0 && words.length <= mostWords ? words.join("[\\s._-]*") : "-"
    this.#product = new RegExp(`(?<![\\w.-])${name}(?![\\w-])`, "i")
  }

  /** The version that the newest commit says all before it to be: `chore(release): prepare 1.2.3`. */
  newest({ scope, text, type = "" }: Change): Released | undefined {
    const isMarked = /^(?:chore|build)$/.test(type) && scope === "release"
    const words = text.replace(/^[^\p{L}\p{N}'"]+/u, "")
    return this.#read([...released, ...set, ...newest, ...(isMarked ? [anyVersion] : [])], words)
  }

  /** The version that a commit releases by its words. A bump right after a release is one to the next version. */
  released({ text }: Change, before: Change | undefined): Released | undefined {
    const isNext = before !== undefined && this.#read(released, before.text) !== undefined
    return this.#read(isNext ? released : [...released, ...set], text)
  }

  /** Versions that subjects give to anything else: whether a release of the product is one of them, nobody knows. */
  ofOthers(changes: ReadonlyArray<Change>): ReadonlySet<string> {
    const others = changes.filter((change) => change.text.length <= longest && this.newest(change) === undefined)
    return new Set(others.flatMap(({ text }) => Array.from(text.matchAll(given), ([, version]) => version!)))
  }

  /** Whether a name is that of the product. */
  isProduct(name: string): boolean {
    return this.#product.exec(name)?.[0] === name
  }

  #read(rows: ReadonlyArray<RegExp>, text: string): Released | undefined {
    const [name] = this.#product.exec(text) ?? []
    const bare = text.replace(this.#product, "").replace(/^:/, "").replaceAll(/\s+/g, " ").trim()
    const own = name === undefined || noName.test(name) ? undefined : firstOf(rows, bare)
    const whole = firstOf(rows, text)
    return own === undefined || whole?.words !== undefined ? whole : { ...own, name }
  }
}
