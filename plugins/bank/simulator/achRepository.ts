/** What the simulated ACH operator remembers, as rows of its own. */
import * as Effect from "effect/Effect"
import {
  given,
  integer,
  key,
  openText,
  sealed,
  storedAs,
  table,
  text,
  type Read,
  type RegionStore,
  type Write
} from "../../../src/plugin.ts"
import type { DueAnswer, PlannedAnswer, RememberedEntry } from "./AchAnswers.ts"

/** How the operator stands to a file. `silent`: it has it and says nothing. */
export type SimulatedFileStatus = "accepted" | "rejected" | "silent"

/** A file that arrived. */
export interface SimulatedFile {
  readonly name: string
  readonly sha256: string
  readonly status: SimulatedFileStatus
}

export const findFile = (store: RegionStore, name: string): Read<SimulatedFile | undefined> =>
  Effect.map(
    store.read<SimulatedFile>(`SELECT name, sha256, status FROM bank_sim_ach_files WHERE name = ?`, [name]),
    ([row]) => row
  )

const files = table("bank_sim_ach_files", { name: key(text), sha256: text, status: text, received_at: integer })

/** The write that keeps a file; one of the same name violates its key. */
export const keepFile = ({ name, sha256, status }: SimulatedFile, now: number): Write =>
  files.insert({ name, sha256, status, received_at: now })

const decide = files.updating({ set: { status: given }, where: { name: given } })

/** The write that changes what the operator says about a file. */
export const decideFile = (name: string, status: SimulatedFileStatus): Write => decide({ status }, { name })

const storedEntry = storedAs<RememberedEntry>({
  table: "bank_sim_ach_entries",
  form: {
    settlesAt: "number",
    header: {
      companyName: "text",
      companyDiscretionaryData: "text",
      companyId: "text",
      secCode: "text",
      entryDescription: "text",
      descriptiveDate: "text",
      originatingBank: "text",
      iat: [
        "if there",
        {
          exchangeIndicator: "text",
          exchangeReferenceIndicator: "text",
          exchangeReference: "text",
          destinationCountry: "text",
          originatingCurrency: "text",
          destinationCurrency: "text"
        }
      ]
    },
    entry: {
      transactionCode: "text",
      routingNumber: "text",
      accountNumber: "text",
      amountMinor: "number",
      identificationNumber: "text",
      name: "text",
      discretionaryData: "text",
      traceNumber: "text",
      addenda: ["list of", { type: "text" }]
    }
  }
})

const storedAnswer = storedAs<PlannedAnswer>({
  table: "bank_sim_ach_answers",
  form: { kind: "text", note: "text", code: "text", information: "text" }
})

const entries = table("bank_sim_ach_entries", { trace: key(text), file_name: text, state: sealed(text) })

const putEntry = entries.inserting({ onExisting: { set: { file_name: given, state: given } } })

/** The write that keeps an entry. Numbers of traces come again after ten million. */
export const keepEntry = (fileName: string, remembered: RememberedEntry): Write =>
  putEntry({ trace: remembered.entry.traceNumber, file_name: fileName, state: storedEntry.write(remembered) })

/** An entry by its trace number. */
export const findEntry = (
  store: RegionStore,
  trace: string
): Read<{ readonly fileName: string; readonly remembered: RememberedEntry } | undefined> =>
  Effect.map(
    store.read<{ readonly file_name: string; readonly state: string }>(
      `SELECT file_name, state FROM bank_sim_ach_entries WHERE trace = ?`,
      [trace]
    ),
    ([row]) =>
      row === undefined
        ? undefined
        : { fileName: row.file_name, remembered: storedEntry.read(openText(store, row.state), trace) }
  )

const answers = table("bank_sim_ach_answers", { trace: text, due_at: integer, state: sealed(text) })

export const planAnswer = (trace: string, answer: PlannedAnswer, dueAt: number): Write =>
  answers.insert({ trace, due_at: dueAt, state: storedAnswer.write(answer) })

/** Answers that are due and stand in no file, with their entries. */
export const dueAnswers = (store: RegionStore, now: number, rows: number): Read<ReadonlyArray<DueAnswer>> =>
  Effect.map(
    store.read<{ readonly sequence: number; readonly state: string; readonly original: string }>(
      `SELECT a.sequence AS sequence, a.state AS state, e.state AS original
       FROM bank_sim_ach_answers AS a JOIN bank_sim_ach_entries AS e ON e.trace = a.trace
       WHERE a.file_name IS NULL AND a.due_at <= ? ORDER BY a.due_at, a.sequence LIMIT CAST(? AS INTEGER)`,
      [now, rows]
    ),
    (found) =>
      found.map(({ original, sequence, state }) => ({
        ...storedAnswer.read(openText(store, state)),
        sequence,
        original: storedEntry.read(openText(store, original))
      }))
  )

const place = table("bank_sim_ach_answers", { sequence: integer, file_name: text }).updating({
  set: { file_name: given },
  where: { sequence: given }
})

/** The write that puts an answer into a file. */
export const placeAnswer = (sequence: number, fileName: string): Write => place({ file_name: fileName }, { sequence })

const outbox = table("bank_sim_ach_outbox", { name: key(text), body: sealed(text) })

export const keepOutgoing = (name: string, body: string): Write => outbox.insert({ name, body })

/** A file that is to be sent. */
export const outgoing = (store: RegionStore, name: string): Read<string | undefined> =>
  Effect.map(
    store.read<{ readonly body: string }>(`SELECT body FROM bank_sim_ach_outbox WHERE name = ?`, [name]),
    ([row]) => (row === undefined ? undefined : openText(store, row.body))
  )
