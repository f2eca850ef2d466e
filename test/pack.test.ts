/**
 * The package as others get it: what package.json promises is there, and what the build makes works in a program that
 * has nothing else installed than the dependencies that package.json names. Builds into a temporary folder; asks no
 * registry.
 */
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import * as bank from "../plugins/bank/index.ts"
import * as cards from "../plugins/cards/index.ts"
import { importsOf } from "./tidy/imports.ts"
import { bundlers } from "./bundlers.ts"
import { readTree, sourcesOf } from "./tidy/Tree.ts"
import { fine, installPacked, packInto, runAsUser } from "./packedPackage.ts"
import { host, importing, loadingByImport, loadingByRequire, program } from "./userPrograms.ts"

interface Target {
  readonly "bursar-source": string
  readonly types: string
  readonly default: string
}

interface Manifest {
  readonly version: string
  readonly engines: { readonly node: string }
  readonly files: ReadonlyArray<string>
  readonly exports: Readonly<Record<string, Target | string>>
  readonly bin: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
}

const root = join(import.meta.dirname, "..")
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest
const entries = Object.entries(manifest.exports).flatMap(([name, target]) =>
  typeof target === "string" ? [] : [{ name: name.replace(/^\./, "bursar"), ...target }]
)
const { dependencies, peerDependencies } = manifest
const installed = Object.keys({ ...dependencies, ...peerDependencies })

/** Packages that the build makes a part of ours. */
const bundled = ["@effect/platform-node", "@effect/sql-pg"]

/** `@scope/name` or `name` of a module of a package. */
const packageOf = (module: string): string => module.split("/", module.startsWith("@") ? 2 : 1).join("/")

interface Locked extends Partial<Pick<Manifest, "version" | "dependencies" | "peerDependencies">> {
  readonly resolved?: string
  readonly integrity?: string
}

/** What is installed here, in examples that are packages of their own, and for the tests of hosts. */
const locks = globSync(["package-lock.json", "examples/*/package-lock.json", "test/hosts/*/package-lock.json"], {
  cwd: root
})

const lockAt = (path: string) =>
  (JSON.parse(readFileSync(join(root, path), "utf8")) as { readonly packages: Readonly<Record<string, Locked>> })
    .packages

