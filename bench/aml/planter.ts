/**
 * Makes movements of money: ordinary customers, and among them patterns that monitoring must find and near misses that it
 * must not. The same seed gives the same movements.
 */
import type { aml } from "bursar/cards"

type Movement = aml.Movement

/** What to make. */
export interface Plan {
  readonly seed: number
  readonly payments: number
  readonly customers: number
}

const dayMs = 86_400_000
const hourMs = 3_600_000
const start = Date.UTC(2026, 0, 1)
const days = 90

/** A small generator of numbers in [0, 1): mulberry32. */
export const makeRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Loose = Omit<Movement, "id" | "date">

interface Ground {
  readonly random: () => number
  readonly add: (movement: Partial<Loose> & Pick<Loose, "at" | "usdMinor" | "customer">) => void
}

/** Repeats a payment; `step` apart. */
const repeat = (ground: Ground, times: number, of: Parameters<Ground["add"]>[0], step: number) => {
  for (let index = 0; index < times; index++) ground.add({ ...of, at: of.at + index * step })
}

type Pattern = (ground: Ground, customer: string, at: number) => void

/** Patterns and near misses, each for a customer of its own. */
const patterns: Readonly<Record<string, Pattern>> = {
  exactly: ({ add }, customer, at) => add({ customer, at, usdMinor: 1_000_000 }),
  justBelow: ({ add }, customer, at) => add({ customer, at, usdMinor: 999_999 }),
  dayTotal: (ground, customer, at) =>
    repeat(ground, 5, { customer, at: Math.floor(at / dayMs) * dayMs, usdMinor: 250_000 }, hourMs),
  dayEnd: (ground, customer, at) =>
    repeat(ground, 4, { customer, at: Math.floor(at / dayMs) * dayMs + dayMs - 2000, usdMinor: 250_000 }, 1000),
  tight: (ground, customer, at) => repeat(ground, 2, { customer, at, usdMinor: 800_000 }, 48 * hourMs),
  tightLate: (ground, customer, at) => repeat(ground, 2, { customer, at, usdMinor: 800_000 }, 48 * hourMs + 1),
  tightLow: (ground, customer, at) => repeat(ground, 2, { customer, at, usdMinor: 799_999 }, 10 * hourMs),
  split: (ground, customer, at) => repeat(ground, 3, { customer, at, usdMinor: 333_334 }, 36 * hourMs),
  splitLate: (ground, customer, at) => repeat(ground, 3, { customer, at, usdMinor: 333_334 }, 36 * hourMs + 1),
  splitLow: (ground, customer, at) => repeat(ground, 3, { customer, at, usdMinor: 333_333 }, 30 * hourMs),
  splitLarge: (ground, customer, at) => {
    ground.add({ customer, at, usdMinor: 1_000_000 })
    repeat(ground, 3, { customer, at: at + hourMs, usdMinor: 400_000 }, 24 * hourMs)
  },
  sharedCard: ({ add }, customer, at) => {
    for (const index of [0, 1, 2]) {
      add({
        customer: `${customer}${index}`,
        at: at + index * hourMs,
        usdMinor: 400_000,
        instrument: `shared ${customer}`
      })
    }
  },
  passThrough: ({ add }, customer, at) => {
    add({ customer, at, usdMinor: 500_000 })
    add({ customer, at: at + 48 * hourMs, usdMinor: 400_000, kind: "payout" })
  },
  passThroughLate: ({ add }, customer, at) => {
    add({ customer, at, usdMinor: 500_000 })
    add({ customer, at: at + 48 * hourMs + 1, usdMinor: 400_000, kind: "payout" })
  },
  passThroughLow: ({ add }, customer, at) => {
    add({ customer, at, usdMinor: 500_000 })
    add({ customer, at: at + hourMs, usdMinor: 399_999, kind: "payout" })
  },
  fanIn: ({ add }, customer, at) => {
    for (let index = 0; index < 5; index++) {
      add({ customer, at: at + index * 24 * hourMs, usdMinor: 100_000, instrument: `${customer} card ${index}` })
    }
    add({ customer, at: at + 7 * dayMs, usdMinor: 400_000, kind: "payout" })
  },
  fanInFour: ({ add }, customer, at) => {
    for (let index = 0; index < 5; index++) {
      add({ customer, at: at + index * 24 * hourMs, usdMinor: 100_000, instrument: `${customer} card ${index % 4}` })
    }
    add({ customer, at: at + 6 * dayMs, usdMinor: 400_000, kind: "payout" })
  },
  fanOut: ({ add }, customer, at) => {
    for (let index = 0; index < 5; index++) {
      add({
        customer,
        at: at + index * 6 * hourMs,
        usdMinor: 100_000,
        kind: "payout",
        instrument: `${customer} to ${index}`
      })
    }
  },
  unusual: ({ add, random }, customer, at) => {
    for (let index = 0; index < 12; index++) {
      add({ customer, at: at + index * dayMs, usdMinor: 5_000 + Math.floor(random() * 1000) })
    }
    add({ customer, at: at + 13 * dayMs, usdMinor: random() < 0.5 ? 100_000 : 600_000 })
  },
  velocity: (ground, customer, at) => repeat(ground, 14, { customer, at, usdMinor: 2_000 }, 2 * hourMs),
  velocityNine: (ground, customer, at) => repeat(ground, 9, { customer, at, usdMinor: 2_000 }, hourMs),
  call: ({ add }, customer, at) => add({ customer, at, usdMinor: at % 2 === 0 ? 100 : 500_000, call: true }),
  grey: ({ add }, customer, at) => add({ customer, at, usdMinor: 100_000, grey: true }),
  greySum: (ground, customer, at) => repeat(ground, 8, { customer, at, usdMinor: 99_999, grey: true }, 5 * dayMs),
  exposed: (ground, customer, at) => repeat(ground, 6, { customer, at, usdMinor: 200_000, exposed: true }, 6 * dayMs),
  exposedLate: (ground, customer, at) =>
    repeat(ground, 2, { customer, at, usdMinor: 500_000, exposed: true }, 30 * dayMs + 1),
  noRate: ({ add }, customer, at) => add({ customer, at, usdMinor: 1_000_000, rateMissing: true }),
  silence: ({ add }, customer, at) => {
    add({ customer, at: at - 180 * dayMs, usdMinor: 1_000 })
    add({ customer, at, usdMinor: 500_000 })
  },
  silenceShort: ({ add }, customer, at) => {
    add({ customer, at: at - 180 * dayMs + 1, usdMinor: 1_000 })
    add({ customer, at, usdMinor: 500_000 })
  }
}

