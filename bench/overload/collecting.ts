/**
 * Loaded into a server by `--import`: on SIGUSR2 it collects garbage, and writes how many MiB the heap of its main thread then holds
 * to the file that `BENCH_HELD` names. What is resident says little of that: V8 lets garbage lie, and keeps the room.
 */
import { renameSync, writeFileSync } from "node:fs"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { isMainThread } from "node:worker_threads"

const mib = 1024 * 1024
const file = process.env["BENCH_HELD"]

if (isMainThread && file !== undefined) {
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc") as () => void
  process.on("SIGUSR2", () => {
    collect()
    // Whoever waits for the file finds all of it.
    writeFileSync(`${file}.new`, String(process.memoryUsage().heapUsed / mib))
    renameSync(`${file}.new`, file)
  })
}
