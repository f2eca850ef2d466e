/** Runs of generations: live streams, cancelling, restarts, other writers, limits of the workbench. */
import { readdirSync, readFileSync } from "node:fs"
import { constants, getPriority } from "node:os"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { Writer, WriterError, type SectionInput } from "../../plugins/docs/index.ts"
import * as Generation from "../../plugins/docs/generations/Generation.ts"
import * as NodeWorkbench from "../../plugins/docs/workbench/NodeWorkbench.ts"
import type { Task } from "../../plugins/docs/workbench/Task.ts"
import { Workbench } from "../../plugins/docs/workbench/Workbench.ts"
import { temporaryFolder } from "../store/openStore.ts"
import { apiKey, deltasOf, eventsIn, holdQueue, petStore, startDocs, type DocsHost } from "./host.ts"

const base = "/api/docs/v1"
const inline = { name: "pets", content: JSON.stringify(petStore) }

const start = async ({ ask }: DocsHost): Promise<string> => {
  const started = await ask("POST", `${base}/generations`, { docType: "api-reference", source: inline })
  expect(started.status, started.text).toBe(202)
  return started.body.id
}

const get = async ({ ask }: DocsHost, id: string) => (await ask("GET", `${base}/generations/${id}`)).body

/** A writer whose prose is what `say` answers; it tells when it was first asked. */
const scripted = (say: (input: SectionInput) => Stream.Stream<string, WriterError>) => {
  let asked = () => {}
  const wasAsked = new Promise<void>((resolve) => (asked = resolve))
  const layer = Layer.succeed(
    Writer,
    Writer.make({
      name: "scripted",
      writeSection: (input) => {
        asked()
        return say(input)
      }
    })
  )
  return { layer, wasAsked }
}

describe("a running generation", () => {
  it("D13 streams its draft while it grows", async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    const { layer, wasAsked } = scripted(() =>
      Stream.fromEffect(
        Effect.as(
          Effect.promise(() => gate),
          ""
        )
      )
    )
    const host = await startDocs({ docs: { writer: layer } })
    const id = await start(host)
    await wasAsked
    expect(await get(host, id)).toMatchObject({ status: "running" })
    const whole = host.ask("GET", `${base}/generations/${id}/stream`)
    release()
    const events = eventsIn((await whole).text)
    expect(events[0]!.event).toBe("generation.started")
    expect(events.at(-1)!.event).toBe("generation.completed")
    await host.engine.clock.drain()
    const again = eventsIn((await host.ask("GET", `${base}/generations/${id}/stream`)).text)
    expect(again).toEqual(events)
    expect(deltasOf(again)).toBe(deltasOf(events))
  })

  it("D14 sends a heartbeat to a reader after 15 seconds without news", async () => {
    const { layer, wasAsked } = scripted(() => Stream.never)
    const host = await startDocs({ docs: { writer: layer } })
    const id = await start(host)
    await wasAsked
    // Seconds pass at once; timers of other lengths, such as the limits of a store, keep real time.
    let seconds = 0
    const setTimer = globalThis.setTimeout
    const hurried = vi.spyOn(globalThis, "setTimeout").mockImplementation(((call: () => void, ms?: number) => {
      if (ms === 1_000) seconds++
      return setTimer(call, ms === 1_000 ? 0 : ms)
    }) as typeof setTimeout)
    onTestFinished(() => hurried.mockRestore())
    const response = await host.engine.fetch(
      new Request(`http://host.test/docs${base}/generations/${id}/stream`, {
        headers: { authorization: `Bearer ${apiKey}` }
      })
    )
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ""
    while (!text.includes(": heartbeat\n\n")) {
      const { done, value } = await reader.read()
      expect(done, "the stream ended").toBe(false)
      text += value
    }
    expect(seconds).toBeGreaterThanOrEqual(15)
    await reader.cancel()
  })

  it("D70 stops within a second when it is cancelled, and makes no version", async () => {
    const { layer, wasAsked } = scripted(() => Stream.never)
    const host = await startDocs({ docs: { writer: layer } })
    const id = await start(host)
    await wasAsked
    const { progress } = await get(host, id)
    expect(progress.sectionsTotal).toBeGreaterThan(0)
    const startedAt = performance.now()
    const cancelled = await host.ask("POST", `${base}/generations/${id}/cancel`)
    expect(cancelled.status).toBe(202)
    const stream = eventsIn((await host.ask("GET", `${base}/generations/${id}/stream`)).text)
    expect(performance.now() - startedAt).toBeLessThan(1_000)
    expect(stream.at(-1)).toMatchObject({ event: "generation.cancelled", data: { generationId: id } })
    const done = await get(host, id)
    expect(done).toMatchObject({ status: "cancelled", progress })
    expect(done.versionId).toBeUndefined()
    expect((await host.ask("GET", `${base}/generations/${id}/report`)).status).toBe(409)
  })

  it("D70 ends its stream for whoever waits when it is cancelled in the queue", async () => {
    const host = await startDocs()
    holdQueue()
    const id = await start(host)
    const waiting = host.ask("GET", `${base}/generations/${id}/stream`)
    expect((await host.ask("POST", `${base}/generations/${id}/cancel`)).body.status).toBe("cancelled")
    expect(eventsIn((await waiting).text)).toMatchObject([
      { event: "generation.cancelled", data: { generationId: id } }
    ])
  })

  it("D71 is run again by the next start, with the same document", async () => {
    const folder = temporaryFolder()
    const { layer, wasAsked } = scripted(() => Stream.never)
    const first = await startDocs({ folder, docs: { writer: layer } })
    const id = await start(first)
    await wasAsked
    await first.engine.close()
    const second = await startDocs({ folder })
    await second.engine.clock.drain()
    expect(await get(second, id)).toMatchObject({ status: "succeeded" })
    const events = eventsIn((await second.ask("GET", `${base}/generations/${id}/stream`)).text)
    expect(events[0]!.id).toBe("2.1")
    expect(deltasOf(events)).toContain("# Pet store")
  })

  it("D71 makes its events again after a restart, with the same ids", async () => {
    const folder = temporaryFolder()
    const first = await startDocs({ folder })
    const id = await start(first)
    await first.engine.clock.drain()
    const before = (await first.ask("GET", `${base}/generations/${id}/stream`)).text
    await first.engine.close()
    const second = await startDocs({ folder })
    expect((await second.ask("GET", `${base}/generations/${id}/stream`)).text).toBe(before)
  })
})

