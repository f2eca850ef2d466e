/** The version of this package. */
import { createRequire } from "node:module"

/** As in package.json. It is looked up by the package's name, since the built files lie elsewhere than the sources. */
export const version: string = (createRequire(import.meta.url)("bursar/package.json") as { readonly version: string })
  .version
