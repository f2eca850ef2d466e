/**
 * Screening: P12 (latency and throughput on 100,000 names in one thread, memory, the stall of a reload) and the quality
 * of the shipped threshold on labelled queries. The data are not part of this repository; see `--data`.
 */
import { Screening, type ScreeningOptions, type ScreeningSubject, type WatchList } from "bursar"
import * as Effect from "effect/Effect"
import { readBenign, readCases, readEntities, readPairs, withFiller } from "./screening-data.ts"
import {
  crossValidate,
  measurePairs,
  measureQuality,
  selfCheck,
  type Screen,
  strictThreshold,
  threshold
} from "./screening-quality.ts"
import { measureReload } from "./screening-reload.ts"
import { measureSpeed, mixedSubjects } from "./screening-speed.ts"
import { defineBench, numberOption, textOption } from "./options.ts"
import { writeLine } from "./report.ts"

/** Screening as a plain function: everything that a plugin calls, without a fiber around it. */
export const screenOver = (lists: ReadonlyArray<WatchList>): Screen => {
  const service = Effect.runSync(Effect.provide(Screening, Screening.layerLists({ lists })))
  return (subject: ScreeningSubject, options?: ScreeningOptions) => Effect.runSync(service.screen(subject, options))
}

/** The bench `screening`. */
export const screening = defineBench({
  summary: "P12 and the quality of screening on 100,000 names and labelled queries",
  options: {
    data: textOption("folder of the screening data; default ../shared/data/screening"),
    names: numberOption(100_000, { min: 1, max: 1_000_000 }, "names in the index; benign ones fill the lists up"),
    queries: numberOption(10_000, { min: 100, max: 1_000_000 }, "queries that are timed")
  },
  run: async ({ data, names, queries }) => {
    const folder = data === "" ? "../shared/data/screening" : data
    const lists = readEntities(folder)
    const cases = readCases(folder)
    const benign = readBenign(folder)
    const screen = screenOver(lists)
    writeLine(
      `Quality at ${threshold} (strict: ${strictThreshold}), ${cases.length} queries, ${benign.length} benign names`
    )
    const judged = measureQuality({ screen, cases, benign })
    crossValidate(judged)
    measurePairs(readPairs(folder), screenOver)
    selfCheck(lists, screen)
    writeLine()
    measureSpeed({ lists: withFiller(lists, benign, names), cases, benign, queries, screenOver })
  }
})

/** The bench `screening-reload`. The lists are put into files and forgotten: a server does not hold them either. */
export const screeningReload = defineBench({
  summary: "S23, S24: latency, stalls and memory while lists of 100,000 names are reloaded",
  options: {
    data: textOption("folder of the screening data; default ../shared/data/screening"),
    names: numberOption(100_000, { min: 1, max: 1_000_000 }, "names in the index"),
    reloads: numberOption(20, { min: 6, max: 1000 }, "reloads that are watched")
  },
  run: async ({ data, names, reloads }) => {
    const folder = data === "" ? "../shared/data/screening" : data
    const benign = readBenign(folder)
    const subjects = mixedSubjects(readCases(folder), benign, { count: 4000, round: 1 })
    await measureReload(withFiller(readEntities(folder), benign, names), subjects, reloads)
  }
})
