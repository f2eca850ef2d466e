/**
 * A crash test: callers pay, servers die and come back, and in the end everything is audited. What dies, and how, is the
 * caller's part: `faults`.
 */
import { setTimeout as pause } from "node:timers/promises"
import * as audit from "./audit.ts"
import { makeCallers, type Tally } from "./Caller.ts"
import { cardAccounts, type Fleet } from "./fleet.ts"
import type { Processor } from "./processor.ts"
import { startReceiver } from "./Receiver.ts"
import { replay } from "./replay.ts"
import type { ReadRows } from "./rows.ts"
import { pay, payOutside, registerReceiver, type Expected } from "./scripts.ts"

/** What is tried. */
export interface CrashTest {
  readonly fleet: Fleet
  readonly read: ReadRows
  readonly seed: number
  /** Callers at a time. */
  readonly callers: number
  /** Longest pause of a caller between two payments, in milliseconds. */
  readonly pauseMs: number
  /** Longest that work may lie after the process that held it died, in milliseconds. Default: 10 s. */
  readonly outageMs?: number
  /** Whether a server may lose its hold of a key while it lives. */
  readonly holdsBreak?: boolean
  /** The acquirer that the servers ask: then there are card payments only. */
  readonly processor?: Processor
  /** Does the harm while the load runs. */
  readonly faults: Faults
  /** Does the harm while time is moved ten days at the end: whoever moves it asks again. Default: none. */
  readonly faultsOfMove?: Faults
}

/** Does harm. `died` notes the time of a death; `back`, that what nothing can do without is there again. */
export type Faults = (world: {
  readonly random: () => number
  readonly died: () => void
  readonly back: () => void
}) => Promise<void>

/** What came of it. */
export interface CrashReport {
  readonly kills: number
  /** Those of them that came while time was moved. */
  readonly killsOfMove: number
  readonly payments: number
  readonly answers: number
  readonly tally: Tally
  readonly events: number
  readonly webhooks: number
  /** Longest wait of an event for its receiver, all deaths included, in milliseconds. */
  readonly longestMs: number
  /** The same since the last death before it arrived. */
  readonly undisturbedMs: number
  /** What does not hold, a sentence each. Empty is right. */
  readonly violations: ReadonlyArray<string>
}

