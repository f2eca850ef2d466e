/** Signing in and out, and who is signed in. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Clock, networkOf, Operator } from "../../../src/plugin.ts"
import { invalid, json, Refused } from "../answers.ts"
import { audited } from "../audit.ts"
import { basisOf, bodyOf, cookieName, sessionOf } from "../guard.ts"
import { ConsoleSettings } from "../options.ts"
import type { OpenSession } from "../sessionRepository.ts"
import { endOf, longestMs, signIn, signOut } from "../sessions.ts"

/**
 * Tries to sign in of one network in a minute (our choice). Those of all together are not counted: whoever has several networks
 * could keep everybody else out. What protects a token of 16 or more characters from being guessed is its length.
 */
const tries = { requests: 10, window: 60_000 } as const

const shown = Effect.fnUntraced(function* (session: OpenSession) {
  const clock = yield* Clock
  const { mode = "sandbox", version } = yield* ConsoleSettings
  const operator = yield* Operator
  return {
    session: { role: session.role, name: session.person ?? session.name, expiresAt: endOf(session) },
    engine: {
      mode,
      regions: operator.regions().map(({ name }) => name),
      plugins: operator.plugins,
      version: version ?? null,
      clock: { now: clock.now(), ...clock.state(), moves: mode === "sandbox" }
    }
  }
})

/** Who is signed in. Also whoever is not may ask: their browser's console shows no error then. */
export const whoAmI = Effect.fnUntraced(function* (request: HttpServerRequest) {
  const session = yield* sessionOf(request)
  return session === undefined ? { session: null } : yield* shown(session)
})

const withCookie = Effect.fnUntraced(function* (request: HttpServerRequest, value: unknown, secret: string) {
  const { isSecure, path } = yield* basisOf(request)
  return HttpServerResponse.setCookieUnsafe(json(value), cookieName, secret, {
    path: path.length > 1 ? path.slice(0, -1) : path,
    httpOnly: true,
    sameSite: "strict",
    secure: isSecure,
    maxAge: secret === "" ? 0 : longestMs
  })
})

const withinLimit = Effect.fnUntraced(function* (request: HttpServerRequest) {
  const { limit } = yield* Operator
  const network = networkOf(Option.getOrElse(request.remoteAddress, () => ""))
  const { retryAfterSeconds } = yield* limit(`console sign-in:${network}`, tries)
  if (retryAfterSeconds === undefined) return
  return yield* new Refused({
    status: 429,
    code: "too_many_tries",
    message: `Too many tries to sign in. Try again in ${retryAfterSeconds} s`,
    headers: { "retry-after": String(retryAfterSeconds) }
  })
})

const attempt = (session: OpenSession, action: string, message: string) =>
  audited({ session, action, resource: session.name, reason: "" }, Effect.succeed({ message }), () => undefined)

/** Exchanges a token for a session. */
export const openSession = Effect.fn("console.openSession")(function* (request: HttpServerRequest) {
  const { token } = yield* bodyOf(request)
  if (typeof token !== "string" || token.length > 1_000) return yield* invalid("Send the token as a text")
  yield* withinLimit(request)
  const opened = yield* signIn(token.trim())
  if (opened === undefined) {
    yield* Effect.logWarning("Somebody tried to sign in to the console with a wrong token")
    return yield* new Refused({ status: 401, code: "wrong_token", message: "This token does not open the console" })
  }
  yield* attempt(opened.session, "session.open", "Signed in")
  return yield* withCookie(request, yield* shown(opened.session), opened.secret)
})

export const endSession = Effect.fn("console.endSession")(function* (request: HttpServerRequest) {
  const session = yield* sessionOf(request)
  if (session !== undefined) {
    yield* signOut(session)
    yield* attempt(session, "session.end", "Signed out")
  }
  return yield* withCookie(request, { session: null }, "")
})
