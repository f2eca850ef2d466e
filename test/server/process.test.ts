/** The server as a process of its own, as `npm start` and `bursar` run it. */
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { getPriority } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { expect, it, onTestFinished } from "vitest"
import { temporaryFolder } from "../store/openStore.ts"
import { allSettingFlags } from "../../src/server/commands/Io.ts"
import { settings } from "../../src/server/settings.ts"
import { nodeRefusal, requiredNode } from "../../src/services/requiredNode.ts"
import { createPayment } from "./runningServer.ts"
import { runOut, runPiped, runUp } from "./serverCommand.ts"

it("says where it is, keeps its data in .bursar, and ends with 0 when it is told to", async () => {
  const cwd = temporaryFolder()
  const { lines, stop, url } = await runUp({}, [], cwd)
  expect(lines[0]).toMatch(/^Bursar \S+ is listening on http:\/\/127\.0\.0\.1:\d+ \(sandbox\)$/)
  expect(lines.filter((line) => line.includes("/reference)")).map((line) => line.trim().split(" ")[0])).toEqual([
    "cards",
    "bank",
    "docs"
  ])
  expect(lines.join("\n")).toContain(join(".bursar", "credentials.json"))
  expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: "ok" })
  expect(await stop("SIGTERM")).toEqual({ code: 0, stderr: "" })
  for (const name of ["credentials.json", "master.key", "us-east-1.db"]) {
    expect(statSync(join(cwd, ".bursar", name)).mode & 0o777, name).toBe(0o600)
  }
})

it("prints a command that creates a payment as it stands", async () => {
  const { lines } = await runUp({ BURSAR_DATA: ":memory:" })
  const shell = spawn("sh", ["-c", lines.at(-1)!], { stdio: ["ignore", "pipe", "ignore"] })
  expect(JSON.parse(await text(shell.stdout))).toMatchObject({ object: "payment", status: "succeeded" })
})

it("streams the draft of a document, event by event", async () => {
  const key = "docs_0123456789abcdef0123456789abcdef"
  const { url } = await runUp({ BURSAR_DATA: ":memory:", DOCS_API_KEY: key })
  const ask = (path: string, body?: unknown) =>
    fetch(`${url}/docs/api/docs/v1${path}`, {
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) })
    })
  const content = { openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: {} }
  const made = await ask("/generations", { docType: "api-reference", source: { content: JSON.stringify(content) } })
  const { id } = (await made.json()) as { id: string }
  const events = await (await ask(`/generations/${id}/stream`)).text()
  expect(events).toMatch(/event: generation\.\w+\ndata: \{/)
})

it("tells the secrets that are kept in memory, and no secret that has a file", async () => {
  const memory = await runUp({ BURSAR_DATA: ":memory:" })
  expect(memory.lines.join("\n")).toMatch(/admin token {2}[0-9a-f]{64}/)
  const folder = temporaryFolder()
  const kept = await runUp({ BURSAR_DATA: folder })
  const { admin } = JSON.parse(readFileSync(join(folder, "credentials.json"), "utf8")) as { admin: { token: string } }
  expect(kept.lines.join("\n")).not.toContain(admin.token)
})

it("goes on when nobody reads its log any more", async () => {
  const lists = temporaryFolder()
  writeFileSync(join(lists, "custom_acme.jsonl"), `{"id":"1","type":"individual","name":"Gregor Samsa"}\n`)
  const token = "a-token-of-32-random-characters-"
  const env = { BURSAR_DATA: ":memory:", BURSAR_ADMIN_TOKEN: token, BURSAR_SCREENING_LISTS: lists }
  // The reader leaves as soon as there is a log.
  const { url } = await runUp(env, [], temporaryFolder(), "mkfifo log; (: < log) & exec 2> log")
  writeFileSync(join(lists, "custom_other.jsonl"), "no list\n")
  const headers = { authorization: `Bearer ${token}` }
  const { body } = await fetch(`${url}/admin/logs?follow=1`, { headers })
  for await (const chunk of body!) if (Buffer.from(chunk).includes("A screening list was refused")) break
  expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: "ok" })
})

