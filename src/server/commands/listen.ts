/** `bursar listen`: forwards the events of cards or bank to a program on this machine, signed as deliveries are. */
import { randomBytes } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import type * as GlobalFlag from "effect/cli/GlobalFlag"
import { CommandRefused } from "../refusal.ts"
import { answer, note } from "./Io.ts"
import { secondsOf } from "./durations.ts"
import { bankEvents, cardsEvents, type DeliverableEvent } from "./eventSources.ts"
import { adminHeaders, asked, clientOf, remoteFlags, remoteOf, type Remote } from "./remote.ts"

/** As long as the server waits for a receiver (spec cards §6, spec bank §6). */
const receiverMs = { cards: 15_000, bank: 30_000 } as const

type Service = keyof typeof receiverMs

const flags = {
  ...remoteFlags,
  forwardTo: Flag.String("forward-to").pipe(
    Flag.withDescription("Address of the receiver, such as http://127.0.0.1:3000/webhooks")
  ),
  service: Flag.Literals("service", ["cards", "bank"]).pipe(
    Flag.withDescription(
      "Whose events: cards, those of the account of the key; bank, those of all clients, by the admin token"
    ),
    Flag.withDefault("cards" as const)
  ),
  events: Flag.String("events").pipe(
    Flag.withDescription("Only these types, comma-separated; payment.* is all that begin so"),
    Flag.withDefault("*")
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

/** What each service emits. */
const typesOf: Readonly<Record<Service, () => Promise<ReadonlyArray<string>>>> = {
  cards: async () => Object.keys((await import("../../../plugins/cards/index.ts")).eventTypes),
  bank: async () => Object.keys((await import("../../../plugins/bank/index.ts")).eventTypes)
}

const isMeant = (wanted: string, type: string): boolean =>
  wanted === type || (wanted.endsWith("*") && type.startsWith(wanted.slice(0, -1)))

/** Whether an event is wanted, by its type. Refuses what is wanted and never comes. */
const filterOf = Effect.fnUntraced(function* (service: Service, events: string) {
  const types = events.split(",").map((wanted) => wanted.trim())
  const known = yield* Effect.promise(typesOf[service])
  const unknown = types.find((wanted) => !known.some((type) => isMeant(wanted, type)))
  if (unknown !== undefined) {
    const message = `${service} has no event ${unknown}. Known are:\n  ${known.join("\n  ")}`
    return yield* new CommandRefused({ message, isUsage: true })
  }
  return ({ type }: DeliverableEvent): boolean => types.some((wanted) => isMeant(wanted, type))
})

const systemMs = Effect.clockWith((clock) => clock.currentTimeMillis)

interface Receiver {
  readonly to: string
  readonly secret: string
  readonly timeoutMs: number
}

/** Receivers compare signatures with their own clocks, wherever engine time stands. */
const forward = (event: DeliverableEvent, { secret, timeoutMs, to }: Receiver) =>
  Effect.gen(function* () {
    const { at, body, id, type } = event
    const seconds = Math.floor((yield* systemMs) / 1000)
    const headers = { "content-type": "application/json", ...event.headers(secret, seconds) }
    const signal = AbortSignal.timeout(timeoutMs)
    const status = yield* Effect.promise(() =>
      fetch(to, { method: "POST", headers, body, signal }).then(
        (response) => response.status,
        (error: Error) => (error.cause instanceof Error ? error.cause.message : error.message)
      )
    )
    yield* answer({ id, type, answer: status }, [`${at}  ${type}  ${id}  ${status}`])
  })

/** A production server has no clock that tests may ask; it goes by the time of the world. */
const timeOf = (service: Service, client: ReturnType<typeof clientOf>, key: string) =>
  Effect.gen(function* () {
    const system = yield* systemMs
    return yield* Effect.promise(() =>
      (service === "cards"
        ? client.testHelpers.clock.retrieve().then(({ now }) => now)
        : client.bank.simulator.retrieveClock({ headers: adminHeaders(key) }).then(({ data }) => data.now)
      ).then(Date.parse, () => system)
    )
  })

/** Opens the events of a service; it reads one event first, so that a wrong address or key fails at once. */
const sourceOf = Effect.fnUntraced(function* (
  { keyFor, url }: Remote,
  { ageSeconds, service }: { readonly ageSeconds: number; readonly service: Service }
) {
  const key = yield* keyFor(service === "cards" ? "cards" : "admin")
  const client = clientOf(url, key)
  if (service === "cards") yield* asked(url, () => client.events.list({ limit: 1 }))
  const now = yield* timeOf(service, client, key)
  const timeAt = (ms: number) => new Date(ms).toISOString()
  const from = ageSeconds > 0 ? timeAt(now - ageSeconds * 1000) : undefined
  return (signal: AbortSignal) =>
    service === "cards"
      ? cardsEvents(client, { from, now: timeAt(now), signal })
      : bankEvents(url, { from, token: key, signal })
})

export const listenCommand = Command.make("listen", flags, ({ events, forwardTo, secret, service, since, ...remote }) =>
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
    const isWanted = yield* filterOf(service, events)
    const reached = yield* remoteOf(remote)
    const open = yield* sourceOf(reached, { ageSeconds, service })
    const key = Option.getOrElse(secret, () => `whsec_${randomBytes(32).toString("hex")}`)
    const receiver = { to: forwardTo, secret: key, timeoutMs: receiverMs[service] }
    if (Option.isNone(secret)) yield* note(`Deliveries are signed with ${key}`)
    yield* note(`Events of ${reached.url}/${service} go to ${forwardTo}. Stop with Ctrl-C`)
    const run = Effect.runPromiseWith(yield* Effect.context<GlobalFlag.Setting.Identifier<"json">>())
    yield* asked(reached.url, async (signal) => {
      for await (const event of open(signal)) if (isWanted(event)) await run(forward(event, receiver))
    })
  })
).pipe(
  Command.withDescription("Forward the events of cards or bank to a program on this machine, signed as webhooks are"),
  Command.withShortDescription("Forward events to a local address")
)
