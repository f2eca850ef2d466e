/**
 * Work on long bodies, in slices. Only one slice is worked on in each turn of the event loop, whoever it is for: however many
 * long bodies there are, another request waits for one slice at a time. Those who wait get their turn in their order.
 */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"

/**
 * Characters or bytes that one slice looks at: a few tenths of a millisecond of work, of which a request that others wait for
 * sees three or four. V8 gives strings of twice the length memory of their own, which costs more than what is done with them.
 */
export const sliceLength = 65_536

/** Where a piece of a text ends: half of a surrogate pair would be written as something else. */
export const endOfPiece = (text: string, start: number, length: number): number => {
  const end = Math.min(start + length, text.length)
  return end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end - 1 : end
}

const turns = Semaphore.makeUnsafe(1)

/** Runs one slice of work, when it is its turn; everything else gets its own before the next slice begins. */
export const inTurn = <A, E = never>(slice: () => Effect.Effect<A, E>): Effect.Effect<A, E> =>
  turns.withPermit(Effect.flatMap(Effect.suspend(slice), (outcome) => Effect.as(Effect.yieldNow, outcome)))

/** Runs slices of work until one answers `false`. */
export const untilDone = Effect.fnUntraced(function* (slice: () => boolean) {
  let more = true
  while (more) more = yield* inTurn(() => Effect.sync(slice))
})

/** One buffer of bytes that came in pieces. A long one is put together in turns. */
export const joined = (chunks: ReadonlyArray<Uint8Array>, length: number): Effect.Effect<Uint8Array<ArrayBuffer>> => {
  const all = new Uint8Array(length)
  let [at, next] = [0, 0]
  const join = (): boolean => {
    const until = at + sliceLength
    for (; next < chunks.length && at < until; next++) {
      all.set(chunks[next]!, at)
      at += chunks[next]!.length
    }
    return next < chunks.length
  }
  return Effect.suspend(() => Effect.as(join() ? untilDone(join) : Effect.void, all))
}

/** Runs work that comes in steps, one in each turn, and answers with what it comes to. */
export const stepByStep = Effect.fnUntraced(function* <A>(steps: Iterator<void, A>) {
  for (;;) {
    const step = yield* inTurn(() => Effect.sync(() => steps.next()))
    if (step.done === true) return step.value
  }
})

/** Items that `mapInTurns` looks at in one slice. */
const itemsAtOnce = 32

/** Maps a list that may be long without holding the event loop up: some items in each turn. */
export const mapInTurns = Effect.fnUntraced(function* <A, B>(
  items: ReadonlyArray<A>,
  map: (item: A, index: number) => B
) {
  const mapped: Array<B> = []
  yield* untilDone(() => {
    const end = Math.min(mapped.length + itemsAtOnce, items.length)
    while (mapped.length < end) mapped.push(map(items[mapped.length]!, mapped.length))
    return mapped.length < items.length
  })
  return mapped
})
