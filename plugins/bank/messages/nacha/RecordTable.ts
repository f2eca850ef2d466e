/** A Nacha record as a table: its fields from left to right, 94 characters in all. One table both writes and reads. */
import * as Result from "effect/Result"
import type { FieldType } from "./fields.ts"

/** Characters of a record. */
export const recordLength = 94

/** A field with a value, or characters that never change. Reserved places are read as anything. */
export type RecordField<T> =
  | { readonly kind: "value"; readonly field: keyof T & string; readonly type: FieldType<unknown> }
  | { readonly kind: "constant"; readonly text: string; readonly reserved: boolean }

/** A record's fields from left to right. */
export type RecordTable<T> = ReadonlyArray<RecordField<T>>

/** The problem of a field of a record. */
export interface FieldProblem {
  readonly field: string
  readonly problem: string
  /** Where the field begins in its record, counted from one. */
  readonly position: number
}

/** The field makers of one kind of record. */
export interface FieldMakers<T> {
  readonly value: <K extends keyof T & string>(field: K, type: FieldType<T[K]>) => RecordField<T>
  readonly constant: (text: string) => RecordField<T>
  readonly reserved: (length: number, filler?: string) => RecordField<T>
}

/** The field makers for a record, `fieldsOf<FileHeader>()`, which hold names and types to its interface. */
export const fieldsOf = <T>(): FieldMakers<T> => ({
  value: (field, type) => ({ kind: "value", field, type: type as FieldType<unknown> }),
  constant: (text) => ({ kind: "constant", text, reserved: false }),
  reserved: (length, filler = " ") => ({ kind: "constant", text: filler.repeat(length), reserved: true })
})

const widthOf = <T>(field: RecordField<T>): number =>
  field.kind === "constant" ? field.text.length : field.type.length

/** A record as 94 characters; problems name their fields. */
export const writeRecord = <T>(table: RecordTable<T>, record: T, tell: (problem: FieldProblem) => void): string => {
  let line = ""
  for (const field of table) {
    if (field.kind === "constant") {
      line += field.text
      continue
    }
    const written = field.type.write(record[field.field])
    if (Result.isFailure(written)) tell({ field: field.field, problem: written.failure, position: line.length + 1 })
    line += Result.getOrElse(written, () => " ".repeat(field.type.length))
  }
  return line
}

/** The values of a record; problems name their fields. A field that cannot be read is left out. */
export const readRecord = <T>(
  table: RecordTable<T>,
  line: string,
  tell: (problem: FieldProblem) => void
): Partial<T> => {
  const record: Record<string, unknown> = {}
  let at = 0
  for (const field of table) {
    const shown = line.slice(at, at + widthOf(field))
    const position = at + 1
    at += widthOf(field)
    if (field.kind === "constant") {
      if (!field.reserved && shown !== field.text) {
        tell({ field: "", problem: `${JSON.stringify(shown)} is not ${JSON.stringify(field.text)}`, position })
      }
      continue
    }
    const read = field.type.read(shown)
    if (Result.isFailure(read)) tell({ field: field.field, problem: read.failure, position })
    else record[field.field] = read.success
  }
  return record as Partial<T>
}
