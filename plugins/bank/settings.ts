/** How the plugin is run. The values of the specification are the defaults. */
import * as Context from "effect/Context"
import { achSettingsOf, type AchOptions, type AchSettings } from "./ach/AchPlan.ts"
import { specifiedLimits, type RailLimits } from "./rails/rail-ids.ts"
import type { ClientConfig } from "./clients/Client.ts"

/** Points of a send at which a sandbox may be told to crash (decisions C.5). */
export const crashPoints = ["before_send", "after_send_before_commit", "after_commit"] as const

/** One of them. */
export type CrashPoint = (typeof crashPoints)[number]

/** What a host says about the service. */
export interface BankOptions {
  /** `sandbox` talks to the simulated network; `production` needs rails of the host's and has no simulator. */
  readonly mode: "sandbox" | "production"
  /** Clients that exist from the start. None in a sandbox: `testClient`. */
  readonly clients?: ReadonlyArray<ClientConfig>
  /** A bearer token that opens the administration, as the console has one. */
  readonly adminToken?: string | (() => string)
  readonly limits?: Partial<RailLimits>
  /** Windows of ACH, and what follows when one is missed. */
  readonly ach?: AchOptions
  /** How long a call waits for its outcome before it answers 202, in milliseconds; at most 55 s (decisions B23). */
  readonly synchronousLimitMs?: number
  /** The same while engine time stands: nothing can happen but what somebody does by hand (decisions C.1). */
  readonly standingClockLimitMs?: number
  /** Status of a key that was used for another request: the specification says both (decisions X1). */
  readonly idempotencyMismatchStatus?: 409 | 422
  /** Spec bank §8: 120. */
  readonly requestsPerMinute?: number
  /** Ends the process where a sandbox was told to crash. Without it the endpoint does not exist. */
  readonly crash?: (at: CrashPoint) => void
}

/** The options with every default in place. */
export interface BankSettingsShape {
  readonly mode: BankOptions["mode"]
  readonly limits: RailLimits
  readonly ach: AchSettings
  readonly synchronousLimitMs: number
  readonly standingClockLimitMs: number
  readonly crash: ((at: CrashPoint) => void) | undefined
}

/** Well within the 55 seconds that a server may take, so that the answer arrives before a client gives up at 60. */
const defaultSynchronousLimitMs = 50_000

/** Decisions C.1. */
const defaultStandingClockLimitMs = 2_000

/** Puts the defaults in place. */
export const settingsOf = (options: BankOptions): BankSettingsShape => ({
  mode: options.mode,
  limits: { ...specifiedLimits, ...options.limits },
  ach: achSettingsOf(options.ach),
  synchronousLimitMs: options.synchronousLimitMs ?? defaultSynchronousLimitMs,
  standingClockLimitMs: options.standingClockLimitMs ?? defaultStandingClockLimitMs,
  crash: options.mode === "sandbox" ? options.crash : undefined
})

/** The settings in use. */
export const BankSettings = Context.Reference<BankSettingsShape>("bursar/bank/Settings", {
  defaultValue: () => settingsOf({ mode: "sandbox" })
})
