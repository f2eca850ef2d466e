/**
 * The Writer port (decisions docs 4.7): prose from facts. The default writes by rules and templates, the same text for
 * the same facts. Whatever another writer says passes the fact guard, or the rules' text stands.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type { TransformInput, TransformOutput } from "../transformations/Transformation.ts"
import { checkProse } from "./factGuard.ts"
import type { ProseSlot, SectionInput } from "./Section.ts"

/** A writer could not write. `message` is for the report and holds nothing of the source. */
export class WriterError extends Data.TaggedError("WriterError")<{ readonly message: string }> {}

/** What an implementation writes: its name, and the prose of a section, in pieces as they come. */
export interface WriterShape {
  /** Named in the report; `rules` is the default's. */
  readonly name: string
  readonly writeSection: (input: SectionInput) => Stream.Stream<string, WriterError>
  /** Transforms a text (decisions docs 4.7). Default: what the rules made. */
  readonly transform?: (input: TransformInput) => Effect.Effect<TransformOutput, WriterError>
}

/** How a slot was filled. */
export interface Filled {
  readonly text: string
  readonly writer: string
  /** Why the writer's own text was not used. */
  readonly fallback?: string
}

/** Name of the default writer. */
export const rulesWriter = "rules"

/** Longest time for one section, in milliseconds of real time. Our choice. */
export const sectionTimeoutMs = 60_000

/** Characters of prose after which a writer is cut off: a page of text is far below. Our choice. */
export const maxProseCharacters = 20_000

const inTime = <A>(work: Effect.Effect<A, WriterError>): Effect.Effect<A, WriterError> =>
  Effect.timeoutOrElse(work, {
    duration: sectionTimeoutMs,
    orElse: () => Effect.fail(new WriterError({ message: "the writer took too long" }))
  })

/** The rules have made every draft already. */
const drafted = ({ draft }: TransformInput): Effect.Effect<TransformOutput> => Effect.succeed(draft)

const written = (writer: WriterShape, input: SectionInput): Effect.Effect<string, WriterError> =>
  writer.writeSection(input).pipe(
    Stream.runFoldEffect(
      () => "",
      (text, piece: string) =>
        text.length + piece.length > maxProseCharacters
          ? Effect.fail(new WriterError({ message: "the text is too long" }))
          : Effect.succeed(text + piece)
    ),
    inTime
  )

/** Prose for documents. */
export class Writer extends Context.Service<
  Writer,
  Omit<WriterShape, "transform"> & {
    /** The writer's own transformation, ended after a while. Whoever asks judges it against what must survive. */
    readonly transform: (input: TransformInput) => Effect.Effect<TransformOutput, WriterError>
    /** Fills a slot: the writer's text if it keeps to the facts, else the rules'. It never fails. */
    readonly fill: (slot: ProseSlot) => Effect.Effect<Filled>
  }
>()("docs/Writer") {
  /** Completes an implementation with time-out, length cap, fact guard and fallback. */
  static readonly make = (writer: WriterShape): Writer["Service"] => ({
    ...writer,
    transform: (input) => inTime((writer.transform ?? drafted)(input)),
    fill: ({ draft, input }) => {
      const fallback = (reason: string): Filled => ({ text: draft, writer: rulesWriter, fallback: reason })
      return written(writer, input).pipe(
        Effect.map((text): Filled => {
          const refused = checkProse(text, input, draft)
          return refused === undefined ? { text: text.trim(), writer: writer.name } : fallback(refused)
        }),
        Effect.catchCause(() => Effect.succeed(fallback("the writer failed")))
      )
    }
  })

  /** The default. The rules have written every slot's draft already, where the facts are: there is nothing to add. */
  static readonly layer = Layer.succeed(Writer, {
    name: rulesWriter,
    writeSection: () => Stream.empty,
    transform: drafted,
    fill: ({ draft }) => Effect.succeed({ text: draft, writer: rulesWriter })
  })
}
