/** `bursar trigger EVENT`: makes something happen in a sandbox that emits the event. */
import { setTimeout as after } from "node:timers/promises"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import type { Cards } from "../../client/index.ts"
import { CommandRefused } from "../refusal.ts"
import { answer } from "./Io.ts"
import { bankEvents, type DeliverableEvent } from "./eventSources.ts"
import { bankRecipes, type BankRecipe } from "./bankRecipes.ts"
import { adminHeaders, asked, clientOf, remoteFlags, remoteOf, type Remote } from "./remote.ts"
import { recipes, type Recipe } from "./recipes.ts"

const names = [...Object.keys(recipes), ...Object.keys(bankRecipes)]

/** How long an event may take after the calls that cause it (our choice). */
const patienceMs = 10_000

const nothingCame = (type: string) =>
  new CommandRefused({ message: `The server did what ${type} needs and emitted no such event` })

const newestOf = async (client: ReturnType<typeof clientOf>, type: string): Promise<Cards.Event | undefined> => {
  const { data } = await client.events.list({ type: type as Cards.EventType, limit: 1 })
  return data[0]
}

const causeOfCards = Effect.fnUntraced(function* ({ keyFor, url }: Remote, type: string, recipe: Recipe) {
  const client = clientOf(url, yield* keyFor("cards"))
  const earlier = yield* asked(url, () => newestOf(client, type))
  yield* asked(url, () => recipe(client))
  const event = yield* asked(url, () => newestOf(client, type))
  if (event === undefined || event.id === earlier?.id) return yield* nothingCame(type)
  yield* answer(event, [`${event.created_at}  ${event.type}  ${event.id}`])
})

/** The first event of a type. They are read on until their signal is aborted, so that the connection ends with it. */
const firstOf = (type: string, events: AsyncIterable<DeliverableEvent>) => {
  const first = Promise.withResolvers<DeliverableEvent>()
  const read = async () => {
    for await (const event of events) if (event.type === type) first.resolve(event)
  }
  read().catch(first.reject)
  return first.promise
}

const causeOfBank = Effect.fnUntraced(function* (
  { keyFor, url }: Remote,
  { token, type }: { readonly token: string; readonly type: string },
  recipe: BankRecipe
) {
  const client = clientOf(url, yield* keyFor("bank"))
  const event = yield* asked(url, async (signal) => {
    const stop = new AbortController()
    const until = AbortSignal.any([signal, stop.signal])
    const opened = Promise.withResolvers<void>()
    const events = bankEvents(url, { from: undefined, token, signal: until, onOpen: opened.resolve })
    const found = firstOf(type, events)
    found.catch(opened.reject)
    await opened.promise
    try {
      await recipe(client, { headers: adminHeaders(token) })
      return await Promise.race([found, after(patienceMs, undefined, { signal: until })])
    } finally {
      stop.abort()
    }
  })
  if (event === undefined) return yield* nothingCame(type)
  yield* answer(JSON.parse(event.body), [`${event.at}  ${event.type}  ${event.id}`])
})

export const triggerCommand = Command.make(
  "trigger",
  { ...remoteFlags, event: Argument.String("event").pipe(Argument.withDescription(names.join(", "))) },
  ({ event: type, ...flags }) =>
    Effect.gen(function* () {
      if (!names.includes(type)) {
        return yield* new CommandRefused({
          message: `${type} cannot be triggered. Known are:\n  ${names.join("\n  ")}`,
          isUsage: true
        })
      }
      const remote = yield* remoteOf(flags)
      const ofCards = recipes[type]
      if (ofCards !== undefined) return yield* causeOfCards(remote, type, ofCards)
      // A key that is given opens the bank; the administration has a token of its own.
      const token = yield* (yield* remoteOf({ ...flags, key: Option.none() })).keyFor("admin")
      return yield* causeOfBank(remote, { token, type }, bankRecipes[type]!)
    })
).pipe(
  Command.withDescription(
    "Make something happen in a sandbox that emits the event; payment.expired also moves the clock. Events of the bank need the admin token, too"
  ),
  Command.withShortDescription("Cause an event in a sandbox")
)
