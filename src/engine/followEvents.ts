/** The events of a plugin for hosts, as an async iterable that waits for more. */
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { modeOfScope, type Mode } from "../domain/Principal.ts"
import { Store, type RegionName, type RegionStore } from "../services/Store.ts"
import { cursorOf, endOfFeed, positionOf, readFeed, startOfFeed, type FedEvent } from "../store/eventFeed.ts"
import { dataOf } from "../store/outboxRepository.ts"

/** What events of some types hold, by type: the `eventData` of a plugin. */
export type EventSchemas = Readonly<Record<string, Schema.Top>>

/** Which events are followed. */
export interface FollowEvents<Types extends EventSchemas = {}> {
  /** Id of the plugin, such as `cards`. */
  readonly plugin: string
  /** Only events of these types, with what they hold: `eventData` of the plugin, or some of it. Default: all. */
  readonly types?: Types
  /** The `cursor` of an event: those after it. `now`: those that are still to come. Default: from the oldest that is kept on. */
  readonly after?: string
  /** Ends the iteration. */
  readonly signal?: AbortSignal
  /** Default: the home region. */
  readonly region?: RegionName
}

/** Something that happened. */
export interface EngineEvent<Type extends string = string, Data = unknown> {
  readonly id: string
  readonly type: Type
  /** Id of the object that it is about. */
  readonly resource: string
  /** Whose it is, such as `acct_…` in cards or a client id in bank. */
  readonly account: string
  readonly mode: Mode
  readonly region: RegionName
  /** Engine time, epoch milliseconds. */
  readonly createdAt: number
  /** The object as webhooks show it. */
  readonly data: Data
  /** Give it as `after` to go on behind this event, in another process too. */
  readonly cursor: string
}

/** An event of one of these types. */
export type EventOf<Types extends EventSchemas> = keyof Types extends never
  ? EngineEvent
  : { readonly [Type in keyof Types & string]: EngineEvent<Type, Types[Type]["Encoded"]> }[keyof Types & string]

/** What it is made with. */
export interface Following {
  /** Runs an effect of the engine. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, Store>) => Promise<A>
  /** Aborted when the engine closes. */
  readonly closing: AbortSignal
}

/** How long other processes may write unheard, in milliseconds. Our choice: as the jobs of a region are looked for. */
const pollMs = 1_000

const shown = (store: RegionStore, { event, position }: FedEvent): EngineEvent => ({
  id: event.id,
  type: event.type,
  resource: event.resource,
  account: event.scope.slice(0, event.scope.lastIndexOf("/")),
  mode: modeOfScope(event.scope),
  region: store.name,
  createdAt: event.createdAt,
  data: dataOf(event),
  cursor: cursorOf(store, position)
})

/** Something to wait for: a commit, an end, or that others may have written. A signal before the wait counts. */
const makeBell = (store: RegionStore, ends: AbortSignal, isAlone: boolean) => {
  let ring = () => {}
  let hasRung = false
  const heard = () => {
    hasRung = true
    ring()
  }
  const stop = store.onEvents?.(heard)
  ends.addEventListener("abort", heard)
  return {
    next: async () => {
      let timer: ReturnType<typeof setTimeout> | undefined
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          ring = resolve
          if (!isAlone) timer = setTimeout(resolve, pollMs)
        })
      }
      clearTimeout(timer)
      hasRung = false
    },
    stop: () => {
      stop?.()
      ends.removeEventListener("abort", heard)
    }
  }
}

/** The cursor after all events of the home region: those behind it are still to come. */
export const endOfEvents = Effect.flatMap(Store, (stores) =>
  Effect.flatMap(stores.region(stores.home), (home) =>
    Effect.map(endOfFeed(home, performance.now()), (end) => cursorOf(home, end))
  )
)

/** Follows events until the signal is aborted or the engine closes. */
export const followEvents = async function* <Types extends EventSchemas = {}>(
  { after, plugin, region, signal, types }: FollowEvents<Types>,
  { closing, run }: Following
): AsyncGenerator<EventOf<Types>, void, void> {
  const ends = signal === undefined ? closing : AbortSignal.any([closing, signal])
  const { isAlone, store } = await run(
    Effect.flatMap(Store, (stores) =>
      Effect.map(stores.region(region ?? stores.home), (opened) => ({ store: opened, isAlone: stores.exclusive }))
    )
  )
  const bell = makeBell(store, ends, isAlone)
  try {
    const now = performance.now()
    let position = startOfFeed
    if (after === "now") position = await run(endOfFeed(store, now))
    else if (after !== undefined) position = await run(positionOf(store, after, now))
    while (!ends.aborted) {
      const fed = await run(readFeed(store, plugin, position, performance.now()))
      for (const one of fed.events) {
        if (ends.aborted) return
        if (types === undefined || Object.hasOwn(types, one.event.type)) yield shown(store, one) as EventOf<Types>
      }
      position = fed.position
      if (!fed.isFull && !ends.aborted) await bell.next()
    }
  } catch (error) {
    // What the end of the engine cut off is no failure.
    if (!closing.aborted) throw error
  } finally {
    bell.stop()
  }
}
