/** Where cardholders' browsers reach this plugin: the base of the links that it gives out. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { baseOf, PublicAddress } from "../../src/plugin.ts"

/** The configured address of the plugin's mount, without a slash at the end; `undefined`: that of the engine or the request. */
export const PublicUrl = Context.Reference<string | undefined>("bursar/cards/PublicUrl", {
  defaultValue: () => undefined
})

/** All paths of the plugin begin with it (spec cards §9), and none has it twice: a mount may, such as `/api/v2/cards`. */
const lastPrefix = "/v2/"

/**
 * The address of the mount by which a request came: what stands before the last `/v2/` of its address. The scheme and the
 * host are those that a trusted proxy names, if there is one (`protocol` is set then). `undefined` for a request that
 * names no host, which an engine does not let in.
 */
export const mountOf = ({ headers, originalUrl, protocol }: HttpServerRequest): string | undefined => {
  const url = URL.parse(originalUrl)
  if (url === null) return undefined
  const at = url.pathname.lastIndexOf(lastPrefix)
  const origin = protocol === undefined ? url.origin : `${protocol}://${headers["host"]}`
  return at === -1 ? undefined : `${origin}${url.pathname.slice(0, at)}`
}

/**
 * What a link begins with: the address that was configured for the plugin or the engine, else that of the request, else the path of
 * the mount, since a call in process came by no address.
 */
export const linkBase = Effect.fnUntraced(function* (requested: (() => string | undefined) | undefined) {
  const configured = yield* PublicUrl
  if (configured !== undefined) return configured
  const address = yield* PublicAddress
  return (address.publicUrl === undefined ? requested?.() : undefined) ?? baseOf(address, "cards")
})
