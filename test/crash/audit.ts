/**
 * What must hold after the last kill, checked on the rows themselves, on what the servers answer and on what the receiver got.
 * Everything is answered as sentences; none is right.
 */
import type { Callers } from "./Caller.ts"
import { cardAccounts } from "./fleet.ts"
import type { Processor } from "./processor.ts"
import type { Receiver } from "./Receiver.ts"
import type { ReadRows, Row } from "./rows.ts"
import type { Expected } from "./scripts.ts"

/** What is compared. */
export interface Evidence {
  readonly callers: Callers
  readonly expected: ReadonlyArray<Expected>
  readonly receiver: Receiver
  readonly read: ReadRows
  /** The acquirer outside, where there is one. */
  readonly processor?: Processor | undefined
  /** System times at which servers died, and at which what nothing can do without was back, in milliseconds. */
  readonly disturbed: ReadonlyArray<number>
  /** Longest that work may lie after the process that held it died, in milliseconds. */
  readonly outageMs: number
}

/** Names what is in one list only, and what is in a list twice. */
const differences = (what: string, found: ReadonlyArray<string>, wanted: ReadonlyArray<string>): Array<string> => {
  const [inFound, inWanted] = [new Set(found), new Set(wanted)]
  return [
    ...wanted.filter((id) => !inFound.has(id)).map((id) => `${what} ${id} was answered and is lost`),
    ...found.filter((id) => !inWanted.has(id)).map((id) => `${what} ${id} is stored and nobody asked for it`),
    ...(found.length > inFound.size ? [`${found.length - inFound.size} of ${what} are stored twice`] : []),
    ...(wanted.length > inWanted.size ? [`${wanted.length - inWanted.size} of ${what} answer for two requests`] : [])
  ]
}

const idsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<string> => rows.map((row) => String(row["id"]))

/** Nothing answered is lost, and nothing is done twice. */
export const objects = async ({ expected, read }: Evidence): Promise<Array<string>> => {
  const wanted = (kinds: ReadonlyArray<Expected["kind"]>) =>
    expected.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)
  return [
    ...differences("card payment", idsOf(await read("SELECT id FROM cards_payments")), wanted(["card"])),
    ...differences(
      "refund",
      idsOf(await read("SELECT id FROM cards_refunds")),
      expected.flatMap(({ refunds }) => refunds)
    ),
    ...differences("bank payment", idsOf(await read("SELECT id FROM bank_payments")), wanted(["instant", "ach"]))
  ]
}

/** Each payment has come to the end that its answers promise. */
export const states = async ({ expected, read }: Evidence, when: "now" | "finally"): Promise<Array<string>> => {
  const rows = await read("SELECT id, status FROM cards_payments UNION ALL SELECT id, status FROM bank_payments")
  const found = new Map(rows.map((row) => [row["id"], row["status"]]))
  return expected.flatMap((one) => {
    const wanted = when === "now" ? one.status : one.finally
    return found.get(one.id) === wanted ? [] : [`${one.kind} ${one.id} is ${found.get(one.id)} and should be ${wanted}`]
  })
}

const sumBy = (rows: ReadonlyArray<readonly [name: string, minor: bigint]>): Map<string, bigint> => {
  const sums = new Map<string, bigint>()
  for (const [name, minor] of rows) sums.set(name, (sums.get(name) ?? 0n) + minor)
  return sums
}

