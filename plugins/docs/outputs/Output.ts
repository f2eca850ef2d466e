/** What a kind of document is: a plan of sections from models. Sections are written one by one, in the plan's order. */
import type { GenerationReport, GenerationSettings, SectionOutline } from "../model/GeneratedDocument.ts"
import type { SourceModel } from "../model/SourceModel.ts"
import type { Warning } from "../model/Warning.ts"
import type { ContextInput } from "../context/ContextInput.ts"
import type { SectionPart } from "../writer/Section.ts"

export interface PlannedSection extends SectionOutline {
  /** Its Markdown, heading included, ending with a line feed. The sections one after the other are the document. */
  readonly write: () => ReadonlyArray<SectionPart>
}

/** A document as it will be. */
export interface Plan {
  readonly title: string
  readonly sections: ReadonlyArray<PlannedSection>
  /** What is known at the end; warnings and writers are added by the pipeline. */
  readonly report: () => Omit<GenerationReport, "warnings" | "writers">
}

/** What is given besides the sources. */
export interface PlanOptions {
  readonly settings: GenerationSettings
  readonly context: ReadonlyArray<ContextInput>
  /** The API models of the version to compare with, as JSON. */
  readonly baseline?: string | undefined
  readonly warn: (warning: Warning) => void
}

/** The sources hold too little for such a document: what has to be added. */
export interface Lacking {
  readonly lacking: string
}

export interface Output {
  /** The plan, what the sources lack for one, or `undefined` when sources of this kind cannot become such a document. */
  readonly plan: (sources: ReadonlyArray<SourceModel>, options: PlanOptions) => Plan | Lacking | undefined
}
