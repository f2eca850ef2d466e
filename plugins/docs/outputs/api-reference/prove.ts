/** What the coverage proof looks for in each section: the literal words of the model. */
import type { Operation, SecurityScheme } from "../../model/ApiModel.ts"
import type { NamedSchema } from "../../model/Schema.ts"
import { ruleText, type SectionPart } from "../../writer/Section.ts"
import { cell, code } from "../markdown/inline.ts"
import { withoutBars } from "../markdown/table.ts"
import type { ErrorCodeUse } from "./errorCodes.ts"
import type { Proof } from "./Proof.ts"
import { ownRows, type Resolve } from "./propertyRows.ts"

const rowOf = (name: string): string => `| ${withoutBars(cell(code(name)))} |`

/** Looks for words in a text. They mostly stand in the order in which they are looked for: each search begins where the last ended. */
const finderIn = (text: string): ((words: string) => boolean) => {
  let from = 0
  return (words) => {
    const after = text.indexOf(words, from)
    const at = after === -1 ? text.indexOf(words) : after
    if (at !== -1) from = at
    return at !== -1
  }
}

/** An operation with its parameters, body and answers. */
export const proveOperation = (operation: Operation, text: string, proof: Proof): void => {
  const { key, method, parameters, path, requestBody, responses } = operation
  proof.expect("operations", key, text.includes(code(`${method} ${path}`)))
  const isRow = finderIn(text)
  for (const { in: place, name } of parameters) {
    const row = `${rowOf(name)} ${place === "formData" ? "form" : place} |`
    proof.expect("parameters", `${key}: ${place} ${name}`, isRow(row))
  }
  if (requestBody !== undefined) {
    const shown =
      text.includes("**Request body**") && requestBody.content.every(({ mediaType }) => text.includes(code(mediaType)))
    proof.expect("requestBodies", key, shown)
  }
  const statuses = new Set([...text.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cells]) => cells!.split(", ")))
  for (const { code: status, content } of responses) {
    const shown =
      statuses.has(code(status)) && content.every(({ mediaType }) => text.includes(withoutBars(code(mediaType))))
    proof.expect("responses", `${key}: ${status}`, shown)
  }
}

/** A schema with all its properties, but for those of which a named schema beside it says the same. */
export const proveSchema = (named: NamedSchema, text: string, proof: Proof, resolve: Resolve = (of) => of): void => {
  const isRow = finderIn(text)
  const shown = ownRows(named.schema, resolve).every(({ name }) => isRow(rowOf(name)))
  proof.expect("schemas", named.name, shown && text.includes(code(named.name)))
}

/** The schemes in the section on authentication. */
export const proveSchemes = (
  schemes: ReadonlyArray<SecurityScheme>,
  parts: ReadonlyArray<SectionPart>,
  proof: Proof
): void => {
  const isRow = finderIn(ruleText(parts))
  for (const { key } of schemes) proof.expect("securitySchemes", key, isRow(rowOf(key)))
}

/** The error codes in theirs. */
export const proveErrors = (
  codes: ReadonlyArray<ErrorCodeUse>,
  parts: ReadonlyArray<SectionPart>,
  proof: Proof
): void => {
  const text = ruleText(parts)
  for (const { status } of codes) proof.expect("errorCodes", status, text.includes(`| ${code(status)} |`))
}
