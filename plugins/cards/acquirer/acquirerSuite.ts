/**
 * What the payments slice relies on in an acquirer, as tests for whoever writes one. They need no test runner: each is a
 * name and a function that rejects, so that any runner can take them.
 *
 *     for (const { name, run } of acquirerSuite({ acquirers, approved, declined })) it(name, run)
 */
import * as Effect from "effect/Effect"
import type { PaymentMethod } from "../payment-methods/PaymentMethod.ts"
import type { Acquirers, AcquirerShape } from "./Acquirer.ts"
import type { AuthorizeRequest, FollowingRequest } from "./AcquirerImplementation.ts"

/** The acquirer under test. */
export interface AcquirerFixture {
  /** Made by `Acquirer.make`, connected to a test system. */
  readonly acquirers: Acquirers
  /** Payment methods that the acquirer's test system approves and declines. */
  readonly approved: PaymentMethod
  readonly declined: PaymentMethod
  /** Which of the two acquirers is tested. Default `test`: the payments of the suite are test payments. */
  readonly mode?: "test" | "live"
  /**
   * How much the acquirer has taken for a payment so far, in minor units, if its test system can tell: then repetitions
   * are checked for money that moved twice.
   */
  readonly takenMinor?: (payment: string) => number | Promise<number>
  /** A token of the processor's form for a card, made anew at each call: where `tokenize` is implemented. */
  readonly cardToken?: () => string | Promise<string>
  /** What `tokenize` called a bank account that takes payouts: where `payout` is implemented. */
  readonly destination?: string
  /** How much the acquirer has sent for a payout so far, in minor units, if its test system can tell. */
  readonly sentMinor?: (payout: string) => number | Promise<number>
}

/** One test. */
export interface SuiteCase {
  readonly name: string
  readonly run: () => Promise<void>
}

/** The acquirer did not keep to the contract. */
export class ContractBroken extends Error {
  override readonly name = "ContractBroken"
}

const expect = (holds: boolean, what: string, found: unknown): void => {
  if (!holds) throw new ContractBroken(`${what}; it answered ${JSON.stringify(found)}`)
}

const amountMinor = 2_000

class Bench {
  readonly #fixture: AcquirerFixture
  readonly #prefix: string
  readonly acquirer: AcquirerShape

  constructor(fixture: AcquirerFixture, prefix: string) {
    this.#fixture = fixture
    this.#prefix = prefix
    this.acquirer = fixture.acquirers[fixture.mode ?? "test"]
  }

  get payment(): string {
    return `pay_suite_${this.#prefix}`
  }

  authorizing(more: Partial<AuthorizeRequest> = {}): AuthorizeRequest {
    return {
      reference: `${this.payment}:authorize`,
      payment: this.payment,
      amountMinor,
      currency: "usd",
      livemode: this.#fixture.mode === "live",
      paymentMethod: this.#fixture.approved,
      capture: false,
      authenticated: false,
      exemption: null,
      offSession: false,
      // 2026-01-15T09:30:00Z
      requestedAt: 1_768_469_400_000,
      mustAuthenticate: false,
      returnUrl: null,
      authenticationReference: null,
      ...more
    }
  }

  async authorized(more: Partial<AuthorizeRequest> = {}): Promise<string> {
    const answer = await Effect.runPromise(this.acquirer.authorize(this.authorizing(more)))
    if (answer.outcome === "authorized") return answer.acquirerReference
    throw new ContractBroken(`An approved payment method is authorized; it answered ${JSON.stringify(answer)}`)
  }

  following(operation: string, acquirerReference: string, more: Partial<FollowingRequest> = {}): FollowingRequest {
    const { amountMinor, currency, livemode, payment, paymentMethod } = this.authorizing()
    const reference = `${this.payment}:${operation}`
    return { reference, payment, amountMinor, currency, livemode, paymentMethod, acquirerReference, ...more }
  }

  async checkTaken(expected: number, when: string): Promise<void> {
    const taken = await this.#fixture.takenMinor?.(this.payment)
    if (taken !== undefined) expect(taken === expected, `${when}, ${expected} have been taken`, taken)
  }
}

type Check = (bench: Bench, fixture: AcquirerFixture) => Promise<void>

const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

