/**
 * Every message of every kind, sent and simulated, against the base schemas of ISO 20022 and the networks' own. Where the
 * machine does not have the schemas this is left out; the rules that were broken once are in `network-rules.test.ts`.
 */
import { describe, expect, it } from "vitest"
import { live, startOfMonth } from "../../../bench/bank-month/month.ts"
import { returnRequestReasons } from "../../../plugins/bank/return-codes.ts"
import { scriptedAccounts } from "../../../plugins/bank/simulator/scripts.ts"
import { recallReasons } from "../../../plugins/bank/wire/Recall.ts"
import { makeSeededRandom } from "../../../src/domain/Id.ts"
import { freshKey, originator, startHost, type Host } from "../host.ts"
import { american, fedwire, swift } from "../wire/wires.ts"
import { messagesOf } from "./journal.ts"
import { folder, hasEnvelopesOnly, judgeAll, present, type Sent } from "./schemas.ts"

const start = (seed: number) =>
  startHost({
    bank: { requestsPerMinute: 10_000_000 },
    engine: { clock: startOfMonth, seed }
  })

/** What is wrong, and which kinds have no schema of a layer here. */
const judged = async (messages: ReadonlyArray<Sent>) => {
  const verdicts = await judgeAll(messages)
  return {
    kinds: new Set(verdicts.map(({ kind }) => kind)),
    problems: verdicts.flatMap(({ kind, problems }) =>
      problems.map(({ problem, xml }) => `${kind}: ${problem}\n${xml}`)
    ),
    missing: new Set(verdicts.filter(({ isMissing }) => isMissing).map(({ layer }) => layer))
  }
}

const words = [
  "Ørsted & Søn <A/S>",
  "Müller-Lüdenscheidt",
  'O\'Brien "Pat"',
  "王芳",
  "Владимир",
  "Nguyễn Thị Ánh",
  "½ ① € £ – …",
  "a\tb\nc",
  "]]>",
  "&amp; _#%",
  "❤️"
]

