/** Builds and packs the package once for all tests of hosts. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { packInto } from "../packedPackage.ts"

declare module "vitest" {
  interface ProvidedContext {
    readonly tarball: string
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "bursar-hosts-"))
  const { built, packed, tarball } = await packInto(folder)
  if (built.status !== 0 || packed.status !== 0)
    throw new Error(`The package cannot be packed:\n${built.stderr}${packed.stderr}`)
  project.provide("tarball", tarball)
  return () => rmSync(folder, { recursive: true, force: true })
}
