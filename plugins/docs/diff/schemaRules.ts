/** What a change of a schema means to clients, as tables: oasdiff's ids with their levels (decisions docs 1.5). */
import type { Constraints } from "../model/Schema.ts"
import type { ChangeLevel } from "./ApiChange.ts"

/** Whose schema it is: the first part of an id. */
export type Subject =
  | "request-parameter"
  | "request-body"
  | "request-property"
  | "request-read-only-property"
  | "response-body"
  | "response-header"
  | "response-property"

/** Whether what was allowed before is allowed still. */
export type Bound = "upper" | "lower"

/** Limits that are compared: keyword, word in ids, side; the level of changes that have no rule of their own, if they are told. */
export const bounds: ReadonlyArray<
  readonly [keyword: keyof Constraints, word: string, bound: Bound, otherwise?: ChangeLevel]
> = [
  ["maximum", "max", "upper"],
  ["minimum", "min", "lower"],
  ["exclusiveMaximum", "exclusive-max", "upper"],
  ["exclusiveMinimum", "exclusive-min", "lower"],
  ["maxLength", "max-length", "upper"],
  ["minLength", "min-length", "lower"],
  ["maxItems", "max-items", "upper"],
  ["minItems", "min-items", "lower"],
  ["maxProperties", "max-properties", "upper"],
  ["minProperties", "min-properties", "lower"],
  ["maxContains", "max-contains", "upper", "INFO"],
  ["minContains", "min-contains", "lower", "INFO"]
]

/** What happened to a limit. */
export type BoundChange = "set" | "unset" | "increased" | "decreased"

/** A request breaks where a limit becomes tighter, a response where it becomes wider; `undefined`: not told. */
export const boundLevel = (
  side: "request" | "response",
  bound: Bound,
  change: BoundChange
): ChangeLevel | undefined => {
  const wider = change === "unset" || change === (bound === "upper" ? "increased" : "decreased")
  if (side === "request") return wider ? "INFO" : "ERR"
  if (wider) return "ERR"
  return change === "set" ? "INFO" : undefined
}

type Levels = readonly [request: ChangeLevel | undefined, response: ChangeLevel | undefined]

/** A request breaks where more is asked, a response where less is promised. */
const usual: ReadonlyArray<readonly [end: RegExp, levels: Levels]> = [
  [/-(?:added|set)$/, ["ERR", "INFO"]],
  [/-(?:removed|unset)$/, ["INFO", "ERR"]],
  [/-(?:generalized|specialized)$/, ["INFO", "INFO"]],
  [/-changed$/, ["ERR", "ERR"]]
]

/** Changes of a whole keyword that mean something else; `undefined`: not told on that side. */
const keywordLevels: { readonly [change in string]?: Levels } = {
  "became-nullable": ["INFO", "ERR"],
  "became-not-nullable": ["ERR", "INFO"],
  "became-enum": ["ERR", undefined],
  "became-not-enum": ["INFO", "WARN"],
  "enum-value-removed": ["ERR", "INFO"],
  "enum-value-added": ["INFO", "WARN"],
  "pattern-added": ["ERR", undefined],
  "pattern-changed": ["WARN", undefined],
  "pattern-removed": ["INFO", undefined],
  "additional-properties-limit-added": ["ERR", "INFO"],
  "additional-properties-limit-removed": ["INFO", "INFO"],
  "any-of-added": ["INFO", "ERR"],
  "any-of-removed": ["ERR", "INFO"],
  "one-of-added": ["INFO", "ERR"],
  "one-of-removed": ["ERR", "INFO"],
  "discriminator-added": ["INFO", "INFO"],
  "discriminator-removed": ["INFO", "INFO"],
  "discriminator-property-name-changed": ["INFO", "INFO"],
  "prefix-items-added": ["INFO", "ERR"],
  "prefix-items-removed": ["ERR", "INFO"],
  "unique-items-set": ["ERR", undefined],
  "x-extensible-enum-value-removed": ["ERR", "ERR"]
}

/** What a change of a whole keyword means on a side; `undefined`: it is not told there. */
export const keywordLevel = (change: string, side: "request" | "response"): ChangeLevel | undefined => {
  const levels = keywordLevels[change] ?? usual.find(([end]) => end.test(change))?.[1]
  return levels?.[side === "request" ? 0 : 1]
}
