import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import { BankRequestFailed, makeBankClient, type BankClientOptions } from "../../plugins/bank/client.ts"
import { testClient } from "../../plugins/bank/index.ts"
import { noWaiting } from "../http/noWaiting.ts"
import { beneficiary, originator, paymentBody, startHost, type Host } from "./host.ts"

const byKey: BankClientOptions["credential"] = { apiKey: Redacted.make(testClient.apiKey) }
const bySecret: BankClientOptions["credential"] = {
  clientId: testClient.clientId,
  clientSecret: Redacted.make(testClient.clientSecret)
}

type Client = Effect.Success<ReturnType<typeof makeBankClient>>

/** Runs a program with a client whose requests go straight to the engine; answers may be lost on the way. */
const withClient = <A, E>(
  host: Host,
  program: (client: Client) => Effect.Effect<A, E>,
  options: Partial<BankClientOptions> & { readonly onRequest?: (request: Request) => "lose" | void } = {}
): Promise<A> => {
  const { onRequest, ...more } = options
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const fate = onRequest?.(request)
    const response = await host.engine.fetch(request)
    if (fate === "lose") throw new TypeError("the connection was lost")
    return response
  }
  return Effect.runPromise(
    makeBankClient({ baseUrl: "http://host.test/bank", credential: byKey, retries: 2, ...more }).pipe(
      Effect.flatMap(program),
      Effect.provide(FetchHttpClient.layer),
      Effect.provideService(FetchHttpClient.Fetch, fetch),
      noWaiting()
    )
  )
}

const payload = paymentBody() as never

describe("B4 B99: the typed client, in the process of the engine", () => {
  it("initiates, and reads what it initiated by the schemas of the API", async () => {
    const host = await startHost()
    const paid = await withClient(host, (client) => client.payments.initiate({ payload }))
    expect(paid.data).toMatchObject({ status: "settled", rail: "fednow", amount: 125_000 })
    const read = await withClient(host, (client) =>
      client.payments.retrieve({ params: { paymentId: paid.data.paymentId } })
    )
    expect(read.data.events.map(({ eventType }) => eventType).at(-1)).toBe("payment.settled")
    const page = await withClient(host, (client) => client.payments.list({ query: { status: "settled" } }))
    expect(page.data.map(({ paymentId }) => paymentId)).toEqual([paid.data.paymentId])
  })

  it("tells a hold from a settlement: 202 has data and error", async () => {
    const host = await startHost()
    const held = await withClient(host, (client) =>
      client.payments.initiate({
        payload: paymentBody({ beneficiary: { ...beneficiary, name: "Zoltan Sanctionov" } }) as never
      })
    )
    expect(held).toMatchObject({ data: { status: "held" }, error: { code: "OFAC_MATCH" } })
  })

  it("registers webhooks, asks for payment, and takes answers of 201 and 202", async () => {
    const host = await startHost()
    const made = await withClient(host, (client) =>
      client.webhooks.register({ payload: { url: "https://client.example/hooks", events: ["*"] } as never })
    )
    expect(made.data.signingSecret).toMatch(/./)
    const { address: _none, ...payer } = beneficiary
    const asked = await withClient(host, (client) =>
      client.rfp.create({ payload: { rail: "rtp", amount: 100, payee: originator, payer } as never })
    )
    expect(asked.data.status).toBe("sent")
  })

  it("repeats a request whose answer was lost, under one key: the payment is made once", async () => {
    const host = await startHost()
    let posts = 0
    const paid = await withClient(host, (client) => client.payments.initiate({ payload }), {
      onRequest: ({ method }) => (method === "POST" && (posts += 1) === 1 ? "lose" : undefined)
    })
    expect([posts, paid.data.status]).toEqual([2, "settled"])
    expect((await host.ask("GET", "/v2/payments/instant")).body.data).toHaveLength(1)
  })

  it("fails with what the service says, and before that with what is wrong with the payload", async () => {
    const host = await startHost()
    const refused = await withClient(host, (client) =>
      Effect.flip(client.payments.initiate({ payload: paymentBody({ amount: 5, purposeCode: "?" }) as never }))
    ).catch((error: unknown) => error)
    // The payload is checked before it is sent: what is wrong with it is told without a journey.
    expect(refused).toBeInstanceOf(Error)
    const unknown = await withClient(host, (client) =>
      Effect.flip(client.payments.retrieve({ params: { paymentId: "pmt_inst_x" } }))
    )
    expect(unknown).toBeInstanceOf(BankRequestFailed)
    expect(unknown).toMatchObject({ status: 404, code: "NOT_FOUND" })
    const wrong = await withClient(host, (client) => Effect.flip(client.payments.list({ query: {} })), {
      credential: { apiKey: Redacted.make("nobody") }
    })
    expect(wrong).toMatchObject({ status: 401, code: "INVALID_API_KEY" })
  })
})

describe("B100 B102: access tokens", () => {
  it("are got once, kept, and renewed when the service does not take them any more", async () => {
    const host = await startHost()
    let granted = 0
    const onRequest = ({ url }: Request) => void (url.endsWith("/auth/token") && (granted += 1))
    await withClient(
      host,
      (client) =>
        Effect.gen(function* () {
          yield* client.payments.list({ query: {} })
          yield* client.payments.list({ query: {} })
          expect(granted).toBe(1)
          // An hour of engine time ends every token, whatever the client's own clock says.
          yield* Effect.promise(() => host.engine.advance("61 minutes"))
          yield* client.payments.list({ query: {} })
          expect(granted).toBe(2)
        }),
      { credential: bySecret, onRequest }
    )
    const refused = await withClient(host, (client) => Effect.flip(client.payments.list({ query: {} })), {
      credential: { clientId: testClient.clientId, clientSecret: Redacted.make("wrong") }
    })
    expect(refused).toMatchObject({ status: 401, code: "INVALID_API_KEY" })
  })

  it("are asked for again by the request after one that got none", async () => {
    const host = await startHost()
    let asked = 0
    const onRequest = ({ url }: Request) => (url.endsWith("/auth/token") && (asked += 1) === 1 ? "lose" : undefined)
    const listTwice = (client: Client) => {
      const list = client.payments.list({ query: {} })
      return Effect.all([Effect.flip(list), list])
    }
    const [lost, page] = await withClient(host, listTwice, { credential: bySecret, retries: 0, onRequest })
    expect([lost._tag, page.data]).toEqual(["HttpClientError", []])
  })
})
