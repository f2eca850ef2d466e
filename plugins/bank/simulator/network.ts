/**
 * The simulated network (decisions C.1): it takes messages and sends messages, remembers both in tables of its own, and
 * knows nothing of payments. What it plans to send is a job each, so that neither a restart nor a crash of the engine makes
 * it forget.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import {
  Clock,
  commit,
  Ids,
  Signer,
  Store,
  storedAs,
  type JobUnit,
  type RegionStore,
  type StoreUnavailable
} from "../../../src/plugin.ts"
import type { DecidedJob } from "../../../src/domain.ts"
import { bankPlugin } from "../declaration.ts"
import { addBankingDays } from "../calendar/banking-days.ts"
import { easternDateOf, easternInstant, minuteOf } from "../calendar/eastern-time.ts"
import { SimulatedCrash } from "../crash.ts"
import { unwritten } from "../enclosed.ts"
import type { ProfileName } from "../messages/iso/profiles.ts"
import { RailUnreachable } from "../Rail.ts"
import type { RailId } from "../rails/rail-ids.ts"
import type { IsoTransport } from "../rails/iso.ts"
import { isPersonal, messageTypeOf, referenceOf, write, type Letter } from "./Letter.ts"
import { deliverJobName, networkScope } from "./names.ts"
import type { NetworkDesk, PlannedLetter } from "./plan.ts"
import { findRequest, logMessage } from "./repository.ts"
import { makeDesk } from "./desk.ts"

/** How long a rail ordinarily takes (decisions C.2). While engine time stands, its answer arrives at once. */
const ordinaryMs: Readonly<Record<ProfileName, number>> = { rtp: 400, fednow: 700, fedwire: 2_000, swift: 2_000 }

/** When banks do what they do on a banking day (our choice: when ACH returns arrive). */
const morning = minuteOf("08:30")

/** Sealed texts of this purpose are letters that wait. */
const sealPurpose = "bank.simulator.letter"

/** A letter in a job: it names people and their accounts. */
interface SealedLetter {
  readonly sealed: string
}

/** What a job is given: a letter, or a sealed one. */
export type Envelope = Letter | SealedLetter

const storedLetter = storedAs<Letter>({
  table: "jobs/bank.simulator.letter",
  form: { kind: "text", rail: "text", messageId: "text" }
})

const jobsOfLetter = ({ dueAt, letter, times = 1 }: PlannedLetter, payload: Envelope): ReadonlyArray<DecidedJob> =>
  Array.from({ length: times }, (_, index) => ({
    name: deliverJobName,
    // Begins with what it is about, as the keys of a payment's own jobs do: whoever waits for it waits for this.
    key: `${referenceOf(letter).endToEndId}/${letter.messageId}/${index}`,
    payload,
    dueAt
  }))

/** Sealed letters that are kept in clear beside their jobs: most are sent at once, and need not be opened (our choice). */
const mostAtHand = 256

/** Seals letters about people for their jobs, and opens them. */
const makeEnvelopes = (signer: Signer["Service"]) => {
  const atHand = new Map<string, Letter>()
  return {
    seal: (letter: Letter): Envelope => {
      if (!isPersonal(letter)) return letter
      const sealed = signer.seal(sealPurpose, JSON.stringify(letter))
      if (atHand.size >= mostAtHand) atHand.delete(atHand.keys().next().value!)
      atHand.set(sealed, letter)
      return { sealed }
    },
    /** The letter of a job. */
    open: (payload: Envelope): Letter => {
      if (!("sealed" in payload)) return storedLetter.accept(payload)
      const { sealed } = payload
      return atHand.get(sealed) ?? storedLetter.read(Result.getOrThrow(signer.open(sealPurpose, sealed)))
    }
  }
}

type Receiver = (xml: string) => Effect.Effect<void, StoreUnavailable>

