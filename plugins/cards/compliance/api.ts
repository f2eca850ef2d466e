/** Screening on the wire: endpoints and bodies. Snake case begins and ends here. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Country } from "../../../src/domain.ts"
import type { ScreeningSubject } from "../../../src/plugin.ts"
import { isCalendarDate } from "../calendar-dates.ts"
import { ErrorBody, fits, refusal, withoutCardNumbers } from "../wire.ts"
import { encodeScreening, ShownScreening } from "../screening/ScreeningBody.ts"

/** Longest name without the spaces around it, in Unicode code points (compliance S2). */
const maxNameLength = 500

const Name = Schema.String.annotate({ expected: "a string" })
  .check(
    Schema.makeFilter((value: string) => value.trim() !== "", {
      expected: "a name with at least one visible character"
    }),
    Schema.makeFilter(
      (value: string) => fits(value.trim(), maxNameLength),
      refusal("string_too_long", `at most ${maxNameLength} characters long`)
    )
  )
  .pipe(Schema.decodeTo(Schema.String, withoutCardNumbers))

/** Body of screen a subject (spec cards §4), in its order. */
export const ScreenBody = Schema.Struct({
  name: Name,
  date_of_birth: Schema.optionalKey(
    Schema.String.annotate({ expected: "a string" }).check(
      Schema.makeFilter((value: string) => isCalendarDate(value), { expected: "a date of the calendar, YYYY-MM-DD" })
    )
  ),
  country: Schema.optionalKey(Country.CountryCode),
  entity_type: Schema.optionalKey(
    Schema.Literals(["individual", "business"]).annotate({ expected: "individual or business" })
  ),
  idempotency_key: Schema.optionalKey(Schema.String.annotate({ expected: "a string" }))
})

/** The subject that a body tells. */
export const subjectOf = (body: typeof ScreenBody.Type): ScreeningSubject => ({
  name: body.name.trim(),
  dateOfBirth: body.date_of_birth,
  country: body.country,
  entityType: body.entity_type ?? "individual"
})

/** The answer: a screening, as events show it. */
export const encodeScreened = encodeScreening

/** The endpoints of this slice. */
export const ComplianceApi = HttpApiGroup.make("compliance").add(
  HttpApiEndpoint.post("screen", "/v2/compliance/sanctions", {
    payload: ScreenBody,
    success: ShownScreening,
    error: ErrorBody
  }),
  HttpApiEndpoint.get("retrieve", "/v2/compliance/sanctions/:id", {
    params: { id: Schema.String },
    success: ShownScreening,
    error: ErrorBody
  })
)
