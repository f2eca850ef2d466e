/**
 * Which addresses the service may reach (decisions docs 4.12): public ones over https at its own port, and the origins
 * that the operator names. Pure: names are not resolved here, `addressAllowed` is asked when a connection is made.
 */
import * as Result from "effect/Result"
import { checkAddress, checkUrl, maxUrlCharacters, publicHttpsOnly } from "../../../src/plugin.ts"

/** Origins that may be reached although they are not public https, such as `http://127.0.0.1:8080`. */
export type AllowedOrigins = ReadonlyArray<string>

/** A plain absolute address without user info and fragment: what an allowed origin is recognised in. */
const plainForm = (text: string): boolean =>
  text.length <= maxUrlCharacters &&
  /^https?:\/\/[^/]/i.test(text) &&
  !/[\s\\#\p{Cc}]/u.test(text) &&
  !/^[^/]*\/\/[^/?]*@/.test(text)

/** Whether an address is of an origin that the operator named. */
export const isNamedOrigin = (url: URL, allowed: AllowedOrigins): boolean =>
  allowed.some((origin) => URL.parse(origin)?.origin === url.origin)

/** The address, or why it may not be reached: a text that completes "The address …". */
export const checkRemoteUrl = (text: string, allowed: AllowedOrigins): Result.Result<URL, string> => {
  if (plainForm(text)) {
    const url = URL.parse(text)
    if (url !== null && isNamedOrigin(url, allowed)) return Result.succeed(url)
  }
  const checked = checkUrl(text, publicHttpsOnly)
  if (Result.isFailure(checked)) return Result.fail(checked.failure.message)
  return checked.success.port === "" ? Result.succeed(checked.success) : Result.fail("must use port 443")
}

/** The address of a repository: it holds no query, where tokens tend to be. */
export const checkRepositoryUrl = (text: string, allowed: AllowedOrigins): Result.Result<URL, string> =>
  Result.flatMap(checkRemoteUrl(text, allowed), (url) =>
    text.includes("?") ? Result.fail("must not hold a query") : Result.succeed(url)
  )

/** Whether a connection may be made to an IP address that the name of an allowed URL resolved to. */
export const addressAllowed = (address: string): boolean => Result.isSuccess(checkAddress(address, publicHttpsOnly))

/** Whether a redirect may be followed: the same host, and never down to plain http (decisions docs 4.12). */
export const redirectAllowed = (from: URL, to: URL): boolean => from.origin === to.origin
