/** Screening against a folder of list files: the start, a change of a file, refusals, staleness, and the reload's thread. */
import { execFile } from "node:child_process"
import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { constants, getPriority, tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { afterEach, describe, expect, it } from "@effect/vitest"
import { Effect, Layer, Logger, ManagedRuntime } from "effect"
import { Clock } from "../../src/services/Clock.ts"
import * as NodeScreening from "../../src/services/NodeScreening.ts"
import { Screening } from "../../src/services/Screening.ts"

const line = (id: string, name: string) => `${JSON.stringify({ id, type: "individual", name })}\n`

const day = Date.parse("2026-01-03T00:00:00Z")

const made: Array<() => unknown> = []
afterEach(async () => {
  for (const undo of made.splice(0).reverse()) await undo()
})

const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "bursar-lists-"))
  made.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Written whole or not at all, as `bursar lists import` does. */
const put = (folder: string, name: string, content: string | Uint8Array): void => {
  writeFileSync(join(folder, `.${name}`), content)
  renameSync(join(folder, `.${name}`), join(folder, name))
}

const start = (
  options: Partial<NodeScreening.NodeScreeningOptions> & { readonly folder: string },
  logger: Layer.Layer<never> = Layer.empty
) => {
  const layer = NodeScreening.layer({ pollMs: 20, ...options }).pipe(Layer.provide([Clock.layerFrozen(day), logger]))
  const runtime = ManagedRuntime.make(layer)
  made.push(() => runtime.dispose())
  return {
    screen: (name: string) =>
      runtime.runPromise(Effect.flatMap(Screening, (one) => one.screen({ name, entityType: "any" }))),
    lists: () => runtime.runPromise(Effect.flatMap(Screening, (one) => one.lists))
  }
}

