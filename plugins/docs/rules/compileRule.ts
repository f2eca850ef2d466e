/** Makes a custom rule into one that the check can run: one row per kind. */
import * as Result from "effect/Result"
import type { CheckContext, CheckRule } from "../checks/CheckRule.ts"
import type { Found } from "../checks/Finding.ts"
import { isProse } from "../checks/metrics.ts"
import { placeOf, sourceRange, type Block, type ProseText, type Range } from "../checks/ProseText.ts"
import { sentencesOf, wordsIn } from "../checks/sentences.ts"
import { anyOf, asWritten, everywhere, foundIn, isWithin, keyOf, likeCase, type Said } from "./builtin/finders.ts"
import { headingCase } from "./builtin/headings.ts"
import { inconsistent } from "./builtin/sentences.ts"
import { compilePattern, matchPattern, type PatternProgram } from "./pattern/PatternProgram.ts"
import { parsePattern } from "./pattern/PatternSyntax.ts"
import { ruleProblem, type NamedRule, type RuleKind, type RuleProblem, type RuleScope } from "./Rule.ts"

/** Steps for one block: about 50 ms (decisions docs 4.4), counted, so that the answer is the same on every machine. */
export const stepsPerBlock = 1_000_000

/** Where in a block a rule looks. */
interface Region extends Range {
  readonly block: Block
}

const wholeOf = (block: Block): Region => ({ block, start: 0, end: block.text.length })

/** Scope → the stretches of text that it means. */
const regionsBy: { readonly [S in RuleScope]: (text: ProseText) => ReadonlyArray<Region> } = {
  heading: ({ blocks }) => blocks.filter(({ kind }) => kind === "heading").map(wholeOf),
  paragraph: ({ blocks }) => blocks.filter(({ kind }) => kind === "paragraph").map(wholeOf),
  list: ({ blocks }) => blocks.filter(({ kind }) => kind === "list").map(wholeOf),
  table: ({ blocks }) => blocks.filter(({ kind }) => kind === "table").map(wholeOf),
  sentence: ({ blocks }) =>
    blocks.filter(isProse).flatMap((block) => sentencesOf(block).map((range) => ({ block, ...range }))),
  link: ({ blocks }) => blocks.flatMap((block) => block.links.map((range) => ({ block, ...range }))),
  document: ({ blocks }) => blocks.filter(({ kind }) => everywhere.includes(kind)).map(wholeOf)
}

const regionsOf = (text: ProseText, scopes: ReadonlyArray<RuleScope>): ReadonlyArray<Region> =>
  scopes.flatMap((scope) => regionsBy[scope](text))

const wordsOf = ({ block, end, start }: Region): string => block.text.slice(start, end)

type Run = (text: ProseText, context: CheckContext) => Iterable<Found>
type Compiled = Result.Result<Run, RuleProblem>

/** What is said of words that were found. */
const messageOf = ({ message }: NamedRule, words: string, otherwise: string): string =>
  message === undefined ? otherwise : message.replaceAll("%s", () => words)

const patternOf = (
  rule: NamedRule,
  field: "pattern" | "first" | "second"
): Result.Result<PatternProgram, RuleProblem> => {
  const flags = field === "pattern" ? (rule.flags ?? "") : ""
  const made = Result.flatMap(parsePattern(rule[field] ?? "", flags), compilePattern)
  return Result.mapError(made, (reason) => ({ code: "unsafe_pattern", path: field, message: `The pattern ${reason}` }))
}

/** Matches of a pattern in a region, within its budget; what was cut short is told once. */
const matcher = (rule: NamedRule, program: PatternProgram) => {
  let told = false
  return (text: ProseText, region: Region, { budget, notChecked }: CheckContext): ReadonlyArray<Range> => {
    const own = { left: Math.min(stepsPerBlock, budget.left) }
    const given = own.left
    const found = given <= 0 ? [] : matchPattern(program, wordsOf(region), own)
    budget.left -= given - Math.max(0, own.left)
    if (own.left <= 0 && !told) {
      told = true
      const { line } = placeOf(text.lines, sourceRange(region.block, region).start)
      notChecked({ text: rule.name, reason: `The pattern takes too long, from line ${line} on` })
    }
    return found.map(({ end, start }) => ({ start: region.start + start, end: region.start + end }))
  }
}

const tokenPattern = (words: Iterable<string>, ignoreCase: boolean): RegExp => anyOf(words, ignoreCase ? "giu" : "gu")

