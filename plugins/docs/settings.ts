/** The options of the plugin, for operations that need them. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { baseOf, PublicAddress } from "../../src/plugin.ts"
import type { DocsOptions } from "./options.ts"

/** How this plugin was set up. */
export class DocsSettings extends Context.Service<DocsSettings, DocsOptions>()("docs/Settings") {}

/** What links in answers begin with: the address that was configured for the plugin, else that of the engine, else the path of the mount. */
export const linkBase = Effect.gen(function* () {
  const { baseUrl } = yield* DocsSettings
  return baseUrl ?? baseOf(yield* PublicAddress, "docs")
})
