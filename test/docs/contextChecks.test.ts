/** Context documents over HTTP where texts are checked and transformed (decisions 4.4 to 4.6, D12, D17, D20). */
import { describe, expect, it } from "vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as NodeWorkbench from "../../plugins/docs/workbench/NodeWorkbench.ts"
import type { Task } from "../../plugins/docs/workbench/Task.ts"
import { Workbench } from "../../plugins/docs/workbench/Workbench.ts"
import { startDocs, type DocsHost } from "./host.ts"

const base = "/api/docs/v1"

const glossary = {
  kind: "glossary",
  name: "House words",
  content:
    "| Term | Meaning | Avoid | Case |\n|---|---|---|---|\n| keeper | Whoever feeds a pet | owner | |\n| PetID | The number of a pet | | yes |"
}

const styleGuide = {
  kind: "style-guide",
  name: "House style",
  content: '# Style\n\n- Do not use "simply".\n- Sentences must have at most 6 words.\n- Sound like a good neighbour.\n'
}

const made = async ({ ask }: DocsHost, path: string, body: object): Promise<any> => {
  const answer = await ask("POST", `${base}${path}`, body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

describe("a glossary given as context document", () => {
  it("D12 D17 makes a check find words to avoid, with what to say instead", async () => {
    const host = await startDocs()
    const { id } = await made(host, "/context-documents", glossary)
    const text = "Ask the owner for the petid.\n"
    const checked = await host.ask("POST", `${base}/checks`, { text, glossaryIds: [id] })
    const found = checked.body.findings.filter(({ source }: any) => source === "glossary")
    expect(found).toMatchObject([
      { ruleId: "glossary/keeper", excerpt: "owner", line: 1, column: 9, suggestion: { replacement: "keeper" } },
      { ruleId: "glossary/PetID", excerpt: "petid", suggestion: { replacement: "PetID" } }
    ])
    const alone = await host.ask("POST", `${base}/checks`, { text })
    expect(alone.body.findings.filter(({ source }: any) => source === "glossary")).toEqual([])
  })

  it("D12 D17 may be long: it is read beside the event loop, to the same terms", async () => {
    let tasks: ReadonlyArray<string> = []
    const watching = Layer.effect(
      Workbench,
      Effect.map(Workbench, ({ run }) => ({
        run: (task: Task) => {
          tasks = [...tasks, task.kind]
          return run(task)
        }
      }))
    ).pipe(Layer.provide(NodeWorkbench.layerWith(NodeWorkbench.defaultLimits)))
    const host = await startDocs({ docs: { workbench: watching } })
    const words = Array.from({ length: 2_000 }, (_, at) => `word${at},"means, ""${at}""",wrong${at},`)
    const content = ["term,definition,avoid,exact", ...words].join("\n")
    const long = await made(host, "/context-documents", { ...glossary, content })
    expect(long.understood).toBe(2_000)
    const { body } = await host.ask("POST", `${base}/checks`, { text: "Say wrong1999 now.\n", glossaryIds: [long.id] })
    expect(body.findings).toMatchObject([{ ruleId: "glossary/word1999", suggestion: { replacement: "word1999" } }])
    await made(host, "/context-documents", glossary)
    // The terms stay there: to take 2,000 of them back would hold the event loop up.
    expect(tasks).toEqual(["count", "check"])
  })

  it("D12 D17 must be one: what is no glossary is refused", async () => {
    const host = await startDocs()
    const { id } = await made(host, "/context-documents", styleGuide)
    const wrong = await host.ask("POST", `${base}/checks`, { text: "Hello.", glossaryIds: [id] })
    expect([wrong.status, wrong.body.error.details[0].path]).toEqual([400, "glossaryIds"])
    const unknown = await host.ask("POST", `${base}/checks`, { text: "Hello.", glossaryIds: ["ctx_0"] })
    expect(unknown.status).toBe(404)
  })

  it("D12 D20 makes expand add the definition of a term that the text names", async () => {
    const host = await startDocs()
    const { id } = await made(host, "/context-documents", glossary)
    const text = "Ask the keeper."
    const expand = (context: object) => host.ask("POST", `${base}/transformations`, { text, kind: "expand", context })
    expect((await expand({ contextDocumentIds: [id] })).body).toMatchObject({
      result: `${text}\n\n- **keeper**: Whoever feeds a pet.`,
      changed: true,
      warnings: []
    })
    expect(await expand({})).toMatchObject({ status: 422, body: { error: { code: "material_required" } } })
    const unknown = await expand({ contextDocumentIds: ["ctx_0"] })
    expect([unknown.status, unknown.body.error.details[0].path]).toEqual([400, "context.contextDocumentIds"])
  })

  it("D12 D20 is used for the documents of a project that names it", async () => {
    const host = await startDocs()
    const { id } = await made(host, "/context-documents", glossary)
    const project = await made(host, "/projects", { name: "Pets", contextDocumentIds: [id] })
    await made(host, `/projects/${project.id}/sources`, { content: "Pets live here. Ask the keeper about a pet.\n" })
    const started = await host.ask("POST", `${base}/generations`, { projectId: project.id, docType: "user-guide" })
    await host.engine.clock.drain()
    const { documentId } = (await host.ask("GET", `${base}/generations/${started.body.id}`)).body
    const text = "Ask the keeper."
    const body = { text, kind: "expand", context: { documentId } }
    const expanded = await host.ask("POST", `${base}/transformations`, body)
    expect(expanded.body.result).toContain("- **keeper**: Whoever feeds a pet.")
  })
})

describe("a style guide given as context document", () => {
  it("D12 D17 is checked in the generated document, as far as it can be", async () => {
    const host = await startDocs()
    const { id } = await made(host, "/context-documents", styleGuide)
    const started = await host.ask("POST", `${base}/generations`, {
      docType: "user-guide",
      source: { name: "pets", content: "A pet lives here and eats twice every day, at eight and at nine.\n" },
      settings: { contextDocumentIds: [id] }
    })
    await host.engine.clock.drain()
    const { report } = (await host.ask("GET", `${base}/generations/${started.body.id}`)).body
    const found = report.checks.findings.filter(({ source }: any) => source === "style-guide")
    expect(found.length).toBeGreaterThan(0)
    expect(found[0].message).toContain("6")
    const messages = report.warnings.map(({ message }: any) => message).join("\n")
    expect(messages).toContain("Sound like a good neighbour")
  })
})
