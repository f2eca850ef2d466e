/**
 * Makes the bundle of the server: the `bursar` command with its threads and everything they import, in few files, since
 * each file costs time at the start. Without an argument it is that of the sources as they are now, for `bundle/start.js`,
 * and one that cannot be made is told and is no failure; with a folder as its argument it goes there, for the package.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import type { Plugin } from "rolldown"
import { bundleFolder } from "./sources.js"

const root = join(import.meta.dirname, "..")

/** Bundles for `bundle/start.js` that stay: a server may still run from an older one, and load more of it. */
const kept = 3

/** Each file that is started as a thread becomes a file of its own, under the name by which it is started. */
const threads: Plugin = {
  name: "threads",
  transform: {
    filter: { code: /new URL\("\.\/\w+\.ts", import\.meta\.url\)/ },
    handler(code, id) {
      for (const [, name] of code.matchAll(/new URL\("\.\/(\w+)\.ts", import\.meta\.url\)/g)) {
        this.emitFile({ type: "chunk", id: join(dirname(id), `${name}.ts`), fileName: `${name}.js` })
      }
    }
  }
}

/**
 * What a sandbox loads by itself stands with the rest: files of its own, and those that it shares with the rest, cost a start some
 * 80 ms. In production it is in the file and nothing is made of it; without a bundle it is not even loaded.
 */
const sandboxes: Plugin = {
  name: "sandboxes",
  transform: {
    filter: { code: /import\("\.\/[\w-]+\/sandbox\.ts"\)/ },
    handler: (code) => {
      const [, path] = /import\("(\.\/[\w-]+\/sandbox\.ts)"\)/.exec(code)!
      return `import * as sandboxModule from "${path}"\n${code.replaceAll(`import("${path}")`, "Promise.resolve(sandboxModule)")}`
    }
  }
}

/**
 * Modules of Node as objects instead of imports: an import loads every part of them, also those that Node itself loads
 * when they are asked for. Of `node:http` alone that is its `fetch`, a tenth of the start.
 */
const nodeModules: Plugin = {
  name: "modules of Node",
  resolveId: { filter: { id: /^node:(?!module$)/ }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /^\0node:/ },
    handler: (id) => `module.exports = process.getBuiltinModule("${id.slice(1)}")`
  }
}

/** What the licences of the packages in a bundle ask for: their texts beside it. */
const licencesOf = (modules: Iterable<string>): string => {
  const homes = Array.from(
    modules,
    (id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id.replaceAll("\\", "/"))?.[0]
  )
  return Array.from(new Set(homes.filter((home) => home !== undefined)))
    .sort()
    .flatMap((home) => {
      const file = readdirSync(home).find((name) => /^licen[cs]e/i.test(name))
      return file === undefined ? [] : [`${basename(home)}\n\n${readFileSync(join(home, file), "utf8").trim()}\n`]
    })
    .join("\n\n")
}

const writeBundle = async (folder: string): Promise<void> => {
  const { rolldown } = await import("rolldown")
  await using bundle = await rolldown({
    input: { main: join(root, "src/server/main.ts") },
    cwd: root,
    platform: "node",
    // It finds its WebAssembly beside itself, and need not be installed.
    external: ["web-tree-sitter"],
    plugins: [threads, sandboxes, nodeModules]
  })
  const { output } = await bundle.write({ dir: folder, chunkFileNames: "[name]-[hash].js" })
  const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []))
  writeFileSync(join(folder, "LICENSES.txt"), licencesOf(modules))
}

/** Writes beside the folder and gives it its name at the end: whoever finds it finds it whole, also of two at once. */
const makeBundle = async (folder: string): Promise<void> => {
  const unfinished = `${folder}.${process.pid}`
  try {
    await writeBundle(unfinished)
    renameSync(unfinished, folder)
  } catch (error) {
    if (!existsSync(join(folder, "main.js"))) throw error
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

const dropOlder = (folder: string): void => {
  const all = readdirSync(folder).map((name) => ({ name, madeMs: statSync(join(folder, name)).mtimeMs }))
  const older = all.sort((one, other) => other.madeMs - one.madeMs).slice(kept)
  for (const { name } of older) rmSync(join(folder, name), { recursive: true, force: true })
}

const [given] = process.argv.slice(2)
if (given !== undefined) {
  rmSync(given, { recursive: true, force: true })
  await makeBundle(resolve(given))
} else {
  const folder = bundleFolder()
  try {
    if (!existsSync(folder)) {
      await makeBundle(folder)
      dropOlder(dirname(folder))
    }
  } catch (error) {
    const [reason] = String(error).split("\n")
    process.stderr.write(`Bursar will start from its sources, which takes longer: no bundle was made (${reason})\n`)
  }
}
