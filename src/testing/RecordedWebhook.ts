/** Webhook requests as a test engine recorded them. */
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { NotifierRequest } from "../services/Notifier.ts"
import { verifySignature } from "../webhooks/signature.ts"

/** A webhook request that was sent, with the engine time at which it was. */
export interface RecordedWebhook {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The body parsed. Of any type, so that a test can look into it directly. */
  readonly json: any
  readonly at: Date
  /** Whether a receiver with this secret, whose clock shows engine time, takes the request for genuine. */
  readonly verify: (secret: string) => boolean
}

/** A text parsed, if it is JSON. */
export const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

/** A request with the engine time at which it was sent. */
export const webhookOf = (request: NotifierRequest, at: number): RecordedWebhook => ({
  url: request.url,
  headers: request.headers,
  body: request.body,
  json: Option.getOrUndefined(parse(request.body)),
  at: new Date(at),
  verify: (secret) =>
    Object.values(request.headers).some((header) =>
      Result.isSuccess(verifySignature({ payload: request.body, header, secret, nowSeconds: Math.floor(at / 1_000) }))
    )
})
