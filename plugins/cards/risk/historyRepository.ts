/**
 * What the risk engine remembers of earlier payments, read in one statement and written in the payment's own commit.
 * Engine time is in whole seconds here, so a row per second makes sliding windows exact; every count stops at
 * `mostCounted`, so a busy card costs no more than a quiet one.
 */
import * as Effect from "effect/Effect"
import {
  given,
  integer,
  key,
  networkOf,
  plus,
  statement,
  table,
  text,
  value,
  VersionConflict,
  type Read,
  type RegionStore,
  type SignalLimits,
  type Write
} from "../../../src/plugin.ts"
import { storedRule } from "./stored.ts"
import type { RiskRule } from "./RiskRule.ts"

/** Where counting stops (our choice): a limit above this never fires. */
export const mostCounted = 100

const minuteMs = 60_000
const shortWindowMs = 10 * minuteMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** How long a device is known to be a customer's (our choice). */
const deviceMemoryMs = 365 * dayMs

/** Below this many minor units an amount is one that card testers try (decisions C1). */
const smallBelowMinor = 500

/** How many succeeded payments a median is taken over (decisions C1). */
const medianPayments = 20

/** Who pays with what and from where, as far as it is counted. */
export interface Traces {
  readonly scope: string
  /** Fingerprint of the card or account. */
  readonly instrument: string
  readonly customer: string | undefined
  readonly ip: string | undefined
  readonly device: string | undefined
  readonly amountMinor: number
  /** Engine time, whole seconds. */
  readonly now: number
}

/** What was read. Attempts and cards are those before the present payment. */
export interface Remembered {
  readonly attempts: Readonly<Record<"card" | "customer" | "ip", number>>
  readonly declines: Readonly<Record<"ip" | "device", number>>
  /** Distinct cards, and whether the present one is among them. */
  readonly cards: Readonly<
    Record<"device" | "smallIp" | "smallDevice", { readonly count: number; readonly own: boolean }>
  >
  readonly succeeded: ReadonlyArray<{ readonly amountMinor: number; readonly currency: string }>
  readonly earlierOnDevice: number
  readonly earlierOnOneDevice: number
  readonly thresholds: { readonly reviewAt: number; readonly blockAt: number } | undefined
  readonly rules: ReadonlyArray<RiskRule>
}

const subjects = {
  card: (fingerprint: string) => `card:${fingerprint}`,
  customer: (id: string) => `customer:${id}`,
  ip: (ip: string) => `ip:${networkOf(ip)}`,
  declinesIp: (ip: string) => `declines-ip:${networkOf(ip)}`,
  declinesDevice: (device: string) => `declines-device:${device}`,
  device: (device: string) => `device:${device}`,
  smallIp: (ip: string) => `small-ip:${networkOf(ip)}`,
  smallDevice: (device: string) => `small-device:${device}`
} as const

type Params = ReadonlyArray<string | number>

/** A part of the one statement: what it is called, when it is worth asking, and with what. */
interface Part {
  readonly kind: string
  readonly text: string
  readonly params: (traces: Traces) => Params | undefined
}

const attemptsText = `CAST(COALESCE(SUM(times), 0) AS BIGINT) AS a, CAST(NULL AS BIGINT) AS b, CAST(NULL AS TEXT) AS c
  FROM (SELECT times FROM cards_risk_attempts WHERE scope = ? AND subject = ? AND at > ?
    ORDER BY at DESC LIMIT ${mostCounted}) AS counted`

const cardsText = `CAST(COUNT(*) AS BIGINT), CAST(COALESCE(SUM(CASE WHEN card = ? THEN 1 ELSE 0 END), 0) AS BIGINT), NULL
  FROM (SELECT card FROM cards_risk_cards WHERE scope = ? AND subject = ? AND at > ? LIMIT ${mostCounted}) AS counted`

const attemptsOf = (
  kind: string,
  subject: (traces: Traces) => string | undefined,
  windowMs: number = shortWindowMs
): Part => ({
  kind,
  text: attemptsText,
  params: (traces) => {
    const named = subject(traces)
    return named === undefined ? undefined : [traces.scope, named, traces.now - windowMs]
  }
})

const cardsOf = (kind: string, subject: (traces: Traces) => string | undefined, windowMs: number): Part => ({
  kind,
  text: cardsText,
  params: (traces) => {
    const named = subject(traces)
    return named === undefined ? undefined : [traces.instrument, traces.scope, named, traces.now - windowMs]
  }
})

const on = <Value>(value: Value | undefined, subject: (value: Value) => string): string | undefined =>
  value === undefined ? undefined : subject(value)

