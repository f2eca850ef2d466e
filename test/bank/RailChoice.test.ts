/** The choice of a rail, as a rule (spec bank §4; decisions A.4): every edge to the cent. */
import { describe, expect, it } from "vitest"
import type { Participant } from "../../plugins/bank/participants/Participant.ts"
import { specifiedLimits } from "../../plugins/bank/rails/rail-ids.ts"
import { chooseRail, type RailFacts, type RailQuestion } from "../../plugins/bank/routing/RailChoice.ts"
import { isWithin, type RoutingRule } from "../../plugins/bank/routing/RoutingRule.ts"

const bank = (change: Partial<Participant> = {}): Participant => ({
  routingNumber: "099900014",
  name: "Bank",
  status: "active",
  ach: { participates: true },
  fedwire: { participates: true },
  rtp: { participates: true },
  fednow: { participates: true },
  ...change
})

const facts = (change: Partial<RailFacts> = {}): RailFacts => ({
  originatorBank: bank(),
  beneficiaryBank: bank(),
  connectedRails: ["rtp", "fednow", "fedwire"],
  allowedRails: ["rtp", "fednow", "ach", "fedwire", "swift"],
  fednowEligible: false,
  limits: specifiedLimits,
  rules: [],
  ...change
})

const question = (amountCents: number, change: Partial<RailQuestion> = {}): RailQuestion => ({
  preference: "auto",
  amountCents,
  clientId: "cli_1",
  purposeCode: null,
  now: Date.parse("2026-06-17T16:00:00Z"),
  ...change
})

const none = { participates: false }

describe("auto", () => {
  it.each([
    ["B40 at the FedNow default", 50_000_000, {}, "fednow"],
    ["B41 a cent above it", 50_000_001, {}, "rtp"],
    ["B39 at 1,000,000.00", 100_000_000, {}, "rtp"],
    ["B39 a cent above it", 100_000_001, {}, "fedwire"],
    ["an eligible client", 100_000_000, { fednowEligible: true }, "fednow"],
    [
      "the bank's own limit beats the client's eligibility",
      100_000_000,
      {
        fednowEligible: true,
        originatorBank: bank({ fednow: { participates: true, sendLimitCents: 50_000_000 } })
      },
      "rtp"
    ],
    [
      "B46 what the receiver takes",
      30_000_001,
      {
        beneficiaryBank: bank({ fednow: { participates: true, receiveLimitCents: 30_000_000 } })
      },
      "rtp"
    ],
    ["no RTP there", 50_000_001, { beneficiaryBank: bank({ rtp: none }) }, undefined],
    ["no wire there", 100_000_001, { beneficiaryBank: bank({ fedwire: none }) }, undefined],
    ["a rail that is not connected", 100, { connectedRails: ["rtp"] }, "rtp"],
    [
      "a higher maximum by configuration",
      100_000_000,
      {
        limits: { ...specifiedLimits, wireAboveUnits: 10_000_000, rtpMaxCents: 1_000_000_000 }
      },
      "rtp"
    ]
  ] as const)("%s", (_, amountCents, change, rail) => {
    const choice = chooseRail(question(amountCents), facts(change as Partial<RailFacts>))
    expect(choice.refusal === undefined ? choice.rail : undefined).toBe(rail)
    expect(choice.steps.at(-1)!.outcome).toBe(rail === undefined ? "passed_over" : "chosen")
  })

  it("B47 says that a rail would reach the bank, but the client may not use it", () => {
    const { refusal } = chooseRail(question(100), facts({ allowedRails: ["ach"] }))
    expect(refusal).toEqual({ _tag: "NotPermitted", rails: ["fednow", "rtp"] })
  })
})

describe("an explicit rail (B45)", () => {
  it.each([
    ["rtp", 100_000_001, {}, { _tag: "AboveMaximum", rail: "rtp", maximumCents: 100_000_000 }],
    ["fednow", 50_000_001, {}, { _tag: "AboveMaximum", rail: "fednow", maximumCents: 50_000_000 }],
    ["fednow", 1, { beneficiaryBank: bank({ fednow: none }) }, { _tag: "NotReachable" }],
    ["rtp", 1, { beneficiaryBank: bank({ rtp: { participates: true, signedOff: true } }) }, { _tag: "NotReachable" }],
    ["rtp", 1, { allowedRails: ["fednow"] }, { _tag: "NotPermitted", rails: ["rtp"] }],
    // Permission is told before reach, and reach before the maximum (B.2).
    [
      "rtp",
      100_000_001,
      { allowedRails: [], beneficiaryBank: bank({ rtp: none }) },
      { _tag: "NotPermitted", rails: ["rtp"] }
    ],
    ["rtp", 100_000_001, { beneficiaryBank: bank({ rtp: none }) }, { _tag: "NotReachable" }]
  ] as const)("%s of %i is never silently changed", (preference, amountCents, change, refusal) => {
    const rules: ReadonlyArray<RoutingRule> = [{ id: "rule_1", priority: 1, enabled: true, when: {}, rail: "fedwire" }]
    const choice = chooseRail(question(amountCents, { preference }), facts({ ...change, rules } as Partial<RailFacts>))
    expect(choice).toMatchObject({ rail: preference, refusal })
  })
})

describe("rules (B43)", () => {
  const rule = (change: Partial<RoutingRule>): RoutingRule => ({
    id: "rule_1",
    priority: 1,
    enabled: true,
    when: {},
    rail: "rtp",
    ...change
  })

  it.each([
    [{ clientIds: ["cli_1"] }, true],
    [{ clientIds: ["cli_2"] }, false],
    [{ minAmount: 100, maxAmount: 100 }, true],
    [{ minAmount: 101 }, false],
    [{ maxAmount: 99 }, false],
    [{ receivingRoutingNumbers: ["099900014"] }, true],
    [{ receivingRoutingNumbers: ["099900027"] }, false],
    [{ originatorRoutingNumbers: ["099900027"] }, false],
    [{ purposeCodes: ["SUPP"] }, false],
    [{ railAvailable: "fedwire" }, true],
    [{ timeWindow: { tz: "America/New_York", from: "12:00", to: "13:00" } }, true],
    [{ timeWindow: { tz: "America/New_York", from: "11:00", to: "12:00" } }, false]
  ] as const)("a rule with %j holds: %s", (when, holds) => {
    const choice = chooseRail(question(100), facts({ rules: [rule({ when: when as RoutingRule["when"] })] }))
    expect(choice.rail).toBe(holds ? "rtp" : "fednow")
    expect(choice.ruleId).toBe(holds ? "rule_1" : null)
  })

  it("default ends the rules, and reject refuses", () => {
    const first = rule({ rail: "default" })
    expect(chooseRail(question(100), facts({ rules: [first, rule({ id: "rule_2" })] })).rail).toBe("fednow")
    const rejecting = chooseRail(question(100), facts({ rules: [rule({ rail: "reject" })] }))
    expect(rejecting).toMatchObject({ rail: undefined, ruleId: "rule_1", refusal: { _tag: "NotReachable" } })
  })

  it("a window may go over midnight", () => {
    const window = { tz: "America/New_York", from: "22:00", to: "06:00" }
    const at = (time: string) => isWithin(window, Date.parse(time))
    expect(at("2026-06-18T02:00:00Z")).toBe(true)
    expect(at("2026-06-18T09:59:00Z")).toBe(true)
    expect(at("2026-06-18T10:00:00Z")).toBe(false)
    expect(at("2026-06-17T16:00:00Z")).toBe(false)
  })
})