describe("generations of one project", () => {
  it("may end at the same moment: each text becomes a version of one document", async () => {
    const count = 6
    let waiting = 0
    let release = () => {}
    const together = new Promise<void>((resolve) => (release = resolve))
    // All wait in the last place for prose until each of them has come there.
    const { layer } = scripted(({ sectionId }) => {
      if (sectionId !== "error-codes") return Stream.empty
      if (++waiting === count) release()
      return Stream.fromEffect(
        Effect.as(
          Effect.promise(() => together),
          ""
        )
      )
    })
    const host = await startDocs({ docs: { writer: layer } })
    const project = (await host.ask("POST", `${base}/projects`, { name: "Pets" })).body
    const started = await Promise.all(
      Array.from({ length: count }, (_, at) => {
        const content = JSON.stringify({ ...petStore, info: { ...petStore.info, version: `${at}` } })
        const body = { projectId: project.id, docType: "api-reference", source: { name: "pets", content } }
        return host.ask("POST", `${base}/generations`, body)
      })
    )
    // Moving time would wait for those that run before it looks for more: the streams end with the generations.
    await Promise.all(started.map(({ body }) => host.ask("GET", `${base}/generations/${body.id}/stream`)))
    const done = await Promise.all(started.map(({ body }) => get(host, body.id)))
    expect(done.map(({ status }) => status)).toEqual(Array(count).fill("succeeded"))
    expect(new Set(done.map(({ documentId }) => documentId)).size).toBe(1)
    expect(new Set(done.map(({ versionId }) => versionId)).size).toBe(count)
  })
})

describe("beginning a run", () => {
  const queued = Generation.queue(
    { id: "gen_1", projectId: null, docType: "api-reference", settings: {}, sourceIds: [] },
    1
  )

  it("D71 gives up as interrupted after three runs that never ended", () => {
    let generation = queued
    for (let run = 1; run <= Generation.maxRuns; run++) {
      const begun = Generation.begin(generation, 2)
      expect(begun).toMatchObject({ kind: "running", generation: { run, status: "running" } })
      if (begun.kind === "running") generation = begun.generation
    }
    expect(Generation.begin(generation, 3)).toMatchObject({
      kind: "ended",
      generation: { status: "failed", error: { code: "interrupted" } }
    })
  })

  it("has nothing to do for one that has ended", () => {
    expect(Generation.begin(Generation.cancelled(queued, 2), 3)).toEqual({ kind: "nothing" })
  })
})

