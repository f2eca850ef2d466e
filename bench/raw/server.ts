/**
 * The raw ceiling server: `node:http` and `node:sqlite` by hand, the fastest durable payments API this runtime gives
 * without a framework. Benches compare the engine with it; it is not a product and does only what they ask for.
 *
 * Started with the same environment as the bundled server: `PORT`, `HOST`, `BURSAR_DATA`, `BURSAR_CARDS_ACCOUNTS`.
 */
import { mkdirSync, readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { IncomingMessage, ServerResponse } from "node:http"
import { formatSeconds, nowSeconds, renderList } from "./payment.ts"
import { openRawStore } from "./store.ts"
import type { PaymentUnit, UnitOutcome } from "./store.ts"
import { buildUnit, paymentsPath } from "./unit.ts"
import { parseCreate, parseListQuery } from "./validate.ts"

const requiredSetting = (name: string): string => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set`)
  return value
}

/** The request body limit of the cards service, 1 MiB. */
const bodyLimitBytes = 1_048_576

const folder = requiredSetting("BURSAR_DATA")
mkdirSync(folder, { recursive: true })
const store = openRawStore(folder)

interface ConfiguredAccount {
  readonly id: string
  readonly keys: ReadonlyArray<string>
}
const accounts = JSON.parse(readFileSync(requiredSetting("BURSAR_CARDS_ACCOUNTS"), "utf8")) as Array<ConfiguredAccount>
const accountOfAuthorization = new Map<string, string>(
  accounts.flatMap((account) => account.keys.map((key) => [`Bearer ${key}`, account.id] as const))
)

let requestCount = 0

const answer = (response: ServerResponse, status: number, body: string, replayed = false): void => {
  requestCount += 1
  const headers = [
    "content-type",
    "application/json",
    "content-length",
    String(Buffer.byteLength(body)),
    "request-id",
    `req_${requestCount}`
  ]
  if (replayed) headers.push("idempotent-replayed", "true")
  response.writeHead(status, headers)
  response.end(body)
}

const refuse = (response: ServerResponse, status: number, code: string, parameter: string | null = null): void =>
  answer(
    response,
    status,
    JSON.stringify({ error: { type: "validation_error", code, message: code, param: parameter } })
  )

const settle = (response: ServerResponse, unit: PaymentUnit, outcome: UnitOutcome): void => {
  if (outcome.kind === "written") return answer(response, 200, unit.answer)
  if (outcome.kind === "failed") return refuse(response, 500, "internal_error")
  const { reply } = outcome
  if (reply.fingerprint !== unit.idempotency?.fingerprint) {
    return refuse(response, 409, "idempotency_key_reused", "idempotency_key")
  }
  answer(response, reply.status, reply.body, true)
}

const createPayment = (response: ServerResponse, account: string, key: string | undefined, text: string): void => {
  const input = parseCreate(text)
  if ("parameter" in input) return refuse(response, 400, "parameter_invalid", input.parameter)
  const unit = buildUnit({ account, key, text, input, request: `req_${requestCount + 1}` })
  store.commit(unit, (outcome) => settle(response, unit, outcome))
}

const receiveBody = (request: IncomingMessage, response: ServerResponse, use: (text: string) => void): void => {
  const chunks: Array<Buffer> = []
  let length = 0
  request.on("data", (chunk: Buffer) => {
    chunks.push(chunk)
    length += chunk.length
  })
  request.on("end", () => {
    if (length > bodyLimitBytes) return refuse(response, 413, "request_too_large")
    const [first] = chunks
    use(chunks.length === 1 && first !== undefined ? first.toString() : Buffer.concat(chunks).toString())
  })
}

const listPayments = (response: ServerResponse, account: string, queryText: string | undefined): void => {
  const query = parseListQuery(queryText)
  if ("parameter" in query) return refuse(response, 400, "parameter_invalid", query.parameter)
  answer(response, 200, renderList(store.listPayments(account, query.beforeSeq, query.limit + 1), query.limit))
}

const retrievePayment = (response: ServerResponse, account: string, id: string): void => {
  const payment = store.findPayment(account, id)
  if (payment === undefined) return refuse(response, 404, "resource_missing", "id")
  answer(response, 200, payment)
}

const handle = (request: IncomingMessage, response: ServerResponse): void => {
  const url = request.url ?? "/"
  if (url === "/ready") return answer(response, 200, `{"status":"ready","at":"${formatSeconds(nowSeconds())}"}`)
  const account = accountOfAuthorization.get(request.headers.authorization ?? "")
  if (account === undefined) return refuse(response, 401, "invalid_api_key")
  const question = url.indexOf("?")
  const path = question === -1 ? url : url.slice(0, question)
  if (path === paymentsPath && request.method === "POST") {
    const key = request.headers["idempotency-key"]
    return receiveBody(request, response, (text) =>
      createPayment(response, account, typeof key === "string" ? key : undefined, text)
    )
  }
  if (request.method === "GET" && path === paymentsPath) {
    return listPayments(response, account, question === -1 ? undefined : url.slice(question + 1))
  }
  if (request.method === "GET" && path.startsWith(`${paymentsPath}/`)) {
    return retrievePayment(response, account, path.slice(paymentsPath.length + 1))
  }
  return refuse(response, 404, "unknown_endpoint")
}

const server = createServer(handle)
server.listen(Number(requiredSetting("PORT")), requiredSetting("HOST"))
process.once("SIGTERM", () => {
  server.close(() => {
    store.close()
    process.exit(0)
  })
  server.closeIdleConnections()
})