class Odd {
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = makeSeededRandom(seed)
  }

  pick<A>(values: ReadonlyArray<A>): A {
    return values[this.#random() % values.length] as A
  }

  /** A text of odd words, and now and then as long as it may be. */
  text(longest: number): string {
    if (this.#random() % 4 === 0) return "x".repeat(longest)
    const odd = Array.from({ length: 1 + (this.#random() % 3) }, () => this.pick(words)).join(" ")
    return odd.length * 4 > longest ? this.pick(["Jane Roe", "José"]) : odd
  }

  address() {
    const whole = { street: this.text(70), city: this.text(35), state: this.text(35), postalCode: this.text(16) }
    return this.pick([whole, { ...whole, country: "US" }])
  }

  party(accountNumber: string, routingNumber: string) {
    const { address, name } = { name: this.text(140), address: this.address() }
    return { name, accountNumber, accountType: "checking", routingNumber, address }
  }

  maybe<A extends object>(part: A): Partial<A> {
    return this.pick([part, {}])
  }
}

const post = (host: Host, path: string, body: unknown) =>
  host.ask("POST", path, body, { "idempotency-key": freshKey() })

const payAll = async (host: Host, odd: Odd): Promise<void> => {
  const accounts = [...scriptedAccounts, "5500000001", "55-AB"]
  for (const account of accounts) {
    for (const railPreference of ["rtp", "fednow"]) {
      // Below the travel rule the beneficiary may have less of an address than networks take.
      const beneficiary = {
        ...odd.party(account, "099900027"),
        ...odd.maybe({ address: { city: "Reno", state: "NV" } })
      }
      const { body } = await post(host, "/v2/payments/instant", {
        amount: 1_001,
        railPreference,
        originator: odd.party("1234567890", "099900014"),
        beneficiary,
        ...odd.maybe({ remittanceInfo: odd.text(140) }),
        ...odd.maybe({ purposeCode: "SUPP" })
      })
      await host.engine.drain()
      await post(host, `/v2/payments/instant/${body.data?.paymentId}/return-request`, {
        reasonCode: odd.pick(returnRequestReasons),
        ...odd.maybe({ additionalInfo: odd.text(105) })
      })
    }
    const to = { ...odd.party(account, "099900069"), accountType: undefined }
    for (const wire of [fedwire({ beneficiary: to }), swift({ currency: "USD", beneficiary: american(account) })]) {
      const transferType = odd.pick(["customer", "bank"])
      const remittanceInfo = odd.text(140)
      const { body } = await post(host, "/v2/payments/wire", { ...wire, amount: 400_000, remittanceInfo, transferType })
      await host.engine.advance("1 minute")
      await post(host, `/v2/payments/wire/${body.data?.paymentId}/recall`, { reason: odd.pick(recallReasons) })
    }
  }
}

const requestAll = async (host: Host, odd: Odd): Promise<void> => {
  for (const rail of ["rtp", "fednow"]) {
    for (const last of ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]) {
      const payer = odd.party(`900500000${last}`, "099900027")
      const body = { amount: 5_000, rail, payee: originator, payer, ...odd.maybe({ description: odd.text(140) }) }
      const { body: made } = await post(host, "/v2/payments/rfp", body)
      await host.engine.drain()
      const { rfpId } = made.data
      if (last === "3") await host.ask("POST", `/v2/payments/rfp/${rfpId}/cancel`)
      if (last === "0") {
        await host.ask("POST", `/v2/simulator/rfp/${rfpId}/respond`, { action: "decline", reasonCode: "MS03" })
      }
    }
    const inbound = {
      rail,
      amount: 100,
      originator: odd.party("77", "099900027"),
      beneficiary: odd.party("78", "099900014")
    }
    expect(
      (await host.ask("POST", "/v2/simulator/inbound", { ...inbound, remittanceInfo: odd.text(140) })).status
    ).toBe(200)
  }
}

/** Answers by hand, with codes that the network's lists have and others. */
const answerByHand = async (host: Host): Promise<void> => {
  for (const railPreference of ["rtp", "fednow"]) {
    for (const answer of [
      { status: "PDNG" },
      { status: "ACCC" },
      { status: "RJCT", reasonCode: "MS03", narrative: "ß" }
    ]) {
      const beneficiary = { ...originator, accountNumber: "9002000005", routingNumber: "099900027" }
      const { body } = await post(host, "/v2/payments/instant", { amount: 5, railPreference, originator, beneficiary })
      await host.ask("POST", `/v2/simulator/payments/${body.data.paymentId}/respond`, answer)
    }
  }
}

/** Every kind of message that each rail carries, those that only banks' own money has among them. */
const carried = (isOfBanksToo = true): ReadonlyArray<string> =>
  Object.entries({
    rtp: "pacs.008.001.08 pacs.002.001.10 pacs.028.001.03 pain.013.001.07 pain.014.001.07 camt.056.001.08 camt.029.001.09",
    fednow: `pacs.008.001.08 pacs.002.001.10 pacs.028.001.03 pacs.004.001.10 pain.013.001.07 pain.014.001.07 camt.055.001.09
      camt.056.001.08 camt.029.001.09`,
    fedwire: `pacs.008.001.08 pacs.009.001.08 pacs.002.001.10 pacs.028.001.03 pacs.004.001.10 camt.056.001.08
      camt.029.001.09`,
    swift: `pacs.008.001.08 pacs.009.001.08 pacs.002.001.10 pacs.028.001.03 pacs.004.001.09 camt.056.001.08
      camt.029.001.09`
  })
    .flatMap(([rail, names]) => names.split(/\s+/).map((definition) => `${rail} ${definition}`))
    .filter((kind) => isOfBanksToo || !kind.includes("pacs.009"))
    .toSorted()

/** Kinds of a network's own schemas may be missing where the machine has only the envelopes of these messages. */
const mayMiss = (layer: string): boolean => layer === "fednow" && hasEnvelopesOnly

describe.runIf(present)(`messages by the schemas of ISO 20022 and of the networks in ${folder}`, () => {
  it("a month of mixed payments over every rail, with requests, recalls, cancellations and late answers, has no message that a schema refuses", async () => {
    const host = await start(3)
    const { admin, ask, engine } = host
    await requestAll(host, new Odd(3))
    await answerByHand(host)
    await live({ ask, admin, advance: engine.advance, drain: engine.drain }, { seed: 3, payments: 600 })
    const { kinds, missing, problems } = await judged(await messagesOf(host))
    expect(problems).toEqual([])
    expect([...missing].filter((layer) => !mayMiss(layer))).toEqual([])
    // The banks' own money is in the test of odd names.
    expect([...kinds].toSorted()).toEqual(carried(false))
  }, 240_000)

  it.each([1, 2])(
    "odd names, long texts and every kind of message: none is refused, seed %d",
    async (seed) => {
      const host = await start(seed)
      const odd = new Odd(seed)
      await payAll(host, odd)
      await requestAll(host, odd)
      await answerByHand(host)
      await host.engine.advance("40 days")
      const messages = await messagesOf(host)
      const { kinds, missing, problems } = await judged(messages)
      expect(problems).toEqual([])
      expect([...missing].filter((layer) => !mayMiss(layer))).toEqual([])
      expect([...kinds].toSorted()).toEqual(carried())
    },
    240_000
  )
})

describe.runIf(!present)("messages by the schemas of ISO 20022 and of the networks", () => {
  it(`are not judged: this machine has no schemas at ${folder} (BURSAR_TEST_SCHEMAS names another place)`, () => {
    expect(present).toBe(false)
  })
})
