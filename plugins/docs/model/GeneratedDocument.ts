/** A document while it is made, and what is known of it afterwards: sections, coverage, checks, writers. */
import type { Finding, NotChecked } from "../checks/Finding.ts"
import type { Warning } from "./Warning.ts"

/** The documents that can be made (spec docs §1, decisions 4.2). */
export const docTypes = ["api-reference", "readme", "user-guide", "admin-guide", "release-notes"] as const

/** A kind of document. */
export type DocType = (typeof docTypes)[number]

/** Settings of a generation (decisions 4.2). What is not given is left to the output. */
export interface GenerationSettings {
  readonly audience?: string
  readonly tone?: string
  readonly instructions?: string
  readonly customRules?: ReadonlyArray<string>
  /** Rules that the document is checked against, beside the built-in ones. */
  readonly ruleSetId?: string
  /** Whether findings that are errors end the generation as failed. */
  readonly failOnError?: boolean
  readonly language?: "en"
  readonly depth?: "brief" | "standard" | "full"
  readonly splitBy?: "none" | "tag"
  readonly codeSamples?: ReadonlyArray<CodeSampleLanguage>
  readonly title?: string
  readonly releaseVersion?: string
  readonly releaseDate?: string
  readonly from?: string
  readonly to?: string
  readonly includeMaintenance?: boolean
  /** Ids of context documents; those of the project are used as well. */
  readonly contextDocumentIds?: ReadonlyArray<string>
  /** Release notes of an API description: the version of its reference that they count from. */
  readonly baselineVersionId?: string
}

export const codeSampleLanguages = ["curl", "javascript", "python", "go"] as const

export type CodeSampleLanguage = (typeof codeSampleLanguages)[number]

/** A section as the live view is told of it. Its id is its anchor. */
export interface SectionOutline {
  readonly id: string
  readonly title: string
  /** 1 for the document's own title. */
  readonly level: number
}

/** A section as it is kept with a version: where it lies in the text, and who wrote it. */
export interface DocumentSection extends SectionOutline {
  /** Length in UTF-16 code units; sections follow each other without gaps. */
  readonly length: number
  readonly sha256: string
  readonly writer: string
}

/** How much of something is there. */
export interface Share {
  readonly expected: number
  readonly present: number
}

/** What of an API is in its reference (decisions 5.1; PRECEDENCE, docs report). */
export interface Coverage {
  readonly operations: Share
  readonly parameters: Share
  readonly requestBodies: Share
  readonly responses: Share
  readonly schemas: Share
  readonly securitySchemes: Share
  readonly errorCodes: Share
}

/** Something of the input that is not in the document, and why. */
export interface Dropped {
  readonly item: string
  readonly reason: string
}

/** Where each change of the input went (release notes). */
export interface Accounting {
  readonly input: number
  readonly groups: Readonly<
    Record<"removed" | "deprecated" | "newFeatures" | "improvements" | "bugFixes" | "changes", number>
  >
  readonly breaking: number
  readonly maintenance: number
  readonly dropped: ReadonlyArray<Dropped>
}

/** Something that the document says, and where the source says it. */
export interface Evidence {
  readonly claim: string
  /** A file of the source, with the line where that is known. */
  readonly evidence: string
}

/** What the check of the document found (decisions 4.4). */
export interface CheckSummary {
  readonly score: number
  readonly errors: number
  readonly warnings: number
  readonly suggestions: number
  /** The most severe findings first, and not all of them: `POST /checks` with the version lists the rest. */
  readonly findings?: ReadonlyArray<Finding>
  /** Rules and parts of the text that could not be checked, and why. */
  readonly notChecked?: ReadonlyArray<NotChecked>
}

/** What a language model took for the prose of a document. */
export interface ModelUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  /** By the operator's prices, in their currency. */
  readonly cost?: number
}

/** The report of a generation. Parts that do not apply are absent. */
export interface GenerationReport {
  readonly coverage?: Coverage
  readonly accounting?: Accounting
  readonly evidence?: ReadonlyArray<Evidence>
  readonly checks?: CheckSummary
  readonly warnings: ReadonlyArray<Warning>
  /** Sections left out because the source says nothing for them. */
  readonly dropped: ReadonlyArray<Dropped>
  /** Writer → number of sections. */
  readonly writers: Readonly<Record<string, number>>
  /** Of a writer that counts it. */
  readonly usage?: ModelUsage
}

export interface GeneratedDocument {
  readonly docType: DocType
  readonly title: string
  readonly sections: ReadonlyArray<DocumentSection>
  readonly markdown: string
  readonly report: GenerationReport
  /** Of a reference: the API models that it was made of, as JSON. */
  readonly model?: string
}
