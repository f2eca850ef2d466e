/** The plugin's face towards HTTP: keys, regions, versions, rate limit plans, idempotency rules. */
import * as Effect from "effect/Effect"
import {
  Credentials,
  isRegionName,
  type Face,
  type GateKeeper,
  type RateLimitPlan,
  type RegionName,
  type StoreOpenFailed,
  type StoreUnavailable
} from "../../src/plugin.ts"
import { isCalendarDate, type Principal } from "../../src/domain.ts"
import { scopesOf, secretKey, type CardsAccount, type PlanName } from "./accounts.ts"
import type { KycOptions } from "./kyc/settings.ts"
import { refuse } from "./errors.ts"
import {
  type AuthenticationFailure,
  InvalidApiKey,
  InvalidRegion,
  InvalidVersion,
  LiveKeyInSandbox,
  MissingApiKey,
  TestKeyInProduction
} from "./face-errors.ts"
import { accountPrincipal } from "./principal.ts"
import { accountPin } from "./version-pins.ts"
import { resolveVersion } from "./versions.ts"

type FaceFailure = AuthenticationFailure | StoreUnavailable | StoreOpenFailed

/** How the plugin is run. */
export interface CardsOptions {
  /** `sandbox` takes test keys and touches no network; `production` takes live keys. */
  readonly mode: "sandbox" | "production"
  /** Merchant accounts. With none, a sandbox takes any well-formed test key, each its own account. */
  readonly accounts?: ReadonlyArray<CardsAccount>
  /**
   * Address of the plugin's mount as browsers reach it, such as `https://pay.example/cards`: links to authentication
   * pages begin with it. Default: `publicUrl` of the engine and the mount, else the address that each request was sent to.
   */
  readonly publicUrl?: string
  /** How the verification of customers is run. Who does it is `KycProvider`'s. */
  readonly kyc?: KycOptions
}

/** Plans of decisions B7. The cap of `starter` is the specification's. */
export const plans: Readonly<Record<PlanName, RateLimitPlan>> = {
  starter: { requests: 10_000, window: "day" },
  growth: { requests: 6_000, window: 60_000 },
  dedicated: { requests: 60_000, window: 60_000 }
}

/** 1 MiB (decisions B7). */
const bodyLimitBytes = 1_048_576

/** Keys whose accounts are remembered; past it they are worked out again. */
const maxRemembered = 10_000

