/**
 * Bodies that mean to hold the event loop up, to endpoints of every size of the three services: how long a turn of the server's
 * loop takes at most, and how long another tenant waits for a create meanwhile. It leaves out many hostile callers at once; a
 * slice of work is done in each turn, whoever it is for.
 */
import { readFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { newRun } from "./check.ts"
import { load } from "./load.ts"
import { defineBench, numberOption, textOption } from "./options.ts"
import { openTable, rounded, writeLine, writeVerdict } from "./report.ts"
import { makeWorkplace } from "./servers.ts"
import { startWatched } from "./watched-server.ts"

/** A text that is repeated up to so many bytes, between a beginning and an end. */
const filled = (bytes: number, [begin, unit, end]: readonly [string, string, string]): Buffer => {
  const body = Buffer.alloc(bytes, unit)
  const units = Math.floor((bytes - begin.length - end.length) / Buffer.byteLength(unit)) * Buffer.byteLength(unit)
  body.write(begin)
  body.fill(unit, begin.length, begin.length + units)
  body.write(end, begin.length + units)
  return body.subarray(0, begin.length + units + end.length)
}

/** Keys that all differ: numbered in four letters. */
const manyKeys = (bytes: number): Buffer => {
  const body = Buffer.alloc(bytes, " ")
  let at = body.write("{")
  for (let key = 0; at < bytes - 32; key++) at += body.write(`${key === 0 ? "" : ","}"k${key.toString(36)}":1`, at)
  body.write("}", at)
  return body
}

/** What is sent: a body of about so many bytes. `field` is a text, `list` a list that the endpoint knows. */
const kinds: Readonly<Record<string, (bytes: number, names: { field: string; list: string }) => Buffer>> = {
  "many keys": manyKeys,
  "keys up to the bound": (bytes) => manyKeys(Math.min(bytes, 105_000)),
  "deep nesting": (bytes) => filled(bytes, ["", '{"a":', ""]),
  "brackets in a list": (bytes, { list }) => filled(bytes, [`{"${list}":[`, "[[]],", "1]}"]),
  "many issues": (bytes, { list }) => filled(bytes, [`{"${list}":[`, "{},", "1]}"]),
  "issues up to the bound": (bytes, { list }) => filled(Math.min(bytes, 29_000), [`{"${list}":[`, "{},", "1]}"]),
  "long list": (bytes, { list }) => filled(bytes, [`{"${list}":[`, "1,", "1]}"]),
  numbers: (bytes) => filled(bytes, ['{"amount":', "1", "}"]),
  "long text": (bytes, { field }) => filled(bytes, [`{"${field}":"`, "x", '"}']),
  "card numbers": (bytes, { field }) => filled(bytes, [`{"${field}":"`, "4242 4242 4242 4242 ", '"}']),
  escapes: (bytes, { field }) => filled(bytes, [`{"${field}":"`, String.raw`\u00e9\n`, '"}']),
  unicode: (bytes, { field }) => filled(bytes, [`{"${field}":"`, "é€😀", '"}']),
  "long key": (bytes) => filled(bytes, ['{"', String.raw`\n`, '":1}']),
  "equal keys": (bytes) => filled(bytes, ["{", '"a":1,', '"a":1}']),
  spaces: (bytes) => filled(bytes, ['{"a":1', " \n", "}"])
}

interface Target {
  readonly method: "POST" | "PUT"
  readonly path: string
  readonly bytes: number
  readonly names: { readonly field: string; readonly list: string }
  readonly headers: Readonly<Record<string, string>>
}

const mebibyte = 1_048_576

interface Credentials {
  readonly bank: { readonly apiKey: string }
  readonly docs: { readonly apiKey: string; readonly webhookSecret: string }
  readonly admin: { readonly token: string }
}

const targetsOf = ({ admin, bank, docs }: Credentials, cardsKey: string): ReadonlyArray<Target> => {
  const cards = { authorization: `Bearer ${cardsKey}` }
  const asBank = { "x-api-key": bank.apiKey }
  const asAdmin = { authorization: `Bearer ${admin.token}` }
  const asDocs = { authorization: `Bearer ${docs.apiKey}` }
  const api = "/docs/api/docs/v1"
  const text = { field: "text", list: "customRules" }
  const source = { field: "content", list: "content" }
  const rows: ReadonlyArray<readonly [Target["method"], string, number, Target["names"], Target["headers"]]> = [
    ["POST", "/cards/v2/payments", mebibyte, { field: "description", list: "metadata" }, cards],
    ["POST", "/cards/v2/customers", mebibyte, { field: "name", list: "metadata" }, cards],
    ["POST", "/cards/v2/customers/cus_none/kyc", 24 * mebibyte, { field: "selfie", list: "selfie" }, cards],
    ["POST", "/bank/auth/token", mebibyte, { field: "scope", list: "scope" }, {}],
    ["POST", "/bank/v2/payments/instant", mebibyte, { field: "remittanceInfo", list: "originator" }, asBank],
    ["POST", "/bank/v2/payments/ach/batches", 8 * mebibyte, { field: "referenceId", list: "entries" }, asBank],
    ["PUT", "/bank/v2/admin/participants", 16 * mebibyte, { field: "name", list: "participants" }, asAdmin],
    ["PUT", "/bank/v2/admin/bics", mebibyte, { field: "name", list: "bics" }, asAdmin],
    ["POST", `${api}/checks`, 8 * mebibyte, text, asDocs],
    ["POST", `${api}/context-documents`, 6 * mebibyte, source, asDocs],
    ["PUT", `${api}/documents/doc_none/content`, 19 * mebibyte, source, asDocs],
    [
      "POST",
      "/docs/api/webhooks/ci",
      5 * mebibyte - 64,
      { field: "text", list: "commits" },
      { "x-docs-secret": docs.webhookSecret }
    ],
    ["POST", `${api}/generations`, 31 * mebibyte, source, asDocs]
  ]
  return rows.map(([method, path, bytes, names, headers]) => ({ method, path, bytes, names, headers }))
}

/** Sends a body under a new idempotency key; answers the status, or 0 where the server closed the connection first. */
const send = (port: number, agent: Agent, { headers, method, path }: Target, body: Buffer, key: string) =>
  new Promise<number>((resolve) => {
    const more = {
      ...headers,
      "content-type": "application/json",
      "content-length": body.length,
      "idempotency-key": key
    }
    const sent = request({ agent, host: "127.0.0.1", port, method, path, headers: more })
    // A server that answers before it has read everything may close the connection while more is being written.
    sent.once("error", () => resolve(0))
    sent.once("response", (response) => {
      response.resume()
      response.once("close", () => resolve(response.statusCode ?? 0))
    })
    sent.end(body)
  })

/** Creates of the other tenant, in a second. */
const ratePerSecond = 100

/** `npm run bench -- hostile`. */
export const hostile = defineBench({
  summary: "how long hostile bodies hold the event loop up, and what another tenant's create waits meanwhile",
  options: {
    seconds: numberOption(8, { min: 1, max: 600 }, "length of the quiet time before"),
    limit: numberOption(60, { min: 1, max: 600 }, "seconds after which no further body is sent"),
    each: numberOption(3, { min: 1, max: 15 }, "every n-th kind of body at an endpoint, the others at the next ones"),
    only: textOption("part of the paths that are tried, such as /bank/"),
    folder: textOption("parent of the data folder")
  },
  run: async ({ each, folder, limit, only, seconds }) => {
    const workplace = makeWorkplace(folder)
    const data = join(workplace.folder, "data")
    const server = await startWatched(data, { BURSAR_CARDS_ACCOUNTS: workplace.accountsFile })
    const credentials = JSON.parse(readFileSync(join(data, "credentials.json"), "utf8")) as Credentials
    const [hostileKey = "", ...keys] = workplace.keys
    const others = (durationMs: number) => {
      const requests = { kind: "create", keys, run: newRun() } as const
      return load({ port: server.port, connections: 4, durationMs, ratePerSecond, requests })
    }
    await others(3_000)
    await server.longest()
    const quiet = await others(seconds * 1_000)
    const rest = await server.longest()
    writeLine(`quiet: create p99 ${rounded(quiet.p99Ms, 1)} ms, longest turn ${rounded(rest.cpuMs, 1)} ms of processor`)
    const line = openTable([
      { title: "path", width: 44 },
      { title: "worst body", width: 24 },
      { title: "status" },
      { title: "request ms", width: 11 },
      { title: "turn cpu ms", width: 12 },
      { title: "turn wall ms", width: 13 }
    ])
    const agent = new Agent({ keepAlive: false })
    const until = performance.now() + limit * 1_000
    const disturbed = others(limit * 1_000)
    const worst: Array<number> = []
    for (const [place, target] of targetsOf(credentials, hostileKey).entries()) {
      if (!target.path.includes(only)) continue
      let found = { cpuMs: 0, wallMs: 0, kind: "", status: 0, tookMs: 0 }
      for (const [at, [kind, make]] of Object.entries(kinds).entries()) {
        if ((at + place) % each !== 0) continue
        if (performance.now() > until) break
        const body = make(target.bytes, target.names)
        await server.longest()
        const before = performance.now()
        const status = await send(server.port, agent, target, body, `hostile-${before}`)
        const tookMs = performance.now() - before
        await pause(5)
        const held = await server.longest()
        if (status >= 500) throw new Error(`${target.path} answered ${status} to ${kind}`)
        if (held.cpuMs > found.cpuMs) found = { ...held, kind, status, tookMs }
      }
      if (found.kind === "") continue
      worst.push(found.cpuMs)
      const figures = [found.tookMs, found.cpuMs, found.wallMs].map((figure) => rounded(figure, 1))
      line([target.path, found.kind, found.status, ...figures])
    }
    if (performance.now() > until) writeLine("the time was up before all bodies were sent: try the rest with --only")
    const meanwhile = await disturbed
    server.stop()
    writeLine(`create p99 meanwhile ${rounded(meanwhile.p99Ms, 1)} ms, at most ${rounded(meanwhile.maxMs, 1)} ms`)
    writeVerdict({ measure: "longest turn of the loop", better: "lower", floor: 50, goal: 20, unit: "ms" }, worst)
    const ratio = [meanwhile.p99Ms / quiet.p99Ms]
    writeVerdict({ measure: "create p99, meanwhile / quiet", better: "lower", floor: 2, goal: 1.5 }, ratio)
  }
})
