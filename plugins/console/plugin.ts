/** The plugin, put together: its routes, its schema, its options. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { definePlugin } from "../../src/plugin.ts"
import { advanceClock, showClock } from "./api/clock.ts"
import { makeShowOverview } from "./api/overview.ts"
import { listPanels, listRows, makeListAnchors, runAction, showItem } from "./api/panels.ts"
import { search, showStory } from "./api/search.ts"
import { isQuestion, passOn } from "./api/services.ts"
import { endSession, openSession, whoAmI } from "./api/session.ts"
import { showTrail } from "./api/trail.ts"
import { consolePlugin } from "./declaration.ts"
import { guarded, unguarded } from "./guard.ts"
import { streamEvents } from "./live.ts"
import { consoleMigrations } from "./migrations/0001_console.ts"
import { makeFiles } from "./NodeFiles.ts"
import { ConsoleSettings, type ConsoleOptions } from "./options.ts"
import { showPages } from "./pages.ts"

const get = "GET" as const
const post = "POST" as const

/**
 * The web console as a plugin: people sign in with a token and see and steer the engine that it runs in. It shows what the other
 * plugins declare as panels.
 */
export const webConsole = (options: ConsoleOptions) => {
  const stopped = Deferred.makeUnsafe<void>()
  return definePlugin<never, never, ConsoleSettings>({
    ...consolePlugin,
    web: [
      { method: get, path: "/*", handle: showPages(makeFiles(options.files)) },
      { method: get, path: "/api/session", handle: unguarded(whoAmI) },
      { method: post, path: "/api/session", handle: unguarded(openSession) },
      { method: "DELETE", path: "/api/session", handle: unguarded(endSession) },
      { method: get, path: "/api/overview", handle: guarded(makeShowOverview()) },
      { method: get, path: "/api/panels", handle: guarded(listPanels) },
      { method: get, path: "/api/panels/:panel/anchors", handle: guarded(makeListAnchors()) },
      { method: get, path: "/api/panels/:panel/rows", handle: guarded(listRows) },
      { method: get, path: "/api/panels/:panel/items/:id", handle: guarded(showItem) },
      { method: post, path: "/api/panels/:panel/actions/:action", handle: guarded(runAction) },
      { method: get, path: "/api/story/:id", handle: guarded(showStory) },
      { method: get, path: "/api/search", handle: guarded(search) },
      { method: get, path: "/api/clock", handle: guarded(showClock) },
      { method: post, path: "/api/clock/advance", handle: guarded(advanceClock) },
      { method: get, path: "/api/live", handle: guarded(streamEvents(stopped)) },
      { method: get, path: "/api/audit", handle: guarded(showTrail) },
      ...([get, post, "PUT", "PATCH", "DELETE"] as const).map((method) => ({
        method,
        path: "/api/services/:plugin/*" as const,
        handle: guarded(passOn, { takesFiles: true, isQuestion })
      }))
    ],
    layer: Layer.succeed(ConsoleSettings, options),
    migrations: consoleMigrations,
    beforeStop: Effect.asVoid(Deferred.succeed(stopped, undefined))
  })
}
