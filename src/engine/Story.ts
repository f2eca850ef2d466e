/**
 * The story of an object: everything that happened to it and why, and what is still to come, in order. Plugins tell what
 * only they know (`definePlugin({ story })`); the core adds journals, events, deliveries and jobs.
 */
import type * as Effect from "effect/Effect"
import { isCurrency } from "../domain/Currency.ts"
import { format } from "../domain/Money.ts"
import type { RegionName, RegionStore, StoreUnavailable } from "../services/Store.ts"

/** What a step is about. Steps of one moment follow each other in this order. */
export const storyKinds = [
  "request",
  "risk",
  "sca",
  "screening",
  "network",
  "ledger",
  "event",
  "delivery",
  "job"
] as const

/** One thing that happened to an object, or will. */
export interface StoryStep {
  /** Engine time, epoch milliseconds. */
  readonly at: number
  readonly kind: (typeof storyKinds)[number]
  /** The beginning of a sentence for people: `Authorized by the acquirer`. */
  readonly title: string
  /** One or two sentences more. */
  readonly text?: string
  readonly tone: "good" | "wait" | "bad" | "held" | "none"
  /** What a decision rests on: contributions to a risk score, words that matched a list. */
  readonly why?: ReadonlyArray<{ readonly label: string; readonly weight: number }>
  /** Debits are positive. The amounts of one currency add up to zero. */
  readonly postings?: ReadonlyArray<{
    readonly account: string
    readonly amountMinor: number
    readonly currency: string
  }>
  /** The message as it was sent or received. */
  readonly raw?: { readonly format: "json" | "xml" | "nacha"; readonly text: string }
  /** Whether it is still to come: then `at` is when it falls due. */
  readonly future?: boolean
}

/**
 * What a plugin knows about an id of its own, in a region: requests, risk, authentication, screening, network messages.
 * `undefined` for an id that it does not know.
 */
export type PluginStory<R> = (
  id: string,
  store: RegionStore
) => Effect.Effect<ReadonlyArray<StoryStep> | undefined, StoreUnavailable, R>

/** An object with everything that happened to it, oldest first, and what is still to come. */
export interface Story {
  readonly id: string
  /** Whose object it is. */
  readonly plugin: string
  readonly steps: ReadonlyArray<StoryStep>
}

/** Something that happens by itself, unless time stands: a job with the object that it is about. */
export interface Upcoming {
  /** Engine time, epoch milliseconds. */
  readonly at: number
  /** What happens, for people: `Send the payouts of the day`. */
  readonly title: string
  /** Name of the job. */
  readonly name: string
  /** What it is about: mostly the id of an object, which `explain` knows. */
  readonly id: string
  readonly region: RegionName
}

const rankOf: Readonly<Record<StoryStep["kind"], number>> = Object.fromEntries(
  storyKinds.map((kind, rank) => [kind, rank])
) as Record<StoryStep["kind"], number>

/** Steps in their order: by time, at one moment by kind, and else as they came. Steps that are still to come are last. */
export const inOrder = (steps: ReadonlyArray<StoryStep>): ReadonlyArray<StoryStep> =>
  steps.toSorted(
    (a, b) => Number(a.future === true) - Number(b.future === true) || a.at - b.at || rankOf[a.kind] - rankOf[b.kind]
  )

const amountText = (amountMinor: number, currency: string): string =>
  isCurrency(currency) ? format({ amountMinor, currency }) : `${amountMinor} ${currency}`

const indented = (text: string): string => text.replace(/^/gm, "    ")

const stepText = (step: StoryStep): string => {
  const { at, future, kind, postings, raw, text, title, why } = step
  const lines = [`${new Date(at).toISOString()}  ${future === true ? "due " : ""}${kind}: ${title}`]
  if (text !== undefined) lines.push(indented(text))
  for (const { label, weight } of why ?? []) lines.push(indented(`${label} (${weight})`))
  for (const { account, amountMinor, currency } of postings ?? []) {
    lines.push(indented(`${account} ${amountText(amountMinor, currency)}`))
  }
  // The body of an event repeats the object, which would hide what happened.
  if (raw !== undefined && kind !== "event") lines.push(indented(raw.text.trimEnd()))
  return lines.join("\n")
}

/** A story as text, a paragraph for each step; without the bodies of events. */
export const explainText = ({ id, plugin, steps }: Story): string =>
  [`${id} (${plugin})`, ...steps.map(stepText)].join("\n")
