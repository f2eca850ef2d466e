/** What of a file concerns one entry: files hold the entries of many, and each is shown its own alone. */

const recordLength = 94
const traceColumns = [79, 94] as const

const recordsOf = (text: string): ReadonlyArray<string> =>
  /[\r\n]/.test(text.slice(0, recordLength + 1))
    ? text.split(/\r?\n|\r/)
    : (text.match(new RegExp(`.{1,${recordLength}}`, "gs")) ?? [])

/**
 * The header of the file, the header of the batch, the entry with this trace number, and its addenda, as they stand in the
 * file; `undefined` when it has no such entry. The control records are left out: their totals are of other entries too.
 */
export const excerptOf = (text: string, traceNumber: string): string | undefined => {
  let file = ""
  let batch = ""
  let found: Array<string> | undefined
  for (const record of recordsOf(text)) {
    const type = record[0]
    if (found !== undefined && type !== "7") break
    if (type === "1") file = record
    else if (type === "5") batch = record
    else if (type === "6" && record.slice(...traceColumns) === traceNumber) found = [file, batch, record]
    else if (type === "7") found?.push(record)
  }
  return found === undefined ? undefined : `${found.join("\n")}\n`
}
