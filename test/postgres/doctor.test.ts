/** What `bursar doctor` says of a database that answers. */
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { examine } from "../../src/server/doctor.ts"
import { temporaryFolder } from "../store/openStore.ts"
import { freshDatabase } from "./database.ts"

it("names the version of a database that answers", async () => {
  const env = { DATABASE_URL: await freshDatabase(), BURSAR_DATA: temporaryFolder(), PORT: "0" }
  const findings = await Effect.runPromise(examine(env))
  expect(findings).toContainEqual({
    about: "database",
    state: "good",
    says: expect.stringMatching(/^Postgres \d+\.\d+.* answers for us-east-1$/)
  })
})
