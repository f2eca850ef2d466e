/**
 * An operator of the host's own (decisions C.6), and what it sends: files as banks really write them, twice, damaged, or
 * about entries that nobody sent.
 */
import * as Layer from "effect/Layer"
import { describe, expect, it, onTestFinished } from "vitest"
import {
  AchConnection,
  bank,
  makeAchOperator,
  messages,
  testClient,
  type AchNews,
  type OutgoingAchFile
} from "../../../plugins/bank/index.ts"
import { sqlite } from "../../../src/store/dialects/Sqlite.ts"
import * as FaultyStore from "../../../src/testing/FaultyStore.ts"
import * as TestEngine from "../../../src/testing/TestEngine.ts"
import * as Result from "effect/Result"
import type { Host, Reply } from "../host.ts"
import { adminHeaders, adminToken } from "../host.ts"
import { achBody, act, alerts, created, events, shown, steps, until } from "./achHost.ts"

interface OwnOperator {
  readonly host: Host
  readonly got: Array<OutgoingAchFile>
  readonly tell: (news: AchNews) => Promise<void>
}

it("an operator whose profile no file could carry is refused when it is made", () => {
  const profile = {
    destination: "0999001530",
    destinationName: "FEDERAL RESERVE BANK OF NEW YORK",
    origin: "",
    originName: "王\u{e000}"
  }
  const silent = () => new Promise<never>(() => undefined)
  const make = () =>
    makeAchOperator({ profile, takesOnce: true, deliver: silent, find: silent, subscribe: () => undefined })
  expect(make).toThrow(
    /^makeAchOperator: profile.destination .* profile.origin is blank; profile.destinationName has 32 characters, .* profile.originName has a character/
  )
})

/** An engine whose operator is an array of files, and tells what the test says. */
const start = async (
  of: {
    readonly lateAnswer?: AchNews
    readonly loses?: true
    readonly store?: TestEngine.TestEngineOptions["store"]
  } = {}
): Promise<OwnOperator> => {
  const got: Array<OutgoingAchFile> = []
  let sink: (news: AchNews) => Promise<void> = () => Promise.resolve()
  /** Answers before the hand-over has ended, whose own end is lost. */
  const answer = async (name: string) => {
    if (of.lateAnswer === undefined || got.length > 1) return
    await sink({ ...of.lateAnswer, fileName: name } as AchNews)
    throw new Error("The connection broke")
  }
  const operator = makeAchOperator({
    profile: {
      destination: "099900153",
      destinationName: "OUR BANK",
      origin: "OUR COMPANY".slice(0, 10),
      originName: "OURS"
    },
    takesOnce: of.lateAnswer === undefined,
    deliver: async (file) => {
      got.push(file)
      await answer(file.name)
    },
    find: async () => ({
      status: of.lateAnswer !== undefined ? "accepted" : of.loses === true ? "not_found" : "unknown"
    }),
    subscribe: (receive) => void (sink = receive)
  })
  const engine = await TestEngine.make({
    plugins: [
      bank(
        { mode: "sandbox", adminToken, requestsPerMinute: 100_000 },
        { achOperator: Layer.succeed(AchConnection, { operator }) }
      )
    ],
    clock: "2026-06-16T16:00:00.000Z",
    ...(of.store === undefined ? {} : { store: of.store })
  })
  onTestFinished(() => engine.close())
  const asking =
    (own: Readonly<Record<string, string | undefined>>): Host["ask"] =>
    async (method, path, body, headers = {}): Promise<Reply> => {
      const all = { authorization: undefined, ...own, ...headers }
      const { json, ...answer } = await engine.request(method, `/bank${path}`, body, all)
      return { status: answer.status, headers: answer.headers, body: json }
    }
  const host = {
    engine,
    ask: asking({ "x-api-key": testClient.apiKey }),
    admin: asking(adminHeaders)
  } as Host
  return {
    host,
    got,
    tell: async (news) => {
      await sink(news)
      await engine.drain()
    }
  }
}

type Nacha = messages.NachaFile

const parsed = (text: string): Nacha => Result.getOrThrow(messages.readNachaFile(text)).file