/** Finds the principal of a key. */
const makeAuthenticate = (options: CardsOptions, { signer, store }: GateKeeper) => {
  const lookupOf = (key: string) => signer.fingerprint("api key", key)
  const configured = new Map<string, Principal>()
  const accounts = new Map((options.accounts ?? []).map((account) => [account.id, account]))
  for (const account of options.accounts ?? []) {
    for (const key of account.keys) {
      const mode = key.startsWith("sk_live_") ? "live" : "test"
      const lookup = lookupOf(key)
      configured.set(lookup, accountPrincipal(account, mode, lookup))
    }
  }
  const open = options.mode === "sandbox" && configured.size === 0
  // A fingerprint for each request would cost some microseconds for nothing: keys of these two kinds never change.
  const remembered = new Map<string, Principal>()

  const remember = (key: string, principal: Principal): Principal => {
    if (remembered.size >= maxRemembered) remembered.clear()
    remembered.set(key, principal)
    return principal
  }

  const ofOpenSandbox = (key: string): Principal => {
    const lookup = lookupOf(key)
    return remember(key, accountPrincipal({ id: `acct_${lookup.slice(0, 24)}` }, "test", lookup))
  }

  /** A key that was issued may do what the configuration says now, and not what it said then. */
  const nowOf = (issued: Principal): Principal => ({
    ...issued,
    scopes: scopesOf(accounts.get(issued.account), issued.mode)
  })

  const ofIssuedKey = Effect.fnUntraced(function* (lookup: string) {
    const home = yield* store.region(store.home)
    const issued = yield* Credentials.findPrincipal(home, { plugin: "cards", lookup })
    return issued === undefined ? yield* new InvalidApiKey({ isMalformed: false }) : nowOf(issued)
  })

  /** In an open sandbox any test key is its own account, but for those that were issued: they have one, until they are revoked. */
  const ofAnyKey = Effect.fnUntraced(function* (key: string) {
    const home = yield* store.region(store.home)
    const issued = yield* Credentials.findIssued(home, { plugin: "cards", lookup: lookupOf(key) })
    if (issued === undefined) return ofOpenSandbox(key)
    return issued.revokedAt === undefined ? nowOf(issued.principal) : yield* new InvalidApiKey({ isMalformed: false })
  })

  const ofGivenKey = (key: string): Effect.Effect<Principal, FaceFailure> => {
    const lookup = lookupOf(key)
    const known = configured.get(lookup)
    return known === undefined ? ofIssuedKey(lookup) : Effect.succeed(remember(key, known))
  }

  return (authorization: string | undefined): Effect.Effect<Principal, FaceFailure> => {
    if (authorization === undefined || !/^bearer +/i.test(authorization)) return Effect.fail(new MissingApiKey())
    const key = authorization.slice("bearer ".length).trim()
    const known = remembered.get(key)
    if (known !== undefined) return Effect.succeed(known)
    const mode = secretKey.form.exec(key)?.[1]
    if (mode === undefined) return Effect.fail(new InvalidApiKey({ isMalformed: true }))
    if (options.mode === "sandbox" && mode === "live") return Effect.fail(new LiveKeyInSandbox())
    if (options.mode === "production" && mode === "test") return Effect.fail(new TestKeyInProduction())
    return open ? ofAnyKey(key) : ofGivenKey(key)
  }
}

/** Finds the version that an account is pinned to. A pin never changes, so it is read once. */
const makePins = (keeper: GateKeeper) => {
  const remembered = new Map<string, string>()
  const ask = (account: string) =>
    Effect.map(accountPin(keeper, account), (pin) => {
      if (remembered.size >= maxRemembered) remembered.clear()
      remembered.set(account, pin)
      return pin
    })
  return (account: string): Effect.Effect<string, StoreUnavailable | StoreOpenFailed> => {
    const known = remembered.get(account)
    return known === undefined ? ask(account) : Effect.succeed(known)
  }
}

export const makeFace =
  (options: CardsOptions) =>
  (keeper: GateKeeper): Face<FaceFailure> => {
    const authenticate = makeAuthenticate(options, keeper)
    const pinned = makePins(keeper)
    return {
      authenticate: (headers) => authenticate(headers["authorization"]),
      admit: (headers, { account }) => {
        const region = headers["svc-data-region"] ?? keeper.store.home
        if (!isRegionName(region)) return Effect.fail(new InvalidRegion())
        const asked = headers["svc-version"]
        if (asked !== undefined && !isCalendarDate(asked)) return Effect.fail(new InvalidVersion())
        return Effect.mapEager(pinned(account), (pin) => admissionOf(region, resolveVersion(asked ?? pin)))
      },
      refuse,
      plans,
      anonymousPlan: plans.growth,
      rateLimitHeaders: (reading) => ({
        "x-ratelimit-limit": String(reading.limit),
        "x-ratelimit-remaining": String(reading.remaining),
        "x-ratelimit-reset": String(reading.resetAt)
      }),
      requestIdHeader: "request-id",
      idempotency: {
        header: "idempotency-key",
        bodyField: "idempotency_key",
        // Spec cards §4: keys expire after 24 hours.
        lifetimeMs: 86_400_000,
        // Decisions B6.3.
        waitMs: 30_000
      },
      bodyLimitBytes
    }
  }

const admissionOf = (region: RegionName, version: string) => ({
  region,
  headers: { "svc-data-region": region, "svc-version": version }
})
