/** The threads that V8 collects garbage with beside a server. */
import { readdirSync, readFileSync } from "node:fs"
import { constants, setPriority } from "node:os"

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
    for (const thread of readdirSync("/proc/self/task")) {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, "utf8")
      if (name === helper) setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL)
    }
  } catch {
    // A system that hides its threads leaves them as they are.
  }
}