/** A file that answers the entries of another one, each with a return of this code. */
const returning = (sent: OutgoingAchFile, code: string, at = 1): string => {
  const { batches, header } = parsed(sent.text)
  const answered = batches.map((batch, index) => ({
    header: { ...batch.header, originatingBank: "09990006", settlementDay: 169 },
    entries: batch.entries.map((original, place) =>
      messages.NachaAnswers.returnOf(
        {
          original,
          secCode: batch.header.secCode,
          originator: "099900014",
          traceNumber: messages.NachaAnswers.traceNumberOf("09990006", at + index * 100 + place)
        },
        { code }
      )
    )
  }))
  return Result.getOrThrow(messages.writeNachaFile({ header, batches: answered }))
}

const acknowledged = async (own: OwnOperator, more: Partial<Extract<AchNews, { type: "acknowledgement" }>> = {}) => {
  await until(own.host, "2026-06-17T00:00:00Z")
  const [sent] = own.got
  await own.tell({ type: "acknowledgement", fileName: sent!.name, accepted: true, ...more })
  await until(own.host, "2026-06-17T12:30:00Z")
  return sent!
}

const resolve = ({ host }: OwnOperator, id: string) =>
  host.admin("POST", `/v2/admin/payments/${id}/resolve`, { outcome: "failed", note: "by phone" })

describe("a long file", () => {
  it("is read in runs of some hundred answers, each of which counts", async () => {
    const runs: Array<string> = []
    const faults = FaultyStore.make()
    const take: FaultyStore.Faults["take"] = (writes) => {
      const [key] = writes.flatMap(({ values }) => (values.includes("bank.ach.read") ? [values.join()] : []))
      if (key !== undefined) runs.push(key)
      return faults.take(writes)
    }
    const store = FaultyStore.layer(sqlite(":memory:"), { ...faults, take })
    const own = await start({ store })
    await created(own.host, achBody())
    const sent = await acknowledged(own)
    const [{ entries, header }] = parsed(sent.text).batches as [Nacha["batches"][number]]
    // Of entries that nobody sent: each is an alert.
    const originals = Array.from({ length: 1_100 }, (_, place) => ({
      ...entries[0]!,
      traceNumber: messages.NachaAnswers.traceNumberOf("09990001", 1_000 + place)
    }))
    const long = { header: parsed(sent.text).header, batches: [{ header, entries: originals }] }
    runs.length = 0
    const text = Result.getOrThrow(messages.writeNachaFile(long))
    await own.tell({ type: "file", name: "long.ach", text: returning({ ...sent, text }, "R01") })
    expect(runs.length).toBeGreaterThan(1)
    const told: Array<string> = []
    for (let cursor = ""; ;) {
      const { body } = await own.host.admin("GET", `/v2/admin/alerts?limit=100${cursor}`)
      told.push(...body.data.map(({ message }: any) => message))
      if (!body.pagination.hasMore) break
      cursor = `&cursor=${body.pagination.nextCursor}`
    }
    expect([told.length, new Set(told).size]).toEqual([1_100, 1_100])
  })
})

