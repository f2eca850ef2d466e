/** Regions and their databases: one for two of them, and one that cannot be opened. */
import { inspect } from "node:util"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import { Migrations, Store, type Peers } from "../../src/services/Store.ts"
import { layer, postgres } from "../../src/store/dialects/Postgres.ts"
import { coreSchema } from "../../src/store/migrations/0001_core.ts"
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
  const other = new URL(url).hostname === "localhost" ? "127.0.0.1" : "localhost"
  const alias = Object.assign(new URL(url), { hostname: other }).href
  const aliased = layer({ regions: { "us-east-1": { url }, "eu-west-1": { url: alias } } })
  await expect(startEngine({ store: aliased })).rejects.toMatchObject({
    message: expect.stringContaining("its data are those of us-east-1")
  })
})

it("are refused where an address is none, and their password is not shown", async () => {
  const urls = ["postgres://bursar:hush#1@host:x/data", "", undefined as unknown as string]
  for (const url of urls) {
    const refused = await startEngine({ store: postgres(url) }).catch((error: unknown) => error)
    expect(refused).toMatchObject({ _tag: "StoreOpenFailed", message: expect.stringContaining("postgres://user@host") })
    expect(inspect(refused)).not.toContain("hush")
  }
  const homeless = layer({ regions: { "eu-west-1": { url: "postgres://h/d" } } as never })
  await expect(startEngine({ store: homeless })).rejects.toMatchObject({ region: "us-east-1" })
})

it("that cannot be opened leave nobody who hears what the other processes say", async () => {
  const url = await freshDatabase()
  const nowhere = Object.assign(new URL(url), { pathname: "/nowhere" }).href
  const regions = { "us-east-1": { url }, "eu-west-1": { url: nowhere } }
  const listening = Effect.gen(function* () {
    const store = yield* Store
    const peers = store.peers as { onTold: Peers["onTold"] }
    const { onTold } = peers
    let listeners = 0
    peers.onTold = (listener) => {
      const stop = onTold(listener)
      listeners++
      return () => {
        listeners--
        stop()
      }
    }
    expect(yield* Effect.flip(store.region("eu-west-1"))).toMatchObject({ _tag: "StoreOpenFailed" })
    return listeners
  })
  const opened = layer({ regions }).pipe(Layer.provide(Layer.succeed(Migrations, [coreSchema])))
  expect(await Effect.runPromise(Effect.provide(listening, opened))).toBe(0)
})
