import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { cards } from "../../plugins/cards/index.ts"
import { createEngine } from "../../src/index.ts"
import { backUp, restore } from "../../src/server/backup.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { temporaryFolder } from "../store/openStore.ts"

const masterKey = Buffer.alloc(32, 5).toString("base64")

const start = async (folder: string, key = masterKey) => {
  const engine = await createEngine({
    plugins: [cards({ mode: "sandbox" })],
    store: sqlite(folder),
    masterKey: key,
    log: false
  })
  onTestFinished(() => engine.close())
  const ask = (method: string, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) =>
    engine.fetch(
      new Request(`http://host.test/cards${path}`, {
        method,
        headers: { authorization: "Bearer sk_test_0123456789", "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
    )
  const pay = async () => {
    const answer = await ask("POST", "/v2/payments", { amount: 2000, currency: "usd", payment_method: "pm_card_visa" })
    return ((await answer.json()) as { id: string }).id
  }
  const statusOf = async (id: string) => (await ask("GET", `/v2/payments/${id}`)).status
  return { ask, engine, pay, statusOf }
}

const said = (effect: Effect.Effect<unknown, { readonly message: string }>) =>
  Effect.runPromise(Effect.map(Effect.flip(effect), (error) => error.message))

describe("a copy of a data folder", () => {
  it("is made while payments are taken, holds all that were answered before, and can be put back", async () => {
    const [folder, to, other] = [temporaryFolder(), join(temporaryFolder(), "copy"), temporaryFolder()]
    writeFileSync(join(folder, "master.key"), masterKey, { mode: 0o600 })
    const { engine, pay } = await start(folder)
    const before = await Promise.all(Array.from({ length: 50 }, pay))
    const during = Promise.all(Array.from({ length: 200 }, pay))
    expect(await Effect.runPromise(backUp({ from: folder, to }))).toEqual(["us-east-1.db", "master.key"])
    await during
    await engine.close()

    expect(await Effect.runPromise(restore({ from: to, to: other }))).toEqual(["us-east-1.db", "master.key"])
    expect(readFileSync(join(other, "master.key"), "utf8")).toBe(masterKey)
    expect(statSync(join(other, "us-east-1.db")).mode & 0o777).toBe(0o600)
    expect(readdirSync(to).toSorted()).toEqual(["master.key", "us-east-1.db"])
    expect(readdirSync(other).toSorted()).toEqual([".lock", "master.key", "us-east-1.db"])
    const { statusOf } = await start(other)
    expect(new Set(await Promise.all(before.map(statusOf)))).toEqual(new Set([200]))
  })

  it("is not put where data are, nor under a server that runs, nor made of nothing", async () => {
    const [folder, copy] = [temporaryFolder(), temporaryFolder()]
    const { engine, pay } = await start(folder)
    await pay()
    await Effect.runPromise(backUp({ from: folder, to: copy }))
    expect(await said(backUp({ from: folder, to: copy }))).toContain("holds data already")
    expect(await said(restore({ from: copy, to: folder }))).toContain("a server runs on")
    await engine.close()
    expect(await said(restore({ from: copy, to: folder }))).toContain("holds data already")
    expect(await said(backUp({ from: temporaryFolder(), to: temporaryFolder() }))).toContain("holds no data")
  })

  it("does not take the place of another master key, which may be all that opens data in a database", async () => {
    const [folder, copy, to] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
    writeFileSync(join(folder, "master.key"), `${masterKey}\n`, { mode: 0o600 })
    const { engine, pay } = await start(folder)
    await pay()
    await Effect.runPromise(backUp({ from: folder, to: copy }))
    await engine.close()
    const other = Buffer.alloc(32, 6).toString("base64")
    writeFileSync(join(to, "master.key"), other, { mode: 0o600 })
    expect(await said(restore({ from: copy, to }))).toContain(`${to} holds another master.key`)
    expect(readFileSync(join(to, "master.key"), "utf8")).toBe(other)
    writeFileSync(join(to, "master.key"), masterKey)
    expect(await Effect.runPromise(restore({ from: copy, to }))).toEqual(["us-east-1.db", "master.key"])
  })

  it("may lie where nothing can be written", async () => {
    const [folder, copy, to] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
    const { engine, pay } = await start(folder)
    const id = await pay()
    await Effect.runPromise(backUp({ from: folder, to: copy }))
    await engine.close()
    // What readers of data make beside a file cannot be made here, whoever runs this.
    for (const beside of ["-wal", "-shm"]) symlinkSync("/nowhere/at-all", join(copy, `us-east-1.db${beside}`))
    expect(await Effect.runPromise(restore({ from: copy, to }))).toEqual(["us-east-1.db"])
    expect(await (await start(to)).statusOf(id)).toBe(200)
  })

  it("that is damaged is refused before anything is written", async () => {
    const [copy, to] = [temporaryFolder(), temporaryFolder()]
    writeFileSync(join(copy, "us-east-1.db"), "no database, only text ".repeat(400))
    expect(await said(restore({ from: copy, to }))).toContain("is damaged")
    expect(existsSync(join(to, "us-east-1.db"))).toBe(false)
  })

  it.each([
    ["half of it", (bytes: Buffer) => bytes.subarray(0, bytes.length / 2), "is damaged"],
    ["nothing of it", (bytes: Buffer) => bytes.subarray(0, 0), "holds no data of Bursar"]
  ])("of which %s is there is refused", async (_, cut, says) => {
    const [folder, to] = [temporaryFolder(), temporaryFolder()]
    await (await start(folder)).engine.close()
    const file = join(folder, "us-east-1.db")
    writeFileSync(file, cut(readFileSync(file)))
    expect(await said(restore({ from: folder, to }))).toContain(says)
  })

  it("that lacks the home region is refused, and so is a folder that does", async () => {
    const [folder, to] = [temporaryFolder(), temporaryFolder()]
    const { engine, ask } = await start(folder)
    await ask("GET", "/v2/payments", undefined, { "svc-data-region": "eu-west-1" })
    await engine.close()
    expect(existsSync(join(folder, "eu-west-1.db"))).toBe(true)
    rmSync(join(folder, "us-east-1.db"))
    expect(await said(restore({ from: folder, to }))).toContain("holds no us-east-1.db")
    expect(readdirSync(to)).toEqual([".lock"])
    await expect(start(folder)).rejects.toMatchObject({ _tag: "StoreOpenFailed", region: "us-east-1" })
    expect(existsSync(join(folder, "us-east-1.db"))).toBe(false)
  })

  it("is refused where a region of it was written with another master key", async () => {
    const [folder, other] = [temporaryFolder(), temporaryFolder()]
    for (const [at, key] of [
      [folder, masterKey],
      [other, Buffer.alloc(32, 6).toString("base64")]
    ] as const) {
      const { engine, ask } = await start(at, key)
      await ask("GET", "/v2/payments", undefined, { "svc-data-region": "eu-west-1" })
      await engine.close()
      // From the second start on a region that was opened later is known to be of this key.
      await (await start(at, key)).engine.close()
    }
    copyFileSync(join(other, "eu-west-1.db"), join(folder, "eu-west-1.db"))
    await expect(start(folder)).rejects.toMatchObject({ _tag: "WrongMasterKey" })
  })

  it("is refused where a region has the data of another one", async () => {
    const folder = temporaryFolder()
    const { engine, ask } = await start(folder)
    await ask("GET", "/v2/payments", undefined, { "svc-data-region": "eu-west-1" })
    await engine.close()
    await (await start(folder)).engine.close()
    copyFileSync(join(folder, "us-east-1.db"), join(folder, "eu-west-1.db"))
    await expect(start(folder)).rejects.toMatchObject({
      _tag: "StoreOpenFailed",
      region: "eu-west-1",
      message: expect.stringContaining("its data are those of us-east-1")
    })
  })

  it("is whole or none: a region or a secret that cannot be copied leaves nothing of the others", async () => {
    const [folder, to] = [temporaryFolder(), temporaryFolder()]
    const { engine } = await start(folder)
    writeFileSync(join(folder, "eu-west-1.db"), "no database, only text ".repeat(400))
    expect(await said(backUp({ from: folder, to }))).toContain("Nothing was done")
    expect(readdirSync(to)).toEqual([])
    rmSync(join(folder, "eu-west-1.db"))
    writeFileSync(join(folder, "master.key"), masterKey)
    mkdirSync(join(folder, "credentials.json"))
    expect(await said(backUp({ from: folder, to }))).toContain("Nothing was done")
    expect(readdirSync(to)).toEqual([])
    await engine.close()
  })
})
