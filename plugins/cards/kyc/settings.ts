/** How the verification of customers is run. */
import * as Context from "effect/Context"

/** What a host decides about verifications. */
export interface KycOptions {
  /**
   * What happens when the provider has no result after 60 seconds of engine time. `fail` (the default): the verification
   * fails, and the customer may begin another. `alert`: it stays pending, and an operator finds a job that was given up.
   */
  readonly whenSilent?: "fail" | "alert"
}

/** The settings of an engine. */
export const KycSettings = Context.Reference<Required<KycOptions>>("bursar/cards/KycSettings", {
  defaultValue: () => ({ whenSilent: "fail" })
})
