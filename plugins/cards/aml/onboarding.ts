/** Politically exposed persons, who are found when a customer is screened and not by a movement (`pep_onboard`). */
import * as Effect from "effect/Effect"
import { Clock, type CallerShape } from "../../../src/plugin.ts"
import { wholeSeconds } from "../events.ts"
import { isExposed, type ScreeningRecord } from "../screening/ScreeningRecord.ts"
import { noParts } from "./highRisk.ts"
import { recordFindings } from "./raising.ts"

/** What a screening of a customer adds to its commit: an alert when the customer is politically exposed (S51). */
export const onScreened = Effect.fnUntraced(function* (
  caller: Pick<CallerShape, "store" | "scope">,
  record: ScreeningRecord | undefined
) {
  if (record === undefined || record.customer === null || !isExposed(record)) return noParts
  const now = wholeSeconds((yield* Clock).now())
  const finding = { rule: "pep_onboard", sarRequired: false, payments: [] } as const
  return yield* recordFindings(caller, [finding], { customer: record.customer, now, cause: record.id })
})
