import { describe, expect, it } from "vitest"
import { addendaTables } from "../../../plugins/bank/messages/nacha/addenda.ts"
import { traceNumberOf } from "../../../plugins/bank/messages/nacha/answers.ts"
import type { Batch } from "../../../plugins/bank/messages/nacha/NachaFile.ts"
import {
  returnTransactionCode,
  transactionCodeFor,
  transactionCodes
} from "../../../plugins/bank/messages/nacha/transaction-codes.ts"
import { fileModifier } from "../../../plugins/bank/messages/nacha/write.ts"
import * as Records from "../../../plugins/bank/messages/nacha/records.ts"
import {
  batchHeader,
  entry,
  iatAddenda,
  iatBatch,
  batchOf,
  fileOf,
  written,
  read,
  issues,
  everyClass
} from "./nacha-samples.ts"

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
    const widths = table.map((field) => (field.kind === "constant" ? field.text.length : field.type.length))
    expect(widths.reduce((width, length) => width + length, 0)).toBe(94)
  })

  it("transaction codes return within their account", () => {
    expect(transactionCodes).toHaveLength(30)
    expect(transactionCodeFor("checking", "credit")).toBe("22")
    expect(transactionCodeFor("loan", "debit")).toBe("55")
    expect(transactionCodeFor("loan", "debit", "prenote")).toBeUndefined()
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
    ["accents are dropped", { name: "José Ångström" }, "Jose Angstrom"],
    ["a name begins where its field does", { name: `${" ".repeat(22)}Jane Roe` }, "Jane Roe"]
  ])("%s", (_, change, shown) => {
    expect(read(written(fileOf(batchOf(change)))).file.batches[0]?.entries[0]?.name).toBe(shown)
  })

  it.each([
    ["a long account number", batchOf({ accountNumber: "1".repeat(18) }), "accountNumber", /18 characters/],
    ["no account number", batchOf({ accountNumber: "" }), "accountNumber", /blank/],
    ["a name of signs that are not seen", batchOf({ name: "\u{200b}" }), "name", /blank/],
    [
      "a company name of such signs",
      { header: { ...batchHeader, companyName: "\u{200b}" }, entries: [entry] },
      "companyName",
      /blank/
    ],
    ["a wrong check digit", batchOf({ routingNumber: "099900068" }), "routingNumber", /check digit/],
    ["an amount of eleven digits", batchOf({ amountMinor: 10_000_000_000 }), "amountMinor", /10 digits/],
    ["part of a cent", batchOf({ amountMinor: 0.5 }), "amountMinor", /whole number/],
    ["no money", batchOf({ amountMinor: 0 }), "amountMinor", /above zero/],
    ["money in a prenote", batchOf({ transactionCode: "23" }), "amountMinor", /must be zero/],
    ["a character that has no plain writing", batchOf({ name: "A\u{e000}" }), "name", /cannot carry/],
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
