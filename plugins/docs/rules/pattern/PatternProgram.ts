/**
 * Matches patterns in time linear in the text: all ways to go on are followed at once, one step per character, so that no
 * pattern and no text can make it explode. Steps are counted, and a budget ends what is still too long.
 */
import { readOrNone } from "../../model/decoded.ts"
import * as Result from "effect/Result"
import type { Pattern, PatternNode } from "./PatternSyntax.ts"

type Test = (codePoint: number) => boolean

type Step =
  | { readonly op: "character"; readonly test: Test }
  | { readonly op: "assert"; readonly kind: "start" | "end" | "border" | "noBorder" }
  | { readonly op: "split"; first: number; second: number }
  | { readonly op: "jump"; to: number }
  | { readonly op: "match" }

/** A pattern, ready to match. */
export interface PatternProgram {
  readonly steps: ReadonlyArray<Step>
  readonly multiline: boolean
  /** Whether a character can begin a match; `undefined` where that cannot be told. */
  readonly first: Test | undefined
}

/** Steps of the longest program. Our choice. */
const maxSteps = 2_000

/** What is left to spend, in steps. */
export interface Budget {
  left: number
}

/** A character class, decided once per character by the platform's own matcher on that one character. */
const testOf = (source: string, { dotAll, ignoreCase }: Pattern["flags"]): Test => {
  if (source === ".") return dotAll ? () => true : (codePoint) => codePoint !== 10 && codePoint !== 13
  // A character by itself may mean something to the matcher: it is escaped.
  const alone =
    source.startsWith("\\") || source.startsWith("[") ? source : source.replace(/[$()*+./?[\\\]^{|}]/, "\\$&")
  // Some escapes of ordinary characters are only known without Unicode mode.
  const one =
    readOrNone(() => new RegExp(`^${alone}$`, ignoreCase ? "iu" : "u")) ??
    new RegExp(`^${alone}$`, ignoreCase ? "i" : "")
  const ascii = Array.from({ length: 128 }, (_, codePoint) => one.test(String.fromCharCode(codePoint)))
  return (codePoint) => (codePoint < 128 ? ascii[codePoint]! : one.test(String.fromCodePoint(codePoint)))
}

/** Tests of the last characters and classes: a counted part is emitted once per count, and documents repeat their patterns. */
const tests = new Map<string, Test>()

const knownTest = (source: string, flags: Pattern["flags"]): Test => {
  const key = `${flags.ignoreCase ? "i" : ""}${flags.dotAll ? "s" : ""}/${source}`
  const known = tests.get(key)
  if (known !== undefined) return known
  if (tests.size >= 1_000) tests.clear()
  const made = testOf(source, flags)
  tests.set(key, made)
  return made
}

const emit = (steps: Array<Step>, node: PatternNode, flags: Pattern["flags"]): void => {
  if (steps.length > maxSteps) return
  switch (node.type) {
    case "character":
      return void steps.push({ op: "character", test: knownTest(node.source, flags) })
    case "assert":
      return void steps.push({ op: "assert", kind: node.kind })
    case "sequence":
      return node.parts.forEach((part) => emit(steps, part, flags))
    case "choice":
      return emitChoice(steps, node.options, flags)
    case "repeat":
      return emitRepeat(steps, node, flags)
  }
}

const emitChoice = (steps: Array<Step>, options: ReadonlyArray<PatternNode>, flags: Pattern["flags"]): void => {
  const jumps: Array<{ op: "jump"; to: number }> = []
  for (const [at, option] of options.entries()) {
    if (at === options.length - 1) {
      emit(steps, option, flags)
      break
    }
    const split = { op: "split", first: steps.length + 1, second: 0 } as const
    const changeable: Step & { op: "split" } = { ...split }
    steps.push(changeable)
    emit(steps, option, flags)
    const jump = { op: "jump" as const, to: 0 }
    steps.push(jump)
    jumps.push(jump)
    changeable.second = steps.length
  }
  for (const jump of jumps) jump.to = steps.length
}

const emitRepeat = (
  steps: Array<Step>,
  node: Extract<PatternNode, { type: "repeat" }>,
  flags: Pattern["flags"]
): void => {
  for (let count = 0; count < node.least; count++) emit(steps, node.part, flags)
  const open = (): Step & { op: "split" } => {
    const split: Step & { op: "split" } = { op: "split", first: 0, second: 0 }
    steps.push(split)
    return split
  }
  const point = (split: Step & { op: "split" }, inside: number, outside: number) => {
    split.first = node.lazy ? outside : inside
    split.second = node.lazy ? inside : outside
  }
  if (node.most === Infinity) {
    const at = steps.length
    const split = open()
    emit(steps, node.part, flags)
    steps.push({ op: "jump", to: at })
    return point(split, at + 1, steps.length)
  }
  const splits: Array<readonly [Step & { op: "split" }, number]> = []
  for (let count = node.least; count < node.most && steps.length <= maxSteps; count++) {
    const at = steps.length
    splits.push([open(), at + 1])
    emit(steps, node.part, flags)
  }
  for (const [split, inside] of splits) point(split, inside, steps.length)
}

