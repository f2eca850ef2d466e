/** The parts of the benches that measure nothing: figures as text, what is worse than it was, and answers of servers. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { makeTally, readAnswer } from "../../bench/load-tally.ts"
import { confidence, readRecorded, renderRecorded, replaceSection, warningsOf } from "../../bench/record.ts"
import type { Figure } from "../../bench/report.ts"
import { makeRequestFactory } from "../../bench/requests.ts"

const ratio = (values: ReadonlyArray<number>, measure = "P1 create, ours/raw"): Figure => ({
  measure,
  better: "higher",
  floor: 0.35,
  goal: 0.55,
  values
})

it("bench/README.md shows the recorded figures", async () => {
  const readme = readFileSync(join(import.meta.dirname, "../../bench/README.md"), "utf8")
  expect(replaceSection(readme, await renderRecorded(readRecorded()))).toBe(readme)
})

it("a report shows median, spread, rounds and the verdict on the worst round", async () => {
  const machine = { cores: 2, processor: "Some processor", memoryGiB: 16, node: "24.0.0", kernel: "Linux 6" }
  const figures = [
    ratio([0.5, 0.4, 0.6, 0.3]),
    { measure: "create, ours", better: "higher", unit: "/s", values: [4321.9] } as const
  ]
  const text = await renderRecorded({ create: { commit: "abc1234", day: "2026-01-02", machine, load: 1.4, figures } })
  const cells = text.split("\n").map((line) => line.split("|").map((cell) => cell.trim()))
  expect(cells.find(([, measure]) => measure === "P1 create, ours/raw")).toEqual([
    "",
    "P1 create, ours/raw",
    "0.45",
    "0.3 to 0.6",
    "4",
    "87 %",
    "floor 0.35 MISSED, goal 0.55 MISSED",
    ""
  ])
  expect(cells.find(([, measure]) => measure === "create, ours")?.slice(2, 5)).toEqual(["4322 /s", "", "1"])
  expect(text).toContain("1.4: busy")
})

it("the confidence grows with the rounds", () => {
  expect([2, 3, 6].map(confidence)).toEqual([0.5, 0.75, 0.96875])
})

it("a figure is reported as worse only below all recorded rounds and by more than noise", () => {
  const recorded = [ratio([0.44, 0.5, 0.52])]
  const measures = (values: ReadonlyArray<number>) => warningsOf(recorded, [ratio(values)]).length
  expect([[0.43], [0.45], [0.6]].map(measures)).toEqual([1, 0, 0])
  // Within all recorded rounds, although a tenth below their median; and beside them, although hardly.
  expect(warningsOf([ratio([0.3, 0.5, 0.5])], [ratio([0.4])])).toEqual([])
  expect(warningsOf([ratio([0.5])], [ratio([0.46])])).toEqual([])
  const p99 = { ...ratio([1, 1.1], "P2 create p99, ours/raw"), better: "lower" } as const
  expect(warningsOf([p99], [{ ...p99, values: [1.3] }])).toHaveLength(1)
  // What is no ratio to raw depends on the machine, and what nobody recorded is no worse.
  expect(warningsOf([ratio([4000], "create, ours")], [ratio([1000], "create, ours")])).toEqual([])
  expect(warningsOf([], [ratio([0.1])])).toEqual([])
})

it("an answer is read when it is whole, with a length or in chunks", () => {
  const sized = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
  const chunked = "HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
  for (const [text, status] of [
    [sized, 200],
    [chunked, 201]
  ] as const) {
    for (let end = 0; end < text.length; end++) expect(readAnswer(text.slice(0, end))).toBeUndefined()
    expect(readAnswer(text)).toEqual({ status, text })
  }
  expect(() => readAnswer(`${sized}{`)).toThrow("more bytes")
})

it("only 429 and 503 with Retry-After are orderly refusals, and only where a load may be refused", () => {
  const answer = (status: number, head = "") => ({
    status,
    text: `HTTP/1.1 ${status} X\r\n${head}Content-Length: 0\r\n\r\n`
  })
  const refusedOf = (mayRefuse: boolean) => {
    const tally = makeTally({ mayRefuse }, performance.now())
    for (const given of [
      answer(200),
      answer(503, "Retry-After: 1\r\n"),
      answer(429, "retry-after: 2\r\n"),
      answer(503),
      answer(500, "Retry-After: 1\r\n")
    ])
      tally.add(given, 0, 1)
    return tally.result()
  }
  expect(refusedOf(true)).toMatchObject({ refused: 2, statuses: { 200: 1, 429: 1, 500: 1, 503: 2 } })
  expect(refusedOf(false).refused).toBe(4)
})

it("a request speaks the API that its plan names", () => {
  const api = {
    path: "/v1/charges",
    contentType: "application/x-www-form-urlencoded",
    body: "amount=1",
    cursor: "after"
  }
  const create = makeRequestFactory({ kind: "create", keys: ["sk_a"], run: 1, api })(0)
  expect(create).toMatch(/^POST \/v1\/charges HTTP\/1\.1\r\n[^]*Content-Length: 8\r\n\r\namount=1$/)
  const list = makeRequestFactory({ kind: "list", keys: ["sk_a"], limit: 10, cursors: ["ch_1"], api })(0)
  expect(list).toMatch(/^GET \/v1\/charges\?limit=10&after=ch_1 /)
})