/** Names of the patterns, and of the near misses among them. */
export const patternNames: ReadonlyArray<string> = Object.keys(patterns)

/** A log-normal amount in US cents: half of them below 40 USD, one in some hundred above 1,000. */
const amountOf = (random: () => number): number => {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Math.max(50, Math.min(5_000_000, Math.round(4_000 * Math.exp(1.4 * normal))))
}

/** A time within the days; fewer at weekends and at night. */
const timeOf = (random: () => number): number => {
  for (;;) {
    const at = start + Math.floor(random() * days * dayMs)
    const weekend = Math.floor(at / dayMs + 4) % 7 >= 5
    const night = (at % dayMs) / hourMs < 6
    if (random() < (weekend ? 0.6 : 1) * (night ? 0.3 : 1)) return at
  }
}

const addOrdinary = (ground: Ground, { customers, payments }: Plan) => {
  const { add, random } = ground
  for (let index = 0; index < payments; index++) {
    // Few customers pay often, many seldom.
    const number = Math.floor(customers * random() ** 2)
    const customer = `cus_${number}`
    const kind = random() < 0.04 ? "payout" : "payment"
    const usdMinor = kind === "payout" ? amountOf(random) * 10 : amountOf(random)
    add({
      customer,
      kind,
      usdMinor,
      at: timeOf(random),
      instrument:
        kind === "payout" ? `ba_${number}_${Math.floor(random() * 2)}` : `card_${number}_${Math.floor(random() * 3)}`,
      grey: number % 50 === 7,
      exposed: number % 200 === 9
    })
  }
}

const addPatterns = (ground: Ground, times: number) => {
  for (let round = 0; round < times; round++) {
    for (const [name, plant] of Object.entries(patterns)) {
      plant(ground, `${name}_${round}`, start + Math.floor(ground.random() * 40 * dayMs))
    }
  }
}

/** About one movement in ten belongs to a planted pattern; a round of all patterns is so many. */
const plantedPart = 0.1
const movementsPerRound = 130

/** Movements in the order of time. About one in ten belongs to a planted pattern. */
export const plantMovements = (plan: Plan): ReadonlyArray<Movement> => {
  const random = makeRandom(plan.seed)
  const loose: Array<Loose> = []
  const add: Ground["add"] = (of) =>
    loose.push({
      kind: "payment",
      instrument: `${of.customer} ${of.kind === "payout" ? "bank" : "card"}`,
      grouped: of.kind !== "payout",
      rateMissing: false,
      call: false,
      grey: false,
      exposed: false,
      ...of
    })
  const ground = { random, add }
  addPatterns(ground, Math.max(1, Math.floor((plan.payments * plantedPart) / movementsPerRound)))
  addOrdinary(ground, { ...plan, payments: plan.payments - loose.length })
  loose.sort((one, other) => one.at - other.at)
  return loose.map((movement, index) => ({
    ...movement,
    id: `${movement.kind === "payout" ? "po" : "pay"}_${index}`,
    date: new Date(movement.at).toISOString().slice(0, 10)
  }))
}
