/** Writes a message by its table of rows. */
import type { Content, FieldRow, Row, Rows, Writing } from "./rows.ts"
import type { XmlElement } from "../../../../src/plugin.ts"

/** An element under construction. */
interface Draft extends XmlElement {
  readonly children: Array<XmlElement>
}

/** A message under construction. Rows stand in the order of the schema, so only the path of the last one is open. */
class Drafts {
  readonly children: Array<XmlElement> = []
  readonly #namespace: string
  readonly #open: Array<Draft> = []

  constructor(namespace: string) {
    this.#namespace = namespace
  }

  append(path: ReadonlyArray<string>, { attributes = {}, children = [], text = "" }: Content): void {
    const namespace = this.#namespace
    const last = path.length - 1
    let depth = 0
    while (depth < last && this.#open[depth]?.name === path[depth]) depth++
    this.#open.length = depth
    for (; depth < last; depth++) {
      const opened: Draft = { name: path[depth]!, namespace, attributes: [], children: [], text: "" }
      this.#inside().push(opened)
      this.#open.push(opened)
    }
    this.#inside().push({
      name: path[last]!,
      namespace,
      attributes: Object.entries(attributes).map(([name, value]) => ({ name, namespace: "", value })),
      children,
      text
    })
  }

  #inside(): Array<XmlElement> {
    return this.#open.at(-1)?.children ?? this.children
  }
}

const writeField = <T>(row: FieldRow<T>, message: T, drafts: Drafts, writing: Writing): void => {
  const value = message[row.field] as unknown
  if (value === undefined || value === null) {
    if (row.required) writing.issue("is missing", row.at)
    return
  }
  for (const item of row.many ? (value as ReadonlyArray<unknown>) : [value]) {
    const content = row.type.write(item, writing.within(row.at))
    if (content !== undefined) drafts.append(row.path, content)
  }
}

const writeRow = <T>(row: Row<T>, message: T, drafts: Drafts, writing: Writing): void => {
  if (row.kind === "field") {
    if (row.when(writing.profile, message)) writeField(row, message, drafts, writing)
    return
  }
  const text = row.value(writing.profile, message)
  if (text !== undefined) drafts.append(row.path, { text })
}

/** The elements of a message; issues go to `writing`. */
export const writeRows = <T>(rows: Rows<T>, message: T, writing: Writing): ReadonlyArray<XmlElement> => {
  const drafts = new Drafts(writing.namespace)
  for (const row of rows) writeRow(row, message, drafts, writing)
  return drafts.children
}
