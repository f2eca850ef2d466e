/** The plugin, put together: one line per slice. */
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { definePlugin } from "../../src/plugin.ts"
import { FailedProofs } from "./network/FailedProofs.ts"
import { checkHandlers } from "./checks/handlers.ts"
import { ciHandlers } from "./ci/handlers.ts"
import { DocsApi } from "./api.ts"
import { contextHandlers } from "./context/handlers.ts"
import { diffHandlers } from "./diff/handlers.ts"
import { documentHandlers } from "./documents/handlers.ts"
import { docsPlugin } from "./declaration.ts"
import { words } from "./errors.ts"
import { makeFace } from "./face.ts"
import { generationHandlers } from "./generations/handlers.ts"
import { runGeneration } from "./generations/jobs.ts"
import * as NodeGitClient from "./git/NodeGitClient.ts"
import { docsMigrations } from "./migrations/schema.ts"
import * as NodeDownload from "./network/NodeDownload.ts"
import type { DocsOptions } from "./options.ts"
import { projectHandlers } from "./projects/handlers.ts"
import { publication } from "./publication.ts"
import { publicationHandlers } from "./publish/handlers.ts"
import { runPublication } from "./publish/jobs.ts"
import { retention } from "./retention.ts"
import { ruleHandlers } from "./rules/handlers.ts"
import { RepoTokens } from "./git/RepoTokens.ts"
import { DocsSettings } from "./settings.ts"
import { transformationHandlers } from "./transformations/handlers.ts"
import { makeDoorbell } from "./workbench/Doorbell.ts"
import { LiveDrafts } from "./workbench/LiveDrafts.ts"
import * as NodeWorkbench from "./workbench/NodeWorkbench.ts"
import { Writer } from "./writer/Writer.ts"

const known =
  "mode, apiKeys, webhookSecret, nativeSignatures, allowOrigins, commitAuthor, baseUrl, writer, git, download, workbench"

/** For hosts in JavaScript, whom no compiler tells: the default would stand in place of what was meant, or nobody come in. */
const checkOptions = (options: DocsOptions): void => {
  const unknown = Object.keys(options ?? "none").find((name) => !known.split(", ").includes(name))
  if (unknown !== undefined) throw new TypeError(`docs has no option ${unknown}: it has ${known}`)
  const { apiKeys = [], mode = "sandbox" } = options
  if (mode !== "sandbox" && mode !== "production")
    throw new RangeError(`docs: mode must be "sandbox" or "production", not ${JSON.stringify(mode)}`)
  if (typeof apiKeys !== "function" && !(Array.isArray(apiKeys) && apiKeys.every(Redacted.isRedacted)))
    throw new TypeError("docs: apiKeys must be a list of keys made with Redacted.make, or a function that gives one")
}

/** The documentation service as a plugin. Throws a `TypeError` for options that it does not have. */
export const docs = (options: DocsOptions = {}) => {
  checkOptions(options)
  const doorbell = makeDoorbell()
  return definePlugin({
    ...docsPlugin,
    words,
    http: {
      api: DocsApi,
      handlers: Layer.mergeAll(
        projectHandlers,
        generationHandlers,
        publicationHandlers,
        ciHandlers,
        documentHandlers,
        diffHandlers,
        contextHandlers,
        ruleHandlers,
        checkHandlers,
        transformationHandlers
      ),
      face: makeFace(options, doorbell),
      publication
    },
    layer: Layer.mergeAll(
      Layer.succeed(DocsSettings, options),
      LiveDrafts.layer,
      RepoTokens.layer,
      FailedProofs.layer,
      options.workbench ?? NodeWorkbench.layerWith(NodeWorkbench.defaultLimits, doorbell),
      options.writer ?? Writer.layer,
      options.download ?? NodeDownload.layer(options.allowOrigins ?? []),
      options.git ?? NodeGitClient.layer(options.allowOrigins ?? [])
    ),
    migrations: docsMigrations,
    panels: () => import("./panels.ts").then(({ docsPanels }) => docsPanels(options)),
    retention,
    jobs: [runGeneration, runPublication]
  })
}