const deviceParams = ({ customer, device, scope }: Traces): readonly [string, string, string] | undefined =>
  customer === undefined || device === undefined ? undefined : [scope, customer, device]

/** Everything there is to read. The first part names the columns. */
const parts: ReadonlyArray<Part> = [
  attemptsOf("card", ({ instrument }) => subjects.card(instrument)),
  attemptsOf("customer", ({ customer }) => on(customer, subjects.customer), hourMs),
  attemptsOf("ip", ({ ip }) => on(ip, subjects.ip)),
  attemptsOf("declinesIp", ({ ip }) => on(ip, subjects.declinesIp)),
  attemptsOf("declinesDevice", ({ device }) => on(device, subjects.declinesDevice)),
  cardsOf("device", ({ device }) => on(device, subjects.device), dayMs),
  cardsOf("smallIp", ({ ip }) => on(ip, subjects.smallIp), shortWindowMs),
  cardsOf("smallDevice", ({ device }) => on(device, subjects.smallDevice), shortWindowMs),
  {
    kind: "succeeded",
    text: `amount, CAST(NULL AS BIGINT), currency FROM (SELECT amount, currency FROM cards_payments
      WHERE status = 'succeeded' AND scope = ? AND customer = ?
      ORDER BY created_at DESC, sequence DESC LIMIT ${medianPayments}) AS newest`,
    params: ({ customer, scope }) => (customer === undefined ? undefined : [scope, customer])
  },
  {
    kind: "onDevice",
    text: `times, CAST(NULL AS BIGINT), NULL FROM cards_risk_devices WHERE scope = ? AND customer = ? AND device = ?`,
    params: deviceParams
  },
  {
    kind: "newestDevice",
    text: `run, CAST(NULL AS BIGINT), NULL FROM (SELECT run FROM cards_risk_devices WHERE scope = ? AND customer = ?
      ORDER BY at DESC, run LIMIT 1) AS newest`,
    params: (traces) => deviceParams(traces)?.slice(0, 2)
  },
  {
    kind: "thresholds",
    text: `review_at, block_at, NULL FROM cards_risk_settings WHERE scope = ?`,
    params: ({ scope }) => [scope]
  },
  {
    kind: "rule",
    text: `sequence, CAST(NULL AS BIGINT), state FROM cards_risk_rules WHERE scope = ?`,
    params: ({ scope }) => [scope]
  }
]

/** One text per choice of parts: a payment without customer, address and device asks for three. */
const texts = new Map<number, string>()

const textOf = (chosen: number): string => {
  const known = texts.get(chosen)
  if (known !== undefined) return known
  const text = parts
    .filter((_, index) => (chosen & (1 << index)) !== 0)
    .map((part) => `SELECT '${part.kind}' AS kind, ${part.text}`)
    .join("\nUNION ALL ")
  texts.set(chosen, text)
  return text
}

interface Line {
  readonly kind: string
  readonly a: number | bigint
  readonly b: number | bigint | null
  readonly c: string | null
}

/** Rules by their text: the same few are read with every payment. The cache is bounded, and its entries never change. */
const parsedRules = new Map<string, RiskRule>()
const mostParsed = 1_000

const ruleOf = (text: string): RiskRule => {
  const known = parsedRules.get(text)
  if (known !== undefined) return known
  if (parsedRules.size >= mostParsed) parsedRules.clear()
  const rule = storedRule.read(text)
  parsedRules.set(text, rule)
  return rule
}

const rememberedOf = (lines: ReadonlyArray<Line>): Remembered => {
  const numbers: Record<string, number> = {}
  const own: Record<string, boolean> = {}
  const succeeded: Array<Remembered["succeeded"][number]> = []
  const rules: Array<RiskRule> = []
  let thresholds: Remembered["thresholds"]
  // In one go: this is done for every payment.
  for (const { a, b, c, kind } of lines) {
    if (kind === "rule") rules.push(ruleOf(c!))
    else if (kind === "succeeded") succeeded.push({ amountMinor: Number(a), currency: c ?? "" })
    else if (kind === "thresholds") thresholds = { reviewAt: Number(a), blockAt: Number(b) }
    else {
      numbers[kind] = Number(a)
      own[kind] = Number(b ?? 0) > 0
    }
  }
  const count = (kind: string) => numbers[kind] ?? 0
  const cards = (kind: string) => ({ count: count(kind), own: own[kind] ?? false })
  return {
    attempts: { card: count("card"), customer: count("customer"), ip: count("ip") },
    declines: { ip: count("declinesIp"), device: count("declinesDevice") },
    cards: { device: cards("device"), smallIp: cards("smallIp"), smallDevice: cards("smallDevice") },
    succeeded,
    earlierOnDevice: count("onDevice"),
    earlierOnOneDevice: count("newestDevice"),
    thresholds,
    rules
  }
}

