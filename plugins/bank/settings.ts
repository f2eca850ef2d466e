/** How the plugin is run. The values of the specification are the defaults. */
import * as Context from "effect/Context"
import { currencies, type Currency } from "../../src/domain.ts"
import { checkMode, checkNames } from "../../src/plugin.ts"
import { achSettingsOf, type AchOptions, type AchSettings } from "./ach/AchPlan.ts"
import { minuteOf } from "./calendar/eastern-time.ts"
import { fedwireHours, type FedwireHours } from "./calendar/fedwire-hours.ts"
import { specifiedLimits, type RailLimits } from "./rails/rail-ids.ts"
import { usdPerUnit } from "./wire/WireTerms.ts"
import type { ClientConfig } from "./clients/Client.ts"

/** Points of a send at which a sandbox may be told to crash (decisions C.5). */
export const crashPoints = ["before_send", "after_send_before_commit", "after_commit"] as const

/** One of them. */
export type CrashPoint = (typeof crashPoints)[number]

/** How wires are taken. */
export interface WireOptions {
  /** Status of a wire that waits for Fedwire to open: the specification says both (decisions X3). Default: 202. */
  readonly outsideHoursStatus?: 202 | 422
  /** Currencies of SWIFT payments. Default: USD, EUR, GBP, CAD, MXN. */
  readonly swiftCurrencies?: ReadonlyArray<Currency>
  /** USD that one unit of a currency counts for limits, approval rules and the travel rule. */
  readonly usdPerUnit?: Readonly<Partial<Record<Currency, number>>>
  /** When Fedwire opens on the evening before and closes, in New York; default 21:00 and 18:30 (spec bank §7). */
  readonly fedwireHours?: { readonly opens: `${number}:${number}`; readonly closes: `${number}:${number}` }
}

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
  /**
   * How long a call waits for its outcome before it answers 202, in milliseconds. Default: 50,000. More than 54,000 counts as
   * 54,000: the answer arrives within 55 s in every case (decisions B23). While engine time stands, a call does not wait for
   * time: it is answered as soon as nothing that is due can bring the outcome.
   */
  readonly synchronousLimitMs?: number
  /** Status of a key that was used for another request: the specification says both (decisions X1). */
  readonly idempotencyMismatchStatus?: 409 | 422
  /** Spec bank §8: 120. */
  readonly requestsPerMinute?: number
  readonly wire?: WireOptions
  /** Ends the process where a sandbox was told to crash. Without it the endpoint does not exist. */
  readonly crash?: (at: CrashPoint) => void
}

/** What a host may give here; its connections are given beside them. */
const options: Readonly<Record<keyof BankOptions, true>> = {
  mode: true,
  clients: true,
  adminToken: true,
  limits: true,
  ach: true,
  synchronousLimitMs: true,
  idempotencyMismatchStatus: true,
  requestsPerMinute: true,
  wire: true,
  crash: true
}

const wireOptions: Readonly<Record<keyof WireOptions, true>> = {
  outsideHoursStatus: true,
  swiftCurrencies: true,
  usdPerUnit: true,
  fedwireHours: true
}

const achOptions: Readonly<Record<keyof AchOptions, true>> = {
  schedule: true,
  sameDayFallback: true,
  reversalWindow: true
}

/** A text or NaN compares with no amount: it would be no limit. */
const checkNumbers = (owner: string, given: object | undefined): void => {
  for (const [name, value] of Object.entries(given ?? {}) as ReadonlyArray<[string, unknown]>) {
    if (value === undefined || (typeof value === "number" && value >= 0)) continue
    throw new RangeError(`${owner}.${name} must be a number, not ${JSON.stringify(value)}`)
  }
}

/** Any other word would be taken for one of them, silently. */
const checkOneOf = (name: string, value: unknown, known: ReadonlyArray<unknown>): void => {
  if (value === undefined || known.includes(value)) return
  const words = known.map((word) => JSON.stringify(word)).join(" or ")
  throw new RangeError(`${name} must be ${words}, not ${JSON.stringify(value)}`)
}

