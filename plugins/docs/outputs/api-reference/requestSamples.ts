/** Code samples of a request: curl, JavaScript, Python, Go. Whatever a source holds is quoted for the language it goes into. */
import type { Operation, Parameter } from "../../model/ApiModel.ts"
import { codeSampleLanguages, type CodeSampleLanguage } from "../../model/GeneratedDocument.ts"
import type { Json } from "../../model/Json.ts"
import type { Depth } from "../../writer/rules/Voice.ts"
import { fenced } from "../markdown/prose.ts"
import { isJson } from "./bodies.ts"
import type { Reference } from "./Reference.ts"

/** A request to show. */
export interface SampleRequest {
  readonly method: string
  readonly url: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: string | undefined
}

/** Words in single quotes of a shell: nothing in them is special but the quote itself. */
const shell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A string literal that is the same in JavaScript, Python and Go. */
const literal = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
  )

const curl = ({ body, headers, method, url }: SampleRequest): string =>
  [
    `curl --globoff --request ${shell(method)} ${shell(url)}`,
    ...headers.map(([name, value]) => `  --header ${shell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`  --data-raw ${shell(body)}`])
  ].join(" \\\n")

const javascript = ({ body, headers, method, url }: SampleRequest): string => {
  const lines = [
    `  method: ${literal(method)}`,
    ...(headers.length === 0
      ? []
      : [`  headers: { ${headers.map(([name, value]) => `${literal(name)}: ${literal(value)}`).join(", ")} }`]),
    ...(body === undefined ? [] : [`  body: ${literal(body)}`])
  ]
  return `const response = await fetch(${literal(url)}, {\n${lines.join(",\n")}\n})\nconst text = await response.text()`
}

/** Python has no surrogate pairs in literals. */
const python = (text: string): string =>
  JSON.stringify(text).replaceAll(/[\ud800-\udbff][\udc00-\udfff]|[\u007f-\uffff]/g, (unit) => {
    const point = unit.codePointAt(0)!
    return point > 0xffff ? `\\U${point.toString(16).padStart(8, "0")}` : `\\u${point.toString(16).padStart(4, "0")}`
  })

const pythonSample = ({ body, headers, method, url }: SampleRequest): string =>
  [
    "import requests",
    "",
    "response = requests.request(",
    `    ${python(method)},`,
    `    ${python(url)},`,
    ...(headers.length === 0
      ? []
      : [`    headers={${headers.map(([name, value]) => `${python(name)}: ${python(value)}`).join(", ")}},`]),
    ...(body === undefined ? [] : [`    data=${python(body)}.encode("utf-8"),`]),
    ")",
    "print(response.text)"
  ].join("\n")

const goSample = ({ body, headers, method, url }: SampleRequest): string =>
  [
    "package main",
    "",
    `import (\n\t"fmt"\n\t"io"\n\t"net/http"${body === undefined ? "" : '\n\t"strings"'}\n)`,
    "",
    "func main() {",
    `\trequest, err := http.NewRequest(${python(method)}, ${python(url)}, ${body === undefined ? "nil" : `strings.NewReader(${python(body)})`})`,
    "\tif err != nil {\n\t\tpanic(err)\n\t}",
    ...headers.map(([name, value]) => `\trequest.Header.Set(${python(name)}, ${python(value)})`),
    "\tresponse, err := http.DefaultClient.Do(request)",
    "\tif err != nil {\n\t\tpanic(err)\n\t}",
    "\tdefer response.Body.Close()",
    "\ttext, err := io.ReadAll(response.Body)",
    "\tif err != nil {\n\t\tpanic(err)\n\t}",
    "\tfmt.Println(string(text))",
    "}"
  ].join("\n")

/** Language → how a request is written in it, and the name of its fence. */
export const sampleWriters: Readonly<
  Record<CodeSampleLanguage, { readonly fence: string; readonly write: (request: SampleRequest) => string }>
> = {
  curl: { fence: "sh", write: curl },
  javascript: { fence: "javascript", write: javascript },
  python: { fence: "python", write: pythonSample },
  go: { fence: "go", write: goSample }
}

const textOf = (json: Json): string => (typeof json === "string" ? json : JSON.stringify(json))

const valueOf = (parameter: Parameter, reference: Reference): string | undefined => {
  const given = parameter.examples.find(
    (example) => example.value !== undefined && reference.samples.isValid(example.value, parameter.schema)
  )?.value
  const value = given ?? reference.samples.of(parameter.schema)
  return value === undefined ? undefined : textOf(value)
}

const pathOf = (operation: Operation, reference: Reference): string =>
  operation.parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((path, parameter) => {
      const value = valueOf(parameter, reference)
      // Without an example of its own the name in braces says best what belongs there.
      const shown =
        value === undefined || value === "string" ? `{${parameter.name}}` : encodeURIComponent(value.toWellFormed())
      return path.replaceAll(`{${parameter.name}}`, () => shown)
    }, operation.path)

const queryOf = (operation: Operation, reference: Reference): string => {
  const pairs = operation.parameters
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .flatMap((parameter) => {
      const value = valueOf(parameter, reference)
      return value === undefined
        ? []
        : [`${encodeURIComponent(parameter.name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`]
    })
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`
}

const baseOf = (operation: Operation, { model }: Reference): string => {
  const server = operation.servers[0] ?? model.servers[0]
  if (server === undefined) return ""
  return server.variables
    .reduce(
      (url, variable) => url.replaceAll(`{${variable.name}}`, () => variable.default ?? `{${variable.name}}`),
      server.url
    )
    .replace(/\/$/, "")
}

const authHeaders = (operation: Operation, { schemes }: Reference): SampleRequest["headers"] =>
  (operation.security?.[0] ?? []).flatMap(({ scheme: key }): SampleRequest["headers"] => {
    const scheme = schemes.get(key)
    if (scheme === undefined) return []
    if (scheme.type === "apiKey" && scheme.in === "header" && scheme.name !== undefined) {
      return [[scheme.name, "YOUR_API_KEY"] as const]
    }
    const kind = scheme.type === "basic" ? "basic" : (scheme.scheme ?? "").toLowerCase()
    if (kind === "basic") return [["Authorization", "Basic YOUR_CREDENTIALS"] as const]
    const bearer = kind === "bearer" || scheme.type === "oauth2" || scheme.type === "openIdConnect"
    return bearer ? [["Authorization", "Bearer YOUR_TOKEN"] as const] : []
  })

/** An operation as a request with example values. */
export const sampleRequest = (operation: Operation, reference: Reference): SampleRequest => {
  const media = operation.requestBody?.content.find(({ mediaType }) => isJson(mediaType))
  const given = media?.examples.find(
    (example) =>
      example.value !== undefined &&
      (media.schema === undefined || reference.samples.isValid(example.value, media.schema))
  )?.value
  const value = given ?? (media?.schema === undefined ? undefined : reference.samples.ofRequest(media.schema))
  return {
    method: operation.method,
    url: `${baseOf(operation, reference)}${pathOf(operation, reference)}${queryOf(operation, reference)}`,
    headers: [
      ...authHeaders(operation, reference),
      ...(value === undefined || media === undefined ? [] : [["Content-Type", media.mediaType] as const])
    ],
    body: value === undefined ? undefined : JSON.stringify(value)
  }
}

/** Languages of samples when none are asked for. */
const usualLanguages: { readonly [D in Depth]: ReadonlyArray<CodeSampleLanguage> } = {
  brief: [],
  standard: ["curl"],
  full: codeSampleLanguages
}

/** The samples of an operation in the languages of the settings; curl where nothing is said. */
export const codeSamples = (operation: Operation, reference: Reference): string => {
  const languages = reference.settings.codeSamples ?? usualLanguages[reference.brief.voice.depth]
  if (languages.length === 0) return ""
  const request = sampleRequest(operation, reference)
  // Without a base address nobody could send it.
  if (!/^(?:https?:\/\/|\{)/i.test(request.url)) return ""
  return [
    "**Request sample**",
    ...languages.map((name) => fenced(sampleWriters[name].write(request), sampleWriters[name].fence))
  ].join("\n\n")
}
