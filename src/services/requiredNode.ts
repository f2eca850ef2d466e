/** Which Node this package needs. It imports nothing, so that an older one gets as far as reading the sentence. */

/** As `engines` of package.json says; a test compares the two. */
export const requiredNode = "22.19.0"

const numbersOf = (version: string): ReadonlyArray<number> => version.split(".").map(Number)

/** What to tell somebody with this version of Node, such as `20.11.1`; `undefined` if it is new enough. */
export const nodeRefusal = (version: string): string | undefined => {
  const [major = 0, minor = 0] = numbersOf(version)
  const [needed = 0, neededMinor = 0] = numbersOf(requiredNode)
  return major > needed || (major === needed && minor >= neededMinor)
    ? undefined
    : `Bursar needs Node ${requiredNode} or newer, and this is ${version}: install a newer one from https://nodejs.org`
}