/** A time that cannot be read would never come. */
const checkTime = (name: string, value: unknown): void => {
  if (/^(([01]?\d|2[0-3]):[0-5]\d|24:00)$/.test(String(value))) return
  throw new RangeError(`${name} must be a time of day such as "18:30", not ${JSON.stringify(value)}`)
}

/** For hosts in JavaScript, whom no compiler tells. Throws a `RangeError`, or a `TypeError` for what the service does not have. */
export const checkOptions = (given: BankOptions): void => {
  checkNames(["bank", "option"], given, options)
  checkMode("bank", given.mode)
  const { ach, idempotencyMismatchStatus, limits, requestsPerMinute, synchronousLimitMs, wire } = given
  checkNames(["bank.limits", "field"], limits, specifiedLimits)
  checkNames(["bank.wire", "field"], wire, wireOptions)
  checkNames(["bank.wire.usdPerUnit", "field"], wire?.usdPerUnit, currencies)
  checkNames(["bank.ach", "field"], ach, achOptions)
  checkNumbers("bank", { requestsPerMinute, synchronousLimitMs })
  checkNumbers("bank.limits", limits)
  checkNumbers("bank.wire.usdPerUnit", wire?.usdPerUnit)
  checkOneOf("bank.idempotencyMismatchStatus", idempotencyMismatchStatus, [409, 422])
  checkOneOf("bank.wire.outsideHoursStatus", wire?.outsideHoursStatus, [202, 422])
  checkOneOf("bank.ach.sameDayFallback", ach?.sameDayFallback, ["refuse", "standard"])
  checkOneOf("bank.ach.reversalWindow", ach?.reversalWindow, ["request", "transmittable"])
  const hours = wire?.fedwireHours
  checkNames(["bank.wire.fedwireHours", "field"], hours, fedwireHours)
  if (hours === undefined) return
  checkTime("bank.wire.fedwireHours.opens", hours.opens)
  checkTime("bank.wire.fedwireHours.closes", hours.closes)
}

/** The options with every default in place. */
export interface BankSettingsShape {
  readonly mode: BankOptions["mode"]
  readonly limits: RailLimits
  readonly ach: AchSettings
  readonly synchronousLimitMs: number
  readonly wire: WireSettings
  readonly crash: ((at: CrashPoint) => void) | undefined
}

/** How wires are taken, with every default in place. */
export interface WireSettings {
  readonly outsideHoursStatus: 202 | 422
  readonly swiftCurrencies: ReadonlyArray<Currency>
  readonly usdPerUnit: Readonly<Partial<Record<Currency, number>>>
  readonly fedwireHours: FedwireHours
}

/** What is given: a field that is undefined leaves its default. */
const present = <A extends object>(given: A | undefined): Partial<A> =>
  Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined)) as Partial<A>

const wireSettingsOf = ({ fedwireHours: hours, outsideHoursStatus, ...options }: WireOptions): WireSettings => ({
  outsideHoursStatus: outsideHoursStatus ?? 202,
  swiftCurrencies: options.swiftCurrencies ?? ["usd", "eur", "gbp", "cad", "mxn"],
  usdPerUnit: { ...usdPerUnit, ...present(options.usdPerUnit) },
  fedwireHours: hours === undefined ? fedwireHours : { opens: minuteOf(hours.opens), closes: minuteOf(hours.closes) }
})

/** Well within the 55 seconds that a server may take, so that the answer arrives before a client gives up at 60. */
const defaultSynchronousLimitMs = 50_000

/** Decisions B23: the server answers before 55 seconds, with a second for the work itself. */
const longestSynchronousLimitMs = 54_000

/** Puts the defaults in place. */
export const settingsOf = (options: BankOptions): BankSettingsShape => ({
  mode: options.mode,
  limits: { ...specifiedLimits, ...present(options.limits) },
  ach: achSettingsOf(options.ach),
  synchronousLimitMs: Math.min(options.synchronousLimitMs ?? defaultSynchronousLimitMs, longestSynchronousLimitMs),
  wire: wireSettingsOf(options.wire ?? {}),
  crash: options.mode === "sandbox" ? options.crash : undefined
})

/** The settings in use. */
export const BankSettings = Context.Reference<BankSettingsShape>("bursar/bank/Settings", {
  defaultValue: () => settingsOf({ mode: "sandbox" })
})
