import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { Acquirer } from "../../plugins/cards/acquirer/Acquirer.ts"
import type {
  AcquirerImplementation,
  AuthorizeRequest,
  FollowingRequest
} from "../../plugins/cards/acquirer/AcquirerImplementation.ts"
import { acquirerSuite, ContractBroken } from "../../plugins/cards/acquirer/acquirerSuite.ts"
import { declineCodes, type DeclineCode } from "../../plugins/cards/acquirer/answers.ts"
import { sandbox } from "../../plugins/cards/sandbox/acquirer.ts"
import { staticPaymentMethod } from "../../plugins/cards/sandbox/static-payment-methods.ts"
import { Engine } from "../../src/engine/Engine.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import * as FaultyStore from "../../src/testing/FaultyStore.ts"
import { startHost, type Host } from "./host.ts"

const approved = staticPaymentMethod("pm_card_visa")!
const declined = staticPaymentMethod("pm_card_declined")!

it("C16: a port calls the functions of a host as methods", async () => {
  class Mine implements AcquirerImplementation {
    readonly name = "mine"
    readonly #message = "No"
    #refused() {
      return { outcome: "declined", code: "card_declined", message: this.#message } as const
    }
    authorize() {
      return this.#refused()
    }
    capture() {
      return this.#refused()
    }
    void() {
      return this.#refused()
    }
    refund() {
      return this.#refused()
    }
    settlement() {
      return this.#refused()
    }
  }
  const { live } = Acquirer.make(new Mine())
  for (const ask of [live.authorize, live.capture, live.void, live.refund, live.settlement])
    expect(await Effect.runPromise<unknown, unknown>(ask({} as never))).toMatchObject({ message: "No" })
})

/** A processor outside that remembers what it was asked, and can be made to fail after it took the money. */
const remote = () => {
  const references: Array<string> = []
  const taken = new Map<string, number>()
  const answers = new Map<string, unknown>()
  const trouble = {
    authorize: 0,
    capture: 0,
    unheard: 0,
    refuseAuthorize: false,
    refuseCapture: false,
    refuseVoid: false,
    code: "card_declined" as DeclineCode
  }
  const once = <A>(reference: string, act: () => A): A => {
    references.push(reference)
    if (!answers.has(reference)) answers.set(reference, act())
    return answers.get(reference) as A
  }
  const add = (payment: string, amount: number) => void taken.set(payment, (taken.get(payment) ?? 0) + amount)
  const implementation: AcquirerImplementation = {
    name: "remote",
    testMode: "own",
    authorize: async (request: AuthorizeRequest) => {
      const answer = once(request.reference, () => {
        if (trouble.refuseAuthorize || request.paymentMethod.behaviour.outcome !== "succeeds") {
          return { outcome: "declined" as const, code: trouble.code, message: "No" }
        }
        if (request.capture) add(request.payment, request.amountMinor)
        return { outcome: "authorized" as const, acquirerReference: `remote-${request.payment}` }
      })
      if (trouble.authorize-- > 0) throw new Error("The line went dead")
      return answer
    },
    capture: async (request: FollowingRequest) => {
      if (trouble.unheard-- > 0) throw new Error("The line is dead")
      if (trouble.refuseCapture) return { outcome: "declined", code: trouble.code, message: "Too late" }
      const answer = once(request.reference, () => {
        add(request.payment, request.amountMinor)
        return { outcome: "captured" as const }
      })
      if (trouble.capture-- > 0) throw new Error("The line went dead")
      return answer
    },
    void: async (request) =>
      trouble.refuseVoid || (taken.get(request.payment) ?? 0) > 0
        ? { outcome: "declined", code: trouble.code, message: "Not now" }
        : once(request.reference, () => ({ outcome: "voided" as const })),
    refund: async (request) =>
      once(request.reference, () => {
        add(request.payment, -request.amountMinor)
        return { outcome: "succeeded" as const }
      })
  }
  return { acquirers: Acquirer.make(implementation), references, taken, trouble }
}

const start = async (processor = remote(), engine: Parameters<typeof startHost>[0] = {}) => {
  const host = await startHost({
    ...engine,
    engine: { ...engine.engine, layers: Layer.succeed(Acquirer, processor.acquirers) } as never
  })
  return { host, ...processor }
}

const retrieve = async (host: Host, id: string) => (await host.ask("GET", `/v2/payments/${id}`)).body
const body = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }

