/**
 * What is written with a message that is on its way: its text in the journal, the end of the job that sends it. It goes into the
 * commit of what follows from the message, so that a message costs one commit; where nothing follows, its carrier writes it.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ClaimedJob, Plan, Write } from "../../src/plugin.ts"

/** Rows to write with a message, and the job that is done with it. */
export interface Enclosed {
  readonly writes: ReadonlyArray<Write>
  readonly completes?: ClaimedJob | undefined
}

interface Enclosure extends Enclosed {
  isWritten: boolean
}

const Enclosures = Context.Reference<ReadonlyArray<Enclosure>>("bursar/bank/Enclosures", { defaultValue: () => [] })

/**
 * Delivers a message with what is enclosed. Answers whether that was written: it was not where nothing was committed, nor where
 * the delivery failed.
 */
export const enclosing = <E, R>(
  enclosed: Enclosed,
  deliver: Effect.Effect<unknown, E, R>
): Effect.Effect<boolean, E, R> =>
  Effect.flatMap(Enclosures, (outer) => {
    const enclosure: Enclosure = { ...enclosed, isWritten: false }
    const delivered = Effect.provideService(deliver, Enclosures, [...outer, enclosure])
    // Afterwards the carrier writes it, so nobody else may who was begun meanwhile.
    const closed = Effect.sync(() => {
      enclosure.isWritten = true
    })
    return Effect.ensuring(
      Effect.map(delivered, () => enclosure.isWritten),
      closed
    )
  })

/** What is to be written with the next commit, and what to run once that is on disk. */
export interface Unwritten extends Enclosed {
  readonly written: Effect.Effect<void>
}

/** What is enclosed with the message that this fiber works on, and not written yet. */
export const unwritten: Effect.Effect<Unwritten> = Effect.map(Enclosures, (all) => {
  const open = all.filter(({ isWritten }) => !isWritten)
  return {
    writes: open.flatMap(({ writes }) => writes),
    completes: open.find(({ completes }) => completes !== undefined)?.completes,
    written: Effect.sync(() => {
      for (const enclosure of open) enclosure.isWritten = true
    })
  }
})

/** A plan that takes what is enclosed along, if it writes anything. */
export const takingAlong = <A, E, R>(plan: Plan<A, E, R>, { writes, written }: Unwritten): Plan<A, E, R> => {
  const { after = Effect.void, unit } = plan
  if (unit === undefined) return plan
  return { ...plan, unit: { ...unit, writes: [...unit.writes, ...writes] }, after: Effect.andThen(written, after) }
}
