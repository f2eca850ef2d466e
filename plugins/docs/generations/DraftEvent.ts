/**
 * The events of a generation's stream (decisions docs 4.2), as a function of what is stored: the same run gives the same
 * events with the same ids, live or after the end. The deltas in order are the document byte for byte.
 */
import type { DocumentSection, SectionOutline } from "../model/GeneratedDocument.ts"
import type { Warning } from "../model/Warning.ts"
import type { Generation } from "./Generation.ts"
import type { DraftEvent } from "./stream-wire.ts"

/** Code units of a delta: small enough to show the text as it grows, large enough to cost little. Our choice. */
export const deltaLength = 4_096

/** Cuts a text into deltas, never inside a character. */
const cut = (text: string): ReadonlyArray<string> => {
  const pieces: Array<string> = []
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + deltaLength, text.length)
    const last = text.charCodeAt(end - 1)
    if (end < text.length && last >= 0xd800 && last < 0xdc00) end -= 1
    pieces.push(text.slice(at, end))
    at = end
  }
  return pieces
}

/** The first event: what sections there will be. A reader that sees it begins anew. */
export const startedEvent = (generation: Generation, sections: ReadonlyArray<SectionOutline>): DraftEvent => ({
  event: "generation.started",
  data: {
    generationId: generation.id,
    docType: generation.docType,
    sections: sections.map(({ id, level, title }) => ({ id, title, level }))
  }
})

/** The events of a section that is written. */
export const sectionEvents = (section: DocumentSection, text: string): ReadonlyArray<DraftEvent> => [
  { event: "section.started", data: { sectionId: section.id } },
  ...cut(text).map((piece) => ({ event: "delta" as const, data: { sectionId: section.id, text: piece } })),
  { event: "section.completed", data: { sectionId: section.id, sha256: section.sha256, writer: section.writer } }
]

const warningEvent = (warning: Warning): DraftEvent => ({ event: "warning", data: warning })

const publishEvents = ({ publish }: Generation): ReadonlyArray<DraftEvent> => {
  const outcome = publish?.outcome
  if (outcome === undefined) return []
  const { branch, changed, commit, error, id, path, status } = outcome
  return status === "succeeded"
    ? [{ event: "publish.completed", data: { publicationId: id, commit, branch, path, changed } }]
    : [{ event: "publish.failed", data: { publicationId: id, ...error! } }]
}

const checkEvents = ({ report }: Generation): ReadonlyArray<DraftEvent> => {
  if (report?.checks === undefined) return []
  const { errors, score, suggestions, warnings } = report.checks
  return [{ event: "check.completed", data: { score, errors, warnings, suggestions } }]
}

/** The events after the last section of a generation that succeeded. */
export const closingEvents = (generation: Generation, number: number): ReadonlyArray<DraftEvent> => {
  const { id, report } = generation
  const documentId = generation.documentId!
  const versionId = generation.versionId!
  return [
    ...(report?.warnings ?? []).map(warningEvent),
    ...checkEvents(generation),
    { event: "version.created", data: { documentId, versionId, number } },
    ...publishEvents(generation),
    { event: "generation.completed", data: { generationId: id, documentId, versionId } }
  ]
}

/** The one last event of a generation that did not succeed. */
export const endEvent = ({ error, id, status }: Generation): DraftEvent =>
  status === "failed"
    ? { event: "generation.failed", data: { generationId: id, ...error! } }
    : { event: status === "cancelled" ? "generation.cancelled" : "generation.skipped", data: { generationId: id } }

/** The events of a text that is made, up to its last section. */
export const textEvents = (
  generation: Generation,
  version: { readonly sections: ReadonlyArray<DocumentSection> },
  content: string
): ReadonlyArray<DraftEvent> => {
  const events: Array<DraftEvent> = [startedEvent(generation, version.sections)]
  let at = 0
  for (const section of version.sections) {
    events.push(...sectionEvents(section, content.slice(at, at + section.length)))
    at += section.length
  }
  return events
}

/** All events of a generation that succeeded, from its version. */
export const eventsOf = (
  generation: Generation,
  version: { readonly sections: ReadonlyArray<DocumentSection>; readonly number: number },
  content: string
): ReadonlyArray<DraftEvent> => [
  ...textEvents(generation, version, content),
  ...closingEvents(generation, version.number)
]

/** An event as it goes over the wire. */
export const encodeEvent = ({ data, event }: DraftEvent, run: number, place: number): string =>
  `id: ${run}.${place}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** How far a reader got: the run, and how many events of it. `undefined` for a text that is no id of ours. */
export const parseEventId = (id: string): { readonly run: number; readonly place: number } | undefined => {
  const match = /^(\d{1,9})\.(\d{1,9})$/.exec(id.trim())
  return match === null ? undefined : { run: Number(match[1]), place: Number(match[2]) }
}
