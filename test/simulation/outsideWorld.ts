/**
 * Worlds of live mode: payments, refunds, disputes, payouts, customers who are listed, move or go, and a processor that reports late. There is
 * no model: an answer may be anything but an error of ours, the books' own invariants judge, and in the end they are held against what
 * the processor did.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Acquirer } from "../../plugins/cards/acquirer/Acquirer.ts"
import * as customers from "../../plugins/cards/customers/operations.ts"
import { cards, testAccount } from "../../plugins/cards/index.ts"
import { checkInvariants } from "../../plugins/cards/ledger/invariants.ts"
import type { Payment } from "../../plugins/cards/payments/Payment.ts"
import type { Payout } from "../../plugins/cards/payouts/Payout.ts"
import { decide } from "../../src/domain.ts"
import { makeSeededRandom } from "../../src/domain/Id.ts"
import { Engine } from "../../src/engine/Engine.ts"
import { carryOutUnkeyed } from "../../src/plugin.ts"
import * as TestEngine from "../../src/testing/TestEngine.ts"
import { person, replaceableLists } from "../cards/replaceableLists.ts"
import { oneOf } from "./Operation.ts"
import { makeOutside, noCharge } from "./outside.ts"
import { SimulationFailed } from "./simulate.ts"
import { Unexpected } from "./World.ts"

const key = "sk_live_f00d1e55f00d1e55f00d1e55"
const scope = "acct_shop/live"
const listedName = "Boris Badenov"
const names = ["Ada Lovelace", "Alan Turing", "Carl Gauss", "Emmy Noether", "Grigori Melnikov", listedName]
const currencies = ["usd", "usd", "usd", "eur", "eur", "jpy", "kwd"]
const spans = ["10 seconds", "1 minute", "1 hour", "5 hours", "1 day", "3 days"] as const
const tables = ["cards_payments", "cards_refunds", "cards_payouts", "cards_disputes", "ledger_entries"]

/** Makes the world of a seed. */
const makeOutsideWorld = async (seed: number) => {
  const random = makeSeededRandom(seed)
  const pick = (below: number) => random() % below
  const lists = replaceableLists([person("1", listedName)])
  const outside = makeOutside(pick, () => engine.clock.now().getTime())
  const fees = { processingBasisPoints: pick(2) * 290, processingMinor: pick(2) * 30, disputeMinor: pick(2) * 1_500 }
  const terms = { plan: "dedicated", merchantCountry: "IE", payouts: true, settlementDelayDays: pick(3), fees } as const
  const engine: TestEngine.TestEngine = await TestEngine.make({
    plugins: [
      cards({
        mode: "production",
        publicUrl: "https://shop.example/cards",
        accounts: [{ id: "acct_shop", keys: [key], ...terms }]
      })
    ],
    seed,
    key,
    layers: Layer.merge(Layer.succeed(Acquirer, outside.acquirers), lists.layer) as Layer.Layer<never>
  })
  const principal = { ...testAccount("acct_shop"), mode: "live" } as const
  const caller = await engine.caller({ principal })
  let asked = 0
  const ask = async (method: string, path: string, body?: unknown): Promise<any> => {
    const { json, status, text } = await engine.request(method, `/cards/v2/${path}`, body, {
      "idempotency-key": `key-${(asked += 1)}`
    })
    if (status >= 500 && status !== 503) throw new Unexpected(`${method} ${path}: ${text}`)
    return status === 200 ? json : { refused: status }
  }
  return {
    engine,
    outside,
    lists,
    pick,
    one: <A>(all: ReadonlyArray<A>): A => oneOf({ pick }, all),
    chance: (percent: number): boolean => pick(100) < percent,
    /** One of the newest; `undefined` for none. */
    recent: <A>(all: ReadonlyArray<A>): A | undefined => all[Math.max(0, all.length - 1 - pick(8))],
    ask,
    post: (path: string, body: unknown = {}) => ask("POST", path, body),
    verify: async (id: string) => {
      const change = customers.change(caller, id, (before) => decide({ state: { ...before, kycStatus: "verified" } }))
      await engine.call(Effect.ignore(carryOutUnkeyed(caller.store, change)))
    },
    deliver: async (all = false) => {
      for (const notice of outside.due(all)) {
        const { refused } = await ask("POST", "acquirer_notices", [notice])
        if (refused === 503) outside.again(notice)
      }
    },
    check: async () => {
      const { failures } = await engine.call(checkInvariants(caller.store, scope))
      for (const { detail, invariant } of failures)
        throw new Unexpected(`${invariant}: ${detail}`, detail.split(":")[0])
    },
    rows: async <A>(table: string): Promise<ReadonlyArray<A>> => {
      const read = caller.store.read<{ readonly state: string }>(`SELECT state FROM ${table}`, [])
      return (await engine.call(read)).map(({ state }) => JSON.parse(state.split("\nsealed:")[0]!))
    },
    known: {
      customers: [] as Array<string>,
      methods: [] as Array<{ readonly id: string; readonly isBank: boolean; readonly customer: string | undefined }>,
      payments: [] as Array<string>,
      accounts: [] as Array<{ readonly id: string; readonly currency: string }>,
      payouts: [] as Array<string>
    }
  }
}

