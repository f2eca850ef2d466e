/** Installs the tools of the catalogue into a folder that is no part of this repository. */
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { peers } from "./catalogue.ts"

/** How long npm may take. */
const limitMs = 120_000

/** Installs all tools where they are missing; returns the folder of their packages. Install scripts do not run. */
export const installPeers = (folder: string): string => {
  const modules = join(folder, "node_modules")
  const isInstalled = peers.every(({ program }) => existsSync(join(modules, program)))
  if (isInstalled) return modules
  mkdirSync(folder, { recursive: true })
  const dependencies = Object.fromEntries(peers.map(({ name, version }) => [name, version]))
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }))
  const npm = spawnSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
    encoding: "utf8",
    timeout: limitMs
  })
  if (npm.status !== 0) throw new Error(`npm could not install the tools: ${npm.error?.message ?? npm.stderr}`)
  return modules
}
