/** Sessions as rows, named by a keyed hash of what the browser holds. */
import * as Effect from "effect/Effect"
import { atMost, given, integer, key, table, text, type RegionStore, type StoreUnavailable } from "../../src/plugin.ts"

/** What a session may do: everything, or look. */
export type Role = "admin" | "reader"

/** A session as it is kept. Times are the wall's, in milliseconds since the epoch. */
export interface StoredSession {
  readonly id: string
  readonly role: Role
  /** A keyed hash of the token that opened it. */
  readonly openedWith: string
  /** What the session is called in the audit trail. */
  readonly name: string
  readonly madeAt: number
  readonly usedAt: number
  readonly expiresAt: number
}

const sessions = table("console_sessions", {
  id: key(text),
  role: text,
  opened_with: text,
  name: text,
  made_at: integer,
  used_at: integer,
  expires_at: integer
})

const inserting = sessions.inserting({})
const touching = sessions.updating({ set: { used_at: given }, where: { id: given } })
const removing = sessions.deleting({ id: given })
const clearing = sessions.deleting({ expires_at: atMost(given) })

export interface OpenSession extends StoredSession {
  /** The administrator, where the token is that of one who is named. */
  readonly person?: string
}

/** The write that keeps a new session, and the one that forgets those that ended. */
export const open = (session: StoredSession, now: number) => [
  clearing({ expires_at: now }),
  inserting({
    id: session.id,
    role: session.role,
    opened_with: session.openedWith,
    name: session.name,
    made_at: session.madeAt,
    used_at: session.usedAt,
    expires_at: session.expiresAt
  })
]

/** The write that says that a session was used. */
export const touch = (id: string, now: number) => touching({ used_at: now }, { id })

/** The write that ends a session. */
export const remove = (id: string) => removing({ id })

interface Row {
  readonly id: string
  readonly role: Role
  readonly opened_with: string
  readonly name: string
  readonly made_at: number
  readonly used_at: number
  readonly expires_at: number
}

/** A session by its name in the table. */
export const byId = (store: RegionStore, id: string): Effect.Effect<StoredSession | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<Row>(
      `SELECT id, role, opened_with, name, made_at, used_at, expires_at FROM console_sessions WHERE id = ?`,
      [id]
    ),
    ([row]) =>
      row === undefined
        ? undefined
        : {
            id: row.id,
            role: row.role,
            openedWith: row.opened_with,
            name: row.name,
            madeAt: Number(row.made_at),
            usedAt: Number(row.used_at),
            expiresAt: Number(row.expires_at)
          }
  )