describe("another writer", () => {
  const withWriter = async (say: (input: SectionInput) => Stream.Stream<string, WriterError>) => {
    const host = await startDocs({ docs: { writer: scripted(say).layer } })
    const id = await start(host)
    await host.engine.clock.drain()
    const report = (await host.ask("GET", `${base}/generations/${id}/report`)).body
    return { report, text: deltasOf(eventsIn((await host.ask("GET", `${base}/generations/${id}/stream`)).text)) }
  }

  it("D63 writes the prose, and the facts stay the engine's", async () => {
    // What the rules deny, prose has to deny too.
    const said: Readonly<Record<string, string>> = {
      overview: "Pet store, well kept.",
      authentication: "what you need to know, unless an operation says otherwise."
    }
    const { report, text } = await withWriter((input) =>
      Stream.make("Here is ", said[input.sectionId] ?? "what you need to know.")
    )
    expect(text).toContain("Here is Pet store, well kept.")
    expect(text).toContain("#### `GET /pets/{id}`")
    expect(report.writers).toMatchObject({ scripted: 3 })
    expect(report.warnings).toEqual([])
  })

  const bad: ReadonlyArray<readonly [string, Stream.Stream<string, WriterError>]> = [
    ["fails", Stream.fail(new WriterError({ message: "no" }))],
    ["dies", Stream.die(new Error("bug"))],
    ["invents", Stream.make("Pet store has 999 operations at /secret.")],
    [
      "goes on without end",
      Stream.fromIterable(Array.from({ length: 3_000 }, () => "Pet store ")).pipe(Stream.map(String))
    ]
  ]

  it.each(bad)("D64 is replaced by the rules when it %s", async (_, stream) => {
    const { report, text } = await withWriter(() => stream)
    expect(text).toContain("This is the reference of Pet store, version 1.2.0.")
    expect(report.writers).toEqual({ rules: expect.any(Number) })
    expect(report.warnings.map(({ code }: { code: string }) => code)).toEqual(Array(3).fill("writer_fallback"))
  })
})

describe("many generations", () => {
  it("D69 and D71 wait for a place unbegun: waiting is no run of theirs", async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    const { layer } = scripted(() =>
      Stream.fromEffect(
        Effect.as(
          Effect.promise(() => gate),
          ""
        )
      )
    )
    const host = await startDocs({ docs: { writer: layer } })
    const ids: Array<string> = []
    for (let count = 0; count < 40; count++) ids.push(await start(host))
    const statuses = async () => (await Promise.all(ids.map((id) => get(host, id)))).map(({ status }) => status)
    await vi.waitFor(async () => expect((await statuses()).filter((status) => status === "running")).toHaveLength(32))
    expect((await statuses()).filter((status) => status === "queued")).toHaveLength(8)
    release()
    await host.engine.clock.drain()
    expect(new Set(await statuses())).toEqual(new Set(["succeeded"]))
  })
})

