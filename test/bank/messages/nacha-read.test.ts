import { describe, expect, it } from "vitest"
import { makeSeededRandom } from "../../../src/domain/Id.ts"
import type { Addenda } from "../../../plugins/bank/messages/nacha/addenda.ts"
import {
  answersIn,
  changeOf,
  returnOf,
  reversalDescription,
  traceNumberOf
} from "../../../plugins/bank/messages/nacha/answers.ts"
import type { Batch, Entry, NachaFile } from "../../../plugins/bank/messages/nacha/NachaFile.ts"
import { excerptOf } from "../../../plugins/bank/messages/nacha/excerpt.ts"
import { readFile } from "../../../plugins/bank/messages/nacha/read.ts"
import { checkDigitOf } from "../../../src/domain/RoutingNumber.ts"
import { batchHeader, entry, everyClass, fileOf, iatBatch, issues, read, written } from "./nacha-samples.ts"

describe("returns, corrections and reversals", () => {
  const answered = { original: entry, secCode: "PPD", originator: "099900014", traceNumber: "099900060000001" }
  const back = (entries: ReadonlyArray<Entry>, secCode = "PPD"): NachaFile =>
    fileOf({
      header: { ...batchHeader, secCode, originatingBank: "09990006", settlementDay: 167, descriptiveDate: "" },
      entries
    })

  it("a return names its entry, and reads back", () => {
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

  it.each(["\u001A", "\r\n\u001A", "\n\u001A\u001A\n"])("a Ctrl-Z that ends a text is no record: %j", (end) => {
    const file = back([returnOf(answered, { code: "R03" })])
    const reading = read(`${written(file).trimEnd()}${end}`)
    expect([reading.problems, reading.setAside]).toEqual([[], []])
    expect(answersIn(reading.file)).toHaveLength(1)
  })

  it("a correction stands in a batch of class COR, and a return in one of the class of its entry", () => {
    const change = changeOf(answered, { code: "C01", correctedData: "9000000001" })
    const returned = returnOf(answered, { code: "R03" })
    expect(issues(back([change], "PPD"))).toMatchObject([{ record: "batches[0].header", field: "secCode" }])
    expect(issues(back([returned], "COR"))).toMatchObject([{ record: "batches[0].header", field: "secCode" }])
    expect(
      written(back([change], "COR"))
        .split("\n")[1]
        ?.slice(50, 53)
    ).toBe("COR")
  })

  it("a correction of an IAT entry has the records of IAT in a batch of class COR, marked IATCOR", () => {
    const original = iatBatch.entries[0] as Entry
    const change = changeOf({ ...answered, original, secCode: "IAT" }, { code: "C01", correctedData: "9000000001" })
    const header = { ...iatBatch.header, originatingBank: "09990006" }
    expect(issues(fileOf({ header, entries: [change] }))).toMatchObject([
      { record: "batches[0].header", field: "secCode" }
    ])
    const corrected = { ...header, secCode: "COR", companyName: "IATCOR" }
    const text = written(fileOf({ header: corrected, entries: [change] }))
    const [, batchHeader = "", entryRecord = "", addenda = ""] = text.split("\n")
    expect([batchHeader.slice(4, 20).trim(), batchHeader.slice(50, 53)]).toEqual(["IATCOR", "COR"])
    // Columns 40 to 74 of an IAT entry have the account.
    expect(entryRecord.slice(39, 74).trim()).toBe(original.accountNumber)
    expect(addenda.slice(0, 6)).toBe("798C01")
    const reading = read(text)
    expect(reading.problems).toEqual([])
    expect(reading.file.batches[0]?.header).toEqual({ ...corrected, settlementDay: undefined })
    expect(answersIn(reading.file)).toMatchObject([{ kind: "correction", code: "C01", amountMinor: 0 }])
  })

  it("a correction carries no money", () => {
    const file = back([changeOf(answered, { code: "C01", correctedData: "9000000001" })], "COR")
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

  it("a reversal says so in place of its description", () => {
    const reversal = { ...entry, transactionCode: "27", traceNumber: "099900010000002" }
    const file = fileOf({
      header: { ...batchHeader, entryDescription: reversalDescription },
      entries: [reversal]
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

  it("takes several files that a bank sends as one text, and says so", () => {
    const { batches } = read(text).file
    const both = read(`${text}${text}`)
    expect(both.file).toEqual({ ...read(text).file, batches: [...batches, ...batches] })
    expect(both.setAside).toEqual([])
    expect(both.problems).toMatchObject([{ record: "file header", problem: "begins another file", setAside: false }])
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

it("shows of answers with one number, as of two files in one text, the one to an entry", () => {
  const record = (text: string, trace = "") => text.padEnd(79) + trace.padEnd(15)
  const trace = "099900060000001"
  const fileFor = (original: string) => [
    record("101"),
    record(`5200${original}`),
    record(`621 of ${original}`, trace),
    record(`799R01${original}`, trace),
    record("8200"),
    record("9")
  ]
  const [one, other] = ["099900010000001", "099900010000002"]
  const text = [...fileFor(one), ...fileFor(other)].join("\n")
  for (const original of [one, other]) {
    const shown = excerptOf(text, new Set([trace]), original)!
    expect(shown).toContain(`621 of ${original}`)
    expect(shown).not.toContain(original === one ? other : one)
  }
})