/** Every journal balances, balances are what the journals add up to, and no entry was posted twice. */
export const books = async ({ callers, read }: Evidence): Promise<Array<string>> => {
  const journals = await read("SELECT plugin, scope, source, step, currency, postings FROM ledger_entries")
  const postings = journals.flatMap(({ currency, plugin, postings, scope }) =>
    (JSON.parse(String(postings)) as ReadonlyArray<[string, number]>).map(
      ([account, minor]) => [`${plugin} ${scope} ${account} ${currency}`, BigInt(minor)] as const
    )
  )
  const posted = sumBy(postings)
  const balances = await read(
    "SELECT plugin, scope, account, currency, CAST(balance AS TEXT) AS balance FROM ledger_balances"
  )
  const held = sumBy(
    balances.map((row) => [
      `${row["plugin"]} ${row["scope"]} ${row["account"]} ${row["currency"]}`,
      BigInt(String(row["balance"]))
    ])
  )
  const failures = [...new Set([...posted.keys(), ...held.keys()])]
    .filter((name) => (posted.get(name) ?? 0n) !== (held.get(name) ?? 0n))
    .map((name) => `${name} holds ${held.get(name)} and its journals add up to ${posted.get(name)}`)
  for (const { postings, source, step } of journals) {
    const sum = (JSON.parse(String(postings)) as ReadonlyArray<[string, number]>).reduce((all, [, one]) => all + one, 0)
    if (sum !== 0) failures.push(`the journal ${source} ${step} is off by ${sum}`)
  }
  for (const { keys } of cardAccounts) {
    const of = { service: "cards", path: "/v2/test_helpers/invariants", credential: keys[0]! } as const
    const { failures: broken } = await callers.get(of)
    failures.push(...broken.map((one: unknown) => `an invariant of the engine is broken: ${JSON.stringify(one)}`))
  }
  return failures
}

/** The money of each owner is what its answers add up to; that of the bank in the end only, when no batch is under way. */
export const sums = async ({ expected, read }: Evidence, when: "now" | "finally") => {
  const wanted = sumBy(
    expected
      .filter(({ kind }) => when === "finally" || kind === "card")
      .map(({ movedMinor, owner }) => [owner, BigInt(movedMinor)])
  )
  const rows =
    await read(`SELECT scope, CAST(CASE WHEN plugin = 'cards' THEN -balance ELSE balance END AS TEXT) AS balance
    FROM ledger_balances WHERE (plugin = 'cards' AND account IN ('merchant.available', 'merchant.pending'))
      ${when === "finally" ? "OR (plugin = 'bank' AND account LIKE 'customer:%')" : ""}`)
  const found = sumBy(rows.map((row) => [String(row["scope"]).split("/")[0]!, BigInt(String(row["balance"]))]))
  return [...new Set([...wanted.keys(), ...found.keys()])]
    .filter((owner) => (wanted.get(owner) ?? 0n) !== (found.get(owner) ?? 0n))
    .map((owner) => `${owner} has ${found.get(owner)} and its answers add up to ${wanted.get(owner)}`)
}

/** Every event has its delivery, the receiver got the stored bytes, and nothing that is not stored. */
export const events = async ({ read, receiver }: Evidence): Promise<Array<string>> => {
  const rows = await read(`SELECT e.id, e.type, e.body, count(d.id) AS deliveries,
      sum(CASE WHEN d.status = 'delivered' THEN 1 ELSE 0 END) AS delivered
    FROM events e LEFT JOIN webhook_deliveries d ON d.event_id = e.id
    GROUP BY e.id, e.type, e.body`)
  const failures = receiver.changed.map((id) => `event ${id} was delivered with two bodies`)
  for (const { body, delivered, deliveries, id, type } of rows) {
    if (Number(deliveries) !== 1) failures.push(`event ${id} (${type}) has ${deliveries} deliveries`)
    else if (Number(delivered) !== 1) failures.push(`event ${id} (${type}) is not delivered`)
    const receipt = receiver.received.get(String(id))
    if (receipt === undefined) failures.push(`event ${id} (${type}) never arrived`)
    else if (receipt.body !== body) failures.push(`event ${id} (${type}) arrived with other bytes than are stored`)
  }
  const stored = new Set(idsOf(rows))
  for (const id of receiver.received.keys()) {
    if (!stored.has(id)) failures.push(`event ${id} arrived and is not stored`)
  }
  return failures
}

/** Nothing happened twice to anything. */
export const onceHappened = async ({ read }: Evidence): Promise<Array<string>> => {
  const rows = await read("SELECT type, resource FROM events GROUP BY type, resource HAVING count(*) > 1")
  return rows.map(({ resource, type }) => `${resource} has two events ${type}`)
}

