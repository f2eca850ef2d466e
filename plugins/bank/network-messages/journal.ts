/**
 * Keeps every message of a network, sealed, before it is handed over and before anything follows from it: what was sent and
 * received can be shown afterwards word for word.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Clock, Ids, type RegionStore, Signer, Store, type StoreUnavailable } from "../../../src/plugin.ts"
import { profiles, type ProfileName } from "../messages/iso/profiles.ts"
import { RailUnreachable } from "../Rail.ts"
import type { IsoTransport } from "../rails/iso.ts"
import type { RailId } from "../rails/rail-ids.ts"
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
  originalMessageId: undefined,
  ownId: undefined
}

const referencesIn = (rail: RailId, xml: string): MessageReferences => {
  const document = Result.getOrUndefined(readMessage(xml))
  return document === undefined || !isProfile(rail) ? unreadable : referencesOf(rail, document)
}

/** Makes what keeps a message, and answers what takes it out again. */
const makeNote = Effect.gen(function* () {
  const clock = yield* Clock
  const ids = yield* Ids
  const signer = yield* Signer
  const stores = yield* Store

  const subjectOf = Effect.fnUntraced(function* (store: RegionStore, of: MessageReferences) {
    const original =
      of.originalMessageId === undefined ? undefined : yield* repository.subjectOf(store, of.originalMessageId)
    return original ?? of.ownId ?? of.messageId
  })

  return Effect.fnUntraced(function* (rail: RailId, direction: MessageDirection, xml: string) {
    const store = yield* Effect.orDie(stores.region(stores.home))
    const references = referencesIn(rail, xml)
    const subject = yield* subjectOf(store, references)
    const id = ids.next("msg")
    yield* store
      .write<never>([
        repository.keep({
          id,
          subject,
          rail,
          direction,
          messageType: references.messageType,
          networkMessageId: references.messageId,
          at: clock.now(),
          sealed: signer.seal(sealPurpose, xml)
        })
      ])
      .pipe(Effect.catchTag("UniqueViolation", Effect.die))
    return store.write<never>([repository.forget(id)])
  })
})

/**
 * A transport that keeps what it carries. A message that cannot be kept is not sent: the rail counts as unreachable. One
 * that the transport did not send leaves no trace.
 */
export const keepMessages = (
  transport: IsoTransport
): Effect.Effect<IsoTransport, never, Clock | Ids | Signer | Store> =>
  Effect.map(makeNote, (note) => {
    const noteSent = (rail: RailId, direction: MessageDirection, xml: string) =>
      Effect.mapError(
        note(rail, direction, xml),
        () => new RailUnreachable({ rail, detail: "the message could not be kept" })
      )
    return {
      exchange: (rail, xml) =>
        Effect.gen(function* () {
          const forget = yield* noteSent(rail, "out", xml)
          const reply = yield* Effect.tapError(transport.exchange(rail, xml), ({ isUnsent }) =>
            isUnsent === true ? Effect.ignore(forget) : Effect.void
          )
          if (reply !== undefined) yield* noteSent(rail, "in", reply)
          return reply
        }),
      listen: (rail, receive) =>
        transport.listen(rail, (xml): Effect.Effect<void, StoreUnavailable> =>
          Effect.andThen(note(rail, "in", xml), receive(xml))
        )
    }
  })
