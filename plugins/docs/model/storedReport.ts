/** What a generation's report is stored as, beside its document or its version. */
import type { FormOf } from "../../../src/plugin.ts"
import type { GenerationReport } from "./GeneratedDocument.ts"

const count = { expected: "number", present: "number" } as const

export const storedReport: FormOf<GenerationReport> = {
  coverage: [
    "if there",
    {
      operations: count,
      parameters: count,
      requestBodies: count,
      responses: count,
      schemas: count,
      securitySchemes: count,
      errorCodes: count
    }
  ],
  accounting: [
    "if there",
    {
      input: "number",
      groups: {
        removed: "number",
        deprecated: "number",
        newFeatures: "number",
        improvements: "number",
        bugFixes: "number",
        changes: "number"
      },
      breaking: "number",
      maintenance: "number",
      dropped: ["list of", { item: "text", reason: "text" }]
    }
  ],
  evidence: ["if there", ["list of", { claim: "text", evidence: "text" }]],
  checks: [
    "if there",
    {
      score: "number",
      errors: "number",
      warnings: "number",
      suggestions: "number",
      findings: [
        "if there",
        [
          "list of",
          {
            ruleId: "text",
            severity: "text",
            message: "text",
            suggestion: ["or null", {}],
            line: "number",
            column: "number",
            endLine: "number",
            endColumn: "number",
            excerpt: "text",
            source: "text"
          }
        ]
      ],
      notChecked: ["if there", ["list of", { text: "text", reason: "text" }]]
    }
  ],
  warnings: ["list of", { code: "text", message: "text" }],
  dropped: ["list of", { item: "text", reason: "text" }],
  writers: ["map of", "number"],
  usage: ["if there", { inputTokens: "number", outputTokens: "number" }]
}
