/** The messages of a payment, word for word, for its owner and for administrators; sealed where they are stored. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { bank, keepMessages, makeIsoRail, Rails, testClient, type IsoTransport } from "../../../plugins/bank/index.ts"
import { Pacs008 } from "../../../plugins/bank/messages/index.ts"
import { instructionIdOf } from "../../../plugins/bank/messages/iso/identifiers.ts"
import { messageIdOf } from "../../../plugins/bank/payments/Identifiers.ts"
import { Signer, Store, type StoreUnavailable } from "../../../src/plugin.ts"
import { achBody, achTo, created } from "../ach/achHost.ts"
import { adminToken, client, keyOf, originator, startHost, to, type Host } from "../host.ts"
import { creditTransfer } from "../messages/samples.ts"
import { american, send, swift } from "../wire/wires.ts"

const listed = async ({ ask }: Pick<Host, "ask">, paymentId: string) =>
  (await ask("GET", `/v2/payments/${paymentId}/messages`)).body.data as ReadonlyArray<Record<string, string>>

const contentOf = async ({ ask }: Pick<Host, "ask">, paymentId: string, messageId: string) =>
  (await ask("GET", `/v2/payments/${paymentId}/messages/${messageId}`)).body.data

const kindsOf = (messages: ReadonlyArray<Record<string, string>>) =>
  messages.map(({ direction, messageType }) => `${direction} ${messageType?.slice(0, 8)}`)

describe("the messages of a payment", () => {
  it.each(["rtp", "fednow"])("over %s are what was sent and received, in order", async (railPreference) => {
    const host = await startHost()
    const { body } = await host.pay(to("9003000004", { railPreference }))
    await host.engine.advance("2 days")
    const { paymentId, uetr } = body.data
    const messages = await listed(host, paymentId)
    const back = railPreference === "rtp" ? "in pacs.008" : "in pacs.004"
    expect(kindsOf(messages)).toEqual(["out pacs.008", "in pacs.002", back])
    // A list is for logs: it names messages and no account.
    expect(JSON.stringify(messages)).not.toContain("9003000004")
    const first = await contentOf(host, paymentId, messages[0]!.messageId!)
    expect(first).toMatchObject(messages[0]!)
    const { message } = Result.getOrThrow(Pacs008.parse(first.content))
    expect(message).toMatchObject({
      uetr,
      endToEndId: paymentId,
      debtor: { name: originator.name },
      debtorAccount: { number: originator.accountNumber },
      creditorAccount: { number: "9003000004" }
    })
  })

  it("over SWIFT belong to it although its reference is written otherwise, recall and answer included", async () => {
    const host = await startHost()
    const { body } = await send(host, swift({ currency: "USD", beneficiary: american("9021000001") }))
    const { paymentId } = body.data
    await host.engine.advance("1 hour")
    await host.ask("POST", `/v2/payments/wire/${paymentId}/recall`, { reason: "DUPL" }, { "idempotency-key": "recall" })
    await host.engine.advance("5 days")
    expect(kindsOf(await listed(host, paymentId))).toEqual([
      "out pacs.008",
      "in pacs.002",
      "out camt.056",
      "in camt.029",
      "in pacs.004"
    ])
  })

  it("a question about a payment that was not answered belongs to it, and so does the reply", async () => {
    const host = await startHost()
    const { body } = await host.pay(to("9002000002", { railPreference: "rtp" }))
    await host.engine.advance("10 minutes")
    expect(kindsOf(await listed(host, body.data.paymentId))).toEqual(["out pacs.008", "out pacs.028", "in pacs.002"])
  })

  it("money that answers a request for payment has the message that brought it", async () => {
    const host = await startHost()
    const { body } = await host.ask(
      "POST",
      "/v2/payments/rfp",
      {
        amount: 5_000,
        rail: "fednow",
        payee: originator,
        payer: { ...originator, name: "Jane Roe", accountNumber: "9005000001", routingNumber: "099900027" }
      },
      { "idempotency-key": "rfp" }
    )
    await host.engine.advance("1 hour")
    const rfp = (await host.ask("GET", `/v2/payments/rfp/${body.data.rfpId}`)).body.data
    expect(rfp.status).toBe("fulfilled")
    expect(kindsOf(await listed(host, rfp.fulfillingPaymentId))).toEqual(["in pacs.008"])
  })

  it("over ACH are the lines of its entry alone, and those of what came back", async () => {
    const host = await startHost()
    const id = await created(host, achTo("9010000003"))
    const other = await created(host, achBody({ amount: 777 }))
    await host.engine.advance("5 days")
    const messages = await listed(host, id)
    expect(messages.map(({ direction, messageType }) => [direction, messageType])).toEqual([
      ["out", "nacha.entry"],
      ["in", "nacha.return"]
    ])
    for (const { messageId } of messages) {
      const lines: ReadonlyArray<string> = (await contentOf(host, id, messageId!)).content.trimEnd().split("\n")
      expect(lines.every((line) => line.length === 94)).toBe(true)
      expect(lines.map(([type]) => type).join("")).toBe(messageId === messages[0]!.messageId ? "156" : "1567")
    }
    const [sent, returned] = await Promise.all(messages.map(({ messageId }) => contentOf(host, id, messageId!)))
    expect(sent.content).toContain("9010000003")
    expect(sent.content).not.toContain("0000000777")
    expect(returned.content).toContain("799R03")
    expect((await listed(host, other)).map(({ messageType }) => messageType)).toEqual(["nacha.entry"])
  })

  it("are found by their owner and by an administrator only", async () => {
    const stranger = client("stranger")
    const blind = client("blind", { scopes: ["payments:write"] })
    const host = await startHost({ bank: { clients: [testOwner, stranger, blind] } })
    const { body } = await host.ask("POST", "/v2/payments/instant", to("9000000000"), {
      ...keyOf(testOwner),
      "idempotency-key": "mine"
    })
    const path = `/v2/payments/${body.data.paymentId}/messages`
    const { body: mine } = await host.ask("GET", path, undefined, keyOf(testOwner))
    const one = `${path}/${mine.data[0].messageId}`
    for (const where of [path, one]) {
      expect((await host.ask("GET", where, undefined, keyOf(stranger))).status).toBe(404)
      expect((await host.ask("GET", where, undefined, keyOf(blind))).body.error.code).toBe("INSUFFICIENT_SCOPE")
      expect((await host.ask("GET", where.replace("/v2/", "/v2/admin/"), undefined, keyOf(testOwner))).status).toBe(403)
      expect((await host.admin("GET", where.replace("/v2/", "/v2/admin/"))).status).toBe(200)
    }
    expect((await host.ask("GET", `${path}/msg_unknown`, undefined, keyOf(testOwner))).status).toBe(404)
  })

  it("are not found under another payment", async () => {
    const host = await startHost()
    const [first, second] = [await host.pay(), await host.pay()]
    const [message] = await listed(host, first.body.data.paymentId)
    const { paymentId } = second.body.data
    const reply = await host.ask("GET", `/v2/payments/${paymentId}/messages/${message!.messageId}`)
    expect(reply.status).toBe(404)
  })
})

const testOwner = client("owner")

describe("the messages of a request for payment", () => {
  it.each([
    ["rtp", ["out pain.013", "in pacs.002", "in pacs.002", "in pain.014", "in pacs.008"]],
    ["fednow", ["out pain.013", "in pain.014", "in pain.014", "in pain.014", "in pacs.008"]]
  ])("over %s are what was sent and received, its payment included", async (rail, expected) => {
    const host = await startHost()
    const payer = { ...originator, name: "Jane Roe", accountNumber: "9005000001", routingNumber: "099900027" }
    const { body } = await host.ask("POST", "/v2/payments/rfp", { amount: 5_000, rail, payee: originator, payer })
    await host.engine.advance("1 hour")
    const path = `/v2/payments/rfp/${body.data.rfpId}/messages`
    const { data } = (await host.ask("GET", path)).body
    expect(kindsOf(data).toSorted()).toEqual(expected.toSorted())
    expect(JSON.stringify(data)).not.toContain("9005000001")
    const sent = (await host.ask("GET", `${path}/${data[0].messageId}`)).body.data
    expect(sent).toMatchObject(data[0])
    expect(sent.content).toContain("9005000001")
    const admin = path.replace("/v2/", "/v2/admin/")
    expect((await host.admin("GET", admin)).body.data).toEqual(data)
    expect((await host.admin("GET", `${admin}/${data[0].messageId}`)).body.data).toEqual(sent)
  })

  it("are found by their owner only, and none is found under another request", async () => {
    const [owner, stranger] = [client("owner"), client("stranger")]
    const host = await startHost({ bank: { clients: [owner, stranger] } })
    const payer = { ...originator, name: "Jane Roe", accountNumber: "77", routingNumber: "099900027" }
    const request = async () => {
      const asked = { amount: 5_000, rail: "rtp", payee: originator, payer }
      return (await host.ask("POST", "/v2/payments/rfp", asked, keyOf(owner))).body.data.rfpId as string
    }
    const [path, other] = [await request(), await request()].map((id) => `/v2/payments/rfp/${id}/messages`)
    const [message] = (await host.ask("GET", path!, undefined, keyOf(owner))).body.data
    const statusOf = async (where: string, who = owner) => (await host.ask("GET", where, undefined, keyOf(who))).status
    expect(await statusOf(`${path}/${message.messageId}`)).toBe(200)
    expect(await statusOf(`${other}/${message.messageId}`)).toBe(404)
    for (const where of [path!, `${path}/${message.messageId}`]) {
      expect(await statusOf(where, stranger)).toBe(404)
      expect(await statusOf(where.replace("/v2/", "/v2/admin/"))).toBe(403)
    }
    for (const none of [
      "/v2/admin/payments/rfp/rfp_none/messages",
      "/v2/admin/payments/rfp/rfp_none/messages/msg_none"
    ])
      expect((await host.admin("GET", none)).body.error.code).toBe("NOT_FOUND")
  })
})

describe("money that names a request for payment and goes to another account", () => {
  /** A host whose networks are a test: it sends nothing and is told what the test says. */
  const connected = async () => {
    const told = new Map<string, (xml: string) => Effect.Effect<void, StoreUnavailable>>()
    const transport: IsoTransport = {
      exchange: () => Effect.succeed(undefined),
      listen: (rail, receive) => Effect.sync(() => void told.set(rail, receive))
    }
    const capabilities = {
      idempotentSend: false,
      inquiry: true,
      requestForPayment: true,
      returnRequest: true,
      batch: false,
      responseMs: 10_000
    }
    const rails = Layer.effect(
      Rails,
      Effect.map(keepMessages(transport), (kept) =>
        Rails.from((["rtp", "fednow"] as const).map((id) => makeIsoRail({ id, capabilities, transport: kept })))
      )
    )
    const host = await startHost({ engine: { plugins: [bank({ mode: "sandbox", adminToken }, { rails })] } })
    return { host, tell: (rail: string, xml: string) => host.engine.call(told.get(rail)!(xml)) }
  }

  it.each(["rtp", "fednow"] as const)("over %s is not shown to whoever made the request", async (rail) => {
    const { host, tell } = await connected()
    const payer = { ...originator, name: "Jane Roe", accountNumber: "77", routingNumber: "099900027" }
    const { body } = await host.ask("POST", "/v2/payments/rfp", { amount: 5_000, rail, payee: originator, payer })
    const { rfpId } = body.data
    const path = `/v2/payments/rfp/${rfpId}/messages`
    const before = (await host.ask("GET", path)).body.data
    const credit = (messageId: string, number: string) => ({
      ...creditTransfer,
      messageId,
      instructionId: instructionIdOf(messageId),
      endToEndId: rfpId,
      chargeBearer: "SLEV" as const,
      settlementDate: "2026-06-17" as never,
      creditorAgent: { routingNumber: originator.routingNumber },
      instructedAgent: { routingNumber: originator.routingNumber },
      instructingAgent: { routingNumber: "099900027" },
      debtorAgent: { routingNumber: "099900027" },
      creditorAccount: { number },
      purpose: undefined,
      remittance: "For somebody else"
    })
    const idOf = (reference: string) =>
      messageIdOf({ rail, id: reference, date: "2026-06-17" as never, connection: "099900027" })
    for (const [reference, number] of [
      ["pmt_inst_00000000000000000000001", "5550001"],
      ["pmt_inst_00000000000000000000002", originator.accountNumber]
    ] as const) {
      await tell(rail, Result.getOrThrow(Pacs008.build(credit(idOf(reference), number), { profile: rail })))
    }
    const after = (await host.ask("GET", path)).body.data
    expect(after.length - before.length).toBe(1)
    const { content } = (await host.ask("GET", `${path}/${after.at(-1).messageId}`)).body.data
    expect(content).toContain(originator.accountNumber)
  })
})