describe("an operator of the host's own", () => {
  it("gets files with its own names in the header, and settles what it acknowledges", async () => {
    const own = await start()
    const id = await created(own.host, achBody())
    const sent = await acknowledged(own)
    expect(own.got).toHaveLength(1)
    expect(parsed(sent.text).header).toMatchObject({
      destination: "099900153",
      destinationName: "OUR BANK",
      origin: "OUR COMPAN"
    })
    expect((await shown(own.host, id)).status).toBe("settled")
  })

  it("D.3 may refuse one batch of a file: its payments failed, the others settle", async () => {
    const own = await start()
    const kept = await created(own.host, achBody())
    const refused = await created(own.host, achBody({ companyEntryDescription: "BONUS" }))
    await acknowledged(own, { rejectedBatches: [2], errors: ["batch 2: unknown company"] })
    expect((await shown(own.host, kept)).status).toBe("settled")
    expect(await shown(own.host, refused)).toMatchObject({
      status: "failed",
      failureReason: "batch 2: unknown company"
    })
    expect(await alerts(own.host)).toMatchObject([{ type: "ach.file" }])
  })

  it.each([
    ["credit", "rejection settlement>suspense", "clear suspense>customer"],
    ["debit", "rejection suspense>settlement", "clear uncollected>suspense"]
  ])(
    "D.1 that refuses a settled %s: its money lies in suspense, and an officer gives it back",
    async (direction, ...moves) => {
      const own = await start()
      const id = await created(own.host, achBody({ direction }))
      const { name } = await acknowledged(own)
      for (const accepted of [true, false, false]) await own.tell({ type: "acknowledgement", fileName: name, accepted })
      expect(await shown(own.host, id)).toMatchObject({ status: "settled", needsAttention: true })
      expect(await alerts(own.host)).toMatchObject([{ type: "ach.file" }])
      expect((await steps(own.host, id)).at(-1)).toBe(moves[0])
      const { body } = await act(own.host, id, "reversal", { reason: "duplicate" })
      expect(body.error?.details).toEqual({ reason: "not_settled" })
      expect((await resolve(own, id)).body.data).toMatchObject({ status: "returned", fundsMoved: true })
      expect((await steps(own.host, id)).at(-1)).toBe(moves[1])
      const payment = await shown(own.host, id)
      expect(payment).toMatchObject({ status: "returned", returnCode: "NARR", representmentEligible: false })
      // The return time of a debit ends: nothing is left to collect.
      await until(own.host, "2026-06-25T12:30:00Z")
      expect((await steps(own.host, id)).at(-1)).toBe(moves[1])
    }
  )

  it("is not taken for another when it is asked and names no batches", async () => {
    const own = await start({
      lateAnswer: { type: "acknowledgement", fileName: "", accepted: true, rejectedBatches: [2] }
    })
    await created(own.host, achBody())
    const refused = await created(own.host, achBody({ companyEntryDescription: "BONUS" }))
    await until(own.host, "2026-06-17T12:30:00Z")
    expect(own.got).toHaveLength(1)
    const payment = await shown(own.host, refused)
    expect(payment).toMatchObject({ status: "failed" })
    expect(payment).not.toHaveProperty("needsAttention")
    expect(await alerts(own.host)).toHaveLength(1)
  })

  it("B87 that lost a file until its time was over settles it on the next date", async () => {
    const own = await start({ loses: true })
    const id = await created(own.host, achBody({ direction: "debit", sameDay: true }))
    await until(own.host, "2026-06-17T01:00:00Z")
    expect(own.got).toHaveLength(5)
    await acknowledged(own)
    expect((await shown(own.host, id)).status).toBe("submitted")
    await until(own.host, "2026-06-18T12:30:00Z")
    expect((await shown(own.host, id)).status).toBe("settled")
  })

  it("D.1 that takes a file after it refused it, before or after the settlement time, settles it into suspense", async () => {
    const own = await start()
    const id = await created(own.host, achBody())
    await until(own.host, "2026-06-17T00:00:00Z")
    const tell = (accepted: boolean) => own.tell({ type: "acknowledgement", fileName: own.got[0]!.name, accepted })
    await tell(true)
    await tell(false)
    expect((await shown(own.host, id)).status).toBe("failed")
    await tell(true)
    await until(own.host, "2026-06-17T12:30:00Z")
    expect(await shown(own.host, id)).toMatchObject({ status: "failed", needsAttention: true })
    expect((await steps(own.host, id)).at(-1)).toBe("contradiction suspense>settlement")
  })

  it.each([
    ["credit", "suspense>settlement", "clear settlement>suspense"],
    ["debit", "settlement>suspense", "clear suspense>settlement"]
  ])("D.1 that settles a %s after it was ended as failed: its money lies in suspense", async (direction, ...moves) => {
    const own = await start()
    const id = await created(own.host, achBody({ direction }))
    await until(own.host, "2026-06-17T13:00:00Z")
    expect((await resolve(own, id)).body.data.status).toBe("failed")
    const before = (await alerts(own.host)).length
    await acknowledged(own)
    expect(await shown(own.host, id)).toMatchObject({ status: "failed", needsAttention: true })
    expect((await steps(own.host, id)).at(-1)).toBe(`contradiction ${moves[0]}`)
    expect(await alerts(own.host)).toHaveLength(before + 1)
    expect((await resolve(own, id)).status).toBe(200)
    expect((await steps(own.host, id)).at(-1)).toBe(moves[1])
  })

  it.each([
    [{}, { rejectedBatches: [1] }],
    [{ rejectedBatches: [2] }, { rejectedBatches: [1] }],
    [{ rejectedBatches: [2] }, {}]
  ])("is not believed when it names other refused batches later: %j, then %j", async (first, second) => {
    const own = await start()
    const id = await created(own.host, achBody())
    await created(own.host, achBody({ companyEntryDescription: "BONUS" }))
    const { name } = await acknowledged(own, first)
    const ofFiles = async () => (await alerts(own.host)).filter(({ type }) => type === "ach.file")
    const before = (await ofFiles()).length
    await own.tell({ type: "acknowledgement", fileName: name, accepted: true, ...first })
    expect(await ofFiles()).toHaveLength(before)
    await own.tell({ type: "acknowledgement", fileName: name, accepted: true, ...second })
    expect((await shown(own.host, id)).status).toBe("settled")
    expect(await ofFiles()).toHaveLength(before + 1)
  })
})

