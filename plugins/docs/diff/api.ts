/** Differences on the wire (decisions docs 4.3). */
import * as Effect from "effect/Effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { json, Publication, Wire, type Answer } from "../../../src/plugin.ts"
import { defaultPaths } from "../publish/paths.ts"
import type { DocType } from "../model/GeneratedDocument.ts"
import type { DocsRefused } from "../errors.ts"
import { refused, refusing } from "../refused.ts"
import { Id, idPath } from "../wire.ts"
import { diffOf, textOf } from "../workbench/onTexts.ts"
import type { Workbench } from "../workbench/Workbench.ts"
import { breakingOf, type ApiChange } from "./ApiChange.ts"
import type { Comparison } from "./operations.ts"
import type { TextDiff } from "./textDiff.ts"

const Op = Schema.Literals([" ", "+", "-"]).annotate({
  identifier: "DiffOp",
  description: "A space: in both; `+`: only in the new text; `-`: only in the old one."
})

const Line = Wire.body("DiffLine", "A line of a hunk.", {
  op: [Op, "In which text it is."],
  text: [Schema.String, "The line."],
  words: [
    Schema.optionalKey(
      Schema.Array(
        Wire.body("DiffWords", "Words of a line.", {
          op: [Op, "In which text they are."],
          text: [Schema.String, "The words."]
        })
      )
    ),
    "What changed in it, where it took the place of one other line."
  ]
})

const Hunk = Wire.body("Hunk", "Lines that changed together. Numbers count from 1 in the whole text.", {
  oldStart: [Schema.Int, "The first line in the old text."],
  oldLines: [Schema.Int, "Lines in the old text."],
  newStart: [Schema.Int, "The first line in the new text."],
  newLines: [Schema.Int, "Lines in the new text."],
  lines: [Schema.Array(Line), "The lines."]
})

const Section = Wire.body("SectionDiff", "A section that changed.", {
  path: [Schema.Array(Schema.String), "The headings that lead to it."],
  change: [Schema.Literals(["added", "removed", "modified", "moved", "renamed"]), "What happened to it."],
  hunks: [Schema.Array(Hunk), "The lines that changed."]
})

const Change = Wire.body("ApiChange", "A change between two versions of an API, in the words of oasdiff.", {
  id: [Schema.String, "The kind of change, such as `request-parameter-removed`."],
  level: [Schema.Literals(["ERR", "WARN", "INFO"]), "`ERR` breaks clients, `WARN` may, `INFO` does not."],
  operation: [Schema.String, "Such as `GET /pets/{id}`; empty for the API as a whole."],
  direction: [Schema.Literals(["request", "response", "none"]), "Which side of an exchange it is about."],
  location: [Schema.String, "Where in the operation, such as `query limit`."],
  message: [Schema.String, "The same for people."]
})

const DiffBody = Wire.body("Diff", "What changed between two versions.", {
  from: [Id, "The old version."],
  to: [Id, "The new version."],
  identical: [Schema.Boolean, "Whether the texts are the same."],
  stats: [
    Wire.body("DiffStats", "How many sections changed.", {
      added: [Schema.Int, "Sections that are new."],
      removed: [Schema.Int, "Sections that are gone."],
      changed: [Schema.Int, "Sections that are otherwise."]
    }),
    "How many sections changed."
  ],
  sections: [Schema.Array(Section), "The sections that changed, in the order of the text."],
  api: [
    Schema.optionalKey(
      Wire.body("ApiDiff", "What changed of the API.", {
        breaking: [Schema.Int, "How many changes break clients."],
        changes: [Schema.Array(Change), "The changes."]
      })
    ),
    "Only where both versions are references that were generated."
  ]
})

const version = (names: ReadonlyArray<string>) =>
  Schema.String.annotate({ expected: `${names.join(" or ")} or the id of a version` }).check(
    Schema.isPattern(new RegExp(`^(?:${names.join("|")}|ver_[0-9a-z]{1,60})$`, "u"), {
      expected: `${names.join(" or ")} or the id of a version`
    })
  )

export const DiffApi = HttpApiGroup.make("diff")
  .add(
    HttpApiEndpoint.get("compare", "/api/docs/v1/documents/:id/diff", {
      params: idPath("The document."),
      query: Wire.parameters({
        from: [
          Schema.optionalKey(version(["baseline", "latest"])),
          "The old version: `baseline`, `latest` or an id. Default: `baseline`."
        ],
        to: [
          Schema.optionalKey(version(["latest", "baseline"])),
          "The new version: `latest`, `baseline` or an id. Default: `latest`."
        ],
        format: [
          Schema.optionalKey(
            Schema.Literals(["json", "unified", "markdown"]).annotate({ expected: "json, unified or markdown" })
          ),
          "As JSON, as a patch, or as a summary in Markdown. Default: `json`."
        ]
      }),
      success: DiffBody,
      error: refused("NotFound", refusing("conflict", "limit_exceeded", "timeout"))
    })
      .annotate(Publication.Media, {
        answer: {
          "text/x-diff": { type: "string", description: "A patch in the unified format." },
          "text/markdown": { type: "string", description: "A summary for people." }
        }
      })
      .annotateMerge(
        Publication.words(
          "Compare versions",
          "By sections, and by the operations of the API where both versions are references that were generated."
        )
      )
  )
  .annotateMerge(Publication.tag("Differences", "What changed between versions of a document."))

const apiLines = (changes: ReadonlyArray<ApiChange>): ReadonlyArray<string> =>
  changes.map(({ id, level, message, operation }) => `- ${level} \`${id}\` ${operation}: ${message}`)

const markdownOf = ({ api }: Comparison, { sections }: TextDiff): string => {
  const lines = sections.map(({ change, path }) => `- ${change}: ${path.join(" > ")}`)
  const parts = ["# Changes", ...(lines.length === 0 ? ["No section changed."] : [lines.join("\n")])]
  if (api !== undefined && api.length > 0) parts.push("## API changes", apiLines(api).join("\n"))
  return `${parts.join("\n\n")}\n`
}

/** The changes between two versions, by sections, and those of the API where both are of one. */
export const changesOf = Effect.fnUntraced(function* ({ api, from, to }: Comparison) {
  const diff = yield* diffOf(from.content, to.content)
  const changes = api === undefined ? {} : { api: { breaking: breakingOf(api), changes: api } }
  return { from: from.id, to: to.id, ...diff, ...changes }
})

/** A comparison in the form that is wanted. Fails with `DocsRefused` where the texts take too long. */
export const diffAnswer = Effect.fnUntraced(function* (
  comparison: Comparison,
  wanted: { readonly format: "json" | "unified" | "markdown"; readonly docType: DocType }
): Effect.fn.Return<Answer, DocsRefused, Workbench> {
  const { from, to } = comparison
  if (wanted.format === "unified") {
    const path = defaultPaths[wanted.docType]
    const body = yield* textOf({ kind: "diff", from: from.content, to: to.content, path })
    return { status: 200, body, contentType: "text/x-diff; charset=utf-8" }
  }
  if (wanted.format === "markdown") {
    const diff = yield* diffOf(from.content, to.content)
    return { status: 200, body: markdownOf(comparison, diff), contentType: "text/markdown; charset=utf-8" }
  }
  return json(200, yield* changesOf(comparison))
})
