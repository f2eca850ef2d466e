/** The plugin, put together: one line per slice. */
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { checkMode, checkNames, definePlugin } from "../../src/plugin.ts"
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

const known: Readonly<Record<keyof DocsOptions, true>> = {
  mode: true,
  apiKeys: true,
  webhookSecret: true,
  nativeSignatures: true,
  allowOrigins: true,
  commitAuthor: true,
  baseUrl: true,
  writer: true,
  git: true,
  download: true,
  workbench: true
}

const checkOptions = (options: DocsOptions): void => {
  checkNames(["docs", "option"], options, known)
  const { apiKeys = [], mode = "sandbox" } = options
  checkMode("docs", mode)
  // A key that is a plain text would let nobody in.
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
    mode: options.mode === "production" ? "live" : undefined,
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
