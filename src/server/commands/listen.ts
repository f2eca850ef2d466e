/** `bursar listen`: forwards the events of cards to a program on this machine, signed as deliveries are. */
import { createHmac, randomBytes } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import type { Cards } from "../../client/index.ts"
import { CommandRefused } from "../refusal.ts"
import { answer, note } from "./Io.ts"
import { secondsOf } from "./durations.ts"
import { asked, clientOf, remoteFlags, remoteOf } from "./remote.ts"

/** How often the command looks for new events. */
const pollMs = 500

/** As long as the server waits for a receiver (spec cards §6). */
const receiverMs = 15_000

const flags = {
  ...remoteFlags,
  forwardTo: Flag.String("forward-to").pipe(
    Flag.withDescription("Address of the receiver, such as http://127.0.0.1:3000/webhooks")
  ),
  events: Flag.String("events").pipe(
    Flag.withDescription("Only these types, comma-separated; payment.* is all that begin so"),
    Flag.optional
  ),
  since: Flag.String("since").pipe(
    Flag.withDescription("First forward the events of this long ago until now, such as 10m"),
    Flag.optional
  ),
  secret: Flag.String("secret").pipe(
    Flag.withDescription("Signs the deliveries; default: one is drawn and printed"),
    Flag.optional
  )
}

/** Whether an event is wanted, by its type. */
const filterOf = (events: Option.Option<string>) => {
  const types = Option.getOrElse(events, () => "*").split(",")
  return ({ type }: Cards.Event): boolean =>
    types.some((wanted) => wanted === type || (wanted.endsWith("*") && type.startsWith(wanted.slice(0, -1))))
}

const systemMs = Effect.clockWith((clock) => clock.currentTimeMillis)

/** Receivers compare with their own clocks, wherever engine time stands. */
const signed = (body: string, secret: string, ms: number): string => {
  const seconds = Math.floor(ms / 1000)
  return `${seconds},${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`
}

const forward = (event: Cards.Event, to: string, secret: string) =>
  Effect.gen(function* () {
    const body = JSON.stringify(event)
    const headers = {
      "content-type": "application/json",
      "svc-signature": signed(body, secret, yield* systemMs),
      "svc-event-id": event.id,
      "svc-delivery-attempt": "1"
    }
    const signal = AbortSignal.timeout(receiverMs)
    const status = yield* Effect.promise(() =>
      fetch(to, { method: "POST", headers, body, signal }).then(
        (response) => response.status,
        (error: Error) => (error.cause instanceof Error ? error.cause.message : error.message)
      )
    )
    yield* answer({ id: event.id, type: event.type, answer: status }, [
      `${event.created_at}  ${event.type}  ${event.id}  ${status}`
    ])
  })

/** Events that are newer than the last one, the oldest first. The list shows the newest first. */
const eventsAfter = async (
  client: ReturnType<typeof clientOf>,
  last: string | undefined,
  gte: string | undefined
): Promise<ReadonlyArray<Cards.Event>> => {
  const found: Array<Cards.Event> = []
  for await (const event of client.events.list({ limit: 100, created: gte === undefined ? undefined : { gte } })) {
    if (event.id === last) break
    found.push(event)
  }
  return found.reverse()
}

/** The time from which on events are forwarded, by the clock of the server. */
const startOf = (client: ReturnType<typeof clientOf>, ageSeconds: number) =>
  Effect.gen(function* () {
    const system = yield* systemMs
    // A production server has no clock that tests may ask; it goes by the time of the world.
    const now = yield* Effect.promise(() =>
      client.testHelpers.clock.retrieve().then(
        (clock) => Date.parse(clock.now),
        () => system
      )
    )
    return new Date(now - ageSeconds * 1000).toISOString()
  })

/** The command. */
export const listenCommand = Command.make("listen", flags, ({ events, forwardTo, secret, since, ...remote }) =>
  Effect.gen(function* () {
    if (!/^https?:$/.test(URL.parse(forwardTo)?.protocol ?? "")) {
      return yield* new CommandRefused({
        message: `--forward-to must be an http or https address, not ${forwardTo}`,
        isUsage: true
      })
    }
    const ageSeconds = Option.isSome(since) ? secondsOf(since.value) : 0
    if (ageSeconds === undefined) {
      return yield* new CommandRefused({ message: "--since must be a duration such as 10m", isUsage: true })
    }
    const { keyFor, url } = yield* remoteOf(remote)
    const client = clientOf(url, yield* keyFor("cards"))
    const isWanted = filterOf(events)
    const key = Option.getOrElse(secret, () => `whsec_${randomBytes(32).toString("hex")}`)
    const newest = yield* asked(url, () => client.events.list({ limit: 1 }))
    const begin = yield* startOf(client, ageSeconds)
    if (Option.isNone(secret)) yield* note(`Deliveries are signed with ${key}`)
    yield* note(`Events of ${url}/cards go to ${forwardTo}. Stop with Ctrl-C`)
    let last = ageSeconds > 0 ? undefined : newest.data[0]?.id
    for (;;) {
      const found = yield* asked(url, () => eventsAfter(client, last, begin))
      for (const event of found.filter(isWanted)) yield* forward(event, forwardTo, key)
      last = found.at(-1)?.id ?? last
      yield* Effect.sleep(pollMs)
    }
  })
).pipe(
  Command.withDescription("Forward the events of cards to a program on this machine, signed as webhooks are"),
  Command.withShortDescription("Forward events to a local address")
)
