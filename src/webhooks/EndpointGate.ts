/**
 * How many attempts may be on their way to one endpoint, and what becomes of those beyond. The worker lends its slots
 * in order of due time without knowing endpoints; this keeps a receiver that hangs from taking them all.
 *
 * An attempt that finds no room waits in its slot if its turn is near, judged by how long the endpoint took of late: a
 * burst to a quick receiver goes out in order, at full speed. Otherwise it goes back among the waiting jobs and gives
 * up its slot. Waiting in slots alone would let 256 attempts at a receiver that hangs stop all others for its time-out;
 * a plain "again in a second" would rewrite a long backlog every second, and slow down a quick receiver.
 */
import * as Effect from "effect/Effect"

/** Bounds of the gate, all our choice. */
export const gateLimits = {
  /** Attempts on their way to one endpoint: 8 busy endpoints fill the worker's 256 slots. */
  inFlight: 32,
  /** What an endpoint starts with; each answer adds one. New endpoints that hang take little. */
  first: 8,
  /** The slots of an endpoint that does not answer in time: 128 such endpoints fill the worker's slots. */
  least: 2,
  /** Up to this many milliseconds an answer, an endpoint has its full share; beyond, it shrinks in proportion. */
  quickMs: 1_000,
  /** How long an attempt may hold a slot for its turn, in milliseconds. */
  patienceMs: 250,
  /** The longest time an attempt is sent away for, in milliseconds: how late a recovery is noticed by a long line. */
  longestPauseMs: 15_000,
  /** Endpoints remembered. Idle ones are forgotten beyond it. */
  endpoints: 4_096
} as const

/** Weight of the newest answer in the average of an endpoint. */
const newestWeight = 0.25

/** An attempt at the gate. */
export interface Visit {
  readonly endpointId: string
  /** Engine time, epoch milliseconds. */
  readonly now: number
  /** Engine time stands still: a pause would last until somebody moves it, so patience comes first. */
  readonly clockStands: boolean
  /** It has not been sent away before: it queues up behind those that have. */
  readonly isNew: boolean
}

/** The attempt was made, or has to come back at an engine time. */
export type Passage<A> =
  { readonly _tag: "Passed"; readonly outcome: A } | { readonly _tag: "SentAway"; readonly comeBackAt: number }

/** The gate of a dispatcher. */
export interface EndpointGate {
  /** Makes the attempt when there is room for it within patience. */
  readonly pass: <A extends { readonly durationMs: number }, E, R>(
    visit: Visit,
    attempt: Effect.Effect<A, E, R>
  ) => Effect.Effect<Passage<A>, E, R>
}

interface Turn {
  isAdmitted: boolean
  admitted: () => void
}

interface Receiver {
  inFlight: number
  answers: number
  averageMs: number
  /** Engine time for which the last attempt that was sent away was told to come back. */
  lineEndsAt: number
  readonly waiting: Set<Turn>
}

const roomOf = ({ answers, averageMs }: Receiver): number => {
  const { first, inFlight, least, quickMs } = gateLimits
  const share = averageMs <= quickMs ? inFlight : Math.floor((inFlight * quickMs) / averageMs)
  return Math.max(least, Math.min(share, first + answers))
}

const admitWaiting = (receiver: Receiver): void => {
  for (const turn of receiver.waiting) {
    if (receiver.inFlight >= roomOf(receiver)) return
    receiver.waiting.delete(turn)
    receiver.inFlight += 1
    turn.isAdmitted = true
    turn.admitted()
  }
}

/** Waits for room in the order of arrival. Answers when admitted, or after `patienceMs` of real time. */
const awaitTurn = (receiver: Receiver, turn: Turn, patienceMs: number): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    receiver.waiting.add(turn)
    admitWaiting(receiver)
    if (turn.isAdmitted) return resume(Effect.void)
    const timer = setTimeout(() => {
      // Nobody was done in all this time: whatever the average says, this endpoint is not quick now.
      receiver.averageMs = Math.max(receiver.averageMs, gateLimits.quickMs)
      resume(Effect.void)
    }, patienceMs)
    turn.admitted = () => {
      clearTimeout(timer)
      resume(Effect.void)
    }
    return Effect.sync(() => clearTimeout(timer))
  })

const leave = (receiver: Receiver, turn: Turn): void => {
  receiver.waiting.delete(turn)
  if (turn.isAdmitted) receiver.inFlight -= 1
  admitWaiting(receiver)
}

const noteAnswer = (receiver: Receiver, durationMs: number): void => {
  receiver.averageMs += (durationMs - receiver.averageMs) * newestWeight
  receiver.answers += 1
}

const isTurnNear = (receiver: Receiver, visit: Visit, patienceMs: number): boolean => {
  if (visit.clockStands) return true
  if (visit.isNew && receiver.lineEndsAt > visit.now) return false
  const room = roomOf(receiver)
  if (receiver.inFlight < room) return true
  return ((receiver.waiting.size + 1) * receiver.averageMs) / room <= patienceMs
}

const comeBackAt = (receiver: Receiver, { clockStands, now }: Visit, patienceMs: number): number => {
  if (clockStands) return now
  const place = Math.max(receiver.lineEndsAt, now + patienceMs) + receiver.averageMs / roomOf(receiver)
  receiver.lineEndsAt = Math.min(Math.ceil(place), now + gateLimits.longestPauseMs)
  return receiver.lineEndsAt
}

const receiverOf = (receivers: Map<string, Receiver>, endpointId: string): Receiver => {
  const known = receivers.get(endpointId)
  if (known !== undefined) return known
  if (receivers.size >= gateLimits.endpoints) {
    for (const [id, { inFlight, waiting }] of receivers) if (inFlight + waiting.size === 0) receivers.delete(id)
  }
  const receiver: Receiver = { inFlight: 0, answers: 0, averageMs: 0, lineEndsAt: 0, waiting: new Set() }
  receivers.set(endpointId, receiver)
  return receiver
}

const visitOnce = Effect.fnUntraced(function* <A extends { readonly durationMs: number }, E, R>(
  receiver: Receiver,
  turn: Turn,
  { attempt, patienceMs, visit }: { attempt: Effect.Effect<A, E, R>; patienceMs: number; visit: Visit }
) {
  if (isTurnNear(receiver, visit, patienceMs)) yield* awaitTurn(receiver, turn, patienceMs)
  if (!turn.isAdmitted) {
    return { _tag: "SentAway", comeBackAt: comeBackAt(receiver, visit, patienceMs) } satisfies Passage<A>
  }
  const outcome = yield* attempt
  noteAnswer(receiver, outcome.durationMs)
  return { _tag: "Passed", outcome } satisfies Passage<A>
})

/** Makes a gate. It remembers in memory only: after a restart every endpoint starts anew. */
export const makeEndpointGate = (patienceMs: number = gateLimits.patienceMs): EndpointGate => {
  const receivers = new Map<string, Receiver>()
  return {
    pass: (visit, attempt) =>
      Effect.suspend(() => {
        const receiver = receiverOf(receivers, visit.endpointId)
        const turn: Turn = { isAdmitted: false, admitted: () => {} }
        // Whatever ends the visit, an interruption too, its place is given back.
        return Effect.ensuring(
          visitOnce(receiver, turn, { attempt, patienceMs, visit }),
          Effect.sync(() => leave(receiver, turn))
        )
      })
  }
}
