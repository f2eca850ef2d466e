/** What the plugin declares to the core: its id. */
import { declarePlugin } from "../../src/plugin.ts"

export const consolePlugin = declarePlugin({ id: "console" })
