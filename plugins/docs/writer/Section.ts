/** What a writer is told of a section: facts, never a blank page (decisions docs 4.7). */
import type { DocType } from "../model/GeneratedDocument.ts"

/** What a piece of prose is for. The rules have a template per intent. */
export type Intent =
  | "overview"
  | "authentication"
  | "operation"
  | "schema"
  | "errors"
  | "introduction"
  | "task"
  | "reference"
  | "troubleshooting"
  | "release"

/** Something that is so. `text` is the source's own wording where it has one. */
export interface Fact {
  /** What kind of fact: `title`, `description`, `server`, `count.operations`, `scheme` … */
  readonly name: string
  readonly text: string
}

/** A term with its meaning. */
export interface GlossaryTerm {
  readonly term: string
  readonly definition: string
  /** Words that mean the same and are not to be used. */
  readonly avoid: ReadonlyArray<string>
}

/** A piece of prose to be written. Tables, code and headings around it are the engine's and not in the writer's hands. */
export interface SectionInput {
  readonly docType: DocType
  readonly sectionId: string
  readonly title: string
  readonly intent: Intent
  readonly facts: ReadonlyArray<Fact>
  readonly audience: string
  readonly tone: string
  readonly instructions: ReadonlyArray<string>
  readonly glossary: ReadonlyArray<GlossaryTerm>
  /** Texts that must stand in the prose as they are: numbers, names, codes, addresses. */
  readonly requiredTokens: ReadonlyArray<string>
  readonly maxWords: number
}

/** A place in a section that a writer fills. */
export interface ProseSlot {
  readonly input: SectionInput
  /** What the rules wrote: the text when there is no other writer, or none that can be used. */
  readonly draft: string
}

/** A section is texts of the engine and places for prose, in order. */
export type SectionPart = string | ProseSlot

/** The section as it reads when the rules write it. */
export const ruleText = (parts: ReadonlyArray<SectionPart>): string =>
  parts.map((part) => (typeof part === "string" ? part : part.draft)).join("")
