/** What of a file concerns some entries: files hold the entries of many clients, and each client sees its own alone. */

const recordLength = 94
const traceColumns = [79, 94] as const

const recordsOf = (text: string): ReadonlyArray<string> =>
  /[\r\n]/.test(text.slice(0, recordLength + 1))
    ? text.split(/\r?\n|\r/)
    : (text.match(new RegExp(`.{1,${recordLength}}`, "gs")) ?? [])

/** Where the addenda of an answer say which entry they answer. */
const originalTraceColumns = [6, 21] as const

/**
 * The header of the file, and of each batch with an entry of these trace numbers the header, those entries and their
 * addenda, as they stand in the file; `undefined` when it has no such entry. The control records are left out: their
 * totals are of other entries too. Banks number their answers anew in each file: of these, only those to the entry `answered` are shown.
 */
export const excerptOf = (text: string, traceNumbers: ReadonlySet<string>, answered?: string): string | undefined => {
  const found: Array<string> = []
  // Headers that are still to be shown, should one of these entries follow.
  let headers: ReadonlyArray<string> = []
  let entry: Array<string> = []
  const show = () => {
    const [, ...addenda] = entry
    const isAsked = answered === undefined || addenda.some((one) => one.slice(...originalTraceColumns) === answered)
    if (entry.length > 0 && isAsked) {
      for (const one of [...headers, ...entry]) found.push(one)
      headers = []
    }
    entry = []
  }
  for (const record of recordsOf(text)) {
    const type = record[0]
    if (type === "7" && entry.length > 0) entry.push(record)
    if (type === "7") continue
    show()
    if (type === "1") headers = [record]
    else if (type === "5") headers = found.length === 0 ? [...headers.slice(0, 1), record] : [record]
    else if (type === "6" && traceNumbers.has(record.slice(...traceColumns))) entry = [record]
  }
  show()
  return found.length === 0 ? undefined : `${found.join("\n")}\n`
}
