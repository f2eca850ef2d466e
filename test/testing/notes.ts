/** A plugin for the suite of plugins: notes, and on request one mistake that a plugin may make. */
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Ledger } from "../../src/domain.ts"
import * as Bursar from "../../src/plugin.ts"
import type { PluginFixture } from "../../src/testing/index.ts"

/** What the plugin does wrong. */
export type Mistake =
  | "foreign names"
  | "claimed table"
  | "gap in migrations"
  | "open door"
  | "no owner"
  | "books of all"
  | "chance"
  | "request twice"
  | "call twice"
  | "half a reset"
  | "reset of all"
  | "job that fails"

interface Note {
  readonly id: string
  readonly text: string
  readonly createdAt: number
}

const keys = { acct_a: ["key_a"], acct_b: ["key_b"] }
const Body = Schema.Struct({ text: Schema.String })

const rows = Bursar.table("note_notes", { scope: Bursar.text, created_at: Bursar.integer })
const stored = Bursar.storedAs<Note>({
  table: "note_notes",
  form: { id: "text", text: "text", createdAt: "number" }
})
const removeAll = Bursar.statement`DELETE FROM ${rows}`
const removeOf = rows.deleting({ scope: Bursar.given, created_at: Bursar.above(Bursar.given) })

/** The plugin with a mistake, or without one. */
export const notes = (mistake?: Mistake) => {
  const written = mistake === "foreign names" ? "written" : "note.written"
  const declaration = Bursar.declarePlugin<"note", string>({
    id: "note",
    accounts: Ledger.chartOfAccounts({
      "note.paper": { normal: "debit", description: "Paper" },
      "note.ink": { normal: "credit", description: "Ink" }
    }),
    events: { [written]: "A note was written" }
  })
  const { answer, face, refused, respond } = Bursar.plainFace("note", {})
  const table = Bursar.ownedDocumentTable("note", { stored })
  const api = HttpApi.make("note")
    .add(
      HttpApiGroup.make("notes").add(
        HttpApiEndpoint.post("write", "/notes", { payload: Body, success: Schema.Unknown, error: refused() }),
        HttpApiEndpoint.get("read", "/notes/:id", {
          params: { id: Schema.String },
          success: Schema.Unknown,
          error: refused()
        }),
        HttpApiEndpoint.post("reset", "/reset", { success: Schema.Unknown, error: refused() })
      )
    )
    .middleware(Bursar.Gate)

  const write = Effect.fnUntraced(function* (caller: Bursar.CallerShape, text: string) {
    const id = (yield* Bursar.Ids).next("note")
    const note = { id, text: mistake === "chance" ? `${Math.random()}` : text, createdAt: (yield* Bursar.Clock).now() }
    const postings = [Ledger.debit("note.paper", 1), Ledger.credit("note.ink", 1)]
    return yield* Bursar.planOf(declaration, caller, note, {
      writes: [table.insert(caller.scope, note)],
      entries: [Ledger.entry({ source: id, step: "write", currency: "usd", postings })],
      events: [{ type: written, resource: id, data: note }],
      jobs: [{ name: "note.look", key: id, payload: { scope: caller.scope }, dueAt: note.createdAt + 1_000 }]
    })
  })

  const read = Effect.fnUntraced(function* (caller: Bursar.CallerShape, id: string) {
    const anybody = yield* caller.store.read<{ scope: string }>(`SELECT scope FROM note_notes WHERE id = ?`, [id])
    const scope = mistake === "no owner" ? (anybody[0]?.scope ?? "") : caller.scope
    const found = yield* table.byId(caller.store, scope, id)
    const [books] = yield* caller.store.read<{ paper: number }>(
      `SELECT sum(balance) AS paper FROM ledger_balances WHERE account = 'note.paper' AND scope = ? AND plugin LIKE ?`,
      [scope, mistake === "books of all" ? "%" : "note"]
    )
    return found === undefined ? Bursar.json(404, {}) : Bursar.json(200, { ...found.note, paper: String(books?.paper) })
  })

  const reset = (caller: Bursar.CallerShape) =>
    Bursar.planOf(
      declaration,
      caller,
      {},
      {
        writes: [
          ...Bursar.eraseScope("note", caller.scope),
          mistake === "reset of all"
            ? removeAll.write({})
            : removeOf({ scope: caller.scope, created_at: mistake === "half a reset" ? 1e15 : 0 })
        ]
      }
    )

  const handlers = Bursar.handlersOf(api, "notes", (handlers) =>
    handlers.handleAll({
      write: ({ payload }) =>
        mistake === "request twice"
          ? respond((caller) =>
              Effect.map(Bursar.carryOutUnkeyed(caller.store, write(caller, payload.text)), (note) =>
                Bursar.json(201, note)
              )
            )
          : answer(
              (caller) => write(caller, payload.text),
              (note) => Bursar.json(201, note)
            ),
      read: ({ params }) => respond((caller) => read(caller, params.id)),
      reset: () => answer(reset, () => Bursar.json(200, {}))
    })
  )
  const look = Bursar.defineJob({
    name: "note.look",
    run: () => (mistake === "job that fails" ? Effect.fail("blind") : Effect.succeed("done" as const))
  })
  const up = Bursar.createOwnedDocuments("note_notes")
  return {
    plugin: Bursar.definePlugin({
      ...declaration,
      http: {
        api,
        handlers,
        face: (keeper: Bursar.GateKeeper) => {
          const closed = face({ keys })(keeper)
          if (mistake !== "open door") return closed
          const known = { authorization: "Bearer key_a" }
          return {
            ...closed,
            authenticate: (headers, visit) => closed.authenticate({ ...known, ...headers } as typeof headers, visit)
          }
        }
      },
      migrations: [
        { id: mistake === "gap in migrations" ? 2 : 1, name: "notes", up },
        ...(mistake === "claimed table"
          ? [{ id: 2, name: "more", up: () => [`CREATE TABLE jobs (id TEXT PRIMARY KEY)`] }]
          : [])
      ],
      jobs: [look]
    }),
    call: (caller: Bursar.CallerShape) =>
      mistake === "call twice"
        ? Bursar.carryOutUnkeyed(caller.store, write(caller, "called"))
        : Bursar.call(caller, "note.write", {}, (asking) => write(asking, "called"))
  }
}

const account = (name: "a" | "b") => ({
  headers: { authorization: `Bearer key_${name}` },
  principal: {
    plugin: "note",
    account: `acct_${name}`,
    mode: "test",
    credential: name,
    scopes: [],
    plan: "own"
  } as const
})

/** How the suite uses it. */
export const fixtureOf = (mistake?: Mistake): PluginFixture => ({
  plugins: () => [notes(mistake).plugin],
  accounts: [account("a"), account("b")],
  make: { path: "/note/notes", body: { text: "first" } },
  other: { path: "/note/notes", body: { text: "other" } },
  read: ({ id }) => `/note/notes/${id}`,
  call: (caller) => notes(mistake).call(caller),
  reset: { path: "/note/reset" }
})
