/**
 * The process that reads list files and builds an index. A thread would not do: what it allocates is collected by threads
 * that all threads of a process have in common, which have no low priority and take the processor from whoever is screened.
 */
import { readFileSync, writeSync } from "node:fs"
import { deserialize, serialize } from "node:v8"
import { inOwnMemory } from "./memory.ts"
import { build, type BuildRequest } from "./NodeListBuilder.ts"

/** The answer goes here, so that nothing that a process prints is taken for it. */
const answerFd = 3

const writeAll = (fd: number, bytes: Uint8Array): void => {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at)
}

const request = deserialize(readFileSync(0)) as BuildRequest
writeAll(answerFd, serialize(inOwnMemory(build(request))))
