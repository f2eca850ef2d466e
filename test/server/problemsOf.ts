/** What is wrong with the settings of a server. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "vitest"
import { configFromEnv, ConfigRefused } from "../../src/server/index.ts"
import { temporaryFolder } from "../store/openStore.ts"

/** Settings by the names of their variables. */
export type Env = Readonly<Record<string, string>>

/** The problems with which the settings are refused; none when they are taken. */
export const problemsOf = async (env: Env): Promise<ReadonlyArray<string>> => {
  const refused = await configFromEnv(env).then(
    () => undefined,
    (error: unknown) => error
  )
  if (refused === undefined) return []
  expect(refused).toBeInstanceOf(ConfigRefused)
  return (refused as ConfigRefused).problems
}

/** The path of a new file with this text. */
export const fileWith = (name: string, text: string): string => {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, text)
  return path
}
