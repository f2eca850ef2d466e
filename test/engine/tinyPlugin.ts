/**
 * A plugin for tests of the engine: notes that can be written and read, that remind of themselves when asked to, and
 * that are heard of. It uses the public contract of plugins and nothing else.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import {
  call,
  carryOutJob,
  Clock,
  declarePlugin,
  defineJob,
  definePlugin,
  Gate,
  Ids,
  integer,
  json,
  makeResponding,
  refusalAnnotation,
  Signer,
  text,
  versionedTable,
  type CallerShape,
  type CoreServices,
  type Migration,
  type Plan,
  type RateLimitPlan,
  type RegionStore,
  type StoreUnavailable,
  type Unit,
  type VersionConflict,
  type WebRoute
} from "../../src/plugin.ts"
import { makeFace, refuse } from "./tinyFace.ts"

/** The rule of the plugin that refuses: the text is "refused". */
export class NoteRefused extends Data.TaggedError("NoteRefused") {}

/** How one tiny plugin differs from another. */
export interface TinyOptions {
  /** Default: `tiny`. */
  readonly id?: string
  /** Where its endpoints are. Default: `/notes`. */
  readonly path?: `/${string}`
  /** Runs in the handler, before the note is committed. */
  readonly beforeCommit?: (caller: CallerShape, text: string) => Effect.Effect<void, NoteRefused>
  /** Runs in the handler, after the note was committed. */
  readonly afterCommit?: (caller: CallerShape, text: string) => Effect.Effect<void>
  /** What the decision is dated with. Default: engine time as it is. */
  readonly dateOf?: (now: number) => number
  /** Whether the answer to a new note shows a secret. */
  readonly confidential?: boolean
  readonly plan?: RateLimitPlan
  readonly anonymousPlan?: RateLimitPlan
  /** How long a repetition waits. Default: long enough for any machine. */
  readonly waitMs?: number
  /** Runs in the job that reminds, before it commits. */
  readonly onRemind?: (noteId: string) => Effect.Effect<void>
  /** Plugin whose events are told to `hear`. Default: its own. */
  readonly hearsOf?: string
  readonly hear?: (eventId: string) => Effect.Effect<void>
  /** Pages beside the API. */
  readonly web?: ReadonlyArray<WebRoute<CoreServices>>
}

/** A note. */
export interface Note {
  readonly id: string
  readonly text: string
  /** Shows which signer the engine runs on. */
  readonly mark: string
  readonly reminded: boolean
  /** Engine time, epoch milliseconds. */
  readonly createdAt: number
}

const NoteBody = Schema.Struct({
  text: Schema.String.check(Schema.isMaxLength(20, { [refusalAnnotation]: "text_too_long" })),
  weight: Schema.optionalKey(Schema.Number),
  remind_in_ms: Schema.optionalKey(Schema.Int),
  note_key: Schema.optionalKey(Schema.String)
})

/** What the note says about itself. Loose: tests look at bytes. */
const NoteAnswer = Schema.Unknown

const groupAt = (path: `/${string}`) =>
  HttpApiGroup.make("notes").add(
    HttpApiEndpoint.post("write", path, { payload: NoteBody, success: NoteAnswer }),
    HttpApiEndpoint.get("read", `${path}/:id`, { params: { id: Schema.String }, success: NoteAnswer })
  )

const makeApi = (path: `/${string}`) =>
  HttpApi.make("tiny")
    .add(groupAt(path))
    .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error" })
    .middleware(Gate)

const tableOf = (plugin: string) =>
  versionedTable(`${plugin}_notes`, { id: text, scope: text, state: text, created_at: integer }, [
    "scope",
    "created_at"
  ])

const migrationOf = (plugin: string): Migration => ({
  id: 1,
  name: "notes",
  up: ({ integer, sequenceKey, text }) => [
    `CREATE TABLE ${plugin}_notes (
      sequence ${sequenceKey}, id ${text} NOT NULL, scope ${text} NOT NULL, state ${text} NOT NULL,
      version ${integer} NOT NULL, created_at ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX ${plugin}_notes_id ON ${plugin}_notes (id)`,
    `CREATE INDEX ${plugin}_notes_scope ON ${plugin}_notes (scope, created_at, sequence)`
  ]
})

const rowOf = (scope: string, note: Note) => ({
  id: note.id,
  scope,
  state: JSON.stringify(note),
  created_at: note.createdAt
})

/** Event types are unique in an engine, where this plugin may be several times. */
const eventOf = (plugin: string, what: "written" | "reminded") =>
  plugin === "tiny" ? `note.${what}` : `${plugin}.note.${what}`

const declarationOf = (plugin: string) =>
  declarePlugin<string, string>({
    id: plugin,
    events: {
      [eventOf(plugin, "written")]: "A note was written.",
      [eventOf(plugin, "reminded")]: "A note reminded of itself."
    }
  })

interface StoredNote {
  readonly note: Note
  readonly scope: string
  readonly version: number
}

/** A note by its id, of whatever scope. */
export const findNote = (
  store: RegionStore,
  id: string,
  plugin = "tiny"
): Effect.Effect<StoredNote | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<{ state: string; scope: string; version: number }>(
      `SELECT state, scope, version FROM ${plugin}_notes WHERE id = ?`,
      [id]
    ),
    ([row]) => row && { note: JSON.parse(row.state) as Note, scope: row.scope, version: Number(row.version) }
  )

