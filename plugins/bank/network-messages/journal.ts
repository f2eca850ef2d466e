/**
 * Keeps every message of a network, sealed, before it is handed over, and with what follows from it: what was sent and
 * received can be shown afterwards word for word.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import {
  Clock,
  Ids,
  type RegionStore,
  Signer,
  Store,
  type StoreUnavailable,
  type Write,
  type XmlElement
} from "../../../src/plugin.ts"
import { enclosing } from "../enclosed.ts"
import { profiles, type ProfileName } from "../messages/iso/profiles.ts"
import * as Pacs008 from "../messages/Pacs008.ts"
import { find as findPayment } from "../payments/operations.ts"
import { RailUnreachable } from "../Rail.ts"
import type { IsoTransport } from "../rails/iso.ts"
import type { RailId } from "../rails/rail-ids.ts"
import { findRfp } from "../rfp/operations.ts"
import { referencesOf, type MessageDirection, type MessageReferences } from "./NetworkMessage.ts"
import * as repository from "./repository.ts"
import { readMessage } from "../messages/xml/read.ts"

/** For what the texts are sealed. */
export const sealPurpose = "bank network message"

const isProfile = (rail: RailId): rail is ProfileName => rail in profiles

/** A text that is no message is kept all the same. */
const unreadable: MessageReferences = {
  messageType: "unknown",
  messageId: "",
  sender: undefined,
  originalMessageId: undefined,
  ownId: undefined
}

const referencesIn = (rail: RailId, document: XmlElement | undefined): MessageReferences =>
  document === undefined || !isProfile(rail) ? unreadable : referencesOf(rail, document)

/**
 * Whether money that names a request or a payment of ours goes to the account that it is about: the payee's, or the one from which
 * the payment went. Whoever pays may name any, and what another account gets is none of its owner's business.
 */
const reachesOwner = Effect.fnUntraced(function* (store: RegionStore, ownId: string, document: XmlElement) {
  const credit = Result.getOrUndefined(Pacs008.parseElement(document))?.message
  if (credit === undefined) return true
  const { creditorAccount, creditorAgent } = credit
  const owner = (yield* findRfp(store, ownId))?.payee ?? (yield* findPayment(store, ownId))?.document.originator
  const account = creditorAccount?.number ?? creditorAccount?.iban
  return owner?.accountNumber === account && owner?.routingNumber === creditorAgent.routingNumber
})

/** How a message is kept: with other writes, by itself, or taken out again. */
interface Note {
  /** What the message is about, under its own identifier. */
  readonly about: readonly [messageId: string, subject: string]
  readonly writes: ReadonlyArray<Write>
  readonly keep: Effect.Effect<void, StoreUnavailable>
  readonly forget: Effect.Effect<void, StoreUnavailable>
}

/** Makes what notes a message, which writes nothing yet. `underWay` has the subjects of messages that may not be on disk yet. */
const makeNote = Effect.fnUntraced(function* (underWay: ReadonlyMap<string, string>) {
  const clock = yield* Clock
  const ids = yield* Ids
  const signer = yield* Signer
  const stores = yield* Store

  const subjectOf = Effect.fnUntraced(function* (store: RegionStore, of: MessageReferences) {
    const { messageId, originalMessageId: original, ownId } = of
    if (original === undefined) return ownId ?? messageId
    return underWay.get(original) ?? (yield* repository.subjectOf(store, original)) ?? ownId ?? messageId
  })

  return Effect.fnUntraced(function* (rail: RailId, direction: MessageDirection, xml: string) {
    const store = yield* Effect.orDie(stores.region(stores.home))
    const document = Result.getOrUndefined(readMessage(xml))
    const references = referencesIn(rail, document)
    const { ownId } = references
    const isNamedOnly =
      direction === "in" &&
      document !== undefined &&
      ownId !== undefined &&
      !(yield* reachesOwner(store, ownId, document))
    const subject = yield* subjectOf(store, isNamedOnly ? { ...references, ownId: undefined } : references)
    const id = ids.next("msg")
    const kept = repository.keep({
      id,
      subject,
      rail,
      direction,
      messageType: references.messageType,
      networkMessageId: references.messageId,
      at: clock.now(),
      sealed: signer.seal(sealPurpose, xml)
    })
    const write = (one: Write) => store.write<never>([one]).pipe(Effect.catchTag("UniqueViolation", Effect.die))
    const about = [references.messageId, subject] as const
    return { about, writes: [kept], keep: write(kept), forget: write(repository.forget(id)) } satisfies Note
  })
})

const couldNotBeKept = (rail: RailId) => () => new RailUnreachable({ rail, detail: "the message could not be kept" })

/** Hands a message over that is on disk before. One that the transport did not send leaves no trace. */
const keptBefore = (transport: IsoTransport, { forget, keep }: Note, rail: RailId, xml: string) =>
  Effect.andThen(
    Effect.mapError(keep, couldNotBeKept(rail)),
    Effect.tapError(transport.exchange(rail, xml), ({ isUnsent }) =>
      isUnsent === true ? Effect.ignore(forget) : Effect.void
    )
  )

/** Hands a message over to somebody who writes it with what he writes of it himself. */
const keptAlong = (transport: IsoTransport, { writes }: Note, rail: RailId, xml: string) =>
  Effect.suspend(() => {
    let reply: string | undefined
    const exchange = Effect.map(transport.exchange(rail, xml), (given) => {
      reply = given
    })
    return Effect.map(enclosing({ writes }, exchange), () => reply)
  })

const keeping = Effect.fnUntraced(function* (transport: IsoTransport, hand: typeof keptBefore) {
  // An answer may come before the call has returned, and be about a message that is written with it.
  const underWay = new Map<string, string>()
  const note = yield* makeNote(underWay)
  const handed = (rail: RailId, xml: string, sent: Note) =>
    Effect.suspend(() => {
      const [messageId, subject] = sent.about
      underWay.set(messageId, subject)
      return Effect.ensuring(
        hand(transport, sent, rail, xml),
        Effect.sync(() => underWay.delete(messageId))
      )
    })
  return {
    exchange: (rail, xml) =>
      Effect.gen(function* () {
        const sent = yield* Effect.mapError(note(rail, "out", xml), couldNotBeKept(rail))
        const reply = yield* handed(rail, xml, sent)
        if (reply !== undefined) {
          const { keep } = yield* Effect.mapError(note(rail, "in", reply), couldNotBeKept(rail))
          yield* Effect.mapError(keep, couldNotBeKept(rail))
        }
        return reply
      }),
    listen: (rail, receive) =>
      transport.listen(rail, (xml): Effect.Effect<void, StoreUnavailable> =>
        Effect.flatMap(note(rail, "in", xml), ({ keep, writes }) =>
          enclosing({ writes }, receive(xml)).pipe(
            // What came is kept, whatever became of it.
            Effect.onError(() => Effect.ignore(keep)),
            Effect.flatMap((isWritten) => (isWritten ? Effect.void : keep))
          )
        )
      )
  } satisfies IsoTransport
})

/**
 * A transport that keeps what it carries. A message that cannot be kept is not sent: the rail counts as unreachable. One
 * that the transport did not send leaves no trace.
 */
export const keepMessages = (
  transport: IsoTransport
): Effect.Effect<IsoTransport, never, Clock | Ids | Signer | Store> => keeping(transport, keptBefore)

/** As `keepMessages`, for a transport that ends in this store, and writes what is enclosed with each message that it takes. */
export const keepMessagesAlong = (transport: IsoTransport) => keeping(transport, keptAlong)