type OutsideWorld = Awaited<ReturnType<typeof makeOutsideWorld>>

type Move = (world: OutsideWorld) => Promise<unknown>

const customer: Move = async ({ chance, known, one, post }) => {
  const email = `c${known.customers.length}-${known.methods.length}@example.com`
  const address = chance(20) ? { address: { country: one(["US", "IR", "FR"]) } } : {}
  const { id } = await post("customers", { email, name: one(names), ...address })
  if (id) known.customers.push(id)
}

const method: Move = async ({ chance, known, post, recent }) => {
  const [isBank, owner] = [chance(25), chance(60) ? recent(known.customers) : undefined]
  const type = isBank ? "us_bank_account" : "card"
  const entered = { type, processor_token: `tok_${known.methods.length}`, ...(owner && { customer: owner }) }
  const { id } = await post("payment_methods", entered)
  if (id) known.methods.push({ id, isBank, customer: owner })
}

const pay: Move = async ({ chance, known, one, pick, post, recent }) => {
  const by = recent(known.methods)
  if (by === undefined) return
  const { id } = await post("payments", {
    amount: 50 + pick(20_000),
    currency: by.isBank ? "usd" : one(currencies),
    payment_method: by.id,
    ...(!by.isBank && chance(40) && { capture_method: "manual" }),
    ...(chance(20) && { off_session: true })
  })
  if (id) known.payments.push(id)
}

const onPayment =
  (step: string, body: (world: OutsideWorld) => object = () => ({})): Move =>
  async (world) => {
    const id = world.recent(world.known.payments)
    if (id !== undefined) await world.post(`payments/${id}/${step}`, body(world))
  }

const part = ({ chance, pick }: OutsideWorld) => (chance(60) ? { amount: 1 + pick(9_000) } : {})

const refund: Move = async (world) => {
  const id = world.recent(world.known.payments)
  if (id !== undefined) await world.post("refunds", { payment_id: id, ...part(world) })
}

const account: Move = async ({ known, one, post, recent, verify }) => {
  const owner = recent(known.customers)
  if (owner === undefined) return
  const currency = one(["usd", "usd", "eur", "jpy"])
  const holder = { account_holder_name: one(names), processor_token: `btok_${known.accounts.length}` }
  const { id } = await post("bank_accounts", { customer: owner, country: "US", currency, ...holder })
  if (id) known.accounts.push({ id, currency })
  await verify(owner)
}

const payOut: Move = async ({ ask, chance, known, one, pick, post }) => {
  if (known.accounts.length === 0) return
  const { currency, id: destination } = one(known.accounts)
  const { available = [] } = await ask("GET", "balance")
  const has = available.find((of: any) => of.currency === currency)?.amount ?? 0
  const amount = Math.max(1, chance(30) ? has : pick(Math.abs(has) + 100))
  const { id } = await post("payouts", { amount, currency, destination, method: one(["standard", "instant"]) })
  if (id) known.payouts.push(id)
}

const cancelPayout: Move = async ({ known, post, recent }) => {
  const id = recent(known.payouts)
  if (id !== undefined) await post(`payouts/${id}/cancel`)
}

const answer: Move = async ({ ask, post }) => {
  const { data = [] } = await ask("GET", "disputes?status=needs_response")
  if (data.length > 0) await post(`disputes/${data[0].id}/evidence`, { receipt: "No. 17", submit: true })
}

const changeCustomer: Move = async ({ known, one, post, recent }) => {
  const id = recent(known.customers)
  const change = one([
    { name: one(names) },
    { address: { country: one(["US", "IR", "DE"]) } },
    { metadata: { a: "b" } }
  ])
  if (id !== undefined) await post(`customers/${id}`, change)
}

const removeCustomer: Move = async ({ ask, known, recent }) => {
  const id = recent(known.customers)
  if (id !== undefined) await ask("DELETE", `customers/${id}`)
}

