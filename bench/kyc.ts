/**
 * How long the largest legal request to verify a customer (three images of 5,242,880 bytes, 21 MB of JSON) holds the
 * event loop of the bundled server up at a time, and what others wait meanwhile. The verdict is about time of the
 * processor in one turn of the loop; time on the wall also counts what other programs take. The provider is the simulation.
 */
import { Agent, request } from "node:http"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { exchange } from "./exchange.ts"
import { defineBench, numberOption, textOption } from "./options.ts"
import { openTable, rounded, writeLine, writeVerdict } from "./report.ts"
import { makeWorkplace } from "./servers.ts"
import { startWatched } from "./watched-server.ts"

const key = "sk_test_bench_kyc_0123"
const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }

/** Beginning, frame of 640 by 480 pixels, scan. */
const head = Buffer.from("ffd8ffc0000b0801e0028001011100ffda0008010100003f00", "hex")

const largestImage = 5_242_880

/** A JPEG of that many bytes whose scan is noise, so that all letters of base64 appear. */
const makeImage = (seed: number): string => {
  const image = Buffer.alloc(largestImage)
  head.copy(image)
  let noise = seed
  for (let at = head.length; at < largestImage - 2; at++) {
    noise = (Math.imul(noise, 1_664_525) + 1_013_904_223) >>> 0
    image[at] = noise >>> 24
  }
  image.set([0xff, 0xd9], largestImage - 2)
  return image.toString("base64")
}

const bodyOf = (): string =>
  JSON.stringify({
    document_type: "national_id",
    document_front: makeImage(1),
    document_back: makeImage(2),
    selfie: makeImage(3)
  })

/** What is sent: the body as most write it, as those do who escape slashes, and under an idempotency key. */
const kindsOf = (body: string) =>
  [
    { kind: "plain", body, more: () => ({}) },
    { kind: "escaped slashes", body: body.replaceAll("/", "\\/"), more: () => ({}) },
    { kind: "idempotency key", body, more: (round: number) => ({ "idempotency-key": `bench-${round}` }) }
  ] as const

type Sent = { readonly path: string; readonly body: Buffer; readonly more?: Readonly<Record<string, string>> }

const post = (port: number, agent: Agent, { body, more, path }: Sent) =>
  new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const sent = request({ agent, host: "127.0.0.1", port, method: "POST", path, headers: { ...headers, ...more } })
    sent.once("error", reject)
    sent.once("response", (response) => {
      let text = ""
      response.setEncoding("utf8").on("data", (part: string) => void (text += part))
      response.once("end", () => resolve({ status: response.statusCode ?? 0, text }))
    })
    sent.end(body)
  })

/** Asks for something small again and again until told to stop; answers the longest wait in milliseconds. */
const askOthers = (port: number) => {
  const stop = new AbortController()
  const run = async () => {
    let longest = 0
    while (!stop.signal.aborted) {
      const before = performance.now()
      await exchange({ port, method: "GET", path: "/ready", timeoutMs: 5_000 })
      longest = Math.max(longest, performance.now() - before)
      await pause(1)
    }
    return longest
  }
  const running = run()
  return async () => {
    stop.abort()
    return running
  }
}

/** `npm run bench -- kyc`. */
export const kyc = defineBench({
  summary: "how long the largest legal verification request holds the event loop up, and what others wait",
  options: {
    rounds: numberOption(10, { min: 1, max: 200 }, "requests of each kind"),
    folder: textOption("parent of the data folder")
  },
  run: async ({ folder, rounds }) => {
    const place = makeWorkplace(folder)
    const server = await startWatched(join(place.folder, "data"))
    const agent = new Agent({ keepAlive: true })
    const send = async (sent: Sent) => {
      const answer = await post(server.port, agent, sent)
      if (answer.status !== 200) throw new Error(`${sent.path} answered ${answer.status}: ${answer.text}`)
      return JSON.parse(answer.text) as { readonly id: string; readonly kyc_status: string }
    }
    let customers = 0
    const submit = async (body: Buffer, more: Readonly<Record<string, string>>) => {
      const email = `bench${++customers}@example.com`
      const { id } = await send({ path: "/cards/v2/customers", body: Buffer.from(JSON.stringify({ email })) })
      const before = performance.now()
      const { kyc_status } = await send({ path: `/cards/v2/customers/${id}/kyc`, body, more })
      if (kyc_status !== "pending") throw new Error(`a verification began as ${kyc_status}`)
      return performance.now() - before
    }
    const kinds = kindsOf(bodyOf())
    for (const { body } of kinds) await submit(Buffer.from(body), {})
    await pause(1_000)
    await server.longest()
    await pause(1_000)
    const rest = await server.longest()
    writeLine(`at rest: processor ${rounded(rest.cpuMs, 1)} ms, wall ${rounded(rest.wallMs, 1)} ms`)
    const line = openTable([
      { title: "body", width: 16 },
      { title: "MB", width: 7 },
      { title: "request ms", width: 11 },
      { title: "turn cpu ms", width: 12 },
      { title: "turn wall ms", width: 12 },
      { title: "others max ms", width: 14 }
    ])
    const worst: Array<number> = []
    for (const { body, kind, more } of kinds) {
      const bytes = Buffer.from(body)
      const taken: Array<number> = []
      const others = askOthers(server.port)
      for (let round = 0; round < rounds; round++) taken.push(await submit(bytes, more(round)))
      const waited = await others()
      const longest = await server.longest()
      worst.push(longest.cpuMs)
      const mean = taken.reduce((sum, one) => sum + one, 0) / rounds
      const figures = [bytes.length / 1e6, mean, longest.cpuMs, longest.wallMs, waited]
      line([kind, ...figures.map((figure) => rounded(figure, 1))])
    }
    server.stop()
    writeVerdict({ measure: "longest turn of the loop", better: "lower", floor: 20, goal: 10, unit: "ms" }, worst)
  }
})
