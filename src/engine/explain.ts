/** Puts the story of an object together: what its plugin tells, and what the core's own tables hold about its id. */
import * as Effect from "effect/Effect"
import type * as Context from "effect/Context"
import type { JobDefinition } from "../jobs/Job.ts"
import { entriesOf, type PostedEntry } from "../ledger/post.ts"
import type { Read, RegionStore } from "../services/Store.ts"
import {
  attemptsFor,
  eventsAbout,
  jobsAbout,
  nextJobs,
  type ToldAttempt,
  type ToldEvent,
  type ToldJob
} from "../store/storyRepository.ts"
import { forDelivery } from "../webhooks/endpointRepository.ts"
import { housekeepingJobNames } from "./housekeeping.ts"
import type { LoadedPlugin } from "./Plugin.ts"
import { inOrder, type Story, type StoryStep, type Upcoming } from "./Story.ts"

/** Last words of event types that end an object's matter well or badly, and those after which somebody decides. */
const tones: ReadonlyArray<readonly [tone: StoryStep["tone"], words: RegExp]> = [
  ["bad", /(?:failed|declined|rejected|lost|exhausted|returned|blocked|down)$/],
  ["held", /(?:held|match|flagged|review|needs_attention)$/],
  ["good", /(?:succeeded|captured|settled|paid|won|verified|released|approved|accepted)$/]
]

const toneOf = (eventType: string): StoryStep["tone"] => tones.find(([, words]) => words.test(eventType))?.[0] ?? "none"

const entryStep = (
  { createdAt, currency, postings, step }: PostedEntry,
  titles: Readonly<Record<string, string>>
): StoryStep => ({
  at: createdAt,
  kind: "ledger",
  title: titles[step.replace(/:.*/, "")] ?? `Booked: ${step.replaceAll("_", " ")}`,
  tone: "none",
  postings: postings.map(({ account, amountMinor, direction }) => ({
    account,
    amountMinor: direction === "debit" ? amountMinor : -amountMinor,
    currency
  }))
})

const eventStep = (event: ToldEvent, sentences: Readonly<Record<string, string>>): StoryStep => {
  const sentence = sentences[event.type]
  return {
    at: event.at,
    kind: "event",
    title: event.type,
    ...(sentence === undefined ? {} : { text: sentence }),
    tone: toneOf(event.type),
    raw: { format: "json", text: event.body }
  }
}

const outcomeOf = ({ error, httpStatus }: NonNullable<ToldAttempt["attempt"]>): string =>
  httpStatus === undefined ? `no answer: ${error ?? "unknown"}` : `the receiver answered ${httpStatus}`

const attemptSteps = (told: ToldAttempt, url: string): ReadonlyArray<StoryStep> => {
  const { attempt } = told
  if (attempt === undefined) return []
  const excerpt = attempt.responseExcerpt
  return [
    {
      at: attempt.at,
      kind: "delivery",
      title: `Attempt ${attempt.number} to deliver ${told.eventType}: ${outcomeOf(attempt)}`,
      text: `${told.deliveryId} to ${url}${excerpt === "" ? "" : `. The answer begins: ${excerpt}`}`,
      tone: attempt.httpStatus === 200 ? "good" : "bad"
    }
  ]
}

const pendingStep = (told: ToldAttempt, url: string): ReadonlyArray<StoryStep> =>
  told.status !== "pending" || told.nextAttemptAt === undefined
    ? []
    : [
        {
          at: told.nextAttemptAt,
          kind: "delivery",
          title: `Attempt ${told.attempts + 1} of the schedule to deliver ${told.eventType}`,
          text: `${told.deliveryId} to ${url}`,
          tone: "wait",
          future: true
        }
      ]

/** Steps of all deliveries of events: attempts that were made, and each delivery's next one. */
const deliverySteps = Effect.fnUntraced(function* (store: RegionStore, eventIds: ReadonlyArray<string>) {
  const told = yield* attemptsFor(store, eventIds)
  const urls = new Map<string, string>()
  for (const { endpointId } of told) {
    if (urls.has(endpointId)) continue
    const found = yield* forDelivery(store, endpointId)
    urls.set(endpointId, found?.endpoint.url ?? `${endpointId}, which was deleted`)
  }
  const byDelivery = new Map(told.map((one) => [one.deliveryId, one]))
  return [
    ...told.flatMap((one) => attemptSteps(one, urls.get(one.endpointId)!)),
    ...Array.from(byDelivery.values()).flatMap((one) => pendingStep(one, urls.get(one.endpointId)!))
  ]
})

