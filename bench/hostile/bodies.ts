/** Bodies that mean to hold the event loop up, and honest ones that are as long as an endpoint takes them. */

/** What is sent: bytes and their media type. */
export interface Body {
  readonly bytes: Buffer
  readonly type: string
}

/** A text that is repeated up to so many bytes, between a beginning and an end. */
export const filled = (bytes: number, [begin, unit, end]: readonly [string, string, string]): Buffer => {
  const [head, middle, tail] = [Buffer.from(begin), Buffer.from(unit), Buffer.from(end)]
  const units = Math.floor((bytes - head.length - tail.length) / middle.length) * middle.length
  const body = Buffer.alloc(head.length + units + tail.length, middle)
  head.copy(body)
  body.fill(middle, head.length, head.length + units)
  tail.copy(body, head.length + units)
  return body
}

/** Keys that all differ: numbered in four letters. */
const manyKeys = (bytes: number): Buffer => {
  const body = Buffer.alloc(bytes, " ")
  let at = body.write("{")
  for (let key = 0; at < bytes - 32; key++) at += body.write(`${key === 0 ? "" : ","}"k${key.toString(36)}":1`, at)
  body.write("}", at)
  return body
}

/** What an endpoint knows: `field` is a text, `list` a list. */
export interface Names {
  readonly field: string
  readonly list: string
}

/** JSON that means harm: a body of about so many bytes. */
export const harmful: Readonly<Record<string, (bytes: number, names: Names) => Buffer>> = {
  "many keys": manyKeys,
  "keys up to the bound": (bytes) => manyKeys(Math.min(bytes, 105_000)),
  "deep nesting": (bytes) => filled(bytes, ["", '{"a":', ""]),
  "brackets in a list": (bytes, { list }) => filled(bytes, [`{"${list}":[`, "[[]],", "1]}"]),
  "many issues": (bytes, { list }) => filled(bytes, [`{"${list}":[`, "{},", "1]}"]),
  "issues up to the bound": (bytes, { list }) => filled(Math.min(bytes, 29_000), [`{"${list}":[`, "{},", "1]}"]),
  "long list": (bytes, { list }) => filled(bytes, [`{"${list}":[`, "1,", "1]}"]),
  numbers: (bytes) => filled(bytes, ['{"amount":', "1", "}"]),
  "long text": (bytes, { field }) => filled(bytes, [`{"${field}":"`, "x", '"}']),
  "card numbers": (bytes, { field }) => filled(bytes, [`{"${field}":"`, "4242 4242 4242 4242 ", '"}']),
  escapes: (bytes, { field }) => filled(bytes, [`{"${field}":"`, String.raw`\u00e9\n`, '"}']),
  unicode: (bytes, { field }) => filled(bytes, [`{"${field}":"`, "é€😀", '"}']),
  "long key": (bytes) => filled(bytes, ['{"', String.raw`\n`, '":1}']),
  "equal keys": (bytes) => filled(bytes, ["{", '"a":1,', '"a":1}']),
  spaces: (bytes) => filled(bytes, ['{"a":1', " \n", "}"])
}

const json = (value: unknown): Body => ({ bytes: Buffer.from(JSON.stringify(value)), type: "application/json" })

const plain = (bytes: Buffer, type: string): Body => ({ bytes, type })

const mebibyte = 1_048_576