describe("the contract suite", () => {
  it.each(acquirerSuite({ acquirers: Acquirer.make(sandbox), approved, declined }))("the sandbox $name", ({ run }) =>
    run()
  )

  const processor = remote()
  const takenMinor = (payment: string) => processor.taken.get(payment) ?? 0
  it.each(acquirerSuite({ acquirers: processor.acquirers, approved, declined, takenMinor }))(
    "a processor outside $name",
    ({ run }) => run()
  )

  it("finds an acquirer out that takes money twice, or fails instead of declining", async () => {
    let calls = 0
    const acquirers = Acquirer.make({
      ...sandbox,
      testMode: "own",
      authorize: ({ paymentMethod }) => {
        if (paymentMethod.behaviour.outcome !== "succeeds") throw new Error("declined")
        return { outcome: "authorized", acquirerReference: String(calls++) }
      }
    })
    const broken: Array<readonly [string, boolean]> = []
    for (const { name, run } of acquirerSuite({ acquirers, approved, declined })) {
      await run().catch((error: unknown) => broken.push([name, error instanceof ContractBroken]))
    }
    expect(broken).toEqual([
      ["answers a decline, and does not fail", false],
      ["gives the same answer to the same reference, and takes the money once", true],
      ["takes the money once when it is asked twice at the same time", true]
    ])
  })
})

describe("Acquirer.make", () => {
  const request = { paymentMethod: approved } as AuthorizeRequest
  const asked = (authorize: AcquirerImplementation["authorize"]) =>
    Effect.runPromiseExit(
      Acquirer.make({ ...sandbox, testMode: "own", timeout: "20 millis", authorize }).test.authorize(request)
    )

  it.each([
    ["nothing", undefined],
    ["another word", { outcome: "ok" }],
    ["no reference", { outcome: "authorized" }],
    ["a reference that is too long", { outcome: "authorized", acquirerReference: "x".repeat(256) }],
    ["an unknown code", { outcome: "declined", code: "nope", message: "No" }],
    ["no message", { outcome: "declined", code: "card_declined", message: "" }],
    ["no time", { outcome: "submitted", acquirerReference: "x", settlesAt: Number.NaN }]
  ])("does not know what became of it when the answer is %s", async (_, answer) => {
    const exit = await asked(() => answer as never)
    expect(exit._tag === "Failure" && Cause.squash(exit.cause)).toMatchObject({
      _tag: "AcquirerUnknown",
      reason: "invalid_answer"
    })
  })

  it("nor when it throws, rejects or hangs", async () => {
    const reasons = []
    for (const authorize of [
      () => {
        throw new Error("thrown")
      },
      () => Promise.reject(new Error("rejected")),
      () => new Promise<never>(() => {})
    ]) {
      const exit = await asked(authorize)
      reasons.push(exit._tag === "Failure" && (Cause.squash(exit.cause) as { reason: string }).reason)
    }
    expect(reasons).toEqual(["failed", "failed", "timeout"])
  })

  it("C16: a host's acquirer never hears of test payments unless it says that it has a test system", async () => {
    const authorize = () => expect.unreachable("a test payment reached the processor")
    const acquirers = Acquirer.make({ ...sandbox, local: false, authorize })
    const { host } = await start({ ...remote(), acquirers })
    expect((await host.pay()).status).toBe("succeeded")
  })

  it("C16: the sandbox takes no real money", async () => {
    const { live } = Acquirer.make({ ...sandbox, testMode: "own" })
    const answer = await Effect.runPromise(live.authorize({ ...request, payment: "pay_1", livemode: true }))
    expect(answer).toMatchObject({ outcome: "declined", source: "processor" })
  })
})

