/** What README and pages of docs show as programs: each page is one program, which runs and prints what its comments say. */
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"

const root = join(import.meta.dirname, "..")

// In the tree, so that the package finds itself; `coverage` is kept out of it by .gitignore.
mkdirSync(join(root, "coverage"), { recursive: true })
const folder = mkdtempSync(join(root, "coverage/documents-"))

afterAll(() => rmSync(folder, { recursive: true }))

it.each(["README.md", "docs/embedding.md", "docs/testing.md"])(
  "%s shows a program that runs and prints what it says",
  (page) => {
    const blocks = readFileSync(join(root, page), "utf8").matchAll(/^```ts\n([\s\S]*?)^```/gm)
    const program = Array.from(blocks, ([, code]) => code).join("\n")
    const promised = Array.from(program.matchAll(/console\.log\(.*\) \/\/ (.*)/g), ([, line]) => line)
    const file = join(folder, `${page.replaceAll(/\W/g, "-")}.ts`)
    writeFileSync(file, program)
    const { stderr, stdout } = spawnSync(process.execPath, ["--conditions=bursar-source", file], { encoding: "utf8" })
    expect(stdout.trimEnd().split("\n"), stderr).toEqual(promised)
  }
)

it("docs/plugins.md shows nothing but text of the example that it walks through", () => {
  const source = readFileSync(join(root, "examples/06-own-plugin/wallet.ts"), "utf8")
  const blocks = Array.from(
    readFileSync(join(root, "docs/plugins.md"), "utf8").matchAll(/^```\w*\n([\s\S]*?)^```/gm),
    ([, code]) => code!.trimEnd()
  )
  expect(blocks.length).toBeGreaterThan(10)
  expect(blocks.filter((block) => !source.includes(block))).toEqual([])
})

it("the README can be read in some minutes", () => {
  expect(readFileSync(join(root, "README.md"), "utf8").split(/\s+/).length).toBeLessThan(700)
})
