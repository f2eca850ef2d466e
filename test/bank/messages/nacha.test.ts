import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { makeSeededRandom } from "../../../src/domain/Id.ts"
import { addendaTables, placeAddenda, type Addenda } from "../../../plugins/bank/messages/nacha/addenda.ts"
import {
  answersIn,
  changeOf,
  returnOf,
  reversalDescription,
  reversalOf,
  traceNumberOf
} from "../../../plugins/bank/messages/nacha/answers.ts"
import type { Batch, BatchHeader, Entry, NachaFile } from "../../../plugins/bank/messages/nacha/NachaFile.ts"
import { readFile, type NachaReading } from "../../../plugins/bank/messages/nacha/read.ts"
import * as Records from "../../../plugins/bank/messages/nacha/records.ts"
import { widthOfTable } from "../../../plugins/bank/messages/nacha/RecordTable.ts"
import { checkDigitOf, isRoutingNumber } from "../../../plugins/bank/messages/nacha/routing-number.ts"
import {
  returnTransactionCode,
  reversedTransactionCode,
  transactionCodeFor,
  transactionCodes
} from "../../../plugins/bank/messages/nacha/transaction-codes.ts"
import { fileModifier, writeFile } from "../../../plugins/bank/messages/nacha/write.ts"

const header: NachaFile["header"] = {
  destination: "099900069",
  origin: "099900014",
  createdAt: Date.parse("2026-06-15T14:05:00Z"),
  modifier: "A",
  destinationName: "SIM OPERATOR",
  originName: "SIM FIRST BOTH RAILS",
  referenceCode: ""
}

const batchHeader: BatchHeader = {
  companyName: "ACME CORP",
  companyDiscretionaryData: "",
  companyId: "1234567890",
  secCode: "PPD",
  entryDescription: "PAYROLL",
  descriptiveDate: "SD1300",
  effectiveDate: "2026-06-16",
  settlementDay: undefined,
  originatingBank: "09990001"
}

const entry: Entry = {
  transactionCode: "22",
  routingNumber: "099900069",
  accountNumber: "9000000000",
  amountMinor: 250_000,
  identificationNumber: "EMP-7",
  name: "Jane Roe",
  discretionaryData: "",
  traceNumber: "099900010000001",
  addenda: []
}

const iatAddenda: ReadonlyArray<Addenda> = [
  {
    type: "10",
    transactionTypeCode: "BUS",
    foreignAmountMinor: 250_000,
    foreignTraceNumber: "",
    receiverName: "Juan Pérez"
  },
  { type: "11", name: "Acme Corp", street: "1 Main St" },
  placeAddenda("12", { city: "Austin", state: "TX", country: "US", postalCode: "78701" }),
  { type: "13", bankName: "SIM First", idQualifier: "01", id: "099900014", country: "US" },
  { type: "14", bankName: "Banco Sim", idQualifier: "02", id: "SIMBMXMMXXX", country: "MX" },
  { type: "15", identificationNumber: "EMP-7", street: "Calle 2" },
  placeAddenda("16", { city: "Puebla", country: "MX" }),
  { type: "17", text: "Factura 42" },
  { type: "18", bankName: "SIM London", idQualifier: "02", id: "SIMBGB2LXXX", country: "GB" }
]

const iatBatch: Batch = {
  header: {
    ...batchHeader,
    companyName: "",
    secCode: "IAT",
    descriptiveDate: "",
    iat: {
      exchangeIndicator: "FF",
      exchangeReferenceIndicator: "3",
      exchangeReference: "",
      destinationCountry: "MX",
      originatingCurrency: "USD",
      destinationCurrency: "USD"
    }
  },
  entries: [{ ...entry, identificationNumber: "", name: "", addenda: iatAddenda }]
}

const batchOf = (change: Partial<Entry>, secCode = "PPD"): Batch => ({
  header: { ...batchHeader, secCode },
  entries: [{ ...entry, ...change }]
})

const fileOf = (...batches: ReadonlyArray<Batch>): NachaFile => ({ header, batches })

const written = (file: NachaFile): string => Result.getOrThrow(writeFile(file))
const read = (text: string): NachaReading => Result.getOrThrow(readFile(text))
const issues = (file: NachaFile) => {
  const result = writeFile(file)
  return Result.isFailure(result) ? result.failure.issues : []
}

