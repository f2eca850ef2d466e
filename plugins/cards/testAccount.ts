/** A caller for trying things out in process. */
import type { Principal } from "../../src/domain.ts"

/** The principal of a test account: `engine.caller({ principal: testAccount("acct_demo") })`. */
export const testAccount = (account: string): Principal => ({
  plugin: "cards",
  account,
  mode: "test",
  credential: account,
  scopes: ["payouts:beta"],
  plan: "growth"
})
