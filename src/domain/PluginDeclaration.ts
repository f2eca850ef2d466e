/**
 * What a plugin declares before anything runs: its id, the accounts of its books and the types of its events. Whatever
 * it commits is held against this.
 */
import { chartOfAccounts, type ChartOfAccounts } from "./Ledger.ts"

/** A plugin's word on what its commits may hold. */
export interface PluginDeclaration<Id extends string = string, EventType extends string = string> {
  /** Lower-case word, unique in an engine. Rows, books, events and keys are kept under it. */
  readonly id: Id
  /** Accounts that its journals may post to. */
  readonly accounts: ChartOfAccounts<string>
  /** Event types with a sentence each. No other plugin of the engine may have one of the same name. */
  readonly events: Readonly<Record<EventType, string>>
}

/** Something was to be committed that the plugin did not declare. A bug in the plugin, so it is thrown. */
export class Undeclared extends Error {
  override readonly name = "Undeclared"

  constructor(plugin: string, kind: "account" | "event" | "job", name: string) {
    const where = kind === "job" ? "definition" : "declaration"
    super(`The plugin "${plugin}" does not declare the ${kind} ${JSON.stringify(name)}: add it to its ${where}`)
  }
}

const noAccounts = chartOfAccounts<never>({})

/** Declares a plugin. One without books or events leaves them out. */
export const declarePlugin = <const Id extends string, EventType extends string = never>(declared: {
  readonly id: Id
  readonly accounts?: ChartOfAccounts<string>
  readonly events?: Readonly<Record<EventType, string>>
}): PluginDeclaration<Id, EventType> => ({
  id: declared.id,
  accounts: declared.accounts ?? noAccounts,
  events: declared.events ?? ({} as Readonly<Record<EventType, string>>)
})

/** A limit that would hold nobody back. A bug in the plugin, so it is thrown. */
export class LimitOfOthers extends Error {
  override readonly name = "LimitOfOthers"

  constructor(plugin: string, account: string) {
    super(`The plugin "${plugin}" limits the account ${JSON.stringify(account)} in a commit that posts nothing to it`)
  }
}

interface HasAccount {
  readonly account: string
}

/**
 * Throws `Undeclared` at the first account or event type that the plugin does not declare, and `LimitOfOthers` at the first limit
 * of an account to which nothing is posted.
 */
export const checkDeclared = (
  plugin: PluginDeclaration,
  unit: {
    readonly entries?: ReadonlyArray<{ readonly postings: ReadonlyArray<HasAccount> }> | undefined
    readonly limits?: ReadonlyArray<HasAccount> | undefined
    readonly events?: ReadonlyArray<{ readonly type: string }> | undefined
  }
): void => {
  const { entries = [] } = unit
  for (const { postings } of entries) {
    for (const { account } of postings) {
      if (!plugin.accounts.has(account)) throw new Undeclared(plugin.id, "account", account)
    }
  }
  for (const { account } of unit.limits ?? []) {
    const isPosted = entries.some(({ postings }) => postings.some((posting) => posting.account === account))
    if (!isPosted) throw new LimitOfOthers(plugin.id, account)
  }
  for (const { type } of unit.events ?? []) {
    if (!Object.hasOwn(plugin.events, type)) throw new Undeclared(plugin.id, "event", type)
  }
}