/** One batch of every class. */
const everyClass = fileOf(
  batchOf({ addenda: [{ type: "05", text: "INV 42" }] }),
  batchOf({ transactionCode: "27" }, "CCD"),
  batchOf(
    { addenda: Array.from({ length: 3 }, (_, index) => ({ type: "05" as const, text: `LINE ${index}` })) },
    "CTX"
  ),
  batchOf({ transactionCode: "37", discretionaryData: "S" }, "WEB"),
  batchOf({ transactionCode: "27", discretionaryData: "R" }, "TEL"),
  iatBatch
)

describe("records", () => {
  const tables = {
    fileHeader: Records.fileHeaderTable,
    batchHeader: Records.batchHeaderTable,
    iatBatchHeader: Records.iatBatchHeaderTable,
    entry: Records.entryTable,
    ctxEntry: Records.ctxEntryTable,
    iatEntry: Records.iatEntryTable,
    batchControl: Records.batchControlTable,
    fileControl: Records.fileControlTable,
    ...addendaTables
  }

  it.each(Object.entries(tables))("%s has 94 characters", (_, table) => {
    expect(widthOfTable(table as never)).toBe(94)
  })

  it("routing numbers have their check digit", () => {
    for (const number of ["099900014", "099900027", "099900069", "021000021", "011000015"]) {
      expect(isRoutingNumber(number)).toBe(true)
      expect(checkDigitOf(number.slice(0, 8))).toBe(number[8])
    }
    for (const number of ["099900015", "99900014", "0999000144", "09990001X"])
      expect(isRoutingNumber(number)).toBe(false)
  })

  it("transaction codes turn and return within their account", () => {
    expect(transactionCodes).toHaveLength(30)
    expect(transactionCodeFor("checking", "credit")).toBe("22")
    expect(transactionCodeFor("loan", "debit")).toBe("55")
    expect(transactionCodeFor("loan", "debit", "prenote")).toBeUndefined()
    expect(["22", "27", "32", "37", "42", "47", "52"].map(reversedTransactionCode)).toEqual([
      "27",
      "22",
      "37",
      "32",
      "47",
      "42",
      "55"
    ])
    expect(["22", "27", "23", "52", "99"].map(returnTransactionCode)).toEqual(["21", "26", "21", "51", undefined])
  })
})

