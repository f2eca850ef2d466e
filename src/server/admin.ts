/**
 * What operators do by hand, behind the admin token: `GET /admin/jobs` lists jobs that were given up, and
 * `POST /admin/jobs/{region}/{sequence}/revive` lets one run again. `GET /admin/prune` counts what is no longer kept, and
 * `POST /admin/prune` deletes it. `GET /admin/logs` shows the last lines of the log; `?follow=1` goes on with further ones.
 * `GET /admin/events/{plugin}` gives its stored events, a line of JSON each, and then those to come; `?after=now` the latter alone.
 */
import { createHash, timingSafeEqual } from "node:crypto"
import * as Effect from "effect/Effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import type { EngineEvent } from "../engine/followEvents.ts"
import type { EngineShape, RegionalDeadJob } from "../engine/Engine.ts"
import { protectedResponse } from "../engine/mount.ts"
import type { HttpApp } from "../engine/mounted.ts"
import type { LogTail } from "./LogTail.ts"
import { isRegionName } from "../services/Store.ts"

/** Where these routes begin. */
export const adminPrefix = "/admin/"

/** An answer of the server itself, as JSON. */
export const json = (value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}) =>
  protectedResponse(
    HttpServerResponse.text(`${JSON.stringify(value)}\n`, { status, contentType: "application/json", headers })
  )

const refusal = (status: number, message: string, headers?: Readonly<Record<string, string>>) =>
  json({ error: { message } }, status, headers)

const digest = (text: string): Buffer => createHash("sha256").update(text).digest()

/** Compares digests, which have one length: nothing about the token can be timed. */
const isToken = (token: Redacted.Redacted, authorization: string | undefined): boolean =>
  authorization !== undefined && timingSafeEqual(digest(authorization), digest(`Bearer ${Redacted.value(token)}`))

const shownJob = (job: RegionalDeadJob) => ({
  region: job.region,
  sequence: job.sequence,
  name: job.name,
  key: job.key,
  attempts: job.attempts,
  due_at: new Date(job.dueAt).toISOString(),
  last_error: job.lastError
})

const listJobs = (engine: EngineShape) => Effect.map(engine.deadJobs, (jobs) => json({ data: jobs.map(shownJob) }))

const reviveJob = (engine: EngineShape, region: string, sequence: string) =>
  !isRegionName(region)
    ? Effect.succeed(refusal(404, "There is no such region"))
    : Effect.map(engine.reviveJob({ region, sequence: Number(sequence) }), (revived) =>
        revived ? json({ revived: true }) : refusal(404, "There is no dead job with this sequence")
      )

const prune = (engine: EngineShape, keep: boolean) =>
  Effect.map(engine.prune({ keep }), (data) => json({ deleted: !keep, data }))

const encoder = new TextEncoder()

/** Lines that wait for a follower who reads slowly; further ones are dropped. */
const waitingLines = 10_000

/**
 * How often a stream that goes on sends an empty line, in milliseconds. Our choice: `fetch` of Node gives up what is silent for five
 * minutes, and common proxies after one.
 */
const beatMs = 30_000

/** With empty lines beside its own, until it ends: none comes at once. */
const beating = (lines: Stream.Stream<string>) =>
  Stream.tick(beatMs).pipe(
    Stream.drop(1),
    Stream.map(() => ""),
    (beats) => Stream.merge(lines, beats, { haltStrategy: "left" })
  )

const streamed = <E>(lines: Stream.Stream<string, E>, contentType: string) =>
  Effect.succeed(
    protectedResponse(
      HttpServerResponse.stream(
        Stream.map(lines, (line) => encoder.encode(`${line}\n`)),
        { contentType, headers: { "cache-control": "no-store", "x-accel-buffering": "no" } }
      )
    )
  )

/** The log as lines. The token that was sent in is in none of them: a line for a request has no headers. */
const showLog = (tail: LogTail, follows: boolean) => {
  const followed = Stream.callback<string>(
    (queue) => {
      const line = (text: string) => void Queue.offerUnsafe(queue, text)
      const start = Effect.sync(() => {
        for (const text of tail.recent()) line(text)
        return tail.follow({ line, ended: () => void Queue.endUnsafe(queue) })
      })
      return Effect.acquireRelease(start, (leave) => Effect.sync(leave))
    },
    { bufferSize: waitingLines, strategy: "dropping" }
  )
  return streamed(follows ? beating(followed) : Stream.fromIterable(tail.recent()), "text/plain; charset=utf-8")
}

