/** The contract of rails (C.6), over every rail of the sandbox and one made of plain functions. */
import * as Effect from "effect/Effect"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { MetricRegistry } from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { describe, expect, it } from "vitest"
import {
  makeRail,
  NothingSent,
  railContract,
  type Rail,
  type RailEvent,
  type RailFinding,
  type RailImplementation,
  type RailUnderTest
} from "../../plugins/bank/index.ts"
import { Pacs002, Pacs028 } from "../../plugins/bank/messages/index.ts"
import { bankMigrations } from "../../plugins/bank/migrations/steps.ts"
import { findingOf } from "../../plugins/bank/rails/iso-news.ts"
import { deliverLetter } from "../../plugins/bank/simulator/jobs.ts"
import { simulated as services, simulatedRails } from "../../plugins/bank/simulator/sandbox.ts"
import type { SimulatedNetwork } from "../../plugins/bank/simulator/services.ts"
import { readLog } from "../../plugins/bank/simulator/repository.ts"
import { Rails, RailUnreachable, type CreditInstruction } from "../../plugins/bank/Rail.ts"
import { PaymentWaiters } from "../../plugins/bank/waiters.ts"
import { definePlugin, Store } from "../../src/plugin.ts"
import * as TestEngine from "../../src/testing/TestEngine.ts"
import { beneficiary, originator, startOfTests } from "./host.ts"
import { statusReport, statusRequest } from "./messages/samples.ts"

let made = 0

const identifiers = () => {
  made += 1
  return {
    messageId: `20260617099900014T${String(made).padStart(10, "0")}`,
    endToEndId: `pmt_inst_${String(made).padStart(23, "0")}`,
    uetr: `00000000-0000-4000-8000-${String(made).padStart(12, "0")}`,
    createdAt: Date.parse(startOfTests)
  }
}

const transfer: RailUnderTest["transfer"] = (outcome) => ({
  ...identifiers(),
  amountCents: 500,
  originator: originator as RailUnderTestParty,
  beneficiary: {
    ...(beneficiary as RailUnderTestParty),
    accountNumber: outcome === "settles" ? "9000000000" : "9001000004"
  },
  remittanceInfo: "Contract – “test”",
  purposeCode: null
})

type RailUnderTestParty = Parameters<Rail["send"]>[0]["originator"]

const request = () => {
  const { endToEndId, ...ids } = identifiers()
  return {
    ...ids,
    rfpId: endToEndId.replace("pmt_inst_", "rfp_"),
    expiresAt: ids.createdAt + 86_400_000,
    amountCents: 500,
    payee: originator as RailUnderTestParty,
    payer: beneficiary as RailUnderTestParty,
    description: null
  }
}

/** A rail of the simulated network alone, without the service that uses it. */
const simulated = async (id: "rtp" | "fednow" | "fedwire" | "swift"): Promise<RailUnderTest> => {
  const news: Array<RailEvent> = []
  const network = definePlugin({
    id: "bank",
    migrations: bankMigrations,
    layer: simulatedRails.pipe(Layer.provideMerge(Layer.merge(services, PaymentWaiters.layer))),
    jobs: [
      {
        ...deliverLetter,
        run: (job, store) =>
          Effect.gen(function* () {
            captured = yield* Effect.context<Rails | SimulatedNetwork>()
            return yield* deliverLetter.run(job, store)
          })
      }
    ]
  })
  let captured: Context.Context<Rails | SimulatedNetwork> | undefined
  const engine = await TestEngine.make({ plugins: [network], clock: startOfTests })
  // The plugin's own services are seen by its jobs: one job brings them here.
  const { schedule } = await import("../../src/store/jobRepository.ts")
  const home = await engine.call(Effect.flatMap(Store, (store) => store.region(store.home)))
  const probe = { kind: "credit", rail: "fednow", messageId: "probe", credit: probeCredit }
  await engine.call(home.write<never>([schedule({ name: deliverLetter.name, key: "probe", payload: probe, dueAt: 0 })]))
  await engine.drain()
  const rail = Context.get(captured!, Rails).get(id)!
  await engine.call(rail.subscribe((event) => Effect.sync(() => void news.push(event))))
  return {
    rail,
    news,
    transfer,
    ...(rail.capabilities.requestForPayment ? { request } : {}),
    settle: () => engine.advance("5 seconds"),
    creditsOf: async (messageId) => {
      const log = await engine.call(readLog(home, undefined))
      return log.filter((message) => message.messageId === messageId && message.isCredited).length
    }
  }
}

