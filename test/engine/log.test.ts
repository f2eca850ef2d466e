/** The log of an engine in a host's own process. */
import { createEngine, type CreateEngineOptions } from "bursar"
import { declarePlugin, definePlugin } from "bursar/plugin"
import { sqlite } from "bursar/sqlite"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { expect, it } from "vitest"
import { listenToLog } from "../listenToLog.ts"

/** A page that repeats in the words of its error what it was sent. */
const failing = definePlugin({
  ...declarePlugin({ id: "pages" }),
  web: [{ method: "GET", path: "/*", handle: ({ request }) => Effect.die(new RangeError(`No page ${request.url}`)) }]
})

/** What the page's failure has an engine write to standard error and to the console. */
const written = async (options: Partial<CreateEngineOptions<never>> = {}): Promise<string> => {
  const lines = listenToLog()
  const engine = await createEngine<never>({ plugins: [failing], store: sqlite(":memory:"), ...options })
  expect((await engine.fetch(new Request("http://engine.test/pages/?name=Zaphod"))).status).toBe(500)
  await engine.close()
  return lines.join("")
}

it("is one JSON object per line, with the kind and place of an error and none of its words", async () => {
  const line = await written()
  expect(JSON.parse(line)).toMatchObject({ level: "ERROR", message: "A page failed" })
  expect(line).toContain("RangeError")
  expect(line).toContain("log.test.ts")
  expect(line).not.toContain("Zaphod")
})

it("goes where the host says, or nowhere", async () => {
  const heard: Array<unknown> = []
  const layers: Layer.Layer<never> = Logger.layer([Logger.make(({ message }) => void heard.push(message))])
  expect(await written({ layers })).toBe("")
  expect(heard).toEqual([["A page failed"]])
  expect(await written({ log: false })).toBe("")
})
