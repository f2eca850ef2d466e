/** The events of a running server, one after the other, for commands that forward or await them. */
import { createHmac } from "node:crypto"
import { setTimeout as after } from "node:timers/promises"
import type { Bursar, Cards } from "../../client/index.ts"
import { CommandRefused } from "../refusal.ts"
import { adminHeaders, linesFrom } from "./remote.ts"

/** An event as a webhook delivers it. */
export interface DeliverableEvent {
  readonly id: string
  readonly type: string
  /** Engine time, as the event says it. */
  readonly at: string
  readonly body: string
  /** The headers of a delivery, signed at a time of the machine in whole seconds. */
  readonly headers: (secret: string, seconds: number) => Readonly<Record<string, string>>
}

/** How often `listen` reads new events of the cards service. */
const pollMs = 500

const hmac = (secret: string, text: string): string => createHmac("sha256", secret).update(text).digest("hex")

const ofCards = (event: Cards.Event): DeliverableEvent => {
  const body = JSON.stringify(event)
  return {
    id: event.id,
    type: event.type,
    at: event.created_at,
    body,
    headers: (secret, seconds) => ({
      "svc-signature": `${seconds},${hmac(secret, `${seconds}.${body}`)}`,
      "svc-event-id": event.id,
      "svc-delivery-attempt": "1"
    })
  }
}

/** Events that are newer than the last one, the oldest first. The list shows the newest first. */
const eventsAfter = async (
  client: Bursar,
  last: string | undefined,
  gte: string
): Promise<ReadonlyArray<Cards.Event>> => {
  const found: Array<Cards.Event> = []
  for await (const event of client.events.list({ limit: 100, created: { gte } })) {
    if (event.id === last) break
    found.push(event)
  }
  return found.reverse()
}

/** Events of cards on the account of the key, from a time on; without one those that are still to come. */
export async function* cardsEvents(
  client: Bursar,
  { from, now, signal }: { readonly from: string | undefined; readonly now: string; readonly signal: AbortSignal }
): AsyncGenerator<DeliverableEvent> {
  let last = from === undefined ? (await client.events.list({ limit: 1 })).data[0]?.id : undefined
  for (;;) {
    const found = await eventsAfter(client, last, from ?? now)
    yield* found.map(ofCards)
    last = found.at(-1)?.id ?? last
    await after(pollMs, undefined, { signal })
  }
}

/** As `GET /admin/events/bank` shows one. */
interface StoredEvent {
  readonly id: string
  readonly type: string
  readonly createdAt: number
  readonly data: unknown
}

const ofBank = ({ createdAt, data, id, type }: StoredEvent): DeliverableEvent => {
  const at = new Date(createdAt).toISOString()
  const body = JSON.stringify({ eventId: id, eventType: type, timestamp: at, data })
  return {
    id,
    type,
    at,
    body,
    headers: (secret, seconds) => ({
      "x-bank-signature": `t=${seconds},v1=${hmac(secret, `${seconds}.${body}`)}`,
      "x-bank-event-id": id,
      "x-bank-delivery-attempt": "1",
      "api-version": "2.1"
    })
  }
}

/** Which events of the bank, and who asks for them. */
interface BankSource {
  readonly from: string | undefined
  readonly token: string
  readonly signal: AbortSignal
  /** Called when what happens from then on will be among them. */
  readonly onOpen?: () => void
}

/** Events of the bank, of all clients, from a time on; without one those that are still to come. */
export async function* bankEvents(
  url: string,
  { from, onOpen, signal, token }: BankSource
): AsyncGenerator<DeliverableEvent> {
  const path = `/admin/events/bank${from === undefined ? "?after=now" : ""}`
  for await (const line of linesFrom(url, path, { headers: adminHeaders(token), signal })) {
    if (line === "") {
      onOpen?.()
      continue
    }
    const event = ofBank(JSON.parse(line) as StoredEvent)
    if (from === undefined || event.at >= from) yield event
  }
  throw new CommandRefused({ message: `The server at ${url} has ended` })
}
