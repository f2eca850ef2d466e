/**
 * The two bundles of the sources. The program is the `bursar` command of a checkout with its threads and everything they import,
 * since each file costs time at the start. The library is what the package ships: few files of our own code for hosts and
 * for the command alike, and packages stay outside.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { rolldown, type OutputOptions, type Plugin, type RolldownOutput } from "rolldown"

const root = join(import.meta.dirname, "..")

/** A thread is started by the address of its source, which lies beside the file that starts it. */
const atThread = /new URL\("\.\/(\w+)\.ts", import\.meta\.url\)/g

/** Comments are for readers of the sources; names and lines stay, so that stack traces tell something. */
const written: OutputOptions = {
  comments: { legal: true, jsdoc: false, annotation: true },
  chunkFileNames: "[name]-[hash].js"
}

const threadAt = join(import.meta.dirname, "threadAt.ts")

/**
 * Each file that is started as a thread becomes a file of its own, under the name by which it is started; all files of a
 * bundle lie in one folder, so that its address is right. Where hosts bundle it once more, that is not so: those in `inlined` are
 * part of their address there, and others are looked for when they are started.
 */
const threads = (inlined?: ReadonlyMap<string, string>): Plugin => ({
  name: "threads",
  transform: {
    filter: { code: /new URL\("\.\/\w+\.ts", import\.meta\.url\)/ },
    handler(code, id) {
      const found = code.replace(atThread, (_, name: string) => {
        const text = inlined?.get(name)
        if (text !== undefined) return `new URL(${JSON.stringify(`data:text/javascript,${encodeURIComponent(text)}`)})`
        this.emitFile({ type: "chunk", id: join(dirname(id), `${name}.ts`), fileName: `${name}.js` })
        return inlined === undefined
          ? `new URL("./${name}.js", import.meta.url)`
          : `threadAt("${name}.js", import.meta.url)`
      })
      return found.includes("threadAt(") ? `import { threadAt } from ${JSON.stringify(threadAt)}\n${found}` : found
    }
  }
})

/**
 * What a plugin does and what a console shows of it, its operations in process and the HTTP side of an engine stand with the rest in the
 * program, which needs most of it at once: files of their own, and those that they share with the rest, cost a start some 80 ms. Where
 * they are not used nothing is made of them; without a bundle they are not even loaded.
 */
const loadedLater = /import\("(\.{1,2}\/(?:[\w-]+\/)?(?:loaded|mount|panels?|sandbox)\.ts)"\)/g

const together: Plugin = {
  name: "loaded later",
  transform: {
    filter: { code: new RegExp(loadedLater.source) },
    handler: (code) => {
      const paths = Array.from(new Set(Array.from(code.matchAll(loadedLater), ([, path]) => path!)))
      const imports = paths.map((path, at) => `import * as later${at} from "${path}"\n`).join("")
      return imports + code.replace(loadedLater, (_, path: string) => `Promise.resolve(later${paths.indexOf(path)})`)
    }
  }
}

/**
 * Modules of Node as objects instead of imports: an import loads every part of them, also those that Node itself loads
 * when they are asked for. Of `node:http` alone that is its `fetch`, a tenth of the start. And an old Node lacks some: an
 * import of these would fail before anything can be said.
 */
const asObject = /^node:(?!module$)/

/** Its parts are got when they are used, which loads it: HTTPS alone takes 15 ms, and many programs never call anybody. */
const atUse = (name: string, parts: ReadonlyArray<string>): string =>
  `let loaded
   const load = () => (loaded ??= process.getBuiltinModule("${name}"))
   for (const part of ${JSON.stringify(parts)})
     Object.defineProperty(exports, part, { enumerable: true, get: () => load()[part] })`

const nodeModules: Plugin = {
  name: "modules of Node",
  resolveId: { filter: { id: asObject }, handler: (name) => `\0${name}` },
  load: {
    filter: { id: /^\0node:/ },
    handler: (id) => {
      const name = id.slice(1)
      const now: unknown = process.getBuiltinModule(name)
      // `node:events` and its like are classes.
      return typeof now === "object" && now !== null
        ? atUse(name, Object.getOwnPropertyNames(now))
        : `module.exports = process.getBuiltinModule("${name}")`
    }
  }
}