describe("the files of a batch", () => {
  const submit = async (host: Host, amounts: ReadonlyArray<number>) => {
    const { body } = await host.ask(
      "POST",
      "/v2/payments/ach/batches",
      { entries: [...amounts.map((amount) => achBody({ amount })), achBody({ amount: 4_321, secCode: "CCD" })] },
      { "idempotency-key": `batch-${amounts.join("-")}` }
    )
    return body.data.batchId as string
  }

  it("show its client the lines of the batch alone, and an administrator the whole file", async () => {
    const host = await startHost()
    const batchId = await submit(host, [1_111, 2_222])
    const other = await submit(host, [7_777])
    await host.engine.advance("2 days")
    const path = `/v2/payments/ach/batches/${batchId}/messages`
    const { data } = (await host.ask("GET", path)).body
    expect(data).toMatchObject([{ rail: "ach", direction: "out", messageType: "nacha.file" }])
    const { content } = (await host.ask("GET", `${path}/${data[0].messageId}`)).body.data
    const lines: ReadonlyArray<string> = content.trimEnd().split("\n")
    expect(lines.map(([type]) => type).join("")).toBe("156656")
    expect(lines.every((line) => line.length === 94)).toBe(true)
    for (const amount of ["0000001111", "0000002222", "0000004321"]) expect(content).toContain(amount)
    expect(content).not.toContain("0000007777")
    const admin = path.replace("/v2/", "/v2/admin/")
    expect((await host.admin("GET", admin)).body.data).toEqual(data)
    const whole = (await host.admin("GET", `${admin}/${data[0].messageId}`)).body.data.content
    for (const amount of ["0000001111", "0000007777"]) expect(whole).toContain(amount)
    expect(whole.trimEnd().split("\n").at(-1)).toMatch(/^9/)
    expect((await host.ask("GET", `/v2/payments/ach/batches/${other}/messages`)).body.data).toEqual(data)
  })

  it("are found by their owner only", async () => {
    const stranger = client("stranger")
    const host = await startHost({ bank: { clients: [testClient, stranger] } })
    const path = `/v2/payments/ach/batches/${await submit(host, [1_111])}/messages`
    await host.engine.advance("2 days")
    const [file] = (await host.ask("GET", path)).body.data
    for (const where of [path, `${path}/${file.messageId}`]) {
      expect((await host.ask("GET", where, undefined, keyOf(stranger))).status).toBe(404)
      expect((await host.ask("GET", where.replace("/v2/", "/v2/admin/"), undefined, keyOf(stranger))).status).toBe(403)
    }
    expect((await host.ask("GET", `${path}/msg_none`)).status).toBe(404)
    for (const none of ["bat_none/messages", "bat_none/messages/msg_none"])
      expect((await host.admin("GET", `/v2/admin/payments/ach/batches/${none}`)).body.error.code).toBe("NOT_FOUND")
  })
})

