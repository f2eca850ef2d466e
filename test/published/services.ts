/** The services, each with its published document. */
import { bank } from "../../plugins/bank/index.ts"
import { cards } from "../../plugins/cards/index.ts"
import { docs } from "../../plugins/docs/index.ts"
import { loadPlugins } from "../../src/engine/later.ts"

/** The services as hosts get them when they say nothing. */
export const published = await loadPlugins([cards(), bank(), docs()])

/** The document of a service. */
export const documentOf = ({ http, id }: (typeof published)[number]): any => structuredClone(http!.openApi(`/${id}`))