/** The characters that can begin a match: those reached from the start without reading any. */
const firstOf = (steps: ReadonlyArray<Step>): Test | undefined => {
  const tests: Array<Test> = []
  const seen = new Set<number>()
  const walk = (at: number): boolean => {
    if (seen.has(at)) return true
    seen.add(at)
    const step = steps[at]!
    if (step.op === "match") return false
    if (step.op === "character") return tests.push(step.test) > 0
    if (step.op === "assert") return walk(at + 1)
    return step.op === "jump" ? walk(step.to) : walk(step.first) && walk(step.second)
  }
  return walk(0) ? (codePoint) => tests.some((test) => test(codePoint)) : undefined
}

/** Makes a program. Fails with what is wrong, as the end of a sentence that begins with "the pattern". */
export const compilePattern = (pattern: Pattern): Result.Result<PatternProgram, string> => {
  const steps: Array<Step> = []
  emit(steps, pattern.node, pattern.flags)
  steps.push({ op: "match" })
  return steps.length > maxSteps
    ? Result.fail("is too large: its counts make too many steps")
    : Result.succeed({ steps, multiline: pattern.flags.multiline, first: firstOf(steps) })
}

const isWord = (text: string, at: number): boolean => /\w/.test(text[at] ?? " ")

const isLineEnd = (character: string | undefined): boolean => character === "\n" || character === "\r"

const holds = (
  kind: Extract<Step, { op: "assert" }>["kind"],
  text: string,
  at: number,
  multiline: boolean
): boolean => {
  switch (kind) {
    case "start":
      return at === 0 || (multiline && isLineEnd(text[at - 1]))
    case "end":
      return at === text.length || (multiline && isLineEnd(text[at]))
    default:
      return (isWord(text, at - 1) !== isWord(text, at)) === (kind === "border")
  }
}

/** Ways to go on, the preferred one first: where in the program, and where the match began. */
interface Threads {
  readonly steps: Array<number>
  readonly begun: Array<number>
  readonly present: Set<number>
}

const noThreads = (): Threads => ({ steps: [], begun: [], present: new Set() })

/** The next match from a place on. */
const search = (program: PatternProgram, text: string, from: number, budget: Budget) => {
  const { multiline, steps } = program
  const add = (threads: Threads, step: number, begun: number, at: number): void => {
    const open = [step]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (threads.present.has(next)) continue
      threads.present.add(next)
      budget.left -= 1
      const of = steps[next]!
      if (of.op === "jump") open.push(of.to)
      else if (of.op === "split") open.push(of.second, of.first)
      else if (of.op === "assert") {
        if (holds(of.kind, text, at, multiline)) open.push(next + 1)
      } else {
        threads.steps.push(next)
        threads.begun.push(begun)
      }
    }
  }
  let threads = noThreads()
  let found: { readonly start: number; readonly end: number } | undefined
  for (let at = from; budget.left > 0;) {
    const codePoint = at < text.length ? text.codePointAt(at)! : -1
    const mayBegin =
      found === undefined && (program.first === undefined || (codePoint >= 0 && program.first(codePoint)))
    if (mayBegin) add(threads, 0, at, at)
    if (threads.steps.length === 0 && found !== undefined) break
    const next = noThreads()
    const after = at + (codePoint > 0xffff ? 2 : 1)
    for (let way = 0; way < threads.steps.length; way++) {
      const step = steps[threads.steps[way]!]!
      budget.left -= 1
      if (step.op === "match") {
        found = { start: threads.begun[way]!, end: at }
        break
      }
      if (step.op === "character" && codePoint >= 0 && step.test(codePoint)) {
        add(next, threads.steps[way]! + 1, threads.begun[way]!, after)
      }
    }
    if (codePoint < 0) break
    budget.left -= 1
    threads = next
    at = after
  }
  return found
}

/** Whether a text holds a match, which may be empty. Not, once the budget is spent. */
export const testPattern = (program: PatternProgram, text: string, budget: Budget): boolean =>
  search(program, text, 0, budget) !== undefined && budget.left > 0

/** All matches of a text from left to right; empty ones are none. Ends early when the budget is spent. */
export const matchPattern = (program: PatternProgram, text: string, budget: Budget) => {
  const matches: Array<{ readonly start: number; readonly end: number }> = []
  for (let at = 0; at <= text.length && budget.left > 0;) {
    const found = search(program, text, at, budget)
    if (found === undefined || budget.left <= 0) break
    if (found.end > found.start) matches.push(found)
    at = found.end > at ? found.end : at + 1
  }
  return matches
}
