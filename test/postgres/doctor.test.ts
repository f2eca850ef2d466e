/** What `bursar doctor` says of a database that answers. */
import { randomBytes } from "node:crypto"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { examine } from "../../src/server/doctor.ts"
import { configFromEnv, serve } from "../../src/server/index.ts"
import { temporaryFolder } from "../store/openStore.ts"
import { freshDatabase, run } from "./database.ts"

const sayingsOf = async (env: Readonly<Record<string, string>>) =>
  (await Effect.runPromise(examine(env))).map(({ says }) => says)

it("names a master key that the data of a database were not written with, and one that is missing", async () => {
  const env = { DATABASE_URL: await freshDatabase(), BURSAR_DATA: temporaryFolder(), PORT: "0" }
  expect((await sayingsOf(env)).filter((says) => says.includes("master key"))).toEqual([])
  await (await serve(await configFromEnv(env))).close()
  expect(await sayingsOf(env)).toContain("us-east-1 was written with this master key")
  const other = { ...env, BURSAR_MASTER_KEY: randomBytes(32).toString("base64") }
  expect(await sayingsOf(other)).toContainEqual(
    expect.stringContaining("us-east-1 was written with another master key")
  )
  const elsewhere = { ...env, BURSAR_DATA: temporaryFolder() }
  expect(await sayingsOf(elsewhere)).toContainEqual(expect.stringContaining("There is no master key for us-east-1"))
})

it("names a database that holds the data of another region", async () => {
  const home = await freshDatabase()
  const env = { DATABASE_URL: home, BURSAR_DATA: temporaryFolder(), PORT: "0" }
  await (await serve(await configFromEnv(env))).close()
  expect(await sayingsOf({ ...env, DATABASE_URL: await freshDatabase(), DATABASE_URL_EU_WEST_1: home })).toContainEqual(
    expect.stringContaining("eu-west-1 holds the data of us-east-1")
  )
})

it("names a database that a newer version wrote", async () => {
  const url = await freshDatabase()
  const env = { DATABASE_URL: url, BURSAR_DATA: temporaryFolder(), PORT: "0" }
  await (await serve(await configFromEnv(env))).close()
  await run(url, `INSERT INTO bursar_migrations (owner, id, name) VALUES ('cards', 99, 'later')`)
  expect(await sayingsOf(env)).toContainEqual(expect.stringContaining("us-east-1 was written by a newer version"))
})

it("names the version of a database that answers", async () => {
  const env = { DATABASE_URL: await freshDatabase(), BURSAR_DATA: temporaryFolder(), PORT: "0" }
  const findings = await Effect.runPromise(examine(env))
  expect(findings).toContainEqual({
    about: "database",
    state: "good",
    says: expect.stringMatching(/^Postgres \d+\.\d+.* answers for us-east-1$/)
  })
})
