/** The options of the plugin, for operations that need them. */
import * as Context from "effect/Context"
import type { DocsOptions } from "./options.ts"

/** How this plugin was set up. */
export class DocsSettings extends Context.Service<DocsSettings, DocsOptions>()("docs/Settings") {}
