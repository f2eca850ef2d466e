/**
 * P4: lists of ten payments, the first page and pages around the middle, on stores of several sizes. Leaves out filters,
 * full objects (`expand=full`) and lists that are read while payments are made.
 */
import { comparisonOptions, defineBench, numberOption, numbersOption, textOption } from "./options.ts"
import type { OptionValues } from "./options.ts"
import { writeFigure, writeLine, writeVerdict } from "./report.ts"
import { ratios, runPairs } from "./rounds.ts"
import type { Pair } from "./rounds.ts"
import { findMiddleCursors, makeSeededFolder } from "./seed.ts"
import { makeWorkplace, startServer } from "./servers.ts"
import type { Subject, Workplace } from "./servers.ts"

const listOptions = {
  ...comparisonOptions,
  // Fewer than elsewhere: with 32 the figure is the length of the queue before the server, not the cost of a list.
  connections: numberOption(8, { min: 1, max: 1024 }, "keep-alive connections, one outstanding request each"),
  payments: numbersOption([10_000, 100_000], { min: 200, max: 1_000_000 }, "sizes of the store"),
  cache: textOption("folder that keeps seeded data folders for the next run")
}

type ListOptions = OptionValues<typeof listOptions>

/** The two places of a list that are measured. */
const positions = ["first page", "middle pages"] as const
type Position = (typeof positions)[number]

const pageLimit = 10

const startSeeded = async (subject: Subject, place: Workplace, payments: number, cache: string) => {
  const { folder } = await makeSeededFolder(subject, place, { payments, cache })
  const server = await startServer(subject, place, folder)
  return { server, middle: await findMiddleCursors(server, place, payments) }
}

/** Compares with itself on the same folder when ours is raw: a second seed would only show the same. */
const startBoth = async (options: ListOptions, place: Workplace, payments: number) => {
  const raw = await startSeeded("raw", place, payments, options.cache)
  return { raw, ours: options.ours === "raw" ? raw : await startSeeded(options.ours, place, payments, options.cache) }
}

const measureSize = async (options: ListOptions, place: Workplace, payments: number) => {
  const { raw, ours } = await startBoth(options, place, payments)
  const measured = new Map<Position, ReadonlyArray<Pair>>()
  for (const position of positions) {
    writeLine(`\n${payments} payments, ${position}`)
    const pairs = await runPairs({
      ...options,
      raw: raw.server,
      ours: ours.server,
      plan: (server) => {
        const { middle } = server === raw.server ? raw : ours
        return { kind: "list", keys: place.keys, limit: pageLimit, cursors: position === "first page" ? [] : middle }
      }
    })
    measured.set(position, pairs)
  }
  await Promise.all([raw.server.stop(), ours.server.stop()])
  return measured
}

const worstP99 = (pairs: ReadonlyArray<Pair> | undefined): number =>
  Math.max(...(pairs ?? []).map((pair) => pair.ours.p99Ms))

/** The bench `list`. */
export const list = defineBench({
  summary: "P4: list of 10, first page and from the middle, on stores of several sizes",
  options: listOptions,
  run: async (options) => {
    const place = makeWorkplace(options.folder)
    const sizes = [...options.payments].sort((left, right) => left - right)
    const measured = new Map<number, ReadonlyMap<Position, ReadonlyArray<Pair>>>()
    for (const payments of sizes) measured.set(payments, await measureSize(options, place, payments))

    writeLine()
    const smallest = sizes[0] ?? 0
    for (const [payments, byPosition] of measured) {
      for (const position of positions) {
        const pairs = byPosition.get(position) ?? []
        writeVerdict(
          { measure: `P4 p99, ${payments}, ${position}`, better: "lower", floor: 5, goal: 2.5, unit: "ms" },
          pairs.map((pair) => pair.ours.p99Ms)
        )
        writeFigure({ measure: `P4 list, ${payments}, ${position}, ours/raw`, better: "higher" }, ratios(pairs))
        if (payments === smallest) continue
        const growth = worstP99(pairs) / worstP99(measured.get(smallest)?.get(position))
        const measure = `P4 p99, ${position}, at ${payments} relative to ${smallest}`
        writeVerdict({ measure, better: "lower", floor: 1.3, goal: 1.3 }, [growth])
      }
    }
  }
})