/** Dice that a seed repeats. What falls between them, processes and their timing, it does not. */
export const dice = (seed: number) => (): number => {
  // Mulberry32.
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

/** Waits until `isSo`, at most as long as an outage may last. Says whether it came to be. */
const within = async (limitMs: number, isSo: () => Promise<boolean>): Promise<boolean> => {
  for (const until = Date.now() + limitMs; Date.now() < until; await pause(100)) if (await isSo()) return true
  return isSo()
}

const isDelivered = (read: ReadRows) => async () => {
  const [row] = await read("SELECT count(*) AS waiting FROM webhook_deliveries WHERE status <> 'delivered'")
  const [open] = await read(
    "SELECT count(*) AS open FROM bank_payments WHERE kind = 'instant' AND status NOT IN ('settled', 'returned')"
  )
  return Number(row?.["waiting"]) === 0 && Number(open?.["open"]) === 0
}

/** Within this time an outage is over, in milliseconds. */
const promisedMs = 10_000

/** Ten days with some thousand webhooks in them, in milliseconds. */
const moveLimitMs = 240_000

/** Runs it to its end, and stops the servers. */
export const runCrashTest = async ({
  outageMs = promisedMs,
  callers: count,
  faults,
  faultsOfMove = () => Promise.resolve(),
  fleet,
  holdsBreak = false,
  pauseMs,
  processor,
  read,
  seed
}: CrashTest): Promise<CrashReport> => {
  const random = dice(seed)
  const receiver = await startReceiver(random)
  const callers = makeCallers(fleet.bases, random, holdsBreak)
  let keys = 0
  const shop = { callers, random, nextKey: () => `crash-${seed}-${keys++}` }
  const expected: Array<Expected> = []
  const disturbed: Array<number> = []
  let kills = 0
  const disturb = () => void disturbed.push(Date.now())
  let [isMoving, killsOfMove] = [false, 0]
  const died = () => {
    kills++
    if (isMoving) killsOfMove++
    disturb()
  }
  await registerReceiver(shop, receiver.url)

  const over = new AbortController()
  const caller = async () => {
    while (!over.signal.aborted) {
      expected.push(await (processor === undefined ? pay : payOutside)(shop))
      await pause(random() * pauseMs)
    }
  }
  const load = Promise.all(Array.from({ length: count }, caller))
  await Promise.race([faults({ random, died, back: disturb }), load])
  over.abort()
  await load

  const { violations } = callers
  if (!(await within(outageMs, isDelivered(read)))) {
    violations.push(`work was left ${outageMs} ms after the load had ended`)
  }
  const credential = cardAccounts[0]!.keys[0]!
  const move = (to: string, body: unknown) => {
    const path = `/v2/test_helpers/clock/${to}`
    return callers.ask({ service: "cards", path, credential, key: shop.nextKey(), body }, moveLimitMs)
  }
  const toRepeat = [...callers.answers]
  const repeat = async () => {
    for (let answer = toRepeat.pop(); answer !== undefined; answer = toRepeat.pop()) await callers.askAgain(answer)
  }
  await Promise.all(Array.from({ length: count }, repeat))
  if (processor !== undefined) {
    // Whose answer was lost is asked again after half a minute.
    await move("freeze", {})
    await move("advance", { seconds: 3_600 })
    await within(outageMs, isDelivered(read))
  }
  const evidence = { callers, expected, receiver, read, processor, disturbed, outageMs }
  const late = await audit.lateness(evidence)
  const eventsStored = (await read("SELECT count(*) AS events FROM events"))[0]?.["events"]
  violations.push(
    ...late.failures,
    ...(await audit.objects(evidence)),
    ...(await audit.states(evidence, "now")),
    ...(await audit.books(evidence)),
    ...(await audit.sums(evidence, "now")),
    ...(await audit.events(evidence)),
    ...(await audit.onceHappened(evidence)),
    ...(await audit.endsTold(evidence)),
    ...(await audit.networks(evidence, "now")),
    ...audit.taken(evidence),
    ...(await replay(read)).differences,
    ...(await audit.jobs(evidence))
  )
  await move("freeze", {})
  isMoving = true
  const moved = move("advance", { seconds: 10 * 86_400 }).finally(() => (isMoving = false))
  await faultsOfMove({ random, died, back: disturb })
  await moved
  violations.push(
    ...(await audit.states(evidence, "finally")),
    ...(await audit.books(evidence)),
    ...(await audit.sums(evidence, "finally")),
    ...(await audit.onceHappened(evidence)),
    ...(await audit.networks(evidence, "finally")),
    ...audit.taken(evidence),
    // Of the bank some events are gone by now, and others wait for their receivers.
    ...(await replay(read)).differences.filter((difference) => !difference.startsWith("bank_payments")),
    ...(await audit.jobs(evidence))
  )
  const codes = await fleet.stop()
  if (codes.some((code) => code !== 0)) violations.push(`servers ended with the codes ${codes.join(", ")}`)
  receiver.close()
  return {
    kills,
    killsOfMove,
    payments: expected.length,
    answers: callers.answers.length,
    tally: callers.tally,
    events: Number(eventsStored),
    webhooks: receiver.requests(),
    longestMs: late.longestMs,
    undisturbedMs: late.undisturbedMs,
    violations
  }
}

/**
 * Kills servers at random moments: mostly within `longestMs` (default: a second and a half) of the last one, and every twentieth after a
 * time so long that everything must have been taken up.
 */
export const killAtRandom =
  (
    fleet: Fleet,
    of: {
      readonly kills: number
      readonly processes: number
      readonly longestMs?: number
      readonly onKilled?: (random: () => number) => void
    }
  ): Faults =>
  async ({ back, died, random }) => {
    for (let kill = 1; kill <= of.kills; kill++) {
      await pause(kill % 20 === 0 ? promisedMs + 1_000 : random() * (of.longestMs ?? 1_500))
      const victim = Math.floor(random() * of.processes)
      await fleet.kill(victim)
      died()
      of.onKilled?.(random)
      // Recovery is interrupted, too.
      if (random() < 0.1 && kill < of.kills) {
        kill++
        await fleet.stumble(random() * 500)
        died()
        of.onKilled?.(random)
      }
      await fleet.start(victim)
      if (of.processes === 1) back()
    }
  }
