/** `bursar/docs`: the documentation service, as a plugin and as operations to call in process. */
export type { DocsFailure, ErrorCode } from "./errors.ts"
export { DocsRefused, NotFound } from "./errors.ts"
export type { DocsOptions } from "./options.ts"
export { docs } from "./plugin.ts"
