/**
 * `npm run mutate [-- name …]`: makes each change of the table in turn, runs the test files that must notice it, one after the
 * other, and prints which test failed. A change that none notices has survived.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { mutations } from "./mutations.ts"

const root = join(import.meta.dirname, "../..")
const folder = mkdtempSync(join(tmpdir(), "bursar-mutation-"))
const output = join(folder, "report.json")

/** A test that never ends is a test that failed. */
const mostMs = 240_000

interface Report {
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly message: string
    readonly assertionResults: ReadonlyArray<{ readonly fullName: string; readonly status: string }>
  }>
}

const failedIn = ({ testResults }: Report): string | undefined => {
  const fileOf = (name: string) => name.slice(root.length + 1)
  for (const { assertionResults, name } of testResults) {
    const failed = assertionResults.find(({ status }) => status === "failed")
    if (failed !== undefined) return `${fileOf(name)}: ${failed.fullName}`
  }
  // Files that were not begun any more have failed, too, without a word.
  const broken = testResults.find(({ message }) => message !== "")
  return broken && `${fileOf(broken.name)} does not load: ${broken.message.split("\n")[0]}`
}

/** The test that fails with a change; `undefined` when none does. An empty name changes nothing. */
const killerOf = (name: string, files: ReadonlyArray<string>): string | undefined => {
  const { error, status } = spawnSync(
    process.execPath,
    [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--config=test/mutation/vitest.config.ts",
      `--root=${root}`,
      "--bail=1",
      "--reporter=json",
      `--outputFile=${output}`,
      ...files
    ],
    { cwd: root, env: { ...process.env, BURSAR_MUTATION: name }, stdio: "ignore", timeout: mostMs }
  )
  if (error !== undefined) return "a test does not end"
  if (status === 0) return undefined
  return failedIn(JSON.parse(readFileSync(output, "utf8")) as Report) ?? "the run ends with an error"
}

const say = (line: string) => void process.stdout.write(`${line}\n`)

const wanted = process.argv.slice(2)
const names = wanted.length === 0 ? Object.keys(mutations) : wanted
let survived = 0
for (const name of names) {
  const mutation = mutations[name]
  if (mutation === undefined) throw new Error(`No mutation is called ${name}: ${Object.keys(mutations).join(", ")}`)
  const killer = killerOf(name, mutation.killers)
  if (killer === undefined) survived += 1
  say(`| ${name} | ${mutation.fault} | ${killer ?? "**survived**"} |`)
}
rmSync(folder, { recursive: true })
say(`${names.length} mutations, ${survived} survived`)
process.exitCode = survived === 0 ? 0 : 1
