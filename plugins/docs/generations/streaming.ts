/** The stream of a generation: live while it runs here, made again from its version afterwards (decisions docs 4.2). */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { Clock, type CallerShape } from "../../../src/plugin.ts"
import { retrieveVersion } from "../documents/operations.ts"
import { DocsRefused, NotFound } from "../errors.ts"
import { changed, LiveDrafts, type LiveDraft } from "../workbench/LiveDrafts.ts"
import { encodeEvent, endEvent, eventsOf, parseEventId } from "./DraftEvent.ts"
import * as Generation from "./Generation.ts"
import * as repository from "./repository.ts"
import type { DraftEvent } from "./stream-wire.ts"

type Reader = Pick<CallerShape, "store" | "scope">

/** Real time between two looks at the row, for generations that another process runs. */
const lookMs = 1_000

/** Looks without news before a heartbeat: 15 s (decisions docs 4.2). */
const looksPerHeartbeat = 15

/** Events sent at a time. */
const batch = 64

const heartbeat = ": heartbeat\n\n"

/** How far a reader is. */
interface Position {
  readonly run: number
  readonly place: number
  readonly quiet: number
  readonly over: boolean
}

const encodeFrom = (events: ReadonlyArray<DraftEvent>, run: number, from: number, to: number): string =>
  events
    .slice(from, to)
    .map((event, at) => encodeEvent(event, run, from + at + 1))
    .join("")

/** What is new in a draft for a reader; `undefined` when nothing is. A new run begins anew. */
const readDraft = (draft: LiveDraft, at: Position): readonly [string, Position] | undefined => {
  const place = at.run === draft.run ? at.place : 0
  if (draft.run === 0 || place >= draft.events.length) return undefined
  const to = Math.min(place + batch, draft.events.length)
  const over = draft.ended && to === draft.events.length
  return [encodeFrom(draft.events, draft.run, place, to), { run: draft.run, place: to, quiet: 0, over }]
}

/** The rest of the events of a generation that has ended, from what is stored. */
const readStored = Effect.fnUntraced(function* (reader: Reader, generation: Generation.Generation, at: Position) {
  const { run, versionId } = generation
  const place = at.run === run ? at.place : 0
  if (generation.status === "succeeded" && versionId !== null) {
    const { content, version } = yield* retrieveVersion(reader, versionId)
    const events = eventsOf(generation, version, content)
    return encodeFrom(events, run, Math.min(place, events.length), events.length)
  }
  return encodeEvent(endEvent(generation), run, place + 1)
})

const over: Position = { run: 0, place: 0, quiet: 0, over: true }

/** Reads on: what the draft has, else what is stored if the end came elsewhere, else waits. */
const step = (reader: Reader, id: string, draft: LiveDraft) =>
  Effect.fnUntraced(function* (at: Position) {
    if (at.over) return undefined
    const ready = readDraft(draft, at)
    if (ready !== undefined) return ready
    if (draft.ended && at.run === draft.run) return undefined
    const news = yield* Effect.timeoutOption(changed(draft), lookMs)
    if (Option.isSome(news)) return ["", { ...at, quiet: 0 }] as const
    const found = yield* repository.byId(reader.store, reader.scope, id)
    if (found === undefined) return undefined
    const { run } = found.generation
    // Whoever runs it here also ends its draft. One that was cancelled in the queue is run by nobody.
    if (Generation.isEnded(found.generation) && !draft.ended && (draft.run < run || run === 0)) {
      return [yield* readStored(reader, found.generation, at), over] as const
    }
    const beats = at.quiet + 1 >= looksPerHeartbeat
    return [beats ? heartbeat : "", { ...at, quiet: beats ? 0 : at.quiet + 1 }] as const
  })

/**
 * The text of the stream from after an event on. Fails with `NotFound`, or `DocsRefused` (`stream_expired`) 15 minutes
 * after the end. A reader that goes away changes nothing.
 */
export const stream = Effect.fnUntraced(function* (reader: Reader, id: string, lastEventId: string | undefined) {
  const drafts = yield* LiveDrafts
  const clock = yield* Clock
  const found = yield* repository.byId(reader.store, reader.scope, id)
  if (found === undefined) return yield* new NotFound({ what: "generation" })
  const { generation } = found
  if (Generation.streamExpired(generation, clock.now())) {
    return yield* new DocsRefused({
      code: "stream_expired",
      message: "The stream is kept for 15 minutes after the end. Read the document instead"
    })
  }
  const after = lastEventId === undefined ? undefined : parseEventId(lastEventId)
  const from: Position = { run: after?.run ?? 0, place: after?.place ?? 0, quiet: 0, over: false }
  const live = drafts.peek(id)
  if (Generation.isEnded(generation) && (live === undefined || live.run !== generation.run)) {
    return Stream.make(yield* readStored(reader, generation, from))
  }
  const read = step(reader, id, drafts.of(id))
  return Stream.unfold(from, read).pipe(
    Stream.filter((text) => text !== ""),
    // The store is away: the reader comes back with its last id.
    Stream.catchCause(() => Stream.empty),
    Stream.ensuring(Effect.sync(() => drafts.release(id)))
  )
})
