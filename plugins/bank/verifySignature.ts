/** For receivers of this service's webhooks (decisions B148). */
import * as Result from "effect/Result"
import { verifySignature as verify } from "../../src/plugin.ts"

/**
 * Whether a delivery was signed with this secret, at most `toleranceSeconds` (300) before or after `nowSeconds`. Give the
 * header as it came and the body before any parsing. The comparison takes the same time wherever the texts differ; of
 * several `v1` values one has to match.
 */
export const verifySignature = (of: {
  readonly header: string
  readonly rawBody: string | Uint8Array
  readonly secret: string
  /** The receiver's own time in epoch seconds. */
  readonly nowSeconds: number
  readonly toleranceSeconds?: number
}): boolean =>
  Result.isSuccess(
    verify({
      payload: of.rawBody,
      header: of.header,
      secret: of.secret,
      nowSeconds: of.nowSeconds,
      toleranceSeconds: of.toleranceSeconds
    })
  )
