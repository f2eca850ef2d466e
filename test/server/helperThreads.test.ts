/** The heaps of threads that a server starts. */
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const program = fileURLToPath(new URL("./ownHeap.ts", import.meta.url))

/** Of a thread that may have 8 MiB of young objects, in a process that was started with an option. */
const heapOf = (option: string): { readonly young: number; readonly old: number } => {
  const { stdout } = spawnSync(process.execPath, [option, program], { encoding: "utf8" })
  return JSON.parse(stdout) as ReturnType<typeof heapOf>
}

it("have the limit of young objects that they are started with, whatever the command line says of the main thread", () => {
  // V8 counts half as much again, as it may copy all of them.
  expect(heapOf("--max-semi-space-size=16").young).toBe(12)
})

it("are collected before they are as large as the main thread begins", () => {
  expect(heapOf("--initial-old-space-size=128").old).toBeLessThan(90)
})
