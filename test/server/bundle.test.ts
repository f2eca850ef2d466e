/** The server as `npm start` runs it: from a bundle of the sources as they are, made where there is none. */
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { pathToFileURL } from "node:url"
import { describe, expect, it, onTestFinished } from "vitest"
import { temporaryFolder } from "../store/openStore.ts"

const root = join(import.meta.dirname, "../..")
const command = ["--conditions=bursar-source", join(root, "bundle/start.js")]

const start = async (env: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, command, {
    env: { PORT: "0", ...env },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const ended = once(child, "exit")
  onTestFinished(() => void child.kill("SIGKILL"))
  const stop = async (signal: "SIGKILL" | "SIGTERM") => {
    child.kill(signal)
    await ended
  }
  for await (const line of createInterface({ input: child.stdout })) {
    const base = /listening on (http:\S+)/.exec(line)?.[1]
    if (base !== undefined) return { base, stop }
  }
  throw new Error("the server ended before it listened")
}

const create = async (base: string): Promise<string> => {
  const answer = await fetch(`${base}/cards/v2/payments`, {
    method: "POST",
    headers: {
      authorization: "Bearer sk_test_0123456789",
      "content-type": "application/json",
      "idempotency-key": "order-1"
    },
    body: JSON.stringify({ amount: 2000, currency: "usd", payment_method: "pm_card_visa" })
  })
  expect(answer.status).toBe(200)
  return answer.text()
}

/** Files of this checkout that the threads of a server loaded, each with all that its thread loaded. */
const loadedBy = (coverage: string): ReadonlyArray<ReadonlyArray<string>> =>
  readdirSync(coverage).map((name) => {
    const { result } = JSON.parse(readFileSync(join(coverage, name), "utf8")) as { result: Array<{ url: string }> }
    const here = pathToFileURL(`${root}/`).href
    return result.map(({ url }) => url).filter((url) => url.startsWith(here))
  })

describe("the bundled server", () => {
  it("gives the same bytes to the same key after kill -9, and loads nothing but the bundle on any thread", async () => {
    const folder = temporaryFolder()
    const first = await start({ BURSAR_DATA: folder })
    const answer = await create(first.base)
    expect(JSON.parse(answer)).toMatchObject({ object: "payment", status: "succeeded" })
    await first.stop("SIGKILL")

    const coverage = temporaryFolder()
    const second = await start({ BURSAR_DATA: folder, NODE_V8_COVERAGE: coverage })
    expect(await create(second.base)).toBe(answer)
    await second.stop("SIGTERM")
    const threads = loadedBy(coverage)
    expect(threads.flat().filter((url) => !/\/(?:dist\/start\/\w+|bundle)\/[\w-]+\.js$/.test(url))).toEqual([])
    // The writer's thread has ended with a report of its own.
    expect(threads.filter((files) => files.some((url) => url.endsWith("/main.js")))).toHaveLength(1)
    expect(threads.some((files) => files.some((url) => url.endsWith("/SqliteWriterThread.js")))).toBe(true)
  })
})

describe("a checkout", () => {
  const copy = () => {
    const home = temporaryFolder()
    for (const name of ["src", "plugins", "bundle", "package.json", "tsconfig.json"]) {
      cpSync(join(root, name), join(home, name), { recursive: true })
    }
    symlinkSync(join(root, "node_modules"), join(home, "node_modules"), "dir")
    return home
  }

  const version = (home: string) => {
    const args = ["--conditions=bursar-source", join(home, "bundle/start.js"), "--version"]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { env: {}, encoding: "utf8" })
    return { status, stdout: stdout.trim(), stderr }
  }

  const say = (home: string, word: string) =>
    writeFileSync(join(home, "src/server/version.ts"), `export const version: string = "${word}"\n`)

  const bundles = (home: string) => readdirSync(join(home, "dist/start"))

  it("runs what was edited, and makes a bundle for it once", () => {
    const home = copy()
    say(home, "1.0.1")
    expect(version(home)).toEqual({ status: 0, stdout: expect.stringContaining("1.0.1"), stderr: "" })
    say(home, "1.0.2")
    expect(version(home).stdout).toContain("1.0.2")
    expect(version(home).stdout).toContain("1.0.2")
    expect(bundles(home)).toHaveLength(2)
    say(home, "1.0.1")
    expect(version(home).stdout).toContain("1.0.1")
    expect(bundles(home)).toHaveLength(2)
  })

  it("runs its sources where no bundle can be made, and says so", () => {
    const home = copy()
    mkdirSync(join(home, "dist"))
    writeFileSync(join(home, "dist/start"), "in the way")
    say(home, "1.0.3")
    const told = expect.stringMatching(/^Bursar will start from its sources, .*: no bundle was made \(.+\)\n$/)
    expect(version(home)).toEqual({ status: 0, stdout: expect.stringContaining("1.0.3"), stderr: told })
  })

  it("asks for npm ci where packages are missing, and says which", () => {
    const home = copy()
    rmSync(join(home, "node_modules"))
    mkdirSync(join(home, "node_modules"))
    symlinkSync(join(root, "node_modules/effect"), join(home, "node_modules/effect"), "dir")
    const { status, stderr } = version(home)
    expect(status).toBe(1)
    expect(stderr).toMatch(/^Bursar does not start, because a package is missing: run npm ci here, .*'@?\w.*$/m)
  })

  it("makes one bundle when two start at once", async () => {
    const home = copy()
    const maker = join(home, "bundle/make.ts")
    const [one, other] = [spawn(process.execPath, [maker]), spawn(process.execPath, [maker])]
    const codes = await Promise.all([once(one, "exit"), once(other, "exit")])
    expect(codes.map(([code]) => code as number)).toEqual([0, 0])
    expect(bundles(home)).toHaveLength(1)
    expect(readdirSync(join(home, "dist/start", bundles(home)[0]!))).toContain("main.js")
  })
})
