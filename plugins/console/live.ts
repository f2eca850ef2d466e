/** Events as they happen, for the browsers of people who are signed in: server-sent events, until the engine stops. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Latch from "effect/Latch"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import { Operator, type Clock, type RecentEvent, type RegionStore, type Signer, type Store } from "../../src/plugin.ts"
import { securityHeaders } from "./answers.ts"
import type { Asked } from "./guard.ts"
import type { ConsoleSettings } from "./options.ts"
import { isOpen } from "./sessions.ts"

/** How long events are gathered, and how often they are looked for where another process may have written them. Our choices. */
const gatherMs = 250
const pollMs = 1_000

/** How often a comment is sent, in milliseconds: proxies close what is silent (our choice). */
const beatMs = 15_000

/** Numbers below the last one that are read again where several processes write: an event may be committed late. */
const reread = 200

const encoder = new TextEncoder()

const lineOf = ({ createdAt, plugin, resource, sequence, type }: RecentEvent): Uint8Array =>
  encoder.encode(`id: ${sequence}\ndata: ${JSON.stringify({ type, id: resource, plugin, at: createdAt })}\n\n`)

const beat = encoder.encode(": \n\n")

/** Rings at each commit with events; a ring before the wait counts. Where others write, it rings by itself as well. */
const makeBell = (store: RegionStore) => {
  const latch = Latch.makeUnsafe(true)
  const stop = store.onEvents?.(() => latch.openUnsafe()) ?? (() => {})
  const patienceMs = store.dialect.remote === true ? pollMs : beatMs
  return {
    next: Effect.andThen(
      Effect.timeoutOption(latch.await, patienceMs),
      Effect.sync(() => latch.closeUnsafe())
    ),
    stop: Effect.sync(stop)
  }
}

/** What has been sent: the last number, and those before it that are looked at again. */
const makeSent = (store: RegionStore, last: number) => {
  let highest = last
  const known = new Set<number>()
  return {
    from: () => (store.dialect.remote === true ? Math.max(0, highest - reread) : highest),
    isNew: (sequence: number): boolean => {
      if (known.has(sequence) || (sequence <= last && store.dialect.remote !== true)) return false
      known.add(sequence)
      highest = Math.max(highest, sequence)
      for (const one of known) if (one < highest - reread) known.delete(one)
      return true
    },
    knows: (sequences: ReadonlyArray<number>) => {
      for (const sequence of sequences) known.add(sequence)
    }
  }
}

/** The next events that were not sent. A whole reading may bring nothing but what is read again: then one more is made. */
const freshEvents = Effect.fnUntraced(function* (
  read: (after: number) => ReturnType<(typeof Operator)["Service"]["eventsAfter"]>,
  sent: ReturnType<typeof makeSent>
) {
  for (let after = sent.from(); ;) {
    const events = yield* read(after)
    const fresh = events.filter(({ sequence }) => sent.isNew(sequence))
    const last = events.at(-1)
    if (last === undefined || fresh.length > 0) return fresh
    after = last.sequence
  }
})

/** Streams the events of a region from the last one that the browser has seen, or from now on. */
export const streamEvents =
  (stopped: Deferred.Deferred<void>) =>
  ({ request, session, store }: Asked) =>
    Effect.gen(function* () {
      const operator = yield* Operator
      const services = yield* Effect.context<Clock | ConsoleSettings | Signer | Store>()
      const seen = Number(request.headers["last-event-id"] ?? Number.NaN)
      const latest = yield* operator.eventsAfter(store, undefined)
      const last = Number.isSafeInteger(seen) ? seen : (latest.at(-1)?.sequence ?? 0)
      const sent = makeSent(store, last)
      sent.knows(latest.map(({ sequence }) => sequence).filter((sequence) => sequence <= last))
      const bytes = Stream.callback<Uint8Array>((queue) => {
        const bell = makeBell(store)
        const once = Effect.gen(function* () {
          yield* bell.next
          if (!(yield* Effect.provideContext(isOpen(session), services))) return false
          const fresh = yield* freshEvents((after) => operator.eventsAfter(store, after), sent)
          for (const event of fresh) yield* Queue.offer(queue, lineOf(event))
          if (fresh.length === 0) yield* Queue.offer(queue, beat)
          yield* Effect.sleep(gatherMs)
          return true
        })
        const going = Effect.repeat(once, { while: (goesOn) => goesOn })
        // A store that is away ends the stream; the browser asks again.
        const failed = Effect.tapCause(going, (cause) => Effect.logWarning("Live events of the console ended", cause))
        const ends = Effect.raceFirst(Effect.ignore(failed), Deferred.await(stopped))
        return Effect.andThen(
          Queue.offer(queue, beat),
          Effect.ensuring(ends, Effect.andThen(bell.stop, Queue.end(queue)))
        )
      })
      return HttpServerResponse.stream(bytes, {
        contentType: "text/event-stream",
        headers: { ...securityHeaders, "cache-control": "no-store", "x-accel-buffering": "no" }
      })
    })
