/** What is asked of the workbench and what comes back: plain data, since it crosses to another thread. */
import type { Pieces } from "../../../src/domain.ts"
import type { LongText } from "../../../src/plugin.ts"
import type { ContextInput } from "../context/ContextInput.ts"
import type { ContextTerms } from "../context/language.ts"
import type { CheckRules } from "../checks/CheckRules.ts"
import type { CheckResult } from "../checks/checkText.ts"
import type { FixedText } from "../checks/fixText.ts"
import type { ApiChange } from "../diff/ApiChange.ts"
import type { TextDiff } from "../diff/textDiff.ts"
import type { RepositorySnapshot } from "../git/GitClient.ts"
import type { DocType, GenerationReport, GenerationSettings, SectionOutline } from "../model/GeneratedDocument.ts"
import type { Detected, SourceFailure, SourceKind } from "../model/SourceModel.ts"
import type { Warning } from "../model/Warning.ts"
import type { TransformInput } from "../transformations/Transformation.ts"
import type { RuleInput, RuleTransformation, TextFigures } from "../transformations/transformText.ts"
import type { SectionPart } from "../writer/Section.ts"

/** A source as it was given. */
export interface SourceInput {
  readonly name: string
  /** What the client says it is; otherwise it is found out. */
  readonly kind?: SourceKind | undefined
  readonly content: string
  /** In place of a content: a repository as it was checked out. */
  readonly snapshot?: RepositorySnapshot
  /** The address that the content was read from. */
  readonly url?: string | undefined
}

/** A source as it is given to the workbench. */
export interface GivenSource extends Omit<SourceInput, "content"> {
  readonly content: LongText
}

/** Make a document. */
export interface GenerateTask {
  readonly kind: "generate"
  readonly docType: DocType
  readonly settings: GenerationSettings
  readonly sources: ReadonlyArray<GivenSource>
  readonly context: ReadonlyArray<ContextInput>
  /** The API models of an earlier version, as the event `done` gave them: release notes tell what changed since. */
  readonly baseline?: string | undefined
}

/** Read a source and say what it is. */
export interface InspectTask {
  readonly kind: "inspect"
  readonly source: GivenSource
}

/** Compare the API models of two versions, each as the event `done` gave them. */
export interface CompareTask {
  readonly kind: "compare"
  readonly from: string
  readonly to: string
}

/** Apply the replacements that are safe. */
export interface FixTask extends Omit<CheckTask, "kind"> {
  readonly kind: "fix"
}

export interface CheckTask {
  readonly kind: "check"
  readonly text: string
  readonly rules: CheckRules
  /** Glossaries and style guides that it is checked by, too. */
  readonly context: ReadonlyArray<ContextInput>
}

/** Transform a text by rules, with what the sources say. */
export interface TransformTask {
  readonly kind: "transform"
  readonly input: RuleInput
  readonly sources: ReadonlyArray<GivenSource>
}

/** Look at a result: its figures, and for another writer's text whether it keeps what it must. */
export interface JudgeTask {
  readonly kind: "judge"
  readonly input: TransformInput
  readonly text: string
}

/** Read the terms of glossaries. */
export interface TermsTask {
  readonly kind: "terms"
  readonly context: ReadonlyArray<ContextInput>
}

/** Count what is understood of context documents. A glossary of a megabyte has too many terms to send them back for that. */
export interface CountTask {
  readonly kind: "count"
  readonly context: ReadonlyArray<ContextInput>
}

/** Show a text as a safe page. */
export interface PreviewTask {
  readonly kind: "preview"
  readonly title: string
  /** UTF-8. */
  readonly markdown: Uint8Array
}

/** Compare two texts: by sections, or as a patch of a file with this path. */
export interface DiffTask {
  readonly kind: "diff"
  /** UTF-8, both. */
  readonly from: Uint8Array
  readonly to: Uint8Array
  readonly path?: string
}

/** Work on finished texts. */
export type TextTask = PreviewTask | DiffTask

/** Work on prose: its style, and its transformations. */
export type ProseTask = CheckTask | FixTask | TransformTask | JudgeTask | TermsTask | CountTask

/** Work on sources, and documents of them. */
export type DocumentTask = GenerateTask | InspectTask | CompareTask

/** Anything the workbench does. */
export type Task = DocumentTask | ProseTask | TextTask

/** A step of the work, in order. `failed` and `done` are the last ones. */
export type WorkEvent =
  | { readonly type: "outline"; readonly title: string; readonly sections: ReadonlyArray<SectionOutline> }
  | { readonly type: "section"; readonly id: string; readonly parts: ReadonlyArray<SectionPart> }
  | {
      readonly type: "inspected"
      readonly detected: Detected
      readonly warnings: ReadonlyArray<Warning>
      /** Of the content's UTF-8, in lower-case hex. */
      readonly sha256: string
    }
  | { readonly type: "failed"; readonly failure: WorkFailure }
  | {
      readonly type: "done"
      readonly report: GenerationReport
      /** Of a reference: the API models that it was made of, as JSON, for comparing versions. */
      readonly model?: string
    }
  | { readonly type: "compared"; readonly changes: ReadonlyArray<ApiChange> }
  | { readonly type: "checked"; readonly result: CheckResult }
  | { readonly type: "fixed"; readonly result: FixedText }
  | { readonly type: "transformed"; readonly result: RuleTransformation }
  | {
      readonly type: "judged"
      /** Why the text may not stand; absent when it may. */
      readonly refusal?: string
      readonly figures: { readonly before: TextFigures; readonly after: TextFigures }
    }
  | { readonly type: "terms"; readonly terms: ContextTerms }
  | {
      readonly type: "counted"
      /** Of each context document, how many terms or rules it holds that are understood; 0 for a reference. */
      readonly understood: ReadonlyArray<number>
    }
  | { readonly type: "rendered"; readonly text: string }
  | { readonly type: "differed"; readonly diff: TextDiff }

/** Why there is no document. */
export interface WorkFailure extends Omit<SourceFailure, "code"> {
  readonly code: SourceFailure["code"] | "unsupported_combination" | "material_required" | "timeout" | "internal"
  /** The source it is about, by name. */
  readonly source?: string
}

/** Limits of the pool; all our choice. */
export interface WorkbenchLimits {
  /** Threads at a time: requests must keep a core of a small machine to themselves. */
  readonly threads: number
  /** Processor time of one task in milliseconds, where Node tells that of a thread. A 4 MB description takes about 2 s. */
  readonly cpuMs: number
  /** Longest task, in milliseconds of real time: the machine may be busy. */
  readonly taskMs: number
  /** Memory of one thread in MiB. A 4 MB description takes about 150. */
  readonly memoryMb: number
}

/** What a thread says of its task: events, whole or in pieces, and that it has ended. */
export type Said = { readonly posted: Pieces.Posted<ReadonlyArray<WorkEvent>> } | { readonly last: true }

/** Requests to the process of the workbench. The first one is `start`. A task has a number, and is posted whole or in pieces. */
export type Asked =
  | { readonly ask: "start"; readonly limits: WorkbenchLimits }
  | { readonly ask: "prepare" }
  | { readonly ask: "begin"; readonly task: number }
  | { readonly ask: "drop"; readonly task: number }
  | { readonly ask: "post"; readonly task: number; readonly posted: Pieces.Posted<Task> }

/** What the process says: of which task, and what. */
export interface Told {
  readonly task: number
  readonly said: Said
}

/** By this a thread knows that it is one of ours. */
export const threadMark = "bursar/docs/thread"
