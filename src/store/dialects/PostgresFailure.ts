/** What a failure of Postgres means to us, by its SQLSTATE (postgresql.org/docs/current/errcodes-appendix.html). */
import type { SqlError } from "effect/sql/SqlError"
import { StoreUnavailable, UniqueViolation, type RegionName } from "../../services/Store.ts"

/** Codes that callers act on. */
export const sqlStates = {
  divisionByZero: "22012",
  uniqueViolation: "23505",
  readOnlyTransaction: "25006",
  transactionAborted: "25P02",
  serializationFailure: "40001",
  deadlock: "40P01",
  diskFull: "53100",
  outOfMemory: "53200",
  tooManyConnections: "53300",
  lockNotAvailable: "55P03",
  queryCanceled: "57014",
  ioError: "58030"
} as const

interface ServerError {
  /** `FATAL` and worse end the connection. In the language of the server; `severityUnlocalized` is not. */
  readonly severityUnlocalized?: string
  readonly code?: string
  readonly constraint?: string
  readonly table?: string
  readonly message: string
}

const serverErrorOf = (error: SqlError): ServerError | undefined => {
  const { cause } = error.reason
  return cause instanceof Error && typeof Reflect.get(cause, "severity") === "string"
    ? (cause as Error & ServerError)
    : undefined
}

/** The SQLSTATE of an error that the server told, or `undefined`. */
export const stateOf = (error: SqlError): string | undefined => serverErrorOf(error)?.code

const detailOf = (error: SqlError): string => {
  const { cause } = error.reason
  return cause instanceof Error ? cause.message : error.message
}

type Reason = StoreUnavailable["reason"]

/** By whole code first, then by class: its first two characters. */
const unavailableReasons: Readonly<Record<string, Reason>> = {
  [sqlStates.readOnlyTransaction]: "read_only",
  [sqlStates.serializationFailure]: "locked",
  [sqlStates.deadlock]: "locked",
  [sqlStates.lockNotAvailable]: "locked",
  [sqlStates.queryCanceled]: "overloaded",
  [sqlStates.tooManyConnections]: "overloaded",
  [sqlStates.diskFull]: "disk_full",
  [sqlStates.outOfMemory]: "overloaded",
  "08": "connection",
  "28": "connection",
  "3D": "connection",
  "53": "overloaded",
  "57": "connection",
  "58": "io_error"
}

/** The failure of a database that cannot take the work now, or `undefined` when the error is about the work itself. */
export const unavailable = (region: RegionName, error: SqlError): StoreUnavailable | undefined => {
  const state = stateOf(error)
  const reason: Reason | undefined =
    state === undefined
      ? error.reason._tag === "ConnectionError"
        ? "connection"
        : undefined
      : (unavailableReasons[state] ??
        unavailableReasons[state.slice(0, 2)] ??
        (lostConnection(error) ? "connection" : undefined))
  return reason === undefined ? undefined : new StoreUnavailable({ region, reason, detail: detailOf(error) })
}

/** Whether the same work, done again, may well succeed: it lost against other work. */
export const lostAgainstOthers = (error: SqlError): boolean => {
  const state = stateOf(error)
  return state === sqlStates.serializationFailure || state === sqlStates.deadlock
}

/** Whether the connection is gone, so that another one may do. */
export const lostConnection = (error: SqlError): boolean => {
  const { code, severityUnlocalized = "" } = serverErrorOf(error) ?? {}
  if (code === undefined) return error.reason._tag === "ConnectionError"
  return /^(08|57P)/.test(code) || /FATAL|PANIC/.test(severityUnlocalized)
}

/** Names of unique constraints and indexes to their columns, as `table.column, table.column`. */
export type UniqueColumns = ReadonlyMap<string, string>

/** The violated constraint in the form that both dialects share, or `undefined` for another error. */
export const uniqueViolation = (error: SqlError, columns: UniqueColumns): UniqueViolation | undefined => {
  if (stateOf(error) !== sqlStates.uniqueViolation) return undefined
  const { constraint = "", table = "" } = serverErrorOf(error) ?? {}
  return new UniqueViolation({ constraint: columns.get(constraint) ?? `${table}.${constraint}` })
}
