/** Which columns of a list have room, and how wide they are. What has none is on the page of the row. */
import type { Column } from "../api/wire.ts"

/** The least width of a column in pixels, and its share of what is left. */
const widths: Readonly<Record<Column["kind"], readonly [px: number, share: number]>> = {
  text: [160, 2],
  id: [150, 1.2],
  code: [120, 1],
  money: [142, 0.8],
  status: [156, 0.8],
  time: [148, 0.7],
  number: [92, 0.4]
}

/** The menu of a row, and the space at both ends. */
const menuPx = 44
const endsPx = 16

/** The cell that names a row: its text, a code or an id that stands first, else its first id. */
export const nameOf = (columns: ReadonlyArray<Column>): Column | undefined =>
  columns.find(({ kind }) => kind === "text") ??
  columns.slice(0, 1).find(({ kind }) => kind === "id" || kind === "code") ??
  columns.find(({ kind }) => kind === "code") ??
  columns.find(({ kind }) => kind === "id") ??
  columns[0]

/** What every width has room for comes first: an amount, a state, the time of the row. */
const byNeed = (columns: ReadonlyArray<Column>): ReadonlyArray<Column> => {
  const name = nameOf(columns)
  const first = [
    name,
    columns.find(({ kind }) => kind === "money"),
    columns.find(({ kind }) => kind === "status"),
    columns.find(({ key }) => key === "at") ?? columns.find(({ kind }) => kind === "time")
  ].filter((column) => column !== undefined)
  return Array.from(new Set([...first, ...columns]))
}

/** As narrow as the columns of a template go, in pixels. */
export const narrowest = (template: string): number =>
  Array.from(template.matchAll(/(\d+)px/g)).reduce((sum, [, px]) => sum + Number(px), endsPx)

/** The columns that have room, the name first, the others in their order. */
export const fitting = (
  columns: ReadonlyArray<Column>,
  widthPx: number,
  withMenu: boolean
): { readonly shown: ReadonlyArray<Column>; readonly template: string } => {
  let left = widthPx - endsPx - (withMenu ? menuPx : 0)
  const fit = new Set<Column>()
  for (const column of byNeed(columns)) {
    left -= widths[column.kind][0]
    if (left >= 0 || fit.size === 0) fit.add(column)
  }
  const name = nameOf(columns)
  const shown = [
    ...columns.filter((column) => column === name),
    ...columns.filter((one) => fit.has(one) && one !== name)
  ]
  const tracks = shown.map((column) => {
    const [px, share] = widths[column.kind]
    return `minmax(${px}px, ${column === name ? 2 * share : share}fr)`
  })
  return { shown, template: [...tracks, ...(withMenu ? [`${menuPx}px`] : [])].join(" ") }
}

/** What a phone shows beside the name: an amount, and below a state and a time. */
export const phonePlaces = (columns: ReadonlyArray<Column>): ReadonlyMap<string, string> => {
  const name = nameOf(columns)
  const places = new Map<string, string>(name === undefined ? [] : [[name.key, "name"]])
  const take = (place: string, ...kinds: ReadonlyArray<Column["kind"]>): void => {
    const found = kinds
      .map((kind) => byNeed(columns).find((column) => column.kind === kind && !places.has(column.key)))
      .find((column) => column !== undefined)
    if (found !== undefined) places.set(found.key, place)
  }
  // A number without a word beside it says nothing.
  take("amount", "money", "code")
  take("state", "status", "code", "text", "id")
  take("time", "time", "id", "text")
  return places
}
