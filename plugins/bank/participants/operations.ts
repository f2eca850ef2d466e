/** The directory: looked up by clients and payments, kept by administrators. */
import * as Effect from "effect/Effect"
import {
  carryOutUnkeyed,
  Clock,
  Ids,
  untilDone,
  type CallerShape,
  type RegionStore,
  type StoreUnavailable,
  type VersionConflict
} from "../../../src/plugin.ts"
import { planAudited } from "../administration/operations.ts"
import { ObjectNotFound, ParticipantNotFound } from "../failures.ts"
import { Participants } from "../Participants.ts"
import { DirectoryMerge, type DirectoryFormat } from "./DirectoryFile.ts"
import { isForeign, type Beneficiary, type Payment } from "../payments/Payment.ts"
import { planned } from "../plans.ts"
import { countryOfBic, fullBic } from "../wire/WireTerms.ts"
import type { BicEntry } from "./Bic.ts"
import type { Participant } from "./Participant.ts"
import {
  currentDirectory,
  directoryTurn,
  keepBic,
  listBics,
  listParticipants,
  removeEarlier,
  sameTurn,
  stageDirectory,
  type Directory
} from "./repository.ts"

export { fullBic }

/** Banks that are listed at once, and that are read at once where all of them are. */
const pageRows = 1_000
const rowsAtOnce = 200

/** A bank, as the directory in use knows it. */
export const find = (store: RegionStore, routingNumber: string) =>
  Effect.flatMap(Participants, (participants) => participants.find(store, routingNumber))

/** A bank abroad by its BIC in eleven characters. */
export const findByBic = (store: RegionStore, bic: string) =>
  Effect.flatMap(Participants, (participants) => participants.findBic(store, bic))

/** The bank of a party, wherever it is. */
export const bankOf = (
  store: RegionStore,
  party: Beneficiary
): Effect.Effect<Participant | BicEntry | undefined, StoreUnavailable, Participants> =>
  isForeign(party) ? findByBic(store, party.bic) : find(store, party.routingNumber)

/** The bank on the way of a wire, if there is one. It is named as the beneficiary's bank is. */
export const intermediaryOf = (
  store: RegionStore,
  { beneficiary, wire }: Pick<Payment, "beneficiary" | "wire">
): Effect.Effect<Participant | BicEntry | undefined, StoreUnavailable, Participants> => {
  const number = wire?.intermediary ?? undefined
  if (number === undefined) return Effect.undefined
  return isForeign(beneficiary) ? findByBic(store, number) : find(store, number)
}

/** The banks of a payment, as screening looks at them. */
export const banksOf = Effect.fnUntraced(function* (
  store: RegionStore,
  payment: Pick<Payment, "originator" | "beneficiary" | "wire">
) {
  return {
    originator: yield* bankOf(store, payment.originator),
    beneficiary: yield* bankOf(store, payment.beneficiary),
    intermediary: yield* intermediaryOf(store, payment)
  }
})

/** Banks after a BIC, in order, at most a thousand. */
export const bics = (store: RegionStore, after: string) => listBics(store, { after, rows: pageRows })

/** Adds banks to the directory of BICs, or changes them. Their country is in their BIC. */
export const keepBics = Effect.fnUntraced(function* (
  caller: CallerShape,
  banks: ReadonlyArray<Omit<BicEntry, "country">>
) {
  const entries = banks.map(({ bic, ...bank }) => ({ ...bank, bic: fullBic(bic), country: countryOfBic(bic) }))
  const audited = { action: "bics.keep", resource: "bics", after: entries.map(({ bic, status }) => ({ bic, status })) }
  return yield* planAudited(caller, entries, audited, entries.map(keepBic))
})

export const directory = currentDirectory

/** Banks of the directory in force after a routing number, in order, at most a thousand. */
export const list = Effect.fnUntraced(function* (store: RegionStore, after: string, rows = pageRows) {
  const current = yield* currentDirectory(store)
  return current === undefined ? [] : yield* listParticipants(store, { directory: current, after, rows })
})

