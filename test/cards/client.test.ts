import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import { CardsRequestFailed, makeCardsClient, type CardsClientOptions } from "../../plugins/cards/client.ts"
import { startHost, testKey, type Host } from "./host.ts"

const options: CardsClientOptions = { baseUrl: "http://host.test/cards", secretKey: Redacted.make(testKey), retries: 2 }

/** Runs a program with a client whose requests go straight to the engine. */
const withClient = <A, E>(
  host: Host,
  program: (client: Effect.Success<ReturnType<typeof makeCardsClient>>) => Effect.Effect<A, E>,
  more: Partial<CardsClientOptions> = {}
): Promise<A> => {
  const fetch: typeof globalThis.fetch = (input, init) => host.engine.fetch(new Request(input, init))
  return Effect.runPromise(
    makeCardsClient({ ...options, ...more }).pipe(
      Effect.flatMap(program),
      Effect.provide(FetchHttpClient.layer),
      Effect.provideService(FetchHttpClient.Fetch, fetch)
    )
  )
}

const payload = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" } as const

describe("C18: the typed client", () => {
  it("authenticates, and reads answers by their schemas", async () => {
    const host = await startHost()
    const customer = await withClient(host, (client) =>
      client.customers.create({ payload: { email: "ada@example.com", name: "Ada" } })
    )
    expect(customer).toMatchObject({ object: "customer", email: "ada@example.com", kyc_status: "not_started" })
    const read = await withClient(host, (client) => client.customers.retrieve({ params: { id: customer.id } }))
    expect(read).toEqual(customer)
  })

  it("names the region", async () => {
    const host = await startHost()
    const paid = await withClient(host, (client) => client.payments.create({ payload }), { region: "eu-west-1" })
    expect((await host.ask("GET", `/v2/payments/${paid.id}`)).status).toBe(404)
    const there = await host.ask("GET", `/v2/payments/${paid.id}`, undefined, { "svc-data-region": "eu-west-1" })
    expect(there.status).toBe(200)
  })

  it("repeats a request whose answer was lost, under one key: the payment is made once", async () => {
    const host = await startHost()
    await host.ask("POST", "/v2/test_helpers/faults", { operation: "POST /v2/payments", kind: "lost_answer", times: 1 })
    const paid = await withClient(host, (client) => client.payments.create({ payload }))
    expect(paid.status).toBe("succeeded")
    expect((await host.ask("GET", "/v2/payments")).body.data.map((entry: { id: string }) => entry.id)).toEqual([
      paid.id
    ])
  })

  it("fails with what the service says", async () => {
    const host = await startHost()
    const declined = await withClient(host, (client) =>
      Effect.flip(client.payments.create({ payload: { ...payload, payment_method: "pm_card_declined" } }))
    )
    expect(declined).toBeInstanceOf(CardsRequestFailed)
    expect(declined).toMatchObject({ status: 402, type: "card_error", code: "card_declined" })
    const wrongKey = await withClient(host, (client) => Effect.flip(client.payments.list({ query: {} })), {
      secretKey: Redacted.make("sk_live_0123456789")
    })
    expect(wrongKey).toMatchObject({ status: 401, code: "live_key_in_sandbox" })
  })
})
