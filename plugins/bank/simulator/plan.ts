/** How the simulated network plans what it sends: its tools, and messages with the moment at which they go. */
import type * as Effect from "effect/Effect"
import type { DecidedJob } from "../../../src/domain.ts"
import type { RegionStore, StoreUnavailable, Write } from "../../../src/plugin.ts"
import type { ProfileName } from "../messages/iso/profiles.ts"
import { easternDateOf } from "../calendar/eastern-time.ts"
import { messageIdOf } from "../payments/Identifiers.ts"
import type { Letter, LetterContent } from "./Letter.ts"
import { answeredPart } from "./Transfer.ts"
import type { Delay } from "./scripts.ts"

/** What the network does for those who work at its desk. */
export interface NetworkDesk {
  readonly now: () => number
  readonly nextId: (prefix: string) => string
  /** When a delay that was scripted is over. `expiresAt` is of a request for payment. */
  readonly dueAt: (rail: ProfileName, delay: Delay | undefined, expiresAt?: number) => number
  /** Whether an answer may be written with its question: not where a crash in between is asked for. */
  readonly answersAtOnce: () => boolean
  /** The jobs that send messages. */
  readonly jobsOf: (letters: ReadonlyArray<PlannedLetter>) => ReadonlyArray<DecidedJob>
  /** Plans messages and keeps rows, in one unit with what is enclosed. */
  readonly keep: (
    store: RegionStore,
    unit: { readonly writes: ReadonlyArray<Write>; readonly letters?: ReadonlyArray<PlannedLetter> }
  ) => Effect.Effect<void, StoreUnavailable>
  /** Sends a message: it succeeds when the engine has taken it. */
  readonly send: (letter: Letter) => Effect.Effect<void, StoreUnavailable>
  /** The line about a message that is sent, in the network's log. */
  readonly lineOf: (letter: Letter) => Write
}

/** A message with the moment at which it is sent. */
export interface PlannedLetter {
  readonly letter: Letter
  readonly dueAt: number
  /** How often it is sent with the same content; once by default. */
  readonly times?: number
}

/** The only answer, if its time has come: it goes before the sender's call returns, and costs no commit of its own. */
export const answerAtOnce = ([only, ...more]: ReadonlyArray<PlannedLetter>, now: number): Letter | undefined =>
  only !== undefined && more.length === 0 && only.dueAt <= now && (only.times ?? 1) === 1 ? only.letter : undefined

/** Gives content the rail and the id under which it is sent. */
export const letterOf = (
  desk: Pick<NetworkDesk, "nextId" | "now">,
  rail: ProfileName,
  content: LetterContent
): Letter => ({
  ...(content.kind === "status" ? { ...content, original: answeredPart(content.original) } : content),
  rail,
  messageId: messageIdOf({
    rail,
    id: desk.nextId("sim"),
    date: easternDateOf(desk.now()),
    connection: networkConnection
  })
})

/** The connection under which the simulated network sends. */
const networkConnection = "SIMULATOR"
