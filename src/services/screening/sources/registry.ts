/** All list sources. A new one is a file and a line here. */
import { custom } from "./custom.ts"
import { euSanctions } from "./eu.ts"
import type { ListSource } from "./ListSource.ts"
import { ofacConsolidated, ofacSdn } from "./ofac.ts"
import { pepCongress, pepExecutive } from "./pep.ts"
import { ukSanctions } from "./uk.ts"
import { unConsolidated } from "./un.ts"

/** The sources, in the order in which their lists are named. */
export const listSources: ReadonlyArray<ListSource> = [
  ofacSdn,
  ofacConsolidated,
  unConsolidated,
  euSanctions,
  ukSanctions,
  pepCongress,
  pepExecutive,
  custom
]