describe("the writer", () => {
  it("fixes the bytes of a file", () => {
    expect(written(fileOf(batchOf({ addenda: [{ type: "05", text: "INV 42" }] })))).toBe(
      [
        "101 099900069 0999000142606151005A094101SIM OPERATOR           SIM FIRST BOTH RAILS           ",
        "5220ACME CORP                           1234567890PPDPAYROLL   SD1300260616   1099900010000001",
        "6220999000699000000000       0000250000EMP-7          Jane Roe                1099900010000001",
        `705INV 42${" ".repeat(74)}00010000001`,
        `82200000020009990006000000000000000000250000${"1234567890"}${" ".repeat(25)}099900010000001`,
        `9000001000001000000020009990006000000000000000000250000${" ".repeat(39)}`,
        ..."9999".split("").map(() => "9".repeat(94)),
        ""
      ].join("\n")
    )
  })

  it("fills blocks of ten, also when the last is full", () => {
    for (let count = 1; count < 25; count++) {
      const entries = Array.from({ length: count }, (_, index) => ({
        ...entry,
        traceNumber: traceNumberOf("09990001", index + 1)
      }))
      const lines = written(fileOf({ header: batchHeader, entries }))
        .split("\n")
        .slice(0, -1)
      expect(lines.length % 10).toBe(0)
      expect(lines.every((line) => line.length === 94)).toBe(true)
      expect(lines.length - count - 4).toBeLessThan(10)
      expect(lines[count + 3]?.slice(7, 13)).toBe(String(lines.length / 10).padStart(6, "0"))
    }
  })

  it("keeps the last ten digits of the entry hash", () => {
    const entries = Array.from({ length: 1_100 }, (_, index) => ({
      ...entry,
      routingNumber: "999999992",
      traceNumber: traceNumberOf("09990001", index + 1)
    }))
    const text = written(fileOf({ header: batchHeader, entries }))
    const control = text.split("\n").find((line) => line.startsWith("8"))
    expect(control?.slice(10, 20)).toBe(String((99_999_999 * 1_100) % 10 ** 10).padStart(10, "0"))
    expect(read(text).problems).toEqual([])
  })

  it("B123: all six classes are written and read back, and the same file gives the same bytes", () => {
    const text = written(everyClass)
    expect(read(text)).toEqual({
      file: {
        ...everyClass,
        batches: everyClass.batches.map((batch) =>
          batch === iatBatch
            ? {
                header: iatBatch.header,
                entries: [
                  {
                    ...iatBatch.entries[0],
                    addenda: iatAddenda.map((one) => (one.type === "10" ? { ...one, receiverName: "Juan Perez" } : one))
                  }
                ]
              }
            : batch
        )
      },
      problems: [],
      setAside: []
    })
    expect(written(structuredClone(everyClass))).toBe(text)
  })

  it.each([
    ["a name is cut, where it is only information", { name: "Maria del Carmen Fernandez" }, "Maria del Carmen Ferna"],
    ["accents are dropped", { name: "José Ångström" }, "Jose Angstrom"]
  ])("%s", (_, change, shown) => {
    expect(read(written(fileOf(batchOf(change)))).file.batches[0]?.entries[0]?.name).toBe(shown)
  })

  it.each([
    ["a long account number", batchOf({ accountNumber: "1".repeat(18) }), "accountNumber", /18 characters/],
    ["no account number", batchOf({ accountNumber: "" }), "accountNumber", /blank/],
    ["a wrong check digit", batchOf({ routingNumber: "099900068" }), "routingNumber", /check digit/],
    ["an amount of eleven digits", batchOf({ amountMinor: 10_000_000_000 }), "amountMinor", /10 digits/],
    ["part of a cent", batchOf({ amountMinor: 0.5 }), "amountMinor", /whole number/],
    ["no money", batchOf({ amountMinor: 0 }), "amountMinor", /above zero/],
    ["money in a prenote", batchOf({ transactionCode: "23" }), "amountMinor", /must be zero/],
    ["a character of another script", batchOf({ name: "王芳" }), "name", /cannot carry/],
    ["an unknown transaction code", batchOf({ transactionCode: "25" }), "transactionCode", /no transaction code/],
    ["a return without its addenda", batchOf({ transactionCode: "21" }), "transactionCode", /return/],
    ["a TEL credit", batchOf({ discretionaryData: "S" }, "TEL"), "transactionCode", /no credits/],
    ["a WEB debit without a payment type", batchOf({ transactionCode: "27" }, "WEB"), "discretionaryData", /S or R/],
    [
      "two addenda in PPD",
      batchOf({
        addenda: [
          { type: "05", text: "a" },
          { type: "05", text: "b" }
        ]
      }),
      "addenda",
      /at most 1/
    ],
    [
      "an addenda in TEL",
      batchOf({ transactionCode: "27", discretionaryData: "S", addenda: [{ type: "05", text: "a" }] }, "TEL"),
      "addenda",
      /at most 0/
    ],
    ["a long addenda", batchOf({ addenda: [{ type: "05", text: "a".repeat(81) }] }), "text", /81 characters/],
    ["a trace of another bank", batchOf({ traceNumber: "099900020000001" }), "traceNumber", /batch's bank/],
    ["another class", batchOf({}, "POS"), "secCode", /not written/],
    ["an empty batch", { header: batchHeader, entries: [] }, "entries", /empty/],
    [
      "a long company name",
      { header: { ...batchHeader, companyName: "A".repeat(17) }, entries: [entry] },
      "companyName",
      /at most 16/
    ],
    [
      "a date that is none",
      { header: { ...batchHeader, effectiveDate: "2026-02-30" }, entries: [entry] },
      "effectiveDate",
      /not a date/
    ],
    ["IAT terms elsewhere", { header: { ...batchHeader, iat: iatBatch.header.iat }, entries: [entry] }, "iat", /IAT/],
    ["IAT without its addenda", { ...iatBatch, entries: [entry] }, "addenda", /10, 11/],
    [
      "credits and debits in one batch",
      { header: batchHeader, entries: [entry, { ...entry, transactionCode: "27", traceNumber: "099900010000002" }] },
      "entries",
      /credits and debits/
    ],
    ["traces that do not ascend", { header: batchHeader, entries: [entry, entry] }, "traceNumber", /ascend/]
  ] as ReadonlyArray<readonly [string, Batch, string, RegExp]>)("refuses %s", (_, batch, field, problem) => {
    const found = issues(fileOf(batch)).find((issue) => issue.field === field)
    expect(found?.problem).toMatch(problem)
    expect(found?.record).toMatch(/^batches\[0\]/)
  })

  it("refuses a file of nothing, and names every issue at once", () => {
    expect(issues(fileOf())).toMatchObject([{ field: "batches", problem: "is empty" }])
    const twice = fileOf(batchOf({ accountNumber: "" }), batchOf({ amountMinor: -1 }))
    expect(issues(twice).map(({ record, field }) => `${record}.${field}`)).toEqual([
      "batches[0].entries[0].accountNumber",
      "batches[1].entries[0].amountMinor",
      "batches[1].control.creditMinor"
    ])
  })

  it("has thirty-six files a day", () => {
    expect([fileModifier(0), fileModifier(25), fileModifier(26), fileModifier(35), fileModifier(36)]).toEqual([
      "A",
      "Z",
      "0",
      "9",
      undefined
    ])
  })
})

describe("returns, corrections and reversals", () => {
  const answered = { original: entry, secCode: "PPD", originator: "099900014", traceNumber: "099900060000001" }
  const back = (entries: ReadonlyArray<Entry>, secCode = "PPD"): NachaFile =>
    fileOf({
      header: { ...batchHeader, secCode, originatingBank: "09990006", settlementDay: 167, descriptiveDate: "" },
      entries
    })

  it("B140: a return names its entry, and reads back", () => {
    const file = back([returnOf(answered, { code: "R03", information: "no such account" })])
    const reading = read(written(file))
    expect(reading.problems).toEqual([])
    expect(answersIn(reading.file)).toMatchObject([
      {
        kind: "return",
        code: "R03",
        originalTraceNumber: entry.traceNumber,
        amountMinor: 250_000,
        traceNumber: "099900060000001",
        settlementDay: 167,
        addenda: { information: "no such account", originalBank: "09990006", dateOfDeath: undefined }
      }
    ])
    expect(reading.file.batches[0]?.entries[0]).toMatchObject({ transactionCode: "21", routingNumber: "099900014" })
  })

  it("a correction carries no money", () => {
    const file = back([changeOf(answered, { code: "C01", correctedData: "9000000001" })])
    const reading = read(written(file))
    expect(answersIn(reading.file)).toMatchObject([
      { kind: "correction", code: "C01", amountMinor: 0, addenda: { correctedData: "9000000001" } }
    ])
  })

  it("an IAT return repeats the amount and the seven addenda", () => {
    const original = iatBatch.entries[0] as Entry
    const returned = returnOf({ ...answered, original, secCode: "IAT" }, { code: "R16" })
    expect(returned.addenda.map(({ type }) => type)).toEqual(["99", "10", "11", "12", "13", "14", "15", "16"])
    const file = fileOf({ header: { ...iatBatch.header, originatingBank: "09990006" }, entries: [returned] })
    expect(answersIn(read(written(file)).file)).toMatchObject([{ addenda: { originalAmountMinor: 250_000 } }])
  })

  it("dishonored and contested returns have layouts of their own", () => {
    const common = { type: "99", originalTraceNumber: entry.traceNumber, originalBank: "09990006" } as const
    const dishonored: Addenda = {
      ...common,
      kind: "dishonored",
      code: "R68",
      returnTraceNumber: "099900060000001",
      returnSettlementDay: 170,
      returnCode: "01",
      information: "UNTIMELY RETURN"
    }
    const contested: Addenda = {
      ...common,
      kind: "contested",
      code: "R73",
      returnedOn: "2026-06-18",
      originalSettlementDay: 167,
      returnTraceNumber: "099900060000001",
      returnSettlementDay: 170,
      returnCode: "01",
      dishonoredTraceNumber: "099900010000009",
      dishonoredSettlementDay: 173,
      dishonoredCode: "68"
    }
    const entries = [dishonored, contested].map((addenda, index) => ({
      ...entry,
      traceNumber: traceNumberOf("09990006", index + 1),
      addenda: [addenda]
    }))
    const reading = read(written(back(entries)))
    expect(reading.problems).toEqual([])
    expect(reading.file.batches[0]?.entries.map(({ addenda }) => addenda[0])).toEqual([dishonored, contested])
    expect(answersIn(reading.file).map(({ kind }) => kind)).toEqual(["dishonored", "contested"])
  })

  it("B133: a reversal turns the direction and keeps the rest", () => {
    const reversal = reversalOf(entry, "099900010000002")
    expect(reversal).toEqual({ ...entry, transactionCode: "27", traceNumber: "099900010000002" })
    expect(reversalOf({ ...entry, transactionCode: "21" }, "1")).toBeUndefined()
    const file = fileOf({
      header: { ...batchHeader, entryDescription: reversalDescription },
      entries: [reversal as Entry]
    })
    expect(written(file)).toContain("REVERSAL  ")
  })
})

describe("the reader", () => {
  const text = written(everyClass)
  const lines = text.split("\n").slice(0, -1)
  const without = (predicate: (line: string) => boolean) => lines.filter((line) => !predicate(line)).join("\n")

  it.each([
    ["other line ends", text.replaceAll("\n", "\r\n")],
    ["no line ends", text.replaceAll("\n", "")],
    ["no blanks at line ends", text.replace(/ +$/gm, "")],
    ["blanks after the records", text.replace(/$/gm, "   ")],
    ["no padding", without((line) => /^9+$/.test(line))],
    ["more padding", `${text}${"9".repeat(94)}\n`.repeat(1)],
    ["empty lines at the end", `${text}\n\n`],
    ["a byte order mark", `\uFEFF${text}`]
  ])("takes %s", (_, changed) => {
    expect(read(changed)).toEqual(read(text))
  })

  it.each([
    ["a wrong entry count", /^(8225)000001/m, "$1000009", "batch control", "entriesAndAddenda"],
    [
      "a wrong total",
      /^(9.{54})(.*)$/m,
      `${"9000006000003"}00000019${"0".repeat(34)}$2`,
      "file control",
      "creditMinor"
    ],
    ["another service class", /^5225/m, "5999", "batch header", "serviceClass"],
    ["an effective date that is none", /260616 {3}1/, "269916   1", "batch header", "effectiveDate"],
    ["a CTX count that is none", /^(6.{53})0003/m, "$1XX  ", "entry", "addendaCount"]
  ])("tells of %s, and reads on", (_, from, to, record, field) => {
    const changed = read(text.replace(from, to))
    expect(changed.file.batches).toHaveLength(6)
    expect(changed.setAside).toEqual([])
    expect(changed.problems.some((problem) => problem.record === record && problem.field === field)).toBe(true)
  })

  it.each([
    ["file control", (line: string) => /^9[^9]/.test(line)],
    ["batch control", (line: string) => line.startsWith("8200") || line.startsWith("8220")]
  ])("tells that the %s is missing", (record, gone) => {
    const changed = read(without(gone))
    expect(changed.file.batches).toHaveLength(6)
    expect(changed.problems.find(({ problem }) => problem.startsWith("is missing"))?.record).toBe(record)
  })

  it("sets an entry aside with its addenda, tells line and column, and keeps the others", () => {
    const at = lines.findIndex((line) => line.startsWith("6"))
    const spoilt = lines.with(at, `${lines[at]?.slice(0, 29)}00002X0000${lines[at]?.slice(39)}`)
    const changed = read(spoilt.join("\n"))
    expect(changed.file.batches.map(({ entries }) => entries.length)).toEqual([0, 1, 1, 1, 1, 1])
    expect(changed.problems.find(({ setAside }) => setAside)).toEqual({
      line: at + 1,
      column: 30,
      record: "entry",
      field: "amountMinor",
      problem: '"00002X0000" is not a number',
      setAside: true
    })
    expect(changed.setAside.map(({ line }) => line)).toEqual([at + 1, at + 2])
    // The counts of the batch and the file no longer match, which is told as well.
    expect(changed.problems.filter(({ field }) => field === "entriesAndAddenda")).toHaveLength(2)
  })

  it.each([
    [
      "a batch whose header cannot be read",
      (line: string) => (line.startsWith("5220ACME") ? `${line.slice(0, 79)}XXXXXXXX${line.slice(87)}` : line),
      5
    ],
    ["a record of no type", (line: string, index: number) => (index === 3 ? `X${line.slice(1)}` : line), 6],
    ["an addenda of no type", (line: string) => line.replace(/^705INV/, "777INV"), 6],
    ["a line that is too long", (line: string, index: number) => (index === 3 ? `${line}extra` : line), 6]
  ])("sets %s aside", (_, change, batches) => {
    const changed = read(lines.map(change).join("\n"))
    expect(changed.file.batches.length).toBeLessThanOrEqual(6)
    expect(changed.file.batches.length).toBeGreaterThanOrEqual(batches - 1)
    expect(changed.setAside.length).toBeGreaterThan(0)
    expect(changed.problems.some(({ setAside }) => setAside)).toBe(true)
  })

  it("reads classes that it does not write, such as enrollments", () => {
    const reading = read(text.replace("PPDPAYROLL ", "ENRAUTOENRO"))
    expect(reading.file.batches[0]).toMatchObject({
      header: { secCode: "ENR" },
      entries: [{ accountNumber: "9000000000" }]
    })
  })

  it.each(["", "\n", "nothing", "5220ACME"])("does not take %j for a file", (other) => {
    expect(readFile(other)).toMatchObject({ failure: { _tag: "NachaUnreadable", line: 1 } })
  })

  it("never throws on a spoilt file, and loses no record silently", () => {
    const random = makeSeededRandom(5)
    const below = (bound: number) => random() % bound
    for (let round = 0; round < 500; round++) {
      const at = below(lines.length)
      const line = lines[at] ?? ""
      const column = below(94)
      const spoilt = lines.with(
        at,
        `${line.slice(0, column)}${String.fromCharCode(32 + below(95))}${line.slice(column + 1)}`
      )
      // The very first character decides whether it is a file at all.
      if (at === 0 && column === 0) continue
      const changed = read(spoilt.join("\n"))
      const kept = changed.file.batches.reduce(
        (sum, { entries }) => sum + entries.reduce((inner, { addenda }) => inner + 1 + addenda.length, 0),
        0
      )
      const aside = changed.setAside.filter(({ text: set }) => !/^[1589]/.test(set)).length
      // A first character that is spoilt may make one kind of record another.
      if (column > 0) expect(kept + aside).toBe(lines.filter((one) => /^[67]/.test(one)).length)
    }
  })
})

describe("random files", () => {
  it("read back as they were written, 150 of them", () => {
    const random = makeSeededRandom(3)
    const below = (bound: number) => random() % bound
    const pick = <A>(values: ReadonlyArray<A>): A => values[below(values.length)] as A
    const word = (longest: number) =>
      Array.from({ length: 1 + below(longest) }, () => pick(Array.from("ABCxyz0189-.&"))).join("")
    const routing = () => {
      const eight = String(below(100_000_000)).padStart(8, "0")
      return `${eight}${checkDigitOf(eight)}`
    }
    const kinds = [
      ["PPD", "22", 1],
      ["PPD", "37", 1],
      ["CCD", "27", 1],
      ["CTX", "32", 12],
      ["WEB", "27", 1],
      ["TEL", "37", 0]
    ] as const
    for (let round = 0; round < 150; round++) {
      const batches = Array.from({ length: 1 + below(4) }, (): Batch => {
        const [secCode, transactionCode, most] = pick(kinds)
        const entries = Array.from({ length: 1 + below(6) }, (_, index): Entry => ({
          transactionCode,
          routingNumber: routing(),
          accountNumber: word(17),
          amountMinor: 1 + below(10 ** 9),
          identificationNumber: word(15),
          name: word(secCode === "CTX" ? 16 : 22),
          discretionaryData: pick(["S", "R"]),
          traceNumber: traceNumberOf("09990001", 1 + index * 3),
          addenda: Array.from({ length: below(most + 1) }, () => ({ type: "05" as const, text: word(80) }))
        }))
        return { header: { ...batchHeader, secCode, companyName: word(16), entryDescription: word(10) }, entries }
      })
      const reading = read(written(fileOf(...batches)))
      expect(reading).toEqual({ file: fileOf(...batches), problems: [], setAside: [] })
    }
  })
})
