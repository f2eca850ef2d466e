/** Hand-written validation of the two inputs of the raw ceiling server: the create body and the list query. */

/** A valid create body; what the caller left out has its default. */
export interface CreateInput {
  readonly amountMinor: number
  readonly currency: string
  readonly paymentMethod: string
  readonly customer: string | undefined
  readonly description: string | null
  readonly captureMethod: "automatic" | "manual"
  readonly metadata: Readonly<Record<string, string>>
}

/** The first parameter that breaks a rule. */
export interface Refusal {
  readonly parameter: string
}

/** The currencies that the cards service accepts. */
const currencies = new Set(
  "usd eur gbp jpy inr aud cad chf cny sek nok dkk nzd sgd hkd krw mxn brl zar pln czk huf ron vnd try ils aed sar thb myr idr php twd clp kwd".split(
    " "
  )
)

const createParameters = new Set(
  "amount currency payment_method customer capture_method description metadata idempotency_key".split(" ")
)

/** Limits of the create body: spec cards §4; the greatest amount is ISO 8583 field 4, twelve digits. */
const limits = {
  amountMin: 50,
  amountMax: 999_999_999_999,
  description: 500,
  metadataPairs: 20,
  metadataKey: 40,
  metadataValue: 500
}

const isAbsent = (value: unknown): value is undefined => value === undefined

const isMetadata = (value: unknown): value is Record<string, string> => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false
  let pairs = 0
  for (const key in value) {
    const text = (value as Record<string, unknown>)[key]
    if (key.length > limits.metadataKey || typeof text !== "string" || text.length > limits.metadataValue) return false
    pairs += 1
  }
  return pairs <= limits.metadataPairs
}

const firstBrokenParameter = (body: Record<string, unknown>): string | undefined => {
  const { amount, currency, payment_method, customer, capture_method, description, metadata } = body
  if (!Number.isInteger(amount)) return "amount"
  if ((amount as number) < limits.amountMin || (amount as number) > limits.amountMax) return "amount"
  if (typeof currency !== "string" || !currencies.has(currency)) return "currency"
  if (typeof payment_method !== "string" || !payment_method.startsWith("pm_")) return "payment_method"
  if (!isAbsent(customer) && (typeof customer !== "string" || !customer.startsWith("cus_"))) return "customer"
  if (!isAbsent(capture_method) && capture_method !== "automatic" && capture_method !== "manual") {
    return "capture_method"
  }
  if (!isAbsent(description) && (typeof description !== "string" || description.length > limits.description)) {
    return "description"
  }
  if (!isAbsent(metadata) && !isMetadata(metadata)) return "metadata"
  for (const key in body) if (!createParameters.has(key)) return key
  return undefined
}

/** Parses and checks the text of a create request. */
export const parseCreate = (text: string): CreateInput | Refusal => {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return { parameter: "body" }
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) return { parameter: "body" }
  const fields = body as Record<string, unknown>
  const parameter = firstBrokenParameter(fields)
  if (parameter !== undefined) return { parameter }
  return {
    amountMinor: fields["amount"] as number,
    currency: fields["currency"] as string,
    paymentMethod: fields["payment_method"] as string,
    customer: fields["customer"] as string | undefined,
    description: (fields["description"] as string | undefined) ?? null,
    captureMethod: (fields["capture_method"] as CreateInput["captureMethod"] | undefined) ?? "automatic",
    metadata: (fields["metadata"] as Record<string, string> | undefined) ?? {}
  }
}

/** A valid list query: 1 to 100 entries (20 when left out), below the sequence of the cursor. */
export interface ListQuery {
  readonly limit: number
  readonly beforeSeq: number
}

/** Checks the query text after the question mark; absent means the first page of 20. */
export const parseListQuery = (text: string | undefined): ListQuery | Refusal => {
  const query = new URLSearchParams(text ?? "")
  const limit = Number(query.get("limit") ?? "20")
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) return { parameter: "limit" }
  const cursor = query.get("cursor")
  if (cursor === null) return { limit, beforeSeq: Number.MAX_SAFE_INTEGER }
  const seq = /^cur_(\d{1,15})$/.exec(cursor)?.[1]
  return seq === undefined ? { parameter: "cursor" } : { limit, beforeSeq: Number(seq) }
}
