/**
 * Recall and false hits of screening on queries that nobody tuned to. The data are not part of this repository: a folder of
 * everypolitician-data, the screening data, and Unihan's readings (see bench/README.md).
 */
import { choiceOption, defineBench, numberOption, textOption } from "./options.ts"
import { rounded, writeLine } from "./report.ts"
import { screenOver } from "./screening.ts"
import { readEntities } from "./screening-data.ts"
import { judge, printCategories, threshold } from "./screening-quality.ts"
import { type Half, unseenCases } from "./screening-unseen/cases.ts"
import { judgingCases } from "./screening-unseen/judging.ts"
import { readListed, readPinyin, readPoliticians } from "./screening-unseen/people.ts"

/** How often a kind of query stands among the labelled ones (`eval-dev.jsonl`, those that have an answer). */
const mixture: Readonly<Record<string, number>> = {
  exact: 0.33,
  reordered: 0.2,
  joined: 0.05,
  typo_1: 0.13,
  typo_2: 0.06,
  without_middle: 0.08,
  spelling_lists: 0.09,
  cyrillic_lists: 0.06
}

/** The bench `screening-unseen`. */
export const screeningUnseen = defineBench({
  summary: "recall and false hits of screening on queries that nobody tuned to",
  options: {
    data: textOption("folder of the screening data"),
    politicians: textOption("folder of everypolitician-data"),
    readings: textOption("kMandarin.txt of mozillazg/pinyin-data; without it no names of mainland China are asked for"),
    half: choiceOption<Half | "judging">(
      ["learning", "closed", "judging"],
      "learning: to look at; closed and judging: to judge with, once; judging is made of the following files"
    ),
    arabic: textOption("ar2en.txt of google/transliteration"),
    athletes: textOption("athletes.csv of flother/rio2016"),
    pairs: textOption("lines of a Latin name, a tab, and the name in another script"),
    show: textOption("category whose misses, or false hits, are printed"),
    shown: numberOption(40, { min: 1, max: 1000 }, "how many of them")
  },
  run: async ({ arabic, athletes, data, half, pairs, politicians, readings, show, shown }) => {
    const listed = readListed(data)
    const sourcesOf = () => ({ politicians: readPoliticians(politicians), listed, pinyin: readPinyin(readings) })
    const { cases, lists } =
      half === "judging"
        ? judgingCases({ arabic, athletes, pairs }, listed, readEntities(data))
        : unseenCases(sourcesOf(), readEntities(data), half)
    const screen = screenOver(lists)
    const started = process.cpuUsage()
    const judged = cases.map((one) => judge(screen, one))
    const { user } = process.cpuUsage(started)
    printCategories(judged)
    const recallOf = (category: string): number => {
      const hits = judged.filter((one) => one.category === category)
      return hits.filter(({ hit }) => hit >= threshold).length / hits.length
    }
    const recall = Object.entries(mixture).reduce((sum, [category, part]) => sum + part * recallOf(category), 0)
    if (half !== "judging")
      writeLine(`recall in the mixture of the labelled queries at ${threshold}: ${rounded(recall, 4)}`)
    writeLine(`CPU time of a search: ${rounded(user / 1000 / cases.length, 3)} ms`)
    const names = new Map(lists.flatMap(({ entries }) => entries.map(({ entryId, name }) => [entryId, name])))
    cases
      .flatMap((one, at) => (one.category === show ? [{ ...one, ...judged[at]! }] : []))
      .filter(({ hit, positive, top }) => (positive ? hit < threshold : top >= threshold))
      .slice(0, shown)
      .forEach(({ expected: [id = ""], hit, query, top }) => {
        const found = screen({ name: query, entityType: "individual" }, { threshold: 75 }).matches[0]?.matchedName
        writeLine(`${hit} ${top}  ${query}  |  ${names.get(id) ?? ""}  |  ${found ?? ""}`)
      })
  }
})