/** The listener's package can serve WebSockets, and nothing here does: what it would take for them is left out. */
const withoutWebSockets: Plugin = {
  name: "no WebSockets",
  resolveId: { filter: { id: /^ws$/ }, handler: () => "\0ws" },
  load: { filter: { id: /^\0ws$/ }, handler: () => "export const WebSocket = undefined, WebSocketServer = undefined" }
}

/** The part of rolldown in a bundle imports a module of Node for nothing. Bundlers for browsers would stop there. */
const withoutIdleImport: Plugin = {
  name: "idle import",
  generateBundle: (_, files) => {
    for (const file of Object.values(files))
      if (file.type === "chunk") file.code = file.code.replace(/^import "node:module";$/m, "")
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

const noteLicences = (folder: string, output: RolldownOutput["output"]): void => {
  const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []))
  writeFileSync(join(folder, "LICENSES.txt"), licencesOf(modules))
}

const main = join(root, "src/server/main.ts")

/** Writes the program. */
export const writeProgram = async (folder: string): Promise<void> => {
  await using bundle = await rolldown({
    input: { main },
    cwd: root,
    platform: "node",
    plugins: [threads(), together, withoutWebSockets, nodeModules]
  })
  const { output } = await bundle.write({ dir: folder, ...written })
  noteLicences(folder, output)
}

/** Packages that become part of the library: nobody has to install their Redis client for a listener and a Postgres driver. */
const inside = /^(@effect\/(platform-node|platform-node-shared|sql-pg)|ws)(\/|$)/

const isOutside = (id: string): boolean => !/^[./]/.test(id) && !id.startsWith("\0") && !inside.test(id)

/** A thread as one text without imports but those of Node. */
const textOfThread = async (path: string): Promise<string> => {
  await using bundle = await rolldown({ input: join(root, path), cwd: root, platform: "node" })
  const { output } = await bundle.generate({ codeSplitting: false, minify: true, comments: false })
  return output[0].code
}

/**
 * A module of which nothing is used is left out: those that many share name all there is, and importing one would load all of it.
 * Only the check of the Node version does something by being imported.
 */
const treeshake = {
  moduleSideEffects: [
    { test: /[\\/]refuseOldNode\.ts$/, sideEffects: true },
    { test: /./, sideEffects: false }
  ]
}

/** What imports `src/plugin.ts` has that check, too, which would be left out with it. */
const checked: Plugin = {
  name: "check of Node",
  transform: {
    filter: { code: /^(?:import|export) (?:\{[^}]*\}|\* as \w+) from "[./]+\/src\/plugin\.ts"/m },
    handler: (code) => `import ${JSON.stringify(join(root, "src/services/refuseOldNode.ts"))}\n${code}`
  }
}

/**
 * The schemas of codes stand by themselves. Whoever uses a namespace of `bursar/domain` loads all that stands with it, and these
 * would bring the whole of `effect/Schema`. What gets parts of Node's modules when they are used is one file in place of one for each.
 */
const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [
    { name: "codes", test: /[\\/]domain[\\/]codes\.ts$/ },
    { name: "node-modules", test: /^\0node:/ }
  ]
}

/** Writes the library: a file for each name in `entries`, made of the source beside it, and `main.js`, the command. */
export const writeLibrary = async (folder: string, entries: Readonly<Record<string, string>>): Promise<void> => {
  const writer = await textOfThread("src/store/dialects/SqliteWriterThread.ts")
  await using bundle = await rolldown({
    input: { main, ...Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(root, path)])) },
    cwd: root,
    platform: "node",
    external: (id) => isOutside(id) && !asObject.test(id),
    treeshake,
    // Groups ask for it; no entry gets a name that it does not export.
    preserveEntrySignatures: "allow-extension",
    // No line that names the source of what follows it.
    experimental: { attachDebugInfo: "none" },
    plugins: [
      threads(new Map([["SqliteWriterThread", writer]])),
      checked,
      withoutWebSockets,
      withoutIdleImport,
      nodeModules
    ]
  })
  const { output } = await bundle.write({
    dir: folder,
    ...written,
    codeSplitting,
    entryFileNames: "[name].js",
    // In fewer words, with the names and the lines that a stack trace shows.
    minify: { compress: { keepNames: { function: true, class: true } }, mangle: false, codegen: false }
  })
  noteLicences(folder, output)
}