/** Texts of all notes of a region, in the order in which they were written. */
export const noteTexts = (
  store: RegionStore,
  plugin = "tiny"
): Effect.Effect<ReadonlyArray<string>, StoreUnavailable> =>
  Effect.map(store.read<{ state: string }>(`SELECT state FROM ${plugin}_notes ORDER BY sequence`, []), (rows) =>
    rows.map((row) => (JSON.parse(row.state) as Note).text)
  )

interface WriteNote {
  readonly text: string
  readonly remindInMs?: number | undefined
}

/** The operation behind `POST /notes`. */
const planNote = (caller: CallerShape, command: WriteNote, options: TinyOptions) =>
  Effect.gen(function* (): Effect.fn.Return<Plan<Note>, NoteRefused, Clock | Ids | Signer> {
    const { afterCommit, beforeCommit, dateOf = (now) => now, id: plugin = "tiny" } = options
    const clock = yield* Clock
    const ids = yield* Ids
    const signer = yield* Signer
    const now = dateOf(clock.now())
    const { remindInMs, text } = command
    const mark = signer.fingerprint("note", text).slice(0, 8)
    const note: Note = { id: ids.next("note"), text, mark, reminded: false, createdAt: now }
    if (text === "refused") return yield* new NoteRefused()
    yield* beforeCommit?.(caller, text) ?? Effect.void
    return {
      outcome: note,
      unit: {
        plugin: declarationOf(plugin),
        scope: caller.scope,
        now,
        nextId: ids.next,
        writes: [tableOf(plugin).insert(rowOf(caller.scope, note))],
        events: [
          {
            id: ids.next("evt"),
            type: eventOf(plugin, "written"),
            resource: note.id,
            body: JSON.stringify(note),
            createdAt: now
          }
        ],
        jobs:
          remindInMs === undefined
            ? []
            : [{ name: `${plugin}.note.remind`, key: note.id, payload: { noteId: note.id }, dueAt: now + remindInMs }]
      },
      after: afterCommit?.(caller, text)
    }
  })

/** Writes a note in process. */
export const writeNote = (caller: CallerShape, command: WriteNote, options: TinyOptions = {}) =>
  call(caller, "tiny.write", command, (asking) => planNote(asking, command, options))

const { answer, respond } = makeResponding<NoteRefused>({
  refuse: (failure, { requestId }) => refuse(failure, requestId)
})

const handlersOf = (api: ReturnType<typeof makeApi>, plugin: string, options: TinyOptions) =>
  HttpApiBuilder.group(api, "notes", (handlers) =>
    handlers.handleAll({
      write: ({ payload }) =>
        Effect.orDie(
          answer(
            (caller) => planNote(caller, { text: payload.text, remindInMs: payload.remind_in_ms }, options),
            (note) => ({ ...json(201, note), ...(options.confidential === true ? { confidential: true } : {}) })
          )
        ),
      read: ({ params }) =>
        Effect.orDie(
          respond((caller) =>
            Effect.map(findNote(caller.store, params.id, plugin), (found) =>
              found === undefined ? json(404, { error: "NoSuchNote" }) : json(200, found.note)
            )
          )
        )
    })
  )

const remindOf = (plugin: string, onRemind: TinyOptions["onRemind"]) =>
  defineJob<Clock | Ids>({
    name: `${plugin}.note.remind`,
    run: Effect.fnUntraced(function* (job, store) {
      const clock = yield* Clock
      const ids = yield* Ids
      const { noteId } = job.payload as { readonly noteId: string }
      yield* onRemind?.(noteId) ?? Effect.void
      const found = yield* findNote(store, noteId, plugin)
      if (found === undefined) return "done" as const
      const reminded = { ...found.note, reminded: true }
      const unit: Unit<VersionConflict> = {
        plugin: declarationOf(plugin),
        scope: found.scope,
        now: clock.now(),
        nextId: ids.next,
        writes: [tableOf(plugin).update(rowOf(found.scope, reminded), found.version)],
        events: [
          {
            id: ids.next("evt"),
            type: eventOf(plugin, "reminded"),
            resource: noteId,
            body: "{}",
            createdAt: clock.now()
          }
        ]
      }
      return yield* carryOutJob(store, Effect.succeed<Plan<Note, VersionConflict>>({ outcome: reminded, unit }), job)
    })
  })

/** The plugin. */
export const tiny = (options: TinyOptions = {}) => {
  const { hear, hearsOf, id = "tiny", onRemind, path = "/notes" } = options
  const api = makeApi(path)
  return definePlugin({
    ...declarationOf(id),
    http: {
      api,
      handlers: handlersOf(api, id, options),
      face: makeFace(options)
    },
    web: options.web ?? [],
    migrations: [migrationOf(id)],
    jobs: [remindOf(id, onRemind)],
    subscribe: [
      {
        name: "echo",
        plugin: hearsOf ?? id,
        eventType: eventOf(hearsOf ?? id, "written"),
        run: (event) => hear?.(event.id) ?? Effect.void
      }
    ]
  })
}
