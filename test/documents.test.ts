/** What README and pages of docs show as programs: each page is one program, which runs and prints what its comments say. */
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { settings } from "../src/server/settings.ts"

const root = join(import.meta.dirname, "..")

// In the tree, so that the package finds itself; `coverage` is kept out of it by .gitignore.
mkdirSync(join(root, "coverage"), { recursive: true })
const folder = mkdtempSync(join(root, "coverage/documents-"))

afterAll(() => rmSync(folder, { recursive: true }))

/** The code blocks of a page in a language. */
const blocksOf = (page: string, language: string): ReadonlyArray<string> =>
  Array.from(
    readFileSync(join(root, page), "utf8").matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm")),
    ([, code]) => code!
  )

const pages = ["README.md", ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith(".md")
)

/** Pages whose programs need something around them: a server, or an example that they walk through. */
const elsewhere: Readonly<Record<string, string>> = {
  "docs/client.md": "test/client/document.test.ts",
  "docs/plugins.md": "test/documents.test.ts"
}

const run = (code: string, name: string, ...flags: ReadonlyArray<string>) => {
  const file = join(folder, name)
  writeFileSync(file, code)
  return spawnSync(process.execPath, ["--conditions=bursar-source", ...flags, file], { encoding: "utf8" })
}

const programs = pages.filter((page) => blocksOf(page, "ts").length > 0 && elsewhere[page] === undefined)

it.each(programs)("%s shows a program that runs and prints what it says", (page) => {
  const program = blocksOf(page, "ts").join("\n")
  const promised = Array.from(program.matchAll(/console\.log\(.*\) \/\/ (.*)/g), ([, line]) => line)
  const { stderr, stdout } = run(program, `${page.replaceAll(/\W/g, "-")}.ts`)
  expect(stdout.trimEnd().split("\n"), stderr).toEqual(promised)
})

it("programs of other pages are run elsewhere", () => {
  for (const [page, test] of Object.entries(elsewhere)) expect(readFileSync(join(root, test), "utf8")).toContain(page)
})

it("docs/testing.md shows a test that node:test runs", () => {
  const tests = blocksOf("docs/testing.md", "js").filter((code) => code.includes('"node:test"'))
  expect(tests).toHaveLength(1)
  const { status, stdout } = run(tests[0]!, "shown.test.mjs", "--test")
  expect(stdout).toMatch(/pass 1\n/)
  expect(status, stdout).toBe(0)
})

/** The text of a page without its programs. */
const prose = (page: string): string => readFileSync(join(root, page), "utf8").replaceAll(/^```[\s\S]*?^```/gm, "")

const anchors = new Map<string, ReadonlySet<string>>()

/** The anchors of the headings of a page, as forges make them. */
const anchorsOf = (page: string): ReadonlySet<string> => {
  const found = anchors.get(page) ?? new Set(headingsOf(page))
  anchors.set(page, found)
  return found
}

const headingsOf = (page: string): ReadonlyArray<string> => {
  const known = new Map<string, number>()
  return Array.from(prose(page).matchAll(/^#{1,6} (.*)$/gm), ([, text]) => {
    const heading = text!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-")
    const before = known.get(heading) ?? 0
    known.set(heading, before + 1)
    return before === 0 ? heading : `${heading}-${before}`
  })
}

/** Why a link of a page leads nowhere. */
const brokenBy = (page: string, link: string): string | undefined => {
  const [, path, anchor] = /^([^#]*)#?(.*)$/.exec(link)!
  const to = path === "" ? page : join(dirname(page), path!)
  if (!existsSync(join(root, to))) return `${page}: ${link}`
  return anchor === "" || !to.endsWith(".md") || anchorsOf(to).has(anchor!) ? undefined : `${page}: ${link}`
}

it("links to pages and headings that are there", () => {
  const others = ["examples/README.md", "src/README.md", "bench/README.md", "CHANGELOG.md"]
  const plugins = readdirSync(join(root, "plugins")).map((name) => `plugins/${name}/README.md`)
  const references = readdirSync(join(root, "docs/reference")).map((name) => `docs/reference/${name}`)
  const decisions = readdirSync(join(root, "src/decisions")).map((name) => `src/decisions/${name}`)
  const linked = [...pages, ...others, ...plugins, ...references, ...decisions].filter((page) =>
    existsSync(join(root, page))
  )
  const links = linked.flatMap((page) =>
    Array.from(
      prose(page).matchAll(/\]\((?!https?:)([^)\s]+)\)|src(?:set)?="([^"]+)"/g),
      ([, to, source]) => [page, to ?? source!] as const
    )
  )
  expect(links.length).toBeGreaterThan(1_000)
  // A description of an API may lead to an address of its server.
  const toPages = links.filter(([page, link]) => !(page.startsWith("docs/reference/") && link.startsWith("/")))
  expect(toPages.flatMap(([page, link]) => brokenBy(page, link) ?? [])).toEqual([])
})

it("docs/plugins.md shows nothing but text of the example that it walks through", () => {
  const files = ["wallet.ts", "wallet.test.ts"].map((name) => join(root, "examples/06-own-plugin", name))
  const source = files.map((file) => readFileSync(file, "utf8")).join("\n")
  const blocks = Array.from(
    readFileSync(join(root, "docs/plugins.md"), "utf8").matchAll(/^```\w*\n([\s\S]*?)^```/gm),
    ([, code]) => code!.trimEnd()
  )
  expect(blocks.length).toBeGreaterThan(10)
  expect(blocks.filter((block) => !source.includes(block))).toEqual([])
})

it("docs/operating.md has every setting of the server", () => {
  const page = readFileSync(join(root, "docs/operating.md"), "utf8")
  const families = ["BURSAR_DOCS_MODEL_", "BURSAR_RETENTION_", "DATABASE_URL_"]
  const isTold = (name: string) =>
    page.includes(`\`${name}\``) || families.some((family) => name.startsWith(family) && page.includes(family))
  const names = Object.values(settings).map(({ name }) => name)
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter((name) => !isTold(name))).toEqual([])
})

it("the README can be read in some minutes", () => {
  expect(readFileSync(join(root, "README.md"), "utf8").split(/\s+/).length).toBeLessThan(700)
})
