import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Tracer from "effect/Tracer"
import { inspect } from "node:util"
import { describe, expect, it, onTestFinished } from "vitest"
import { testCards } from "../../plugins/cards/sandbox/test-cards.ts"
import { cards } from "../../plugins/cards/plugin.ts"
import { createEngine } from "../../src/engine/createEngine.ts"
import { Signer } from "../../src/services/Signer.ts"
import { Store } from "../../src/services/Store.ts"
import * as Sqlite from "../../src/store/dialects/Sqlite.ts"
import { tablesText } from "../store/onSqlite.ts"

type Json = any

/** Luhn-valid, and no test card. */
const realLooking = "4012888888881881"

const groups = (number: string, separator: string) => number.match(/.{1,4}/g)!.join(separator)

/** A number in every way in which a test writes it, and in the encodings in which it could hide. */
const written = (number: string): ReadonlyArray<string> => [
  number,
  groups(number, " "),
  groups(number, "-"),
  Buffer.from(number).toString("hex"),
  Buffer.from(number).toString("base64")
]

const numbers = [...testCards.map((card) => card.number), realLooking]

const found = (where: string): ReadonlyArray<string> =>
  numbers.filter((number) => written(number).some((text) => where.includes(text)))

/** An engine whose logs and spans are kept, on a signer that can be made to fail. */
const start = async () => {
  const logs: Array<string> = []
  const spans: Array<Tracer.NativeSpan> = []
  const outage = { signer: false }
  const sound = Signer.fromMasterKey({ masterKey: new Uint8Array(32).fill(7) })
  const logger = Logger.make<unknown, void>(({ cause, message }) => {
    logs.push(`${inspect(message, { depth: null })} ${Cause.pretty(cause)} ${inspect(cause, { depth: 10 })}`)
  })
  const engine = await createEngine({
    plugins: [cards()],
    store: Sqlite.layer({ folder: Sqlite.inMemory }),
    clock: "2026-01-15T09:30:00Z",
    layers: Layer.mergeAll(
      Logger.layer([logger]),
      Layer.succeed(Tracer.Tracer, {
        span: (options) => {
          const span = new Tracer.NativeSpan(options)
          spans.push(span)
          return span
        }
      }),
      Layer.succeed(Signer, {
        ...sound,
        fingerprint: (purpose, value) => {
          if (outage.signer && purpose === "card") throw new Error("The key store does not answer")
          return sound.fingerprint(purpose, value)
        }
      })
    )
  })
  onTestFinished(() => engine.close())

  const answers: Array<string> = []
  const post = async (path: string, body: Json, idempotencyKey: string) => {
    const response = await engine.fetch(
      new Request(`http://engine.test/cards/v2/${path}`, {
        method: "POST",
        headers: {
          authorization: "Bearer sk_test_merchant_one",
          "content-type": "application/json",
          "idempotency-key": idempotencyKey
        },
        body: JSON.stringify(body)
      })
    )
    const text = await response.text()
    answers.push(`${inspect([...response.headers])} ${text}`)
    return { status: response.status, body: JSON.parse(text) as Json }
  }

  /** Every value of every column of every table. */
  const everythingStored = () =>
    engine.call(
      Effect.gen(function* () {
        const store = yield* Store
        const region = yield* store.region(store.home)
        const tables = yield* region.read<{ name: string }>(tablesText, [])
        const contents = yield* Effect.forEach(tables, ({ name }) =>
          Effect.map(region.read<Json>(`SELECT * FROM "${name}"`, []), (rows) => ({ name, rows }))
        )
        return { contents, text: contents.map(textOf).join("\n") }
      })
    )

  const told = () =>
    spans.map(({ attributes, events, name, status }) =>
      inspect({ name, attributes: [...attributes], events, status }, { depth: 10 })
    )

  return { engine, post, answers, logs, spans, told, outage, everythingStored }
}

const textOf = ({ rows }: { readonly rows: ReadonlyArray<Json> }): string =>
  rows
    .flatMap((row) => Object.values(row))
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value)))
    .join("\n")

const cardOf = (number: string, changes: Json = {}) => ({
  type: "card",
  card: { number, exp_month: 12, exp_year: 2030, cvc: "123", ...changes }
})

