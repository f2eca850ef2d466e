/** `bursar/server`: the bundled server, for hosts that want it in their own process. */
import "../services/refuseOldNode.ts"
export { ConfigRefused, type CardsAccess, type ServerConfig } from "./config.ts"
export type { ServerCredentials } from "./credentials.ts"
export { configFromEnv, serve, type ServerHandle } from "./embed.ts"
export { StartRefused } from "./refusal.ts"