/** The n-th routing number: eight digits and the one that checks them. */
const routingNumber = (n: number): string => {
  const digits = String(1_000_000 + n).padStart(8, "0")
  const weights = [3, 7, 1, 3, 7, 1, 3, 7]
  const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

const bank = (n: number) => {
  const rail = { participates: true }
  const number = routingNumber(n)
  return {
    routingNumber: number,
    name: `Bank ${n}`,
    status: "active",
    ach: rail,
    fedwire: rail,
    rtp: rail,
    fednow: rail
  }
}

const banks = (count: number) => Array.from({ length: count }, (_, n) => bank(n))

const fedachLine = (n: number): string => `${`${routingNumber(n)}${" ".repeat(26)}Bank ${n}`.padEnd(71)}\n`

const party = (name: string, account: string) => ({
  name,
  accountNumber: account,
  accountType: "checking",
  routingNumber: "011000015"
})

const batch = () => ({
  defaults: {
    secCode: "PPD",
    direction: "credit",
    entryDescription: "PAYROLL",
    originator: party("Acme Inc", "1234567")
  },
  entries: Array.from({ length: 5_000 }, (_, n) => ({
    entryReferenceId: `entry-${n}`,
    amount: 100 + n,
    receiver: party(`Person ${n}`, String(10_000_000 + n))
  }))
})

const boundary = "----bursar-bench"

const part = (name: string, file?: string): string =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file === undefined ? "" : `; filename="${file}"`}\r\n\r\n`

const form = (bytes: Buffer): Body => plain(bytes, `multipart/form-data; boundary=${boundary}`)

const formEnd = `\r\n--${boundary}--\r\n`

const markdown = (bytes: number, unit = "A line of prose with [a link](https://example.com/a) in it.\n\n"): Buffer =>
  filled(bytes, ["# Title\n\n", unit, "The end.\n"])

const source = (kind: string, content: string) => ({ name: "source.md", kind, content })

const text = (bytes: number, unit?: string): string => markdown(bytes, unit).toString()

/** Bodies that endpoints take, or refuse late, by name. */
export const honest: Readonly<Record<string, () => Body>> = {
  nothing: () => plain(Buffer.alloc(0), "application/json"),
  "a directory of 40,000": () => json({ name: "all", participants: banks(40_000) }),
  "a directory as JSON text": () => json({ name: "all", format: "json", content: JSON.stringify(banks(40_000)) }),
  "a FedACH file of 200,000": () =>
    json({ name: "ach", format: "fedach", content: Array.from({ length: 200_000 }, (_, n) => fedachLine(n)).join("") }),
  "a FedACH file of no lines": () => json({ name: "ach", format: "fedach", content: "\n".repeat(7 * mebibyte) }),
  "5,000 entries": () => json(batch()),
  "a file of 20 MiB": () => form(filled(20 * mebibyte, [part("file", "a.md"), "A line of prose.\n", formEnd])),
  "a unicode file": () => form(filled(20 * mebibyte, [part("file", "a.md"), "é€😀", formEnd])),
  "many parts": () => form(filled(31 * mebibyte, ["", `${part("name")}x\r\n`, `--${boundary}--\r\n`])),
  "a part that never begins": () => form(filled(31 * mebibyte, [`--${boundary}\r\n`, "a: b\r\n", formEnd])),
  "a part of dashes": () =>
    form(filled(31 * mebibyte, [part("file", "a.md"), `\r\n--${boundary.slice(0, -1)}`, formEnd])),
  "a source of 19 MiB": () => json(source("text", text(19 * mebibyte))),
  "a text of 19 MiB": () => plain(markdown(19 * mebibyte), "text/markdown"),
  "a unicode text": () => plain(markdown(19 * mebibyte, "é€😀\n"), "text/markdown"),
  "empty lines": () => plain(filled(19 * mebibyte, ["", "\n", "x"]), "text/markdown"),
  "empty lines with returns": () => plain(filled(19 * mebibyte, ["", "\r\n", "x"]), "text/markdown"),
  "a title of spaces": () => plain(filled(19 * mebibyte, ["# a", " ", "x"]), "text/markdown"),
  "a title of hashes": () => plain(filled(19 * mebibyte, ["# a", " #", "x"]), "text/markdown"),
  "a title of returns": () => plain(filled(19 * mebibyte, ["# a", "\r", "x"]), "text/markdown"),
  "a text in JSON": () => json({ content: text(19 * mebibyte) }),
  "a style guide": () =>
    json({ kind: "style-guide", name: "guide", content: text(mebibyte - 99, 'Use "sign in" instead of "log in".\n') }),
  "a glossary": () => json({ kind: "glossary", name: "terms", content: text(mebibyte - 99, "Term: what it means.\n") }),
  "a glossary of bars": () => json({ kind: "glossary", name: "terms", content: "|".repeat(mebibyte - 99) }),
  "a glossary of commas": () =>
    json({ kind: "glossary", format: "csv", name: "terms", content: `"${",".repeat(mebibyte - 99)}` }),
  "a reference text": () => json({ kind: "reference", name: "facts", content: text(mebibyte - 99) }),
  "a long text to check": () => json({ text: text(2_000_000 - 99) }),
  "a text with findings": () =>
    json({ text: text(2_000_000 - 99, "Please simply click here in order to utilize it.\n\n") }),
  "rules in words": () =>
    json({ text: "short", customRules: filled(6 * mebibyte, ["", 'Use "a" instead of "b".\n', ""]).toString() }),
  "a line of rules": () => json({ text: "short", customRules: filled(6 * mebibyte, ["", "Use ", ""]).toString() }),
  "a text to simplify": () => json({ kind: "simplify", text: text(99_000) }),
  "a text with its context": () =>
    json({ kind: "simplify", text: text(1_900_000), selection: { start: 0, end: 9_000 } }),
  "a generation of 19 MiB": () => json({ docType: "user-guide", source: source("text", text(19 * mebibyte)) }),
  "a form": () => plain(filled(5 * mebibyte - 64, ["payload=", "%7B", ""]), "application/x-www-form-urlencoded"),
  "a form of fields": () => plain(filled(5 * mebibyte - 64, ["", "a=b&", ""]), "application/x-www-form-urlencoded"),
  "a push that is long": () => plain(filled(5 * mebibyte - 64, ['{"text":"', "x", '"}']), "application/json"),
  "two pictures": () =>
    json({
      document_type: "passport",
      document_front: Buffer.alloc(5 * mebibyte, 0xab).toString("base64"),
      selfie: Buffer.alloc(5 * mebibyte, 0xcd).toString("base64")
    })
}
