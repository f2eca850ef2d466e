/** Other ways for the service to work in tests: without a network, and without threads. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { GitClient, GitFailed } from "../../plugins/docs/git/GitClient.ts"
import { Download, DownloadFailed } from "../../plugins/docs/sources/Download.ts"
import { isDocumentTask, workLater } from "../../plugins/docs/workbench/laterWork.ts"
import { produce } from "../../plugins/docs/workbench/produce.ts"
import { Workbench } from "../../plugins/docs/workbench/Workbench.ts"

const unreachable = { code: "source_unreachable", message: "This service is set up without a network" } as const

export const noGit = Layer.sync(GitClient, () => {
  const none = Effect.fail(new GitFailed(unreachable))
  return { read: () => none, write: () => none }
})

export const noDownload = Layer.succeed(Download, { fetch: () => Effect.fail(new DownloadFailed(unreachable)) })

/** On the calling thread. Limits on time and memory do not hold here. */
export const inlineWorkbench = Layer.succeed(Workbench, {
  run: (task) =>
    isDocumentTask(task)
      ? Stream.fromIterable({ [Symbol.iterator]: () => produce(task) })
      : Stream.fromEffect(Effect.promise(() => workLater(task)))
})
