/** Which bundle of the server belongs to the sources as they are now: its folder is named by what they say. */
// By these names: an `import` would make Node load every part of a module that it only loads when asked for.
const { readdirSync, readFileSync } = process.getBuiltinModule("node:fs")
const { createHash } = process.getBuiltinModule("node:crypto")
const { join } = process.getBuiltinModule("node:path")

const root = join(import.meta.dirname, "..")

/** What the server is made of, beside the sources. npm writes the second when it has installed something. */
const further = [
  "package.json",
  "node_modules/.package-lock.json",
  "bundle/bundles.ts",
  "bundle/console.ts",
  "test/published/client/names.ts",
  "test/published/client/write.ts"
]

/** What a bundle is made of: the program, and the console's files for browsers. */
const made = /\.(?:tsx?|css|html|svg)$/

/** What `npm run client` writes: it follows from the sources, and need not be there yet. */
const generated = "src/client/generated"

/**
 * The files of a folder and of those in it that a bundle is made of, in an order that is always the same.
 * @param {string} folder
 * @returns {ReadonlyArray<string>}
 */
const filesIn = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return filesIn(path)
      return made.test(path) && folder !== generated ? [path] : []
    })

/** The folder of the bundle of these sources, whether it exists or not. Compares contents: times of files can deceive. */
export const bundleFolder = () => {
  const hash = createHash("sha256")
  for (const path of [...filesIn("src"), ...filesIn("plugins"), ...further]) {
    try {
      hash
        .update(`${path}\n`)
        .update(readFileSync(join(root, path)))
        .update("\n")
    } catch {
      // Another package manager may keep no list of what it installed.
    }
  }
  return join(root, "dist", "start", hash.digest("hex").slice(0, 16))
}
