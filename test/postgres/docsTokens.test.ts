/** Several processes on one database: jobs that need a repository token go to the process that was given it. */
import { describe, expect, it, vi } from "vitest"
import { repoToken, startGitHost } from "../docs/gitHost.ts"
import { petStore, startDocs } from "../docs/host.ts"
import { temporaryFolder } from "../store/openStore.ts"

const base = "/api/docs/v1"
const source = { name: "pets", content: JSON.stringify(petStore) }

describe("a token", () => {
  it(
    "D31 and D66: does its work in the process that holds it, whichever takes the job",
    { timeout: 60_000 },
    async () => {
      const code = await startGitHost()
      const folder = temporaryFolder()
      const options = {
        folder,
        docs: { allowOrigins: [code.origin] },
        engine: { clock: undefined, seed: undefined } as never
      }
      const one = await startDocs(options)
      const others = [await startDocs(options), await startDocs(options)]
      for (let round = 1; round <= 4; round++) {
        const settings = { publish: { repositoryUrl: code.url, repoToken, path: `docs/${round}.md` } }
        const started = await one.ask("POST", `${base}/generations`, { docType: "api-reference", source, settings })
        expect(started.status, started.text).toBe(202)
        await vi.waitFor(
          async () => {
            const found = await others[0]!.ask("GET", `${base}/generations/${started.body.id}`)
            expect(found.body).toMatchObject({ status: "succeeded", publish: { status: "succeeded", changed: true } })
          },
          { timeout: 30_000, interval: 100 }
        )
        const { documentId } = (await one.ask("GET", `${base}/generations/${started.body.id}`)).body
        const target = { repositoryUrl: code.url, repoToken, path: `docs/again-${round}.md` }
        const asked = await others[1]!.ask("POST", `${base}/documents/${documentId}/publish`, target)
        await vi.waitFor(
          async () => {
            const found = await one.ask("GET", `${base}/publications/${asked.body.id}`)
            expect(found.body).toMatchObject({ status: "succeeded", changed: true })
          },
          { timeout: 30_000, interval: 100 }
        )
      }
      expect(code.git("rev-list", "--count", "main").trim()).toBe("9")
    }
  )
})
