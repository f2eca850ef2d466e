/**
 * Gathers what the answers of a run were, from all of its workers, into `coverage/published.json`. After a whole run it fails
 * where something that the documents declare was met by no test and is not explained.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"

const gathered = (folder: string): Record<string, number> => {
  const met: Record<string, number> = {}
  for (const file of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, file), "utf8").split("\n")) {
      const [, count, key] = /^(\d+) (.+)$/.exec(line) ?? []
      if (key !== undefined) met[key] = (met[key] ?? 0) + Number(count)
    }
  }
  return met
}

/** Whether every test file ran, and every test in them. */
const isWhole = async (project: TestProject): Promise<boolean> => {
  const { testFiles } = await project.globTestFiles()
  const ran = new Set(project.vitest.state.getTestModules().map(({ moduleId }) => moduleId))
  return project.vitest.config.testNamePattern === undefined && testFiles.every((file) => ran.has(file))
}

export default function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "bursar-published-"))
  process.env["BURSAR_PUBLISHED_MET"] = folder
  return async () => {
    const met = gathered(folder)
    rmSync(folder, { recursive: true })
    if (Object.keys(met).length === 0) return
    mkdirSync("coverage", { recursive: true })
    writeFileSync("coverage/published.json", JSON.stringify(met, null, 1))
    if (!(await isWhole(project))) return
    const { judge } = await import("./unmet.ts")
    const { counts, faults } = judge(met)
    process.stdout.write(`\n${[...counts, ...faults].join("\n")}\n`)
    if (faults.length > 0) process.exitCode = 1
  }
}
