/** A screening as it is shown, in answers and in events alike (spec cards §2). */
import * as Schema from "effect/Schema"
import { timestamp } from "../events.ts"
import type { ScreeningRecord } from "./ScreeningRecord.ts"

/** A screening as it is shown, for the description of the API. */
export const ShownScreening = Schema.Struct({
  screening_id: Schema.String,
  name: Schema.String,
  result: Schema.Literals(["clear", "match", "pending"]),
  matches: Schema.Array(
    Schema.Struct({
      list: Schema.String,
      entry_id: Schema.String,
      listed_name: Schema.String,
      matched_name: Schema.String,
      score: Schema.Finite,
      entity_type: Schema.String,
      programs: Schema.Array(Schema.String),
      dates_of_birth: Schema.Array(Schema.String),
      countries: Schema.Array(Schema.String),
      reasons: Schema.Array(
        Schema.Struct({
          compared: Schema.String,
          subject: Schema.String,
          listed: Schema.String,
          points: Schema.Finite
        })
      )
    })
  ),
  lists_screened: Schema.Array(Schema.String),
  screened_at: Schema.String,
  customer: Schema.NullOr(Schema.String),
  resolution: Schema.NullOr(Schema.Literals(["approved", "confirmed"])),
  livemode: Schema.Boolean
})

/** A screening as it is shown. A `pending` one has no matches and no lists yet. */
export const encodeScreening = (record: ScreeningRecord) => ({
  screening_id: record.id,
  name: record.name,
  result: record.result,
  matches: record.matches.map((match) => ({
    list: match.list,
    entry_id: match.entryId,
    listed_name: match.listedName,
    matched_name: match.matchedName,
    score: match.score,
    entity_type: match.entityType,
    programs: match.programs,
    dates_of_birth: match.datesOfBirth,
    countries: match.countries,
    reasons: match.reasons.map(({ compared, listed, points, subject }) => ({ compared, subject, listed, points }))
  })),
  lists_screened: record.listsScreened.map(({ list }) => list),
  screened_at: timestamp(record.screenedAt),
  customer: record.customer,
  resolution: record.resolution,
  livemode: record.livemode
})
