/** How the gates look at a source and at a document: operations of the one, sections and rows of the other. */
import { parse } from "yaml"

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

/** The value behind a local reference. */
export const deref = (root: any, value: any, steps = 0): any => {
  if (typeof value?.$ref !== "string" || !value.$ref.startsWith("#") || steps > 50) return value
  const at = value.$ref
    .slice(1)
    .split("/")
    .slice(1)
    .map((token: string) => decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((inner: any, token: string) => inner?.[token], root)
  return deref(root, at, steps + 1)
}

/** An operation as it stands in the source. */
export interface SourceOperation {
  readonly key: string
  readonly operation: any
  readonly parameters: ReadonlyArray<any>
}

/** The operations of a parsed source. */
export const operationsOf = (root: any): ReadonlyArray<SourceOperation> =>
  Object.entries<any>(root.paths ?? {}).flatMap(([path, item]) => {
    const found = deref(root, item) ?? {}
    return methods
      .filter((method) => found[method] !== undefined)
      .map((method) => {
        const operation = found[method]
        const all = [...(found.parameters ?? []), ...(operation.parameters ?? [])].map((one: any) => deref(root, one))
        const parameters = new Map(all.map((one: any) => [`${one.in} ${one.name}`, one]))
        return { key: `${method.toUpperCase()} ${path}`, operation, parameters: [...parameters.values()] }
      })
  })

/** Text outside fenced code. */
export const outsideFences = (markdown: string): string => markdown.replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, "")

/** The section of an operation: from its heading to the next of level 4 or above. */
export const sectionOf = (markdown: string, key: string): string => {
  const start = markdown.indexOf(`\n#### \`${key}\`\n`)
  if (start === -1) return ""
  const end = markdown.slice(start + 5).search(/^#{1,4} /m)
  return end === -1 ? markdown.slice(start) : markdown.slice(start, start + 5 + end)
}

/** The cells of a row. */
export const cellsOf = (line: string): ReadonlyArray<string> =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

/** A name as it stands in a cell. */
export const escapedCode = (name: string): string => {
  const marks = name.includes("`") ? "``" : "`"
  return `${marks}${name.replaceAll("|", "\\|")}${marks}`
}

/** A source as data. */
export const parsed = (text: string): any =>
  text.trimStart().startsWith("{") ? JSON.parse(text) : parse(text, { merge: true })
