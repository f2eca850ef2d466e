/** Writes a message by its table of rows. */
import type { Content, FieldRow, Row, Rows, Writing } from "./rows.ts"
import type { XmlElement } from "../../../../src/plugin.ts"

/** An element under construction. Only those opened for a path take further children. */
interface Draft {
  readonly name: string
  readonly container: boolean
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Array<Draft | XmlElement>
  readonly text: string
}

const container = (name: string): Draft => ({ name, container: true, attributes: {}, children: [], text: "" })

const isDraft = (node: Draft | XmlElement): node is Draft => "container" in node

/** The container of a row: the one opened last if it has the same name, because rows stand in the schema's order. */
const containerFor = (root: Draft, path: ReadonlyArray<string>): Draft => {
  let parent = root
  for (const name of path.slice(0, -1)) {
    const last = parent.children.at(-1)
    if (last !== undefined && isDraft(last) && last.container && last.name === name) parent = last
    else {
      const opened = container(name)
      parent.children.push(opened)
      parent = opened
    }
  }
  return parent
}

const append = (root: Draft, path: ReadonlyArray<string>, content: Content): void => {
  containerFor(root, path).children.push({
    name: path.at(-1) ?? "",
    container: false,
    attributes: content.attributes ?? {},
    children: [...(content.children ?? [])],
    text: content.text ?? ""
  })
}

const finished = (node: Draft | XmlElement): XmlElement =>
  isDraft(node)
    ? {
        name: node.name,
        namespace: "",
        attributes: Object.entries(node.attributes).map(([name, value]) => ({ name, namespace: "", value })),
        children: node.children.map(finished),
        text: node.text
      }
    : node

const writeField = <T>(row: FieldRow<T>, message: T, root: Draft, writing: Writing): void => {
  const value = message[row.field] as unknown
  const path = row.path.join("/")
  if (value === undefined || value === null) {
    if (row.required) writing.issue("is missing", path)
    return
  }
  for (const item of row.many ? (value as ReadonlyArray<unknown>) : [value]) {
    const content = row.type.write(item, writing.within(path))
    if (content !== undefined) append(root, row.path, content)
  }
}

const writeRow = <T>(row: Row<T>, message: T, root: Draft, writing: Writing): void => {
  if (row.kind === "field") {
    if (row.when(writing.profile, message)) writeField(row, message, root, writing)
    return
  }
  const text = row.value(writing.profile, message)
  if (text !== undefined) append(root, row.path, { text })
}

/** The elements of a message; issues go to `writing`. */
export const writeRows = <T>(rows: Rows<T>, message: T, writing: Writing): ReadonlyArray<XmlElement> => {
  const root = container("")
  for (const row of rows) writeRow(row, message, root, writing)
  return root.children.map(finished)
}
