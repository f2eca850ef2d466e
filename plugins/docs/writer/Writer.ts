/**
 * The Writer port (decisions docs 4.7): prose from facts. The default writes by rules and templates, the same text for
 * the same facts. Whatever another writer says passes the fact guard, or the rules' text stands.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import * as Stream from "effect/Stream"
import { checkFunctions } from "../../../src/plugin.ts"
import type { ModelUsage } from "../model/GeneratedDocument.ts"
import type { TransformInput, TransformOutput } from "../transformations/Transformation.ts"
import { guardOf, type Guard } from "./factGuard.ts"
import type { ProseSlot, SectionInput } from "./Section.ts"
import { WriterError } from "./WriterError.ts"

export { WriterError }

/** What a writer is asked: a section, what the rules would say, and why its own last text was refused, if it was. */
export interface WriterInput extends SectionInput {
  readonly draft: string
  readonly refused?: string | undefined
}

/** The prose of a section, in pieces as they come. */
export type WriteSection = (input: WriterInput) => Stream.Stream<string, WriterError>

/** An implementation at work on one document. */
export interface DocumentShape {
  readonly writeSection: WriteSection
  readonly spent: () => ModelUsage
}

/** What an implementation writes. */
export interface WriterShape {
  /** Named in the report; `rules` is the default's. */
  readonly name: string
  readonly writeSection: WriteSection
  /** For writers that count what a document costs them: asked once for each document, in place of `writeSection`. */
  readonly forDocument?: Effect.Effect<DocumentShape>
  /** Transforms selected text (decisions docs 4.5). Default: the rules' result. */
  readonly transform?: (input: TransformInput) => Effect.Effect<TransformOutput, WriterError>
  /** How often it is asked for a section when its text is refused or it fails for the moment. Default: once. */
  readonly attempts?: number
  /** Sections of a document that it may write at the same time. Default: one. */
  readonly concurrency?: number
  /** Sections of all documents that it may write at the same time. Default: as many as are asked for. */
  readonly requests?: number
  /** Longest time for one section with all attempts, in milliseconds of real time. Default: `sectionTimeoutMs`. */
  readonly sectionTimeoutMs?: number
  /** Longest time for all prose of a document, in milliseconds of real time. Default: `documentTimeoutMs`. */
  readonly documentTimeoutMs?: number
}

/** How a slot was filled. */
export interface Filled {
  readonly text: string
  readonly writer: string
  /** Why the writer's own text was not used. */
  readonly fallback?: string
}

export interface DocumentWriter {
  /** Fills a slot with the writer's text if it keeps to the facts, else with the rules'. It never fails. */
  readonly fill: (slot: ProseSlot) => Effect.Effect<Filled>
  /** What it has cost so far, if the writer counts it. */
  readonly spent: () => ModelUsage | undefined
}

/** Name of the default writer. */
export const rulesWriter = "rules"

/** Longest time for one section, in milliseconds of real time. Our choice. */
export const sectionTimeoutMs = 60_000

/** Longest time for the prose of a document, in milliseconds of real time. Our choice. */
export const documentTimeoutMs = 600_000

/** Characters of prose after which a writer is cut off: a page of text is far below. Our choice. */
export const maxProseCharacters = 20_000

/** Sections in a row that a writer may fail before the rest of the document is left to the rules. Our choice. */
export const maxFailuresInRow = 3

/** Longest wait before a writer is asked again, whatever it wishes, in milliseconds. Our choice. */
export const maxAgainAfterMs = 20_000

