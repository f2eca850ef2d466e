/** How an endpoint says what it may fail with. */
import {
  Publication,
  type Refusal,
  type StoreOpenFailed,
  type StoreUnavailable,
  type VersionConflict
} from "../../src/plugin.ts"
import type { AnsweredRefusal, BankFailure } from "./errors.ts"

/** What every operation may fail with; the published frame has their codes. */
export type Everywhere = Refusal.InvalidParameters | StoreUnavailable | StoreOpenFailed | VersionConflict

/**
 * `error: refused("PaymentNotFound", "StateConflict")`: the failures of an endpoint by tag, with those of a tag's codes
 * that it can answer. A handler that fails otherwise does not compile.
 */
export const refused = Publication.makeRefused<BankFailure | AnsweredRefusal, Everywhere>()
