/**
 * The package as others get it: what package.json promises is there, and what the build makes works in a program that
 * has nothing else installed than the dependencies that package.json names. Builds into a temporary folder; asks no
 * registry.
 */
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as cards from "../plugins/cards/index.ts"
import { grammars } from "../plugins/docs/sources/repository/grammars.ts"
import { importsOf } from "./tidy/imports.ts"
import { readTree, sourcesOf } from "./tidy/Tree.ts"

interface Target {
  readonly "bursar-source": string
  readonly types: string
  readonly default: string
}

interface Manifest {
  readonly version: string
  readonly files: ReadonlyArray<string>
  readonly exports: Readonly<Record<string, Target | string>>
  readonly bin: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

const root = join(import.meta.dirname, "..")
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest
const entries = Object.entries(manifest.exports).flatMap(([name, target]) =>
  typeof target === "string" ? [] : [{ name: name.replace(/^\./, "bursar"), ...target }]
)
const { dependencies, optionalDependencies, peerDependencies } = manifest
const installed = Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies })

/** `@scope/name` or `name` of a module of a package. */
const packageOf = (module: string): string => module.split("/", module.startsWith("@") ? 2 : 1).join("/")

describe("package.json", () => {
  it.each(entries)("names sources and built files of $name that belong together", (entry) => {
    const source = entry["bursar-source"]
    expect(existsSync(join(root, source)), source).toBe(true)
    const built = source.replace("./", "./dist/").replace(/\.ts$/, "")
    expect(entry).toMatchObject({ types: `${built}.d.ts`, default: `${built}.js` })
  })

  it("ships only what exists, and everything that it names", () => {
    const shipped = manifest.files.filter((file) => !/^(?:dist$|!)/.test(file) && !existsSync(join(root, file)))
    expect(shipped).toEqual([])
    const named = entries.flatMap((entry) => [entry.default, entry.types, entry["bursar-source"]])
    const outside = [...named, ...Object.values(manifest.bin)].filter(
      (path) => !manifest.files.some((folder) => path.startsWith(`./${folder}/`))
    )
    expect(outside).toEqual([])
  })

  it("depends on what the sources import, and on nothing else", () => {
    const tree = readTree(root)
    const imported = sourcesOf(tree)
      .filter(({ path }) => /^(src|plugins)\//.test(path))
      .flatMap(importsOf)
      .filter(({ target }) => target.startsWith("npm:"))
      .map(({ specifier }) => packageOf(specifier))
    // Grammars are no modules: they are loaded by the name of their file.
    const loaded = grammars.map(({ file }) => packageOf(file))
    expect(Array.from(new Set([...imported, ...loaded])).sort()).toEqual([...installed].sort())
  })

  it("is locked without the address of a registry", () => {
    const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
      readonly packages: Readonly<Record<string, { readonly resolved?: string }>>
    }
    const addresses = Object.values(lock.packages).flatMap(({ resolved }) => resolved ?? [])
    expect(addresses.filter((address) => /^\w+:\/\//.test(address))).toEqual([])
    expect(readFileSync(join(root, ".npmrc"), "utf8")).not.toMatch(/registry\s*=|_auth/)
  })
})

/** What a user writes. A wrong currency must not compile: it would, if the types of the package were not found. */
const program = `
import { createEngine } from "bursar"
import { cards, payments, testAccount } from "bursar/cards"
import { sqlite } from "bursar/sqlite"

const engine = await createEngine({ plugins: [cards()], store: sqlite(":memory:"), log: false })
const caller = await engine.caller({ principal: testAccount("acct_demo") })
const command = { amountMinor: 2000, currency: "usd", paymentMethod: "pm_card_visa" } as const
const payment = await engine.call(payments.create(caller, command))
// @ts-expect-error: no currency
const wrong = () => payments.create(caller, { ...command, currency: "no" })
const { state, amountCapturedMinor } = payment
console.log(JSON.stringify({ state, amountCapturedMinor, loaded: import.meta.resolve("bursar") }))
await engine.close()
`

/** A library that hands the operations of cards on under names of its own, and lets the compiler find their types. */
const library = [
  `import * as cards from "bursar/cards"`,
  `import { eventData } from "bursar/bank"`,
  `export const events = { cards: { ...cards.eventData }, bank: { ...eventData } }`,
  ...Object.entries(cards).flatMap(([slice, operations]) =>
    Object.prototype.toString.call(operations) !== "[object Module]"
      ? []
      : Object.entries(operations)
          .filter(([name, operation]) => typeof operation === "function" && /^[a-z]/.test(name))
          .map(([name]) => `cards.${slice}.${name}`)
          .map((name) => [name, name.replaceAll(".", "_")] as const)
          .map(([of, as]) => `export const ${as} = (...args: Parameters<typeof ${of}>) => ${of}(...args)`)
  )
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

describe("the built package", () => {
  const user = mkdtempSync(join(tmpdir(), "bursar-pack-"))
  const home = join(user, "node_modules", "bursar")
  const stage = join(user, "stage")
  const own = join(user, "06-own-plugin")
  afterAll(() => rmSync(user, { recursive: true, force: true }))

  /** Runs Node without what this process was started with: no conditions, no loaders. */
  const start = (program: string, args: ReadonlyArray<string>, cwd = user) => {
    const { NODE_OPTIONS: _, ...env } = process.env
    const options = { cwd, env, encoding: "utf8", timeout: 120_000 } as const
    const { status, stdout, stderr } = spawnSync(program, args, options)
    return { status, stdout, stderr }
  }
  const run = (...args: ReadonlyArray<string>) => start(process.execPath, args)
  const compile = (...args: ReadonlyArray<string>) => run(join(root, "node_modules/typescript/bin/tsc"), ...args)

  let build: ReturnType<typeof run> | undefined
  let bundle: ReturnType<typeof run> | undefined
  let packed: ReturnType<typeof run> | undefined

  beforeAll(() => {
    build = compile("-p", join(root, "tsconfig.build.json"), "--outDir", join(stage, "dist"))
    bundle = run(join(root, "bundle/make.ts"), join(stage, "dist/server"))
    for (const name of ["package.json", "src", "plugins", "CHANGELOG.md", "LICENSE", "README.md"]) {
      cpSync(join(root, name), join(stage, name), { recursive: true })
    }
    mkdirSync(home, { recursive: true })
    packed = start("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", user], stage)
    start("tar", ["-xzf", join(user, packed.stdout.trim()), "-C", home, "--strip-components=1"])
    cpSync(join(root, "examples/06-own-plugin"), own, { recursive: true })
    for (const name of [...installed, "@types/node", "typescript", "vitest"]) {
      const link = join(user, "node_modules", name)
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(join(root, "node_modules", name), link, "dir")
    }
    writeFileSync(join(user, "package.json"), JSON.stringify({ type: "module" }))
    writeFileSync(join(user, "pay.ts"), program)
    writeFileSync(join(user, "library.ts"), library.join("\n"))
    writeFileSync(
      join(user, "tsconfig.json"),
      JSON.stringify({ compilerOptions: { ...compilerOptions, types: ["node"] }, files: ["pay.ts", "library.ts"] })
    )
    // It compiles, bundles and packs the whole program.
  }, 300_000)

  it("is built without an error", () => {
    expect(build).toEqual({ status: 0, stdout: "", stderr: "" })
    expect(bundle).toEqual({ status: 0, stdout: "", stderr: "" })
    expect(packed?.status, packed?.stderr).toBe(0)
  })

  it("has the licences of the packages that are in its bundle", () => {
    const licences = readFileSync(join(home, "dist/server/LICENSES.txt"), "utf8")
    const named = ["effect", "platform-node", "markdown-it"].filter((name) => licences.split("\n").includes(name))
    expect(named).toHaveLength(3)
  })

  it("has the files that package.json names", () => {
    const named = entries.flatMap((entry) => [entry.default, entry.types])
    const missing = [...named, ...Object.values(manifest.bin)].filter((path) => !existsSync(join(home, path)))
    expect(missing).toEqual([])
  })

  it("loads under every public name", () => {
    const names = entries.map(({ name }) => name)
    const load = `for (const name of ${JSON.stringify(names)}) if (Object.keys(await import(name)).length > 0) console.log(name)`
    const { stdout, stderr } = run("--input-type=module", "--eval", load)
    expect(stderr).toBe("")
    expect(stdout.trim().split("\n")).toEqual(names)
  })

  it("takes a payment in a program of a user", () => {
    const { stdout, stderr } = run("pay.ts")
    expect(stderr).toBe("")
    const loaded = expect.stringMatching(/\/bursar\/dist\/src\/index\.js$/)
    expect(JSON.parse(stdout)).toEqual({ state: "captured", amountCapturedMinor: 2000, loaded })
  })

  it("gives its types to a program of a user, which can name those of operations and events by public names", () => {
    expect(library.length).toBeGreaterThan(30)
    expect(compile("-p", user)).toEqual({ status: 0, stdout: "", stderr: "" })
    const declared = readFileSync(join(user, "types/library.d.ts"), "utf8")
    const modules = Array.from(declared.matchAll(/(?:from |import\()["']([^"']+)["']/g), ([, module]) => module!)
    expect(new Set(modules.map(packageOf))).toEqual(new Set(["bursar", "effect"]))
    expect(
      modules.filter((module) => packageOf(module) === "bursar" && !entries.some((e) => e.name === module))
    ).toEqual([])
  })

  it("is enough for the plugin of the examples, in a package of its own: it compiles, and its tests pass", () => {
    expect(compile("-p", own, "--noEmit")).toEqual({ status: 0, stdout: "", stderr: "" })
    const { status, stderr, stdout } = start(
      process.execPath,
      [join(root, "node_modules/vitest/vitest.mjs"), "run"],
      own
    )
    expect(stdout + stderr).toMatch(/Tests .*7 passed/)
    expect(status).toBe(0)
  })

  it.each(Object.entries(manifest.bin))("has the command %s", (_, path) => {
    expect(readFileSync(join(home, path), "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/)
    const { stdout, stderr } = run(join(home, path), "--version")
    expect(stderr).toBe("")
    expect(stdout).toContain(manifest.version)
  })
})
