/**
 * The directory of banks as rows. A directory is replaced as a whole: its rows are written beside those in force, under a number
 * of their own, and one unit says that this number is in force, so that nobody ever reads half of one.
 */
import * as Effect from "effect/Effect"
import {
  given,
  integer,
  isAhead,
  keptRead,
  key,
  namedDocument,
  removeSome,
  same,
  storedAs,
  table,
  text,
  VersionConflict,
  writeAhead,
  type Read,
  type RegionStore,
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
  /** The number that its banks are stored under. Absent where it is the version, as in earlier ones. */
  readonly stage?: number
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
    rtp: { participates: "boolean" },
    fednow: { participates: "boolean" },
    ach: { participates: "boolean" },
    fedwire: { participates: "boolean" }
  }
})

const storedBic = storedAs<BicEntry>({
  table: "bank_bics",
  form: { status: "text", name: "text", country: "text", bic: "text" }
})

/** The directory in force, or `undefined` before the first was loaded. */
export const currentDirectory = (store: RegionStore): Read<Directory | undefined> => inForce.read(store)

const settings = table("bank_settings", { name: key(text), version: integer })
const inForceName = "participant_directory"

/** How often a directory was put in force. */
export const directoryTurn = (store: RegionStore): Read<number> =>
  Effect.map(
    store.read<{ readonly version: number }>(`SELECT version FROM bank_settings WHERE name = ?`, [inForceName]),
    ([row]) => row?.version ?? 0
  )

const keepTurn = settings.updating({ set: { version: same }, where: { name: given, version: given } })

/** The write that fails when another directory was put in force since a turn; before the first there is none to rest on. */
export const sameTurn = (turn: number): ReadonlyArray<Write<VersionConflict>> =>
  turn === 0
    ? []
    : [
        keepTurn(
          {},
          { name: inForceName, version: turn },
          () => new VersionConflict({ table: settings.name, key: inForceName })
        )
      ]

/** The number of the banks of a directory. */
export const stageIn = ({ stage, version }: Directory): number => stage ?? version

const readBank = keptRead({
  tables: ["bank_participants"],
  text: `SELECT state FROM bank_participants WHERE directory_version = ? AND routing_number = ?`,
  make: ([row]: ReadonlyArray<{ readonly state: string }>) =>
    row === undefined ? undefined : storedBank.read(row.state)
})

/** A bank of the directory in force. */
export const findParticipant = (store: RegionStore, routingNumber: string): Read<Participant | undefined> =>
  Effect.flatMap(currentDirectory(store), (directory) =>
    directory === undefined ? Effect.succeed(undefined) : readBank(store, [stageIn(directory), routingNumber])
  )

/** Banks of a directory from a routing number on, in order. */
export const listParticipants = (
  store: RegionStore,
  of: { readonly directory: Directory; readonly after: string; readonly rows: number }
): Read<ReadonlyArray<Participant>> =>
  Effect.map(
    store.read<{ readonly state: string }>(
      `SELECT state FROM bank_participants WHERE directory_version = ? AND routing_number > ?
       ORDER BY routing_number LIMIT CAST(? AS INTEGER)`,
      [stageIn(of.directory), of.after, of.rows]
    ),
    (rows) => rows.map((row) => storedBank.read(row.state))
  )

const banks = table("bank_participants", {
  directory_version: key(integer),
  routing_number: key(text),
  state: text
})

const insertBank = ({ bank, stage }: { readonly stage: number; readonly bank: Participant }): Write =>
  banks.insert({ directory_version: stage, routing_number: bank.routingNumber, state: storedBank.write(bank) })

/** Banks that are written or deleted at once: one commit must not hold up those of others. Our choice. */
const banksPerCommit = 200

const banksOf = (stage: number) => ({
  table: banks.name,
  column: "directory_version",
  order: "routing_number",
  value: stage
})

function* stagedBanks(stage: number, participants: ReadonlyArray<Participant>): Generator<ReadonlyArray<Write>, void> {
  for (let at = 0; at < participants.length; at += banksPerCommit) {
    yield participants.slice(at, at + banksPerCommit).map((bank) => insertBank({ stage, bank }))
  }
}

/**
 * Writes the banks of a directory that is to come, some in each transaction, under a number by which nobody reads them yet.
 * Answers the writes that put it in force.
 */
export const stageDirectory = Effect.fnUntraced(function* (
  store: RegionStore,
  next: Directory & { readonly stage: number },
  participants: ReadonlyArray<Participant>
) {
  const steps = stagedBanks(next.stage, participants)
  const staged = yield* writeAhead(store, { ...banksOf(next.stage), now: next.loadedAt }, steps)
  return [staged, inForce.keep(next)]
})

const stageAfter = (store: RegionStore, stage: number) =>
  Effect.map(
    store.read<{ readonly stage: number | null }>(
      `SELECT min(directory_version) AS stage FROM bank_participants WHERE directory_version > CAST(? AS BIGINT)`,
      [stage]
    ),
    ([row]) => row?.stage ?? undefined
  )

/** Deletes the banks of directories that are neither in force nor to come, some in each transaction. */
export const removeEarlier = Effect.fnUntraced(function* (store: RegionStore) {
  for (let stage = yield* stageAfter(store, -Number.MAX_SAFE_INTEGER); stage !== undefined;) {
    // In this order: a directory that is no longer to come is in force.
    const isToCome = yield* isAhead(store, stage)
    const current = yield* currentDirectory(store)
    const isOld = !isToCome && current !== undefined && stageIn(current) !== stage
    if (isOld) while ((yield* removeSome(store, banksOf(stage), banksPerCommit)) > 0);
    stage = yield* stageAfter(store, stage)
  }
})

/** A bank by its BIC in eleven characters. */
export const findBic = (store: RegionStore, bic: string): Read<BicEntry | undefined> =>
  Effect.map(store.read<{ readonly state: string }>(`SELECT state FROM bank_bics WHERE bic = ?`, [bic]), ([row]) =>
    row === undefined ? undefined : storedBic.read(row.state)
  )

/** Banks after a BIC, in order. */
export const listBics = (
  store: RegionStore,
  of: { readonly after: string; readonly rows: number }
): Read<ReadonlyArray<BicEntry>> =>
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

/** Where windows of a directory begin: routing numbers, every so many of them. */
export const participantPlaces = (store: RegionStore, directory: Directory, rows: number) =>
  Effect.map(
    store.read<{ readonly routing_number: string }>(
      `SELECT routing_number FROM bank_participants WHERE directory_version = ? ORDER BY routing_number LIMIT 20001`,
      [stageIn(directory)]
    ),
    (found) => ({
      total: Math.min(found.length, 20_000),
      capped: found.length > 20_000,
      anchors: found.filter((_, at) => at % rows === rows - 1).map((row) => row.routing_number)
    })
  )
