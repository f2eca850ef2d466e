/**
 * A payment network of your own behind the bank service, as plain functions, held to the contract by the checks that come with
 * the package. This one is a map in memory; yours sends messages to a gateway and hears its answers. Run it:
 *
 *   npm run example -- examples/10-custom-rail.ts
 */
import { randomUUID } from "node:crypto"
import { createEngine } from "bursar"
import { bank, clientPrincipal, makeRail, payments, railContract, Rails, testClient, type RailEvent } from "bursar/bank"
import { sqlite } from "bursar/sqlite"
import { Effect, Layer } from "effect"

/** Money moves once for a message, however often it comes; account 404 is closed (AC04). */
const makeGateway = () => {
  const isPosted = new Map<string, boolean>()
  let tell: (event: RailEvent) => Promise<void>
  const refusal = (posted: boolean) => ({ reason: posted ? undefined : "AC04", narrative: undefined })
  const only = { requestForPayment: false, returnRequest: false, batch: false }
  const rail = makeRail({
    id: "rtp",
    capabilities: { ...only, idempotentSend: true, inquiry: true, responseMs: 20_000 },
    subscribe: (sink) => void (tell = sink),
    send: async ({ beneficiary, messageId }) => {
      const posted = beneficiary.accountNumber !== "404"
      isPosted.set(messageId, posted)
      const news = { railEventId: messageId, rail: "rtp", type: "status", messageId } as const
      await tell({ ...news, status: posted ? "ACSC" : "RJCT", ...refusal(posted) })
    },
    inquire: async ({ messageId }) => {
      const posted = isPosted.get(messageId)
      if (posted === undefined) return { status: "not_found" }
      return posted ? { status: "settled", isPosted: true } : { status: "rejected", ...refusal(posted) }
    }
  })
  return { rail, creditsOf: async (messageId: string) => Number(isPosted.get(messageId) === true) }
}

const address = { street: "1 Main St", city: "Austin", state: "TX", postalCode: "78701" }
const party = { name: "Acme", accountNumber: "1234567890", accountType: "checking", address } as const
const originator = { ...party, routingNumber: "099900014" } as const
const payee = (accountNumber: string) => ({ ...party, accountNumber, routingNumber: "099900027" })

const { creditsOf, rail } = makeGateway()
const news: Array<RailEvent> = []
await Effect.runPromise(rail.subscribe((event) => Effect.sync(() => void news.push(event))))
const ids = () => ({ messageId: randomUUID(), endToEndId: randomUUID(), uetr: randomUUID(), createdAt: 0 })
const rest = { amountCents: 500, originator, remittanceInfo: null, purposeCode: null }
const transfer = (to: string) => ({ ...ids(), ...rest, beneficiary: payee(to === "settles" ? "9000000000" : "404") })
for (const { run } of railContract) await run({ rail, news, transfer, creditsOf, settle: async () => {} })
console.log(`The rail keeps all ${railContract.length} promises`)

const rails = Layer.succeed(Rails, Rails.from([makeGateway().rail]))
const engine = await createEngine({ plugins: [bank({ mode: "sandbox" }, { rails })], store: sqlite(":memory:") })
for (const to of ["9000000000", "404"]) {
  const caller = await engine.caller({ principal: clientPrincipal(testClient), idempotencyKey: to })
  const order = { amountCents: 12_500, originator, beneficiary: payee(to) }
  const { rail: by, status } = await engine.call(payments.createInstant(caller, order))
  console.log(`${to}: ${status} by ${by}`)
}
await engine.close()
