/** What a request of a collection tells beside what it sends: what its tests check, what they keep, and how saved answers were asked for. */
import { isObject, listOf, textOf, type JsonObject } from "../../model/Json.ts"
import { readBody, type Hide } from "./collectionBody.ts"
import { takeApart } from "./collectionUrl.ts"

/** The lines of the scripts of a request or folder, those of tests apart. */
export const scriptsOf = (item: JsonObject): { readonly tests: string; readonly others: string } => {
  const all = listOf(item["event"])
    .filter(isObject)
    .map(({ listen, script }) => ({
      isTest: listen === "test",
      code: [isObject(script) ? script["exec"] : undefined]
        .flat()
        .filter((line) => typeof line === "string")
        .join("\n")
    }))
  const of = (isTest: boolean) =>
    all
      .flatMap((one) => (one.isTest === isTest ? [one.code] : []))
      .join("\n")
      .trim()
  return { tests: of(true), others: of(false) }
}

/** The names of tests, with a status where one is asserted. */
const checked =
  /\bpm\.test\(\s*(["'`])(.{1,200}?)\1|\btests\[\s*(["'`])(.{1,200}?)\3\s*\]|\bto\.have\.status\(\s*(\d{3})\s*\)/g

const kept =
  /\b(?:pm\.(?:globals|environment|collectionVariables|variables)\.set|postman\.set(?:Global|Environment)Variable)\(\s*["'`]([\w.-]{1,60})["'`]\s*,\s*([^\n;]{1,200}?)\s*\)\s*(?:;|$)/gm

/** Whether a script sets the header of credentials. */
export const setsAuthorization = (script: string): boolean =>
  /\b(?:headers\.(?:add|upsert)|addHeader)\(/.test(script) && /\bAuthorization\b/i.test(script)

/** A part of what an answer holds, such as `body.data[0]["next-page"]`. */
const partOfAnswer = /^[A-Za-z_$][\w$]*(?:\.[\w$]+(?:\(\))?|\[(?:\d+|"[^"\n]+"|'[^'\n]+')\])+$/

/** What the scripts of a request say plainly; a script of which nothing can be said leaves `isTold` false. */
export const notesOfScripts = (
  item: JsonObject
): { readonly notes: ReadonlyArray<string>; readonly isTold: boolean } => {
  const { others, tests } = scriptsOf(item)
  const names = Array.from(tests.matchAll(checked), ([, , name, , older, status]) => name ?? older ?? status!)
  const checks = names.filter((name, at) => names.findIndex((other) => other.includes(name)) === at)
  const variables = Array.from(tests.matchAll(kept), ([, name, from]) =>
    partOfAnswer.test(from!) ? `\`${name}\` to \`${from}\`` : `\`${name}\``
  )
  const notes = [
    ...(checks.length === 0 ? [] : [`Its tests check: ${checks.join("; ").replace(/[.\s]+$/, "")}.`]),
    ...(variables.length === 0 ? [] : [`Its tests set the variable ${[...new Set(variables)].join(", and ")}.`])
  ]
  return { notes, isTold: others === "" && (tests === "" || notes.length > 0) }
}

const bodyOf = (request: JsonObject, hide: Hide): string | undefined => {
  const example = readBody(request, hide)?.content[0]?.examples[0]
  return example?.value === undefined ? (example?.sent ?? example?.text) : JSON.stringify(example.value)
}

/** The values of parameters that an address is filled with. */
const valuesOf = (request: JsonObject): ReadonlyMap<string, string | undefined> => {
  const { pathParameters, query } = takeApart(request["url"])
  return new Map(
    [...pathParameters, ...query.filter(({ isOff }) => isOff !== true)].map(({ name, value }) => [name, value])
  )
}

/** How each saved answer was asked for, where that was not as the request has it. */
export const notesOfAnswers = (
  request: JsonObject,
  answers: ReadonlyArray<JsonObject>,
  hide: Hide
): ReadonlyArray<string> => {
  const usual = { body: bodyOf(request, hide), values: valuesOf(request) }
  const rows = answers.flatMap(({ name, originalRequest: sent }) => {
    if (!isObject(sent)) return []
    const body = bodyOf(sent, hide)
    const differing = [
      ...[...valuesOf(sent)]
        .filter(([key, value]) => value !== undefined && value !== "" && usual.values.get(key) !== value)
        .map(([key, value]) => `\`${key}\` is \`${hide(value!)}\``),
      ...(body === undefined || body === usual.body ? [] : [`the body is \`${body.replaceAll(/\s+/g, " ").trim()}\``])
    ]
    return differing.length === 0 ? [] : [`- ${textOf(name) ?? "An answer"}: ${differing.join(", ")}`]
  })
  return rows.length === 0 ? [] : [`Saved with another request:\n\n${rows.join("\n")}`]
}
