/** What the raw ceiling server answers: ids, timestamps, and the documents of a payment, its event and a list page. */
import { randomBytes } from "node:crypto"
import type { ListedPayment } from "./store.ts"
import type { CreateInput } from "./validate.ts"

const randomPool = { bytes: Buffer.alloc(0), offset: 0 }

const randomHex = (): string => {
  if (randomPool.offset === randomPool.bytes.length) {
    // One call for 1,024 ids: the system call costs more than the bytes.
    randomPool.bytes = randomBytes(8 * 1024)
    randomPool.offset = 0
  }
  const start = randomPool.offset
  randomPool.offset += 8
  return randomPool.bytes.toString("hex", start, start + 8)
}

/** Epoch milliseconds. */
const nowMs = (): number => performance.timeOrigin + performance.now()

/** Epoch seconds, rounded down. */
export const nowSeconds = (): number => Math.floor(nowMs() / 1000)

/** A new id that sorts by time, so that the newest rows share index pages. */
export const makeId = (prefix: "pay" | "evt" | "jrn"): string =>
  `${prefix}_${Math.floor(nowMs()).toString(36).padStart(9, "0")}${randomHex()}`

const twoDigits = (value: number): string => (value < 10 ? `0${value}` : `${value}`)

/** The civil date of a day number since 1970-01-01, by Hinnant's `civil_from_days` for years from 1970 on. */
const dateOfDay = (day: number): string => {
  const shifted = day + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${year}-${twoDigits(month)}-${twoDigits(dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1)}`
}

const lastFormatted = { seconds: -1, text: "" }

/** An ISO 8601 UTC timestamp with whole seconds. The last one is kept, because most answers of a second share it. */
export const formatSeconds = (seconds: number): string => {
  if (seconds === lastFormatted.seconds) return lastFormatted.text
  const day = Math.floor(seconds / 86_400)
  const rest = seconds - day * 86_400
  const time = [Math.floor(rest / 3600), Math.floor(rest / 60) % 60, rest % 60].map(twoDigits).join(":")
  lastFormatted.seconds = seconds
  lastFormatted.text = `${dateOfDay(day)}T${time}Z`
  return lastFormatted.text
}

/** The JSON of a payment: the documented fields and the additive ones (authorization, strong authentication, failure). */
export const renderPayment = (id: string, input: CreateInput, createdAt: number): string => {
  const captured = input.captureMethod === "automatic"
  return JSON.stringify({
    id,
    object: "payment",
    amount: input.amountMinor,
    amount_captured: captured ? input.amountMinor : 0,
    amount_refunded: 0,
    currency: input.currency,
    status: captured ? "succeeded" : "pending",
    payment_method: input.paymentMethod,
    customer: input.customer,
    description: input.description,
    metadata: input.metadata,
    capture_method: input.captureMethod,
    created_at: formatSeconds(createdAt),
    livemode: false,
    risk: { score: 0, level: "low", signals: [], outcome: "approved" },
    authorization: {
      state: captured ? "captured" : "authorized",
      amount_authorized: input.amountMinor,
      amount_capturable: captured ? 0 : input.amountMinor,
      capture_before: null,
      released_amount: 0,
      release_expected_by: null
    },
    sca: { decision: "not_required", exemption: null, reason: "out_of_scope_one_leg", counters: null },
    failure: null,
    disputed: false,
    dispute: null
  })
}

/** The JSON of the event that a create leaves behind; `request` names the id of the HTTP request. */
export const renderEvent = (facts: {
  readonly id: string
  readonly createdAt: number
  readonly request: string
  readonly idempotencyKey: string | undefined
  readonly payment: string
}): string =>
  `{"id":"${facts.id}","object":"event","type":"payment.succeeded","created_at":"${formatSeconds(facts.createdAt)}",` +
  `"livemode":false,"api_version":"2026-01-15","region":"us-east-1","request":{"id":"${facts.request}",` +
  `"idempotency_key":${facts.idempotencyKey === undefined ? "null" : JSON.stringify(facts.idempotencyKey)}},` +
  `"data":${facts.payment}}`

/** The list envelope; `rows` holds one row more than `limit` when there is a further page. */
export const renderList = (rows: ReadonlyArray<ListedPayment>, limit: number): string => {
  const hasMore = rows.length > limit
  const page = hasMore ? rows.slice(0, limit) : rows
  return JSON.stringify({
    object: "list",
    data: page.map(([, id, amount, currency, status, createdAt]) => ({
      id,
      amount,
      currency,
      status,
      created_at: formatSeconds(createdAt)
    })),
    has_more: hasMore,
    next_cursor: hasMore ? `cur_${page.at(-1)?.[0]}` : null
  })
}
