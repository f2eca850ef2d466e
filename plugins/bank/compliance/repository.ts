/** Holds, exceptions and what screenings found, as rows. */
import * as Effect from "effect/Effect"
import {
  documentTable,
  matchForm,
  namedDocument,
  storedAs,
  type ListedDocument,
  type RegionStore,
  type Write
} from "../../../src/plugin.ts"
import { personalFields } from "../sealedColumns.ts"
import type { Hold, ScreeningException } from "./Hold.ts"
import type { ScreeningEvidence, SubjectEvidence } from "./ScreeningEvidence.ts"

export const storedHold = storedAs<Hold>({
  table: "bank_holds",
  form: {
    id: "text",
    createdAt: "number",
    status: "text",
    paymentId: "text",
    reason: "text",
    decidedAt: "number or null",
    note: "text or null",
    clientId: "text",
    rail: "text",
    amountCents: "number",
    matchedField: "text or null",
    matchScore: "number or null",
    listName: "text or null",
    listEntryId: "text or null",
    matchedName: "text or null",
    screenedValue: "text or null",
    attempts: "number",
    decidedBy: "text or null"
  }
})

export const holds = documentTable<Hold, "payment_id" | "status">(
  storedHold,
  ["payment_id", "status"],
  (hold) => ({
    payment_id: hold.paymentId,
    status: hold.status
  }),
  personalFields.bank_holds
)

/** Evidence as it is kept: who was looked for and what was found are sealed, how it was looked for is not. */
interface KeptEvidence extends Omit<ScreeningEvidence, "subjects"> {
  readonly subjects: ReadonlyArray<Partial<SubjectEvidence>>
  /** Of each subject; rows of an earlier version have it in `subjects`. */
  readonly found?: ReadonlyArray<Pick<SubjectEvidence, "subject" | "matches">>
}

const storedMatch = { ...matchForm, entryVersion: "text", field: "text" } as const

const storedEvidence = storedAs<KeptEvidence>({
  table: "bank_screenings",
  form: {
    id: "text",
    createdAt: "number",
    paymentId: "text",
    attempt: "number",
    outcome: "text",
    holdId: "text or null",
    subjects: [
      "list of",
      {
        subject: ["if there", { name: "text", entityType: "text" }],
        matches: ["if there", ["list of", storedMatch]],
        listsScreened: ["if there", ["list of", { list: "text", stateDate: "text", version: "text" }]]
      }
    ],
    decisive: [
      "or null",
      {
        field: "text",
        score: "number",
        listName: "text",
        listEntryId: "text",
        matchedName: "text",
        screenedValue: "text"
      }
    ],
    found: [
      "if there",
      [
        "list of",
        {
          subject: { name: "text", entityType: "text" },
          matches: ["list of", storedMatch]
        }
      ]
    ]
  }
})

const evidence = documentTable<KeptEvidence, "payment_id">(
  storedEvidence,
  ["payment_id"],
  ({ paymentId }) => ({ payment_id: paymentId }),
  ["found", "decisive"]
)

const shown = ({ found, subjects, ...rest }: ListedDocument<KeptEvidence>): ListedDocument<ScreeningEvidence> => ({
  ...rest,
  subjects: subjects.map((subject, index) => ({ ...subject, ...found?.[index] }) as SubjectEvidence)
})

/** The write that keeps what a screening found. Rows are only ever added. */
export const keepScreening = ({ subjects, ...rest }: ScreeningEvidence): Write =>
  evidence.insert({
    ...rest,
    subjects: subjects.map(({ matches: _matches, subject: _subject, ...how }) => how),
    found: subjects.map(({ matches, subject }) => ({ matches, subject }))
  })

/** What screenings of a payment found, newest first. */
export const listScreenings = (store: RegionStore, paymentId: string, rows: number) =>
  Effect.map(evidence.list(store, { payment_id: paymentId }, undefined, rows), (found) => found.map(shown))

export const storedException = storedAs<ScreeningException>({
  table: "bank_exceptions",
  form: {
    id: "text",
    createdAt: "number",
    reason: "text",
    listEntryId: "text",
    screenedValue: "text",
    createdBy: "text",
    expiresAt: "number or null"
  }
})

/** Exceptions for false positives. */
export const exceptions = documentTable<ScreeningException, "entry_id">(
  storedException,
  ["entry_id"],
  (exception) => ({
    entry_id: exception.listEntryId
  }),
  personalFields.bank_exceptions
)

/** Whether a sandbox was told to be without screening. */
export const screeningSwitch = namedDocument(
  storedAs<{ readonly isScreeningDown: boolean }>({
    table: "bank_settings/simulator",
    form: { isScreeningDown: "boolean" }
  })
)
