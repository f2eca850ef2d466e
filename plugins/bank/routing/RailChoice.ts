/**
 * Which rail carries a payment, and why (spec bank §4, "Rail selection"; decisions B36–B47). Pure: the directory entries,
 * the client's rights and the administrators' rules are given. Every step is recorded, so that a choice can be explained.
 */
import { centsPerUnit, type InstantRail, type RailId, type RailLimits } from "../rails/rail-ids.ts"
import { isReached, type Participant } from "../participants/Participant.ts"
import { ruleMisfit, type Question, type RoutingRule } from "./RoutingRule.ts"

/** What a client prefers. */
export const railPreferences = ["auto", "rtp", "fednow"] as const

/** The payment that needs a rail. */
export interface RailQuestion extends Question {
  readonly preference: (typeof railPreferences)[number]
}

/** The facts beside the question. */
export interface RailFacts {
  readonly originatorBank: Participant
  readonly beneficiaryBank: Participant
  /** Rails that this service is connected to. */
  readonly connectedRails: ReadonlyArray<RailId>
  /** Rails that the client may use. */
  readonly allowedRails: ReadonlyArray<RailId>
  /** A client may be eligible for the higher FedNow limit where its bank's entry names none. */
  readonly fednowEligible: boolean
  readonly limits: RailLimits
  /** Enabled rules by priority. */
  readonly rules: ReadonlyArray<RoutingRule>
  /** Rails that could not be reached just now. */
  readonly downRails?: ReadonlyArray<RailId> | undefined
}

/** One step of the selection: what was looked at, and what came of it. */
export interface RailStep {
  /** `rule:<id>`, or the rail that was looked at. */
  readonly considered: string
  readonly outcome: "chosen" | "passed_over"
  readonly reason: string
}

/** Why no rail carries it. */
export type RailRefusal =
  | { readonly _tag: "NotPermitted"; readonly rails: ReadonlyArray<RailId> }
  | { readonly _tag: "NotReachable" }
  | { readonly _tag: "AboveMaximum"; readonly rail: RailId; readonly maximumCents: number }

/** The outcome of the selection. */
export interface RailChoice {
  /** The rail that was chosen, or that was requested and cannot carry it; `undefined` when `auto` found none. */
  readonly rail: RailId | undefined
  readonly ruleId: string | null
  readonly refusal: RailRefusal | undefined
  readonly steps: ReadonlyArray<RailStep>
}

/**
 * The most that a rail carries between two banks, in cents. On FedNow the sender's limit binds, and the receiver's where
 * it set one (decisions B46). `undefined`: no maximum.
 */
export const maximumOf = (rail: RailId, facts: RailFacts): number | undefined => {
  if (rail === "rtp") return facts.limits.rtpMaxCents
  if (rail !== "fednow") return undefined
  const { beneficiaryBank, fednowEligible, limits, originatorBank } = facts
  const usual = fednowEligible ? limits.fednowEligibleCents : limits.fednowDefaultCents
  const sending = originatorBank.fednow.sendLimitCents ?? usual
  return Math.min(sending, beneficiaryBank.fednow.receiveLimitCents ?? sending)
}

const isOn = (rail: Exclude<RailId, "swift">, bank: Participant): boolean => isReached(bank[rail])

/** Whether a rail connects both banks: we are connected, and both take part and are signed on now. */
const reaches = (rail: RailId, { beneficiaryBank, connectedRails, downRails, originatorBank }: RailFacts): boolean =>
  rail !== "swift" &&
  connectedRails.includes(rail) &&
  downRails?.includes(rail) !== true &&
  isOn(rail, originatorBank) &&
  isOn(rail, beneficiaryBank)

const names: Readonly<Record<RailId, string>> = {
  rtp: "RTP",
  fednow: "FedNow",
  ach: "ACH",
  fedwire: "Fedwire",
  swift: "SWIFT"
}

/** Why a rail cannot carry the payment, as a sentence; `undefined` when it can. */
const obstacle = (rail: RailId, question: RailQuestion, facts: RailFacts): string | undefined => {
  if (!facts.connectedRails.includes(rail)) return `${names[rail]} is not connected`
  if (facts.downRails?.includes(rail) === true) return `${names[rail]} does not answer`
  if (rail === "swift") return "SWIFT is not chosen for a routing number"
  for (const [whose, bank] of [
    ["receiving", facts.beneficiaryBank],
    ["originator's", facts.originatorBank]
  ] as const) {
    const problem = bank[rail].signedOff === true ? "is signed off from" : "does not take part in"
    if (!isOn(rail, bank)) return `The ${whose} bank ${problem} ${names[rail]}`
  }
  const maximumCents = maximumOf(rail, facts)
  if (maximumCents !== undefined && question.amountCents > maximumCents) {
    return `The amount is above the ${names[rail]} maximum of ${maximumCents} cents`
  }
  if (!facts.allowedRails.includes(rail)) return `The client may not use ${names[rail]}`
  return undefined
}

