/** Data folders that earlier commits wrote, opened by the code of today. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { everyDocumentIsRead, keyAnswersAgain, lifeGoesOn, openOn, sentTo } from "./earlierData.ts"
import { temporaryFolder } from "./openStore.ts"
import { unpacked } from "./unpacked.ts"

const open = (name: string) => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, "us-east-1.db"), unpacked(`${name}.db`))
  return openOn(sqlite(folder))
}

describe.each(["2026-11-23", "2026-11-23-b", "2026-11-24"])("the data folder of %s", (name) => {
  const sent = sentTo(name)

  it("has only documents that can be read, of nearly every kind", async () => {
    await using engine = await open(name)
    await everyDocumentIsRead(engine, name)
  })

  it("answers under its keys with the same bytes", async () => {
    await using engine = await open(name)
    expect(sent.length).toBeGreaterThan(2)
    for (const one of sent) await keyAnswersAgain(engine, one)
  })

  it("goes on: money moves, webhooks are signed, and months pass", async () => {
    await using engine = await open(name)
    await lifeGoesOn(engine, sent[0]!)
  })
})
