/**
 * How the simulated network treats accounts (decisions C.2, C.3, C.5): one row per account number. Every number works on any
 * participating routing number; every other account is an ordinary one.
 */
import { instantOutcomeOf } from "../return-codes.ts"
import type { RailId } from "../rails/rail-ids.ts"

/** When something happens after a message was received. */
export type Delay =
  | { readonly ms: number }
  /** 08:30 New York time, so many banking days later. */
  | { readonly bankingDays: number }
  /** After the request for payment has expired. */
  | { readonly msAfterExpiry: number }

/** One answer to a credit transfer. */
export interface ScriptedAnswer {
  /** `undefined`: as soon as the rail ordinarily answers. */
  readonly after: Delay | undefined
  readonly status: "ACSC" | "ACWP" | "ACCC" | "RJCT"
  readonly reason?: string | undefined
  readonly narrative?: string | undefined
}

/** What the network does with a credit transfer. */
export interface TransferScript {
  readonly answers: ReadonlyArray<ScriptedAnswer>
  /** Its answer to an inquiry; by default what its last answer says. */
  readonly whenAsked?: "settled" | "silent" | { readonly reason: string }
  /** The first message never arrives. */
  readonly isLostAtFirst?: boolean
  /** The first answer comes before the sender's call has returned. */
  readonly isEarly?: boolean
  /** Every answer comes twice, with the same content. */
  readonly isDoubled?: boolean
  /** Money that comes back after settlement. */
  readonly back?: { readonly after: Delay; readonly code: string; readonly narrative?: string }
  /** What the beneficiary does when it is asked for the money; without it, it refuses on the next day. */
  readonly whenAskedBack?: ReadonlyArray<ScriptedResolution>
}

/** An answer to a request to give money back. */
export interface ScriptedResolution {
  readonly after: Delay
  readonly status: "IPAY" | "PECR" | "RJCR" | "PDCR"
  /** What the banks on the way keep of what is given back. */
  readonly chargesCents?: number
}

const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute

const settled = (after?: Delay): ScriptedAnswer => ({ after, status: "ACSC" })

const rejected = (reason: string, narrative?: string): TransferScript => ({
  answers: [{ after: undefined, status: "RJCT", reason, narrative }]
})

const ordinary: TransferScript = { answers: [settled()] }

/** The last two digits of account numbers that stand for a code. */
const codeDigits = { "01": "AC01", "04": "AC04", "06": "AC06", "11": "AG01", "24": "AM04", "30": "NARR", "34": "RR04" }

const reviewText = "Account under review by bank"

const refusals = Object.entries(codeDigits).map(([digits, code]): readonly [string, TransferScript] => [
  `90010000${digits}`,
  rejected(code, code === "NARR" ? reviewText : undefined)
])

const laterReturns = Object.entries(codeDigits)
  .filter(([, code]) => code !== "AM04" && instantOutcomeOf(code) === "returned")
  .map(([digits, code]): readonly [string, TransferScript] => [
    `90030000${digits}`,
    {
      answers: [settled()],
      back: { after: { ms: day }, code, ...(code === "NARR" ? { narrative: reviewText } : {}) }
    }
  ])

const askedBack = (...whenAskedBack: ReadonlyArray<ScriptedResolution>): TransferScript => ({
  ...ordinary,
  whenAskedBack
})

/** Where nothing else is said of a wire. */
const wire: TransferScript = { answers: [settled({ ms: 2 * second })] }

const recalled = (...whenAskedBack: ReadonlyArray<ScriptedResolution>): TransferScript => ({ ...wire, whenAskedBack })

/** The network's own code for a receiver that did not answer in time. */
const timeoutCode = (rail: RailId): string => (rail === "rtp" ? "DS24" : "E997")

