/** The thread of the git client: one session, asked call by call. Started from its own address. */
import { constants, setPriority } from "node:os"
import { isMainThread, parentPort, workerData } from "node:worker_threads"
import type { SessionFailed } from "./failures.ts"
import { makeSession } from "./NodeGitSession.ts"
import { gitThreadMark, type SessionCall, type SessionReply } from "./Session.ts"

const port = parentPort
if (!isMainThread && port !== null && workerData === gitThreadMark) {
  // On Linux a thread has a priority of its own: where cores are few, requests go before repositories.
  if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const session = makeSession()
  port.on("message", async ({ input, name }: SessionCall) => {
    let reply: SessionReply
    try {
      reply = { ok: true, value: await (session[name] as (input: unknown) => Promise<unknown>)(input) }
    } catch (error) {
      const { code, message } = error as SessionFailed
      reply = { ok: false, failure: { code, message } }
    }
    port.postMessage(reply)
  })
}
