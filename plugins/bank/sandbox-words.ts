/** What the sandbox does with accounts, banks and names, as tables of the published description, made from those that do it. */
import { sandboxLists, sandboxOutages } from "../../src/plugin.ts"
import { defaultPlaces } from "./compliance/Countries.ts"
import type { Participant } from "./participants/Participant.ts"
import { sandboxBics, sandboxParticipants } from "./participants/sandbox-participants.ts"
import { achReturnCode, reasonOf } from "./return-codes.ts"
import { achScripts, returnWords, type AchScript, type ReturnMoment } from "./simulator/ach-scripts.ts"
import {
  rfpScripts,
  scriptedAccounts,
  transferScript,
  type Delay,
  type RfpStep,
  type ScriptedAnswer,
  type ScriptedResolution,
  type TransferScript
} from "./simulator/scripts.ts"

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n")

const code = (text: string): string => `\`${text}\``

const units = [
  [86_400_000, "day"],
  [3_600_000, "hour"],
  [60_000, "minute"],
  [1_000, "second"]
] as const

const lengthOf = (ms: number): string => {
  const [unitMs, unit] = units.find(([size]) => ms % size === 0) ?? [1, "millisecond"]
  const count = ms / unitMs
  return `${count} ${unit}${count === 1 ? "" : "s"}`
}

const delayOf = (delay: Delay | undefined): string => {
  if (delay === undefined) return ""
  if ("msAfterExpiry" in delay) return ` ${lengthOf(delay.msAfterExpiry)} after the expiry`
  if ("bankingDays" in delay) return ` after ${delay.bankingDays} banking day${delay.bankingDays === 1 ? "" : "s"}`
  return delay.ms === 0 ? " at once" : ` after ${lengthOf(delay.ms)}`
}

const coded = (reason: string): string => {
  const meaning = reasonOf(reason)
  return meaning === undefined ? code(reason) : `${code(reason)} (${meaning})`
}

const answerWords = { ACSC: "settles", ACCC: "posts", ACWP: "accepts without posting", RJCT: "refuses" } as const

const answerOf = ({ after, reason, status }: ScriptedAnswer): string =>
  `${answerWords[status]}${reason === undefined ? "" : ` with ${coded(reason)}`}${delayOf(after)}`

const resolutionWords = {
  IPAY: "gives the money back",
  PECR: "accepts and gives a part back",
  RJCR: "refuses",
  PDCR: "asks for time"
} as const

const resolutionOf = ({ after, chargesCents, status }: ScriptedResolution): string =>
  `${resolutionWords[status]}${chargesCents === undefined ? "" : ` less ${chargesCents} cents`}${delayOf(after)}`

const askedOf = (asked: TransferScript["whenAsked"]): string => {
  if (asked === undefined) return ""
  if (asked === "silent") return "says nothing when asked"
  return asked === "settled" ? "says settled when asked" : `says ${coded(asked.reason)} when asked`
}

const transferWords = (script: TransferScript): string => {
  const { answers, back, isDoubled, isEarly, isLostAtFirst, whenAsked, whenAskedBack } = script
  const resolutions = whenAskedBack?.map(resolutionOf).join(", then ")
  return [
    isLostAtFirst === true ? "loses the first message" : "",
    answers.length === 0 ? "never answers" : answers.map(answerOf).join(", then "),
    askedOf(whenAsked),
    isEarly === true ? "answers before the call has returned" : "",
    isDoubled === true ? "sends each answer twice" : "",
    back === undefined ? "" : `returns the money with ${coded(back.code)}${delayOf(back.after)}`,
    resolutions === undefined ? "" : `asked back: ${resolutions === "" ? "never answers" : resolutions}`
  ]
    .filter((part) => part !== "")
    .join("; ")
}

/** What is done with a transfer to an account, by the rail where that makes a difference. */
const accountWords = (account: string): string => {
  const [rtp, other] = [transferScript("rtp", account), transferScript("fednow", account)].map(transferWords)
  return rtp === other ? rtp! : `over RTP: ${rtp}. Over other rails: ${other}`
}

const rfpWords = { RCVD: "receives it", PRES: "sees it", ACTC: "accepts it", RJCT: "declines it" } as const

const rfpStepOf = (step: RfpStep): string => {
  if ("pays" in step) return `pays${step.pays === "amount" ? "" : " another amount"}${delayOf(step.after)}`
  return `${rfpWords[step.status]}${"reason" in step ? ` with ${coded(step.reason)}` : ""}${delayOf(step.after)}`
}