const passedOver = (considered: string, reason: string): RailStep => ({ considered, outcome: "passed_over", reason })
const chosen = (considered: string, reason: string): RailStep => ({ considered, outcome: "chosen", reason })

const explicit = (rail: InstantRail, question: RailQuestion, facts: RailFacts): RailChoice => {
  const reason = obstacle(rail, question, facts)
  const base = { rail, ruleId: null }
  if (reason === undefined) {
    return { ...base, refusal: undefined, steps: [chosen(rail, `${names[rail]} was requested`)] }
  }
  const maximumCents = maximumOf(rail, facts)!
  const refusal: RailRefusal = !facts.allowedRails.includes(rail)
    ? { _tag: "NotPermitted", rails: [rail] }
    : !reaches(rail, facts)
      ? { _tag: "NotReachable" }
      : { _tag: "AboveMaximum", rail, maximumCents }
  // What was requested is never silently changed (decisions B45).
  return { ...base, refusal, steps: [passedOver(rail, reason)] }
}

/** The rails that `auto` tries, in order (spec bank §4). The rule is in units, the amount in cents. */
const automaticRails = (question: RailQuestion, limits: RailLimits): ReadonlyArray<RailId> =>
  question.amountCents > limits.wireAboveUnits * centsPerUnit ? ["fedwire"] : ["fednow", "rtp"]

const automatic = (question: RailQuestion, facts: RailFacts, before: ReadonlyArray<RailStep>): RailChoice => {
  const steps = [...before]
  const candidates = automaticRails(question, facts.limits)
  if (candidates[0] === "fedwire") {
    steps.push(
      passedOver("instant", `The amount is above ${facts.limits.wireAboveUnits} USD: the wire rail carries it`)
    )
  }
  const forbidden: Array<RailId> = []
  for (const rail of candidates) {
    const reason = obstacle(rail, question, facts)
    if (reason === undefined) {
      steps.push(chosen(rail, `${names[rail]} connects both banks and carries the amount`))
      return { rail, ruleId: null, refusal: undefined, steps }
    }
    steps.push(passedOver(rail, reason))
    const permitted = { ...facts, allowedRails: [...facts.allowedRails, rail] }
    if (obstacle(rail, question, permitted) === undefined) forbidden.push(rail)
  }
  // A rail would carry it, and the client may use none of them (decisions B47).
  const refusal: RailRefusal =
    forbidden.length > 0 ? { _tag: "NotPermitted", rails: forbidden } : { _tag: "NotReachable" }
  return { rail: undefined, ruleId: null, refusal, steps }
}

/** Chooses the rail. Rules hold for `auto` only, and never break a hard limit: one that would is passed over. */
export const chooseRail = (question: RailQuestion, facts: RailFacts): RailChoice => {
  if (question.preference !== "auto") return explicit(question.preference, question, facts)
  const steps: Array<RailStep> = []
  for (const rule of facts.rules) {
    const considered = `rule:${rule.id}`
    const misfit = ruleMisfit(rule, question, {
      ...facts,
      isAvailable: (rail) => obstacle(rail, question, facts) === undefined
    })
    if (misfit !== undefined) {
      steps.push(passedOver(considered, misfit))
      continue
    }
    const { rail } = rule
    if (rail === "default")
      return automatic(question, facts, [...steps, chosen(considered, "The rule leaves the choice to the usual order")])
    if (rail === "reject") {
      steps.push(chosen(considered, "The rule rejects the payment"))
      return { rail: undefined, ruleId: rule.id, refusal: { _tag: "NotReachable" }, steps }
    }
    const reason = obstacle(rail, question, facts)
    if (reason === undefined) {
      return {
        rail,
        ruleId: rule.id,
        refusal: undefined,
        steps: [...steps, chosen(considered, `The rule sends the payment over ${rail}`)]
      }
    }
    steps.push(passedOver(considered, reason))
  }
  return automatic(question, facts, steps)
}
