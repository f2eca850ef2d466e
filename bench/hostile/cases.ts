/** Where hostile bodies go: endpoints of every size of the three services, with what they need to exist. */
import { setTimeout as pause } from "node:timers/promises"
import { exchange } from "../exchange.ts"
import { harmful, type Names } from "./bodies.ts"
import type { HostileCase } from "./sender.ts"

const mebibyte = 1_048_576

/** What the bundled server made at its first start. */
export interface Credentials {
  readonly bank: { readonly apiKey: string }
  readonly docs: { readonly apiKey: string; readonly webhookSecret: string }
  readonly admin: { readonly token: string }
}

type Headers = Readonly<Record<string, string>>

const callers = ({ admin, bank, docs }: Credentials, cardsKey: string) => ({
  anybody: {},
  cards: { authorization: `Bearer ${cardsKey}` },
  bank: { "x-api-key": bank.apiKey },
  admin: { authorization: `Bearer ${admin.token}` },
  docs: { authorization: `Bearer ${docs.apiKey}` },
  hook: { "x-docs-secret": docs.webhookSecret },
  signed: Object.fromEntries(
    ["x-hub-signature-256", "x-gitea-signature", "x-forgejo-signature", "x-gogs-signature", "webhook-signature"].map(
      (name) => [name, "sha256=0"]
    )
  )
})

type Callers = ReturnType<typeof callers>

const api = "/docs/api/docs/v1"

/** Every `each`-th kind of harmful body at an endpoint, the others at the next ones. */
const harmfulCases = (who: Callers, each: number): ReadonlyArray<HostileCase> => {
  const text = { field: "text", list: "customRules" }
  const source = { field: "content", list: "content" }
  const push = { field: "text", list: "commits" }
  const rows: ReadonlyArray<readonly [HostileCase["method"], string, number, Names, Headers]> = [
    ["POST", "/cards/v2/payments", mebibyte, { field: "description", list: "metadata" }, who.cards],
    ["POST", "/cards/v2/customers", mebibyte, { field: "name", list: "metadata" }, who.cards],
    ["POST", "/cards/v2/customers/cus_none/kyc", 24 * mebibyte, { field: "selfie", list: "selfie" }, who.cards],
    ["POST", "/bank/auth/token", mebibyte, { field: "scope", list: "scope" }, who.anybody],
    ["POST", "/bank/v2/payments/instant", mebibyte, { field: "remittanceInfo", list: "originator" }, who.bank],
    ["POST", "/bank/v2/payments/ach/batches", 8 * mebibyte, { field: "referenceId", list: "entries" }, who.bank],
    ["PUT", "/bank/v2/admin/participants", 16 * mebibyte, { field: "name", list: "participants" }, who.admin],
    ["PUT", "/bank/v2/admin/bics", mebibyte, { field: "name", list: "bics" }, who.admin],
    ["POST", `${api}/checks`, 8 * mebibyte, text, who.docs],
    ["POST", `${api}/context-documents`, 6 * mebibyte, source, who.docs],
    ["PUT", `${api}/documents/doc_none/content`, 19 * mebibyte, source, who.docs],
    ["POST", "/docs/api/webhooks/ci", 5 * mebibyte - 64, push, who.hook],
    ["POST", `${api}/generations`, 31 * mebibyte, source, who.docs]
  ]
  return rows.flatMap(([method, path, bytes, names, headers], place) =>
    Object.keys(harmful)
      .filter((_, at) => (at + place) % each === 0)
      .map((kind) => ({ method, path, headers, kind, bytes, names }))
  )
}

/** What honest cases refer to. */
interface Made {
  readonly customer: string
  readonly project: string
  readonly document: string
}

