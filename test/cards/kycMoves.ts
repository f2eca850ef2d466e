/** The moves of tests about verifications: a customer, a submission, and what has become of it. */
import * as Layer from "effect/Layer"
import { KycProvider, testAccount, type KycProviderImplementation } from "../../plugins/cards/index.ts"
import { startHost, testKey, type Reply } from "./host.ts"
import { front } from "./kycImages.ts"

const account = "acct_kyc"

export const passport = { document_type: "passport", document_front: front } as const

/** A host with a customer who is to be verified. */
export const startKyc = async (options: Parameters<typeof startHost>[0] = {}, customer: object = {}) => {
  const accounts = [
    { id: account, keys: [testKey] },
    { id: "acct_other", keys: ["sk_test_stranger_0"] }
  ]
  const host = await startHost({ ...options, cards: { accounts, ...options.cards } })
  const made = await host.ask("POST", "/v2/customers", { email: "ada@example.com", ...customer })
  const id = made.body.id as string
  const submit = (body: object = {}, headers: Readonly<Record<string, string>> = {}) =>
    host.ask("POST", `/v2/customers/${id}/kyc`, { ...passport, ...body }, headers)
  const status = async () => (await host.ask("GET", `/v2/customers/${id}`)).body.kyc_status as string
  const latest = async () => (await host.ask("GET", `/v2/customers/${id}/kyc`)).body
  /** Submits and waits until there is a result: what is shown of it. */
  const verify = async (body: object = {}) => {
    const { body: begun } = await submit(body)
    await host.engine.clock.advance("61 seconds")
    return (await host.ask("GET", `/v2/customers/${id}/kyc/${begun.verification_id}`)).body
  }
  /** Types of the events about the customer's verifications and itself, oldest first. */
  const told = async (): Promise<ReadonlyArray<string>> => {
    const { body } = await host.ask("GET", "/v2/events?limit=100")
    return body.data.map(({ type }: { type: string }) => type).reverse()
  }
  const caller = (key: { readonly idempotencyKey?: string } = {}) =>
    host.engine.caller({ principal: testAccount(account), ...key })
  return { ...host, caller, customer: id, submit, status, latest, verify, told }
}

export type KycHost = Awaited<ReturnType<typeof startKyc>>

/** Starts with a provider of the host's own for test mode. */
export const startWith = (
  implementation: Partial<KycProviderImplementation>,
  options: Parameters<typeof startHost>[0] = {},
  customer: object = {}
) => {
  const providers = KycProvider.make({
    name: "own",
    testMode: "own",
    start: () => ({ outcome: "pending" }),
    check: () => ({ outcome: "pending" }),
    ...implementation
  })
  const layers = Layer.succeed(KycProvider, providers)
  return startKyc({ ...options, engine: { ...options.engine, layers } as never }, customer)
}

/** The refusal of a reply in short. */
export const refusalOf = ({ body, status }: Reply) => [status, body.error.type, body.error.code, body.error.param]
