/**
 * Set up before every test file: each answer of an engine that publishes a document is held against it. An undeclared
 * status, header, field or value fails the test that met it.
 */
import * as Effect from "effect/Effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { appendFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, afterEach, expect, vi } from "vitest"
import { makeJudge, type Answered } from "./Document.ts"

const faults = new Set<string>()
const met = new Map<string, number>()

const bodyOf = ({ body }: HttpServerResponse): string | undefined =>
  body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : body._tag === "Empty" ? "" : undefined

const pathOf = (url: string): string => {
  const path = url.replace(/^https?:\/\/[^/]*/, "")
  const end = path.search(/[?#]/)
  return end === -1 ? path : path.slice(0, end)
}

type Judge = ReturnType<typeof makeJudge>
const judges = new Map<string, Judge>()

/** One document of each plugin and mount: plugins of one name publish the same in all tests but those that say otherwise. */
const judgeOf = (http: object, openApi: () => unknown, mount: string, key: string): Judge => {
  const known = judges.get(key)
  if (known !== undefined) return known
  const made = makeJudge(openApi(), mount)
  judges.set(key, made)
  return made
}

const watch = (answered: Answered, mounted: ReadonlyArray<any>): void => {
  for (const { mount, plugin } of mounted) {
    if (plugin.http?.publication === undefined || !answered.path.startsWith(`${mount}/`)) continue
    const judge = judgeOf(plugin.http, () => plugin.http.openApi(mount), mount, `${plugin.id} ${mount}`)
    const verdict = judge(answered)
    if (verdict === undefined) continue
    const { code, operation } = verdict
    const key = `${plugin.id} ${operation} ${answered.status}${code === undefined ? "" : ` ${code}`}`
    met.set(key, (met.get(key) ?? 0) + 1)
    for (const fault of verdict.faults) faults.add(`${plugin.id} ${fault}`)
    return
  }
}

vi.mock(import("../../src/engine/mount.ts"), async (original) => {
  const real = await original()
  const buildApp = ((mounted: ReadonlyArray<never>, keeper: never) =>
    Effect.map(real.buildApp(mounted, keeper), (app) =>
      Effect.tap(app, (response) =>
        Effect.map(HttpServerRequest, (request) =>
          watch(
            {
              method: request.method,
              path: pathOf(request.originalUrl),
              status: response.status,
              headers: response.headers,
              body: bodyOf(response)
            },
            mounted
          )
        )
      )
    )) as typeof real.buildApp
  return { ...real, buildApp }
})

afterEach(() => {
  const found = [...faults]
  faults.clear()
  expect(found, "answers that the published document does not declare").toStrictEqual([])
})

afterAll(() => {
  const folder = process.env["BURSAR_PUBLISHED_MET"]
  if (folder === undefined || met.size === 0) return
  const lines = [...met].map(([key, count]) => `${count} ${key}\n`)
  appendFileSync(join(folder, `${process.pid}-${process.env["VITEST_WORKER_ID"]}.txt`), lines.join(""))
})