describe("a payment by a processor outside", () => {
  it("is made, captured and refunded as by the sandbox, with an answer that is replayed", async () => {
    const { host, references, taken } = await start()
    const key = { "idempotency-key": "order-1" }
    const first = await host.ask("POST", "/v2/payments", body, key)
    expect(first.body).toMatchObject({ status: "succeeded", amount_captured: 2000 })
    const again = await host.ask("POST", "/v2/payments", body, key)
    expect(again.text).toBe(first.text)
    expect(references).toHaveLength(1)
    expect(taken.get(first.body.id)).toBe(2000)
    const denied = await host.ask("POST", "/v2/payments", { ...body, payment_method: "pm_card_declined" })
    expect([denied.status, denied.body.error.code]).toEqual([402, "card_declined"])

    const manual = await host.pay({ capture_method: "manual" })
    expect(manual.authorization.state).toBe("authorized")
    const captured = await host.ask("POST", `/v2/payments/${manual.id}/capture`, { amount: 1200 }, key2)
    expect(captured.body).toMatchObject({ status: "succeeded", amount_captured: 1200 })
    expect((await host.ask("POST", `/v2/payments/${manual.id}/capture`, { amount: 1200 }, key2)).text).toBe(
      captured.text
    )
    expect(taken.get(manual.id)).toBe(1200)
    const canceled = await host.pay({ capture_method: "manual" })
    expect((await host.ask("POST", `/v2/payments/${canceled.id}/cancel`)).body.status).toBe("canceled")
    await host.engine.clock.advance("8 days")
    expect((await retrieve(host, canceled.id)).authorization.state).toBe("voided")
  })

  const key2 = { "idempotency-key": "capture-1" }

  it("stays pending when nobody knows what became of it, and is asked again under the same reference", async () => {
    const { host, references, taken, trouble } = await start()
    trouble.authorize = 2
    const key = { "idempotency-key": "order-1" }
    const first = await host.ask("POST", "/v2/payments", body, key)
    expect([first.status, first.body.status, first.body.authorization.state]).toEqual([200, "pending", "none"])
    expect((await host.ask("POST", `/v2/payments/${first.body.id}/cancel`)).body.error.code).toBe(
      "payment_unexpected_state"
    )
    await host.engine.clock.advance("10 minutes")
    expect(await retrieve(host, first.body.id)).toMatchObject({ status: "succeeded", amount_captured: 2000 })
    expect(new Set(references).size).toBe(1)
    expect(references).toHaveLength(3)
    expect(taken.get(first.body.id)).toBe(2000)
    expect((await host.ask("POST", "/v2/payments", body, key)).text).toBe(first.text)
  })

  it("ends in the right state after a crash between the answer and its commit; the money is taken once", async () => {
    const faults = FaultyStore.make()
    const processor = remote()
    const { host, references, taken } = await start(processor, {
      engine: { store: FaultyStore.layer(sqlite(":memory:"), faults) }
    })
    const pay = processor.acquirers.test.authorize
    Object.assign(processor.acquirers.test, {
      authorize: (request: AuthorizeRequest) => {
        // From here on nothing reaches the disk: as if the process had died with the answer in its hands.
        if (references.length === 0) faults.refuseWrites({ table: "cards_payments" })
        return pay(request)
      }
    })
    const key = { "idempotency-key": "order-1" }
    expect((await host.ask("POST", "/v2/payments", body, key)).status).toBe(503)
    const retried = await host.ask("POST", "/v2/payments", body, key)
    expect([retried.status, retried.body.status]).toEqual([200, "pending"])
    await host.engine.clock.advance("1 minute")
    expect(await retrieve(host, retried.body.id)).toMatchObject({ status: "succeeded", amount_captured: 2000 })
    expect([references.length, new Set(references).size]).toEqual([2, 1])
    expect([...taken.values()]).toEqual([2000])
    expect((await host.ask("GET", "/v2/payments")).body.data).toHaveLength(1)
  })

  it.each([
    ["authorize", { name: "Test Sanctioned Person" }, ""],
    ["capture", { name: "Test Sanctioned Person" }, ""],
    ["authorize", { address: { country: "KP" } }, "sanctioned_country"]
  ] as const)("C78: %s is not asked again while nothing may be processed for its customer: %j", async (...of) => {
    const [operation, change, why] = of
    const { host, references, trouble } = await start()
    const { id: customer } = (await host.ask("POST", "/v2/customers", { email: "a@example.com", name: "Ada" })).body
    trouble[operation] = 1
    const { id } = await host.pay({ customer, capture_method: operation === "capture" ? "manual" : "automatic" })
    if (operation === "capture") await host.ask("POST", `/v2/payments/${id}/capture`)
    const before = references.length
    const { screening } = (await host.ask("POST", `/v2/customers/${customer}`, change)).body
    await host.engine.clock.advance("1 hour")
    expect([(await retrieve(host, id)).status, references.length]).toEqual(["pending", before])
    if (screening.result !== "match") {
      await host.engine.clock.advance("3 days")
      const [dead] = await host.engine.call(Effect.flatMap(Engine, (engine) => engine.deadJobs))
      return expect(dead).toMatchObject({
        name: "cards.payment.resume",
        key: id,
        lastError: expect.stringContaining(why)
      })
    }
    const resolve = `/v2/test_helpers/screenings/${screening.screening_id}/resolve`
    await host.ask("POST", resolve, { decision: "approved" })
    await host.engine.clock.advance("2 hours")
    expect(await retrieve(host, id)).toMatchObject({ status: "succeeded", amount_captured: 2000 })
  })

  it("C78: a capture that is not asked again, since its customer was listed, can be canceled", async () => {
    const { host, references, taken, trouble } = await start()
    const { id: customer } = (await host.ask("POST", "/v2/customers", { email: "a@example.com", name: "Ada" })).body
    const authorized = { customer, capture_method: "manual" }
    const [voided, captured] = [await host.pay(authorized), await host.pay(authorized)]
    const cancel = (id: string) => host.ask("POST", `/v2/payments/${id}/cancel`)
    Object.assign(trouble, { unheard: 1, capture: 1 })
    for (const { id } of [voided, captured]) {
      await host.ask("POST", `/v2/payments/${id}/capture`)
      expect((await cancel(id)).body.error.code).toBe("payment_unexpected_state")
    }
    const listed = await host.ask("POST", `/v2/customers/${customer}`, { name: "Test Sanctioned Person" })
    await host.engine.clock.advance("3 days")
    expect((await cancel(voided.id)).body).toMatchObject({ status: "canceled", authorization: { state: "voided" } })
    expect((await cancel(captured.id)).status).toBe(402)
    const asked = references.length
    await host.engine.clock.advance("1 day")
    expect([(await retrieve(host, captured.id)).status, references.length]).toEqual(["pending", asked])
    const resolve = `/v2/test_helpers/screenings/${listed.body.screening.screening_id}/resolve`
    await host.ask("POST", resolve, { decision: "approved" })
    await host.engine.clock.advance("1 day")
    expect(await retrieve(host, captured.id)).toMatchObject({ status: "succeeded", amount_captured: 2000 })
    expect([taken.get(voided.id), taken.get(captured.id)]).toEqual([undefined, 2000])
    expect((await host.ask("GET", "/v2/test_helpers/invariants")).body.failures).toEqual([])
  })

  it("a capture that is not answered is taken up again, and does not expire meanwhile", async () => {
    const { host, taken, trouble } = await start()
    const { id } = await host.pay({ capture_method: "manual" })
    await host.engine.clock.advanceTo("2026-01-22T09:29:50Z")
    trouble.capture = 1
    const asked = await host.ask("POST", `/v2/payments/${id}/capture`)
    expect([asked.status, asked.body.status]).toEqual([200, "pending"])
    await host.engine.clock.advance("1 day")
    expect(await retrieve(host, id)).toMatchObject({ status: "succeeded", amount_captured: 2000 })
    expect(taken.get(id)).toBe(2000)
  })

  it("a capture that is refused leaves it authorized, until it expires", async () => {
    const { host, trouble } = await start()
    const { id } = await host.pay({ capture_method: "manual" })
    trouble.refuseCapture = true
    const { body: answer, status } = await host.ask("POST", `/v2/payments/${id}/capture`)
    expect([status, answer.error.code, answer.error.payment_id]).toEqual([402, "card_declined", id])
    expect((await retrieve(host, id)).authorization.state).toBe("authorized")
    await host.engine.clock.advance("7 days")
    expect((await retrieve(host, id)).authorization.state).toBe("expired")
  })

  it.each([
    ["capture", "refuseCapture"],
    ["cancel", "refuseVoid"]
  ] as const)(
    "a %s that is refused is refused again under the same key, and can be asked for anew",
    async (path, which) => {
      const { host, trouble } = await start()
      const { id } = await host.pay({ capture_method: "manual" })
      trouble[which] = true
      const ask = (key: string) => host.ask("POST", `/v2/payments/${id}/${path}`, {}, { "idempotency-key": key })
      const first = await ask("refused")
      expect([first.status, first.body.error.code, first.body.error.payment_id]).toEqual([402, "card_declined", id])
      trouble[which] = false
      const again = await ask("refused")
      expect([again.status, again.text, again.headers.get("idempotent-replayed")]).toEqual([402, first.text, "true"])
      expect((await retrieve(host, id)).authorization.state).toBe("authorized")
      expect((await ask("anew")).status).toBe(200)
    }
  )

  // Acquirers may decline with `no_account`, for bank accounts; the API has no such code.
  it.each(declineCodes.map((code) => [code, code === "no_account" ? "card_declined" : code] as const))(
    "%s is told as %s to whoever creates, confirms, captures or cancels",
    async (code, answered) => {
      const { host, trouble } = await start()
      const waiting = await host.pay({ payment_method: "pm_card_3ds_required" })
      await host.ask("POST", `/v2/test_helpers/payments/${waiting.id}/authenticate`, { result: "succeeded" })
      const held = await host.pay({ capture_method: "manual" })
      Object.assign(trouble, { code, refuseAuthorize: true, refuseCapture: true, refuseVoid: true })
      for (const path of [`${waiting.id}/confirm`, `${held.id}/capture`, `${held.id}/cancel`]) {
        const { body: answer, status } = await host.ask("POST", `/v2/payments/${path}`)
        expect([path, status, answer.error?.code]).toEqual([path, 402, answered])
      }
      expect((await host.pay()).error?.code).toBe(answered)
    }
  )

  it("is asked only after the cardholder was authenticated", async () => {
    const { host, references } = await start()
    const { id } = await host.pay({ payment_method: "pm_card_3ds_required" })
    expect(references).toEqual([])
    await host.ask("POST", `/v2/test_helpers/payments/${id}/authenticate`, { result: "succeeded" })
    expect((await host.ask("POST", `/v2/payments/${id}/confirm`)).body.status).toBe("succeeded")
    expect(references).toHaveLength(1)
  })
})
