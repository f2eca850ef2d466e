/**
 * Drafts as they grow in this process: what readers of a stream wait on. Nothing here must survive: a draft that is gone
 * is made again from its version.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { DraftEvent } from "../generations/stream-wire.ts"

export interface LiveDraft {
  /** The run that the events are of; 0 before the first one begins. */
  run: number
  events: Array<DraftEvent>
  ended: boolean
  sections: { done: number; total: number }
  cancelRequested: boolean
  readonly listeners: Set<() => void>
}

/** Ended drafts that are kept: partial ones can be read nowhere else. Our choice. */
const maxEnded = 8

const makeDraft = (): LiveDraft => ({
  run: 0,
  events: [],
  ended: false,
  sections: { done: 0, total: 0 },
  cancelRequested: false,
  listeners: new Set()
})

const wake = (draft: LiveDraft): void => {
  // A listener takes itself away when it is called: the list is copied first.
  for (const listener of Array.from(draft.listeners)) listener()
}

const make = () => {
  const drafts = new Map<string, LiveDraft>()
  const of = (id: string): LiveDraft => {
    let draft = drafts.get(id)
    if (draft === undefined) drafts.set(id, (draft = makeDraft()))
    return draft
  }
  const forgetOldest = () => {
    const past = [...drafts].filter(([, draft]) => draft.ended && draft.listeners.size === 0)
    for (const [id] of past.slice(0, Math.max(0, past.length - maxEnded))) drafts.delete(id)
  }
  return {
    /** The draft of a generation, made if nobody asked for it before. */
    of,
    peek: (id: string): LiveDraft | undefined => drafts.get(id),
    /** Begins a run: what an earlier one wrote is void. */
    open: (id: string, run: number): LiveDraft => {
      const draft = of(id)
      Object.assign(draft, { run, events: [], ended: false, sections: { done: 0, total: 0 } })
      wake(draft)
      return draft
    },
    append: (draft: LiveDraft, events: ReadonlyArray<DraftEvent>): void => {
      for (const event of events) draft.events.push(event)
      wake(draft)
    },
    end: (draft: LiveDraft): void => {
      draft.ended = true
      wake(draft)
      forgetOldest()
    },
    requestCancel: (id: string): void => {
      const draft = drafts.get(id)
      if (draft === undefined) return
      draft.cancelRequested = true
      wake(draft)
    },
    /** Drops a draft that nobody waits for and nobody writes: one that was only looked for. */
    release: (id: string): void => {
      const draft = drafts.get(id)
      if (draft !== undefined && draft.run === 0 && draft.listeners.size === 0) drafts.delete(id)
    }
  }
}

/** Waits until something happens to a draft. */
export const changed = (draft: LiveDraft): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const listener = () => {
      draft.listeners.delete(listener)
      resume(Effect.void)
    }
    draft.listeners.add(listener)
    return Effect.sync(() => draft.listeners.delete(listener))
  })

/** The drafts of this process. */
export class LiveDrafts extends Context.Service<LiveDrafts, ReturnType<typeof make>>()("docs/LiveDrafts") {
  static readonly layer = Layer.sync(LiveDrafts, make)
}
