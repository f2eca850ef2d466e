/** Webhooks of a client, and the deliveries to them: the rules are the core's. */
import { webhooksOf } from "../../../src/plugin.ts"
import { bankPlugin } from "../declaration.ts"
import { webhookProfile } from "./profile.ts"

export const webhooks = webhooksOf(bankPlugin, webhookProfile)
