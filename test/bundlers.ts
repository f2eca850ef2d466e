/** Bundlers as hosts use them: each makes one program of a file and all that it imports, and answers where it is. */
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { build } from "esbuild"
import { rollup, type Plugin as RollupPlugin } from "rollup"
import webpack from "webpack"

type Bundler = (entry: string, folder: string) => Promise<string>

const withEsbuild: Bundler = async (entry, folder) => {
  const outfile = join(folder, "host.mjs")
  await build({ entryPoints: [entry], outfile, bundle: true, platform: "node", format: "esm", logLevel: "silent" })
  return outfile
}

/** Packages that are no modules of ECMAScript: a host of Rollup has a plugin for them, here they stay where they are. */
const commonJs = /\/node_modules\/(ipaddr\.js|yaml)\//

/** As Node resolves it without the condition under which these tests run. */
const resolve = (id: string, importer: string): string => {
  const require = createRequire(importer)
  if (!/^bursar(\/|$)/.test(id)) return require.resolve(id)
  const manifest = require.resolve("bursar/package.json")
  const { exports } = require(manifest) as { readonly exports: Readonly<Record<string, { readonly default: string }>> }
  return join(dirname(manifest), exports[id.replace(/^bursar/, ".")]!.default)
}

const withRollup: Bundler = async (entry, folder) => {
  const packages: RollupPlugin = {
    name: "packages",
    resolveId: (id, importer) => {
      if (/^([./]|node:)/.test(id)) return null
      const path = resolve(id, importer ?? entry)
      return { id: path, external: commonJs.test(path) }
    }
  }
  const bundle = await rollup({ input: entry, plugins: [packages], external: [/^node:/], onLog: () => undefined })
  // A host that waits at its top level would wait for parts of its own file, were they not files of their own.
  await bundle.write({ dir: folder, format: "es", entryFileNames: "host.mjs", chunkFileNames: "[name]-[hash].mjs" })
  await bundle.close()
  return join(folder, "host.mjs")
}

const withWebpack: Bundler = (entry, folder) =>
  new Promise((done, failed) => {
    const output = { path: folder, filename: "host.mjs", module: true, chunkFormat: "module" } as const
    const mode = "production"
    // What it would make smaller is not ours.
    const optimization = { minimize: false }
    webpack(
      { mode, target: "node22", entry, output, optimization, experiments: { outputModule: true } },
      (error, stats) => {
        if (error !== null) failed(error)
        else if (stats?.hasErrors() === true) failed(new Error(stats.toString({ all: false, errors: true })))
        else done(join(folder, "host.mjs"))
      }
    )
  })

/** By their names. */
export const bundlers: Readonly<Record<string, Bundler>> = {
  esbuild: withEsbuild,
  Rollup: withRollup,
  webpack: withWebpack
}
