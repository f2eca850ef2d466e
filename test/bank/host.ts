/** An engine with the bank plugin for tests: in memory, at a time that stands still, with repeatable ids. */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { onTestFinished } from "vitest"
import { hidden } from "../../plugins/bank/accounts.ts"
import { eventData } from "../../plugins/bank/event-data.ts"
import { receive } from "../../plugins/bank/inbox.ts"
import type { RailEvent } from "../../plugins/bank/Rail.ts"
import { bank, testClient, type BankOptions } from "../../plugins/bank/index.ts"
import type { BankEventType, ClientConfig } from "../../plugins/bank/index.ts"
import type { CoreServices } from "../../src/plugin.ts"
import { Signer } from "../../src/services/Signer.ts"
import * as TestEngine from "../../src/testing/TestEngine.ts"

/** A Wednesday at noon in New York that is a banking day. */
export const startOfTests = "2026-06-17T16:00:00.000Z"

/** A token of an administrator who is no client. */
export const adminToken = "bank-admin-token-for-tests"

export const adminHeaders = { authorization: `Bearer ${adminToken}`, "x-api-key": undefined }

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: any
}

type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string | undefined>>
) => Promise<Reply>

export interface Host {
  readonly engine: TestEngine.TestEngine
  /** Asks as the sandbox client, by its key. */
  readonly ask: Ask
  /** Asks as the administrator. */
  readonly admin: Ask
  /** Initiates a payment under a key of its own. */
  readonly pay: (
    body?: Readonly<Record<string, unknown>>,
    headers?: Readonly<Record<string, string | undefined>>
  ) => Promise<Reply>
  /** A payment as its owner sees it. */
  readonly payment: (id: string) => Promise<any>
}

const party = (name: string, accountNumber: string, routingNumber: string) => ({
  name,
  accountNumber,
  accountType: "checking",
  routingNumber,
  address: { street: "1 Main St", city: "Austin", state: "TX", postalCode: "78701" }
})

/** The parties of a payment over FedNow. */
export const originator = party("Acme Corp", "1234567890", "099900014")
export const beneficiary = party("Jane Roe", "9000000000", "099900027")

/** A body of an ordinary payment. */
export const paymentBody = (change: Readonly<Record<string, unknown>> = {}) => ({
  amount: 125_000,
  originator,
  beneficiary,
  remittanceInfo: "Invoice 42",
  purposeCode: "SUPP",
  referenceId: "INV-42",
  ...change
})

/** A payment to a scripted account of the simulated network. */
export const to = (accountNumber: string, change: Readonly<Record<string, unknown>> = {}) =>
  paymentBody({ beneficiary: { ...beneficiary, accountNumber }, ...change })

/** A second client, with what it may do. */
export const client = (clientId: string, change: Partial<ClientConfig> = {}): ClientConfig => ({
  clientId,
  clientSecret: `secret-of-${clientId}`,
  apiKey: `key-of-${clientId}`,
  name: clientId,
  ...change
})

/** Headers by which a client shows its key. */
export const keyOf = ({ apiKey }: Pick<ClientConfig, "apiKey">) => ({
  "x-api-key": apiKey,
  authorization: undefined
})

/** Throws where the data of an event are not what is documented of it, or more. */
export const fitsDescription = ({
  data,
  eventType
}: {
  readonly data: unknown
  readonly eventType: BankEventType
}): void => {
  if (!(eventType in eventData)) return
  Schema.decodeUnknownSync(eventData[eventType] as Schema.Decoder<unknown>, { onExcessProperty: "error" })(data)
}

const signerOfTests = Signer.fromMasterKey({ masterKey: new Uint8Array(32).fill(0x42) })

/** An account of a customer as the books of a test engine name it. */
export const inBooks = (account: string): string => hidden(signerOfTests, account)

/** Brings news of a network, as the connection of its rail would. */
export const hear = ({ engine }: Host, news: RailEvent): Promise<void> =>
  engine.call(receive(news) as Effect.Effect<void, unknown, CoreServices>)

let keys = 0

/** An idempotency key that no other request of these tests has. */
export const freshKey = () => `key-${(keys += 1)}`

/** Starts an engine that is closed when the test ends. */
export const startHost = async (
  options: {
    readonly bank?: Partial<BankOptions>
    readonly engine?: Partial<TestEngine.TestEngineOptions<never>>
  } = {}
): Promise<Host> => {
  const engine = await TestEngine.make({
    plugins: [
      bank({
        mode: "sandbox",
        adminToken,
        requestsPerMinute: 100_000,
        ...options.bank
      })
    ],
    clock: startOfTests,
    ...options.engine
  })
  onTestFinished(() => engine.close())
  // Whatever a test is about: every event that it caused is what the description of the API says (decisions B149).
  onTestFinished(() => {
    for (const { body } of engine.notifier.requests) fitsDescription(JSON.parse(String(body)))
  })
  const asking =
    (own: Readonly<Record<string, string | undefined>>): Ask =>
    async (method, path, body, headers = {}) => {
      const { json, ...answer } = await engine.request(method, `/bank${path}`, body, {
        authorization: undefined,
        ...own,
        ...headers
      })
      return { status: answer.status, headers: answer.headers, body: json }
    }
  const ask = asking({ "x-api-key": testClient.apiKey })
  return {
    engine,
    ask,
    admin: asking(adminHeaders),
    pay: (body = {}, headers = {}) =>
      ask("POST", "/v2/payments/instant", paymentBody(body), { "idempotency-key": freshKey(), ...headers }),
    payment: async (id) => (await ask("GET", `/v2/payments/instant/${id}`)).body.data
  }
}
