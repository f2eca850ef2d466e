/** The threads beside the one of a server: those that V8 collects garbage with, and those that it starts. */
import { readdirSync, readFileSync } from "node:fs"
import { constants, getPriority, setPriority } from "node:os"
import { setFlagsFromString } from "node:v8"

/** How the system calls a thread of V8's, since Node 24. */
const helper = "V8Worker\n"

/**
 * Lets the helper threads of V8 give way to those that answer requests. They mark what is still used while requests are
 * answered, and where cores are few they take the core of a request that is under way: while others send long bodies, they have
 * two thirds of the time that slow creates wait for a core on two. On Linux only, where a thread has a priority of its own.
 * Nothing happens where the system does not tell the names of threads.
 */
export const letHelpersGiveWay = (): void => {
  if (process.platform !== "linux") return
  try {
    // In a process that has a lower priority than that, they have the same one.
    const priority = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL)
    for (const thread of readdirSync("/proc/self/task")) {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, "utf8")
      if (name === helper) setPriority(Number(thread), priority)
    }
  } catch {
    // A system that hides its threads leaves them as they are.
  }
}

/**
 * Gives threads that start from now on heaps of the sizes that they are started with. What `npm start` says of heaps is meant for
 * the main thread, which has its own by now; V8 puts it before the limits of any thread. The writer of a file holds some 8 MiB: it
 * took 32 for young objects, little by little, and might leave 128 of old ones uncollected.
 */
export const letThreadsStaySmall = (): void => {
  setFlagsFromString("--max-semi-space-size=0")
  setFlagsFromString("--initial-old-space-size=0")
}
