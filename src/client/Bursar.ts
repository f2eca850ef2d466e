/** The client: methods by resource, made of the tables of operations. */
import type { EventStream, RequestOptions, Call } from "./Call.ts"
import { accessTokens, apiKey, bearer, missing, type Credential } from "./credentials.ts"
import { failure, type ServiceName } from "./errors.ts"
import type { AccessToken, Service as BankService } from "./generated/bank.ts"
import { operations as bankOperations } from "./generated/bank-operations.ts"
import type { Service as CardsService } from "./generated/cards.ts"
import { operations as cardsOperations } from "./generated/cards-operations.ts"
import type { Service as DocsService } from "./generated/docs.ts"
import { operations as docsOperations } from "./generated/docs-operations.ts"
import { isOperation, type Operations } from "./Operation.ts"
import { checkOptions, Requester } from "./Requester.ts"
import { webhooks } from "./webhooks.ts"

/** Who the caller is for the bank: its key, or access tokens that the client gets for its secret. */
export type BankCredential =
  | { readonly apiKey: string }
  | {
      readonly clientId: string
      readonly clientSecret: string
      /** The scopes that are wanted, separated by spaces. Default: all of the client's. */
      readonly scope?: string | undefined
    }

/** How the services are reached. A service needs its credential only when it is used. */
export interface BursarOptions {
  /** Where the server is, such as `https://payments.example.com`. */
  readonly baseUrl: string
  /** Where each service is: a path below `baseUrl`, or an address. Default: `/cards`, `/bank`, `/docs`. */
  readonly mounts?: { readonly [Service in ServiceName]?: string | undefined } | undefined
  /** The key for cards, `sk_…`. It may do everything with the account: keep it on your server. */
  readonly secretKey?: string | undefined
  readonly bank?: BankCredential | undefined
  /** The key of the documentation service. */
  readonly docs?: { readonly apiKey: string } | undefined
  /** Where data of cards live. Default: `us-east-1`. */
  readonly region?: RequestOptions["region"]
  /** Versions of the APIs. Default: for cards that of the account, for bank the newest. */
  readonly apiVersions?: { readonly cards?: string | undefined; readonly bank?: string | undefined } | undefined
  /**
   * How long one try may take, in milliseconds. Default: 30,000; for the bank 60,000, since an instant payment is answered
   * when its outcome is known.
   */
  readonly timeoutMs?: number | undefined
  /** How often a request is repeated that met a network error, a time-out, 429, 502, 503 or 504. Default: 3. */
  readonly maxRetries?: number | undefined
  /** Sends requests. Default: the platform's. The `fetch` of an engine in the same process needs no network. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
  /** Waits between tries, at most until the signal is aborted. Default: a timer. Tests give one that does not wait. */
  readonly wait?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined
}

const known: Readonly<Record<keyof BursarOptions, true>> = {
  baseUrl: true,
  mounts: true,
  secretKey: true,
  bank: true,
  docs: true,
  region: true,
  apiVersions: true,
  timeoutMs: true,
  maxRetries: true,
  fetch: true,
  wait: true
}

const defaultTimeoutMs: Readonly<Record<ServiceName, number>> = { cards: 30_000, bank: 60_000, docs: 30_000 }

const defaultRetries = 3

const timer = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted === true) return resolve()
    const done = () => {
      clearTimeout(waiting)
      signal?.removeEventListener("abort", done)
      resolve()
    }
    const waiting = setTimeout(done, ms)
    signal?.addEventListener("abort", done)
  })

const addressOf = ({ baseUrl, mounts }: BursarOptions, service: ServiceName): string => {
  const mount = mounts?.[service] ?? `/${service}`
  const address = /^https?:\/\//.test(mount)
    ? mount
    : `${String(baseUrl).replace(/\/+$/, "")}/${mount.replace(/^\/+/, "")}`
  if (!/^https?:\/\/[^/?#]+(?:\/[^?#]*)?$/.test(address)) {
    throw failure(`\`baseUrl\` must be an address such as https://payments.example.com, not ${baseUrl}`, {
      type: "usage"
    })
  }
  return address.replace(/\/+$/, "")
}

const requesterOf = (options: BursarOptions, service: ServiceName, credential: Credential): Requester => {
  const { apiVersions = {}, fetch, maxRetries, region, timeoutMs, wait } = options
  return new Requester({
    service,
    baseUrl: addressOf(options, service),
    credential,
    timeoutMs: timeoutMs ?? defaultTimeoutMs[service],
    maxRetries: maxRetries ?? defaultRetries,
    region,
    apiVersion: service === "docs" ? undefined : apiVersions[service],
    // Looked up at each call, and called on the global object, as browsers want it.
    fetch: fetch ?? ((request) => globalThis.fetch(request)),
    wait: wait ?? timer
  })
}

type Method = (...args: ReadonlyArray<unknown>) => Call<unknown> | EventStream

interface Methods {
  readonly [name: string]: Method | Methods
}

const methodsOf = (operations: Operations, requester: Requester): Methods =>
  Object.fromEntries(
    Object.entries(operations).map(([name, entry]) => [
      name,
      isOperation(entry)
        ? (...args: ReadonlyArray<unknown>) => requester.call(entry, args)
        : methodsOf(entry, requester)
    ])
  )

const bankCredential = (options: BursarOptions): Credential => {
  const { bank } = options
  if (bank === undefined) return missing("bank", "bank: { apiKey }` or `bank: { clientId, clientSecret }")
  if ("apiKey" in bank) return apiKey(bank.apiKey)
  const { clientId, clientSecret, scope } = bank
  const { tokens } = methodsOf(bankOperations, requesterOf(options, "bank", apiKey(""))) as unknown as BankService
  const asked = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret, scope } as const
  // Whoever needs the token tries again.
  return accessTokens((): Promise<AccessToken> => tokens.create(asked, { maxRetries: 0 }))
}

/** The resources of cards, and those of the other services below `bank` and `docs`. */
export interface Bursar extends CardsService {
  readonly bank: BankService
  readonly docs: DocsService
  /** Reads webhooks that were received. */
  readonly webhooks: typeof webhooks
}

/**
 * A client of the three services: `new Bursar({ baseUrl, secretKey })`. Every POST, PUT and PATCH that takes an idempotency
 * key carries one, so that a repetition cannot do anything twice. Methods reject with `BursarError`.
 */
export const Bursar: new (options: BursarOptions) => Bursar = class {
  readonly bank: BankService
  readonly docs: DocsService
  readonly webhooks = webhooks

  constructor(options = {} as BursarOptions) {
    checkOptions(options, known)
    const { docs, secretKey } = options
    const ofCards = secretKey === undefined ? missing("cards", "secretKey") : bearer(secretKey)
    const ofDocs = docs === undefined ? missing("docs", "docs: { apiKey }") : bearer(docs.apiKey)
    const make = (service: ServiceName, operations: Operations, credential: Credential): unknown =>
      methodsOf(operations, requesterOf(options, service, credential))
    Object.assign(this, make("cards", cardsOperations, ofCards))
    this.bank = make("bank", bankOperations, bankCredential(options)) as BankService
    this.docs = make("docs", docsOperations, ofDocs) as DocsService
  }
} as unknown as new (options: BursarOptions) => Bursar