describe("the workbench", () => {
  const run = (limits: Partial<NodeWorkbench.WorkbenchLimits>, content: string) =>
    Effect.gen(function* () {
      const workbench = yield* Workbench
      return yield* Stream.runCollect(workbench.run({ kind: "inspect", source: { name: "s", content } }))
    }).pipe(Effect.provide(NodeWorkbench.layerWith({ ...NodeWorkbench.defaultLimits, ...limits })), Effect.runPromise)

  const tasksOf = (pid: string) => readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`)
  const children = () =>
    tasksOf("self").flatMap((task) => readFileSync(`${task}/children`, "utf8").split(" ").filter(Boolean))

  /** Runs a task of a workbench of its own, and looks at its process at each event. */
  const whileWorking = (task: Task, look: (pid: string) => void) =>
    Effect.gen(function* () {
      const [workbench, before] = [yield* Workbench, children()]
      const looked = Stream.tap(workbench.run(task), () =>
        Effect.sync(() => look(children().find((pid) => !before.includes(pid))!))
      )
      return yield* Stream.runCollect(looked)
    }).pipe(Effect.provide(NodeWorkbench.layerWith(NodeWorkbench.defaultLimits)), Effect.runPromise)

  const inspect: Task = { kind: "inspect", source: { name: "s", content: inline.content } }

  it.runIf(process.platform === "linux")("works at the lowest priority", async () => {
    const nice = (task: string) =>
      Number(
        readFileSync(`${task}/stat`, "utf8")
          .replace(/^.*\) /s, "")
          .split(" ")[16]
      )
    const seen: Array<number> = []
    await whileWorking(inspect, (pid) => seen.push(...tasksOf(pid).map(nice)))
    expect(new Set(seen)).toEqual(new Set([constants.priority.PRIORITY_LOW]))
    expect(getPriority()).not.toBe(constants.priority.PRIORITY_LOW)
  })

  it.runIf(process.platform === "linux")("gives its process no setting of this one", async () => {
    vi.stubEnv("BURSAR_MASTER_KEY", "a secret")
    const seen: Array<string> = []
    await whileWorking(inspect, (pid) => seen.push(readFileSync(`/proc/${pid}/environ`, "utf8")))
    vi.unstubAllEnvs()
    expect(seen).toHaveLength(1)
    expect(seen[0]).not.toContain("BURSAR")
  })

  it.runIf(process.platform === "linux")("says so when its process dies, and goes on with another one", async () => {
    const pids = new Set<string>()
    await Effect.gen(function* () {
      const [workbench, before] = [yield* Workbench, children()]
      const killed = Stream.runCollect(
        workbench.run({ kind: "inspect", source: { name: "s", content: "# A\n".repeat(240_000) } })
      )
      const fiber = yield* Effect.forkChild(killed)
      // A process that could not be started is never seen: then the task says what came of it.
      while (pids.size === 0 && fiber.pollUnsafe() === undefined) {
        yield* Effect.yieldNow
        for (const pid of children()) if (!before.includes(pid)) pids.add(pid)
      }
      for (const pid of pids) process.kill(Number(pid), "SIGKILL")
      expect(yield* Fiber.join(fiber)).toMatchObject([{ type: "failed", failure: { code: "internal" } }])
      expect(pids.size).toBe(1)
      expect(yield* Stream.runCollect(workbench.run(inspect))).toMatchObject([{ type: "inspected" }])
    }).pipe(Effect.provide(NodeWorkbench.layerWith(NodeWorkbench.defaultLimits)), Effect.runPromise)
  })

  const long: Task = { kind: "inspect", source: { name: "s", content: "# A\n".repeat(240_000) } }

  /** Aborts so many processes that the tasks are in, one after the other, and answers with what becomes of the tasks. */
  const whileAborting = (tasks: ReadonlyArray<Task>, times: number) =>
    Effect.gen(function* () {
      const [workbench, seen] = [yield* Workbench, new Set(children())]
      const fiber = yield* Effect.forkChild(
        Effect.forEach(tasks, (task) => Stream.runCollect(workbench.run(task)), { concurrency: "unbounded" })
      )
      for (let aborted = 0; aborted < times && fiber.pollUnsafe() === undefined;) {
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        const pid = children().find((child) => !seen.has(child))
        if (pid === undefined) continue
        seen.add(pid)
        process.kill(Number(pid), "SIGABRT")
        aborted++
      }
      return yield* Fiber.join(fiber)
    }).pipe(Effect.provide(NodeWorkbench.layerWith(NodeWorkbench.defaultLimits)), Effect.runPromise)

  it.runIf(process.platform === "linux")("D57 refuses a source that aborts a process of its own, too", async () => {
    const message = expect.stringContaining("512 MiB of memory")
    expect(await whileAborting([long], 2)).toMatchObject([
      [{ type: "failed", failure: { code: "limit_exceeded", message } }]
    ])
  })

  it.runIf(process.platform === "linux")("D57 runs each task once more when its process aborts", async () => {
    expect(await whileAborting([long, inspect], 1)).toMatchObject([[{ type: "inspected" }], [{ type: "inspected" }]])
  })

  it("D57 ends a task that takes too long, and says so", async () => {
    expect(await run({ taskMs: 1 }, inline.content)).toMatchObject([{ type: "failed", failure: { code: "timeout" } }])
  })

  it("D57 ends a task that takes too much processor time, and says so", async () => {
    const [event] = await run({ cpuMs: 1 }, "# A\n".repeat(240_000))
    const message = expect.stringContaining("0.001 s of processor time")
    expect(event).toMatchObject({ type: "failed", failure: { code: "limit_exceeded", message } })
  })

  it("D57 ends a task that needs too much memory, and the process lives", async () => {
    const large = JSON.stringify({
      openapi: "3.0.0",
      info: {},
      paths: {},
      x: Array.from({ length: 300_000 }, (_, at) => ({ at }))
    })
    const [event] = await run({ memoryMb: 16 }, large)
    expect(event).toMatchObject({ type: "failed", failure: { code: "limit_exceeded" } })
    expect(await run({}, inline.content)).toMatchObject([{ type: "inspected" }])
  })
})
