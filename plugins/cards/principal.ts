/** Who calls: the principals of keys, and those of callers in process. */
import type { Mode, Principal } from "../../src/domain.ts"
import { scopesOf, type CardsAccount } from "./accounts.ts"

/** The account of a caller, with what it is configured with. */
export type CallingAccount = Pick<CardsAccount, "id" | "payouts" | "plan">

/**
 * The principal of an account: `engine.caller({ principal: accountPrincipal(shop, "live") })`, where `shop` is one of `accounts`. In
 * production every caller is live.
 */
export const accountPrincipal = (account: CallingAccount, mode: Mode, credential: string = account.id): Principal => ({
  plugin: "cards",
  account: account.id,
  mode,
  credential,
  scopes: scopesOf(account, mode),
  plan: account.plan ?? "growth"
})

/** The principal of a test account: `engine.caller({ principal: testAccount("acct_demo") })`. */
export const testAccount = (account: string): Principal => accountPrincipal({ id: account }, "test")
