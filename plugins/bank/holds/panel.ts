/** The compliance queue for operators: why a transfer is held, which words matched which list, and the officer's decision. */
import * as Effect from "effect/Effect"
import type { Mode } from "../../../src/domain.ts"
import { call, documentPanel, isIn, statusBy, type PanelItem } from "../../../src/plugin.ts"
import type { Hold } from "../compliance/Hold.ts"
import { listScreenings, storedHold } from "../compliance/repository.ts"
import type { SubjectEvidence } from "../compliance/ScreeningEvidence.ts"
import { adminIn, linkTo, samplesOf, type PanelNeeds } from "../panelParts.ts"
import { HoldBody } from "./api.ts"
import { rejectHold, releaseHold } from "./operations.ts"

const whyHeld: Readonly<Record<string, string>> = {
  OFAC_POSSIBLE_MATCH: "Possible match",
  OFAC_SCREENING_UNAVAILABLE: "No list could be consulted"
}

const status = statusBy({ open: "held", released: "good", rejected: "bad", cancelled: "none" })

/** Screenings of a transfer that are shown (our choice). */
const mostScreenings = 5

const subjectSections = ({ matches, subject, threshold }: SubjectEvidence): PanelItem["sections"] =>
  matches.map((match) => ({
    title: `${subject.name}: ${match.list}`,
    fields: [
      { label: "Listed name", kind: "text", value: match.matchedName },
      { label: "Score", kind: "number", value: match.score },
      { label: "Counts from", kind: "number", value: threshold },
      { label: "Which words", kind: "json", value: match.reasons.map((reason) => JSON.stringify(reason)) },
      { label: "Born (list)", kind: "json", value: match.datesOfBirth },
      { label: "Born (transfer)", kind: "text", value: subject.dateOfBirth ?? null },
      { label: "Countries (list)", kind: "json", value: match.countries },
      { label: "Country (transfer)", kind: "text", value: subject.country ?? null },
      { label: "Programs", kind: "json", value: match.programs },
      { label: "Entry", kind: "code", value: match.entryId }
    ]
  }))

const deciding = (id: "release" | "reject" | "exception", title: string, confirm: string) =>
  ({ id, title, confirm, tone: id === "reject" ? "bad" : "good", input: [], applies: isIn("open") }) as const

const released = (message: string) => (hold: Hold) => ({
  id: hold.id,
  message: hold.status === "open" ? "It stays held: another name in it is on a list" : message
})

export const queuePanel = (mode: Mode) =>
  documentPanel<Hold, PanelNeeds>({
    id: "queue",
    title: "Compliance queue",
    noun: ["hold", "holds"],
    empty:
      "A transfer is held when a name in it is like one on a watch list. A person then releases or rejects it here.",
    group: "Bank",
    icon: "shield-alert",
    idPrefix: "hold_",
    stored: storedHold,
    scopeOf: ({ clientId }) => `${clientId}/${mode}`,
    columns: {
      amount: ["Amount", "money", (hold) => ({ amountMinor: hold.amountCents, currency: hold.currency ?? "usd" })],
      status: ["Status", "status", (hold) => status(hold.status)],
      screened: ["Name in the transfer", "text", (hold) => hold.screenedValue],
      matched: ["Name on the list", "text", (hold) => hold.matchedName],
      score: ["Score", "number", (hold) => hold.matchScore],
      list: ["List", "code", (hold) => hold.listName],
      reason: ["Why", "text", (hold) => whyHeld[hold.reason] ?? hold.reason],
      rail: ["Rail", "code", (hold) => hold.rail],
      at: ["Held", "time", (hold) => hold.createdAt]
    },
    filters: [
      { key: "status", title: "Status", of: ["open", "released", "rejected", "cancelled"] },
      { key: "payment", title: "Transfer", by: { column: "payment_id" } }
    ],
    waits: { status: "open" },
    json: HoldBody.write,
    principalOf: adminIn(mode),
    samples: ({ id }) => samplesOf(`/v2/compliance/holds/${id}`, `holds.retrieve("${id}")`),
    links: ({ paymentId }) => [linkTo("transfers", paymentId, "The transfer")],
    sections: ({ document, store }) =>
      Effect.map(listScreenings(store, document.paymentId, mostScreenings), (screenings): PanelItem["sections"] => [
        {
          title: "Decision",
          fields: [
            { label: "By", kind: "text", value: document.decidedBy },
            { label: "When", kind: "time", value: document.decidedAt },
            { label: "Note", kind: "text", value: document.note }
          ]
        },
        ...screenings.flatMap(({ subjects }) => subjects.flatMap(subjectSections))
      ]),
    actions: [
      {
        ...deciding("release", "Release", "It is somebody else: the transfer goes on without being sent in again."),
        run: (caller, { id }, _, { reason: note }) =>
          Effect.map(
            call(caller, "bank.holds.release", { id, note }, (asking) =>
              releaseHold(asking, id, { note, addException: false })
            ),
            released("The transfer was released")
          )
      },
      {
        ...deciding(
          "exception",
          "Release, and pass over this match from now on",
          "The transfer goes on, and the same name does not match the same entry again."
        ),
        run: (caller, { id }, _, { reason: note }) =>
          Effect.map(
            call(caller, "bank.holds.release", { id, note, addException: true }, (asking) =>
              releaseHold(asking, id, { note, addException: true })
            ),
            released("The transfer was released, with an exception")
          )
      },
      {
        ...deciding("reject", "Reject", "The transfer ends; no money moves."),
        run: (caller, { id }, _, { reason: note }) =>
          Effect.as(
            call(caller, "bank.holds.reject", { id, note }, (asking) =>
              rejectHold(asking, id, { note, addException: false })
            ),
            { message: "The transfer was rejected", id }
          )
      }
    ]
  })
