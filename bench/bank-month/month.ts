/**
 * A month of a bank, from a seed: payments over every rail and in batches, with officers, approvers, recalls, returns, and
 * outages of screening and of networks. Everything goes over HTTP, and time is the engine's.
 */
import { makeRandom } from "../aml/planter.ts"

/** An answer over HTTP. */
export interface Reply {
  readonly status: number
  readonly body: any
}

/** How the month reaches the engine that it happens in. */
export interface Bank {
  /** Asks as a client that may do everything. */
  readonly ask: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>
  ) => Promise<Reply>
  /** Asks as an administrator who is no client. */
  readonly admin: Bank["ask"]
  readonly advance: (span: "1 day") => Promise<unknown>
  readonly drain: () => Promise<unknown>
}

/** Monday morning in New York; the month has a holiday on Friday the 19th. */
export const startOfMonth = "2026-06-01T13:00:00.000Z"

const days = 30
/** From 09:00 in New York on: noon, after the last same-day window, after Fedwire closed, the next morning. */
const spansOfDay = ["3 hours", "5 hours", "2 hours", "14 hours"] as const

/** Longer than any return takes: those for want of authority come within 60 days and a day late. */
const afterwards = "75 days"

/** Draws from a seed. */
class Random {
  readonly #next: () => number

  constructor(seed: number) {
    this.#next = makeRandom(seed)
  }

  below(end: number): number {
    return Math.floor(this.#next() * end)
  }

  pick<A>(from: ReadonlyArray<A>): A {
    return from[this.below(from.length)]!
  }
}

type Change = Readonly<Record<string, unknown>>

const address = { street: "1 Main St", city: "Austin", state: "TX", postalCode: "78701", country: "US" }

const party = (name: string, accountNumber: string, routingNumber: string) => ({
  name,
  accountNumber,
  accountType: "checking",
  routingNumber,
  address
})

const originator = party("Acme Corp", "1234567890", "099900014")

/** What was asked for and taken. */
export interface Taken {
  readonly path: "instant" | "wire" | "ach"
  readonly id: string
}

/** The month as it went. */
export interface Month {
  readonly taken: ReadonlyArray<Taken>
  readonly batches: ReadonlyArray<string>
  /** How often each thing was done that is not a payment. */
  readonly done: Readonly<Record<string, number>>
}

const wanted = (reply: Reply, statuses: ReadonlyArray<number>): Reply => {
  if (statuses.includes(reply.status)) return reply
  throw new Error(`${statuses.join(" or ")} was expected, not ${reply.status}: ${JSON.stringify(reply.body)}`)
}

const instantAccounts = [
  "9001000001",
  "9001000004",
  "9001000006",
  "9001000011",
  "9001000024",
  "9001000030",
  "9001000034",
  "9001000090",
  "9001000099",
  "9002000001",
  "9002000002",
  "9002000003",
  "9002000004",
  "9002000006",
  "9002000007",
  "9002000008",
  "9002000010",
  "9002000011",
  "9003000001",
  "9003000004",
  "9003000006",
  "9003000011",
  "9003000030",
  "9003000034",
  "9004000001",
  "9004000003",
  "9004000004"
]

const wireAccounts = [
  "9020000001",
  "9020000002",
  "9020000003",
  "9020000004",
  "9021000001",
  "9021000002",
  "9021000003",
  "9021000004",
  "9021000005"
]

const returnCodes = ["01", "02", "03", "04", "05", "07", "08", "10", "16", "20", "29"]
const achAccounts = [
  ...["90100000", "90110000", "90120000", "90140000"].flatMap((prefix) => returnCodes.map((code) => prefix + code)),
  "9013000001",
  "9013000003",
  "9016000001",
  "9017000001"
]

/** A name on the sanctions lists, and one that is near enough to be held. */
const heldNames = ["Zoltan Sanctionov", "Zoltan Sanctionof"]

const amountOf = (random: Random) => 1_000 + random.below(random.below(20) === 0 ? 40_000_000 : 200_000)

const nameOf = (random: Random) => (random.below(60) === 0 ? random.pick(heldNames) : "Jane Roe")

const usuallyOrdinary = (random: Random, special: ReadonlyArray<string>) =>
  random.below(4) === 0 ? random.pick(special) : `55${random.below(1_000_000)}`

const instantBody = (random: Random): Change => ({
  amount: amountOf(random),
  railPreference: random.pick(["auto", "rtp", "fednow"]),
  originator,
  beneficiary: party(nameOf(random), usuallyOrdinary(random, instantAccounts), "099900027")
})

const german = {
  name: "Erika Muster",
  iban: "DE10500105179000000000",
  bic: "SIMBDEFFXXX",
  bankCountry: "DE",
  address: { street: "Hauptstr. 1", city: "Frankfurt", state: "HE", postalCode: "60311", country: "DE" }
}

const wireBody = (random: Random): Change => {
  const accountNumber = usuallyOrdinary(random, wireAccounts)
  const name = nameOf(random)
  const wire = { amount: amountOf(random), originator: { ...originator, accountType: undefined } }
  const kind = random.below(4)
  if (kind === 0) {
    const beneficiary = { name, accountNumber, bic: "SIMBUS33", address }
    return { ...wire, network: "swift", currency: "USD", beneficiary }
  }
  if (kind === 1) return { ...wire, network: "swift", currency: "EUR", beneficiary: german }
  const { accountType: _, ...beneficiary } = party(name, accountNumber, "099900069")
  return { ...wire, network: "fedwire", currency: "USD", beneficiary }
}

const classes = ["PPD", "PPD", "CCD", "WEB"]

const achOriginator = { ...originator, companyId: "1234567890", companyName: "ACME CORP" }

const achEntry = (random: Random): Change => {
  const direction = random.pick(["credit", "debit"])
  const secCode = random.pick(classes)
  return {
    amount: amountOf(random),
    direction,
    secCode,
    ...(secCode === "WEB" && direction === "debit" ? { webTelPaymentType: "S" } : {}),
    receiver: party(nameOf(random), usuallyOrdinary(random, achAccounts), "099900069")
  }
}

/** Entries of one batch. */
const batchSize = 40

/** Everything that is done in a month, one thing after the other. */
class Worker {
  readonly taken: Array<Taken> = []
  readonly batches: Array<string> = []
  readonly done: Record<string, number> = {}
  #keys = 0
  readonly #bank: Bank
  readonly #random: Random

