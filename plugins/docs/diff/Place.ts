/** Where two schemas are compared, and what a rule about them is. */
import type { Schema } from "../model/Schema.ts"
import type { ChangeLevel } from "./ApiChange.ts"
import type { Subject } from "./schemaRules.ts"

/** Where two schemas are compared. */
export interface Place {
  readonly subject: Subject
  readonly side: "request" | "response"
  readonly operation: string
  /** What the location begins with. */
  readonly at: string
  /** Names of properties from the outside in. */
  readonly path: ReadonlyArray<string>
  /** A parameter that is written as text: one value is a list of one where `form`. */
  readonly written?: "form" | "other"
  /** Types whose values such a parameter writes otherwise than before. */
  readonly rewritten?: ReadonlyArray<string>
}

/** Two schemas, references followed. */
export interface Compared {
  readonly base: Schema
  readonly head: Schema
  /** What the items of the later one are, if it is a list. */
  readonly items: Schema | undefined
  readonly place: Place
}

/** Says what changed: the end of an id and words. Left out, the level is that of the table, which may not tell it at all. */
export type Say = (change: string, message: string, level?: ChangeLevel) => void

/** Looks at one aspect of two schemas. */
export type Rule = (compared: Compared, tell: Say) => void
