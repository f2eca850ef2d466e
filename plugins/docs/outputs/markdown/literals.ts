/** Finds names that are code in plain words (functions, fields, paths, requests, variables, flags) and sets them as code. */
import { mapProse } from "../../writer/rules/sentences.ts"

/** What a token looks like when it is code, whole. */
const codeTokens: ReadonlyArray<RegExp> = [
  // Calls and members: `close()`, `request.mediaType`, `res.end`.
  /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\(\)$/,
  /^[a-z][\w$]+(?:\.[a-z_$][\w$]+)+$/,
  /^[A-Z]\w+(?:\.[a-z]\w*)+$/,
  // Names with underscores, and variables.
  /^\$?[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+$/,
  /^__[a-z]+(?:_[a-z]+)*__$/,
  // Files and paths.
  /^(?:\.{1,2}\/|\/|~\/)[\w{}.:@-]+(?:\/[\w{}.:@*-]*)*$/,
  /^[\w-]+(?:\/[\w.-]+)*\.(?:md|ts|js|mjs|json|ya?ml|toml|go|py|rs|sh|env|conf|service|txt|sql|html|css)$/,
  // What programs print where there is nothing.
  /^undefined$/,
  // Flags.
  /^--[a-z][\w-]*(?:=\S+)?$/
]

/** Words with a full stop in them that are no code. */
const notCode = /^(?:node\.js|\w+\.(?:com|org|io|net|dev|js))$/i

const request = /(?<![\w`])(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (\/[\w{}.:/@-]*[\w}/])/g

/** What stands in quotes is marked already. */
const token = /(?<=^|[\s(])[^\s("'“”)]+(?:\(\)[.,;:!?]*)?(?=$|[\s)])/g

const asCode = (found: string): string => {
  const [, name = "", end = ""] = /^(.*?)([.,;:!?]*)$/s.exec(found) ?? []
  if (name === "" || notCode.test(name)) return found
  return codeTokens.some((pattern) => pattern.test(name)) ? `\`${name}\`${end}` : found
}

/** The text with such names in code spans; what is code or a link already stays. */
export const literals = (text: string): string => {
  const requests = mapProse(text, (prose) => prose.replaceAll(request, "`$1 $2`"))
  // The words of a link are its author's.
  return mapProse(requests, (prose) =>
    prose.lastIndexOf("[") > prose.lastIndexOf("]") ? prose : prose.replaceAll(token, asCode)
  ).replaceAll(/`undefined`(?= \w+[iu]ou?r\b)/g, "undefined")
}
