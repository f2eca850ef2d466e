/** The consolidated list of the United Nations Security Council, as XML. */
import * as Result from "effect/Result"
import { countryCode } from "./countries.ts"
import { dayIn, readListedDate } from "./dates.ts"
import { EntryCollector, ListFileRefused, type ListSource, type ParsedList, type SourceFile } from "./ListSource.ts"
import { readXml } from "../../../domain/xml/readXml.ts"
import { attributeOf, type XmlElement } from "../../../domain/xml/XmlElement.ts"
import type { WatchListEntry } from "../WatchList.ts"

/** The list has five levels; how long it may be is judged before it is read. */
const limits = {
  characters: Infinity,
  depth: 32,
  elements: Infinity,
  attributesPerElement: 32,
  skipsInstructions: true
}

const childrenOf = (element: XmlElement, name: string): ReadonlyArray<XmlElement> =>
  element.children.filter((child) => child.name === name)

/** The text of the first child of a name; empty where there is none. */
const textOfChild = (element: XmlElement, name: string): string =>
  element.children.find((child) => child.name === name)?.text.trim() ?? ""

const nameParts = ["FIRST_NAME", "SECOND_NAME", "THIRD_NAME", "FOURTH_NAME"]

/** Qualities of an alias that the list calls weak. */
const isLow = (alias: XmlElement): boolean => /^low$/i.test(textOfChild(alias, "QUALITY"))

const aliasesOf = (element: XmlElement, kind: string) => {
  const aliases = childrenOf(element, `${kind}_ALIAS`)
  // Some fields hold several names, separated or numbered.
  const names = (wanted: boolean) =>
    aliases
      .filter((alias) => isLow(alias) === wanted)
      .flatMap((alias) => textOfChild(alias, "ALIAS_NAME").split(/;\s*/))
  return { strong: names(false), weak: names(true) }
}

const birthOf = (element: XmlElement): string | undefined => {
  const [from, to] = [textOfChild(element, "FROM_YEAR"), textOfChild(element, "TO_YEAR")]
  if (from !== "" && to !== "") return readListedDate(`${from} to ${to}`)
  const printed = textOfChild(element, "DATE").slice(0, 10) || textOfChild(element, "YEAR")
  const isAbout = /approx/i.test(textOfChild(element, "TYPE_OF_DATE"))
  return printed === "" ? undefined : readListedDate(isAbout ? `circa ${printed}` : printed)
}

const countriesOf = (element: XmlElement, kind: string): ReadonlyArray<string> => [
  ...childrenOf(element, "NATIONALITY").flatMap((one) => childrenOf(one, "VALUE").map(({ text }) => text.trim())),
  ...childrenOf(element, `${kind}_ADDRESS`).map((one) => textOfChild(one, "COUNTRY"))
]

const entryOf = (element: XmlElement, kind: "INDIVIDUAL" | "ENTITY"): WatchListEntry => {
  const { strong, weak } = aliasesOf(element, kind)
  return {
    entryId: textOfChild(element, "REFERENCE_NUMBER"),
    entityType: kind === "INDIVIDUAL" ? "individual" : "business",
    name: nameParts.map((part) => textOfChild(element, part)).join(" "),
    aliases: [...strong, textOfChild(element, "NAME_ORIGINAL_SCRIPT")],
    weakAliases: weak,
    programs: [textOfChild(element, "UN_LIST_TYPE")],
    datesOfBirth: childrenOf(element, "INDIVIDUAL_DATE_OF_BIRTH").flatMap((one) => birthOf(one) ?? []),
    countries: countriesOf(element, kind).flatMap((name) => countryCode(name) ?? [])
  }
}

const lineOf = ({ at }: XmlElement): number => at?.line ?? 1

const parse = (files: Readonly<Record<string, SourceFile | undefined>>): ParsedList => {
  const file = files["list"]!
  const refused = (line: number, problem: string, field?: string) =>
    new ListFileRefused({ file: file.name, line, field, problem })
  const root = Result.getOrThrowWith(readXml(file.text, limits), ({ line, problem }) => refused(line, problem))
  if (root.name !== "CONSOLIDATED_LIST") {
    throw refused(lineOf(root), "is not CONSOLIDATED_LIST", root.name)
  }
  const entries = new EntryCollector()
  for (const [group, kind] of [
    ["INDIVIDUALS", "INDIVIDUAL"],
    ["ENTITIES", "ENTITY"]
  ] as const) {
    for (const element of childrenOf(root, group).flatMap((one) => childrenOf(one, kind))) {
      entries.add(entryOf(element, kind), { file: file.name, line: lineOf(element) })
    }
  }
  return { stateDate: dayIn(attributeOf(root, "dateGenerated") ?? "") ?? file.date, entries: entries.take(file.name) }
}

/** The Security Council's consolidated list. */
export const unConsolidated: ListSource = {
  id: "un_consolidated",
  title: "United Nations Security Council, consolidated list: un_consolidated.xml",
  list: () => "un_consolidated",
  maxAgeHours: 48,
  roles: [{ role: "list", pattern: /^(?:un_?)?consolidated.*\.xml$/i, required: true }],
  parse
}
