/**
 * Asks a function that a host wrote (a risk model, a screening provider) and turns whatever it does into a valid answer
 * or `NoAnswer`: it may return, throw, reject, hang or answer nonsense. A plain value costs no fiber and no timer.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import { NoAnswer } from "./NoAnswer.ts"
import type { Outages } from "./Outages.ts"
import { Unflushed } from "./Store.ts"
import { wallTimeout } from "./wallTimeout.ts"
import { durationFamily, traceparentOf, watchedBy } from "./Watching.ts"

/** What a host's function may return: a plain value, a promise of it, or an effect that gives it. */
export type Answer<A> = A | PromiseLike<A> | Effect.Effect<A, unknown>

/** One call of a host's function, handed to it as its last argument. */
export class HostCall {
  #controller: AbortController | undefined

  /** The header `traceparent` to send along (W3C Trace Context), where the host traces its engine. */
  readonly traceparent: string | undefined

  constructor(traceparent?: string) {
    this.traceparent = traceparent
  }

  /** Aborted when the engine no longer waits for the answer; pass it to `fetch`. Made only when it is read. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    return this.#controller.signal
  }

  /** Tells the host that nobody waits any more. */
  abandon(): void {
    this.#controller?.abort()
  }
}

/** A call to make, and how to understand its answer. */
export interface Question<A> {
  /** The service and method, such as `RiskModel.score`: the name of the call's span, and a label of its figures. */
  readonly span: string
  /** The name that the host gave to its implementation. */
  readonly implementation: string
  /** Longest wait in milliseconds of real time: the engine clock may stand still while a remote hangs. */
  readonly timeoutMs: number
  /** Logs when this function gives no answers: one for all its calls. Absent where each failure is kept elsewhere. */
  readonly outages?: Outages
  readonly call: (hostCall: HostCall) => unknown
  /** Makes the typed answer from what came back, or gives `undefined` when it is no valid answer. */
  readonly read: (answer: unknown) => A | undefined
  /** One word for an answer, such as `declined`, for figures. Default: `answered`. */
  readonly word?: ((answer: A) => string) | undefined
}

/** For hosts in JavaScript: throws a `TypeError` where what they wrote lacks a function, which nobody would miss before it is called. */
export const checkFunctions = <A extends object>(
  owner: string,
  written: A,
  names: ReadonlyArray<keyof A & string>
): void => {
  const missing = names.find((name) => typeof (written as A | null | undefined)?.[name] !== "function")
  if (missing !== undefined) throw new TypeError(`${owner} needs a function ${missing}`)
}

/** The name of what a host wrote, which is kept with its answers. Throws where there is none: what is kept could not be read again. */
export const nameOf = ({ name }: { readonly name: unknown }): string => {
  if (typeof name === "string" && name !== "") return name
  throw new TypeError(`A service of a host needs a name, a text that is kept with its answers, and has ${String(name)}`)
}

/** The longest delay of a timer in Node, about 24 days. */
const longestTimeoutMs = 2_147_483_647

/** A host's time-out in milliseconds. Throws where it is shorter than 1 ms or longer than a timer can run. */
export const timeoutMsOf = (timeout: Duration.Input): number => {
  const timeoutMs = Duration.toMillis(Duration.fromInputUnsafe(timeout))
  if (timeoutMs >= 1 && timeoutMs <= longestTimeoutMs) return timeoutMs
  throw new RangeError(`A time-out lies between 1 and ${longestTimeoutMs} ms, not at ${timeoutMs}`)
}

const isPromiseLike = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function"

const accept = <A>(question: Question<A>, answer: unknown): Effect.Effect<A, NoAnswer> => {
  try {
    const read = question.read(answer)
    return read === undefined ? Effect.fail(new NoAnswer({ reason: "invalid_answer" })) : Effect.succeed(read)
  } catch (error) {
    return Effect.fail(new NoAnswer({ reason: "invalid_answer", error }))
  }
}

const errorOf = (exit: Exit.Failure<unknown, unknown>): unknown => {
  const reason = exit.cause.reasons[0]
  if (reason === undefined || reason._tag === "Interrupt") return undefined
  return reason._tag === "Fail" ? reason.error : reason.defect
}