/** Reads all that is remembered of a payment's traces, with what the account has set, in one statement. */
export const read = (store: RegionStore, traces: Traces): Read<Remembered> => {
  let chosen = 0
  const params: Array<string | number> = []
  parts.forEach((part, index) => {
    const given = part.params(traces)
    if (given === undefined) return
    chosen |= 1 << index
    params.push(...given)
  })
  return Effect.map(store.read<Line>(textOf(chosen), params, true), rememberedOf)
}

/** Whether a payment is one of those small ones. */
export const isSmall = ({ amountMinor }: Pick<Traces, "amountMinor">): boolean => amountMinor < smallBelowMinor

const attemptRows = table("cards_risk_attempts", {
  scope: key(text),
  subject: key(text),
  at: key(integer),
  times: integer
})

const countUp = attemptRows.inserting({ onExisting: { set: { times: plus(given) } } })

const countUpBelow = statement`INSERT INTO ${attemptRows} (scope, subject, at, times)
  SELECT CAST(${value("scope")} AS TEXT), CAST(${value("subject")} AS TEXT), CAST(${value("now")} AS BIGINT), 1
  WHERE (SELECT COALESCE(SUM(times), 0) FROM (SELECT times FROM ${attemptRows}
    WHERE scope = ${value("scope")} AND subject = ${value("subject")} AND at > ${value("since")}
    ORDER BY at DESC LIMIT ${mostCounted}) AS counted) < CAST(${value("limit")} AS DOUBLE PRECISION)
  ON CONFLICT (scope, subject, at) DO UPDATE SET times = cards_risk_attempts.times + 1`

const cardRows = table("cards_risk_cards", { scope: key(text), subject: key(text), card: key(text), at: integer })

const seeCard = cardRows.inserting({ onExisting: { set: { at: given } } })

const seeCardBelow = statement`INSERT INTO ${cardRows} (scope, subject, card, at)
  SELECT CAST(${value("scope")} AS TEXT), CAST(${value("subject")} AS TEXT), CAST(${value("card")} AS TEXT),
    CAST(${value("now")} AS BIGINT)
  WHERE (SELECT COUNT(*) FROM (SELECT 1 FROM ${cardRows}
    WHERE scope = ${value("scope")} AND subject = ${value("subject")} AND at > ${value("since")}
      AND card <> ${value("card")} LIMIT ${mostCounted}) AS counted) < CAST(${value("limit")} AS DOUBLE PRECISION)
  ON CONFLICT (scope, subject, card) DO UPDATE SET at = excluded.at`

const collided = (table: string, key: string) => () => new VersionConflict({ table, key })

/** Counts an attempt. Below the limit it fails with `VersionConflict` when others have reached the limit meanwhile. */
const attempt = (
  { now, scope }: Traces,
  subject: string,
  on: { readonly before: number; readonly limit: number; readonly windowMs?: number }
): Write<VersionConflict> => {
  if (on.before >= Math.min(on.limit, mostCounted)) return countUp({ scope, subject, at: now, times: 1 })
  const values = { scope, subject, now, since: now - (on.windowMs ?? shortWindowMs), limit: on.limit }
  return { ...countUpBelow.write(values, collided(attemptRows.name, subject)), takesTurns: scope }
}

/** Notes a card. Below the limit it fails with `VersionConflict` when others have brought it to the limit meanwhile. */
const card = (
  { instrument, now, scope }: Traces,
  subject: string,
  on: { readonly before: number; readonly limit: number; readonly windowMs: number }
): Write<VersionConflict> => {
  if (on.before >= Math.min(on.limit - 1, mostCounted)) return seeCard({ scope, subject, card: instrument, at: now })
  const values = { scope, subject, card: instrument, now, since: now - on.windowMs, limit: on.limit - 1 }
  return { ...seeCardBelow.write(values, collided(cardRows.name, subject)), takesTurns: scope }
}

const others = ({ count, own }: { readonly count: number; readonly own: boolean }) => (own ? count - 1 : count)

const addressWrites = (traces: Traces, ip: string, { attempts, cards }: Remembered, limits: SignalLimits) => [
  attempt(traces, subjects.ip(ip), { before: attempts.ip, limit: limits.ipAttempts }),
  ...(isSmall(traces)
    ? [
        card(traces, subjects.smallIp(ip), {
          before: others(cards.smallIp),
          limit: limits.smallAmountCards,
          windowMs: shortWindowMs
        })
      ]
    : [])
]

