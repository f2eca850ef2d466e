/**
 * Where a processor posts what it has to report. The host's acquirer checks the signature and translates; without one that does
 * so there is no such address.
 */
import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import { json, type Answer, type WebRequest } from "../../../src/plugin.ts"
import { Acquirer } from "../acquirer/Acquirer.ts"
import { take } from "./taking.ts"

/** Longest body in bytes (our choice): a hundred notices. */
const maxBytes = 1_048_576

const refused = (status: number, message: string, headers?: Answer["headers"]): Answer =>
  json(status, { error: { message } }, headers)

/** The processor sends it again by its own schedule. */
const again = () => refused(503, "Not taken down yet. Send it again", { "retry-after": "30" })

const textOf = ({ request }: WebRequest) =>
  request.text.pipe(
    Effect.provideService(MaxBodySize, ByteSize.bytes(maxBytes)),
    Effect.catchCause(() => Effect.undefined)
  )

const handle = Effect.fnUntraced(function* (request: WebRequest) {
  const { live, test } = yield* Acquirer
  const readNotices = live.readNotices ?? test.readNotices
  if (readNotices === undefined) return refused(404, "No processor is connected that reports anything")
  const body = yield* textOf(request)
  if (body === undefined) return refused(413, "The body is longer than 1 MiB, or broke off")
  const notices = yield* Effect.catch(readNotices({ headers: request.request.headers, body }), () => Effect.undefined)
  if (notices === undefined) return again()
  if (notices === "forged") return refused(401, "The signature is wrong, or the body was parsed on its way here")
  // Those behind one that comes too early do not wait for it; taken twice, they change nothing.
  const taken = yield* Effect.forEach(notices, (notice) =>
    Effect.match(take(notice), { onFailure: () => false, onSuccess: () => true })
  )
  return taken.includes(false) ? again() : json(200, { taken: notices.length })
})

/** The route: `POST /v2/acquirer_notices`. */
export const acquirerNotices = { method: "POST", path: "/v2/acquirer_notices", handle } as const
