/** Bodies and looks at ACH payments, for the tests. */
import { expect } from "vitest"
import { freshKey, type Host, type Reply } from "../host.ts"

const address = { street: "1 Main St", city: "Austin", state: "TX", postalCode: "78701" }

export const achOriginator = {
  name: "Acme Corp",
  companyId: "1234567890",
  companyName: "ACME CORP",
  accountNumber: "1234567890",
  accountType: "checking",
  routingNumber: "099900014",
  address
}

export const receiver = {
  name: "Jane Roe",
  accountNumber: "9000000000",
  accountType: "checking",
  routingNumber: "099900069",
  identificationNumber: "EMP-7",
  address
}

/** A body of an ordinary credit. */
export const achBody = (change: Readonly<Record<string, unknown>> = {}) => ({
  direction: "credit",
  amount: 250_000,
  secCode: "PPD",
  originator: achOriginator,
  receiver,
  companyEntryDescription: "PAYROLL",
  referenceId: "PAY-7",
  ...change
})

/** A body to a scripted account. */
export const achTo = (accountNumber: string, change: Readonly<Record<string, unknown>> = {}) =>
  achBody({ receiver: { ...receiver, accountNumber }, ...change })

/** Creates an entry under a key of its own. */
export const post = (host: Host, body: unknown, headers: Readonly<Record<string, string | undefined>> = {}) =>
  host.ask("POST", "/v2/payments/ach", body, { "idempotency-key": freshKey(), ...headers })

/** Asks for something that moves money, under a key of its own. */
export const act = (host: Host, id: string, what: string, body?: unknown): Promise<Reply> =>
  host.ask("POST", `/v2/payments/ach/${id}/${what}`, body, { "idempotency-key": freshKey() })

/** The id of a new entry. */
export const created = async (host: Host, body: unknown): Promise<string> => {
  const { body: answer, status } = await post(host, body)
  expect([status, answer.error ?? answer.errors], JSON.stringify(answer)).toEqual([201, undefined])
  return answer.data.paymentId
}

/** An entry as its owner sees it. */
export const shown = async (host: Host, id: string): Promise<any> =>
  (await host.ask("GET", `/v2/payments/ach/${id}`)).body.data

/** Moves engine time to a moment, given with its offset from UTC. */
export const until = (host: Host, time: string): Promise<Reply> =>
  host.ask("POST", "/v2/simulator/clock", { set: time })

/** Steps of a payment in the books, each with the accounts that it moves between. */
export const steps = async (host: Host, id: string): Promise<ReadonlyArray<string>> => {
  const { body } = await host.admin("GET", `/v2/admin/ledger/entries?paymentId=${id}`)
  return body.data.map(({ postings, step }: any) => {
    const [from, to] = postings.map(({ account }: any) => account.split(":")[0])
    return `${step.split(":")[0]} ${from}>${to}`
  })
}

/** The events of a payment, without what their names have in common. */
export const events = (payment: any): ReadonlyArray<string> =>
  payment.events.map(({ eventType }: any) => eventType.replace("payment.", ""))

/** Alerts, newest first. */
export const alerts = async (host: Host): Promise<ReadonlyArray<any>> =>
  (await host.admin("GET", "/v2/admin/alerts")).body.data

/** Every message of the operator about a payment. */
export const operatorLog = async (host: Host, id: string): Promise<ReadonlyArray<any>> =>
  (await host.ask("GET", `/v2/simulator/network/messages?paymentId=${id}`)).body.data

/** Events that were told over webhooks, in order. */
export const told = ({ engine }: Host): ReadonlyArray<any> =>
  engine.notifier.requests.map(({ body }) => JSON.parse(String(body)))

/** Registers a webhook for everything. */
export const listen = (host: Host) =>
  host.ask("POST", "/v2/webhooks", { url: "https://client.example/hooks", events: ["*"] })