  constructor(bank: Bank, random: Random) {
    this.#bank = bank
    this.#random = random
  }

  #note(what: string) {
    this.done[what] = (this.done[what] ?? 0) + 1
  }

  /** Asks for something, and lets everything happen that follows of it at once: so its ids are the same in every run. */
  async #post(path: string, body?: unknown) {
    this.#keys += 1
    const reply = await this.#bank.ask("POST", path, body, { "idempotency-key": `month-${this.#keys}` })
    await this.#bank.drain()
    return reply
  }

  async #decide(path: string) {
    wanted(await this.#bank.admin("POST", path, { note: "Looked at" }), [200])
    await this.#bank.drain()
  }

  async #create(path: Taken["path"], body: unknown) {
    const { body: answer } = wanted(await this.#post(`/v2/payments/${path}`, body), [200, 201, 202, 503])
    const id: string = answer.data?.paymentId ?? answer.error.details.paymentId
    this.taken.push({ path, id })
  }

  /** One payment on some rail, or a batch of them; answers how many. */
  async pay(left: number): Promise<number> {
    const kind = this.#random.below(100)
    if (kind < 1 && left >= batchSize) return this.#batch()
    if (kind < 60) await this.#create("instant", instantBody(this.#random))
    else if (kind < 80) await this.#create("wire", wireBody(this.#random))
    else await this.#create("ach", { originator: achOriginator, ...achEntry(this.#random) })
    return 1
  }

  async #batch(): Promise<number> {
    const entries = Array.from({ length: batchSize }, () => achEntry(this.#random))
    // One record in a batch is wrong, and stops nobody.
    const body = { defaults: { originator: achOriginator }, entries: [...entries, { amount: 0 }] }
    const { body: answer } = wanted(await this.#post("/v2/payments/ach/batches", body), [202])
    if (answer.data.invalidRecords !== 1) throw new Error(JSON.stringify(answer.data.errors))
    this.batches.push(answer.data.batchId)
    return batchSize
  }

  /** Recalls, return requests, cancellations, reversals and second presentments of what was taken before. */
  async change() {
    const random = this.#random
    const one =
      this.taken.length === 0 ? undefined : random.pick(this.taken.slice(-random.pick([10, 400, this.taken.length])))
    if (one === undefined) return
    const { id, path } = one
    const asked = {
      instant: [["return-request", { reasonCode: "DUPL" }]],
      wire: [
        ["recall", { reason: "DUPL" }],
        ["cancel", undefined]
      ],
      ach: [
        ["cancel", undefined],
        ["reversal", { reason: "duplicate" }],
        ["represent", {}]
      ]
    } as const
    const [what, body] = random.pick<readonly [string, unknown]>(asked[path])
    const { body: answer, status } = wanted(
      await this.#post(`/v2/payments/${path}/${id}/${what}`, body),
      [200, 201, 202, 422]
    )
    if (status === 422) return
    this.#note(what)
    const followed =
      what === "reversal" ? answer.data.reversalPaymentId : what === "represent" ? answer.data.paymentId : undefined
    if (followed !== undefined) this.taken.push({ path: "ach", id: followed })
  }

  /** Faults of networks and of screening; screening is repaired at the next moment. */
  async break() {
    const random = this.#random
    const kind = random.below(6)
    if (kind === 0) {
      await this.#bank.ask("POST", "/v2/simulator/screening", { status: "down" })
      this.#note("screening outage")
    }
    if (kind === 1) {
      const fault = random.pick(["down", "drop_requests", "drop_responses", "duplicate"])
      const rail = random.pick(["rtp", "fednow", "fedwire", "swift", "ach"])
      wanted(await this.#bank.ask("POST", "/v2/simulator/faults", { rail, fault, count: 2 }), [201])
      this.#note("fault of a network")
    }
  }

  /** Officers and approvers decide about what waits, some of it later. */
  async decide(all = false) {
    const { admin } = this.#bank
    await this.#bank.ask("POST", "/v2/simulator/screening", { status: "up" })
    const { body: holds } = await admin("GET", "/v2/compliance/holds?status=open&limit=100")
    for (const { holdId, holdReason } of holds.data) {
      if (holdReason === "OFAC_SCREENING_UNAVAILABLE" || (!all && this.#random.below(3) === 0)) continue
      const verdict = this.#random.pick(["release", "reject"])
      await this.#decide(`/v2/compliance/holds/${holdId}/${verdict}`)
      this.#note(verdict)
    }
    const { body: waiting } = await admin("GET", "/v2/approvals?limit=100")
    for (const { paymentId } of waiting.data) {
      const verdict = this.#random.pick(["approve", "approve", "reject"])
      await this.#decide(`/v2/approvals/${paymentId}/${verdict}`)
      this.#note(verdict)
    }
    return holds.data.length + waiting.data.length
  }
}

/** Lives through the month and what follows of it. */
export const live = async (bank: Bank, of: { readonly seed: number; readonly payments: number }): Promise<Month> => {
  const { payments, seed } = of
  // From text, because an object with such a field is mistaken for a promise.
  const rule = JSON.parse(`{"then":"human","approvers":1,"priority":1,"when":{"minAmount":20000000}}`) as unknown
  wanted(await bank.admin("POST", "/v2/admin/approval-rules", rule), [201])
  const random = new Random(seed)
  const worker = new Worker(bank, random)
  const moments = days * spansOfDay.length
  let made = 0
  for (let moment = 0; moment < moments; moment += 1) {
    await worker.break()
    while (made < (payments * (moment + 1)) / moments) {
      made += await worker.pay(payments - made)
      if (random.below(3) === 0) await worker.change()
    }
    await worker.decide()
    await bank.advance(spansOfDay[moment % spansOfDay.length] as "1 day")
  }
  await bank.advance("2 days" as "1 day")
  while ((await worker.decide(true)) > 0) await bank.drain()
  await bank.advance(afterwards as "1 day")
  return { taken: worker.taken, batches: worker.batches, done: worker.done }
}
