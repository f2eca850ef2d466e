/** The report of a generation on the wire (PRECEDENCE, docs report). It is kept in the form in which it is shown. */
import * as Schema from "effect/Schema"
import { Wire } from "../../../src/plugin.ts"
import { FindingBody, NotCheckedBody } from "../checks/finding-wire.ts"
import { WarningBody } from "../wire.ts"

const Share = Wire.body("Share", "How much of something is in the document.", {
  expected: [Schema.Int, "How many there are in the source."],
  present: [Schema.Int, "How many of them are in the document."]
})

const Coverage = Wire.body("Coverage", "What of an API is in its reference.", {
  operations: [Share, "Operations."],
  parameters: [Share, "Parameters."],
  requestBodies: [Share, "Request bodies."],
  responses: [Share, "Responses."],
  schemas: [Share, "Schemas."],
  securitySchemes: [Share, "Security schemes."],
  errorCodes: [Share, "Error codes."]
})

const Dropped = Wire.body("Dropped", "Something that is not in the document.", {
  item: [Schema.String, "What it is."],
  reason: [Schema.String, "Why it is left out."]
})

const Accounting = Wire.body("Accounting", "Where each change went, in release notes.", {
  input: [Schema.Int, "Changes there were."],
  groups: [
    Wire.body("ChangeGroups", "Changes by group.", {
      removed: [Schema.optionalKey(Schema.Int), "Removed."],
      deprecated: [Schema.optionalKey(Schema.Int), "Deprecated."],
      newFeatures: [Schema.Int, "New features."],
      improvements: [Schema.Int, "Improvements."],
      bugFixes: [Schema.Int, "Bug fixes."],
      changes: [Schema.optionalKey(Schema.Int), "Other changes: nothing in the source says more surely what they are."]
    }),
    "Changes by group."
  ],
  breaking: [Schema.Int, "Changes that break something; they are in no group."],
  maintenance: [
    Schema.Int,
    "Changes that users do not notice; where they are not told, the report's `dropped` names them."
  ],
  dropped: [Schema.Array(Dropped), "Changes that are left out, and why."]
})

export const ReportBody = Wire.body(
  "Report",
  "How a generation went: nothing of the source is lost without a word. Parts that do not apply are absent.",
  {
    coverage: [Schema.optionalKey(Coverage), "Of a reference: what of the API is in it."],
    accounting: [Schema.optionalKey(Accounting), "Of release notes: where each change went."],
    evidence: [
      Schema.optionalKey(
        Schema.Array(
          Wire.body("Evidence", "Something that the document says, and why.", {
            claim: [Schema.String, "What it says."],
            evidence: [Schema.String, "The file of the source that says so, with the line where that is known."]
          })
        )
      ),
      "Of a readme or guide: where each claim comes from."
    ],
    checks: [
      Schema.optionalKey(
        Wire.body("CheckSummary", "What the check of the style found.", {
          score: [Schema.Finite, "From 0 to 100, to one digit."],
          errors: [Schema.Int, "How many errors."],
          warnings: [Schema.Int, "How many warnings."],
          suggestions: [Schema.Int, "How many suggestions."],
          findings: [
            Schema.optionalKey(Schema.Array(FindingBody)),
            "The most severe ones; a check of the version lists all."
          ],
          notChecked: [Schema.optionalKey(Schema.Array(NotCheckedBody)), "What could not be checked, and why."]
        })
      ),
      "What the check of the style found."
    ],
    warnings: [Schema.Array(WarningBody), "What was noticed on the way."],
    dropped: [Schema.Array(Dropped), "Sections that are left out because the source says nothing for them."],
    writers: [Schema.Record(Schema.String, Schema.Int), "How many sections each writer wrote, such as `rules`."],
    usage: [
      Schema.optionalKey(
        Wire.body("ModelUsage", "What a language model took.", {
          inputTokens: [Schema.Int, "Tokens that it read."],
          outputTokens: [Schema.Int, "Tokens that it wrote."],
          cost: [Schema.optionalKey(Schema.Finite), "By the operator's prices, in their currency."]
        })
      ),
      "Of a language model that counts it."
    ]
  }
)