/** The events that each end must have. */
const told: Readonly<Record<string, ReadonlyArray<string>>> = {
  succeeded: ["payment.created", "payment.succeeded"],
  failed: ["payment.created", "payment.failed"],
  canceled: ["payment.created", "payment.canceled"],
  settled: ["payment.settled"],
  returned: ["payment.returned"]
}

/** What happened to a payment is told. */
export const endsTold = async ({ expected, read }: Evidence): Promise<Array<string>> => {
  const rows = await read("SELECT type, resource FROM events")
  const found = new Set(rows.map(({ resource, type }) => `${type} ${resource}`))
  return expected.flatMap(({ id, refunds, status }) => [
    ...(told[status] ?? []).flatMap((type) => (found.has(`${type} ${id}`) ? [] : [`${id} has no event ${type}`])),
    ...refunds.flatMap((refund) => (found.has(`refund.created ${refund}`) ? [] : [`${refund} has no event`]))
  ])
}

/** The networks moved each payment once. */
export const networks = async ({ expected, read }: Evidence, when: "now" | "finally"): Promise<Array<string>> => {
  const rows = await read(`SELECT end_to_end_id AS id, count(*) AS credits FROM bank_sim_messages
    WHERE direction = 'out' AND credited = 1 GROUP BY end_to_end_id`)
  const credits = new Map(rows.map((row) => [row["id"], Number(row["credits"])]))
  const failures = expected
    .filter(({ kind }) => kind === "instant")
    .filter(({ id, status }) => (credits.get(id) ?? 0) !== (status === "settled" ? 1 : 0))
    .map(({ id, status }) => `the network credited ${id} (${status}) ${credits.get(id) ?? 0} times`)
  if (when === "now") return failures
  const [ach] = await read("SELECT count(*) AS entries FROM bank_sim_ach_entries")
  const wanted = expected.filter(({ kind }) => kind === "ach").length
  return Number(ach?.["entries"]) === wanted
    ? failures
    : [...failures, `the ACH network got ${ach?.["entries"]} entries of ${wanted} payments`]
}

/** The acquirer took for each payment what its answers promise, and for nothing else. */
export const taken = ({ expected, processor }: Evidence): Array<string> => {
  if (processor === undefined) return []
  const wanted = new Map(expected.map(({ id, movedMinor }) => [id, movedMinor]))
  return [...new Set([...wanted.keys(), ...processor.taken.keys()])]
    .filter((id) => (processor.taken.get(id) ?? 0) !== (wanted.get(id) ?? 0))
    .map((id) => `the acquirer took ${processor.taken.get(id)} for ${id}, and its answers add up to ${wanted.get(id)}`)
}

/** No job was given up, and nothing that is due still waits. */
export const jobs = async ({ read }: Evidence): Promise<Array<string>> => {
  const rows = await read("SELECT name, job_key, last_error FROM jobs WHERE state = 'dead'")
  return rows.map((row) => `the job ${row["name"]} ${row["job_key"]} was given up: ${row["last_error"]}`)
}

/**
 * How long events waited for their receiver, and which waited too long while no server died: each death may interrupt the
 * work again.
 */
export const lateness = async ({ disturbed, outageMs, read, receiver }: Evidence) => {
  const rows = await read("SELECT id, type, created_at FROM events")
  const waits = rows.flatMap((row) => {
    const receipt = receiver.received.get(String(row["id"]))
    if (receipt === undefined) return []
    const madeAt = Number(row["created_at"])
    const disturbedAt = disturbed.findLast((at) => at <= receipt.at) ?? 0
    return [{ id: row["id"], sinceMade: receipt.at - madeAt, undisturbed: receipt.at - Math.max(madeAt, disturbedAt) }]
  })
  return {
    longestMs: waits.reduce((most, { sinceMade }) => Math.max(most, sinceMade), 0),
    undisturbedMs: waits.reduce((most, { undisturbed }) => Math.max(most, undisturbed), 0),
    failures: waits
      .filter(({ undisturbed }) => undisturbed > outageMs)
      .map(({ id, undisturbed }) => `event ${id} waited ${undisturbed} ms although no server died`)
  }
}