const probeCredit = {
  endToEndId: "probe",
  amount: { amountMinor: 1, currency: "usd" },
  debtor: { name: "A" },
  debtorAccount: { number: "1" },
  debtorAgent: { routingNumber: "099900014" },
  creditorAgent: { routingNumber: "099900027" },
  creditor: { name: "B" },
  creditorAccount: { number: "2" }
}

/** A connection made of plain functions, as a host writes one. */
const plain = async (): Promise<RailUnderTest> => {
  const news: Array<RailEvent> = []
  const taken = new Map<string, "settled" | "refused">()
  let tell: (event: RailEvent) => Promise<void> = async () => {}
  const rail = makeRail({
    id: "fednow",
    capabilities: {
      idempotentSend: true,
      inquiry: true,
      requestForPayment: false,
      returnRequest: false,
      batch: false,
      responseMs: 1_000
    },
    send: async ({ beneficiary: { accountNumber }, messageId }) => {
      const isNew = !taken.has(messageId)
      taken.set(messageId, accountNumber === "9001000004" ? "refused" : "settled")
      const isRefused = taken.get(messageId) === "refused"
      if (!isNew) return
      await tell({
        railEventId: `e-${messageId}`,
        rail: "fednow",
        type: "status",
        messageId,
        status: isRefused ? "RJCT" : "ACSC",
        reason: isRefused ? "AC04" : undefined,
        narrative: undefined
      })
    },
    inquire: async ({ messageId }) => {
      const known = taken.get(messageId)
      if (known === undefined) return { status: "not_found" }
      return known === "settled"
        ? { status: "settled", isPosted: true }
        : { status: "rejected", reason: "AC04", narrative: undefined }
    },
    subscribe: (sink) => void (tell = sink)
  })
  await Effect.runPromise(rail.subscribe((event) => Effect.sync(() => void news.push(event))))
  return {
    rail,
    news,
    transfer,
    settle: async () => {},
    creditsOf: async (messageId) => (taken.get(messageId) === "settled" ? 1 : 0)
  }
}

const rails = {
  rtp: () => simulated("rtp"),
  fednow: () => simulated("fednow"),
  fedwire: () => simulated("fedwire"),
  swift: () => simulated("swift"),
  "plain functions": plain
}

describe.each(Object.entries(rails))("the rail %s", (_, start) => {
  it.each(railContract.map((check) => [check.name, check] as const))("%s", async (_name, check) => {
    await check.run(await start())
  })
})

describe("the contract", () => {
  it("finds a rail that moves money twice", async () => {
    const on = await plain()
    const broken = { ...on, creditsOf: async () => 2 }
    await expect(railContract[0]!.run(broken)).rejects.toThrow("exactly once")
  })

  it("a connection that throws or hangs is unreachable", async () => {
    const rail = makeRail({
      id: "rtp",
      capabilities: (await plain()).rail.capabilities,
      send: () => Promise.reject(new Error("line is cut")),
      inquire: () => Promise.reject(new Error("line is cut")),
      subscribe: () => {}
    })
    const failure = await Effect.runPromise(Effect.flip(rail.send(transfer("settles"))))
    expect(failure).toEqual(new RailUnreachable({ rail: "rtp", detail: "line is cut" }))
    expect((failure as Error).message).toBe("The rail rtp cannot be reached: line is cut")
  })
})

