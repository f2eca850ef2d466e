/** A screening as it is shown, in answers and in events alike (spec cards §2). */
import * as Schema from "effect/Schema"
import { Wire, type MatchReason } from "../../../src/plugin.ts"
import { Id, SentTime } from "../wire.ts"
import type { RecordedMatch, ScreeningRecord } from "./ScreeningRecord.ts"

const ReasonBody = Wire.object<MatchReason>()("ScreeningReason", "One comparison that made up a score.", {
  compared: [
    Schema.String,
    "What was compared: `name`, `token` (a word of the name), `date_of_birth`, `country`, or `rule` for a limit."
  ],
  subject: [Schema.String, "The value that you sent."],
  listed: [Schema.String, "The value on the list, or the name of the rule."],
  points: [
    Schema.Finite,
    "For words the likeness from 0 to 100; otherwise what it added to the score, or took from it."
  ]
})

const MatchBody = Wire.object<RecordedMatch>()("ScreeningMatch", "A listed entry that the subject may be.", {
  list: [Schema.String, "The list, such as `ofac_sdn`."],
  entry_id: [Schema.String, "The list's own id of the entry."],
  listed_name: [Schema.String, "The main name of the entry."],
  matched_name: [Schema.String, "The name of the entry that matched, perhaps an alias."],
  score: [Schema.Finite, "How alike they are, from 0 to 100."],
  entity_type: [Schema.String, "What is listed, such as `individual` or `business`."],
  programs: [Schema.Array(Schema.String), "The programs under which it is listed."],
  dates_of_birth: [
    Schema.Array(Schema.String),
    "Dates of birth of the entry, some of a year or month only; empty where the list has none."
  ],
  countries: [Schema.Array(Schema.String), "Countries of the entry; empty where the list has none."],
  reasons: [Schema.Array(ReasonBody), "What made up the score."]
})

/** A screening as it is shown. A `pending` one has no matches and no lists yet. */
export const ScreeningBody = Wire.object<ScreeningRecord>()(
  "Screening",
  "Whether a name is on a sanctions or watch list, at one moment.",
  {
    screening_id: [Id, (record) => record.id, "Begins with `scr_`."],
    name: [Schema.String, "The name that was looked for."],
    result: [
      Schema.Literals(["clear", "match", "pending"]),
      "`pending`: the lists could not be consulted yet, and nobody is clear by it."
    ],
    matches: [Schema.Array(MatchBody), "The entries that the name may be."],
    lists_screened: [
      Schema.Array(Schema.String),
      (record) => record.listsScreened.map(({ list }) => list),
      "The lists that were consulted."
    ],
    screened_at: [SentTime, "When the lists were consulted."],
    customer: [Schema.NullOr(Id), "The customer who was screened; `null` for a name."],
    resolution: [
      Schema.NullOr(Schema.Literals(["approved", "confirmed"])),
      "What a person decided on a match: `approved` is a false positive, `confirmed` keeps the customer blocked."
    ],
    livemode: [Schema.Boolean, "`false` in the sandbox."]
  }
)
