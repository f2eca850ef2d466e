/** The tables of the sandbox in the published description tell what their values do, where values differ. */
import { expect, it } from "vitest"
import { sandboxParticipants } from "../../plugins/bank/participants/sandbox-participants.ts"
import { sandboxWords } from "../../plugins/bank/sandbox-words.ts"
import { scriptedAccounts, transferScript } from "../../plugins/bank/simulator/scripts.ts"

const rowOf = (value: string): string =>
  sandboxWords.split("\n").find((line) => line.startsWith(`| \`${value}\` |`)) ?? `no row of ${value}`

it("an account has the codes that each rail gives", () => {
  for (const account of scriptedAccounts) {
    for (const rail of ["rtp", "fednow"] as const) {
      const { answers, back, whenAsked } = transferScript(rail, account)
      const codes = [...answers.map(({ reason }) => reason), back?.code]
      if (typeof whenAsked === "object") codes.push(whenAsked.reason)
      for (const code of codes) if (code !== undefined) expect(rowOf(account)).toContain(`\`${code}\``)
    }
  }
})

it("banks that differ in what they take part in have different rows", () => {
  const rows = new Map<string, string>()
  for (const { name: _, routingNumber, ...participation } of sandboxParticipants) {
    const told = rowOf(routingNumber).split(" | ").at(-1)!
    const known = rows.get(told)
    if (known !== undefined) expect(JSON.parse(known)).toEqual(participation)
    rows.set(told, JSON.stringify(participation))
  }
  expect(rows.size).toBeGreaterThan(10)
})

it("says what a limit, a sign-off and a closed bank mean for a payment", () => {
  expect(rowOf("099900137")).toContain("fednow (sends at most $100,000)")
  expect(rowOf("099900124")).toContain("rtp (signed off), fednow (signed off,")
  expect(rowOf("099900098")).toContain("rtp (takes no requests for payment)")
  expect(rowOf("SIMBFRPPXXX")).toContain("refused")
})

it("says when a return comes, by its code", () => {
  expect(rowOf("9010000001")).toContain("`R01` a banking day after it settles")
  expect(rowOf("9010000005")).toContain("`R05` 30 days after it settles")
  expect(rowOf("9011000001")).toContain("`R01` on the last day, the second banking day after it settles")
  expect(rowOf("9012000005")).toContain("`R05` too late, a banking day after the last day")
  expect(rowOf("9014000001")).toContain("`R01` 30 minutes before it settles")
  expect(rowOf("9013000001")).toContain("a banking day later")
})
