/** Installs from the registry, as a user does, in a folder that is deleted afterwards. */
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { runAsUser } from "../packedPackage.ts"

const root = join(import.meta.dirname, "../..")

/** What Node and npm report of a host that cannot be reached. */
const unreachable = /\b(?:ECONNREFUSED|ECONNRESET|EAI_AGAIN|ENETUNREACH|ENOTFOUND|ERR_SOCKET_TIMEOUT|ETIMEDOUT)\b/

const flags = ["--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=2", "--fetch-retry-mintimeout=1000"]

/** A folder for the tests of a file. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "bursar-host-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Copies a package of this repository, with the packed package as `bursar.tgz`, and runs `npm ci` there. */
export const install = async (source: string, folder: string, tarball?: string): Promise<void> => {
  cpSync(join(root, source), folder, { recursive: true, filter: (path) => !/\/(node_modules|\.next)$/.test(path) })
  if (tarball !== undefined) cpSync(tarball, join(folder, "bursar.tgz"))
  const { status, stderr } = await runAsUser("npm", ["ci", ...flags], folder)
  if (status === 0) return
  throw new Error(
    unreachable.test(stderr)
      ? `${source} was not installed, because the npm registry cannot be reached: npm run test:hosts needs it`
      : `${source} was not installed:\n${stderr}`
  )
}
