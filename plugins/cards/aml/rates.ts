/** The exchange rates of monitoring, and what amounts come to by them. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Currency } from "../../../src/domain.ts"
import { AccountSettings } from "../accounts.ts"
import type { Actor } from "../plans.ts"
import { referenceRates, usdMinorOf, type ReferenceRates } from "../reference-rates.ts"
import { defaultThresholds, type AmlThresholds } from "./thresholds.ts"

/** The rates by which amounts become US dollars. A host may bring others; a currency without one raises an alert. */
export const AmlRates = Context.Reference<ReferenceRates>("bursar/cards/AmlRates", {
  defaultValue: () => referenceRates
})

/** An amount as it is asked for. */
export interface Asked {
  readonly amountMinor: number
  readonly currency: Currency
}

/** An amount in US cents, beside the thresholds of the account. Without a rate it counts as one to report. */
export const measure = Effect.fnUntraced(function* (actor: Actor, { amountMinor, currency }: Asked) {
  const settings = (yield* AccountSettings).get(actor.principal.account)?.aml
  const rates = yield* AmlRates
  const thresholds: AmlThresholds = { ...defaultThresholds, ...settings?.thresholds }
  const usdMinor = usdMinorOf(amountMinor, currency, rates)
  return {
    usdMinor: usdMinor ?? thresholds.reportMinor,
    rateMissing: usdMinor === undefined,
    rateId: rates.id,
    thresholds,
    timeZone: settings?.timeZone ?? "UTC"
  }
})