/** Whether what is to be written stands there: a fix would write it once more. */
const isDone = ({ text }: Block, range: Range, { replacement }: Said): boolean =>
  replacement !== undefined &&
  (text.slice(range.start, range.end) === replacement || isWithin(text, range, replacement))

const eachMatch = (rule: NamedRule, pattern: RegExp, say: (words: string) => Said | undefined): Run =>
  function* (text) {
    for (const region of regionsOf(text, rule.scope ?? ["document"])) {
      for (const match of wordsOf(region).matchAll(pattern)) {
        const said = say(match[0])
        const start = region.start + match.index
        const range = { start, end: start + match[0].length }
        if (said !== undefined && !isDone(region.block, range, said)) yield foundIn(text, region.block, range, said)
      }
    }
  }

const existence = (rule: NamedRule): Compiled =>
  Result.succeed(
    eachMatch(rule, tokenPattern(rule.tokens ?? [], rule.ignoreCase ?? true), (words) => ({
      message: messageOf(rule, words, `"${words}" is not to be used`)
    }))
  )

const substitution = (rule: NamedRule): Compiled => {
  const { ignoreCase = true, swap = {} } = rule
  const key = (words: string) => (ignoreCase ? keyOf(words) : asWritten(words))
  const table = new Map(Object.entries(swap).map(([from, to]) => [key(from), to]))
  return Result.succeed(
    eachMatch(rule, tokenPattern(Object.keys(swap), ignoreCase), (words) => {
      const to = table.get(key(words))
      if (to === undefined || words === to) return undefined
      // A word that is told how to be spelled keeps its own capitals; others begin like what they replace.
      const replacement = keyOf(words) === keyOf(to) || /\p{Lu}/u.test(to) ? to : likeCase(words, to)
      return { message: messageOf(rule, words, `"${to}" is to be used instead of "${words}"`), replacement, safe: true }
    })
  )
}

const bounds = ({ max, min }: NamedRule, count: number): string | undefined =>
  max !== undefined && count > max
    ? `more than ${max}`
    : min !== undefined && count < min
      ? `fewer than ${min}`
      : undefined

const atStart = (text: ProseText): Range => {
  const [first] = text.blocks
  return first === undefined ? { start: 0, end: 0 } : sourceRange(first, { start: 0, end: first.text.length })
}

const counters = {
  words: (words: string) => wordsIn(words).length,
  characters: (words: string) => Array.from(words).length,
  sentences: (_: string, { block, end, start }: Region) =>
    sentencesOf(block).filter((sentence) => sentence.start >= start && sentence.end <= end).length
} as const

const occurrence = (rule: NamedRule): Compiled =>
  Result.map(rule.pattern === undefined ? Result.succeed(undefined) : patternOf(rule, "pattern"), (program) => {
    const match = program === undefined ? undefined : matcher(rule, program)
    const named = rule.of ?? "matches"
    const isWhole = rule.scope?.includes("document") === true
    return function* (text, context) {
      const count = (region: Region) =>
        match === undefined
          ? counters[rule.of ?? "words"](wordsOf(region), region)
          : match(text, region, context).length
      const said = (total: number, bound: string) => messageOf(rule, String(total), `${total} ${named}, ${bound}`)
      const regions = regionsOf(text, rule.scope ?? ["sentence"])
      if (isWhole) {
        const total = regions.reduce((sum, region) => sum + count(region), 0)
        const bound = bounds(rule, total)
        if (bound !== undefined) yield { ...atStart(text), message: said(total, bound) }
        return
      }
      for (const region of regions) {
        const total = count(region)
        const bound = bounds(rule, total)
        if (bound !== undefined) yield foundIn(text, region.block, region, { message: said(total, bound) })
      }
    }
  })

const repetition = (rule: NamedRule): Compiled =>
  Result.succeed(
    eachMatch(
      rule,
      rule.ignoreCase === false ? /(?<!\p{L})(\p{L}+)\s+\1(?!\p{L})/gu : /(?<!\p{L})(\p{L}+)\s+\1(?!\p{L})/giu,
      (words) => ({
        message: messageOf(rule, words, `"${words}" repeats a word`),
        replacement: words.split(/\s/)[0]
      })
    )
  )

const consistency = (rule: NamedRule): Compiled =>
  Result.succeed(function* (text) {
    for (const found of inconsistent(text, Object.entries(rule.either ?? {}))) {
      const words = text.source.slice(found.start, found.end)
      yield { ...found, message: messageOf(rule, words, found.message) }
    }
  })

