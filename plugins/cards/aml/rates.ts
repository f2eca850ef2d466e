/** The exchange rates of monitoring. */
import * as Context from "effect/Context"
import { referenceRates, type ReferenceRates } from "../reference-rates.ts"

/** The rates by which amounts become US dollars. A host may bring others; a currency without one raises an alert. */
export const AmlRates = Context.Reference<ReferenceRates>("bursar/cards/AmlRates", {
  defaultValue: () => referenceRates
})
