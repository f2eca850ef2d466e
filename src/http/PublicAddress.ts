/** Where browsers and partners reach the plugins of an engine: the base of the links that plugins give out. */
import * as Context from "effect/Context"

/** What an engine knows of its own address. */
export interface PublicAddressShape {
  /** Such as `https://shop.example`, without a slash at the end; `undefined` where the host has not said. */
  readonly publicUrl: string | undefined
  /** The path below which a plugin is mounted, such as `/cards`; empty at the root. */
  readonly mountOf: (plugin: string) => string
}

/** Given to plugins by the engine. */
export const PublicAddress = Context.Reference<PublicAddressShape>("bursar/http/PublicAddress", {
  defaultValue: () => ({ publicUrl: undefined, mountOf: (plugin) => `/${plugin}` })
})

/** Throws unless links can begin with an address: no question mark or fragment may stand before their paths. */
export const checkPublicUrl = (url: unknown): void => {
  if (url === undefined || (typeof url === "string" && /^https?:\/\/[^?#]+$/i.test(url) && URL.canParse(url))) return
  throw new TypeError(`publicUrl must be an address such as https://shop.example, not ${String(url)}`)
}

/** Of plugins under their mounts. */
export const addressOf = (
  mounted: ReadonlyArray<{ readonly plugin: { readonly id: string }; readonly mount: string }>,
  publicUrl: string | undefined
): PublicAddressShape => {
  const mounts = new Map(mounted.map(({ mount, plugin }) => [plugin.id, mount]))
  return { publicUrl: publicUrl?.replace(/\/+$/, ""), mountOf: (plugin) => mounts.get(plugin) ?? "" }
}

/** The address of a plugin, or its path where the address is not known: both are a base for links. */
export const baseOf = ({ mountOf, publicUrl = "" }: PublicAddressShape, plugin: string): string =>
  `${publicUrl}${mountOf(plugin)}`
