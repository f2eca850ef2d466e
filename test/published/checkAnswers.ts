/**
 * Set up before every test file: each answer of an engine that publishes a document is held against it. An undeclared
 * status, header, field, value or event of a stream fails the test that met it.
 */
import { afterAll, afterEach, expect, vi } from "vitest"
import { handOverMet, takeFaults, watching } from "./watching.ts"

// Where another file of the worker loaded the engine before, it is watched already.
vi.mock(import("../../src/engine/serving.ts"), async (original) => {
  const real = await original()
  return { ...real, makeApp: watching(real.makeApp) }
})

afterEach(() => {
  expect(takeFaults(), "answers that the published document does not declare").toStrictEqual([])
})

afterAll(handOverMet)