it("tells the time when it is not the system's, and ends on Ctrl-C", async () => {
  const { lines, stop } = await runUp({ BURSAR_DATA: ":memory:", BURSAR_CLOCK: "2026-01-15T09:30:00Z" }, ["serve"])
  expect(lines.join("\n")).toContain("stands at 2026-01-15T09:30:00.000Z")
  expect((await stop("SIGINT")).code).toBe(0)
})

it.runIf(process.platform === "linux")("lets V8's helper threads give way to its own", async () => {
  const { pid } = await runUp({ BURSAR_DATA: ":memory:" })
  const threads = readdirSync(`/proc/${pid}/task`).map((id) => ({
    name: readFileSync(`/proc/${pid}/task/${id}/comm`, "utf8").trim(),
    priority: getPriority(Number(id))
  }))
  const helpers = threads.filter(({ name }) => name === "V8Worker")
  expect(helpers.length).toBeGreaterThan(0)
  expect(new Set(helpers.map(({ priority }) => priority))).toEqual(new Set([10]))
  expect(getPriority(pid)).toBeLessThan(10)
})

it.runIf(process.platform === "linux")("raises no helper thread of a process that has a low priority itself", () => {
  const source = `
    import { readdirSync, readFileSync } from "node:fs"
    import { getPriority } from "node:os"
    import { letHelpersGiveWay } from ${JSON.stringify(new URL("../../src/server/helperThreads.ts", import.meta.url))}
    letHelpersGiveWay()
    const isHelper = (id) => readFileSync("/proc/self/task/" + id + "/comm", "utf8") === "V8Worker\\n"
    console.log(readdirSync("/proc/self/task").filter(isHelper).map((id) => getPriority(Number(id))).join(" "))`
  const { stdout } = spawnSync("nice", ["-n", "19", process.execPath, "--input-type=module", "--eval", source])
  expect(new Set(String(stdout).trim().split(" "))).toEqual(new Set(["19"]))
})

it("does not start with wrong settings: each in a line of its own, exit code 1, and nothing written", async () => {
  const folder = join(temporaryFolder(), "data")
  const { code, stderr, stdout } = await runOut([], { PORT: "x", BURSAR_MODE: "prod", BURSAR_DATA: folder })
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
  expect(stderr.trimEnd().split("\n")).toEqual([
    "Bursar does not start, because of its settings:",
    expect.stringMatching(/^ {2}PORT is "x"/),
    expect.stringMatching(/^ {2}BURSAR_MODE is "prod"/)
  ])
  expect(existsSync(folder)).toBe(false)
})

it.runIf(process.platform === "linux")(
  "says that a data folder cannot be made where the system makes none",
  async () => {
    const { code, stderr } = await runOut([], { BURSAR_DATA: "/proc/bursar" })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Bursar does not start: the data folder \/proc\/bursar cannot be used: [^\n]*\n$/)
  }
)

it("does not start on a port that is used: one line, exit code 1", async () => {
  const { url } = await runUp({ BURSAR_DATA: ":memory:" })
  const { code, stderr } = await runOut([], { BURSAR_DATA: ":memory:", PORT: new URL(url).port })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Bursar does not start: 127\.0\.0\.1 port \d+ is used by another program\.[^\n]*\n$/)
})

it("as npm start runs it hears the signals that npm passes on", async () => {
  const home = fileURLToPath(new URL("../../", import.meta.url))
  const { scripts } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as {
    readonly scripts: { readonly start: string }
  }
  const path = `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}`
  const env = { PATH: path, PORT: "0", BURSAR_DATA: ":memory:", NODE_DISABLE_COMPILE_CACHE: "1" }
  const child = spawn("sh", ["-c", scripts.start], { cwd: home, env, stdio: ["ignore", "pipe", "inherit"] })
  onTestFinished(() => void child.kill("SIGKILL"))
  const ended = once(child, "exit")
  for await (const line of createInterface({ input: child.stdout })) if (line.includes("listening on")) break
  child.kill("SIGTERM")
  expect(await ended).toEqual([0, null])
})

