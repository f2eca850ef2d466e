/** `bursar/console`: the web console, as a plugin. */
export type { ConsoleOptions } from "./options.ts"
export { webConsole } from "./plugin.ts"
