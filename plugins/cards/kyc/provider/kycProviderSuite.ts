/**
 * What the kyc slice relies on in a provider, as tests for whoever connects one. They need no test runner: each is a name
 * and a function that rejects, so that any runner can take them.
 *
 *     for (const { name, run } of kycProviderSuite({ providers, verified, failed })) it(name, run)
 */
import * as Effect from "effect/Effect"
import { ContractBroken, type SuiteCase } from "../../acquirer/acquirerSuite.ts"
import type { KycCheckAnswer, KycResult, KycStartAnswer } from "./answers.ts"
import type { KycProviders, KycProviderShape } from "./KycProvider.ts"
import type { KycImage, StartVerification } from "./KycProviderImplementation.ts"

/** The provider under test. */
export interface KycProviderFixture {
  /** Made by `KycProvider.make`, connected to a test system. */
  readonly providers: KycProviders
  /** What to submit so that the test system verifies a person, and so that it refuses to. */
  readonly verified: Partial<StartVerification>
  readonly failed: Partial<StartVerification>
  /** Which of the two providers is tested. Default `test`: the persons of the suite are nobody. */
  readonly mode?: "test" | "live"
  /** Brings the result of a submission about, or waits for it, where the test system needs that. */
  readonly settle?: (reference: string) => Promise<void> | void
  /** How many verifications the provider has begun under a reference, if its test system can tell. */
  readonly begun?: (reference: string) => number | Promise<number>
}

const expect = (holds: boolean, what: string, found: unknown): void => {
  if (!holds) throw new ContractBroken(`${what}; it answered ${JSON.stringify(found)}`)
}

/** 64 by 64 pixels, as far as its header tells: beginning, frame, scan, end. */
const sample: KycImage = {
  bytes: Uint8Array.from(atob("/9j/wAALCABAAEABAREA/9oACAEBAAA/AFX/2Q=="), (byte) => byte.charCodeAt(0)),
  type: "image/jpeg",
  width: 64,
  height: 64,
  sha256: "e97adc141f9cf708ac12caac6e47d0b96c3a9c333dabfbf6bae75ed18659ce76"
}

/** 2026-01-15T09:30:00Z */
const startedAt = 1_768_469_400_000

/** Questions until there must be a result, with a second of engine time between them: spec cards §3, 60 seconds. */
const questions = 60

class Bench {
  readonly #fixture: KycProviderFixture
  readonly provider: KycProviderShape
  readonly reference: string

  constructor(fixture: KycProviderFixture, prefix: string) {
    const mode = fixture.mode ?? "test"
    const provider = fixture.providers[mode]
    if (provider === undefined) throw new ContractBroken(`There is a provider for ${mode} mode; there is none`)
    this.#fixture = fixture
    this.provider = provider
    this.reference = `kyc_suite_${prefix}`
  }

  start(more: Partial<StartVerification>): Promise<KycStartAnswer> {
    return Effect.runPromise(
      this.provider.start({
        reference: this.reference,
        livemode: this.#fixture.mode === "live",
        requestedAt: startedAt,
        customer: "cus_suite",
        name: "Ada Lovelace",
        documentType: "passport",
        documentFront: sample,
        documentBack: undefined,
        selfie: undefined,
        dateOfBirth: null,
        ...more
      })
    )
  }

  check(providerReference: string | null, seconds: number): Promise<KycCheckAnswer> {
    const requestedAt = startedAt + seconds * 1000
    const livemode = this.#fixture.mode === "live"
    return Effect.runPromise(
      this.provider.check({ reference: this.reference, providerReference, livemode, requestedAt })
    )
  }

  /** The result that follows from an answer to `start`. */
  async resultOf(started: KycStartAnswer): Promise<KycResult> {
    if (started.outcome !== "pending") return started
    await this.#fixture.settle?.(this.reference)
    let providerReference = started.providerReference ?? null
    for (let second = 1; second <= questions; second++) {
      const answer = await this.check(providerReference, second)
      if (answer.outcome === "verified" || answer.outcome === "failed") return answer
      expect(answer.outcome === "pending", "A submission that was acknowledged stays known", answer)
      if (answer.outcome === "pending") providerReference = answer.providerReference ?? providerReference
    }
    throw new ContractBroken("There is a result within 60 seconds; there was none")
  }

  async checkBegun(): Promise<void> {
    const begun = await this.#fixture.begun?.(this.reference)
    if (begun !== undefined) expect(begun === 1, "One reference begins one verification", begun)
  }
}

type Check = (bench: Bench, fixture: KycProviderFixture) => Promise<void>

const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

/** One row per promise. */
const checks: Readonly<Record<string, Check>> = {
  "verifies a person": async (bench, { verified }) => {
    const result = await bench.resultOf(await bench.start(verified))
    expect(result.outcome === "verified", "A good submission comes to `verified`", result)
  },
  "answers a refusal with a reason, and does not fail": async (bench, { failed }) => {
    const result = await bench.resultOf(await bench.start(failed))
    expect(result.outcome === "failed", "A bad submission comes to `failed`", result)
  },
  "begins once under a reference, however often it is asked": async (bench, { verified }) => {
    const first = await bench.resultOf(await bench.start(verified))
    const second = await bench.resultOf(await bench.start(verified))
    expect(same(first, second), `Asked again it comes to ${JSON.stringify(first)}`, second)
    await bench.checkBegun()
  },
  "begins once when it is asked twice at the same time": async (bench, { verified }) => {
    const [first, second] = await Promise.all([bench.start(verified), bench.start(verified)])
    const results = [await bench.resultOf(first), await bench.resultOf(second)]
    expect(same(results[0], results[1]), `Asked twice at once it comes to one result`, results)
    await bench.checkBegun()
  },
  "tells the same result as often as it is asked": async (bench, { failed }) => {
    const started = await bench.start(failed)
    const first = await bench.resultOf(started)
    const second = await bench.resultOf(started)
    expect(same(first, second), `Asked again it answers ${JSON.stringify(first)}`, second)
  },
  "does not know a reference that never arrived": async (bench) => {
    const answer = await bench.check(null, 1)
    expect(answer.outcome === "unknown", "A reference that never arrived is `unknown`", answer)
  }
}

/** The tests. Verifications in them are named after the tests, so that they do not meet. */
export const kycProviderSuite = (fixture: KycProviderFixture): ReadonlyArray<SuiteCase> =>
  Object.entries(checks).map(([name, check], index) => ({
    name,
    run: async () => check(new Bench(fixture, String(index + 1)), fixture)
  }))
