/** Prepared reads: each by itself, or those that many requests ask at the same time in one statement. */
import type { PgPool } from "@effect/sql-pg/PgPool"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { SqlError } from "effect/sql/SqlError"
import { piecesOf } from "../../rows/placeholders.ts"
import { checkAsked } from "../../services/Statement.ts"
import type { Read, RegionName, RegionStore, SqlValue } from "../../services/Store.ts"
import { answerWithin, startTogether } from "./PostgresConnections.ts"
import { lostConnection, unavailable } from "./PostgresFailure.ts"
import { gather, type AskAll, type Waiting } from "./PostgresGather.ts"
import { bind, bindList, lists, plain } from "./PostgresText.ts"

/** Longest time of one read, in milliseconds; after it the caller gets 503 with `Retry-After`. Our choice. */
const readTimeoutMs = 10_000

type Rows = ReadonlyArray<object>
type Params = ReadonlyArray<SqlValue>

/** A defect for what no caller can act on. */
const orUnavailable =
  (region: RegionName) =>
  (error: SqlError): Read<never> => {
    const failure = unavailable(region, error)
    return failure === undefined ? Effect.die(error.reason.cause ?? error) : Effect.fail(failure)
  }

/** The types of values that may be asked for in lists; `undefined` where one says nothing of its type. */
const typesOf = (params: Params): ReadonlyArray<string> | undefined => {
  const types = params.map((param) =>
    typeof param === "string" ? "TEXT" : typeof param === "bigint" || Number.isSafeInteger(param) ? "BIGINT" : undefined
  )
  return types.every((type) => type !== undefined) ? types : undefined
}

/**
 * The read for every place in lists of its values. `OFFSET 0` keeps it a read for one place after the other: a join of all would
 * be planned while the table is small, and go through all of it when it has grown.
 */
const togetherText = (text: string, types: ReadonlyArray<string>): string => {
  const names = types.map((_, at) => `p${at + 1}`)
  const one = piecesOf(text).reduce((before, piece, at) => `${before}asked.${names[at - 1]}${piece}`)
  return `SELECT asked.place AS asked_place, found.*
    FROM ${lists(types)} WITH ORDINALITY AS asked (${[...names, "place"].join(", ")}) CROSS JOIN LATERAL (SELECT * FROM (${one}) AS one OFFSET 0) AS found`
}

interface Placed {
  readonly asked_place: number
}

/** Asks a region's database. */
interface Asking {
  readonly readOne: (text: string, params: Params) => Read<Rows>
  /** `undefined` where the statement was refused: then one question spoils it, and each is asked alone. */
  readonly readTogether: (text: string, params: ReadonlyArray<unknown>) => Read<Rows | undefined>
}

const makeAsking = (name: RegionName, readers: PgPool): Asking => {
  const query = (text: string, params: ReadonlyArray<unknown>): Effect.Effect<Rows, SqlError> =>
    readers
      .use((connection) => connection.query(text, params))
      .pipe(
        // A read may be asked twice; the connection may have been closed since it was used last.
        Effect.retry({ times: 1, while: lostConnection }),
        Effect.map(({ rows }) => rows as ReadonlyArray<unknown> as Rows)
      )
  return {
    readOne: (text, params) =>
      answerWithin(
        Effect.catchTag(query(plain(text), bind(params)), "SqlError", orUnavailable(name)),
        name,
        readTimeoutMs,
        startTogether
      ),
    readTogether: (text, params) =>
      answerWithin(
        Effect.catchTag(query(text, params), "SqlError", (error): Read<undefined> => {
          const failure = unavailable(name, error)
          return failure === undefined ? Effect.undefined : Effect.fail(failure)
        }),
        name,
        readTimeoutMs
      )
  }
}

type ReadWithOthers = (text: string, params: Params, types: ReadonlyArray<string>) => Read<Rows>

/** Reads that are asked with those of others. */
const makeReadWithOthers = ({ readOne, readTogether }: Asking): ReadWithOthers => {
  const askAlone =
    (text: string) =>
    ({ answer, question }: Waiting<Params, Rows>) =>
      Effect.map(Effect.exit(readOne(text, question)), (exit) => Deferred.doneUnsafe(answer, exit))

  const askTogether = (text: string, types: ReadonlyArray<string>): AskAll<Params, Rows> => {
    const together = togetherText(text, types)
    const alone = askAlone(text)
    return (waiting) => {
      if (waiting.length === 1) return alone(waiting[0]!)
      const params = types.map((type, at) =>
        bindList(
          type,
          waiting.map(({ question }) => question[at]!)
        )
      )
      return Effect.flatMap(readTogether(together, params), (rows) => {
        if (rows === undefined) return Effect.forEach(waiting, alone, { discard: true })
        const found = Map.groupBy(rows as ReadonlyArray<Placed>, ({ asked_place }) => asked_place)
        for (const [at, { answer }] of waiting.entries())
          Deferred.doneUnsafe(answer, Exit.succeed(found.get(at + 1) ?? []))
        return Effect.void
      })
    }
  }

  const fork = (effect: Effect.Effect<void>) => void Effect.runFork(effect)
  const asking = new Map<string, (params: Params) => Read<Rows>>()
  return (text, params, types) => {
    const form = `${types.join()} ${text}`
    let ask = asking.get(form)
    if (ask === undefined) asking.set(form, (ask = gather(fork, askTogether(text, types))))
    return ask(params)
  }
}

export const makeRead = (name: RegionName, readers: PgPool, sql: RegionStore["sql"]): RegionStore["read"] => {
  const asking = makeAsking(name, readers)
  const readWithOthers = makeReadWithOthers(asking)
  return <Row extends object>(text: string, params: Params, withOthers = false) =>
    Effect.contextWith((context: Context.Context<never>): Read<ReadonlyArray<Row>> => {
      checkAsked(params)
      const inUnit = Context.getOrUndefined(context, sql.transactionService)
      if (inUnit !== undefined) {
        return Effect.catch(inUnit[0].execute(plain(text), bind(params), undefined), orUnavailable(name))
      }
      const types = withOthers ? typesOf(params) : undefined
      const rows = types === undefined ? asking.readOne(text, params) : readWithOthers(text, params, types)
      return rows as Read<ReadonlyArray<unknown>> as Read<ReadonlyArray<Row>>
    })
}
