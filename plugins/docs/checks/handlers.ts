/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { json } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { respond } from "../respond.ts"
import { requestOf } from "./api.ts"
import * as checks from "./operations.ts"

/** The handlers of this slice. */
export const checkHandlers = HttpApiBuilder.group(DocsApi, "checks", (handlers) =>
  handlers.handleAll({
    check: ({ payload }) =>
      respond((caller) => Effect.map(checks.check(caller, requestOf(payload)), (result) => json(200, result))),
    fix: ({ payload }) =>
      respond((caller) => Effect.map(checks.fix(caller, requestOf(payload)), (result) => json(200, result)))
  })
)
