/** Checks of stored and given texts in process: the same as over HTTP. `checkText` needs no engine. */
import * as Effect from "effect/Effect"
import { noChange, type CallerShape } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import { requestOf, type CheckBody } from "./api.ts"
import * as operations from "./operations.ts"

const { change } = callsOf(DocsApi, "checks")
const checking = change("check")
const fixing = change("fix")

/**
 * Checks a text of up to 1,000,000 characters, or a version: exactly one of them. Fails with `NotFound` for what is named and not there,
 * or `DocsRefused`.
 */
export const check = (caller: CallerShape, command: typeof CheckBody.Encoded) =>
  checking(caller, { command }, (asking, body) => Effect.map(operations.check(asking, requestOf(body)), noChange))

/** Makes the replacements that are safe; nothing is stored. Fails as `check`. */
export const fix = (caller: CallerShape, command: typeof CheckBody.Encoded) =>
  fixing(caller, { command }, (asking, body) => Effect.map(operations.fix(asking, requestOf(body)), noChange))
