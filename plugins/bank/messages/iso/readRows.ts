/**
 * Reads a message by its table of rows: what a row asks for must be right, an element that no row knows is reported
 * and passed over, because banks send more than any one receiver uses.
 */
import type { FieldRow, FixedRow, Reading, Rows } from "./rows.ts"
import type { XmlElement } from "../../../../src/plugin.ts"

/** What was found of a message, with the elements that were looked at, and whether nothing of its own was wrong. */
interface Found {
  readonly fields: Record<string, unknown>
  readonly seen: Set<XmlElement>
  isComplete: boolean
}

const report = (
  found: Found,
  reading: Reading,
  of: { readonly element: XmlElement; readonly problem: string; readonly path: string }
): void => {
  found.isComplete = false
  reading.issue(of.element, of.problem, of.path)
}

const namedIn = (inside: XmlElement, name: string, namespace: string): ReadonlyArray<XmlElement> => {
  const { children } = inside
  let found: Array<XmlElement> | undefined
  for (const child of children) if (child.name === name && child.namespace === namespace) (found ??= []).push(child)
  return found ?? none
}

const none: ReadonlyArray<XmlElement> = []

/** The elements at a path. A container that comes twice is an issue: the table could not tell them apart. */
const elementsAt = (
  parent: XmlElement,
  path: ReadonlyArray<string>,
  reading: Reading,
  found: Found
): ReadonlyArray<XmlElement> => {
  const { seen } = found
  const last = path.length - 1
  let inside = parent
  for (let depth = 0; depth < last; depth++) {
    const [first, second] = namedIn(inside, path[depth]!, parent.namespace)
    if (first === undefined) return none
    if (second !== undefined && !seen.has(second)) {
      const at = path.slice(0, depth + 1).join("/")
      report(found, reading, { element: second, problem: "occurs more than once", path: at })
      seen.add(second)
    }
    seen.add(first)
    inside = first
  }
  return namedIn(inside, path[last]!, parent.namespace)
}

const readField = <T>(row: FieldRow<T>, parent: XmlElement, reading: Reading, found: Found): void => {
  const elements = elementsAt(parent, row.path, reading, found)
  if (elements.length === 0) return
  for (const element of elements) found.seen.add(element)
  const [, second] = elements
  if (second !== undefined && !row.many) {
    return report(found, reading, { element: second, problem: "occurs more than once", path: row.at })
  }
  const values = elements.map((element) => row.type.read(element, reading.within(row.at)))
  // A value that could not be read has told its issue; the field counts as present, not as missing too.
  found.fields[row.field] = row.many ? values.filter((value) => value !== undefined) : values[0]
}

const readFixed = <T>(row: FixedRow<T>, parent: XmlElement, reading: Reading, found: Found): void => {
  for (const element of elementsAt(parent, row.path, reading, found)) {
    found.seen.add(element)
    if (row.always !== undefined && element.text.trim() !== row.always) {
      const problem = `is ${JSON.stringify(element.text.trim())}, not ${row.always}`
      report(found, reading, { element, problem, path: row.path.join("/") })
    }
  }
}

/** Reports the topmost elements that nothing looked at. */
const reportUnread = (parent: XmlElement, seen: ReadonlySet<XmlElement>, reading: Reading, path = ""): void => {
  for (const child of parent.children) {
    const here = path === "" ? child.name : `${path}/${child.name}`
    if (!seen.has(child)) reading.unread(here)
    else if (isContainer(child, seen)) reportUnread(child, seen, reading, here)
  }
}

/** Fields look after their own inside; a container on the way to one does not, and has seen children. */
const isContainer = (element: XmlElement, seen: ReadonlySet<XmlElement>): boolean =>
  element.children.some((child) => seen.has(child))

/** The message in an element, or `undefined` after issues. */
export const readRows = <T>(rows: Rows<T>, element: XmlElement, reading: Reading): T | undefined => {
  const found: Found = { fields: {}, seen: new Set(), isComplete: true }
  for (const row of rows) {
    if (row.kind === "field") readField(row, element, reading, found)
    else readFixed(row, element, reading, found)
  }
  for (const row of rows) {
    if (row.kind !== "field" || !row.required || row.field in found.fields) continue
    found.fields[row.field] = undefined
    report(found, reading, { element, problem: "is missing", path: row.at })
  }
  reportUnread(element, found.seen, reading)
  if (Object.values(found.fields).some((value) => value === undefined)) return undefined
  return found.isComplete ? (found.fields as T) : undefined
}
