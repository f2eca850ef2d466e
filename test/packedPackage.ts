/** The package as others get it, made of the sources as they are: built, packed and unpacked for a program of a user. Asks no registry. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdirSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { text } from "node:stream/consumers"

/** What a program ended with. */
export interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Of a program that says nothing. */
export const fine: Ended = { status: 0, stdout: "", stderr: "" }

/** The environment of a user: nothing that this process was started with, such as conditions, loaders or test settings. */
export const userEnv = (): NodeJS.ProcessEnv => {
  const { NODE_OPTIONS: _, NODE_ENV: __, VITEST: ___, ...env } = process.env
  return { ...env, NO_COLOR: "1" }
}

/** Runs a program to its end, in the environment of a user. */
export const runAsUser = async (
  program: string,
  args: ReadonlyArray<string>,
  cwd: string,
  env: NodeJS.ProcessEnv = {}
): Promise<Ended> => {
  const child = spawn(program, args, { cwd, env: { ...userEnv(), ...env }, stdio: ["ignore", "pipe", "pipe"] })
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")])
  return { status: status as number | null, stdout, stderr }
}

const root = join(import.meta.dirname, "..")

/** Builds the package and packs it into a folder. */
export const packInto = async (folder: string) => {
  const stage = join(folder, "stage")
  const built = await runAsUser(process.execPath, ["bundle/package.ts", join(stage, "dist")], root)
  for (const name of ["package.json", "docs", "LICENSE", "README.md"])
    cpSync(join(root, name), join(stage, name), { recursive: true })
  const packed = await runAsUser("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder], stage)
  return { built, packed, tarball: join(folder, packed.stdout.trim()) }
}

/** Installs a packed package in the folder of a user, with packages of this repository beside it, and answers where it is. */
export const installPacked = async (user: string, tarball: string, beside: ReadonlyArray<string>): Promise<string> => {
  const home = join(user, "node_modules", "bursar")
  mkdirSync(home, { recursive: true })
  await runAsUser("tar", ["-xzf", tarball, "-C", home, "--strip-components=1"], user)
  for (const name of beside) {
    const link = join(user, "node_modules", name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, "node_modules", name), link, "dir")
  }
  return home
}
