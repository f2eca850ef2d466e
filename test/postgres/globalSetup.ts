/** The Postgres server of a test run: the one that DATABASE_URL names, or one of our own that forgets everything. */
import type { TestProject } from "vitest/node"
import { startPostgres } from "../../bench/postgres-server.ts"

declare module "vitest" {
  interface ProvidedContext {
    readonly databaseUrl: string
  }
}

export default async (project: TestProject): Promise<(() => Promise<void>) | undefined> => {
  const given = process.env["DATABASE_URL"]
  if (given !== undefined && given !== "") {
    project.provide("databaseUrl", given)
    return undefined
  }
  const server = await startPostgres({ durability: "memory" })
  project.provide("databaseUrl", server.url)
  return server.stop
}
