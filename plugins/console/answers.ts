/** How the console answers: JSON that nobody keeps, under a policy that lets a page load nothing but its own files. */
import * as Data from "effect/Data"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

/** A request that is not done, with the status and code it is answered with. */
export class Refused extends Data.TaggedError("ConsoleRefused")<{
  readonly status: number
  readonly code: string
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}> {}

/** The policy of every answer. Trusted Types: no text becomes markup or a script. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'"
].join("; ")

/** What every answer of the console carries. */
export const securityHeaders = {
  "content-security-policy": policy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY"
} as const

/** A JSON answer. */
export const json = (
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {}
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(JSON.stringify(value), {
    status,
    contentType: "application/json",
    headers: { ...securityHeaders, "cache-control": "no-store", ...headers }
  })

/** The answer to a request that is not done. */
export const refusal = ({ code, headers, message, status }: Refused): HttpServerResponse.HttpServerResponse =>
  json({ error: { code, message } }, status, headers)

/** There is nothing by this id or path. */
export const nothing = (message = "There is nothing here") => new Refused({ status: 404, code: "not_found", message })

/** What was sent is not what is taken. */
export const invalid = (message: string) => new Refused({ status: 400, code: "invalid_input", message })