const settle = <A>(question: Question<A>, exit: Exit.Exit<unknown, unknown>): Effect.Effect<A, NoAnswer> =>
  exit._tag === "Success"
    ? accept(question, exit.value)
    : Effect.fail(new NoAnswer({ reason: "failed", error: errorOf(exit) }))

const waitFor = <A>(question: Question<A>, pending: Effect.Effect<unknown, unknown>, hostCall: HostCall) => {
  const exit = Effect.contextWith((context: Context.Context<never>) =>
    Effect.callback<Exit.Exit<unknown, unknown>>((resume) => {
      // A fiber of its own: an effect that refuses to be interrupted must not keep the caller beyond the time limit.
      const fiber = Effect.runForkWith(context)(pending)
      fiber.addObserver((exit) => resume(Effect.succeed(exit)))
      return Effect.sync(() => {
        hostCall.abandon()
        fiber.interruptUnsafe()
      })
    })
  )
  return wallTimeout(exit, {
    timeoutMs: question.timeoutMs,
    onTimeout: () => new NoAnswer({ reason: "timeout" })
  }).pipe(Effect.flatMap((exit) => settle(question, exit)))
}

/** Makes the call. It is never tried again; an endless loop in the host's function cannot be bounded. */
export const ask = <A>(question: Question<A>): Effect.Effect<A, NoAnswer> =>
  Effect.withFiber((fiber) => {
    const asked = (): Effect.Effect<A, NoAnswer> => {
      const answer = askOnce(question, fiber)
      return question.outages === undefined ? answer : question.outages.watch(question, answer)
    }
    // What led to the call is on disk before anybody outside hears of it.
    const flush = Context.get(fiber.context, Unflushed)?.flush
    return flush === undefined ? asked() : Effect.andThen(Effect.orDie(flush), Effect.suspend(asked))
  })

const callDuration = durationFamily(
  "bursar_host_call_duration_seconds",
  "Calls of services that the host brings, by what came of them."
)

/** Counts what came of a call. */
const count = <A>(
  { implementation, span, word }: Question<A>,
  { context }: Fiber.Fiber<unknown, unknown>,
  { exit, fromMs }: { readonly exit: Exit.Exit<A, NoAnswer>; readonly fromMs: number }
): void => {
  const failed = exit._tag === "Failure" ? Cause.squash(exit.cause) : undefined
  const answer =
    exit._tag === "Success"
      ? (word?.(exit.value) ?? "answered")
      : failed instanceof NoAnswer
        ? failed.reason
        : "interrupted"
  callDuration(context, (performance.now() - fromMs) / 1_000, { service: span, implementation, answer })
}

/** Makes the call, with its span and its figures. */
const askOnce = <A>(question: Question<A>, asking: Fiber.Fiber<unknown, unknown>): Effect.Effect<A, NoAnswer> => {
  const { implementation, span } = question
  const called = (fiber: Fiber.Fiber<unknown, unknown>): Effect.Effect<A, NoAnswer> => {
    const fromMs = performance.now()
    const answer = callOnce(question, traceparentOf(fiber))
    if (!Exit.isExit(answer))
      return Effect.onExit(answer, (exit) => Effect.sync(() => count<A>(question, fiber, { exit, fromMs })))
    count<A>(question, fiber, { exit: answer as Exit.Exit<A, NoAnswer>, fromMs })
    return answer
  }
  return watchedBy(asking, called, () => ({ name: span, kind: "client", attributes: { implementation } }))
}

const callOnce = <A>(question: Question<A>, traceparent: string | undefined): Effect.Effect<A, NoAnswer> => {
  const hostCall = new HostCall(traceparent)
  let answer: unknown
  try {
    answer = question.call(hostCall)
  } catch (error) {
    return Effect.fail(new NoAnswer({ reason: "failed", error }))
  }
  if (Effect.isEffect(answer)) {
    return waitFor(question, answer as Effect.Effect<unknown, unknown>, hostCall)
  }
  if (isPromiseLike(answer)) {
    const promised = answer
    const pending = Effect.tryPromise({ try: () => Promise.resolve(promised), catch: (error) => error })
    return waitFor(question, pending, hostCall)
  }
  return accept(question, answer)
}