/** What the guard says of a text that cannot become acceptable any more; it is asked after each paragraph. */
const refusalOf = (guard: Guard, before: string, piece: string): string | undefined => {
  if (before.length + piece.length > maxProseCharacters) return "the text is too long"
  const text = before + piece
  const end = text.lastIndexOf("\n\n")
  const endsNow = end >= 0 && end >= before.length - 1
  // A code block may hold blank lines: what is open cannot be judged.
  return !endsNow || /```|~~~/.test(text) ? undefined : guard(text.slice(0, end), false)
}

/** A text that the guard refused. */
class Refused extends Data.TaggedError("Refused")<{ readonly reason: string }> {}

/** Reads what a writer says, up to where it cannot stand any more. */
const written = (
  stream: Stream.Stream<string, WriterError>,
  guard: Guard
): Effect.Effect<string, WriterError | Refused> =>
  stream.pipe(
    Stream.runFoldEffect(
      () => "",
      (text, piece: string) => {
        const plain = piece.replaceAll("\r", "")
        const reason = refusalOf(guard, text, plain)
        return reason === undefined ? Effect.succeed(text + plain) : Effect.fail(new Refused({ reason }))
      }
    ),
    Effect.flatMap((text) => {
      const reason = guard(text)
      return reason === undefined ? Effect.succeed(text.trim()) : Effect.fail(new Refused({ reason }))
    })
  )

/** Asks a writer until its text stands. */
const accepted = (write: WriteSection, { draft, input }: ProseSlot, attempts: number) => {
  const guard = guardOf(input, draft)
  const ask = (left: number, refused?: string): Effect.Effect<string, WriterError | Refused> =>
    Effect.suspend(() => written(write({ ...input, draft, refused }), guard)).pipe(
      Effect.catch((error): Effect.Effect<string, WriterError | Refused> => {
        if (left <= 1) return Effect.fail(error)
        if (error instanceof Refused) return ask(left - 1, error.reason)
        if (error.againAfterMs === undefined) return Effect.fail(error)
        const wait = Effect.sleep(Math.min(error.againAfterMs, maxAgainAfterMs))
        return Effect.andThen(wait, ask(left - 1, refused))
      })
    )
  return ask(attempts)
}

/** How a document's prose goes so far. */
interface Course {
  /** Why no further section is asked. */
  stopped: string | undefined
  failuresInRow: number
}

const failed = (course: Course, error: WriterError): string => {
  course.failuresInRow += 1
  if (error.isFinal === true) course.stopped = error.message
  else if (course.failuresInRow >= maxFailuresInRow) {
    course.stopped = `the writer failed ${maxFailuresInRow} times in a row, at last because ${error.message}`
  }
  return error.message
}

/** Lets so many sections of all documents be written at a time. */
type Turns = <A>(effect: Effect.Effect<A>) => Effect.Effect<A>

/** Fills a slot while there is time; waiting for a turn is not the section's time, but the document's. */
const fillWith =
  (
    writer: WriterShape,
    write: WriteSection,
    { course, deadline }: { readonly course: Course; readonly deadline: number }
  ) =>
  (slot: ProseSlot): Effect.Effect<Filled> =>
    Effect.gen(function* () {
      const fallback = (reason: string): Filled => ({ text: slot.draft, writer: rulesWriter, fallback: reason })
      if (course.stopped !== undefined) return fallback(course.stopped)
      const left = deadline - (yield* Clock.currentTimeMillis)
      if (left <= 0) return fallback("the writer took too long for the document")
      return yield* accepted(write, slot, writer.attempts ?? 1).pipe(
        Effect.map((text): Filled => {
          course.failuresInRow = 0
          return { text, writer: writer.name }
        }),
        Effect.timeoutOrElse({
          duration: Math.min(writer.sectionTimeoutMs ?? sectionTimeoutMs, left),
          orElse: () => Effect.fail(new WriterError({ message: "the writer took too long" }))
        }),
        Effect.catchTags({
          Refused: ({ reason }) => Effect.succeed(fallback(reason)),
          WriterError: (error) => Effect.sync(() => fallback(failed(course, error)))
        }),
        // A bug of a host's writer: its text could say anything, so it is not told.
        Effect.catchDefect(() =>
          Effect.sync(() => fallback(failed(course, new WriterError({ message: "the writer failed" }))))
        )
      )
    })

/** Begins a document: from here its time is counted. */
const beginDocument = Effect.fnUntraced(function* (writer: WriterShape, turns: Turns) {
  const counting = writer.forDocument === undefined ? undefined : yield* writer.forDocument
  const deadline = (yield* Clock.currentTimeMillis) + (writer.documentTimeoutMs ?? documentTimeoutMs)
  const course: Course = { stopped: undefined, failuresInRow: 0 }
  const fill = fillWith(writer, (counting ?? writer).writeSection, { course, deadline })
  return { fill: (slot: ProseSlot) => turns(fill(slot)), spent: () => counting?.spent() } satisfies DocumentWriter
})

/** A writer's transformation, within the time of a section. */
const transformInTime =
  (writer: WriterShape, transform: NonNullable<WriterShape["transform"]>): NonNullable<WriterShape["transform"]> =>
  (input) =>
    Effect.timeoutOrElse(transform(input), {
      duration: writer.sectionTimeoutMs ?? sectionTimeoutMs,
      orElse: () => Effect.fail(new WriterError({ message: "the writer took too long" }))
    })

/** Prose for documents. */
export class Writer extends Context.Service<
  Writer,
  {
    readonly name: string
    /** Sections of a document that may be filled at the same time. */
    readonly concurrency: number
    /** Begins a document. */
    readonly begin: Effect.Effect<DocumentWriter>
    /**
     * Transforms selected text, ended after a while; whoever asks judges what comes. Absent: the writer does not, and the
     * rules' result stands.
     */
    readonly transform?: (input: TransformInput) => Effect.Effect<TransformOutput, WriterError>
  }
>()("docs/Writer") {
  /** Completes an implementation with bounds on time and length, fact guard, repetition and fallback. */
  static readonly make = (writer: WriterShape): Writer["Service"] => {
    checkFunctions("Writer.make", writer, ["writeSection"])
    return {
      name: writer.name,
      concurrency: writer.concurrency ?? 1,
      ...(writer.transform === undefined ? {} : { transform: transformInTime(writer, writer.transform) }),
      begin: beginDocument(
        writer,
        writer.requests === undefined ? (effect) => effect : Semaphore.makeUnsafe(writer.requests).withPermits(1)
      )
    }
  }

  /** The default. The rules have written every slot's draft already, where the facts are: there is nothing to add. */
  static readonly layer = Layer.succeed(Writer, {
    name: rulesWriter,
    concurrency: 1,
    begin: Effect.succeed({
      fill: ({ draft }: ProseSlot) => Effect.succeed({ text: draft, writer: rulesWriter }),
      spent: () => undefined
    })
  })
}
