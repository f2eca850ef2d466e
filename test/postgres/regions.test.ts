/** Regions that are given one database: what belongs to one of them would be seen in the other. */
import { expect, it } from "vitest"
import { layer } from "../../src/store/dialects/Postgres.ts"
import { startEngine } from "../engine/tinyHost.ts"
import { freshDatabase } from "./database.ts"

it("are refused at the start, however the address is written", async () => {
  const url = await freshDatabase()
  const again = Object.assign(new URL(url), { search: "?application_name=other" }).href
  const apart = layer({ regions: { "us-east-1": { url }, "eu-west-1": { url: again, schema: "eu" } } })
  const { engine } = await startEngine({ store: apart })
  expect(engine.clock.now()).toBeInstanceOf(Date)
  const together = layer({ regions: { "us-east-1": { url }, "eu-west-1": { url: again } } })
  await expect(startEngine({ store: together })).rejects.toMatchObject({ _tag: "StoreOpenFailed", region: "eu-west-1" })
})