/** A bank, as the directory in use knows it. Fails with `ParticipantNotFound`. */
export const retrieve = Effect.fnUntraced(function* ({ store }: Pick<CallerShape, "store">, routingNumber: string) {
  return (yield* find(store, routingNumber)) ?? (yield* new ParticipantNotFound())
})

/** The directory in force, with its banks after a routing number. Fails with `ObjectNotFound` where none is loaded. */
export const listed = Effect.fnUntraced(function* ({ store }: Pick<CallerShape, "store">, after = "") {
  const current = yield* directory(store)
  if (current === undefined) return yield* new ObjectNotFound({ what: "directory" })
  return { directory: current, participants: yield* list(store, after) }
})

/** Hands over all banks of the directory in force, page by page: each in a turn of its own. */
const forEachPage = Effect.fnUntraced(function* (
  store: RegionStore,
  take: (banks: ReadonlyArray<Participant>) => void
) {
  for (let after = ""; ;) {
    const page = yield* list(store, after, rowsAtOnce)
    take(page)
    const last = page.at(-1)
    if (last === undefined || page.length < rowsAtOnce) return
    after = last.routingNumber
    yield* Effect.yieldNow
  }
})

const nextDirectory = Effect.fnUntraced(function* (store: RegionStore, name: string, entries: number) {
  const clock = yield* Clock
  const current = yield* currentDirectory(store)
  // Below zero, which no version is: a number that no other directory has.
  const stage = -1 - Number.parseInt((yield* Ids).secret(6), 16)
  return { version: (current?.version ?? 0) + 1, name, loadedAt: clock.now(), entries, stage } satisfies Directory
})

/** Puts a whole new directory in force, at once. `since` is the turn in which it was made of the one before. */
export const replace = Effect.fnUntraced(function* (
  caller: CallerShape,
  of: { readonly name: string; readonly participants: ReadonlyArray<Participant>; readonly since?: number }
) {
  const turn = of.since ?? (yield* directoryTurn(caller.store))
  const next = yield* nextDirectory(caller.store, of.name, of.participants.length)
  const { stage: _, ...shown } = next
  yield* removeEarlier(caller.store)
  return yield* planAudited<Directory, StoreUnavailable | VersionConflict>(
    caller,
    next,
    { action: "participants.replace", resource: "participants", after: shown },
    [...sameTurn(turn), ...(yield* stageDirectory(caller.store, next, of.participants))]
  )
})

/**
 * Puts what a file says about its rail in force. Made anew where another directory came in force meanwhile, which may be that of
 * another file. Fails with `DirectoryUnreadable`.
 */
export const importFile = Effect.fnUntraced(function* (
  caller: CallerShape,
  of: { readonly name: string; readonly format: DirectoryFormat; readonly content: string }
) {
  const since = yield* directoryTurn(caller.store)
  const merge = new DirectoryMerge(of.format, of.content)
  yield* forEachPage(caller.store, (banks) => merge.know(banks))
  yield* untilDone(() => merge.step())
  return yield* replace(caller, { name: of.name, participants: yield* Effect.fromResult(merge.outcome), since })
})

/** Loads the first directories of a sandbox. Run at start. */
export const loadFirst = Effect.fnUntraced(function* (
  store: RegionStore,
  of: {
    readonly name: string
    readonly participants: ReadonlyArray<Participant>
    readonly bics: ReadonlyArray<BicEntry>
  }
) {
  const hasBanks = (yield* currentDirectory(store)) !== undefined
  const hasBics = (yield* listBics(store, { after: "", rows: 1 })).length > 0
  const next = yield* nextDirectory(store, of.name, of.participants.length)
  const writes = [
    ...(hasBanks ? [] : yield* stageDirectory(store, next, of.participants)),
    ...(hasBics ? [] : of.bics.map(keepBic))
  ]
  if (writes.length === 0) return
  yield* carryOutUnkeyed(store, planned(undefined, { scope: "admin/test", writes }))
})
