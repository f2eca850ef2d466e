/** `bursar lists` as an operator runs it, and the server's folder of lists. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { startServer } from "./runningServer.ts"

const root = join(import.meta.dirname, "../..")

const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "bursar-lists-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const bursar = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) => {
  const command = ["--conditions=bursar-source", join(root, "src/server/main.ts"), "lists", ...args]
  const { status, stderr, stdout } = spawnSync(process.execPath, command, {
    env: { ...process.env, ...env },
    encoding: "utf8"
  })
  return {
    status,
    stderr: stderr.trim(),
    rows: stdout
      .trim()
      .split("\n")
      .map((row) => row.split(/ {2,}/))
  }
}

const write = (name: string, lines: ReadonlyArray<object>): string => {
  const path = join(makeFolder(), name)
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""))
  return path
}

const people = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: String(at), type: "individual", name: `Gregor Samsa ${at}` }))

describe("bursar lists", { timeout: 60_000 }, () => {
  it("imports a file into the folder and tells what is there", () => {
    const folder = makeFolder()
    const imported = bursar(["import", write("custom_house-2020-01-01.jsonl", people(20))], {
      BURSAR_SCREENING_LISTS: folder
    })
    expect(imported).toMatchObject({ status: 0, stderr: "" })
    const row = [
      "house",
      "2020-01-01",
      "20",
      "20",
      expect.stringMatching(/^[0-9a-f]{16}$/),
      expect.stringMatching(/^\d+ d, stale/)
    ]
    expect(imported.rows[1]).toEqual(row)
    expect(readdirSync(folder)).toEqual(["custom_house-2020-01-01.jsonl"])
    expect(bursar(["status", "--folder", folder]).rows[1]).toEqual(row)
  })

  it("S25: copies nothing when a file is wrong, unknown or shrunken, and says where", () => {
    const folder = makeFolder()
    const into = (...args: ReadonlyArray<string>) => bursar(["import", "--folder", folder, ...args])
    const wrong = write("custom_a.jsonl", [...people(1), { id: "x", type: "ghost", name: "y" }])
    expect(into(wrong)).toMatchObject({ status: 1, stderr: "custom_a.jsonl, line 2, type: is missing or not allowed" })
    expect(into(write("list.txt", people(1))).stderr).toMatch(/^list\.txt: no list has such a file\. Known are:\n/)
    expect(into(join(folder, "custom_nothing.jsonl")).stderr).toMatch(/ENOENT/)
    expect(readdirSync(folder)).toEqual([])

    expect(into(write("custom_a.jsonl", people(20))).status).toBe(0)
    const shrunken = write("custom_a.jsonl", people(10))
    expect(into(shrunken)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("has 10 entries where it had 20")
    })
    expect(into("--allow-shrink", shrunken).rows[1]?.slice(0, 3)).toEqual(["a", expect.any(String), "10"])
  })

  it("asks for the folder where none is named", () => {
    const { status, stderr } = bursar(["status"], { BURSAR_SCREENING_LISTS: "" })
    expect(stderr).toBe("Name the folder of the lists: --folder, or BURSAR_SCREENING_LISTS")
    expect(status).toBe(1)
  })
})

describe("BURSAR_SCREENING_LISTS", () => {
  it("S31: shows the lists and their state in /ready", async () => {
    const folder = makeFolder()
    writeFileSync(join(folder, "custom_house-2020-01-01.jsonl"), `${JSON.stringify(people(1)[0])}\n`)
    const { url } = await startServer({ BURSAR_SCREENING_LISTS: folder })
    const ready = (await (await fetch(`${url}/ready`)).json()) as {
      readonly screening: ReadonlyArray<{ readonly list: string }>
    }
    expect(ready.screening.map(({ list }) => list)).toContain("ofac_sdn")
    expect(ready.screening.find(({ list }) => list === "house")).toMatchObject({
      stateDate: "2020-01-01",
      entries: 1,
      stale: true
    })
  })

  it("S25: keeps the server from starting when a list cannot be read", async () => {
    const folder = makeFolder()
    writeFileSync(join(folder, "custom_house.jsonl"), "{")
    await expect(startServer({ BURSAR_SCREENING_LISTS: folder })).rejects.toThrow(
      "custom_house.jsonl, line 1: is no valid JSON"
    )
  })
})
