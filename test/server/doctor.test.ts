/** `bursar doctor` in this process: what it finds on a machine, in a folder and in settings. */
import { randomBytes } from "node:crypto"
import { chmodSync, chownSync, copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { type Env } from "../../src/server/commands/Io.ts"
import { examine } from "../../src/server/doctor.ts"
import { configFromEnv, serve } from "../../src/server/index.ts"
import { temporaryFolder } from "../store/openStore.ts"
import { bursar, startOnFolder } from "./commandLine.ts"

describe("doctor", () => {
  const doctor = async (env: Env, ...flags: ReadonlyArray<string>) => {
    const { code, out } = await bursar(["doctor", "--json", ...flags], env)
    return { code, findings: JSON.parse(out) as ReadonlyArray<Readonly<Record<"about" | "state" | "says", string>>> }
  }

  it("finds nothing wrong where a server would start", async () => {
    const { code, findings } = await doctor({ BURSAR_DATA: temporaryFolder(), PORT: "0" })
    expect(findings.filter(({ state }) => state === "bad")).toEqual([])
    expect(new Set(findings.map(({ about }) => about))).toEqual(
      new Set(["machine", "settings", "folder", "disk", "data", "port"])
    )
    expect(code).toBe(0)
  })

  it("names settings that are wrong and those that nobody reads", async () => {
    const { code, findings } = await doctor({ BURSAR_MODEE: "production", BURSAR_CLOCK: "noon" })
    expect(code).toBe(1)
    expect(findings).toContainEqual(
      expect.objectContaining({ state: "weak", says: expect.stringContaining("did you mean BURSAR_MODE?") })
    )
    expect(findings).toContainEqual(
      expect.objectContaining({ state: "bad", says: expect.stringMatching(/^BURSAR_CLOCK/) })
    )
  })

  it("names a port that is used, a database that does not answer, and a file that others may read", async () => {
    const { folder, server } = await startOnFolder()
    const taken = String(server.address.port)
    const used = await doctor({}, "--data", temporaryFolder(), "--port", taken)
    expect(used.code).toBe(1)
    expect(used.findings).toContainEqual(expect.objectContaining({ about: "port", state: "bad" }))
    const own = await doctor({}, "--data", folder, "--port", taken)
    expect(own.code).toBe(0)
    expect(own.findings).toContainEqual(expect.objectContaining({ says: `A server runs on ${folder}` }))
    const says = `The server that runs on ${folder} listens on port ${taken}`
    expect(own.findings).toContainEqual({ about: "port", state: "good", says })
    await server.close()
    expect((await doctor({}, "--data", folder, "--port", taken)).findings).toContainEqual(
      expect.objectContaining({ about: "port", says: expect.stringContaining("is free") })
    )
    // One that was killed leaves its note.
    writeFileSync(join(folder, ".listening"), JSON.stringify({ port: Number(taken), process: 2 ** 22 + 1 }))
    expect((await doctor({}, "--data", folder, "--port", taken)).findings).toContainEqual(
      expect.objectContaining({ about: "port", says: expect.stringContaining("is free") })
    )
    const database = await doctor({ PORT: "0", DATABASE_URL: "postgres://me:secret@127.0.0.1:9/none" })
    expect(database.findings).toContainEqual(
      expect.objectContaining({ about: "database", state: "bad", says: expect.stringContaining("127.0.0.1:9/none") })
    )
    expect(JSON.stringify(database.findings)).not.toContain("secret")
    const open = temporaryFolder()
    writeFileSync(join(open, "credentials.json"), "{}", { mode: 0o644 })
    const weak = await doctor({ PORT: "0", BURSAR_DATA: open })
    expect(weak.findings).toContainEqual(
      expect.objectContaining({ state: "weak", says: expect.stringContaining("credentials.json") })
    )
    expect(weak.code).toBe(0)
  })

  it("names a second copy of Effect", async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, "node_modules/effect"), { recursive: true })
    writeFileSync(
      join(folder, "node_modules/effect/package.json"),
      JSON.stringify({ name: "effect", version: "4.0.1" })
    )
    const sayings = async (cwd: string) =>
      (await Effect.runPromise(examine({ BURSAR_DATA: ":memory:", PORT: "0" }, cwd))).map(({ says }) => says)
    expect(
      (await sayings(folder)).find((says) => says.startsWith("There are two copies of Effect: 4.0.1"))
    ).toBeDefined()
    expect((await sayings(process.cwd())).filter((says) => says.includes("copies"))).toEqual([])
  })

  it.skipIf(process.getuid?.() === 0)("names a data file that it may not write, and calls it not damaged", async () => {
    const folder = temporaryFolder()
    await (await serve(await configFromEnv({ PORT: "0", BURSAR_DATA: folder }))).close()
    for (const name of ["us-east-1.db", ".lock"]) {
      for (const mode of [0o000, 0o400]) {
        chmodSync(join(folder, name), mode)
        const { findings } = await doctor({ PORT: "0", BURSAR_DATA: folder })
        const says = expect.stringContaining(`may not read and write ${join(folder, name)}`)
        expect(findings).toContainEqual({ about: "data", state: "bad", says })
      }
      chmodSync(join(folder, name), 0o600)
    }
  })

  it("calls an admin token weak that does not open the console", async () => {
    const said = async (token: string) => {
      const env = { PORT: "0", BURSAR_DATA: temporaryFolder(), BURSAR_ADMIN_TOKEN: token }
      const { findings } = await doctor(env)
      return findings.filter(({ state }) => state === "weak").map(({ says }) => says)
    }
    expect(await said("short")).toEqual([expect.stringContaining("it does not open the console")])
    expect(await said("a-token-of-16-or-more")).toEqual([])
  })

  it("names a master key that the data were not written with, and one that is missing", async () => {
    const folder = temporaryFolder()
    await (await serve(await configFromEnv({ PORT: "0", BURSAR_DATA: folder }))).close()
    const env = { PORT: "0", BURSAR_DATA: folder }
    const sayings = async (more: Env = {}) => {
      const { code, findings } = await doctor({ ...env, ...more })
      return [code, ...findings.map(({ says }) => says).filter((says) => says.includes("master key"))]
    }
    expect(await sayings()).toEqual([0, "us-east-1.db was written with this master key"])
    const other = randomBytes(32).toString("base64")
    const helps = "set BURSAR_MASTER_KEY to the key that it was written with"
    const another = `us-east-1.db was written with another master key: ${helps}`
    expect(await sayings({ BURSAR_MASTER_KEY: other })).toEqual([1, another])
    writeFileSync(join(folder, "master.key"), "no key")
    const { findings } = await doctor(env)
    const says = expect.stringContaining("master.key must be 32 bytes in base64")
    expect(findings).toContainEqual({ about: "folder", state: "bad", says })
    rmSync(join(folder, "master.key"))
    expect(await sayings()).toEqual([1, `There is no master key for us-east-1.db: ${helps}`])
  })

  it.runIf(process.getuid?.() === 0)("names a master key that belongs to another user", async () => {
    const folder = temporaryFolder()
    const path = join(folder, "master.key")
    writeFileSync(path, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600 })
    const wrong = async () =>
      (await doctor({ PORT: "0", BURSAR_DATA: folder })).findings.flatMap(({ says, state }) =>
        state === "good" ? [] : [says]
      )
    expect(await wrong()).toEqual([])
    chownSync(path, 4_242, 4_242)
    expect(await wrong()).toEqual([expect.stringContaining(`${path} belongs to another user`)])
  })

  it("names a file that holds the data of another region", async () => {
    const folder = temporaryFolder()
    await (await serve(await configFromEnv({ PORT: "0", BURSAR_DATA: folder }))).close()
    copyFileSync(join(folder, "us-east-1.db"), join(folder, "eu-west-1.db"))
    const { code, findings } = await doctor({ PORT: "0", BURSAR_DATA: folder })
    const says = expect.stringContaining("eu-west-1.db holds the data of us-east-1")
    expect(findings).toContainEqual({ about: "data", state: "bad", says })
    expect(code).toBe(1)
  })

  it("names data of a newer version, and other regions without the home region, which a server does not open", async () => {
    const folder = temporaryFolder()
    const env = { PORT: "0", BURSAR_DATA: folder }
    await (await serve(await configFromEnv(env))).close()
    const data = new DatabaseSync(join(folder, "us-east-1.db"))
    data.exec(`INSERT INTO bursar_migrations (owner, id, name) VALUES ('cards', 99, 'later')`)
    data.close()
    const newer = await doctor(env)
    const says = expect.stringMatching(/^us-east-1\.db was written by a newer version \(schema 99 of "cards", /)
    expect(newer.findings).toContainEqual({ about: "data", state: "bad", says })
    expect(newer.code).toBe(1)
    renameSync(join(folder, "us-east-1.db"), join(folder, "eu-west-1.db"))
    const missing = { about: "data", state: "bad", says: expect.stringMatching(/^There is no us-east-1\.db/) }
    expect((await doctor(env)).findings).toContainEqual(missing)
  })

  it("names data of a production server that a sandbox would not open", async () => {
    const folder = temporaryFolder()
    await (await serve(await configFromEnv({ PORT: "0", BURSAR_DATA: folder }))).close()
    const says = expect.stringContaining(
      "us-east-1.db is of a production server, and this is a sandbox: set BURSAR_MODE"
    )
    const found = { about: "data", state: "bad", says }
    expect((await doctor({ PORT: "0", BURSAR_DATA: folder })).findings).not.toContainEqual(found)
    const data = new DatabaseSync(join(folder, "us-east-1.db"))
    data.exec(`INSERT INTO engine_settings (name, value) VALUES ('mode', '"production"')`)
    data.close()
    const { code, findings } = await doctor({ PORT: "0", BURSAR_DATA: folder })
    expect(findings).toContainEqual(found)
    expect(code).toBe(1)
  })

  it("names a data file that is damaged", async () => {
    const folder = temporaryFolder()
    const server = await serve(await configFromEnv({ PORT: "0", BURSAR_DATA: folder }))
    await server.close()
    const file = join(folder, "us-east-1.db")
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(0x5a, 4096, 16_384))
    const { code, findings } = await doctor({ PORT: "0", BURSAR_DATA: folder })
    expect(code).toBe(1)
    expect(findings).toContainEqual(expect.objectContaining({ about: "data", state: "bad" }))
  })
})
