/** How an endpoint says what it may fail with. */
import { Publication } from "../../src/plugin.ts"
import type { AnsweredRefusal, BankFailure } from "./errors.ts"

/**
 * `error: refused("PaymentNotFound", "StateConflict")`: the failures of an endpoint by tag, with those of a tag's codes
 * that it can answer. A handler that fails otherwise does not compile.
 */
export const refused = Publication.makeRefused<BankFailure | AnsweredRefusal>()
