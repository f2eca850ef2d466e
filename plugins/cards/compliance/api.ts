/** Screening on the wire: endpoints and bodies. Snake case begins and ends here. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { CountryCode, isCalendarDate } from "../../../src/domain.ts"
import { Publication, Wire, type ScreeningSubject } from "../../../src/plugin.ts"
import { refused } from "../refused.ts"
import { ScreeningBody } from "../screening/ScreeningBody.ts"
import { fits, IdempotencyKeyField, idPath, isReadable, readable, refusal, withoutCardNumbers } from "../wire.ts"

/** Longest name without the spaces around it, in Unicode code points (compliance S2). */
export const maxNameLength = 500

const Name = Schema.String.annotate({ expected: "a string" })
  .check(
    Schema.makeFilter(isReadable, {
      expected: `a name ${readable}`,
      toJsonSchema: () => ({ pattern: "\\S" })
    }),
    Schema.makeFilter((value: string) => fits(value.trim(), maxNameLength), {
      ...refusal("string_too_long", `at most ${maxNameLength} characters long`),
      toJsonSchema: () => ({ maxLength: maxNameLength })
    })
  )
  .pipe(Schema.decodeTo(Schema.String, withoutCardNumbers))

const DateOfBirth = Schema.String.annotate({ expected: "a string", format: "date" }).check(
  Schema.makeFilter((value: string) => isCalendarDate(value), { expected: "a date of the calendar, YYYY-MM-DD" })
)

/** Body of screen a subject (spec cards §4), in its order. */
export const ScreenBody = Wire.body("ScreenSubject", "Whom to look for.", {
  name: [Name, "The full name, up to 500 characters."],
  date_of_birth: [Schema.optionalKey(DateOfBirth), "`YYYY-MM-DD`. Tells people of one name apart."],
  country: [Schema.optionalKey(CountryCode), "Where the subject lives or is registered."],
  entity_type: [
    Schema.optionalKey(Schema.Literals(["individual", "business"]).annotate({ expected: "individual or business" })),
    "Default: `individual`."
  ],
  idempotency_key: IdempotencyKeyField
})

export const subjectOf = (body: typeof ScreenBody.Type): ScreeningSubject => ({
  name: body.name.trim(),
  dateOfBirth: body.date_of_birth,
  country: body.country,
  entityType: body.entity_type ?? "individual"
})

/** The answer: a screening, as events show it. */
export const encodeScreened = ScreeningBody.write

export const ComplianceApi = HttpApiGroup.make("compliance")
  .add(
    HttpApiEndpoint.post("screen", "/v2/compliance/sanctions", {
      payload: ScreenBody,
      success: ScreeningBody,
      error: refused("ScreeningUnanswered")
    }).annotateMerge(
      Publication.words(
        "Screen a name",
        "Looks for a person or company on the sanctions and watch lists. A match blocks your customers of that name until a person decides on it."
      )
    ),
    HttpApiEndpoint.get("retrieve", "/v2/compliance/sanctions/:id", {
      params: idPath("The screening."),
      success: ScreeningBody,
      error: refused("ScreeningNotFound")
    }).annotateMerge(Publication.words("Retrieve a screening", "The screening with why each entry matched."))
  )
  .annotateMerge(Publication.tag("Compliance", "Screening of names against sanctions and watch lists."))
