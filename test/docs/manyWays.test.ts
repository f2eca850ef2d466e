/** Texts that a pattern could read in very many ways: each is done within the processor time that one task may take. Of many tasks, documents come last. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { expect, it } from "vitest"
import { builtinOnly } from "../../plugins/docs/checks/CheckRules.ts"
import { defaultLimits, layerWith } from "../../plugins/docs/workbench/NodeWorkbench.ts"
import type { Task } from "../../plugins/docs/workbench/Task.ts"
import { Workbench } from "../../plugins/docs/workbench/Workbench.ts"
import { petStore } from "./host.ts"
import { saying } from "./outputs/made.ts"

type Generate = Extract<Task, { kind: "generate" }>

const words = "# Lids\n\nIt turns lids of any size.\n\n## Turn a lid\n\n1. Take it.\n2. Turn it.\n"

const making = (docType: Generate["docType"], source: Partial<Generate["sources"][number]>): Task => ({
  kind: "generate",
  docType,
  sources: [{ name: "source", content: "", ...source }],
  settings: {},
  context: []
})

const description = JSON.stringify(petStore)

const cases: ReadonlyArray<readonly [string, Task]> = [
  ["blank lines before a number", making("user-guide", { content: `${"\n".repeat(100)}1. Take it.\n\n${words}` })],
  [
    "a rule at the top of a text with the ends of lines of Windows",
    { kind: "check", text: `---\r\n${"More.\r\n".repeat(100)}`, rules: builtinOnly, context: [] }
  ],
  ["blanks within a sentence", { kind: "check", text: `a${" ".repeat(150_000)}b`, rules: builtinOnly, context: [] }],
  ["marks before a word", { kind: "check", text: `${"!".repeat(150_000)}x`, rules: builtinOnly, context: [] }],
  [
    "an answer that says a word over and over",
    making("user-guide", { content: description.replace('"The pet"', `"${"success".repeat(60)} x"`) })
  ],
  [
    "a long path in the subject of a commit",
    making("release-notes", { kind: "commits", content: `a1b2c3d ${"a/".repeat(100)}b! c\na1b2c3e Turn lids\n` })
  ],
  [
    "blanks within the words of a field",
    making("api-reference", {
      content: description.replace('"type":"string"', `"type":"string","description":"a${" ".repeat(150_000)}b"`)
    })
  ],
  [
    "a command with many options",
    making("readme", saying({ "README.md": `${words}\n\`\`\`sh\nnode ${"--a ".repeat(60)}\n\`\`\`\n` }))
  ]
]

it.each(cases)("D57 takes no long time over %s", async (_, task) => {
  const events = await Effect.gen(function* () {
    const workbench = yield* Workbench
    return yield* Stream.runCollect(workbench.run(task))
  }).pipe(Effect.provide(layerWith(defaultLimits)), Effect.runPromise)
  expect(events.at(-1)).not.toMatchObject({ type: "failed" })
})

it("D69 answers a request while many documents wait", async () => {
  const ended: Array<string> = []
  const generate = making("readme", { content: description })
  const inspect: Task = { kind: "inspect", source: { name: "source", content: description } }
  await Effect.gen(function* () {
    const workbench = yield* Workbench
    const runOne = (task: Task) => Effect.map(Stream.runDrain(workbench.run(task)), () => void ended.push(task.kind))
    yield* Effect.all([...Array.from({ length: 8 }, () => generate), inspect].map(runOne), { concurrency: "unbounded" })
  }).pipe(Effect.provide(layerWith({ ...defaultLimits, threads: 1 })), Effect.runPromise)
  expect(ended.slice(0, 2)).toEqual(["generate", "inspect"])
})
