/** Differences on the wire (decisions docs 4.3). */
import * as Effect from "effect/Effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { json, type Answer } from "../../../src/plugin.ts"
import { defaultPaths } from "../publish/paths.ts"
import type { DocType } from "../model/GeneratedDocument.ts"
import type { DocsRefused } from "../errors.ts"
import { ErrorBody } from "../wire.ts"
import { diffOf, textOf } from "../workbench/onTexts.ts"
import type { Workbench } from "../workbench/Workbench.ts"
import { breakingOf, type ApiChange } from "./ApiChange.ts"
import type { Comparison } from "./operations.ts"
import type { TextDiff } from "./textDiff.ts"

const Op = Schema.Literals([" ", "+", "-"])
const Words = Schema.Struct({ op: Op, text: Schema.String })

const Hunk = Schema.Struct({
  oldStart: Schema.Int,
  oldLines: Schema.Int,
  newStart: Schema.Int,
  newLines: Schema.Int,
  lines: Schema.Array(Schema.Struct({ op: Op, text: Schema.String, words: Schema.optionalKey(Schema.Array(Words)) }))
})

const DiffBody = Schema.Struct({
  from: Schema.String,
  to: Schema.String,
  identical: Schema.Boolean,
  stats: Schema.Struct({ added: Schema.Int, removed: Schema.Int, changed: Schema.Int }),
  sections: Schema.Array(
    Schema.Struct({
      path: Schema.Array(Schema.String),
      change: Schema.Literals(["added", "removed", "modified", "moved", "renamed"]),
      hunks: Schema.Array(Hunk)
    })
  ),
  api: Schema.optionalKey(
    Schema.Struct({
      breaking: Schema.Int,
      changes: Schema.Array(
        Schema.Struct({
          id: Schema.String,
          level: Schema.Literals(["ERR", "WARN", "INFO"]),
          operation: Schema.String,
          direction: Schema.Literals(["request", "response", "none"]),
          location: Schema.String,
          message: Schema.String
        })
      )
    })
  )
})

const version = (names: ReadonlyArray<string>) =>
  Schema.String.annotate({ expected: `${names.join(" or ")} or the id of a version` }).check(
    Schema.makeFilter((value: string) => names.includes(value) || /^ver_[0-9a-z]{1,60}$/.test(value), {
      expected: `${names.join(" or ")} or the id of a version`
    })
  )

/** The endpoint of this slice. */
export const DiffApi = HttpApiGroup.make("diff").add(
  HttpApiEndpoint.get("compare", "/api/docs/v1/documents/:id/diff", {
    params: { id: Schema.String },
    query: {
      from: Schema.optionalKey(version(["baseline", "latest"])),
      to: Schema.optionalKey(version(["latest", "baseline"])),
      format: Schema.optionalKey(
        Schema.Literals(["json", "unified", "markdown"]).annotate({ expected: "json, unified or markdown" })
      )
    },
    success: DiffBody,
    error: ErrorBody
  })
)

const apiLines = (changes: ReadonlyArray<ApiChange>): ReadonlyArray<string> =>
  changes.map(({ id, level, message, operation }) => `- ${level} \`${id}\` ${operation}: ${message}`)

const markdownOf = ({ api }: Comparison, { sections }: TextDiff): string => {
  const lines = sections.map(({ change, path }) => `- ${change}: ${path.join(" > ")}`)
  const parts = ["# Changes", ...(lines.length === 0 ? ["No section changed."] : [lines.join("\n")])]
  if (api !== undefined && api.length > 0) parts.push("## API changes", apiLines(api).join("\n"))
  return `${parts.join("\n\n")}\n`
}

/** A comparison in the form that is wanted. Fails with `DocsRefused` where the texts take too long. */
export const diffAnswer = Effect.fnUntraced(function* (
  comparison: Comparison,
  wanted: { readonly format: "json" | "unified" | "markdown"; readonly docType: DocType }
): Effect.fn.Return<Answer, DocsRefused, Workbench> {
  const { api, from, to } = comparison
  if (wanted.format === "unified") {
    const path = defaultPaths[wanted.docType]
    const body = yield* textOf({ kind: "diff", from: from.content, to: to.content, path })
    return { status: 200, body, contentType: "text/x-diff; charset=utf-8" }
  }
  const diff = yield* diffOf(from.content, to.content)
  if (wanted.format === "markdown") {
    return { status: 200, body: markdownOf(comparison, diff), contentType: "text/markdown; charset=utf-8" }
  }
  const changes = api === undefined ? {} : { api: { breaking: breakingOf(api), changes: api } }
  return json(200, { from: from.id, to: to.id, ...diff, ...changes })
})
