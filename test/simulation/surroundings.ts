/** What is around a world: receivers of webhooks, and what its data held before it began. */
import * as Effect from "effect/Effect"
import { testAccount } from "../../plugins/cards/index.ts"
import type { TestEngine } from "../../src/testing/TestEngine.ts"

const hashOf = (text: string): number => {
  let hash = 2_166_136_261
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619)
  return hash >>> 0
}

/** What earlier data hold of documents: the service has one owner only. */
export const textsIn = async (engine: TestEngine): Promise<ReadonlySet<string>> => {
  const { store } = await engine.caller({ principal: testAccount("acct_simulation") })
  const found = await engine.call(
    Effect.forEach(["documents", "versions", "generations", "publications"], (kind) =>
      store.read<{ readonly id: string }>(`SELECT id FROM docs_${kind}`, [])
    )
  )
  return new Set(found.flat().map(({ id }) => id))
}

/** Whose journals earlier data hold. */
export const ownersIn = async (engine: TestEngine): Promise<ReadonlySet<string>> => {
  const { store } = await engine.caller({ principal: testAccount("acct_simulation") })
  const owners = await engine.call(
    store.read<{ readonly scope: string }>("SELECT DISTINCT scope FROM ledger_entries", [])
  )
  return new Set(owners.map(({ scope }) => scope))
}

/** Receivers fail now and then: which attempts do follows from what is sent. */
export const answerOf = ({
  body,
  headers
}: {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}) => {
  const drawn = hashOf(body + (headers["SVC-Delivery-Attempt"] ?? "")) % 10
  return drawn < 7 ? 200 : drawn === 7 ? 500 : drawn === 8 ? "timeout" : 204
}