/** Commits a unit with what is enclosed with the message that it is about. */
const commitEnclosed = (store: RegionStore, unit: JobUnit) =>
  Effect.flatMap(unwritten, ({ writes, written }) =>
    commit(store, { ...unit, writes: [...writes, ...unit.writes] }).pipe(
      Effect.catchTags({ UniqueViolation: Effect.die, LeaseLost: Effect.die }),
      Effect.andThen(written)
    )
  )

const lineAbout = (letter: Letter, at: number) => {
  const { endToEndId, uetr } = referenceOf(letter)
  return logMessage({
    rail: letter.rail,
    direction: "in",
    messageType: messageTypeOf(letter),
    messageId: letter.messageId,
    endToEndId,
    uetr: uetr ?? null,
    isCredited: letter.kind === "credit" || letter.kind === "return",
    // The engine keeps the text; what passed is all that the network remembers.
    body: "",
    at
  })
}

export const makeNetwork = Effect.gen(function* () {
  const clock = yield* Clock
  const crash = yield* SimulatedCrash
  const ids = yield* Ids
  const envelopes = makeEnvelopes(yield* Signer)
  const stores = yield* Store
  const receivers = new Map<RailId, Receiver>()

  const dueAt: NetworkDesk["dueAt"] = (rail, delay, expiresAt) => {
    const now = clock.now()
    if (delay === undefined) return clock.state().mode === "frozen" ? now : now + ordinaryMs[rail]
    if ("ms" in delay) return now + delay.ms
    if ("msAfterExpiry" in delay) return (expiresAt ?? now) + delay.msAfterExpiry
    return easternInstant(addBankingDays(easternDateOf(now), delay.bankingDays), morning)
  }

  const jobsOf: NetworkDesk["jobsOf"] = (letters) =>
    letters.flatMap((planned) => jobsOfLetter(planned, envelopes.seal(planned.letter)))

  const keep: NetworkDesk["keep"] = (store, { letters = [], writes }) =>
    commitEnclosed(store, {
      plugin: bankPlugin,
      scope: networkScope,
      now: clock.now(),
      nextId: ids.next,
      writes,
      jobs: jobsOf(letters)
    })

  const send: NetworkDesk["send"] = (letter) => {
    const written = write(letter, clock.now())
    if (Result.isFailure(written)) return Effect.die(written.failure)
    return receivers.get(letter.rail)?.(written.success) ?? Effect.void
  }

  const desk: NetworkDesk = {
    now: clock.now,
    nextId: ids.next,
    answersAtOnce: () => !crash.isArmed(),
    dueAt,
    jobsOf,
    keep,
    send,
    lineOf: (letter) => lineAbout(letter, clock.now())
  }
  const exchange = makeDesk(desk)
  const transport: IsoTransport = {
    exchange: (rail, xml) =>
      Effect.gen(function* () {
        const store = yield* Effect.orDie(stores.region(stores.home))
        return yield* exchange(store, rail as ProfileName, xml)
      }).pipe(
        Effect.mapError((failure) =>
          failure._tag === "RailUnreachable" ? failure : new RailUnreachable({ rail, detail: "the network is away" })
        )
      ),
    listen: (rail, receive) => Effect.sync(() => void receivers.set(rail, receive))
  }
  const isTakenBack: Network["isTakenBack"] = (store, { unlessCancelled: asked }) =>
    asked === undefined
      ? Effect.succeed(false)
      : Effect.map(findRequest(store, asked), (request) => request?.isCancelled === true)
  return { desk, transport, letterIn: envelopes.open, isTakenBack } satisfies Network
})

/** The network, for those who work at its desk and those who write to it. */
export interface Network {
  readonly desk: NetworkDesk
  readonly transport: IsoTransport
  /** The letter that a job is about. */
  readonly letterIn: (payload: Envelope) => Letter
  /** Whether what a letter answers was taken back meanwhile. */
  readonly isTakenBack: (store: RegionStore, letter: Letter) => Effect.Effect<boolean, StoreUnavailable>
}
