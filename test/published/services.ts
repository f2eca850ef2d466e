/** The services and their published documents. */
import { bank } from "../../plugins/bank/index.ts"
import { cards } from "../../plugins/cards/index.ts"
import { docs } from "../../plugins/docs/index.ts"

type Json = any

/** Services with a publication. */
export const published = [cards(), bank(), docs()].filter(({ http }) => http?.publication !== undefined)

/** The document of a service. */
export const documentOf = ({ http, id }: (typeof published)[number]): Json => structuredClone(http!.openApi(`/${id}`))