const byAccount: ReadonlyMap<string, TransferScript> = new Map<string, TransferScript>([
  ...refusals,
  ...laterReturns,
  ["9001000090", rejected("9910")],
  ["9002000001", { answers: [settled({ ms: 12 * second })] }],
  ["9002000002", { answers: [], whenAsked: "settled" }],
  ["9002000004", { answers: [settled()], isLostAtFirst: true }],
  ["9002000005", { answers: [], whenAsked: "silent" }],
  ["9002000006", { answers: [settled()], isDoubled: true }],
  ["9002000007", { answers: [settled()], isEarly: true }],
  [
    "9002000008",
    { answers: [{ after: undefined, status: "RJCT", reason: "AC04" }, settled({ ms: minute })], whenAsked: "settled" }
  ],
  [
    "9002000010",
    {
      answers: [
        { after: undefined, status: "ACWP" },
        { after: { bankingDays: 1 }, status: "ACCC" }
      ]
    }
  ],
  [
    "9002000011",
    { answers: [{ after: undefined, status: "ACWP" }], back: { after: { bankingDays: 1 }, code: "RR04" } }
  ],
  ["9004000001", askedBack({ after: { ms: day }, status: "IPAY" })],
  ["9004000002", askedBack({ after: { ms: day }, status: "RJCR" })],
  ["9004000003", askedBack({ after: { ms: day }, status: "PDCR" }, { after: { bankingDays: 5 }, status: "IPAY" })],
  ["9004000004", askedBack({ after: { ms: day }, status: "PECR" })],
  ["9004000005", askedBack()],
  // Wires (decisions C.5).
  ["9020000001", rejected("AG03")],
  ["9020000002", { answers: [settled({ ms: 2 * second })], back: { after: { ms: day }, code: "AC03" } }],
  ["9020000003", { answers: [], whenAsked: "settled" }],
  ["9020000004", { answers: [settled()], isLostAtFirst: true }],
  ["9021000001", recalled({ after: { bankingDays: 1 }, status: "IPAY" })],
  ["9021000002", recalled({ after: { bankingDays: 1 }, status: "RJCR" })],
  ["9021000003", recalled({ after: { ms: day }, status: "PDCR" }, { after: { bankingDays: 5 }, status: "IPAY" })],
  ["9021000004", recalled({ after: { bankingDays: 1 }, status: "IPAY", chargesCents: 2_500 })],
  ["9021000005", recalled()]
])

/** Accounts whose network code depends on the rail. */
const timeouts: Readonly<Record<string, (rail: RailId) => TransferScript>> = {
  "9001000099": (rail) => rejected(timeoutCode(rail)),
  "9002000003": (rail) => ({ answers: [], whenAsked: { reason: timeoutCode(rail) } })
}

/** What the network does with a transfer to an account. */
export const transferScript = (rail: RailId, account: string): TransferScript =>
  timeouts[account]?.(rail) ?? byAccount.get(account) ?? (rail === "fedwire" || rail === "swift" ? wire : ordinary)

/** Every account that is not an ordinary one. */
export const scriptedAccounts: ReadonlyArray<string> = [...byAccount.keys(), ...Object.keys(timeouts)]

/** What a payer does with a request for payment. */
export type RfpStep =
  | { readonly after: Delay; readonly status: "RCVD" | "PRES" | "ACTC" }
  | { readonly after: Delay; readonly status: "RJCT"; readonly reason: string; readonly narrative?: string }
  /** Pays the amount, or another one. */
  | { readonly after: Delay; readonly pays: "amount" | "another_amount" }

const atOnce: Delay = { ms: 0 }
const received: RfpStep = { after: atOnce, status: "RCVD" }
const shown: RfpStep = { after: atOnce, status: "PRES" }
const inMinutes = (minutes: number): Delay => ({ ms: minutes * minute })
const accepted: RfpStep = { after: inMinutes(5), status: "ACTC" }
const declined: RfpStep = { after: inMinutes(5), status: "RJCT", reason: "NARR", narrative: "declined by payer" }

const hour = 60 * minute

/** What payers do with requests for payment, by their account. */
export const rfpScripts: ReadonlyMap<string, ReadonlyArray<RfpStep>> = new Map<string, ReadonlyArray<RfpStep>>([
  ["9005000001", [received, shown, accepted, { after: inMinutes(5), pays: "amount" }]],
  ["9005000002", [received, shown, declined]],
  ["9005000003", [received]],
  ["9005000004", [received, shown, accepted, { after: inMinutes(10), pays: "amount" }]],
  ["9005000005", [received, shown, { after: { msAfterExpiry: hour }, pays: "amount" }]],
  ["9005000006", [received, shown, accepted, { after: inMinutes(5), pays: "another_amount" }]],
  ["9005000007", [received, shown, accepted]],
  ["9005000008", [received, shown, declined, { after: { ms: 5 * minute + second }, pays: "amount" }]],
  ["9005000009", [{ after: atOnce, status: "RJCT", reason: "AGNT", narrative: "rejected by the network" }]]
])

/** What a payer does; one that is not here waits for the control endpoint (decisions C.3). */
export const rfpScript = (account: string): ReadonlyArray<RfpStep> => rfpScripts.get(account) ?? [received, shown]