describe("files that come in", () => {
  it("count once, in the same file and in another one", async () => {
    const own = await start()
    const id = await created(own.host, achBody())
    const sent = await acknowledged(own)
    const text = returning(sent, "R03")
    for (const name of ["a.ach", "a.ach", "b.ach"]) await own.tell({ type: "file", name, text })
    // The same return among others, in other bytes.
    await own.tell({ type: "file", name: "c.ach", text: text.replaceAll("\n", "\r\n") })
    const payment = await shown(own.host, id)
    expect(payment).toMatchObject({ status: "returned", returnCode: "R03", returnSettlementDate: "2026-06-18" })
    expect(events(payment)).toEqual(["validated", "approved", "submitted", "settled", "returned"])
    expect(await alerts(own.host)).toEqual([])
  })

  it("lose nothing to one bad record: it is set aside with line and field, and the others count", async () => {
    const own = await start()
    const ids = [await created(own.host, achBody()), await created(own.host, achBody())]
    const sent = await acknowledged(own)
    const lines = returning(sent, "R03").split("\n")
    const bad = lines.findIndex((line) => line.startsWith("6"))
    lines[bad] = `6${lines[bad]!.slice(1, 29)}${"X".repeat(10)}${lines[bad]!.slice(39)}`
    await own.tell({ type: "file", name: "damaged.ach", text: lines.join("\n") })
    const statuses = await Promise.all(ids.map(async (id) => (await shown(own.host, id)).status))
    expect(statuses).toEqual(["settled", "returned"])
    const [alert] = await alerts(own.host)
    expect(alert).toMatchObject({ type: "ach.file", resource: "damaged.ach" })
    expect(alert.message).toContain(`line ${bad + 1}, column 30 (entry amountMinor)`)
  })

  it.each([
    ["nothing that is a file", () => "hello", "is no Nacha file: line 1"],
    ["an answer to nothing that was sent", undefined, "Nothing was sent that is answered by R03"],
    [
      "an entry that answers none",
      ({ text }: OutgoingAchFile) => text,
      "strange.ach has entries that answer none of ours (1)"
    ]
  ])("%s: an administrator is alerted", async (_, textOf, message) => {
    const own = await start()
    await created(own.host, achBody())
    const sent = await acknowledged(own)
    const strange = returning(sent, "R03").replaceAll("099900010000001", "099900010000777")
    await own.tell({ type: "file", name: "strange.ach", text: textOf?.(sent) ?? strange })
    const [alert] = await alerts(own.host)
    expect([alert.type, alert.resource]).toEqual(["ach.file", "strange.ach"])
    expect(alert.message).toContain(message)
  })

  it.each<readonly [string, (text: string) => string, string]>([
    [
      "that ends in the midst of a batch",
      (text) => text.slice(0, text.lastIndexOf("\n8")),
      "(file control): is missing"
    ],
    ["that ends before its control", (text) => text.slice(0, text.lastIndexOf("\n9000")), "(file control): is missing"],
    [
      "that lacks an entry",
      (text) => text.replace(/\n6.*\n7.*(?=\n8)/, ""),
      "(batch control entriesAndAddenda): says 4, and 2 were counted"
    ]
  ])("a file %s alerts an administrator, and what is in it counts", async (_, cut, problem) => {
    const own = await start()
    const ids = [await created(own.host, achBody()), await created(own.host, achBody())]
    const text = returning(await acknowledged(own), "R03")
    await own.tell({ type: "file", name: "cut.ach", text: cut(text) })
    expect((await shown(own.host, ids[0]!)).status).toBe("returned")
    const [alert, ...others] = await alerts(own.host)
    expect([alert?.type, alert?.resource, others]).toEqual(["ach.file", "cut.ach", []])
    expect(alert.message).toContain(problem)
  })

  it("a code that is not in the specification is taken and told as it is", async () => {
    const own = await start()
    const id = await created(own.host, achBody())
    await own.tell({ type: "file", name: "x.ach", text: returning(await acknowledged(own), "R23") })
    expect(await shown(own.host, id)).toMatchObject({ returnCode: "R23", returnReason: "Returned with R23" })
  })
})