const lists: Move = async ({ chance, lists: of }) =>
  of.replace([person("1", listedName), ...(chance(50) ? [person("2", "Grigori Melnikov")] : [])])

const trouble: Move = async ({ chance, engine, one, outside }) => {
  if (chance(30)) outside.mood.losesAnswers = !outside.mood.losesAnswers
  else if (chance(50)) engine.faults.refuseWrites({ table: one(tables) })
  else engine.faults.loseAnswers({ table: one(tables) })
}

const time: Move = async ({ deliver, engine, one }) => {
  await engine.advance(one(spans))
  await deliver()
}

const moves: ReadonlyArray<readonly [weight: number, move: Move]> = [
  [6, customer],
  [8, method],
  [30, pay],
  [8, onPayment("capture", part)],
  [4, onPayment("cancel")],
  [6, onPayment("confirm")],
  [6, async ({ outside }) => outside.authenticate()],
  [10, refund],
  [6, async ({ outside }) => outside.dispute()],
  [5, async ({ outside }) => outside.decide()],
  [4, answer],
  [6, account],
  [12, payOut],
  [2, cancelPayout],
  [4, changeCustomer],
  [1, removeCustomer],
  [1, lists],
  [4, trouble],
  [14, time]
]

const draw = ({ pick }: OutsideWorld): Move => {
  let at = pick(moves.reduce((sum, [weight]) => sum + weight, 0))
  return moves.find(([weight]) => (at -= weight) < 0)![1]
}

/** What a payment says against what the processor did for it. */
const paymentDiffers = (payment: Payment, { charges }: OutsideWorld["outside"]): string | undefined => {
  const { disputedMinor, heldMinor, lostMinor, refundedMinor, takenMinor } = charges.get(payment.id) ?? noCharge
  const did = [takenMinor, refundedMinor, lostMinor + disputedMinor, heldMinor]
  const withheld = payment.disputes?.withheldMinor ?? 0
  const said = [payment.amountCapturedMinor, payment.amountRefundedMinor, withheld, 0]
  return String(did) === String(said) ? undefined : `took, refunded, lost, holds ${said}: the processor ${did}`
}

const payoutDiffers = ({ id, status }: Payout, { payouts }: OutsideWorld["outside"]): string | undefined => {
  const end = payouts.get(id)
  const fits = end === "paid" ? status === "paid" : status === "failed" || (end === undefined && status === "canceled")
  return fits ? undefined : `is ${status}, and the processor's word was ${end}`
}

/** Holds the books against the processor, once all has come that may come. What waits for a person is left out. */
const audit = async (world: OutsideWorld): Promise<void> => {
  const { check, deliver, engine, outside, rows } = world
  outside.mood.losesAnswers = false
  for (let day = 0; day < 70; day += 1) {
    await engine.advance("1 day")
    await deliver(day > 60)
  }
  await engine.advance("20 days")
  await check()
  const dead = await engine.call(Effect.flatMap(Engine, (of) => of.deadJobs))
  const waits = (job: string, id: string) =>
    dead.some(({ key: of, name }) => name.startsWith(`cards.${job}`) && of.startsWith(id))
  for (const payment of await rows<Payment>("cards_payments")) {
    const isOpen = payment.intent !== null || waits("dispute", payment.id)
    const differs = isOpen ? undefined : paymentDiffers(payment, outside)
    if (differs !== undefined) throw new Unexpected(`${payment.id} ${differs}`, payment.id)
    if (payment.intent !== null && payment.customer === null) throw new Unexpected("asks for ever", payment.id)
  }
  for (const payout of await rows<Payout>("cards_payouts")) {
    const differs = waits("payout", payout.id) ? undefined : payoutDiffers(payout, outside)
    if (differs !== undefined) throw new Unexpected(`${payout.id} ${differs}`, payout.id)
  }
}

/** Simulates one world of live mode. Rejects with `SimulationFailed`. */
export const simulateOutside = async ({ seed, steps }: { readonly seed: number; readonly steps: number }) => {
  const world = await makeOutsideWorld(seed)
  let step = 0
  try {
    for (step = 1; step <= steps; step += 1) {
      // Several callers at once, now and then.
      await Promise.all(Array.from({ length: world.chance(20) ? 4 : 1 }, () => draw(world)(world)))
      if (step % 5 === 0) await world.check()
    }
    await audit(world)
  } catch (failure) {
    const words = failure instanceof Unexpected ? failure.message : String(failure)
    throw new SimulationFailed(seed, step, `${words}\n\n${world.engine.history()}`)
  } finally {
    await world.engine.close()
  }
}