/** The stored events of a plugin, or none of them, and then those to come, until the signal is aborted or the server stops. */
export type FollowEvents = (of: {
  readonly plugin: string
  readonly onlyNew: boolean
  readonly signal: AbortSignal
}) => Promise<AsyncIterable<EngineEvent>>

/** Events as lines. The first one is empty: it says that what is committed from now on will come. Later empty ones say nothing. */
const showEvents = (follow: FollowEvents, plugin: string, query: string | undefined) => {
  if (query !== undefined && query !== "after=now") {
    return Effect.succeed(refusal(400, "The only parameter is after=now"))
  }
  const lines = Stream.callback<string>(
    (queue) => {
      const offer = (line: string) => Effect.runPromise(Queue.offer(queue, line))
      const send = async (signal: AbortSignal) => {
        const events = await follow({ plugin, onlyNew: query !== undefined, signal })
        await offer("")
        for await (const event of events) await offer(JSON.stringify(event))
      }
      const start = Effect.sync(() => {
        const leaving = new AbortController()
        const end = () => void Queue.endUnsafe(queue)
        send(leaving.signal).then(end, end)
        return leaving
      })
      return Effect.acquireRelease(start, (leaving) => Effect.sync(() => leaving.abort()))
    },
    { bufferSize: 16, strategy: "suspend" }
  )
  return streamed(beating(lines), "application/x-ndjson")
}

/** What the routes show beside the engine. */
export interface AdminSources {
  readonly tail?: LogTail | undefined
  readonly events?: FollowEvents | undefined
}

const eventsPath = /^\/admin\/events\/?([^/]*)$/

const revivePath = /^\/admin\/jobs\/([^/]+)\/(\d{1,15})\/revive$/

const routed = (engine: EngineShape, method: string, url: string, { events, tail }: AdminSources) => {
  const [path = "", query] = url.split("?")
  const [, plugin] = eventsPath.exec(path) ?? []
  if (events !== undefined && plugin !== undefined) {
    const present = engine.plugins.map(({ id }) => id)
    if (!present.includes(plugin)) {
      return Effect.succeed(
        refusal(404, `/admin/events/ is followed by a plugin, which is one of ${present.join(", ")}`)
      )
    }
    return method === "GET"
      ? showEvents(events, plugin, query)
      : Effect.succeed(refusal(405, "Use GET", { allow: "GET" }))
  }
  if (path === "/admin/logs" && tail !== undefined) {
    return method === "GET"
      ? showLog(tail, query === "follow=1")
      : Effect.succeed(refusal(405, "Use GET", { allow: "GET" }))
  }
  if (path === "/admin/jobs") {
    return method === "GET" ? listJobs(engine) : Effect.succeed(refusal(405, "Use GET", { allow: "GET" }))
  }
  if (path === "/admin/prune") {
    if (method === "GET" || method === "POST") return prune(engine, method === "GET")
    return Effect.succeed(refusal(405, "Use GET or POST", { allow: "GET, POST" }))
  }
  const [, region, sequence] = revivePath.exec(path) ?? []
  if (region === undefined || sequence === undefined) return Effect.succeed(refusal(404, "There is nothing here"))
  return method === "POST"
    ? reviveJob(engine, region, sequence)
    : Effect.succeed(refusal(405, "Use POST", { allow: "POST" }))
}

const noToken = refusal(401, "Send the admin token as a bearer token", { "www-authenticate": "Bearer" })

/** Lets in who sends the admin token. */
export const forAdmins = (token: Redacted.Redacted, app: HttpApp): HttpApp =>
  Effect.flatMap(HttpServerRequest, ({ headers }) =>
    isToken(token, headers["authorization"]) ? app : Effect.succeed(noToken)
  )

/** The routes, for the server's application. */
export const makeAdmin = (engine: EngineShape, token: Redacted.Redacted, sources: AdminSources = {}): HttpApp =>
  forAdmins(
    token,
    Effect.flatMap(HttpServerRequest, ({ method, url }) =>
      Effect.catch(routed(engine, method, url, sources), ({ region, reason }) =>
        Effect.succeed(refusal(503, `The store of ${region} cannot be used (${reason})`))
      )
    )
  )
