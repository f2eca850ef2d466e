/** How handlers of this plugin answer. */
import { json, makeResponding, type Answer } from "../../src/plugin.ts"
import { refuse, type BankFailure } from "./errors.ts"

/** `respond` to what an operation reads, `answer` with the plan that it makes. */
export const { answer, respond } = makeResponding<BankFailure>({ refuse })

/** A success (spec bank §2): the resource inside `data`. */
export const success = (data: unknown, status = 200): Answer => json(status, { data })

/** A success that shows personal data: what is kept of it for replay is sealed. */
export const personal = (data: unknown, status: number): Answer => ({ ...success(data, status), confidential: true })

/** The answer to what was removed. */
export const removed = (): Answer => ({ status: 204, body: "" })

/** A page of a list (decisions B.1). */
export const page = <Item>(
  found: { readonly data: ReadonlyArray<Item>; readonly hasMore: boolean; readonly nextCursor: string | null },
  encode: (item: Item) => unknown
): Answer =>
  json(200, {
    data: found.data.map(encode),
    pagination: { nextCursor: found.nextCursor, hasMore: found.hasMore }
  })