describe("package.json", () => {
  it.each(entries)("names sources and built files of $name that belong together", (entry) => {
    const source = entry["bursar-source"]
    expect(existsSync(join(root, source)), source).toBe(true)
    expect(entry.types).toBe(source.replace("./", "./dist/types/").replace(/\.ts$/, ".d.ts"))
    expect(entry.default).toMatch(/^\.\/dist\/[a-z-]+\.js$/)
  })

  it("has a built file of its own for each public name", () => {
    expect(new Set(entries.map((entry) => entry.default)).size).toBe(entries.length)
  })

  it("ships only what exists, and everything that it names", () => {
    const shipped = manifest.files.filter(
      (file) => !/^(?:dist$|!)/.test(file) && globSync(file, { cwd: root }).length === 0
    )
    expect(shipped).toEqual([])
    const named = entries.flatMap((entry) => [entry.default, entry.types])
    const outside = [...named, ...Object.values(manifest.bin)].filter(
      (path) => !manifest.files.some((folder) => path.startsWith(`./${folder}/`))
    )
    expect(outside).toEqual([])
  })

  it("depends on what the sources import, and on nothing else", () => {
    const tree = readTree(root)
    const imported = sourcesOf(tree)
      // What runs in the browser is in the files that the build makes of it.
      .filter(({ path }) => /^(src|plugins)\//.test(path) && !path.startsWith("plugins/console/web/"))
      .flatMap(importsOf)
      .filter(({ target }) => target.startsWith("npm:"))
      .map(({ specifier }) => packageOf(specifier))
    expect(Array.from(new Set(imported)).sort()).toEqual([...installed, ...bundled].sort())
  })

  it.each(locks)("is locked without the address of a registry (%s)", (path) => {
    const addresses = Object.values(lockAt(path)).flatMap(({ resolved }) => resolved ?? [])
    expect(addresses.filter((address) => /^\w+:\/\//.test(address))).toEqual([])
    expect(readFileSync(join(root, dirname(path), ".npmrc"), "utf8")).not.toMatch(/registry\s*=|_auth/)
  })

  it("needs what the locks of the examples install for it", () => {
    const locked = locks.flatMap((path) => lockAt(path)["node_modules/bursar"] ?? [])
    expect(locked.length).toBe(2)
    const { version, dependencies, peerDependencies } = manifest
    for (const entry of locked) {
      expect(entry).toMatchObject({ version, dependencies, peerDependencies })
      // The file is packed anew each time, so that no digest of it lasts.
      expect(entry.integrity).toBeUndefined()
    }
  })
})

/** The packages that are installed with some, beside Effect and what it needs. */
const packagesOf = (names: ReadonlyArray<string>, known = new Set<string>()): ReadonlySet<string> => {
  for (const name of names) {
    if (known.has(name)) continue
    known.add(name)
    const path = join(root, "node_modules", name, "package.json")
    const { dependencies: needed = {} } = JSON.parse(readFileSync(path, "utf8")) as Partial<Manifest>
    packagesOf(Object.keys(needed), known)
  }
  return known
}

/** Lines that hand the operations of a plugin on under names of their own, as they are and as functions. */
const handedOn = (plugin: string, names: object): ReadonlyArray<string> =>
  Object.entries(names)
    .filter(([slice, operations]) => /^[a-z]/.test(slice) && typeof operations === "object")
    .flatMap(([slice, operations]) => [
      `export const ${plugin}_${slice} = { ...${plugin}.${slice} }`,
      ...Object.entries(operations as object)
        .filter(([name, operation]) => typeof operation === "function" && /^[a-z]\w*$/.test(name))
        .map(([name]) => `${plugin}.${slice}.${name}`)
        .map((of) => `export const ${of.replaceAll(".", "_")} = (...args: Parameters<typeof ${of}>) => ${of}(...args)`)
    ])

/** A library that hands operations on, and lets the compiler find their types. */
const library = [
  `import * as bank from "bursar/bank"`,
  `import * as cards from "bursar/cards"`,
  `import { eventData as ofCards } from "bursar/cards/api"`,
  `import { eventData } from "bursar/bank/api"`,
  `export const events = { cards: { ...ofCards }, bank: { ...eventData } }`,
  ...handedOn("bank", bank),
  ...handedOn("cards", cards)
]

const compilerOptions = {
  module: "nodenext",
  target: "es2024",
  strict: true,
  declaration: true,
  emitDeclarationOnly: true,
  outDir: "types",
  skipLibCheck: true
}

const tsc = join(root, "node_modules/typescript/bin/tsc")

describe("the built package", { timeout: 300_000 }, () => {
  const user = mkdtempSync(join(tmpdir(), "bursar-pack-"))
  const home = join(user, "node_modules", "bursar")
  const own = join(user, "06-own-plugin")
  afterAll(() => rmSync(user, { recursive: true, force: true }))

  const run = (...args: ReadonlyArray<string>) => runAsUser(process.execPath, args, user)
  const runIn = (cwd: string, ...args: ReadonlyArray<string>) => runAsUser(process.execPath, args, cwd)

  /** What others get, and what it takes to try it. */
  const prepare = async () => {
    const packed = await packInto(user)
    cpSync(join(root, "examples/06-own-plugin"), own, { recursive: true })
    // Optional peers are not there: nothing that everybody loads may need them.
    const beside = [...Object.keys(dependencies), "effect", "@types/node", "typescript", "vitest"]
    await installPacked(user, packed.tarball, beside)
    writeFileSync(join(user, "package.json"), JSON.stringify({ type: "module" }))
    writeFileSync(join(user, "pay.ts"), program)
    writeFileSync(join(user, "host.js"), host)
    writeFileSync(join(user, "library.ts"), library.join("\n"))
    writeFileSync(
      join(user, "tsconfig.json"),
      JSON.stringify({ compilerOptions: { ...compilerOptions, types: ["node"] }, files: ["pay.ts", "library.ts"] })
    )
    return packed
  }

  /** Everything that only waits for other programs runs beside the rest. */
  const begin = (prepared: Awaited<ReturnType<typeof prepare>>) => ({
    ...prepared,
    userCompiled: runIn(user, tsc, "-p", user),
    ownCompiled: runIn(own, tsc, "-p", own, "--noEmit"),
    ownTested: runIn(own, join(root, "node_modules/vitest/vitest.mjs"), "run")
  })

  let trial: ReturnType<typeof begin>

  beforeAll(async () => {
    trial = begin(await prepare())
    // It compiles, bundles and packs the whole program.
  }, 300_000)

  it("is built without an error", () => {
    expect(trial.built).toEqual(fine)
    expect(trial.packed.status, trial.packed.stderr).toBe(0)
  })

  it("is small: below 2 MB packed, in fewer than 755 files and folders with docs and the files for those who watch a server, with no more than 20 packages", () => {
    expect(statSync(trial.tarball).size).toBeLessThan(2_000_000)
    expect(readdirSync(home, { recursive: true }).length).toBeLessThan(755)
    expect(packagesOf(Object.keys(dependencies)).size).toBeLessThan(20)
  })

  it("has the licences of the packages that are in it, among them nothing for WebSockets, which are not served", () => {
    const licences = readFileSync(join(home, "dist/LICENSES.txt"), "utf8").split("\n")
    expect(licences).toContain("platform-node")
    expect(licences).not.toContain("ws")
  })

  it("has the pages that its README and they themselves lead to, and the files for those who watch a server", () => {
    const names = readdirSync(join(home, "docs")).filter((name) => name.endsWith(".md"))
    const pages = ["README.md", ...names.map((name) => `docs/${name}`)]
    expect(pages.length).toBeGreaterThan(15)
    const missing = pages.flatMap((page) =>
      Array.from(readFileSync(join(home, page), "utf8").matchAll(/\]\(([\w./-]+\.(?:md|yml|json))/g), ([, to]) =>
        join(dirname(page), to!)
      ).filter((path) => /^docs\/(observability\/)?[^/]+$/.test(path) && !existsSync(join(home, path)))
    )
    expect(missing).toEqual([])
  })

  it("has the files that package.json names", () => {
    const named = entries.flatMap((entry) => [entry.default, entry.types])
    const missing = [...named, ...Object.values(manifest.bin)].filter((path) => !existsSync(join(home, path)))
    expect(missing).toEqual([])
  })

  it("has declarations that cite nothing but what is installed with it", () => {
    const types = join(home, "dist/types")
    const paths = readdirSync(types, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".d.ts"))
    const cited = paths.flatMap((name) =>
      Array.from(
        readFileSync(join(types, name), "utf8").matchAll(/(?:from |import\(|import )["']([^"']+)["']/g),
        ([, to]) => ({
          name,
          to: to!
        })
      )
    )
    const missing = cited.filter(({ name, to }) =>
      to.startsWith(".")
        ? !existsSync(join(types, dirname(name), to.replace(/\.[jt]s$/, ".d.ts")))
        : !to.startsWith("node:") && !installed.includes(packageOf(to))
    )
    expect(missing).toEqual([])
    const citing = paths.filter((name) => /\(spec |decision 0\d/.test(readFileSync(join(types, name), "utf8")))
    expect(citing).toEqual([])
  })

  it("loads under every public name, by import and by require", async () => {
    const names = entries.map(({ name }) => name)
    writeFileSync(join(user, "load.mjs"), loadingByImport(names))
    writeFileSync(join(user, "load.cjs"), loadingByRequire(names))
    const ended = await Promise.all([run("load.mjs"), run("load.cjs")])
    for (const { stderr, stdout } of ended) {
      expect(stderr).toBe("")
      expect(stdout.trim().split("\n")).toEqual(names)
    }
  })

  it("loads neither schemas nor Effect's HTTP side for a program that only imports it and cards", async () => {
    writeFileSync(join(user, "loaded.mjs"), importing)
    const { stderr, stdout } = await run("loaded.mjs")
    expect(stderr).toBe("")
    const loaded = stdout.trim().split("\n")
    expect(loaded).toContain("Effect")
    // How spans of outgoing calls travel: names and values of headers.
    const plain = ["http/Headers", "http/HttpTraceContext"]
    expect(loaded.filter((part) => /^(Schema|http)/.test(part) && !plain.includes(part))).toEqual([])
  })

  it("has a client and a domain that esbuild makes programs for browsers of, the client in 30 kB", async () => {
    const bundled = async (name: string) => {
      const entry = join(user, `page-${name}.js`)
      writeFileSync(entry, `import * as all from "bursar/${name}"\nglobalThis.all = all\n`)
      const options = { bundle: true, minify: true, write: false, logLevel: "silent" } as const
      const { outputFiles } = await build({ ...options, entryPoints: [entry], platform: "browser", format: "esm" })
      return gzipSync(outputFiles[0]!.contents).length
    }
    expect(await bundled("client")).toBeLessThan(30_000)
    expect(await bundled("domain")).toBeGreaterThan(0)
  })

  it("takes modules of Node as objects, so that an import of it loads only the parts that it uses", () => {
    const modules = readdirSync(join(home, "dist")).filter((name) => name.endsWith(".js"))
    const imported = modules.flatMap((name) =>
      Array.from(readFileSync(join(home, "dist", name), "utf8").matchAll(/^import .*"(node:.*)";$/gm), ([, of]) => of)
    )
    expect(new Set(imported)).toEqual(new Set(["node:module"]))
  })

  it("says in one sentence which Node it needs, by the command and by every entry that needs Node", async () => {
    const old = join(user, "old.cjs")
    const asked = `Bursar needs Node ${manifest.engines.node.slice(2)}`
    // As an older Node would: with its version, and without what it lacks.
    writeFileSync(
      old,
      `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })
       const known = process.getBuiltinModule
       process.getBuiltinModule = (name) => (name === "node:sqlite" ? undefined : known(name))`
    )
    const anywhere = /^bursar\/(domain|client)$/
    const load = `const names = ${JSON.stringify(entries.map(({ name }) => name))}
      for (const name of names) await import(name).then(() => console.log(name), (error) => console.log(error.message.slice(0, ${asked.length})))`
    writeFileSync(join(user, "loadOld.mjs"), load)
    const [loaded, command] = await Promise.all([
      run("--require", old, "loadOld.mjs"),
      run("--require", old, join(home, manifest.bin["bursar"]!))
    ])
    expect(loaded.stderr).toBe("")
    expect(loaded.stdout.trim().split("\n")).toEqual(entries.map(({ name }) => (anywhere.test(name) ? name : asked)))
    expect(command.stderr).toMatch(new RegExp(`^${asked}.*\\n$`))
    expect(command.status).toBe(1)
  })

  it("takes a payment in a program of a user", async () => {
    const { stdout, stderr } = await run("pay.ts")
    expect(stderr).toBe("")
    const loaded = expect.stringMatching(/\/bursar\/dist\/index\.js$/)
    expect(JSON.parse(stdout)).toEqual({ state: "captured", amountCapturedMinor: 2000, loaded })
  })

  it.each(Object.keys(bundlers))("finds its threads where %s has made one program of it", async (name) => {
    const out = mkdtempSync(join(tmpdir(), "bursar-bundled-"))
    onTestFinished(() => rmSync(out, { recursive: true, force: true }))
    const file = await bundlers[name]!(join(user, "host.js"), out)
    // Nothing is installed there: the thread that writes is in the program, another is missing.
    const alone = await runIn(out, file, join(out, "data"))
    expect(alone.stdout).toMatch(/^captured\n/)
    expect(existsSync(join(out, "data/us-east-1.db"))).toBe(true)
    // webpack writes down where the package was installed when it made the program.
    const missing = "A thread of Bursar is missing, NodeScalarThread.js: this program was bundled, and runs where"
    if (name !== "webpack") expect(alone.stderr).toContain(missing)
    // As after `next build`: the package is installed where the program runs.
    const installed = await runIn(user, file, join(out, "other"))
    expect(installed).toEqual({ ...fine, stdout: "captured\n200 true\n" })
  })

  it("gives its types to a program of a user, which can name those of operations and events by public names", async () => {
    expect(library.length).toBeGreaterThan(90)
    expect(await trial.userCompiled).toEqual(fine)
    const declared = readFileSync(join(user, "types/library.d.ts"), "utf8")
    const modules = Array.from(declared.matchAll(/(?:from |import\()["']([^"']+)["']/g), ([, module]) => module!)
    expect(new Set(modules.map(packageOf))).toEqual(new Set(["bursar", "effect"]))
    expect(
      modules.filter((module) => packageOf(module) === "bursar" && !entries.some((e) => e.name === module))
    ).toEqual([])
  })

  it("is enough for the plugin of the examples, in a package of its own: it compiles, and its tests pass", async () => {
    expect(await trial.ownCompiled).toEqual(fine)
    const { status, stderr, stdout } = await trial.ownTested
    expect(stdout + stderr).toMatch(/Tests .*7 passed/)
    expect(status).toBe(0)
  })

  it.each(Object.entries(manifest.bin))("has the command %s", async (_, path) => {
    expect(readFileSync(join(home, path), "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/)
    const { stdout, stderr } = await run(join(home, path), "--version")
    expect(stderr).toBe("")
    expect(stdout).toContain(manifest.version)
  })
})