const until = async (condition: () => Promise<boolean>): Promise<void> => {
  const limit = performance.now() + 20_000
  while (!(await condition())) {
    if (performance.now() > limit) throw new Error("What was waited for did not come about")
    // The lists are read by another process, which needs a processor.
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

describe("NodeScreening", () => {
  it("loads the folder at the start, gzip and folders below it included, and leaves other files alone", async () => {
    const folder = makeFolder()
    put(folder, "custom_house-2026-01-02.jsonl.gz", gzipSync(line("1", "Gregor Samsa")))
    put(folder, "README.md", "not a list")
    const { lists, screen } = start({ folder })
    expect(await screen("Gregor Samsa")).toMatchObject({ outcome: "match", matches: [{ list: "house", entryId: "1" }] })
    expect(await lists()).toEqual([
      {
        list: "house",
        stateDate: "2026-01-02",
        version: expect.stringMatching(/^[0-9a-f]{16}$/),
        entries: 1,
        names: 1,
        loadedAt: day,
        maxAgeHours: 192,
        stale: false
      }
    ])
  })

  it("S30: is unavailable while the folder is empty", async () => {
    const { screen } = start({ folder: makeFolder() })
    await expect(screen("Gregor Samsa")).rejects.toMatchObject({ reason: "no_list_loaded" })
  })

  it("holds the fictional entries of the sandbox beside the files, under one state", async () => {
    const folder = makeFolder()
    put(folder, "pep-2026-01-02.jsonl", line("1", "Gregor Samsa"))
    const { screen } = start({ folder, sandbox: true })
    const real = await screen("Gregor Samsa")
    expect(real).toMatchObject({ outcome: "match" })
    expect((await screen("Test Pep Person")).matches).toMatchObject([{ list: "pep", entryId: "test:9" }])
    const pep = real.listsScreened.filter(({ list }) => list === "pep")
    expect(pep).toMatchObject([{ stateDate: "2026-01-02", version: expect.stringMatching(/\+sandbox-1$/) }])
    await expect(screen("Screening Outage")).rejects.toMatchObject({ reason: "failed" })
  })

  it(
    "S24: takes a changed file over while it answers, and fails no screening meanwhile",
    { timeout: 30_000 },
    async () => {
      const folder = makeFolder()
      put(folder, "custom_a-2026-01-01.jsonl", line("1", "Gregor Samsa"))
      const { screen } = start({ folder })
      expect((await screen("Josef Kafkarov")).outcome).toBe("clear")
      put(folder, "custom_a-2026-01-02.jsonl", line("1", "Gregor Samsa") + line("2", "Josef Kafkarov"))
      const seen = new Set<string>()
      await until(async () => {
        const result = await screen("Josef Kafkarov")
        seen.add(`${result.outcome} ${result.listsScreened[0]?.stateDate}`)
        return result.outcome === "match"
      })
      expect([...seen]).toEqual(["clear 2026-01-01", "match 2026-01-02"])
    }
  )

  it("tells the operator what a reload changed, in numbers and without a name", { timeout: 30_000 }, async () => {
    const folder = makeFolder()
    const logged: Array<unknown> = []
    const logger = Logger.layer([Logger.make(({ message }) => void logged.push(message))])
    put(folder, "custom_a-2026-01-01.jsonl", line("1", "Gregor Samsa") + line("2", "Josef Kafkarov"))
    put(folder, "custom_b-2026-01-01.jsonl", line("1", "Franz Klamm"))
    const { lists } = start({ folder }, logger)
    const [before] = await lists()
    put(
      folder,
      "custom_a-2026-01-02.jsonl",
      line("2", "Josef Kafkarow") + line("3", "Leni Huld") + line("4", "Karl Roth")
    )
    await until(async () => (await lists())[0]!.version !== before!.version)
    await until(async () => logged.length > 0)
    const [now] = await lists()
    expect(logged).toEqual([
      [
        "A screening list was loaded",
        {
          list: "a",
          files: ["custom_a-2026-01-02.jsonl"],
          stateDate: "2026-01-02",
          version: now!.version,
          entries: 3,
          added: 2,
          changed: 1,
          removed: 1,
          tookMs: expect.any(Number)
        }
      ]
    ])
    expect(JSON.stringify(logged)).not.toMatch(/Samsa|Kafka|Huld|Roth/)
    put(folder, "custom_b-2026-01-02.jsonl", "{")
    await until(async () => logged.length > 1)
    expect(logged[1]).toEqual([
      "A screening list was refused; the one in use stays",
      { list: "b", reason: "custom_b-2026-01-02.jsonl, line 1: is no valid JSON" }
    ])
  })

  it("S24: builds in a process of one thread that gives way to everything else", { timeout: 30_000 }, async () => {
    const folder = makeFolder()
    const note = join(makeFolder(), "note.json")
    const preload = join(makeFolder(), "preload.mjs")
    // Loaded into every process that is started from here.
    writeFileSync(
      preload,
      `import { getPriority } from "node:os"
       import { writeFileSync } from "node:fs"
       const { argv, execArgv } = process
       if (argv[1]?.includes("NodeListProcess"))
         writeFileSync(${JSON.stringify(note)}, JSON.stringify({ execArgv, priority: getPriority() }))`
    )
    put(folder, "custom_a.jsonl", line("1", "Gregor Samsa"))
    const before = process.env["NODE_OPTIONS"]
    process.env["NODE_OPTIONS"] = `--import ${preload}`
    made.push(() => {
      if (before === undefined) delete process.env["NODE_OPTIONS"]
      else process.env["NODE_OPTIONS"] = before
    })
    const { screen } = start({ folder })
    expect((await screen("Gregor Samsa")).outcome).toBe("match")
    const seen = () => JSON.parse(readFileSync(note, "utf8"))
    // Nobody is screened before the first lists are there.
    expect(seen()).toEqual({ execArgv: expect.arrayContaining(["--single-threaded"]), priority: getPriority() })
    put(folder, "custom_a.jsonl", line("1", "Josef Kafkarov"))
    await until(async () => (await screen("Josef Kafkarov")).outcome === "match")
    if (process.platform === "linux") expect(seen().priority).toBe(constants.priority.PRIORITY_BELOW_NORMAL)
  })

  it("S24: builds in its thread where no process may be started", { timeout: 30_000 }, async () => {
    const folder = makeFolder()
    put(folder, "custom_a.jsonl", line("1", "Gregor Samsa"))
    const root = join(import.meta.dirname, "../..")
    const program = `
      import * as Effect from "effect/Effect"
      import * as Layer from "effect/Layer"
      import { Clock, NodeScreening, Screening } from ${JSON.stringify(join(root, "src/index.ts"))}
      const layer = NodeScreening.layer({ folder: ${JSON.stringify(folder)} }).pipe(Layer.provide(Clock.layer))
      const screening = Effect.flatMap(Screening, (one) => one.screen({ name: "Gregor Samsa", entityType: "any" }))
      const { outcome } = await Effect.runPromise(Effect.provide(screening, layer))
      console.log(outcome)
      process.exit(0)`
    const permissions = ["--permission", "--allow-fs-read=*", "--allow-worker"]
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--conditions=bursar-source", ...permissions, "--input-type=module", "--eval", program],
      { cwd: root }
    )
    expect(stdout.trim()).toBe("match")
  })

  it("S25: keeps the list in use when its file is damaged, and tells why", { timeout: 30_000 }, async () => {
    const folder = makeFolder()
    put(folder, "custom_a.jsonl", line("1", "Gregor Samsa"))
    const { lists, screen } = start({ folder })
    const before = await lists()
    put(folder, "custom_a.jsonl", "{")
    await until(async () => (await lists())[0]?.lastRefusal !== undefined)
    expect(await lists()).toEqual([
      { ...before[0], lastRefusal: { at: day, reason: "custom_a.jsonl, line 1: is no valid JSON" } }
    ])
    expect((await screen("Gregor Samsa")).outcome).toBe("match")
  })

  const broken: ReadonlyArray<readonly [string, string, string | Uint8Array, string]> = [
    ["is damaged", "custom_a.jsonl", "{", "custom_a.jsonl, line 1: is no valid JSON"],
    [
      "is cut off",
      "custom_a.jsonl.gz",
      gzipSync(line("1", "X".repeat(999))).subarray(0, 30),
      "is damaged, cut off, or too large"
    ],
    ["is no gzip", "custom_a.jsonl.gz", "plain", "its name and its content disagree about gzip"],
    ["is no UTF-8", "custom_a.jsonl", Buffer.from([0x0a, 0xff, 0xfe]), "custom_a.jsonl, line 2: is not valid UTF-8"]
  ]
  it.each(broken)("S25: does not start when a file %s", async (_, name, content, reason) => {
    const folder = makeFolder()
    put(folder, name, content)
    await expect(start({ folder }).lists()).rejects.toMatchObject({
      _tag: "ListsUnusable",
      reasons: [expect.stringContaining(reason)]
    })
  })

  it("does not start without the folder", async () => {
    const folder = join(makeFolder(), "elsewhere")
    await expect(start({ folder }).lists()).rejects.toMatchObject({ _tag: "ListsUnusable", folder })
  })

  it("S31: tells that a list is older than it may be, and refuses to screen with it where that is requested", async () => {
    const folder = makeFolder()
    put(folder, "custom_a-2025-01-01.jsonl", line("1", "Gregor Samsa"))
    const told = start({ folder })
    expect(await told.lists()).toMatchObject([{ stale: true }])
    expect((await told.screen("Gregor Samsa")).outcome).toBe("match")
    const refusing = start({ folder, refuseStale: true })
    await expect(refusing.screen("Gregor Samsa")).rejects.toMatchObject({ reason: "stale_list", lists: ["a"] })
  })

  it("does not mind a folder that is away for a moment", { timeout: 30_000 }, async () => {
    const folder = makeFolder()
    put(folder, "custom_a.jsonl", line("1", "Gregor Samsa"))
    const { screen } = start({ folder })
    await screen("Gregor Samsa")
    renameSync(folder, `${folder}-away`)
    expect((await screen("Gregor Samsa")).outcome).toBe("match")
    renameSync(`${folder}-away`, folder)
    copyFileSync(join(folder, "custom_a.jsonl"), join(folder, "custom_b.jsonl"))
    await until(async () => (await screen("Gregor Samsa")).matches.length === 2)
  })
})
