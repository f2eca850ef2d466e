/** Accounts that were seen in lists, so that forms can offer them. They are held while the page is open. */
import type { Row } from "./wire.ts"

/** Accounts that are offered at most (our choice). */
const mostOffered = 20

const seen = new Map<string, Set<string>>()

const pluginOf = (panel: string): string => panel.split(".")[0] ?? ""

/** Takes note of the owners of rows. */
export const noteAccounts = (panel: string, rows: ReadonlyArray<Row>): void => {
  const known = seen.get(pluginOf(panel)) ?? new Set()
  for (const { account } of rows) if (account !== undefined && account !== "") known.add(account)
  seen.set(pluginOf(panel), known)
}

/** The accounts of a panel's plugin. */
export const accountsOf = (panel: string): ReadonlyArray<string> =>
  Array.from(seen.get(pluginOf(panel)) ?? []).slice(0, mostOffered)