const deviceWrites = (traces: Traces, device: string, { cards }: Remembered, limits: SignalLimits) => [
  card(traces, subjects.device(device), {
    before: others(cards.device),
    limit: limits.deviceCards,
    windowMs: dayMs
  }),
  ...(isSmall(traces)
    ? [
        card(traces, subjects.smallDevice(device), {
          before: others(cards.smallDevice),
          limit: limits.smallAmountCards,
          windowMs: shortWindowMs
        })
      ]
    : [])
]

/**
 * What a payment adds to the counters: one statement for its card, one or two more for each of customer, address and
 * device. Payments that run at the same time are counted as if one came after the other: the commit fails with
 * `VersionConflict` when a count was below a limit as it was read, and is not any more.
 */
export const attemptWrites = (
  traces: Traces,
  before: Remembered,
  limits: SignalLimits
): ReadonlyArray<Write<VersionConflict>> => {
  const { customer, device, instrument, ip } = traces
  const { attempts } = before
  return [
    attempt(traces, subjects.card(instrument), { before: attempts.card, limit: limits.cardAttempts }),
    ...(customer === undefined
      ? []
      : [
          attempt(traces, subjects.customer(customer), {
            before: attempts.customer,
            limit: limits.customerAttempts,
            windowMs: hourMs
          })
        ]),
    ...(ip === undefined ? [] : addressWrites(traces, ip, before, limits)),
    ...(device === undefined ? [] : deviceWrites(traces, device, before, limits))
  ]
}

const deviceRows = { name: "cards_risk_devices" }

const useDevice = statement`INSERT INTO ${deviceRows} (scope, customer, device, times, run, at)
  VALUES (${value("scope")}, ${value("customer")}, ${value("device")}, 1, 1, ${value("now")})
  ON CONFLICT (scope, customer, device) DO UPDATE SET
    times = cards_risk_devices.times + 1,
    run = CASE WHEN EXISTS (SELECT 1 FROM ${deviceRows} AS other
        WHERE other.scope = cards_risk_devices.scope AND other.customer = cards_risk_devices.customer
          AND other.device <> cards_risk_devices.device AND other.at >= cards_risk_devices.at)
      THEN 1 ELSE cards_risk_devices.run + 1 END,
    at = excluded.at`

/** A customer paid on a device and was not declined. */
export const deviceUsed = ({ now, scope }: Pick<Traces, "now" | "scope">, customer: string, device: string): Write =>
  useDevice.write({ scope, customer, device, now })

/** A payment was declined, by whomever; `at` is when it was made. Nothing is counted that no window reaches any more. */
export const declineWrites = (
  scope: string,
  from: { readonly ip?: string | undefined; readonly deviceId?: string | undefined },
  time: { readonly at: number; readonly now: number }
): ReadonlyArray<Write> =>
  time.now - time.at >= shortWindowMs
    ? []
    : [on(from.ip, subjects.declinesIp), on(from.deviceId, subjects.declinesDevice)]
        .filter((subject) => subject !== undefined)
        .map((subject) => countUp({ scope, subject, at: time.at, times: 1 }))

/** Rows that one cleaning takes from each table at most (our choice): many more than come between two cleanings. */
const cleanedAtOnce = 256

const removeAttempts = statement`DELETE FROM ${attemptRows} WHERE (scope, subject, at) IN (SELECT scope, subject, at
  FROM ${attemptRows} WHERE at <= ${value("until")} ORDER BY at LIMIT ${cleanedAtOnce})`
const removeCards = statement`DELETE FROM ${cardRows} WHERE (scope, subject, card) IN (SELECT scope, subject, card
  FROM ${cardRows} WHERE at <= ${value("until")} ORDER BY at LIMIT ${cleanedAtOnce})`
const removeDevices = statement`DELETE FROM ${deviceRows} WHERE (scope, customer, device) IN (SELECT scope, customer, device
  FROM ${deviceRows} WHERE at <= ${value("until")} ORDER BY at LIMIT ${cleanedAtOnce})`

/** Forgets rows of all accounts that no window reaches any more, the oldest first. */
export const cleaningWrites = (now: number): ReadonlyArray<Write> => [
  removeAttempts.write({ until: now - hourMs }),
  removeCards.write({ until: now - dayMs }),
  removeDevices.write({ until: now - deviceMemoryMs })
]
