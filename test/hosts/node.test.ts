/** The packed package on the oldest line of Node that it runs on, and on an older one. */
import { execFileSync } from "node:child_process"
import { existsSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { beforeAll, describe, expect, inject, it } from "vitest"
import manifest from "../../package.json" with { type: "json" }
import { installPacked, runAsUser } from "../packedPackage.ts"
import { host, loadingByImport, loadingByRequire, program } from "../userPrograms.ts"
import { install, temporaryFolder } from "./installation.ts"
import { pay, startProgram } from "./RunningProgram.ts"

const names = Object.keys(manifest.exports)
  .filter((name) => name !== "./package.json")
  .map((name) => name.replace(/^\./, "bursar"))

const versionOf = (node: string): string => execFileSync(node, ["--version"], { encoding: "utf8" }).trim()

/** The Node of the machine, which is not the one that npm puts first. */
const onPath = (process.env["PATH"] ?? "")
  .split(delimiter)
  .filter((folder) => !folder.includes("node_modules"))
  .map((folder) => join(folder, "node"))
  .find((path) => existsSync(path))

const user = temporaryFolder()
const command = join(user, "node_modules/bursar", manifest.bin.bursar)
beforeAll(async () => {
  await installPacked(user, inject("tarball"), [...Object.keys(manifest.dependencies), "effect"])
  const files = {
    "package.json": JSON.stringify({ type: "module" }),
    "load.mjs": loadingByImport(names),
    "load.cjs": loadingByRequire(names),
    "host.js": host,
    "pay.ts": program
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(user, name), text)
})

describe("Node 22", () => {
  const folder = temporaryFolder()
  const node = join(folder, "node_modules/node/bin/node")
  beforeAll(() => install("test/hosts/node-22", folder))

  /** Node 22 itself warns of its SQLite, on the lines that are left out. */
  const run = async (...args: ReadonlyArray<string>) => {
    const ended = await runAsUser(node, args, user)
    const lines = ended.stderr.split("\n").filter((line) => !/SQLite is an experimental|--trace-warnings/.test(line))
    return { ...ended, stderr: lines.join("\n") }
  }

  it("is what runs here", () => {
    expect(versionOf(node)).toMatch(/^v22\./)
  })

  it.each(["load.mjs", "load.cjs"])("loads the package under every public name, by %s", async (file) => {
    expect(await run(file)).toEqual({ status: 0, stdout: `${names.join("\n")}\n`, stderr: "" })
  })

  it.each([":memory:", "data"])("takes a payment and shows a page, on SQLite in %s", async (data) => {
    expect(await run("host.js", data)).toEqual({ status: 0, stdout: "captured\n200 true\n", stderr: "" })
    expect(existsSync(join(user, data, "us-east-1.db"))).toBe(data !== ":memory:")
  })

  it("takes a payment in a program in TypeScript", async () => {
    const { stderr, stdout } = await run("pay.ts")
    expect(stderr).toBe("")
    expect(JSON.parse(stdout)).toMatchObject({ state: "captured", amountCapturedMinor: 2000 })
  })

  it("runs the command, which serves a payment and ends with 0 when it is told to", async () => {
    const key = "sk_test_0123456789"
    const { stop, url } = await startProgram(node, [command], user, { PORT: "0", BURSAR_DATA: join(user, "served") })
    expect(await pay(`${url}/cards`, key, "pm_card_visa")).toMatchObject({ status: 200, json: { status: "succeeded" } })
    expect(await stop()).toMatchObject({ status: 0, signal: null })
  })
})

describe("an older Node, where the machine has one", () => {
  it.skipIf(onPath === undefined || !versionOf(onPath).startsWith("v20."))("gets one sentence", async () => {
    const { status, stderr, stdout } = await runAsUser(onPath!, [command], user)
    expect(stderr).toMatch(/^Bursar needs Node 22\.19\.0 or newer, and this is 20\.[\d.]+: .*\n$/)
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" })
  })
})
