/** Webhook endpoints of an account in a region, and the deliveries to them: the rules are the core's. */
import { webhooksOf } from "../../../src/plugin.ts"
import { cardsPlugin } from "../declaration.ts"
import { webhookProfile } from "./profile.ts"

export const webhooks = webhooksOf(cardsPlugin, webhookProfile)
