/**
 * Callers who never give up: what is not answered is asked again, of any server, under the same idempotency key. Notes every
 * answer, and everything that a caller should not have seen.
 */
import { setTimeout as pause } from "node:timers/promises"

/** A request with its key. */
export interface Operation {
  readonly service: "cards" | "bank"
  readonly path: string
  /** The secret key, or the key of the client. */
  readonly credential: string
  readonly key: string
  readonly body: unknown
}

/** The first answer to an operation. */
export interface Answer extends Operation {
  readonly status: number
  readonly text: string
  /** System time, in milliseconds. */
  readonly at: number
}

/** What callers met. */
export interface Tally {
  /** Requests whose answer never came: the connection broke. */
  lost: number
  /** Answers 503 with `Retry-After`. */
  unavailable: number
  /** Answers 429. */
  limited: number
  /** Repetitions that got what the first request got. */
  repeated: number
  /** The longest time from the first attempt to the answer, in milliseconds. */
  slowestMs: number
}

/** Callers of servers that come and go. */
export interface Callers {
  readonly answers: ReadonlyArray<Answer>
  readonly violations: Array<string>
  readonly tally: Tally
  /** Asks until it is answered. What takes longer than a request does has a `timeoutMs` of its own. */
  readonly ask: (operation: Operation, timeoutMs?: number) => Promise<Answer>
  /** Asks once more and compares. */
  readonly askAgain: (answer: Answer) => Promise<void>
  /** Reads until it is answered. */
  readonly get: (of: Pick<Operation, "service" | "path" | "credential">) => Promise<any>
}

/** After so many times the time-out without an answer a caller says that the service is gone for good. */
const patience = 3

/** A request that is not answered in this time is given up and asked again: longer than any may take, in milliseconds. */
const timeoutMs = 60_000

const headersOf = ({
  credential,
  key,
  service
}: Pick<Operation, "service" | "credential"> & { readonly key?: string }) => ({
  ...(service === "cards" ? { authorization: `Bearer ${credential}` } : { "x-api-key": credential }),
  ...(key === undefined ? {} : { "content-type": "application/json", "idempotency-key": key })
})

/** What a repetition must have in common: the bytes, or, of the bank service, the object and not its progress. */
const sameness = ({ service, text }: Pick<Answer, "service" | "text">): string => {
  if (service === "cards") return text
  const { data } = JSON.parse(text) as { data?: { paymentId?: string; amount?: number } }
  return `${data?.paymentId} ${data?.amount}`
}

const isPending = (text: string): boolean => (JSON.parse(text) as { readonly status?: unknown }).status === "pending"

/**
 * Callers of the servers that `bases` names. Where `holdsBreak`, a server may lose its hold of a key while it asks the acquirer: who
 * asked at the same time is then told what is kept until then, as after a crash.
 */
export const makeCallers = (bases: () => ReadonlyArray<string>, random: () => number, holdsBreak: boolean): Callers => {
  const answers: Array<Answer> = []
  const violations: Array<string> = []
  const tally: Tally = { lost: 0, unavailable: 0, limited: 0, repeated: 0, slowestMs: 0 }
  /** `undefined`: to be asked again. */
  const attempt = async (
    path: string,
    init: RequestInit,
    limitMs: number
  ): Promise<{ status: number; text: string } | undefined> => {
    const up = bases()
    const base = up[Math.floor(random() * up.length)]
    if (base === undefined) return undefined
    try {
      const response = await fetch(`${base}${path}`, { ...init, signal: AbortSignal.timeout(limitMs) })
      const text = await response.text()
      const { status } = response
      if (status === 429) tally.limited++
      else if (status === 503 && response.headers.has("retry-after")) tally.unavailable++
      else {
        if (status >= 500) violations.push(`${path} was answered ${status}: ${text}`)
        else return { status, text }
      }
    } catch {
      tally.lost++
    }
    return undefined
  }
  const insist = async (path: string, init: RequestInit, limitMs = timeoutMs) => {
    const startedAt = Date.now()
    while (Date.now() - startedAt < patience * limitMs) {
      const answer = await attempt(path, init, limitMs)
      if (answer !== undefined) {
        if (limitMs === timeoutMs) tally.slowestMs = Math.max(tally.slowestMs, Date.now() - startedAt)
        return answer
      }
      await pause(30 + random() * 50)
    }
    throw new Error(`${path} had no answer within ${patience * limitMs} ms`)
  }
  const post = (operation: Operation, limitMs?: number) => {
    const init = { method: "POST", headers: headersOf(operation), body: JSON.stringify(operation.body) }
    return insist(`/${operation.service}${operation.path}`, init, limitMs)
  }
  const compare = (first: Answer, text: string) => {
    tally.repeated++
    if (sameness({ ...first, text }) !== sameness(first)) {
      violations.push(`${first.path} with key ${first.key} was answered ${first.text}, and ${text}`)
    }
  }
  return {
    answers,
    violations,
    tally,
    ask: async (operation, limitMs) => {
      // Some requests go to two servers at once: one does the work, the other waits and gives the same answer.
      const [first, second] = await Promise.all([
        post(operation, limitMs),
        random() < 0.1 ? post(operation, limitMs) : undefined
      ])
      const isEarlier = holdsBreak && second !== undefined && isPending(first.text)
      const answer = { ...operation, ...(isEarlier ? second : first), at: Date.now() }
      answers.push(answer)
      const other = isEarlier ? first : second
      if (other !== undefined && !(holdsBreak && isPending(other.text))) compare(answer, other.text)
      return answer
    },
    askAgain: async (answer) => compare(answer, (await post(answer)).text),
    get: async (of) => {
      const { status, text } = await insist(`/${of.service}${of.path}`, { headers: headersOf(of) })
      if (status !== 200) violations.push(`${of.path} was answered ${status}: ${text}`)
      return JSON.parse(text)
    }
  }
}