/** One row per promise. */
const checks: Readonly<Record<string, Check>> = {
  "authorizes an approved payment method and takes nothing yet": async (bench) => {
    await bench.authorized()
    await bench.checkTaken(0, "After an authorization")
  },
  "takes the money at once when it is asked to": async (bench) => {
    await bench.authorized({ capture: true })
    await bench.checkTaken(amountMinor, "After an authorization with capture")
  },
  "answers a decline, and does not fail": async (bench, { declined }) => {
    const answer = await Effect.runPromise(bench.acquirer.authorize(bench.authorizing({ paymentMethod: declined })))
    expect(answer.outcome === "declined", "A declined payment method is answered with `declined`", answer)
    await bench.checkTaken(0, "After a decline")
  },
  "gives the same answer to the same reference, and takes the money once": async (bench) => {
    const ask = () => Effect.runPromise(bench.acquirer.authorize(bench.authorizing({ capture: true })))
    const [first, second] = [await ask(), await ask()]
    expect(same(first, second), `Asked again it answers ${JSON.stringify(first)}`, second)
    await bench.checkTaken(amountMinor, "After a repetition")
  },
  "takes the money once when it is asked twice at the same time": async (bench) => {
    const ask = () => Effect.runPromise(bench.acquirer.authorize(bench.authorizing({ capture: true })))
    const [first, second] = await Promise.all([ask(), ask()])
    expect(same(first, second), `Asked twice at once it answers ${JSON.stringify(first)} both times`, second)
    await bench.checkTaken(amountMinor, "After two requests at once")
  },
  "captures an authorization in full, once however often it is asked": async (bench) => {
    const reference = await bench.authorized()
    for (const attempt of ["first", "second"]) {
      const answer = await Effect.runPromise(bench.acquirer.capture(bench.following("capture", reference)))
      expect(answer.outcome === "captured", `The ${attempt} request to capture is answered with \`captured\``, answer)
    }
    await bench.checkTaken(amountMinor, "After a capture")
  },
  "captures a part": async (bench) => {
    const reference = await bench.authorized()
    const part = bench.following("capture", reference, { amountMinor: 1_200 })
    const answer = await Effect.runPromise(bench.acquirer.capture(part))
    expect(answer.outcome === "captured", "A partial capture is answered with `captured`", answer)
    await bench.checkTaken(1_200, "After a partial capture")
  },
  "voids an authorization, however often it is asked": async (bench) => {
    const reference = await bench.authorized()
    for (const attempt of ["first", "second"]) {
      const answer = await Effect.runPromise(bench.acquirer.void(bench.following("void", reference)))
      expect(answer.outcome === "voided", `The ${attempt} request to void is answered with \`voided\``, answer)
    }
    await bench.checkTaken(0, "After a void")
  },
  "gives back what it took although its answer was lost, or declines to": async (bench) => {
    await bench.authorized({ capture: true })
    const request = bench.following("void", bench.authorizing().reference)
    const { outcome } = await Effect.runPromise(bench.acquirer.void(request))
    await bench.checkTaken(outcome === "voided" ? 0 : amountMinor, `After a void that was answered with \`${outcome}\``)
  },
  "declines to void what was captured, or gives it back": async (bench) => {
    const reference = await bench.authorized()
    await Effect.runPromise(bench.acquirer.capture(bench.following("capture", reference)))
    const { outcome } = await Effect.runPromise(bench.acquirer.void(bench.following("void", reference)))
    await bench.checkTaken(outcome === "voided" ? 0 : amountMinor, `After a void that was answered with \`${outcome}\``)
  },
  "refunds what was taken, once however often it is asked": async (bench) => {
    const reference = await bench.authorized({ capture: true })
    const request = { ...bench.following("refund", reference, { amountMinor: 500 }), refund: "ref_suite" }
    for (const attempt of ["first", "second"]) {
      const answer = await Effect.runPromise(bench.acquirer.refund(request))
      expect(answer.outcome !== "declined", `The ${attempt} request to refund is accepted`, answer)
    }
    await bench.checkTaken(amountMinor - 500, "After a refund")
  }
}

/** Promises about what an acquirer may leave out. */
const optionalChecks: Readonly<Record<"cardToken" | "destination", Readonly<Record<string, Check>>>> = {
  cardToken: {
    "keeps what a token stands for, the same for the same reference": async (
      { acquirer, payment },
      { cardToken, mode }
    ) => {
      const source = { kind: "token" as const, token: await cardToken!() }
      const request = { reference: payment, use: "pays" as const, type: "card" as const, source, billingDetails: {} }
      const ask = () => Effect.runPromise(acquirer.tokenize!({ ...request, livemode: mode === "live" }))
      const [first, second] = [await ask(), await ask()]
      expect(
        first.outcome === "tokenized" && "card" in first,
        "A good token is answered with `tokenized` and a card",
        first
      )
      expect(same(first, second), `Asked again it answers ${JSON.stringify(first)}`, second)
    }
  },
  destination: {
    "sends a payout once however often it is asked": async (
      { acquirer, payment },
      { destination, mode, sentMinor }
    ) => {
      const request = { amountMinor, currency: "usd" as const, method: "standard" as const, livemode: mode === "live" }
      for (const attempt of ["first", "second"]) {
        const answer = await Effect.runPromise(
          acquirer.payout!({ ...request, reference: payment, destination: destination! })
        )
        expect(answer.outcome !== "failed", `The ${attempt} request to pay out is accepted`, answer)
      }
      const sent = await sentMinor?.(payment)
      if (sent !== undefined) expect(sent === amountMinor, `After two requests, ${amountMinor} have been sent`, sent)
    }
  }
}

const checksFor = (fixture: AcquirerFixture): ReadonlyArray<readonly [string, Check]> => [
  ...Object.entries(checks),
  ...(fixture.cardToken === undefined ? [] : Object.entries(optionalChecks.cardToken)),
  ...(fixture.destination === undefined ? [] : Object.entries(optionalChecks.destination))
]

/** The tests. Payments in them are named after the tests, so that they do not meet. */
export const acquirerSuite = (fixture: AcquirerFixture): ReadonlyArray<SuiteCase> =>
  checksFor(fixture).map(([name, check], index) => ({
    name,
    run: () => check(new Bench(fixture, String(index + 1)), fixture)
  }))
