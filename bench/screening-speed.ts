/** Latency, throughput and memory of screening in one thread, without a fiber or a store around it. */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import type { ScreeningSubject, WatchList } from "bursar"
import { writeVerdict } from "./report.ts"
import type { Case } from "./screening-data.ts"
import type { Screen } from "./screening-quality.ts"

const megabyte = 1024 * 1024

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

const collected = (): NodeJS.MemoryUsage => {
  collect()
  return process.memoryUsage()
}

const used = ({ arrayBuffers, heapUsed }: NodeJS.MemoryUsage): number => (heapUsed + arrayBuffers) / megabyte

/** Mixed queries: every labelled one in turn with benign names, from the end, which are not in the index. */
export const mixedSubjects = (
  cases: ReadonlyArray<Case>,
  benign: ReadonlyArray<string>,
  { count, round }: { readonly count: number; readonly round: number }
): ReadonlyArray<ScreeningSubject> =>
  Array.from({ length: count }, (_, at): ScreeningSubject => {
    const one = cases[at % cases.length]!
    return at % 2 === 0
      ? {
          name: benign[benign.length - 1 - ((at / 2 + (round * count) / 2) % benign.length)]!,
          entityType: "individual"
        }
      : { name: one.query, entityType: one.entity_type, dateOfBirth: one.date_of_birth }
  })

/** 500 characters of different names with a sign between them. */
const manyNames = (between: string): string =>
  "Ali Omar Hassan Khalid Ivan Sergei Jose Maria Chen Kim"
    .split(" ")
    .flatMap((given) => "Mohammed Petrov Garcia Wang Park Al-Rashid".split(" ").map((family) => `${given} ${family}`))
    .join(between)
    .slice(0, 500)

/** Input that somebody sends to make the server slow (requirement S22). */
const hostile: ReadonlyArray<string> = [
  manyNames("|"),
  manyNames("; "),
  manyNames(", "),
  manyNames(" and "),
  "Mohammed Ali Hassan ".repeat(25),
  "a ".repeat(250),
  "mohammed ".repeat(55),
  "x".repeat(500),
  "Al Abd Bin ".repeat(45),
  "Trading LLC International ".repeat(19),
  "محمد علي ".repeat(55),
  "金".repeat(500),
  "\u0000\u200b\u202e💥".repeat(100)
]

const percentile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const timed = (screen: Screen, subjects: ReadonlyArray<ScreeningSubject>): ReadonlyArray<number> =>
  subjects.map((subject) => {
    const started = performance.now()
    screen(subject)
    return performance.now() - started
  })

/** Prints P12, S20 to S23. */
export const measureSpeed = (input: {
  readonly lists: ReadonlyArray<WatchList>
  readonly cases: ReadonlyArray<Case>
  readonly benign: ReadonlyArray<string>
  readonly queries: number
  readonly screenOver: (lists: ReadonlyArray<WatchList>) => Screen
}): void => {
  const before = used(collected())
  const started = performance.now()
  const screen = input.screenOver(input.lists)
  const buildMs = performance.now() - started
  const indexMegabytes = used(collected()) - before
  const subjectsOf = (round: number) => mixedSubjects(input.cases, input.benign, { count: input.queries, round })
  timed(screen, subjectsOf(0).slice(0, Math.min(2000, input.queries)))
  // Other benign names in every round, as customers are others every day.
  const rounds = [1, 2, 3].map((round) => {
    const times = timed(screen, subjectsOf(round))
    const sorted = times.toSorted((one, other) => one - other)
    const perSecond = (1000 * times.length) / times.reduce((sum, time) => sum + time, 0)
    return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), max: sorted.at(-1) ?? 0, perSecond }
  })
  writeVerdict({ measure: "S23 index of the names", better: "lower", floor: 80, goal: 80, unit: "MB" }, [
    indexMegabytes
  ])
  writeVerdict({ measure: "S23 building it, in one go", better: "lower", floor: 2000, goal: 2000, unit: "ms" }, [
    buildMs
  ])
  const ms = (measure: string, floor: number, goal: number, values: ReadonlyArray<number>) =>
    writeVerdict({ measure, better: "lower", floor, goal, unit: "ms" }, values)
  ms(
    "P12 p50",
    10,
    0.3,
    rounds.map(({ p50 }) => p50)
  )
  ms(
    "P12 p99",
    10,
    5,
    rounds.map(({ p99 }) => p99)
  )
  ms(
    "P12 max",
    25,
    20,
    rounds.map(({ max }) => max)
  )
  writeVerdict(
    { measure: "P12 screenings", better: "higher", floor: 1500, goal: 3000, unit: "/s" },
    rounds.map(({ perSecond }) => perSecond)
  )
  const hostileSubjects = hostile.flatMap((name): ReadonlyArray<ScreeningSubject> => [
    { name, entityType: "any" },
    { name, entityType: "any", form: "text" }
  ])
  timed(screen, hostileSubjects)
  ms("S22 hostile input", 25, 25, timed(screen, hostileSubjects))
}
