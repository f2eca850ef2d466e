/**
 * The directory of banks as rows. A directory is replaced as a whole: its rows are written beside those in force, and one unit
 * makes them the new ones, so that nobody ever reads half of one.
 */
import * as Effect from "effect/Effect"
import {
  given,
  integer,
  key,
  namedDocument,
  statement,
  storedAs,
  table,
  text,
  value,
  type RegionStore,
  type StoreUnavailable,
  type Write
} from "../../../src/plugin.ts"
import type { BicEntry } from "./Bic.ts"
import type { Participant } from "./Participant.ts"

/** Which directory is in force. */
export interface Directory {
  readonly version: number
  readonly name: string
  readonly loadedAt: number
  readonly entries: number
}

const inForce = namedDocument(
  storedAs<Directory>({
    table: "bank_settings/participant_directory",
    form: { name: "text", entries: "number", version: "number", loadedAt: "number" }
  })
)

const storedBank = storedAs<Participant>({
  table: "bank_participants",
  form: {
    status: "text",
    name: "text",
    routingNumber: "text",
    rtp: "object",
    fednow: "object",
    ach: "object",
    fedwire: "object"
  }
})

const storedBic = storedAs<BicEntry>({
  table: "bank_bics",
  form: { status: "text", name: "text", country: "text", bic: "text" }
})

/** The directory in force, or `undefined` before the first was loaded. */
export const currentDirectory = (store: RegionStore): Effect.Effect<Directory | undefined, StoreUnavailable> =>
  inForce.read(store)

/** A bank of the directory in force. */
export const findParticipant = (
  store: RegionStore,
  routingNumber: string
): Effect.Effect<Participant | undefined, StoreUnavailable> =>
  Effect.flatMap(currentDirectory(store), (directory) =>
    directory === undefined
      ? Effect.succeed(undefined)
      : Effect.map(
          store.read<{ readonly state: string }>(
            `SELECT state FROM bank_participants WHERE directory_version = ? AND routing_number = ?`,
            [directory.version, routingNumber]
          ),
          ([row]) => (row === undefined ? undefined : storedBank.read(row.state))
        )
  )

/** Banks of a directory from a routing number on, in order. */
export const listParticipants = (
  store: RegionStore,
  of: { readonly version: number; readonly after: string; readonly rows: number }
): Effect.Effect<ReadonlyArray<Participant>, StoreUnavailable> =>
  Effect.map(
    store.read<{ readonly state: string }>(
      `SELECT state FROM bank_participants WHERE directory_version = ? AND routing_number > ?
       ORDER BY routing_number LIMIT CAST(? AS INTEGER)`,
      [of.version, of.after, of.rows]
    ),
    (rows) => rows.map((row) => storedBank.read(row.state))
  )

/** Numbers of stages in one millisecond. */
const stagesPerMillisecond = 256

/** How long a stage may take, in milliseconds. What is older was left by a process that ended. */
const stageLifetimeMs = 86_400_000

/** A number for the banks of a directory that is to come: below zero, which no version is. `id` tells those of one time apart. */
export const stageOf = (now: number, id: string): number => {
  let place = 0
  for (let at = 0; at < id.length; at++) place = (place * 31 + id.charCodeAt(at)) % stagesPerMillisecond
  return -(now * stagesPerMillisecond + place)
}

const banks = table("bank_participants", {
  directory_version: key(integer),
  routing_number: key(text),
  state: text
})

/** The writes of some banks of a directory that is to come. */
export const stageBanks = (stage: number, participants: ReadonlyArray<Participant>): ReadonlyArray<Write> =>
  participants.map((participant) =>
    banks.insert({
      directory_version: stage,
      routing_number: participant.routingNumber,
      state: storedBank.write(participant)
    })
  )

const move = banks.updating({ set: { directory_version: given }, where: { directory_version: given } })

const removeBetween = statement`DELETE FROM ${banks} WHERE directory_version BETWEEN ${value("from")} AND ${value("to")}`

/** The writes that put a directory in force, whose banks are staged. Versions before the last one are forgotten. */
export const putInForce = (directory: Directory, stage: number): ReadonlyArray<Write> => [
  move({ directory_version: directory.version }, { directory_version: stage }),
  inForce.keep(directory),
  removeBetween.write({ from: 0, to: directory.version - 2 }),
  removeBetween.write({ from: -(directory.loadedAt - stageLifetimeMs) * stagesPerMillisecond, to: -1 })
]

/** A bank by its BIC in eleven characters. */
export const findBic = (store: RegionStore, bic: string): Effect.Effect<BicEntry | undefined, StoreUnavailable> =>
  Effect.map(store.read<{ readonly state: string }>(`SELECT state FROM bank_bics WHERE bic = ?`, [bic]), ([row]) =>
    row === undefined ? undefined : storedBic.read(row.state)
  )

/** Banks after a BIC, in order. */
export const listBics = (
  store: RegionStore,
  of: { readonly after: string; readonly rows: number }
): Effect.Effect<ReadonlyArray<BicEntry>, StoreUnavailable> =>
  Effect.map(
    store.read<{ readonly state: string }>(
      `SELECT state FROM bank_bics WHERE bic > ? ORDER BY bic LIMIT CAST(? AS INTEGER)`,
      [of.after, of.rows]
    ),
    (rows) => rows.map((row) => storedBic.read(row.state))
  )

const putBic = table("bank_bics", { bic: key(text), state: text }).inserting({ onExisting: { set: { state: given } } })

/** The write that adds a bank to the directory of BICs, or changes it. */
export const keepBic = (entry: BicEntry): Write => putBic({ bic: entry.bic, state: storedBic.write(entry) })
