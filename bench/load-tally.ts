/** What the load process remembers of its answers: exact latencies, refusals and the ids of created payments. */
import type { LoadPlan, LoadResult } from "./load.ts"

/** A complete answer: its status and its whole text, read as Latin-1 so that one character is one byte. */
export interface Answer {
  readonly status: number
  readonly text: string
}

/** How a body in chunks ends. */
const lastChunk = "\r\n0\r\n\r\n"

/** The answer in `text`, or nothing while bytes are missing. Throws on anything but one answer whose end can be seen. */
export const readAnswer = (text: string): Answer | undefined => {
  const headEnd = text.indexOf("\r\n\r\n")
  if (headEnd === -1) return undefined
  const head = text.slice(0, headEnd + 2)
  if (/\r\ntransfer-encoding: *chunked\r\n/i.test(head)) {
    return text.endsWith(lastChunk) ? { status: Number(text.slice(9, 12)), text } : undefined
  }
  const length = /\r\ncontent-length: *(\d+)\r\n/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer without content-length: ${text.slice(0, headEnd)}`)
  const total = headEnd + 4 + Number(length)
  if (text.length < total) return undefined
  if (text.length > total) throw new Error("more bytes than one answer on a connection without pipelining")
  return { status: Number(text.slice(9, 12)), text }
}

/** Latencies in whole microseconds; every one is kept, so that percentiles are exact. */
const makeLatencies = () => {
  let micros = new Uint32Array(1 << 16)
  let count = 0
  return {
    add: (ms: number) => {
      if (count === micros.length) {
        const larger = new Uint32Array(count * 2)
        larger.set(micros)
        micros = larger
      }
      micros[count] = Math.round(ms * 1000)
      count += 1
    },
    all: () => Array.from(micros.slice(0, count), (micro) => micro / 1000),
    /** From a share of all requests to the latency in milliseconds that this share did not exceed. */
    quantiles: () => {
      const sorted = micros.slice(0, count).sort()
      return (share: number) => (sorted[Math.max(0, Math.ceil(share * count) - 1)] ?? 0) / 1000
    }
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status <= 299

/** Whether an answer tells a caller of a busy server when to come again. */
const isOrderlyRefusal = ({ status, text }: Answer): boolean =>
  (status === 429 || status === 503) && /\r\nretry-after: *\d/i.test(text.slice(0, text.indexOf("\r\n\r\n")))

/** Collects the answers of one load that started at `startedAt` (of `performance.now()`). */
export const makeTally = (plan: Pick<LoadPlan, "collectEvery" | "keepsLatencies" | "mayRefuse">, startedAt: number) => {
  const latencies = makeLatencies()
  const ids: Array<string> = []
  const collectEvery = plan.collectEvery ?? Number.POSITIVE_INFINITY
  const statuses: Record<string, number> = {}
  let requests = 0
  let refused = 0
  let firstRefusal: string | undefined
  let lastAnswerAt = startedAt
  const cpuBefore = process.cpuUsage()
  return {
    add: (answer: Answer, sentAt: number, answeredAt: number) => {
      requests += 1
      lastAnswerAt = answeredAt
      latencies.add(answeredAt - sentAt)
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      if (!isSuccess(answer.status)) {
        if (plan.mayRefuse === true && isOrderlyRefusal(answer)) return
        refused += 1
        firstRefusal ??= answer.text
      } else if (requests % collectEvery === 0) {
        const id = /"id":"((?:pay|ch|pi)_[^"]+)"/.exec(answer.text)?.[1]
        if (id !== undefined) ids.push(id)
      }
    },
    result: (): LoadResult => {
      const seconds = (lastAnswerAt - startedAt) / 1000
      const cpu = process.cpuUsage(cpuBefore)
      const quantile = latencies.quantiles()
      return {
        requests,
        seconds,
        rps: requests / seconds,
        p50Ms: quantile(0.5),
        p99Ms: quantile(0.99),
        maxMs: quantile(1),
        clientCpuSeconds: (cpu.user + cpu.system) / 1_000_000,
        statuses,
        refused,
        firstRefusal,
        ids,
        latenciesMs: plan.keepsLatencies === true ? latencies.all() : []
      }
    }
  }
}
