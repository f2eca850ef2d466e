/**
 * Who is signed in. A token of the host is exchanged for a session: 32 random bytes in a cookie that scripts cannot read and
 * that is sent to the console alone, kept as a keyed hash. A session ends by itself, when it is ended, and with its token.
 */
import * as Effect from "effect/Effect"
import { Clock, Ids, Signer, Store } from "../../src/plugin.ts"
import { ConsoleSettings, type ConsoleOptions } from "./options.ts"
import * as repository from "./sessionRepository.ts"
import type { OpenSession, Role, StoredSession } from "./sessionRepository.ts"

/** How long a session may stand unused, and how long it may last, in milliseconds. Our choice: half an hour, half a day. */
export const idleMs = 30 * 60_000
export const longestMs = 12 * 3_600_000

/** A use is written down once in this time, in milliseconds. Our choice: each would be a write. */
const touchEveryMs = 60_000

/** Bytes of a session's secret (our choice: 256 bits). */
const secretBytes = 32

/** Shortest token that opens a console, in characters (our choice: what is made has 64). */
const shortestToken = 16

const hashOf = Effect.map(Signer, ({ fingerprint }) => ({
  session: (secret: string) => fingerprint("console session", secret),
  token: (token: string) => fingerprint("console token", token)
}))

/** What a token opens: everything or a look, and for whom. */
interface Opener {
  readonly role: Role
  readonly person?: string
  readonly token: string | undefined
}

const openersOf = ({ administrators, adminToken, readToken }: ConsoleOptions): ReadonlyArray<Opener> => [
  { role: "admin", token: adminToken() },
  ...Object.entries(administrators?.() ?? {}).map(([person, token]): Opener => ({ role: "admin", person, token })),
  { role: "reader", token: readToken?.() }
]

/**
 * What the token of a hash opens, if it is one of the host's. Keyed hashes are compared: how long it takes tells nothing about
 * the token.
 */
const openerOf = (options: ConsoleOptions, given: string, hash: (token: string) => string): Opener | undefined =>
  openersOf(options).find(({ token }) => token !== undefined && token.length >= shortestToken && hash(token) === given)

const personOf = ({ person }: Opener): Pick<OpenSession, "person"> => (person === undefined ? {} : { person })

const homeStore = Effect.flatMap(Store, (stores) => stores.region(stores.home))

/** Opens a session with a token. `undefined` when the token opens nothing. */
export const signIn = Effect.fn("console.signIn")(function* (token: string) {
  const options = yield* ConsoleSettings
  const hash = yield* hashOf
  const opener = openerOf(options, hash.token(token), hash.token)
  if (opener === undefined) return undefined
  const ids = yield* Ids
  const secret = ids.secret(secretBytes)
  const now = (yield* Clock).wallNow()
  const session: StoredSession = {
    id: hash.session(secret),
    role: opener.role,
    openedWith: hash.token(token),
    name: ids.next("ses"),
    madeAt: now,
    usedAt: now,
    expiresAt: now + longestMs
  }
  const store = yield* homeStore
  yield* store.write(repository.open(session, now))
  return { secret, session: { ...session, ...personOf(opener) } satisfies OpenSession }
})

/** When a session ends if nobody uses it. */
export const endOf = ({ expiresAt, usedAt }: StoredSession): number => Math.min(expiresAt, usedAt + idleMs)

/** What opens a session, unless it is over: nobody used it, or its token opens nothing any more. */
const openerNow = Effect.fnUntraced(function* (session: StoredSession) {
  const hash = yield* hashOf
  const opener = openerOf(yield* ConsoleSettings, session.openedWith, hash.token)
  const isOver = endOf(session) <= (yield* Clock).wallNow() || opener?.role !== session.role
  return isOver ? undefined : opener
})

/**
 * The session of a cookie, if it is still open. `isUse` says whether a person did something: what a page asks by itself keeps
 * nobody signed in.
 */
export const find = Effect.fnUntraced(function* (secret: string, isUse: boolean) {
  const hash = yield* hashOf
  const store = yield* homeStore
  const session = yield* repository.byId(store, hash.session(secret))
  if (session === undefined) return undefined
  const opener = yield* openerNow(session)
  if (opener === undefined) {
    yield* store.write([repository.remove(session.id)])
    return undefined
  }
  const now = (yield* Clock).wallNow()
  const open: OpenSession = { ...session, ...personOf(opener) }
  if (!isUse || now - session.usedAt < touchEveryMs) return open
  yield* store.write([repository.touch(session.id, now)])
  return { ...open, usedAt: now }
})

/** Whether a session that was open is open still: nobody signed out or replaced its token, and it was used. */
export const isOpen = Effect.fnUntraced(function* ({ id }: StoredSession) {
  const session = yield* repository.byId(yield* homeStore, id)
  return session !== undefined && (yield* openerNow(session)) !== undefined
})

/** Ends a session. */
export const signOut = Effect.fn("console.signOut")(function* (session: StoredSession) {
  const store = yield* homeStore
  yield* store.write([repository.remove(session.id)])
})
