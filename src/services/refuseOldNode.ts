/** Imported before everything else by the public entries: an old Node gets a sentence instead of an error about its parts. */
import { nodeRefusal } from "./requiredNode.ts"

// Browsers and other runtimes have no version of Node.
const version = (globalThis as { readonly process?: { readonly versions?: { readonly node?: string } } }).process
  ?.versions?.node
const refusal = version === undefined ? undefined : nodeRefusal(version)
if (refusal !== undefined) throw new Error(refusal)