it("is not ready while its files may not grow, and its log names the cause once", async () => {
  const { stop, url } = await runUp({}, [], temporaryFolder(), "ulimit -f 4096")
  const ready = async () => (await fetch(`${url}/ready`)).status
  expect(await ready()).toBe(200)
  let isFull = false
  for (let batch = 0; batch < 200 && !isFull; batch++) {
    const answers = await Promise.all(Array.from({ length: 16 }, () => createPayment(url)))
    isFull = answers.some(({ status }) => status === 503)
  }
  expect(isFull).toBe(true)
  expect(await ready()).toBe(503)
  const { code, stderr } = await stop("SIGTERM")
  expect(code).toBe(0)
  const told = stderr.split("\n").filter((line) => line.includes("takes no writes"))
  expect(told).toEqual([expect.stringMatching(/"region":"us-east-1","reason":"(io_error|disk_full)","detail":/)])
})

it("--help names every setting, --version the version", async () => {
  const help = await runOut(["--help"])
  expect(help.code).toBe(0)
  for (const name of ["PORT", "BURSAR_MASTER_KEY", "BURSAR_TLS_KEY"]) expect(help.stdout).toContain(`  ${name}  `)
  const version = await runOut(["--version"])
  expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/\d+\.\d+\.\d+/) })
})

it("help is the text of --help, also without anything set", async () => {
  const { code, stdout } = await runOut(["help"])
  expect(code).toBe(0)
  for (const name of ["doctor", "listen", "payments", "completions"])
    expect(stdout).toMatch(new RegExp(`^ +${name}\\b`, "m"))
})

it("ends in good order when whoever reads its answer goes away", async () => {
  const { ended, errors, output } = runPiped(["completions", "bash"])
  await once(output, "readable")
  output.destroy()
  expect(await ended).toEqual([0, null])
  expect(await errors).toBe("")
})

it("gives no flag to what is secret: every user of the machine sees arguments", () => {
  // The key of TLS is the path of a file.
  const secret = /_(KEYS?|TOKEN|SECRET|HEADERS|ADMINISTRATORS)$/
  const names = Object.values(settings).map(({ name }) => String(name))
  const secrets = names.filter((name) => secret.test(name) && name !== settings.tlsKey.name)
  expect(secrets).toHaveLength(9)
  expect(secrets.filter((name) => name in allSettingFlags)).toEqual([])
})

it("a command that does not exist is named, with exit code 2", async () => {
  const { code, stderr } = await runOut(["fly"])
  expect(code).toBe(2)
  expect(stderr).toContain("fly")
})

it("takes settings as flags, with or without the name of the command", async () => {
  const named = await runUp({}, ["serve", "--data", ":memory:", "--clock=2026-01-15T09:30:00Z"])
  expect(named.lines.join("\n")).toContain("stands at 2026-01-15T09:30:00.000Z")
  const unnamed = await runUp({}, ["--data", ":memory:", "--clock", "2026-01-15T09:30:00Z"])
  expect(unnamed.lines.join("\n")).toContain("stands at 2026-01-15T09:30:00.000Z")
})

it("names settings that nobody reads", async () => {
  const { stop } = await runUp({ BURSAR_DATA: ":memory:", BURSAR_MODEE: "production" })
  expect((await stop("SIGTERM")).stderr).toContain(
    "BURSAR_MODEE is no setting and is ignored; did you mean BURSAR_MODE?"
  )
})

it.each([
  ["20.20.2", "Bursar needs Node 22.19.0 or newer, and this is 20.20.2: install a newer one from https://nodejs.org"],
  ["22.18.9", expect.stringContaining("this is 22.18.9")],
  ["22.19.0", undefined],
  ["24.0.0", undefined]
])("says about Node %s whether it is new enough", (version, refusal) => {
  expect(nodeRefusal(version)).toEqual(refusal)
})

it("needs the Node that package.json names", () => {
  const { engines } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    readonly engines: { readonly node: string }
  }
  expect(`${engines.node}.0`).toBe(`>=${requiredNode}`)
})
