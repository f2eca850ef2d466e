/** Engine time: what falls due next, and moving it in a sandbox. */
import * as Effect from "effect/Effect"
import { Clock, InvalidTime, Operator, TimeControl, TimeInPast } from "../../../src/plugin.ts"
import { invalid, Refused } from "../answers.ts"
import { audited } from "../audit.ts"
import { bodyOf, type Asked } from "../guard.ts"
import { ConsoleSettings } from "../options.ts"
import { allPanels, hrefOf, panelsOf } from "./found.ts"

/** Jobs that are shown, and events that a move of time shows (our choice). */
const mostUpcoming = 20
const mostHappened = 100

/** What falls due next over all regions. */
export const upcoming = Effect.gen(function* () {
  const operator = yield* Operator
  const panels = yield* allPanels
  const each = yield* Effect.forEach(operator.regions(), (store) => operator.upcoming(store, mostUpcoming))
  return each
    .flat()
    .sort((a, b) => a.dueAt - b.dueAt)
    .slice(0, mostUpcoming)
    .map(({ count, dueAt, key, name, title }) => {
      const [id = ""] = key.split("/")
      return {
        at: dueAt,
        title,
        job: name,
        count,
        ...(count === 1 && panelsOf(panels, id).length > 0 ? { href: hrefOf(panels, id) } : {})
      }
    })
})

/** The time, and what comes next. */
export const showClock = Effect.fnUntraced(function* () {
  const clock = yield* Clock
  const { mode = "sandbox" } = yield* ConsoleSettings
  return { now: clock.now(), mode: clock.state().mode, moves: mode === "sandbox", upcoming: yield* upcoming }
})

/** The requested point in time; `undefined`: that of the next job. */
const targetOf = (body: Readonly<Record<string, unknown>>, now: number) => {
  const { seconds, to } = body
  if (to === "next" && seconds === undefined) return Effect.undefined
  if (typeof to === "string" && seconds === undefined && Number.isFinite(Date.parse(to))) {
    return Effect.succeed(Date.parse(to))
  }
  if (to === undefined && Number.isSafeInteger(seconds) && (seconds as number) >= 0) {
    return Effect.succeed(now + (seconds as number) * 1_000)
  }
  return Effect.fail(invalid('Send whole "seconds", or "to" with a time such as 2026-01-15T09:30:00Z, or "to": "next"'))
}

const nextDue = Effect.flatMap(upcoming, ([next]) =>
  next === undefined
    ? Effect.fail(new Refused({ status: 422, code: "refused", message: "Nothing waits to be done" }))
    : Effect.succeed(next.at)
)

/** What was committed after a point, over all regions. */
const happenedSince = Effect.fnUntraced(function* (before: ReadonlyMap<string, number>) {
  const operator = yield* Operator
  const panels = yield* allPanels
  const happened: Array<{ at: number; type: string; title: string; id: string; href: string }> = []
  for (const store of operator.regions()) {
    let after = before.get(store.name) ?? 0
    for (;;) {
      const events = yield* operator.eventsAfter(store, after)
      for (const event of events) {
        const { createdAt, resource, type } = event
        const title = operator.eventTitle(event)
        happened.push({ at: createdAt, type, title, id: resource, href: hrefOf(panels, resource) })
      }
      if (events.length === 0 || happened.length >= 10_000) break
      after = events.at(-1)!.sequence
    }
  }
  return happened.sort((a, b) => a.at - b.at)
})

const moveTo = Effect.fnUntraced(function* (body: Readonly<Record<string, unknown>>) {
  const control = yield* TimeControl
  const operator = yield* Operator
  const before = new Map<string, number>()
  for (const store of operator.regions()) {
    const latest = yield* operator.eventsAfter(store, undefined)
    before.set(store.name, latest.at(-1)?.sequence ?? 0)
  }
  const target = (yield* targetOf(body, control.now())) ?? (yield* nextDue)
  if (target <= control.now() && body["to"] === "next") yield* control.drain
  else yield* control.advanceTo(target)
  const happened = yield* happenedSince(before)
  const message = `Time is ${new Date(control.now()).toISOString()}; ${happened.length} events happened`
  return { message, now: control.now(), ran: happened.length, happened: happened.slice(0, mostHappened) }
})

const wordsOf = (failure: unknown): string | undefined =>
  failure instanceof Refused || failure instanceof TimeInPast || failure instanceof InvalidTime
    ? failure.message
    : undefined

/** Moves time; whatever falls due on the way has happened when it answers. */
export const advanceClock = Effect.fn("console.advanceClock")(function* ({ request, session }: Asked) {
  const { mode = "sandbox" } = yield* ConsoleSettings
  if (mode !== "sandbox") {
    return yield* new Refused({ status: 403, code: "not_a_sandbox", message: "Time is moved in a sandbox only" })
  }
  const body = yield* bodyOf(request)
  const audit = { session, action: "clock.advance", resource: "", reason: JSON.stringify(body).slice(0, 100) }
  const { happened, now, ran } = yield* audited(audit, moveTo(body), wordsOf).pipe(
    Effect.mapError((failure) => {
      const message = wordsOf(failure)
      return message === undefined || failure instanceof Refused
        ? failure
        : new Refused({ status: 422, code: "refused", message })
    })
  )
  return { now, ran, happened }
})
