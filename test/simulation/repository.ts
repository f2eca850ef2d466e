/** A code repository outside: its next commit may be refused, or made and its answer lost. */
import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { GitClient, GitFailed } from "../../plugins/docs/git/GitClient.ts"
import type { GitTrouble } from "./DocsModel.ts"

export const repositoryUrl = "https://code.example.com/simulation/shop.git"

/** The SHA-256 of a text in hex. */
export const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex")

const lost = () => new GitFailed({ code: "timeout", message: "The line went dead" })
const refused = () => new GitFailed({ code: "publish_conflict", message: "Somebody else pushed" })

export const makeRepository = () => {
  let trouble: GitTrouble = "none"
  /** How often its owners changed their code. */
  let revision = 1
  const texts = new Map<string, string>()
  const commits: Array<{ readonly message: string; readonly path: string; readonly digest: string }> = []
  const read = () => [
    {
      path: "package.json",
      text: JSON.stringify({ name: "shop", version: "1.0.0", description: `Shop number ${revision}.` })
    }
  ]
  const client = {
    read: () =>
      Effect.sync(() => ({
        url: repositoryUrl,
        branch: "main",
        commit: String(revision).padStart(40, "0"),
        message: "Work",
        files: read().map((file) => ({ ...file, bytes: file.text.length })),
        log: ""
      })),
    write: Effect.fnUntraced(function* ({ change, message }: Parameters<GitClient["Service"]["write"]>[0]) {
      const met = trouble
      trouble = "none"
      if (met === "refused") return yield* refused()
      const files = yield* change((path) => Effect.succeed(texts.get(path)))
      const changed = files.filter(({ path, text }) => texts.get(path) !== (text ?? undefined))
      for (const { path, text } of changed) {
        if (text === null) texts.delete(path)
        else {
          texts.set(path, text)
          commits.push({ message, path, digest: digestOf(text) })
        }
      }
      if (met === "lost") return yield* lost()
      return { commit: String(commits.length).padStart(40, "0"), branch: "main", changed: changed.length > 0 }
    })
  }
  return {
    layer: Layer.succeed(GitClient, client),
    texts,
    commits,
    /** Its owners change their code. */
    push: () => (revision += 1),
    revision: () => revision,
    next: (planned: GitTrouble) => void (trouble = planned),
    /** Keeps what it holds, and gives the way back to it. */
    keep: () => {
      const kept = { texts: new Map(texts), commits: [...commits], revision }
      return () => {
        trouble = "none"
        revision = kept.revision
        texts.clear()
        for (const [path, text] of kept.texts) texts.set(path, text)
        commits.splice(0, commits.length, ...kept.commits)
      }
    }
  }
}

export type Repository = ReturnType<typeof makeRepository>
