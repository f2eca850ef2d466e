/** Where cardholders' browsers reach this plugin: the base of the links that it gives out. */
import * as Context from "effect/Context"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"

/** The configured address of the plugin's mount, without a slash at the end; `undefined`: that of the request. */
export const PublicUrl = Context.Reference<string | undefined>("bursar/cards/PublicUrl", {
  defaultValue: () => undefined
})

/** All paths of the plugin begin with it (spec cards §9). */
const firstSegment = "/v2/"

/**
 * The address of the mount by which a request came: what stands before its path's `/v2/`. Behind a proxy that speaks TLS
 * to the outside it is not the one that browsers need: configure `publicUrl` there.
 */
export const mountOf = ({ headers, originalUrl, protocol }: HttpServerRequest): string | undefined => {
  const origin = `${protocol ?? "http"}://${headers["host"] ?? "localhost"}`
  // A request of the Web has its whole address, one of a socket only the path.
  const url = originalUrl.startsWith("/") ? `${origin}${originalUrl}` : originalUrl
  if (!URL.canParse(url)) return undefined
  const { origin: whole, pathname } = new URL(url)
  const at = pathname.indexOf(firstSegment)
  return at === -1 ? undefined : `${whole}${pathname.slice(0, at)}`
}
