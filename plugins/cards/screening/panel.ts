/** Screenings for operators: which words matched which entry of which list, and the decision of a person. */
import * as Effect from "effect/Effect"
import { documentPanel, isIn, statusBy, type CoreServices, type PanelItem } from "../../../src/plugin.ts"
import * as compliance from "../compliance/calls.ts"
import { linkTo, ownerOf, samplesOf } from "../panelParts.ts"
import { storedRecord } from "./repository.ts"
import type { RecordedMatch, ScreeningRecord, ScreeningResolution } from "./ScreeningRecord.ts"

const status = statusBy({ clear: "good", approved: "good", confirmed: "bad", pending: "wait", match: "held" })

const statusOf = ({ resolution, result }: ScreeningRecord): string => resolution ?? result

const matchSection = (match: RecordedMatch): PanelItem["sections"][number] => ({
  title: `${match.list}: ${match.listedName}`,
  fields: [
    { label: "Name that matched", kind: "text", value: match.matchedName },
    { label: "Score", kind: "number", value: match.score },
    { label: "Kind", kind: "text", value: match.entityType },
    { label: "Entry", kind: "code", value: match.entryId },
    { label: "Programs", kind: "json", value: match.programs },
    { label: "Born", kind: "json", value: match.datesOfBirth },
    { label: "Countries", kind: "json", value: match.countries },
    { label: "What was compared", kind: "json", value: JSON.stringify(match.reasons) }
  ]
})

const isUndecided = isIn("match")

const deciding = (resolution: ScreeningResolution, title: string, confirm: string) =>
  ({
    id: resolution === "approved" ? "approve" : "confirm",
    title,
    confirm,
    tone: resolution === "approved" ? "good" : "bad",
    applies: isUndecided
  }) as const

const decide = (resolution: ScreeningResolution, message: string) =>
  ((caller, { id }) => Effect.as(compliance.resolve(caller, id, resolution), { message, id })) satisfies NonNullable<
    Parameters<typeof documentPanel<ScreeningRecord, CoreServices>>[0]["actions"]
  >[number]["run"]

export const screeningsPanel = documentPanel<ScreeningRecord, CoreServices>({
  id: "screenings",
  title: "Screenings",
  noun: ["screening", "screenings"],
  empty:
    "The name of each customer and of whoever gets a payout is compared with watch lists. Each comparison stands here.",
  group: "Cards",
  icon: "shield-check",
  idPrefix: "scr_",
  stored: storedRecord,
  columns: {
    name: ["Name", "text", (record) => record.name],
    status: ["Result", "status", (record) => status(statusOf(record))],
    matches: ["Matches", "number", (record) => record.matches.length],
    customer: ["Customer", "id", (record) => record.customer],
    at: ["Screened", "time", (record) => record.screenedAt]
  },
  filters: [
    { key: "result", title: "Result", of: ["clear", "match", "pending"] },
    { key: "customer", title: "Customer" }
  ],
  principalOf: ownerOf,
  samples: ({ id }) => samplesOf(`/v2/compliance/sanctions/${id}`, `compliance.retrieve("${id}")`),
  links: ({ customer }) => (customer === null ? [] : [linkTo("customers", customer, "The customer")]),
  sections: ({ document }) =>
    Effect.succeed([
      {
        title: "Who was looked for",
        fields: [
          { label: "Born", kind: "text" as const, value: document.subject.dateOfBirth ?? null },
          { label: "Country", kind: "text" as const, value: document.subject.country ?? null },
          { label: "Counts from", kind: "number" as const, value: document.threshold },
          { label: "Lists", kind: "json" as const, value: document.listsScreened.map(({ list }) => list) }
        ]
      },
      ...document.matches.map(matchSection)
    ]),
  actions: [
    {
      ...deciding(
        "approved",
        "Approve",
        "These entries are somebody else: the customer is free if nothing else is open."
      ),
      run: decide("approved", "The match was approved")
    },
    {
      ...deciding("confirmed", "Confirm the match", "The customer is the listed person and stays blocked."),
      run: decide("confirmed", "The match was confirmed")
    }
  ]
})