describe("C54: a card number", () => {
  it("is found by the search that these tests rely on, however it is written", () => {
    for (const number of numbers) for (const text of written(number)) expect(found(`…${text}…`)).toEqual([number])
  })

  it("reaches no table, answer, log or span when a card is tokenized, repeated and paid with", async () => {
    const { answers, everythingStored, logs, post, told } = await start()
    for (const { name, number } of testCards) {
      for (const [at, text] of [number, groups(number, " "), groups(number, "-")].entries()) {
        const made = await post("payment_methods", cardOf(text), `tokenize-${name}-${at}`)
        expect(made.status).toBe(200)
        await post("payment_methods", cardOf(text), `tokenize-${name}-${at}`)
        const payment = { amount: 2000, currency: "usd", payment_method: made.body.id }
        await post("payments", payment, `pay-${name}-${at}`)
      }
    }
    const { contents, text } = await everythingStored()
    const sizes = Object.fromEntries(contents.map(({ name, rows }) => [name, rows.length]))
    expect(sizes).toMatchObject({
      cards_payment_methods: testCards.length * 3,
      cards_payments: testCards.length * 3,
      idempotency_records: testCards.length * 6
    })
    expect(sizes["events"]).toBeGreaterThan(testCards.length * 3)
    expect(text).toContain('"last4":"4242"')
    expect(found(text)).toEqual([])
    expect(found(answers.join("\n"))).toEqual([])
    expect(told().join("\n")).toContain("cards.paymentMethods.create")
    expect(found(told().join("\n"))).toEqual([])
    expect(found(logs.join("\n"))).toEqual([])
  })

  it("reaches none of them when the card is refused", async () => {
    const { answers, everythingStored, logs, post, told } = await start()
    const visa = "4242424242424242"
    const refused = [
      cardOf(realLooking),
      cardOf(visa, { exp_month: 13 }),
      cardOf(visa, { exp_year: 2020 }),
      cardOf(visa, { exp_year: visa }),
      cardOf(visa, { cvc: visa }),
      cardOf(visa, { number: Number(visa) }),
      cardOf(visa, { number: [visa] }),
      cardOf(visa, { pin: 1 }),
      { ...cardOf(visa), type: visa },
      { ...cardOf(visa), billing_details: { address: { country: visa } } },
      { type: "card", card: visa }
    ]
    for (const [at, body] of refused.entries()) {
      expect((await post("payment_methods", body, `refused-${at}`)).status).toBe(400)
    }
    const payment = { amount: 2000, currency: "usd", payment_method: visa }
    expect((await post("payments", payment, "number-as-id")).status).toBe(400)
    expect(found((await everythingStored()).text)).toEqual([])
    expect(found([...answers, ...told(), ...logs].join("\n"))).toEqual([])
  })

  it("reaches none of them when a client writes it into free text: its last four digits are kept", async () => {
    const { answers, everythingStored, logs, post, told } = await start()
    for (const [at, number] of numbers.entries()) {
      const text = `paid with ${groups(number, " ")} and ${groups(number, "-")}, that is ${number}`
      const made = await post(
        "payments",
        {
          amount: 2000,
          currency: "usd",
          payment_method: "pm_card_visa",
          description: text,
          metadata: { [`card ${number}`]: number, note: text, order: "1234567890123456" }
        },
        `free-text-${at}`
      )
      expect(made.status).toBe(200)
      expect(made.body.description).toMatch(new RegExp(`\\*${number.slice(-4)}$`))
      expect(made.body.metadata.order).toBe("1234567890123456")
      await post("customers", { email: `jo${at}@example.com`, name: text, metadata: { note: text } }, `customer-${at}`)
    }
    const { contents, text } = await everythingStored()
    expect(contents.find(({ name }) => name === "cards_payments")?.rows).toHaveLength(numbers.length)
    expect(found(text)).toEqual([])
    expect(found([...answers, ...told(), ...logs].join("\n"))).toEqual([])
  })

  it("reaches none of them as an idempotency key", async () => {
    const { answers, everythingStored, logs, post, told } = await start()
    const visa = "4242424242424242"
    const payment = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }
    const first = await post("payments", payment, visa)
    const again = await post("payments", payment, visa)
    expect([first.status, again.body.id]).toEqual([200, first.body.id])
    expect((await post("payments", { ...payment, amount: 3000 }, visa)).status).toBe(409)
    expect(found((await everythingStored()).text)).toEqual([])
    expect(found([...answers, ...told(), ...logs].join("\n"))).toEqual([])
  })

  it("reaches none of them when something breaks on our side", async () => {
    const { answers, everythingStored, logs, outage, post, told } = await start()
    outage.signer = true
    expect((await post("payment_methods", cardOf("4242424242424242"), "broken")).status).toBe(500)
    expect(logs.join("\n")).toContain("The key store does not answer")
    expect(found((await everythingStored()).text)).toEqual([])
    expect(found([...answers, ...told(), ...logs].join("\n"))).toEqual([])
  })
})

describe("C54: a security code", () => {
  it("is not kept", async () => {
    const { everythingStored, post } = await start()
    // Four digits, so that it seldom appears by chance.
    await post("payment_methods", cardOf("378282246310005", { cvc: "8391" }), "amex")
    const { contents } = await everythingStored()
    const kept = contents.filter(({ name }) => name === "cards_payment_methods" || name === "idempotency_records")
    const documents = kept.flatMap(({ rows }) => rows.map((row) => JSON.parse(row.state ?? row.body)))
    expect(documents).toHaveLength(2)
    for (const document of documents) {
      const values = JSON.stringify({ ...document, id: "", card: { ...document.card, fingerprint: "" } })
      expect(values).not.toContain("8391")
      expect(values.toLowerCase()).not.toContain("cvc")
    }
  })
})
