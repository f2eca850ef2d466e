/** What the plugin declares to the core: its id, the accounts of its books and its events. */
import { declarePlugin } from "../../src/plugin.ts"
import { chart } from "./accounts.ts"
import { events } from "./events.ts"

export const bankPlugin = declarePlugin({ id: "bank", accounts: chart, events })
