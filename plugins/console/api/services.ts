/**
 * The API of another plugin for pages that need it whole, such as the editor of documents: the same paths and bodies, with the
 * credential that the host gives an administrator. The browser never sees it.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { Operator } from "../../../src/plugin.ts"
import { nothing } from "../answers.ts"
import { audited } from "../audit.ts"
import { isReading, type Asked } from "../guard.ts"
import { ConsoleSettings } from "../options.ts"
import { reasonOf } from "./panels.ts"

/** Headers of the console that are none of the plugin's business. */
const own = ["cookie", "origin", "x-bursar-console", "x-bursar-background", "x-bursar-why"]

/** Requests that ask about a text which they bring, and change nothing. */
const questions: Readonly<Record<string, RegExp>> = {
  docs: /^api\/docs\/v1\/(?:checks|transformations)$/
}

/** Whether a request changes nothing, although it is no GET: somebody who only reads may send it, and no audit has it. */
export const isQuestion = ({ params, request }: Pick<Asked, "params" | "request">): boolean =>
  request.method === "POST" && questions[params["plugin"] ?? ""]?.test(params["*"] ?? "") === true

/** Why a change is made: percent-encoded, since a header has no other letters than those of ASCII. */
const reasonIn = (headers: Headers.Headers) =>
  Effect.flatMap(
    Effect.orElseSucceed(
      Effect.try(() => decodeURIComponent(headers["x-bursar-why"] ?? "")),
      () => ""
    ),
    reasonOf
  )

/** The plugin did not do what was asked, and says why. */
class NotDone extends Data.TaggedError("NotDone")<{ readonly response: HttpServerResponse }> {}

const answered = ({ status }: HttpServerResponse): string => `Answered with ${status}`

/** Passes a request on. What changes something says why, and stands in the audit trail. */
export const passOn = Effect.fn("console.passOn")(function* ({ params, request, session }: Asked) {
  const changes = !isReading(request) && !isQuestion({ params, request })
  const plugin = params["plugin"] ?? ""
  const operator = yield* Operator
  const token = (yield* ConsoleSettings).services?.[plugin]
  const mount = operator.plugins.find(({ id }) => id === plugin)?.mount
  if (token === undefined || mount === undefined) return yield* nothing("There is no such service")
  const at = request.url.indexOf("?")
  const path = params["*"] ?? ""
  const kept = Headers.removeMany(request.headers, own)
  const asked = request.modify({
    url: `${mount}/${path.split("/").map(encodeURIComponent).join("/")}${at < 0 ? "" : request.url.slice(at)}`,
    headers: Headers.set(kept, "authorization", `Bearer ${token()}`)
  })
  if (!changes) return yield* operator.serve(asked)
  const reason = yield* reasonIn(request.headers)
  const audit = { session, action: `${plugin}.${request.method}`, resource: `/${path}`.slice(0, 300), reason }
  const done = Effect.flatMap(operator.serve(asked), (response) =>
    response.status < 400
      ? Effect.succeed({ response, message: answered(response) })
      : Effect.fail(new NotDone({ response }))
  )
  const words = (failure: unknown) => (failure instanceof NotDone ? answered(failure.response) : undefined)
  const { response } = yield* Effect.catchTag(audited(audit, done, words), "NotDone", (failure) =>
    Effect.succeed(failure)
  )
  return response
})