describe("the audit trail", () => {
  const readsOf = async ({ admin }: Host) =>
    (await admin("GET", "/v2/admin/audit")).body.data.filter(({ action }: any) => action === "network_message.read")

  it("names the administrator who read a message, the message and the time; its owner's reading is not in it", async () => {
    const host = await startHost()
    const { paymentId } = (await host.pay()).body.data
    const [message] = await listed(host, paymentId)
    await contentOf(host, paymentId, message!.messageId!)
    await host.admin("GET", `/v2/admin/payments/${paymentId}/messages`)
    expect(await readsOf(host)).toEqual([])
    await host.engine.advance("1 hour")
    await host.admin("GET", `/v2/admin/payments/${paymentId}/messages/${message!.messageId}`)
    await host.admin("GET", `/v2/admin/payments/${paymentId}/messages/msg_none`)
    const { direction, messageId, messageType, networkMessageId, rail } = message!
    expect(await readsOf(host)).toMatchObject([
      {
        actor: "admin",
        resource: messageId,
        createdAt: "2026-06-17T17:00:00.000Z",
        after: { rail, direction, messageType, networkMessageId }
      }
    ])
  })
})

describe("at rest", () => {
  it("the text of a message is sealed: no account and no name can be read", async () => {
    const host = await startHost()
    await host.pay(to("9000000000"))
    const rows = await host.engine.call(
      Effect.gen(function* () {
        const stores = yield* Store
        const store = yield* stores.region(stores.home)
        const kept = yield* store.read<{ readonly sealed: string }>("SELECT * FROM bank_network_messages", [])
        const log = yield* store.read<{ readonly body: string }>("SELECT body FROM bank_sim_messages", [])
        const signer = yield* Signer
        return {
          kept,
          log,
          opened: kept.map(({ sealed }) => Result.getOrThrow(signer.open("bank network message", sealed)))
        }
      })
    )
    expect(rows.kept.length).toBeGreaterThanOrEqual(2)
    const stored = JSON.stringify([rows.kept, rows.log])
    // Rows come in no order.
    const sent = rows.opened.find((text) => text.includes("FIToFICstmrCdtTrf"))
    for (const personal of [originator.accountNumber, originator.name, "9000000000", "Main St"]) {
      expect(stored).not.toContain(personal)
      expect(sent).toContain(personal)
    }
  })
})
