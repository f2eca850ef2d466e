/** A dump that an earlier commit left on Postgres, restored and opened by the code of today. */
import { describe, expect, it } from "vitest"
import { postgres } from "../../src/store/dialects/Postgres.ts"
import { everyDocumentIsRead, keyAnswersAgain, lifeGoesOn, openOn, sentTo } from "../store/earlierData.ts"
import { unpacked } from "../store/unpacked.ts"
import { freshDatabase, run } from "./database.ts"

const open = async (name: string) => {
  const url = await freshDatabase()
  await run(url, ...(JSON.parse(unpacked(`${name}.sql`).toString()) as ReadonlyArray<string>))
  return openOn(postgres(url))
}

describe.each(["2026-11-23-b", "2026-11-24"])("the dump of %s", (name) => {
  it("answers under its keys, is read whole, and goes on", async () => {
    const sent = sentTo(`${name}.sql`)
    await using engine = await open(name)
    expect(sent.length).toBeGreaterThan(2)
    for (const one of sent) await keyAnswersAgain(engine, one)
    await everyDocumentIsRead(engine, name)
    await lifeGoesOn(engine, sent[0]!)
  }, 120_000)
})