const momentOf = ({ code: reason, moment }: { readonly code: string; readonly moment: ReturnMoment }): string =>
  returnWords(moment, achReturnCode(reason)?.timeFrame ?? "two_banking_days")

const achWords = ({ back, change, file, reversalBack }: AchScript): string =>
  [
    file === undefined ? "" : file === "rejected" ? "the operator refuses the whole file" : "no acknowledgment comes",
    back === undefined ? "" : `comes back with ${coded(back.code)} ${momentOf(back)}`,
    change === undefined
      ? ""
      : `settles; a banking day later corrected to ${code(change.correctedData.replaceAll("   ", " "))} with ${coded(change.code)}`,
    reversalBack === undefined
      ? ""
      : `settles; its reversal comes back with ${coded(reversalBack.code)} ${momentOf(reversalBack)}`
  ]
    .filter((part) => part !== "")
    .join("; ")

/** An amount of cents in whole US dollars. */
const dollars = (cents: number): string => `$${(cents / 100).toLocaleString("en-US")}`

const instantWords = ({ participates, rfp, signedOff }: Participant["rtp"]): ReadonlyArray<string> =>
  participates ? [...(rfp ? [] : ["takes no requests for payment"]), ...(signedOff === true ? ["signed off"] : [])] : []

/** What a bank takes part in, and with which limits. */
const reachOf = ({ ach, fednow, fedwire, rtp, status }: Participant): string => {
  if (status !== "active") return "inactive"
  const { receiveLimitCents, sendLimitCents } = fednow
  const limits = [
    sendLimitCents === undefined ? "" : `sends at most ${dollars(sendLimitCents)}`,
    receiveLimitCents === undefined ? "" : `takes at most ${dollars(receiveLimitCents)}`
  ].filter((limit) => limit !== "")
  const rails = [
    ["ach", ach.participates, []],
    ["fedwire", fedwire.participates, []],
    ["rtp", rtp.participates, instantWords(rtp)],
    ["fednow", fednow.participates, [...instantWords(fednow), ...limits]]
  ] as const
  return rails
    .filter(([, participates]) => participates)
    .map(([rail, , words]) => (words.length === 0 ? rail : `${rail} (${words.join(", ")})`))
    .join(", ")
}

const listNames = sandboxLists.flatMap(({ entries, list }) =>
  entries.flatMap(({ aliases = [], name }) => [name, ...aliases].map((written) => [code(written), code(list)] as const))
)

const sanctioned = defaultPlaces
  .filter(({ active }) => active)
  .map(({ name }) => name)
  .join(", ")

/** Markdown. */
export const sandboxWords = `Every account number works on any participating routing number. Accounts that are not in these tables are ordinary ones:
payments to them settle.

Instant payments and wires, by the beneficiary's account number; numbers that begin with \`902\` are for wires:

${table(
  ["Account", "What the network does"],
  scriptedAccounts.map((account) => [code(account), accountWords(account)])
)}

Requests for payment, by the payer's account number. The payer of any other account sees the request and waits for
\`POST /v2/simulator/rfp/{rfpId}/respond\`:

${table(
  ["Account", "What the payer does"],
  [...rfpScripts].map(([account, steps]) => [code(account), steps.map(rfpStepOf).join(", ")])
)}

ACH, by the receiver's account number. A code that cannot answer the entry, such as one of debits for a credit, comes as \`R03\`:

${table(
  ["Account", "What happens"],
  [...achScripts].map(([account, script]) => [code(account), achWords(script)])
)}

Banks. The first ones are invented; what the others take part in is simulated and says nothing about the real banks. Nothing reaches a bank
over a rail from which it has signed off:

${table(
  ["Routing number", "Name", "Rails"],
  sandboxParticipants.map((bank) => [code(bank.routingNumber), code(bank.name), reachOf(bank)])
)}

${table(
  ["Bank identifier code (BIC)", "Name", "Country", "State"],
  sandboxBics.map(({ bic, country, name, status }) => [
    code(bic),
    code(name),
    code(country),
    status === "active" ? "active" : "inactive: refused"
  ])
)}

Addresses: a payment is refused as \`SANCTIONED_COUNTRY\` where an address lies in ${sanctioned}. Administrators change this list.

Names on the lists of the sandbox; a payment that names one is held:

${table(["Name", "List"], listNames)}

Screening fails at first for these names, and answers later: ${sandboxOutages
  .map(({ failingAttempts, name }) => `${code(name)} (fails ${failingAttempts} times)`)
  .join(", ")}.`
