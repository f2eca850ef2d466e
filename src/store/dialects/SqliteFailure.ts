/** What the errors of SQLite mean for callers and operators. */
import * as Effect from "effect/Effect"
import { StoreOpenFailed, StoreUnavailable, UniqueViolation, type RegionName } from "../../services/Store.ts"
import { primaryCodeOf, resultCodes } from "./SqlitePrepared.ts"
import type { Said } from "./StatementUnit.ts"

/** Says why a file cannot be opened, in words an operator can act on. */
export const openFailure = (region: RegionName, location: string, error: unknown): StoreOpenFailed => {
  const said = error instanceof Error ? error.message : String(error)
  switch (primaryCodeOf(error)) {
    case resultCodes.notADatabase:
      return new StoreOpenFailed({ region, reason: "not_a_database", detail: `${location} is not a SQLite database` })
    case resultCodes.corrupt:
      return new StoreOpenFailed({
        region,
        reason: "corrupt",
        detail: `${location} is damaged (${said}). Restore a backup, or salvage it with "sqlite3 FILE .recover"`
      })
    case resultCodes.busy:
    case resultCodes.locked:
      return new StoreOpenFailed({ region, reason: "in_use", detail: `${location} is locked by another program` })
    case resultCodes.readOnly:
    case resultCodes.cantOpen:
      return new StoreOpenFailed({
        region,
        reason: "unreachable",
        detail: `${location}, or a file beside it, may not be read and written by this program (${said})`
      })
    default:
      return new StoreOpenFailed({ region, reason: "unreachable", detail: `${location}: ${said}` })
  }
}

const reasonOf = (said: Said): StoreUnavailable["reason"] | undefined => {
  if (said.kind === "queue_full") return "overloaded"
  if (said.kind === "closed") return "closed"
  switch (said.code === undefined ? undefined : said.code & 0xff) {
    case resultCodes.busy:
    case resultCodes.locked:
      return "locked"
    case resultCodes.full:
      return "disk_full"
    case resultCodes.readOnly:
      return "read_only"
    case resultCodes.ioError:
    case resultCodes.corrupt:
    case resultCodes.cantOpen:
      return "io_error"
    default:
      return undefined
  }
}

/** The failure that a caller can act on; `undefined` for another one. */
export const unavailable = (region: RegionName, said: Said): StoreUnavailable | undefined => {
  const reason = reasonOf(said)
  return reason === undefined ? undefined : new StoreUnavailable({ region, reason, detail: said.message })
}

/** The failure a failed statement stands for; one that no caller can act on is a defect. */
export const statementFailure = (
  region: RegionName,
  said: Said
): Effect.Effect<never, UniqueViolation | StoreUnavailable> => {
  if (said.code === resultCodes.unique || said.code === resultCodes.primaryKey) {
    return Effect.fail(new UniqueViolation({ constraint: said.message.replace(/^.*constraint failed: /, "") }))
  }
  const failure = unavailable(region, said)
  return failure === undefined ? Effect.die(new Error(said.message)) : Effect.fail(failure)
}

/** The transaction failed around a unit. */
export const transactionFailure = (region: RegionName, said: Said): Effect.Effect<never, StoreUnavailable> =>
  Effect.fail(unavailable(region, said) ?? new StoreUnavailable({ region, reason: "io_error", detail: said.message }))
