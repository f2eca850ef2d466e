/** Describes a bench and its command-line options, with defaults and limits, and reads them. */
import { parseArgs } from "node:util"

/** One option; `read` gives nothing for a text that is not allowed. */
export interface Option<Value> {
  readonly initial: Value
  readonly meaning: string
  readonly read: (text: string) => Value | undefined
  /** Whether it takes no value: given or not. */
  readonly isFlag?: true
}

type Options = Readonly<Record<string, Option<unknown>>>

/** The values of a bench's options. */
export type OptionValues<Described extends Options> = {
  readonly [Name in keyof Described]: Described[Name] extends Option<infer Value> ? Value : never
}

/** A bench with its options hidden inside, ready to be run with command-line arguments. */
export interface Bench {
  readonly summary: string
  readonly options: Options
  readonly run: (args: ReadonlyArray<string>) => Promise<void>
}

const readNumber = (limits: { readonly min: number; readonly max: number }) => (text: string) => {
  const value = text.trim() === "" ? Number.NaN : Number(text)
  return value >= limits.min && value <= limits.max ? value : undefined
}

/** A number between two limits, both included. */
export const numberOption = (
  initial: number,
  limits: { readonly min: number; readonly max: number },
  meaning: string
): Option<number> => ({
  initial,
  meaning: `${meaning} (${limits.min} to ${limits.max})`,
  read: readNumber(limits)
})

/** Several numbers, separated by commas. */
export const numbersOption = (
  initial: ReadonlyArray<number>,
  limits: { readonly min: number; readonly max: number },
  meaning: string
): Option<ReadonlyArray<number>> => ({
  initial,
  meaning: `${meaning} (comma-separated, each ${limits.min} to ${limits.max})`,
  read: (text) => {
    const values = text.split(",").map(readNumber(limits))
    return values.every((value) => value !== undefined) ? values : undefined
  }
})

/** One of some words; the first one is the default. */
export const choiceOption = <Word extends string>(words: readonly [Word, ...Array<Word>], meaning: string) => ({
  initial: words[0],
  meaning: `${meaning} (${words.join(" or ")})`,
  read: (text: string): Word | undefined => words.find((word) => word === text)
})

/** Any text; empty when left out. */
export const textOption = (meaning: string): Option<string> => ({ initial: "", meaning, read: (text) => text })

/** Given or not. */
export const flagOption = (meaning: string): Option<boolean> => ({
  initial: false,
  meaning,
  read: () => true,
  isFlag: true
})

/** The options that every bench which compares the two servers has. */
export const comparisonOptions = {
  ours: choiceOption(["bursar", "raw"], "what is compared with raw; raw itself shows the noise of the machine"),
  pairs: numberOption(3, { min: 1, max: 100 }, "rounds per server, raw and ours in turn"),
  seconds: numberOption(8, { min: 1, max: 600 }, "length of a round"),
  warm: numberOption(15, { min: 1, max: 600 }, "seconds of warming up before the first round, for each server"),
  connections: numberOption(32, { min: 1, max: 1024 }, "keep-alive connections, one outstanding request each"),
  folder: textOption("parent of the data folders; the disk under it is measured")
}

const readOptions = <Described extends Options>(described: Described, args: ReadonlyArray<string>) => {
  const { values } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(described).map(([name, { isFlag }]) => [name, { type: isFlag === true ? "boolean" : "string" }])
    )
  })
  const entries = Object.entries(described).map(([name, option]) => {
    const text = values[name]
    if (text === true) return [name, true]
    if (typeof text !== "string") return [name, option.initial]
    const value = option.read(text)
    if (value === undefined) throw new Error(`--${name} ${text} is not allowed: ${option.meaning}`)
    return [name, value]
  })
  return Object.fromEntries(entries) as OptionValues<Described>
}

/** Makes a bench out of its summary, options and body. */
export const defineBench = <const Described extends Options>(bench: {
  readonly summary: string
  readonly options: Described
  readonly run: (values: OptionValues<Described>) => Promise<void>
}): Bench => ({
  summary: bench.summary,
  options: bench.options,
  run: (args) => bench.run(readOptions(bench.options, args))
})
