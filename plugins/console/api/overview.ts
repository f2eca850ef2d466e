/** How everything stands: what needs a person, the figures of each plugin, what was paid, what just happened, what comes next. */
import * as Effect from "effect/Effect"
import {
  Clock,
  Operator,
  type PanelFigure,
  type PanelOverview,
  type PanelVolume,
  type RegionStore
} from "../../../src/plugin.ts"
import type { Asked } from "../guard.ts"
import { allPanels, hrefOf, operated } from "./found.ts"
import { upcoming } from "./clock.ts"

/** Days of the volume, and events that are shown (our choices). */
const volumeDays = 30
const recentEvents = 10

const dayMs = 86_400_000

/** How long the sums of days that are over are taken as they are, in milliseconds (our choice). */
const keptMs = 60_000

type Volume = ReadonlyArray<PanelVolume>

/**
 * The volume of the last days. The days that are over are summed once in a while and not at each look; today is summed again
 * each time.
 */
const makeVolume = () => {
  const kept = new Map<string, { readonly until: number; readonly day: number; readonly sums: Volume }>()
  return Effect.fnUntraced(function* (store: RegionStore) {
    const { monotonicNow, now } = yield* Clock
    const today = Math.floor(now() / dayMs)
    const sums: Array<PanelVolume> = []
    for (const { plugin, volume } of yield* operated) {
      if (volume === undefined) continue
      const name = `${store.name} ${plugin}`
      let known = kept.get(name)
      if (known === undefined || known.until <= monotonicNow() || known.day !== today) {
        const from = (today - volumeDays + 1) * dayMs
        known = {
          until: monotonicNow() + keptMs,
          day: today,
          sums: yield* volume(store, { from, to: today * dayMs - 1 })
        }
        kept.set(name, known)
      }
      sums.push(...known.sums, ...(yield* volume(store, { from: today * dayMs, to: (today + 1) * dayMs - 1 })))
    }
    return sums
  })
}

/** A job is late when it has been due for a minute, and as many groups of jobs are looked at (our choices). */
const lateMs = 60_000
const mostLate = 50

/** How the engine itself stands: jobs that were given up, or are late. */
const ofEngine = Effect.fnUntraced(function* (store: RegionStore, now: number) {
  const operator = yield* Operator
  const late = (yield* operator.upcoming(store, mostLate))
    .filter(({ dueAt }) => dueAt < now - lateMs)
    .reduce((sum, { count }) => sum + count, 0)
  const { dead, waiting } = yield* operator.jobs
  const badges = (yield* allPanels).filter(({ panel }) => panel.id === "deliveries")
  const counted = yield* Effect.forEach(badges, ({ panel }) => panel.badge?.(store) ?? Effect.succeed(0))
  const failed = counted.reduce((sum, count) => sum + count, 0)
  const first = badges[counted.findIndex((count) => count > 0)] ?? badges[0]
  const figures: ReadonlyArray<PanelFigure> = [
    ...(first === undefined
      ? []
      : [
          {
            title: "Webhooks not delivered",
            value: failed,
            tone: failed > 0 ? ("bad" as const) : ("good" as const),
            href: `/${first.name}?status=exhausted`
          }
        ]),
    dead > 0
      ? { title: "Jobs given up", value: dead, tone: "bad", href: "/engine.jobs?state=dead" }
      : late > 0
        ? { title: "Jobs late", value: late, tone: "bad", href: "/engine.jobs?state=waiting" }
        : { title: "Jobs waiting, none late", value: waiting, tone: "good", href: "/engine.jobs" }
  ]
  const needs = [
    ...(dead === 0
      ? []
      : [
          {
            text: `${dead} ${dead === 1 ? "job was" : "jobs were"} given up after all tries`,
            href: "/engine.jobs?state=dead"
          }
        ]),
    ...(late === 0
      ? []
      : [
          {
            text: `${late} ${late === 1 ? "job is" : "jobs are"} late by more than a minute`,
            href: "/engine.jobs?state=waiting"
          }
        ])
  ]
  return { figures, needs }
})

export const makeShowOverview = () => {
  const volumeOf = makeVolume()
  return Effect.fnUntraced(function* ({ store }: Asked) {
    const clock = yield* Clock
    const operator = yield* Operator
    const panels = yield* allPanels
    const now = clock.now()
    const each = yield* Effect.forEach(yield* operated, ({ overview }) => overview?.(store, now) ?? Effect.undefined)
    const all: ReadonlyArray<PanelOverview> = [...each.filter((one) => one !== undefined), yield* ofEngine(store, now)]
    const needs = all.flatMap((one) => one.needs ?? [])
    const events = yield* operator.eventsAfter(store, undefined)
    const [next] = yield* upcoming
    const recent = events.slice(-recentEvents).reverse()
    return {
      well: needs.length === 0,
      needs,
      figures: all.flatMap((one) => one.figures ?? []),
      volume: yield* volumeOf(store),
      recent: recent.map((event) => ({
        id: event.resource,
        type: event.type,
        title: operator.eventTitle(event),
        at: event.createdAt,
        tone: "none",
        href: hrefOf(panels, event.resource)
      })),
      clock: { now, mode: clock.state().mode, next: next === undefined ? null : { at: next.at, title: next.title } }
    }
  })
}