const conditional = (rule: NamedRule): Compiled =>
  Result.flatMap(patternOf(rule, "first"), (first) =>
    Result.map(patternOf(rule, "second"), (second) => {
      const [find, wanted] = [matcher(rule, first), matcher(rule, second)]
      return function* (text, context) {
        const regions = regionsOf(text, rule.scope ?? ["document"])
        if (regions.some((region) => wanted(text, region, context).length > 0)) return
        for (const region of regions) {
          for (const range of find(text, region, context)) {
            const words = region.block.text.slice(range.start, range.end)
            const message = messageOf(rule, words, `"${words}" stands without what belongs to it`)
            yield foundIn(text, region.block, range, { message })
          }
        }
      }
    })
  )

const capitalization = (rule: NamedRule): Compiled => {
  const { exceptions = [], match = "sentence", scope = ["heading"] } = rule
  if ((match === "sentence" || match === "title") && scope.every((name) => name === "heading")) {
    const check = headingCase(match, { exceptions: exceptions.flatMap((words) => words.split(/\s+/)) })
    return Result.succeed(function* (text) {
      for (const found of check(text)) {
        yield { ...found, message: messageOf(rule, text.source.slice(found.start, found.end), found.message) }
      }
    })
  }
  const known = exceptions.length === 0 ? undefined : anyOf(exceptions, "gu")
  const right = (written: string): boolean => {
    // An exception is right wherever it stands.
    const words = known === undefined ? written : written.replaceAll(known, match === "lower" ? "" : "X")
    if (!/\p{L}/u.test(words)) return true
    if (match === "upper") return words === words.toUpperCase()
    if (match === "lower") return words === words.toLowerCase()
    return match === "title" ? !/(?<![\p{L}'’])\p{Ll}\p{L}{3,}/u.test(words) : /^[^\p{L}]*\p{Lu}/u.test(words)
  }
  return Result.succeed(function* (text) {
    for (const region of regionsOf(text, scope)) {
      const words = wordsOf(region)
      if (!right(words))
        yield foundIn(text, region.block, region, { message: messageOf(rule, words, `Not in ${match} case`) })
    }
  })
}

const metric = (rule: NamedRule): Compiled =>
  Result.succeed(function* (text, { metrics }) {
    const name = rule.metric ?? "words"
    const bound = bounds(rule, metrics[name])
    if (bound === undefined) return
    const said = `${name} is ${metrics[name]}, ${bound.replace("more than", "above").replace("fewer than", "below")}`
    yield { ...atStart(text), message: messageOf(rule, String(metrics[name]), said) }
  })

const plainHeading = (words: string): string =>
  keyOf(words)
    .replaceAll(/[^\p{L}\p{N} ]/gu, "")
    .replace(/^\d+ /, "")
    .trim()

const structure = (rule: NamedRule): Compiled =>
  Result.succeed(function* (text) {
    const headings = new Set(text.headings.map((heading) => plainHeading(heading.text)))
    for (const section of rule.sections ?? []) {
      if (headings.has(plainHeading(section))) continue
      yield { ...atStart(text), message: messageOf(rule, section, `There is no section "${section}"`) }
    }
    for (const mention of rule.mentions ?? []) {
      // What is mentioned may stand in code too.
      if (tokenPattern([mention], true).test(text.source)) continue
      yield { ...atStart(text), message: messageOf(rule, mention, `"${mention}" is not mentioned`) }
    }
  })

const regex = (rule: NamedRule): Compiled =>
  Result.map(patternOf(rule, "pattern"), (program) => {
    const match = matcher(rule, program)
    return function* (text, context) {
      for (const region of regionsOf(text, rule.scope ?? ["document"])) {
        for (const range of match(text, region, context)) {
          const words = region.block.text.slice(range.start, range.end)
          const message = messageOf(rule, words, `"${words}" is matched by ${rule.name}`)
          const said = { message, replacement: rule.replacement, safe: true }
          if (!isDone(region.block, range, said)) yield foundIn(text, region.block, range, said)
        }
      }
    }
  })

const compilers: { readonly [K in RuleKind]: (rule: NamedRule) => Compiled } = {
  existence,
  substitution,
  occurrence,
  repetition,
  consistency,
  conditional,
  capitalization,
  metric,
  structure,
  regex
}

/** Compiles a rule. Fails with what is wrong with it. */
export const compileRule = (rule: NamedRule): Result.Result<CheckRule, RuleProblem> => {
  const problem = ruleProblem(rule)
  if (problem !== undefined) return Result.fail(problem)
  const { id, severity, source } = rule
  return Result.map(compilers[rule.kind](rule), (check) => ({ id, severity, source, check }))
}
