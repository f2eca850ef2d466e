/** The words of an operation and what its callers need: the annotations of an endpoint, and sentences of its description. */
import * as Context from "effect/Context"
import { Publication } from "../../src/plugin.ts"
import type { BankScope } from "./clients/Client.ts"
import { KeyRequired, RequiredScope, SandboxOnly } from "./wire.ts"

/** What callers of an operation need. */
export interface Needs {
  /** Left out: a credential with any scope. */
  readonly scope?: BankScope
  /** The operation moves money: a request without an idempotency key is refused. */
  readonly key?: true
  /** It does not exist in production. */
  readonly sandbox?: true
}

const sentencesOf = ({ key, sandbox, scope }: Needs): ReadonlyArray<string> => [
  ...(scope === undefined ? [] : [`Scope: \`${scope}\`.`]),
  ...(key === undefined ? [] : ["`Idempotency-Key` is required."]),
  ...(sandbox === undefined ? [] : ["In a sandbox only."])
]

/** `endpoint.annotateMerge(operation("Create a payment", "…", { scope: "payments:write", key: true }))`. */
export const operation = (summary: string, description: string, needs: Needs): Context.Context<never> => {
  const words = Publication.words(summary, [description, sentencesOf(needs).join(" ")].filter(Boolean).join("\n\n"))
  const { key, sandbox, scope } = needs
  const all: ReadonlyArray<Context.Context<any>> = [
    ...(scope === undefined ? [] : [Context.make(RequiredScope, scope)]),
    ...(key === undefined ? [] : [Context.make(KeyRequired, true)]),
    ...(sandbox === undefined ? [] : [Context.make(SandboxOnly, true)])
  ]
  return all.reduce((merged, one) => Context.merge(merged, one), words)
}