describe("a rail of plain functions", () => {
  it.each([
    ["no connection was made", new NothingSent("refused"), true],
    ["the answer did not come", new Error("timed out"), undefined]
  ])("says whether nothing was sent: %s", async (_, thrown, isUnsent) => {
    const rail = makeRail({
      id: "rtp",
      capabilities: {
        idempotentSend: false,
        inquiry: true,
        requestForPayment: false,
        returnRequest: false,
        batch: false,
        responseMs: 1
      },
      send: () => Promise.reject(thrown),
      inquire: () => Promise.reject(thrown),
      subscribe: () => undefined
    })
    const failure = await Effect.runPromise(Effect.flip(rail.send({} as CreditInstruction)))
    expect(failure).toMatchObject({ _tag: "RailUnreachable", rail: "rtp", detail: thrown.message })
    expect(failure.isUnsent).toBe(isUnsent)
  })

  it("may be an object whose methods use it, and need not answer later", async () => {
    class Connection implements RailImplementation {
      readonly id = "rtp"
      readonly #asked: Array<string> = []
      readonly capabilities = {
        idempotentSend: true,
        inquiry: true,
        requestForPayment: true,
        returnRequest: true,
        batch: false,
        responseMs: 1
      }
      send = () => this.#note("send")
      inquire(): RailFinding {
        this.#note("inquire")
        return { status: "pending" }
      }
      sendRequestForPayment() {
        this.#note("sendRequestForPayment")
      }
      cancelRequestForPayment() {
        this.#note("cancelRequestForPayment")
      }
      requestReturn() {
        this.#note("requestReturn")
      }
      subscribe() {}
      health() {
        return { isUp: true, detail: this.#asked.join() }
      }
      #note(name: string): void {
        this.#asked.push(name)
      }
    }
    const rail = makeRail(new Connection())
    const health = Effect.gen(function* () {
      yield* rail.send({} as never)
      yield* rail.inquire({} as never, "i")
      yield* rail.sendRequestForPayment!({} as never)
      yield* rail.cancelRequestForPayment!({} as never)
      yield* rail.requestReturn!({} as never)
      return yield* rail.health
    })
    const detail = "send,inquire,sendRequestForPayment,cancelRequestForPayment,requestReturn"
    expect(await Effect.runPromise(health)).toEqual({ isUp: true, detail })
  })

  it("is counted by what came of each call where it is connected", async () => {
    const { rail } = await plain()
    const figures = Effect.gen(function* () {
      const connected = Rails.from([rail, { ...rail, id: "rtp", send: () => Effect.fail(unreachable) }])
      yield* connected.get("fednow")!.send(transfer("settles"))
      yield* Effect.flip(connected.get("rtp")!.send(transfer("settles")))
      return yield* PrometheusMetrics.format()
    })
    const unreachable = new RailUnreachable({ rail: "rtp", detail: "", isUnsent: true })
    const text = await Effect.runPromise(Effect.provideService(figures, MetricRegistry, new Map()))
    const counts = text.matchAll(/^bursar_rail_call_duration_seconds_count\{(.*)\} 1$/gm)
    expect([...counts].map(([, labels]) => labels)).toEqual([
      `rail="fednow",operation="send",answer="taken"`,
      `rail="rtp",operation="send",answer="unsent"`
    ])
  })
})

it("a network that refuses a status request itself says nothing of the payment", () => {
  const { original } = statusReport
  const replyAbout = (about: { readonly messageId: string; readonly name: string }) =>
    Result.getOrThrow(Pacs002.build({ ...statusReport, original: { ...original, ...about } }, { profile: "fednow" }))
  const refused = replyAbout({ messageId: statusRequest.messageId, name: Pacs028.definition("03") })
  expect(findingOf("fednow", original.messageId, refused)).toEqual({ status: "unknown" })
  expect(findingOf("fednow", original.messageId, replyAbout(original))).toMatchObject({ status: "rejected" })
})