const jobStep = (job: ToldJob, title: string): StoryStep => ({
  at: job.dueAt,
  kind: "job",
  title: job.isDead ? `Given up: ${title}` : title,
  ...(job.lastError === undefined ? {} : { text: `Tried ${job.attempts} times, last: ${job.lastError}` }),
  tone: job.isDead ? "bad" : "wait",
  future: !job.isDead
})

/** How jobs are called for people. */
export const jobTitles = (definitions: ReadonlyArray<JobDefinition<any>>): ((name: string) => string) => {
  const titles = new Map(definitions.map(({ name, title }) => [name, title]))
  return (name) => titles.get(name) ?? name
}

/** Makes the list of what falls due next over all open regions; upkeep of the engine's own is left out. */
export const makeUpcoming = (of: {
  readonly definitions: ReadonlyArray<JobDefinition<any>>
  readonly open: () => ReadonlyArray<RegionStore>
}): ((limit: number) => Read<ReadonlyArray<Upcoming>>) => {
  const titleOf = jobTitles(of.definitions)
  return Effect.fnUntraced(function* (limit: number) {
    const found = yield* Effect.forEach(of.open(), (store) =>
      Effect.map(nextJobs(store, { except: housekeepingJobNames, rows: limit }), (jobs) =>
        jobs.map(({ dueAt, key, name }): Upcoming => ({
          at: dueAt,
          title: titleOf(name),
          name,
          id: key.replace(/\/[^/]*$/, ""),
          region: store.name
        }))
      )
    )
    return found
      .flat()
      .toSorted((a, b) => a.at - b.at)
      .slice(0, limit)
  })
}

/** Makes `explain` of a running engine. */
export const makeExplain = <R>(of: {
  readonly plugins: ReadonlyArray<LoadedPlugin<R>>
  readonly definitions: ReadonlyArray<JobDefinition<R>>
  readonly open: () => ReadonlyArray<RegionStore>
  readonly context: Context.Context<R>
}): ((id: string) => Read<Story | undefined>) => {
  const titleOf = jobTitles(of.definitions)
  const names = of.plugins.flatMap((plugin) => plugin.jobs.map(({ name }) => name))

  const own = Effect.fnUntraced(function* (id: string, store: RegionStore) {
    for (const plugin of of.plugins) {
      const steps = plugin.story === undefined ? undefined : yield* plugin.story(id, store)
      if (steps !== undefined) return { plugin: plugin.id, steps }
    }
    return undefined
  })

  const within = Effect.fnUntraced(function* (id: string, store: RegionStore) {
    const told = yield* own(id, store)
    const events = yield* eventsAbout(store, id)
    const entries = yield* Effect.forEach(
      told === undefined ? of.plugins.map((plugin) => plugin.id) : [told.plugin],
      (plugin) => entriesOf(store, plugin, id)
    )
    const posted = entries.flat()
    const plugin = told?.plugin ?? events[0]?.plugin ?? posted[0]?.plugin
    if (plugin === undefined) return undefined
    const { events: sentences = {}, journals = {} } = of.plugins.find((one) => one.id === plugin) ?? {}
    const deliveries = yield* deliverySteps(
      store,
      events.map((event) => event.id)
    )
    const jobs = yield* jobsAbout(store, { id, names })
    const steps = [
      ...(told?.steps ?? []),
      ...posted.map((entry) => entryStep(entry, journals)),
      ...events.map((event) => eventStep(event, sentences)),
      ...deliveries,
      ...jobs.map((job) => jobStep(job, titleOf(job.name)))
    ]
    return { id, plugin, steps: inOrder(steps) } satisfies Story
  })

  return Effect.fnUntraced(function* (id: string) {
    for (const store of of.open()) {
      const story = yield* Effect.provideContext(within(id, store), of.context)
      if (story !== undefined) return story
    }
    return undefined
  })
}
