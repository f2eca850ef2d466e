/** The listener: how its requests run. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { expect, it } from "vitest"
import type { ServerConfig } from "../../src/server/config.ts"
import { listen } from "../../src/server/listener.ts"

it("lets others have their turn where a request yields", async () => {
  let [turns, isOver] = [0, false]
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  const app = Effect.gen(function* () {
    setImmediate(count)
    for (let slice = 0; slice < 20; slice++) yield* Effect.yieldNow
    isOver = true
    return HttpServerResponse.text(String(turns))
  })
  const config = { host: "127.0.0.1", port: 0 } as ServerConfig
  const engine = { beforeStop: Effect.void, requests: Effect.succeed(Context.empty()) }
  const told = await Effect.runPromise(
    Effect.scoped(
      Effect.flatMap(listen(app, config, engine), ({ port }) =>
        Effect.promise(() => fetch(`http://127.0.0.1:${port}/`).then((response) => response.text()))
      )
    )
  )
  expect(Number(told)).toBeGreaterThanOrEqual(15)
})
