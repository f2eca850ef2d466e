/** Claims on idempotency keys, and the answers that are replayed under them. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as CardNumber from "../domain/CardNumber.ts"
import type { ClockShape } from "../services/Clock.ts"
import type { SignerShape } from "../services/Signer.ts"
import type { StoreUnavailable } from "../services/Store.ts"
import { amend, type IdempotencyRecord } from "../store/idempotencyRepository.ts"
import type { Answer } from "./Answer.ts"
import type { CallerShape, IdempotencyClaim } from "./Caller.ts"
import type { IdempotencyRules } from "./Face.ts"
import { checkedKey, keyOf } from "./Idempotency.ts"
import { IdempotencyKeyReused, type IdempotencyKeyConflict, type InvalidIdempotencyKey } from "./Refusal.ts"
import type { ReadRequest } from "./RequestBody.ts"
import { canonical, canonicalDigest } from "./Canonical.ts"

/** Sealed texts of this purpose are bodies of confidential answers, kept for replay. */
const sealPurpose = "http.replayed-answer"

/** Begins a sealed body. No answer of ours does: bodies are JSON. */
const sealedMark = "sealed:"

/** A claim, before anybody can have won a race for it. */
export type ClaimedKey = Omit<IdempotencyClaim, "winner">

/** How one plugin claims keys. */
export interface Claims {
  /** The claim of a request that carries a key. */
  readonly claimOf: (
    caller: CallerShape,
    read: ReadRequest
  ) => Effect.Effect<ClaimedKey | undefined, InvalidIdempotencyKey | IdempotencyKeyConflict>
  /** The claim of a call in process, for what it asks in words that are equal for equal calls. */
  readonly claimOfCall: (
    caller: CallerShape,
    key: string,
    asked: string
  ) => Result.Result<ClaimedKey, InvalidIdempotencyKey>
  /** Opens a body as it was kept. */
  readonly open: (body: string) => string
  /** The answer that a record stands for. */
  readonly replayOf: (record: IdempotencyRecord, caller: CallerShape) => Effect.Effect<Answer, StoreUnavailable>
  /** The refusal of another request under a key, with the first answer as the plugin wrote it. */
  readonly opened: (refusal: IdempotencyKeyReused) => IdempotencyKeyReused
}

/** The content of a request: method, path, region and body. Equal texts are the same request. */
const askedOf = (
  { body, isLong, request }: ReadRequest,
  region: string,
  bodyField: string | undefined
): Effect.Effect<string> => {
  const asked = `${request.method} ${request.url}\n${region}\n`
  return isLong
    ? Effect.map(canonicalDigest(body, bodyField), (digest) => `${asked}sha256:${digest}`)
    : Effect.succeed(asked + canonical(body, bodyField))
}

export const makeClaims = (
  plugin: string,
  rules: IdempotencyRules,
  keeper: { readonly clock: ClockShape; readonly signer: SignerShape }
): Claims => {
  const { clock, signer } = keeper
  // The engine does not start under another master key, so what cannot be opened was altered: a defect.
  const open = (body: string): string =>
    body.startsWith(sealedMark) ? Result.getOrThrow(signer.open(sealPurpose, body.slice(sealedMark.length))) : body
  // A key with a card number in it is known by a keyed hash, which is as unique and says nothing.
  const keptForm = (key: string): string =>
    CardNumber.isIn(key) ? `masked_${signer.fingerprint("masked key", key)}` : key
  const seal = (text: string): string => `${sealedMark}${signer.seal(sealPurpose, text)}`
  /** The last word about a request is given once: later repetitions get the same bytes, sealed as the first answer was. */
  const keepFinal =
    (record: IdempotencyRecord, { store }: CallerShape) =>
    (present: Answer | undefined) => {
      if (present === undefined || rules.isFinal?.(present) !== true) return Effect.void
      const body = record.body.startsWith(sealedMark) ? seal(present.body) : present.body
      const kept = store.write([amend({ ...record, status: present.status, body })])
      return Effect.catchTag(kept, "UniqueViolation", Effect.die)
    }
  const claimed = (caller: CallerShape, key: string, asked: string): ClaimedKey => ({
    scope: `${plugin}:${caller.scope}`,
    key: keptForm(key),
    fingerprint: signer.fingerprint("idempotency", asked),
    claimedAt: clock.now(),
    expiresAt: () => clock.now() + rules.lifetimeMs,
    seal
  })
  return {
    open,
    claimOf: (caller, read) =>
      Effect.flatMapEager(Effect.fromResult(keyOf(rules, read.request.headers[rules.header], read.body)), (key) =>
        key === undefined
          ? Effect.undefined
          : Effect.mapEager(askedOf(read, caller.store.name, rules.bodyField), (asked) => claimed(caller, key, asked))
      ),
    claimOfCall: (caller, key, asked) =>
      Result.map(checkedKey(key), (valid) => claimed(caller, valid, `call ${caller.store.name}\n${asked}`)),
    replayOf: (record, caller) => {
      const kept = { ...record, body: open(record.body) }
      return Effect.map(
        Effect.tap(rules.replay?.(kept, caller) ?? Effect.undefined, keepFinal(record, caller)),
        (present) => ({
          status: present?.status ?? kept.status,
          body: present?.body ?? kept.body,
          headers: { ...present?.headers, "idempotent-replayed": "true", "original-request": record.requestId }
        })
      )
    },
    opened: ({ firstAnswer }) =>
      new IdempotencyKeyReused({ firstAnswer: firstAnswer === undefined ? undefined : open(firstAnswer) })
  }
}
