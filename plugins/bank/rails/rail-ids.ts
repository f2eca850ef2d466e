/** The rails by name, and what the specification says about each (spec bank §2, §8). */

/** Every rail of the service. */
export const railIds = ["rtp", "fednow", "ach", "fedwire", "swift"] as const

export type RailId = (typeof railIds)[number]

/** The rails that settle within seconds, at any hour. */
export const instantRails = ["rtp", "fednow"] as const

export type InstantRail = (typeof instantRails)[number]

/** Whether a rail is an instant one. */
export const isInstantRail = (rail: RailId): rail is InstantRail => rail === "rtp" || rail === "fednow"

/** The kind of payment that each rail carries. */
export const kindOf = {
  rtp: "instant",
  fednow: "instant",
  fedwire: "wire",
  swift: "wire",
  ach: "ach"
} as const satisfies Readonly<Record<RailId, "instant" | "wire" | "ach">>

/** Amounts in cents that bound the rails; an operator may configure others. */
export interface RailLimits {
  /** Spec bank §8. */
  readonly rtpMaxCents: number
  /** Spec bank §8: of a participant whose entry names no limit. */
  readonly fednowDefaultCents: number
  /** Spec bank §8: of a participant that is eligible for more. */
  readonly fednowEligibleCents: number
  /** Spec bank §4, rail selection: above this, in whole currency units, `auto` goes to the wire rail. */
  readonly wireAboveUnits: number
}

/** The values of the specification. */
export const specifiedLimits: RailLimits = {
  rtpMaxCents: 100_000_000,
  fednowDefaultCents: 50_000_000,
  fednowEligibleCents: 100_000_000,
  wireAboveUnits: 1_000_000
}

/** Cents in one unit of the currency: the rule for `auto` is written in units, the field is in cents. */
export const centsPerUnit = 100