/** Bodies that are taken, or refused late, and answers that are long. In this order: what is read was written before. */
const honestCases = (who: Callers, made: Made): ReadonlyArray<HostileCase> => {
  const document = `${api}/documents/${made.document}`
  const content = `${document}/content`
  const asEditor = { ...who.docs, "if-match": "*" }
  const get = (path: string, headers: Headers): HostileCase => ({ method: "GET", path, headers, kind: "nothing" })
  const send = (method: "POST" | "PUT", path: string, headers: Headers, kinds: ReadonlyArray<string>) =>
    kinds.map((kind): HostileCase => ({ method, path, headers, kind }))
  const read = ["json", "markdown", "html"].map((format) => get(`${document}?format=${format}`, who.docs))
  const saved = (kind: string) => [...send("PUT", content, asEditor, [kind]), ...read]
  const imported = ["a directory as JSON text", "a FedACH file of 200,000", "a FedACH file of no lines"]
  const parts = ["a file of 20 MiB", "a unicode file", "many parts", "a part that never begins", "a part of dashes"]
  const odd = [
    "empty lines",
    "empty lines with returns",
    "a title of spaces",
    "a title of hashes",
    "a title of returns"
  ]
  const contexts = ["a style guide", "a glossary", "a glossary of bars", "a glossary of commas", "a reference text"]
  const checks = ["a long text to check", "a text with findings", "rules in words", "a line of rules"]
  return [
    ...["cards", "bank", "docs"].flatMap((mount) => [
      get(`/${mount}/openapi.json`, who.anybody),
      get(`/${mount}/reference`, who.anybody)
    ]),
    ...send("POST", `/cards/v2/customers/${made.customer}/kyc`, who.cards, ["two pictures"]),
    get("/cards/v2/payments?limit=100", who.cards),
    ...send("POST", "/bank/v2/payments/ach/batches", who.bank, ["5,000 entries"]),
    ...send("PUT", "/bank/v2/admin/participants", who.admin, ["a directory of 40,000"]),
    ...send("POST", "/bank/v2/admin/participants/import", who.admin, imported),
    get("/bank/v2/admin/participants", who.admin),
    ...send("POST", `${api}/projects/${made.project}/sources`, who.docs, [...parts, "a source of 19 MiB"]),
    ...send("PUT", content, asEditor, [...odd, "a text in JSON"]),
    ...saved("a text of 19 MiB"),
    ...saved("a unicode text"),
    get(`${document}/diff?from=${"latest"}&to=latest`, who.docs),
    ...send("POST", `${api}/context-documents`, who.docs, contexts),
    ...send("POST", `${api}/checks`, who.docs, checks),
    ...send("POST", `${api}/checks/fix`, who.docs, ["a text with findings"]),
    ...send("POST", `${api}/transformations`, who.docs, ["a text to simplify", "a text with its context"]),
    ...send("POST", "/docs/api/webhooks/ci", who.hook, ["a form", "a form of fields"]),
    ...send("POST", "/docs/api/webhooks/ci", who.signed, ["a push that is long"]),
    ...send("POST", `${api}/generations`, who.docs, ["a generation of 19 MiB"]),
    get(`${api}/documents?limit=100`, who.docs)
  ]
}

const shortest = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: { "/pets": { get: { responses: {} } } }
}

/** Makes what honest cases refer to. */
const prepare = async (port: number, who: Callers): Promise<Made> => {
  const ask = async (method: "GET" | "POST", path: string, headers: Headers, body?: unknown) => {
    const text = body === undefined ? {} : { body: JSON.stringify(body) }
    const typed = { ...headers, "content-type": "application/json" }
    const answer = await exchange({ port, method, path, headers: typed, ...text, timeoutMs: 30_000 })
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.body}`)
    return JSON.parse(answer.body) as { id: string; status: string; documentId?: string }
  }
  const person = { name: "Ada Lovelace", email: "ada@example.com" }
  const { id: customer } = await ask("POST", "/cards/v2/customers", who.cards, person)
  const { id: project } = await ask("POST", `${api}/projects`, who.docs, { name: "bench" })
  const source = { name: "pets.json", content: JSON.stringify(shortest) }
  let made = await ask("POST", `${api}/generations`, who.docs, { docType: "api-reference", source })
  while (made.status === "queued" || made.status === "running") {
    await pause(50)
    made = await ask("GET", `${api}/generations/${made.id}`, who.docs)
  }
  if (made.documentId === undefined) throw new Error(`no document was made: ${JSON.stringify(made)}`)
  return { customer, project, document: made.documentId }
}

/** All cases, against a server that was just started. */
export const hostileCases = async (
  port: number,
  of: { readonly credentials: Credentials; readonly cardsKey: string; readonly each: number }
): Promise<ReadonlyArray<HostileCase>> => {
  const who = callers(of.credentials, of.cardsKey)
  return [...honestCases(who, await prepare(port, who)), ...harmfulCases(who, of.each)]
}
