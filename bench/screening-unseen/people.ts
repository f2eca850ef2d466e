/**
 * People with the names that public sources print for them: members of parliaments (everypolitician-data, whose names come
 * from parliaments and from Wikidata) and the persons on the lists. Nothing here knows how names are compared.
 */
import { createHash } from "node:crypto"
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"

/** A person; the first of `latin` is how a list would print the name. */
export interface Person {
  readonly id: string
  readonly country: string
  readonly latin: ReadonlyArray<string>
  /** Names in other scripts. */
  readonly foreign: ReadonlyArray<string>
  readonly birth: ReadonlyArray<string>
  /** `SURNAMES, Given names`, where a source says which is which. */
  readonly inverted: string
}

/** A number of an id that has nothing to do with the name. */
export const drawn = (id: string, below: number): number =>
  createHash("sha256").update(id).digest().readUInt32BE() % below

/** Whether all letters of a text are Latin. */
export const isLatin = (text: string): boolean => /\p{L}/u.test(text) && !/[^\p{Script=Latin}\P{L}]/u.test(text)

const isForeign = (text: string): boolean => /\p{L}/u.test(text) && !/\p{Script=Latin}/u.test(text)

interface Politician {
  readonly id: string
  readonly name: string
  readonly birth_date?: string
  readonly identifiers?: ReadonlyArray<{ readonly scheme: string; readonly identifier: string }>
  readonly other_names?: ReadonlyArray<{ readonly lang?: string; readonly name: string }>
}

/** Languages whose script is that of names in a country; names of others are foreign words there. */
const nativeLanguages: ReadonlyArray<readonly [RegExp, ReadonlySet<string>]> = [
  [/Lebanon|Kuwait|United_Arab|Jordan|Iraq|Syria|Libya|Yemen|Oman|Egypt|Tunisia|Algeria|Morocco/, new Set(["ar"])],
  [/Iran|Afghanistan/, new Set(["fa", "ps", "ar"])],
  [/Pakistan/, new Set(["ur"])],
  [/Bulgaria/, new Set(["bg"])],
  [/Ukraine/, new Set(["uk", "ru"])],
  [/Macedonia/, new Set(["mk"])],
  [/Mongolia/, new Set(["mn"])],
  [/Serbia|Montenegro|Bosnia/, new Set(["sr"])],
  [/Russia|Belarus|Kyrgyzstan|Kazakhstan|Abkhazia|South_Ossetia|Transnistria|Moldova/, new Set(["ru", "be"])],
  [/Hong_Kong|Taiwan|Macao|Singapore|China/, new Set(["zh", "yue", "zh-hant", "zh-hans", "zh-hk", "cn"])]
]

const personOf = (country: string, one: Politician): Person => {
  const languages = nativeLanguages.find(([countries]) => countries.test(country))?.[1]
  // Wikidata adds in brackets what tells namesakes apart.
  const others = (one.other_names ?? []).map(({ lang, name }) => ({ lang, name: name.replace(/[(（].*/, "").trim() }))
  const english = others.filter(({ lang }) => lang === "en").map(({ name }) => name)
  const latin = [...new Set([...english, one.name, ...others.map(({ name }) => name)])].filter(isLatin)
  const native = others.filter(({ lang = "" }) => languages?.has(lang) === true).map(({ name }) => name)
  const foreign = [...new Set([...native, one.name])].filter(isForeign)
  const wikidata = one.identifiers?.find(({ scheme }) => scheme === "wikidata")?.identifier
  return {
    id: wikidata ?? one.id,
    country,
    latin,
    foreign,
    birth: [one.birth_date ?? ""].filter(Boolean),
    inverted: ""
  }
}

/** The members of parliaments in a folder of everypolitician-data, each once. */
export const readPoliticians = (folder: string): ReadonlyArray<Person> => {
  const people = new Map<string, Person>()
  for (const path of globSync("data/*/*/ep-popolo-v1.0.json", { cwd: folder }).sort()) {
    const { persons } = JSON.parse(readFileSync(join(folder, path), "utf8")) as { persons: ReadonlyArray<Politician> }
    for (const one of persons) {
      const person = personOf(path.split("/")[1] ?? "", one)
      if (!people.has(person.id)) people.set(person.id, person)
    }
  }
  if (people.size === 0) throw new Error(`there is no data/*/*/ep-popolo-v1.0.json in ${folder}`)
  return [...people.values()]
}

interface Entity {
  readonly id: string
  readonly list: string
  readonly type: string
  readonly name: string
  readonly listed_name: string
  readonly aliases: ReadonlyArray<string>
  readonly original_script?: ReadonlyArray<string> | string
  readonly dob: ReadonlyArray<string>
}

/** The persons on the lists; `country` is the list. */
export const readListed = (folder: string): ReadonlyArray<Person> =>
  gunzipSync(readFileSync(join(folder, "entities.jsonl.gz")))
    .toString("utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Entity)
    .filter(({ type }) => type === "individual")
    .map(({ aliases, dob, id, list, listed_name: inverted, name, original_script: script = [] }) => {
      const all = [name, ...aliases, ...(typeof script === "string" ? [script] : script)]
      return {
        id,
        country: list,
        latin: all.filter(isLatin),
        foreign: [...new Set(all)].filter(isForeign),
        birth: dob,
        inverted
      }
    })

/** The readings of Chinese signs by Unihan (`kMandarin.txt`: `U+4E00: yī  # 一`), without tones. */
export const readPinyin = (path: string): ReadonlyMap<string, string> => {
  if (!existsSync(path)) return new Map()
  const rows = readFileSync(path, "utf8").matchAll(/^U\+([0-9A-F]+): (\S+)/gm)
  return new Map(
    Array.from(rows, ([, code = "", reading = ""]) => [
      String.fromCodePoint(Number.parseInt(code, 16)),
      reading
        .normalize("NFD")
        .replace(/u\u0308/g, "ü")
        .replace(/[\u0300\u0301\u0304\u030c]/g, "")
        .normalize("NFC")
    ])
  )
}
