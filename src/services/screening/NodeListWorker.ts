/**
 * The thread between the main thread and the process that builds an index: what comes from there it puts into memory that
 * the main thread shares. Where no process can be started, it builds the index itself.
 */
import { spawn } from "node:child_process"
import { constants, setPriority } from "node:os"
import { fileURLToPath } from "node:url"
import { deserialize, serialize } from "node:v8"
import { parentPort, workerData } from "node:worker_threads"
import { inOwnMemory, inSharedMemory } from "./memory.ts"
import type { BuildAnswer, BuildRequest } from "./NodeListBuilder.ts"

/** The program of the process, which lies beside this file. */
const program = new URL("./NodeListProcess.ts", import.meta.url)

/**
 * One thread does it all, the collecting of garbage and the compiling too: on a machine of two processors, one is left for
 * whoever is being screened. With more room for what is new, there is less to collect.
 */
const frugal = ["--single-threaded", "--max-semi-space-size=64"]

/** What the process wrote. Rejects when it cannot be started. */
const askProcess = (request: BuildRequest): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...frugal, fileURLToPath(program)], {
      stdio: ["pipe", "ignore", "ignore", "pipe"],
      windowsHide: true
    })
    const parts: Array<Buffer> = []
    child.stdio[3]?.on("data", (part: Buffer) => parts.push(part))
    child.once("error", reject)
    child.once("close", () => resolve(Buffer.concat(parts)))
    // A process that ended before it got the request shows by its empty answer.
    child.stdin?.on("error", () => undefined).end(serialize(inOwnMemory(request)))
  })

/** The answer of the process; `undefined` where none can be started, or it ended without one. */
const buildElsewhere = (request: BuildRequest): Promise<BuildAnswer | undefined> =>
  askProcess(request)
    .then((bytes) => deserialize(bytes) as BuildAnswer)
    .catch(() => undefined)

const buildHere = async (request: BuildRequest): Promise<BuildAnswer> => {
  const { build } = await import("./NodeListBuilder.ts")
  return build(request)
}

if (parentPort !== null && (workerData as { readonly bursar?: unknown } | null)?.bursar === "lists") {
  const { request } = workerData as { readonly request: BuildRequest }
  // On Linux a thread has a priority of its own, and a process that it starts begins with it: whoever is screened goes first.
  // Not the lowest one, so that new lists come into use on a busy machine too; and at the start nobody is screened yet.
  if (process.platform === "linux" && request.previous !== undefined) {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  }
  const answer = (await buildElsewhere(request)) ?? (await buildHere(request))
  parentPort.postMessage(answer.kind === "built" ? { ...answer, index: inSharedMemory(answer.index) } : answer)
}
