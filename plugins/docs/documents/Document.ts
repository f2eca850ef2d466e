/**
 * Documents and their versions (decisions docs 4.3). A version never changes; the same bytes again are no new version. A
 * further generation of the same project and kind is a new version of the same document.
 */
import type { DocType, DocumentSection, GenerationReport } from "../model/GeneratedDocument.ts"

/** A document: the line of versions of one text. */
export interface Document {
  readonly id: string
  readonly projectId: string | null
  readonly docType: DocType
  readonly title: string
  readonly latestVersionId: string
  readonly latestNumber: number
  /** The version that diffs compare with. */
  readonly baselineVersionId: string | null
  /** Engine time, epoch milliseconds. */
  readonly createdAt: number
  readonly updatedAt: number
}

/** Who wrote a version. */
export type VersionAuthor = "generation" | "user" | "transformation"

/** A version without its text. */
export interface DocumentVersion {
  readonly id: string
  readonly documentId: string
  readonly number: number
  readonly author: VersionAuthor
  readonly generationId: string | null
  /** Of a named snapshot. */
  readonly name: string | null
  readonly title: string
  readonly sha256: string
  /** Empty for a text that a person saved. */
  readonly sections: ReadonlyArray<DocumentSection>
  readonly report: GenerationReport | null
  readonly createdAt: number
}

/** A text that is to become a version. */
export interface NewText extends Pick<
  DocumentVersion,
  "author" | "generationId" | "report" | "sections" | "sha256" | "title"
> {
  readonly docType: DocType
  readonly projectId: string | null
  readonly name?: string
}

/** What there is already, and what to call the new. */
export interface RecordFacts {
  readonly now: number
  readonly document: Document | undefined
  readonly latest: Pick<DocumentVersion, "id" | "sha256" | "sections"> | undefined
  /** Used only if they are needed. */
  readonly documentId: string
  readonly versionId: string
  /** Make a version even of the same bytes: a named snapshot. */
  readonly force?: boolean | undefined
}

/** The document afterwards, and the new version, if the text is a new one. */
export interface RecordedText {
  readonly document: Document
  readonly version: DocumentVersion | undefined
  readonly versionId: string
}

/** Whether a version says all that a new text does: of what a person saved neither sections nor an API are known. */
const saysAll = (latest: RecordFacts["latest"], { sections, sha256 }: NewText): boolean =>
  latest?.sha256 === sha256 && latest.sections.length >= sections.length

/** Records a text: a version with the next number, unless the latest one says the same. */
export const recordText = (text: NewText, facts: RecordFacts): RecordedText => {
  const { document, latest, now } = facts
  if (document !== undefined && latest !== undefined && saysAll(latest, text) && facts.force !== true) {
    return { document: { ...document, updatedAt: now }, version: undefined, versionId: latest.id }
  }
  const number = (document?.latestNumber ?? 0) + 1
  const documentId = document?.id ?? facts.documentId
  const version: DocumentVersion = {
    id: facts.versionId,
    documentId,
    number,
    author: text.author,
    generationId: text.generationId,
    name: text.name ?? null,
    title: text.title,
    sha256: text.sha256,
    sections: text.sections,
    report: text.report,
    createdAt: now
  }
  return {
    document: {
      id: documentId,
      projectId: text.projectId,
      docType: text.docType,
      title: text.title,
      latestVersionId: version.id,
      latestNumber: number,
      baselineVersionId: document?.baselineVersionId ?? null,
      createdAt: document?.createdAt ?? now,
      updatedAt: now
    },
    version,
    versionId: version.id
  }
}
