/** A program that starts a thread as a server does, and prints the sizes of that thread's heap in MiB. */
import { isMainThread, parentPort, resourceLimits, Worker } from "node:worker_threads"
import { getHeapSpaceStatistics, getHeapStatistics } from "node:v8"
import { letThreadsStaySmall } from "../../src/server/helperThreads.ts"

const mib = 1024 * 1024

const oldSpace = (): number =>
  getHeapSpaceStatistics().find((space) => space.space_name === "old_space")?.space_used_size ?? 0

/** Makes texts that outlive young collections and are forgotten then, and answers how many bytes of them lay there at most. */
const leaveOldOnes = (): number => {
  const kept: Array<string> = []
  let most = 0
  for (let made = 0; made < 3_000_000; made++) {
    kept[made % 40_000] = `the text with the number ${made}`.toUpperCase()
    if (made % 10_000 === 0) most = Math.max(most, oldSpace())
  }
  return most
}

if (isMainThread) {
  letThreadsStaySmall()
  const thread = new Worker(new URL(import.meta.url), { resourceLimits: { maxYoungGenerationSizeMb: 8 } })
  thread.once("message", (sizes) => void process.stdout.write(JSON.stringify(sizes)))
} else {
  // The limit of the whole heap is that of old objects and that of young ones.
  const young = getHeapStatistics().heap_size_limit / mib - (resourceLimits.maxOldGenerationSizeMb ?? Number.NaN)
  parentPort?.postMessage({ young, old: leaveOldOnes() / mib })
}
