/**
 * The requests that benches send, as data that can travel to the load process and as functions that render the bytes.
 * A new kind of request is one more entry in `RequestPlan` and one more row in `renderers`.
 */

/** Spreads the load over several keys of one account, because the rate limits count per key. */
interface Authorized {
  readonly keys: ReadonlyArray<string>
  /** What is spoken to; `ourApi` where it is left out. */
  readonly api?: PaymentApi
}

/** How an API of payments is spoken to: the same work has other words elsewhere. */
export interface PaymentApi {
  readonly path: string
  readonly contentType: string
  /** The body of every create. */
  readonly body: string
  /** The parameter of a list that says where a page begins. */
  readonly cursor: string
  /** The header that holds the key; without it a bearer token is sent. */
  readonly keyHeader?: string
}

/** Creates with a fresh idempotency key each; `run` must be new for every load, the keys derive from it. */
export interface CreatePlan extends Authorized {
  readonly kind: "create"
  readonly run: number
}

/** Retrieves over and over the given payments, in a scattered order. */
export interface RetrievePlan extends Authorized {
  readonly kind: "retrieve"
  readonly ids: ReadonlyArray<string>
}

/** Lists one page; `cursors` empty is the first page, otherwise they are taken in turn. */
export interface ListPlan extends Authorized {
  readonly kind: "list"
  readonly limit: number
  readonly cursors: ReadonlyArray<string>
}

/** Repeats the first `count` creates of an earlier run, byte for byte, in a scattered order. */
export interface ReplayPlan extends Authorized {
  readonly kind: "replay"
  readonly run: number
  readonly count: number
}

/** Takes the plans in turn, each as often as its share says. */
export interface MixedPlan {
  readonly kind: "mixed"
  readonly parts: ReadonlyArray<{ readonly share: number; readonly plan: SinglePlan }>
}

/** A request without a body that answers at once; used to find what the load generator itself can do. */
export interface PingPlan {
  readonly kind: "ping"
}

export type SinglePlan = CreatePlan | RetrievePlan | ListPlan | ReplayPlan | PingPlan
export type RequestPlan = SinglePlan | MixedPlan

/** Renders the request number `index` (0, 1, 2 …) of a load as the bytes to send. */
export type RequestFactory = (index: number) => string

/** Where both servers answer for payments. */
export const paymentsPath = "/cards/v2/payments"

/** The body of every create: a card payment of 20.00 USD. */
export const createBody = JSON.stringify({
  amount: 2000,
  currency: "usd",
  payment_method: "pm_card_visa",
  metadata: { order: "1234" }
})

/** The API of the engine and of raw. */
export const ourApi: PaymentApi = {
  path: paymentsPath,
  contentType: "application/json",
  body: createBody,
  cursor: "cursor"
}

/** A 32-bit mixing function (the finalizer of MurmurHash3): neighbouring numbers give unrelated results. */
export const mix = (value: number): number => {
  let mixed = value | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

const hex = (value: number): string => value.toString(16).padStart(8, "0")

/**
 * The idempotency key of create `index` of a run: in the shape of a UUID, which the specification suggests, as scattered
 * as one, unlike that of any other run or index, and the same every time.
 */
export const idempotencyKey = (run: number, index: number): string => {
  // No part is left to count up: long runs of digits are looked at as card numbers may be, and no UUID has them.
  const [first, second, third] = [mix(index ^ run), mix(mix(run) + index), mix(~index)].map(hex)
  return `${first}-${second!.slice(0, 4)}-4${second!.slice(5)}-a${third!.slice(0, 3)}-${third!.slice(3)}${hex(run).slice(1)}`
}

const element = <Value>(values: ReadonlyArray<Value>, index: number): Value => {
  const value = values[index % values.length]
  if (value === undefined) throw new Error("a request plan has an empty list")
  return value
}

const headOf = (line: string, key: string, { keyHeader }: PaymentApi = ourApi): string =>
  `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\n${keyHeader === undefined ? "Authorization: Bearer" : `${keyHeader}:`} ${key}\r\n`

const renderCreate = ({ api = ourApi, keys }: Authorized, run: number, of: { index: number; key: number }): string =>
  `${headOf(`POST ${api.path}`, element(keys, of.index), api)}Content-Type: ${api.contentType}\r\n` +
  `Idempotency-Key: ${idempotencyKey(run, of.key)}\r\nContent-Length: ${api.body.length}\r\n\r\n${api.body}`

const renderers: {
  readonly [Kind in SinglePlan["kind"]]: (plan: Extract<SinglePlan, { kind: Kind }>) => RequestFactory
} = {
  create: (plan) => (index) => renderCreate(plan, plan.run, { index, key: index }),
  replay: (plan) => (index) => renderCreate(plan, plan.run, { index, key: mix(index) % plan.count }),
  retrieve: (plan) => (index) =>
    `${headOf(`GET ${(plan.api ?? ourApi).path}/${element(plan.ids, mix(index))}`, element(plan.keys, index))}\r\n`,
  list: (plan) => (index) => {
    const { cursor: name, path } = plan.api ?? ourApi
    const cursor = plan.cursors.length === 0 ? "" : `&${name}=${encodeURIComponent(element(plan.cursors, index))}`
    return `${headOf(`GET ${path}?limit=${plan.limit}${cursor}`, element(plan.keys, index))}\r\n`
  },
  ping: () => () => "GET /ready HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
}

const makeSingleFactory = (plan: SinglePlan): RequestFactory =>
  (renderers[plan.kind] as (plan: SinglePlan) => RequestFactory)(plan)

/** Builds the factory of a plan; it is called once per request and holds no state but the plan. */
export const makeRequestFactory = (plan: RequestPlan): RequestFactory => {
  if (plan.kind !== "mixed") return makeSingleFactory(plan)
  const wheel = plan.parts.flatMap(({ plan: part, share }) => {
    const factory = makeSingleFactory(part)
    return Array.from({ length: share }, () => factory)
  })
  // The turn is scattered, so that the creates of a mix do not come in a block.
  return (index) => element(wheel, mix(index))(index)
}
