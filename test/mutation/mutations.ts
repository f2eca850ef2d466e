/** Every change that the tests must notice, by its name: `npm run mutate`. */
import { bank } from "./bank.ts"
import { cards } from "./cards.ts"
import { core } from "./core.ts"
import { docs } from "./docs.ts"
import type { Mutation } from "./Mutation.ts"
import { webhooks } from "./webhooks.ts"

export const mutations: Readonly<Record<string, Mutation>> = { ...core, ...webhooks, ...cards, ...bank, ...docs }
