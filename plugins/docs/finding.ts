/** How operations of this plugin find what belongs to their caller. */
import * as Effect from "effect/Effect"
import {
  readDocuments,
  type CallerShape,
  type Narrowing,
  type OwnedDocumentTable,
  type PageRequest
} from "../../src/plugin.ts"
import { NotFound } from "./errors.ts"

/** Whoever reads: only what is theirs is found. */
export type Reader = Pick<CallerShape, "store" | "scope">

/** Which page of a list. */
export type PageOf = Pick<PageRequest, "limit" | "cursor">

/** What was found. Fails with `NotFound` where there is nothing. */
export const orNotFound = <A, E, R>(what: string, found: Effect.Effect<A | undefined, E, R>) =>
  Effect.flatMap(found, (one): Effect.Effect<A, NotFound> =>
    one === undefined ? Effect.fail(new NotFound({ what })) : Effect.succeed(one)
  )

/** A page of the documents of a table, newest first, of which these columns have these values. Fails with `InvalidCursor`. */
export const pageOfTable = <Noun extends string, A, Column extends string>(
  caller: Reader,
  noun: Noun,
  of: {
    readonly table: Pick<OwnedDocumentTable<Noun, A, Column>, "list">
    readonly endpoint: string
    readonly narrowing?: Narrowing<Column> & Readonly<Record<string, string | undefined>>
  },
  page: PageOf
) => {
  const { endpoint, narrowing = {}, table } = of
  return Effect.map(readDocuments(caller, table, { ...page, endpoint, filters: narrowing, narrowing }), (found) => ({
    ...found,
    data: found.data.map((entry) => entry[noun])
  }))
}
