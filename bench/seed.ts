/** Data folders that hold a given number of payments, made once per run or kept in a cache, and ways into their lists. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { getPayments, expectObject, newRun } from "./check.ts"
import { load } from "./load.ts"
import { rounded, writeLine } from "./report.ts"
import { createBody, idempotencyKey } from "./requests.ts"
import { seedRawFolder } from "./raw/seed.ts"
import { benchAccount, startServer } from "./servers.ts"
import type { RunningServer, Subject, Workplace } from "./servers.ts"

/** A data folder with payments, and an even sample of their ids. */
export interface SeededFolder {
  readonly folder: string
  readonly ids: ReadonlyArray<string>
}

/** Connections while seeding: larger commits than under the measured load, so that it is over sooner. Our choice. */
const seedConnections = 256
/** Ids kept of a seed; enough that a retrieve rarely meets a page that the one before it touched. Our choice. */
const sampledIds = 10_000

const collectEvery = (payments: number): number => Math.max(1, Math.floor(payments / sampledIds))

/** Creates `payments` payments on a running server; returns the sample of ids. */
export const seedPayments = async (server: RunningServer, place: Workplace, payments: number) => {
  const result = await load({
    port: server.port,
    connections: Math.min(seedConnections, payments),
    maxRequests: payments,
    requests: { kind: "create", keys: place.keys, run: newRun() },
    collectEvery: collectEvery(payments)
  })
  writeLine(`${server.subject}: ${payments} payments made in ${rounded(result.seconds, 1)} s`)
  return result.ids
}

const copySeed = (from: string, to: string): void => {
  cpSync(from, to, { recursive: true })
  cpSync(`${from}.ids.json`, `${to}.ids.json`)
}

/** How each server's folder is filled: raw's by its own statements, the engine's only by what it offers, HTTP. */
const seeders: Record<Subject, (place: Workplace, payments: number, folder: string) => Promise<ReadonlyArray<string>>> =
  {
    raw: (_place, payments, folder) => {
      const run = newRun()
      return seedRawFolder(folder, {
        account: benchAccount,
        payments,
        collectEvery: collectEvery(payments),
        body: createBody,
        keyOf: (index) => idempotencyKey(run, index)
      })
    },
    bursar: async (place, payments, folder) => {
      const server = await startServer("bursar", place, folder)
      const ids = payments === 0 ? [] : await seedPayments(server, place, payments)
      await server.stop()
      return ids
    }
  }

/**
 * Makes a data folder in the workplace that holds `payments` payments, with no server running on it. With a cache
 * folder, a seed that is there is copied instead of made, and a new one is kept there: worth it from a million on.
 */
export const makeSeededFolder = async (
  subject: Subject,
  place: Workplace,
  options: { readonly payments: number; readonly cache: string }
): Promise<SeededFolder> => {
  const name = `${subject}-${options.payments}`
  const folder = join(place.folder, name)
  const cached = options.cache === "" ? undefined : join(options.cache, name)
  if (cached !== undefined && existsSync(`${cached}.ids.json`)) copySeed(cached, folder)
  else {
    const ids = await seeders[subject](place, options.payments, folder)
    writeFileSync(`${folder}.ids.json`, JSON.stringify(ids))
    if (cached !== undefined) {
      mkdirSync(options.cache, { recursive: true })
      copySeed(folder, cached)
    }
  }
  return { folder, ids: JSON.parse(readFileSync(`${folder}.ids.json`, "utf8")) as Array<string> }
}

/** Cursors of consecutive pages around the middle of the list, found by walking there in pages of 100. */
export const findMiddleCursors = async (
  server: RunningServer,
  place: Workplace,
  payments: number
): Promise<ReadonlyArray<string>> => {
  const kept = 20
  const pageSize = 100
  const pages = Math.max(1, Math.floor(payments / 2 / pageSize))
  const cursors: Array<string> = []
  for (let page = 0; page < pages; page += 1) {
    const last = cursors.at(-1)
    const key = place.keys[page % place.keys.length] ?? ""
    const tail = `?limit=${pageSize}${last === undefined ? "" : `&cursor=${encodeURIComponent(last)}`}`
    const envelope = expectObject("list", await getPayments(server.port, key, tail))
    const next = envelope["next_cursor"]
    if (typeof next !== "string") throw new Error(`the list ends after ${page + 1} pages, before its middle`)
    cursors.push(next)
  }
  return cursors.slice(-kept)
}
